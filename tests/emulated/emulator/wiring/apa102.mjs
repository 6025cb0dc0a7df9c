// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// A chain of APA102: at each rising clock a bit; 32 zeros or more begin a frame, then the first 1 is
// the first of 32 bits for each LED.

import { listed } from './points.mjs';

const LED_BITS = 32;
const REST_NS = 50000;

export class Apa102 {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.data = config.LED_DATA;
    this.clock = config.LED_CLOCK;
    this.points = listed(config.LEDS);
    this.colours = config.LED_COLOURS;
  }

  attach(machine) {
    this.begun = null; // the nanoseconds of the frame's first zero
    this.zeros = 0;
    this.last = 0;
    this.bits = [];
    machine.pins.listen(this.clock, {
      rise: (nanos) => this.take(machine.pins.isHigh(this.data) ? 1 : 0, nanos),
    });
  }

  take(bit, nanos) {
    if (nanos - this.last > REST_NS) {
      this.zeros = 0; // those before the pause ended the last frame
    }
    this.last = nanos;
    if (this.bits.length === 0 && bit === 0) {
      this.begun = this.zeros === 0 ? nanos : this.begun;
      this.zeros++;
      return;
    }
    if (this.bits.length === 0 && this.zeros < LED_BITS) {
      this.zeros = 0;
      return;
    }
    this.bits.push(bit);
    if (this.bits.length === this.points.length * LED_BITS) {
      this.wiring.shown(this.begun, nanos, this.lit());
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
