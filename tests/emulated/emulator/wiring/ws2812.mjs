// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// A chain of WS2812 or SK6812: the length of a high pulse is a bit, a long pause ends the frame.

import { listed } from './points.mjs';

const REST_NS = 50000;
const DEFAULT_TIMING = [350, 900, 800, 450];

export class Ws2812 {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.pin = config.LED_DATA;
    this.points = listed(config.LEDS);
    this.colours = config.LED_COLOURS;
    const [zero, , one] = config.LED_TIMING ?? DEFAULT_TIMING;
    this.between = (zero + one) / 2;
  }

  attach(machine) {
    this.machine = machine;
    this.bits = [];
    this.begin = this.end = 0;
    let rise = 0;
    machine.pins.listen(this.pin, {
      rise: (nanos) => {
        this.settle(nanos);
        if (this.bits.length === 0) {
          this.begin = nanos;
        }
        rise = nanos;
      },
      fall: (nanos) => {
        if (rise) {
          this.bits.push(nanos - rise > this.between ? 1 : 0);
          this.end = nanos;
          rise = 0;
        }
      },
    });
  }

  /** Has the chain rested for long enough to show what it got? */
  settle(nanos = this.machine.nanos) {
    if (this.bits.length && nanos - this.end > REST_NS) {
      this.wiring.shown(this.begin, this.end, this.lit());
      this.bits = [];
    }
  }

  lit() {
    const size = this.colours.length;
    const lit = {};
    this.points.forEach((point, led) => {
      const colour = [0, 0, 0];
      for (let i = 0; i < size; i++) {
        const from = (led * size + i) * 8;
        const value = parseInt(this.bits.slice(from, from + 8).join('') || '0', 2);
        const which = 'RGBW'.indexOf(this.colours[i]);
        if (which === 3) {
          colour.forEach((_, c) => (colour[c] += value));
        } else {
          colour[which] += value;
        }
      }
      if (colour.some((value) => value > 0)) {
        lit[point] = colour;
      }
    });
    return lit;
  }
}
