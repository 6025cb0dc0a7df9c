// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// A chain of 74HC595 with an LED at each output: shows what was shifted in when the latch rises.

import { listed } from './points.mjs';

const ON = [255, 255, 255];

export class Hc595 {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.data = config.LED_DATA;
    this.clock = config.LED_CLOCK;
    this.latch = config.LED_LATCH;
    this.points = listed(config.LEDS);
  }

  attach(machine) {
    this.bits = []; // the newest first: it is at the first output
    this.begin = 0;
    machine.pins.listen(this.clock, {
      rise: (nanos) => {
        if (this.bits.length === 0) {
          this.begin = nanos;
        }
        this.bits.unshift(machine.pins.isHigh(this.data));
      },
    });
    machine.pins.listen(this.latch, {
      rise: (nanos) => {
        const lit = this.points.filter((point, led) => point !== '-' && this.bits[led]);
        this.wiring.shown(this.begin, nanos, Object.fromEntries(lit.map((point) => [point, ON])));
        this.bits = [];
      },
    });
  }
}
