// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// A chain of APA102: at each rising clock a bit; 32 zeros begin a frame, then 32 bits for each LED.

import { listed } from './points.mjs';

const LED_BITS = 32;

export class Apa102 {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.data = config.LED_DATA;
    this.clock = config.LED_CLOCK;
    this.points = listed(config.LEDS);
    this.colours = config.LED_COLOURS;
  }

  attach(machine) {
    this.begun = null; // the nanoseconds of the frame's first bit
    this.zeros = 0;
    this.bits = [];
    machine.pins.listen(this.clock, {
      rise: (nanos) => this.take(machine.pins.isHigh(this.data) ? 1 : 0, nanos),
    });
  }

  take(bit, nanos) {
    if (this.begun === null) {
      this.zeros = bit ? 0 : this.zeros + 1;
      if (this.zeros === 1) {
        this.first = nanos;
      }
      if (this.zeros === LED_BITS) {
        this.begun = this.first;
      }
      return;
    }
    this.bits.push(bit);
    if (this.bits.length === this.points.length * LED_BITS) {
      this.wiring.shown(this.begun, nanos, this.lit());
      this.begun = null;
      this.zeros = 0;
      this.bits = [];
    }
  }

  lit() {
    const lit = {};
    this.points.forEach((point, led) => {
      const bytes = [0, 1, 2, 3].map((i) => {
        const from = led * LED_BITS + i * 8;
        return parseInt(this.bits.slice(from, from + 8).join(''), 2);
      });
      const colour = [0, 0, 0];
      for (let i = 0; i < 3; i++) {
        colour['RGB'.indexOf(this.colours[i])] = bytes[1 + i];
      }
      if (bytes[0] & 31 && colour.some((value) => value > 0)) {
        lit[point] = colour;
      }
    });
    return lit;
  }
}
