// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// A pin for each switch. Nothing happens at the pins when they are read, so scans leave no log.

import { bits, listed } from './points.mjs';

export class Switches {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.switches = config.SWITCHES;
    this.bits = bits(listed(config.POINTS));
  }

  attach(machine) {
    this.pins = machine.pins;
  }

  moved() {
    this.switches.forEach((pin, i) => {
      this.pins.drive(pin, !this.wiring.pieces.has(this.bits[i]));
    });
  }
}
