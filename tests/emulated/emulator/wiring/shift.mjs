// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// A chain of 74HC165: a low pulse takes all switches at once, each rising edge brings the next.

import { bits, listed } from './points.mjs';

export class Shift {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.load = config.SHIFT_LOAD;
    this.clock = config.SHIFT_CLOCK;
    this.data = config.SHIFT_DATA;
    this.bits = bits(listed(config.POINTS));
    this.levels = [];
    this.at = 0;
  }

  attach(machine) {
    this.pins = machine.pins;
    this.pins.listen(this.load, {
      fall: (nanos) => {
        this.wiring.scanBegins(nanos);
        this.levels = this.bits.map((bit) => !this.wiring.pieces.has(bit));
        this.at = 0;
        this.moved();
      },
    });
    this.pins.listen(this.clock, {
      rise: (nanos) => {
        this.at++;
        this.moved();
        if (this.at === this.levels.length) {
          this.wiring.scanEnds(nanos);
        }
      },
    });
  }

  moved() {
    this.pins.drive(this.data, this.levels[this.at] ?? true);
  }
}
