// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// MCP23017 on the I2C bus: registers, and switches at their inputs.

import { I2cBus } from './i2c_bus.mjs';
import { bits, listed } from './points.mjs';

const GPIOA = 0x12;
const GPIOB = 0x13;
const INPUTS = 16;

export class Expander {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.sda = config.I2C_SDA;
    this.addresses = config.EXPANDERS;
    this.bits = bits(listed(config.POINTS));
  }

  attach(machine) {
    this.bus = I2cBus.of(machine, this.sda);
    this.addresses.forEach((address, chip) => {
      this.bus.add(address, new Chip(this, chip, chip === this.addresses.length - 1));
    });
  }

  moved() {}

  /** The levels at eight inputs. */
  levels(chip, port) {
    let levels = 0xff;
    for (let i = 0; i < 8; i++) {
      const bit = this.bits[chip * INPUTS + port * 8 + i];
      if (bit >= 0 && this.wiring.pieces.has(bit)) {
        levels &= ~(1 << i);
      }
    }
    return levels;
  }
}

class Chip {
  constructor(expander, number, last) {
    this.expander = expander;
    this.number = number;
    this.last = last;
    this.registers = new Uint8Array(32);
    this.at = 0;
    this.addressed = false;
  }

  begin() {
    this.addressed = true;
  }

  write(byte) {
    if (this.addressed) {
      this.at = byte;
      this.addressed = false;
    } else {
      this.registers[this.at++ & 31] = byte;
    }
  }

  read() {
    const { wiring, bus } = this.expander;
    const register = this.at++ & 31;
    if (register === GPIOA && this.number === 0) {
      wiring.scanBegins(bus.nanos());
    }
    if (register === GPIOB && this.last) {
      wiring.scanEnds(bus.nanos());
    }
    if (register === GPIOA || register === GPIOB) {
      return this.expander.levels(this.number, register - GPIOA);
    }
    return this.registers[register];
  }
}
