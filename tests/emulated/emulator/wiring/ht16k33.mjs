// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// An HT16K33 on the I2C bus with an LED at each crossing: two bytes of memory for each common line.

import { I2cBus } from './i2c_bus.mjs';
import { listed } from './points.mjs';

const ON = [255, 255, 255];
const MEMORY = 17; // an address and 16 bytes
const ROWS = 8;

export class Ht16k33 {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.sda = config.I2C_SDA;
    this.address = config.LED_ADDRESS;
    this.points = listed(config.LEDS);
  }

  attach(machine) {
    const bus = I2cBus.of(machine, this.sda);
    let bytes = [];
    let begin = 0;
    bus.add(this.address, {
      begin: () => {
        bytes = [];
        begin = bus.nanos();
      },
      write: (byte) => {
        bytes.push(byte);
        if (bytes.length === MEMORY) {
          this.wiring.shown(begin, bus.nanos(), this.lit(bytes));
        }
      },
      read: () => 0,
    });
  }

  lit(bytes) {
    const lit = {};
    this.points.forEach((point, led) => {
      const row = bytes[1 + 2 * Math.floor(led / ROWS)];
      if (point !== '-' && (row >> led % ROWS) & 1) {
        lit[point] = ON;
      }
    });
    return lit;
  }
}
