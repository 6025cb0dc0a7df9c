// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The wires at the pins: an output reads back its own level, an input that nothing drives follows
// its pull. Wirings drive inputs and listen to outputs.

import { GPIOPinState } from './rp2040.mjs';

const PINS = 30;

export class Pins {
  constructor() {
    this.driven = new Array(PINS).fill(null);
  }

  attach(machine) {
    this.machine = machine;
    this.gpio = machine.mcu.gpio;
    for (const pin of this.gpio) {
      pin.addListener(() => this.settle(pin));
    }
  }

  settle(pin) {
    const level = this.levelOf(pin);
    if (level !== pin.rawInputValue) {
      pin.setInputValue(level);
    }
  }

  levelOf(pin) {
    if (pin.value === GPIOPinState.High) {
      return true;
    }
    if (pin.value === GPIOPinState.Low) {
      return false;
    }
    if (this.driven[pin.index] !== null) {
      return this.driven[pin.index];
    }
    if (pin.value === GPIOPinState.InputPullUp) {
      return true;
    }
    return pin.value === GPIOPinState.InputPullDown ? false : pin.rawInputValue;
  }

  /** Put a level on a wire from outside, true or false; null lets it go. */
  drive(number, level) {
    this.driven[number] = level;
    this.settle(this.gpio[number]);
  }

  /** Does the board pull this wire low, or high? */
  isLow(number) {
    return this.gpio[number].value === GPIOPinState.Low;
  }

  isHigh(number) {
    return this.gpio[number].value === GPIOPinState.High;
  }

  /** Call `rise` and `fall` with the nanoseconds when the board drives a wire high, or low. */
  listen(number, { rise = () => {}, fall = () => {} }) {
    this.gpio[number].addListener((value) => {
      if (value === GPIOPinState.High) {
        rise(this.machine.exactNanos());
      } else if (value === GPIOPinState.Low) {
        fall(this.machine.exactNanos());
      }
    });
  }
}
