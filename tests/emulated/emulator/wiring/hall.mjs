// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// Linear Hall sensors behind analog multiplexers: white's magnets push one way, black's the other.

import { bits, listed } from './points.mjs';

const FIRST_ADC_PIN = 26;
const MIDDLE = 2048;
const PIECE = 700;
const NOISE = 3;
const NOT_WIRED = 100;
const CONVERSION_NS = 2000;
const SCANS_APART_NS = 200000; // conversions further apart belong to two scans

export class Hall {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.select = config.MUX_SELECT;
    this.adcPins = config.MUX_ADC;
    this.bits = bits(listed(config.POINTS));
    this.random = 1;
  }

  attach(machine) {
    this.machine = machine;
    this.last = null;
    const { adc } = machine.mcu;
    adc.onADCRead = (channel) => {
      this.converts(machine.nanos);
      adc.channelValues[channel] = this.level(channel);
      adc.currentChannel = channel;
      adc.sampleAlarm.schedule(CONVERSION_NS);
    };
  }

  moved() {}

  converts(nanos) {
    if (this.last === null || nanos - this.last > SCANS_APART_NS) {
      this.settle();
      this.wiring.scanBegins(nanos);
    }
    this.last = nanos;
  }

  settle() {
    if (this.last !== null) {
      this.wiring.scanEnds(this.last);
    }
  }

  level(channel) {
    const mux = this.adcPins.indexOf(FIRST_ADC_PIN + channel);
    let address = 0;
    this.select.forEach((pin, i) => {
      if (this.machine.pins.isHigh(pin)) {
        address |= 1 << i;
      }
    });
    const bit = mux < 0 ? undefined : this.bits[mux * (1 << this.select.length) + address];
    if (bit === undefined || bit < 0) {
      return NOT_WIRED;
    }
    const { pieces, white } = this.wiring;
    const push = pieces.has(bit) ? (white.has(bit) ? PIECE : -PIECE) : 0;
    return MIDDLE + push + this.noise();
  }

  noise() {
    this.random = (Math.imul(this.random, 1103515245) + 12345) | 0;
    return ((this.random >>> 16) % (2 * NOISE + 1)) - NOISE;
  }
}
