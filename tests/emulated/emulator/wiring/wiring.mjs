// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// What is soldered to the Pico, as a config.py describes it: sensors, lights, two buttons. The wood
// says what stands where; the log keeps what happened at the pins.
//
//     const wiring = new Wiring({ SENSORS: 'matrix', ROWS: [2, ...], ... });
//     wiring.attach(machine);
//     wiring.put(['d6', 'e4'], ['d6']);

import { bits } from './points.mjs';
import { Apa102 } from './apa102.mjs';
import { Expander } from './expander.mjs';
import { Hall } from './hall.mjs';
import { Hc595 } from './hc595.mjs';
import { Ht16k33 } from './ht16k33.mjs';
import { Matrix } from './matrix.mjs';
import { Shift } from './shift.mjs';
import { Switches } from './switches.mjs';
import { Ws2812 } from './ws2812.mjs';

const SENSORS = {
  expander: Expander,
  hall: Hall,
  matrix: Matrix,
  shift: Shift,
  switches: Switches,
};
const LIGHTS = { apa102: Apa102, hc595: Hc595, ht16k33: Ht16k33, ws2812: Ws2812 };

export class Wiring {
  constructor(config) {
    this.buttons = [config.NEW_BUTTON, config.BACK_BUTTON].filter((pin) => pin !== null);
    this.down = new Set();
    this.pieces = new Set(); // bits of the points where one stands
    this.white = new Set(); // those of white, for sensors that tell
    this.sensors = new SENSORS[config.SENSORS](config, this);
    this.lights = new LIGHTS[config.LIGHTS](config, this);
    this.clear();
  }

  /** A machine has started: these are its pins. */
  attach(machine) {
    this.machine = machine;
    this.scan = null;
    this.sensors.attach(machine);
    this.lights.attach(machine);
    for (const pin of this.buttons) {
      this.press(pin, this.down.has(pin));
    }
    this.sensors.moved();
  }

  put(pieces, white) {
    this.pieces = new Set(bits(pieces));
    this.white = new Set(bits(white));
    this.sensors.moved();
  }

  press(pin, is) {
    if (is) {
      this.down.add(pin);
    } else {
      this.down.delete(pin);
    }
    this.machine.pins.drive(pin, !is);
  }

  // What the parts tell

  scanBegins(nanos) {
    this.scan = [Math.round(nanos), null];
  }

  scanEnds(nanos) {
    if (this.scan !== null) {
      this.scan[1] = Math.round(nanos);
      this.scans.push(this.scan);
      this.scan = null;
    }
  }

  /** A frame of the lights: its points that shine, each with its brightest colours. */
  shown(begin, end, points) {
    this.frames.push([Math.round(begin), Math.round(end), points]);
  }

  // The log

  clear() {
    this.scans = []; // [nanoseconds of its begin, of its end]
    this.frames = []; // [nanoseconds of its begin, of its end, { point: [red, green, blue] }]
  }

  take() {
    this.sensors.settle?.();
    this.lights.settle?.();
    const { scans, frames } = this;
    this.clear();
    return { scans, frames };
  }
}
