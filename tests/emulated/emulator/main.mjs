// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The emulated board as a process: a request of JSON a line on stdin, an answer a line on stdout. It
// ends when stdin does, so none is left behind.
//
//     node main.mjs FOLDER-OF-INSTALL FIRMWARE.uf2 CONFIG.json IMAGE IMAGE-OFFSET BEGIN-MS
//     {"do": "advance", "ns": 1000000, "tx": "03"}      ->   {"ns": 1000008, "rx": "", ...}

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { flashWith } from './flash.mjs';
import { Machine } from './machine.mjs';
import { Wiring } from './wiring/wiring.mjs';

const [uf2, config, image, offset, beginMs] = process.argv.slice(3);
const wiring = new Wiring(JSON.parse(readFileSync(config)));
const flash = flashWith(readFileSync(uf2), readFileSync(image), Number(offset));
const machine = new Machine(flash, wiring, Number(beginMs) * 1e6);
const { chip, heap, usb } = machine;

const requests = {
  /** Let time pass, with these bytes for the board first. */
  advance({ ns, tx = '' }) {
    usb.send(Buffer.from(tx, 'hex'));
    machine.advance(ns);
    const { nanos, resets } = machine;
    return { ns: nanos, rx: usb.take().toString('hex'), resets };
  },

  /** Pieces stand at these points, white's among them where sensors tell colours. */
  put({ pieces, white = [] }) {
    wiring.put(pieces, white);
    return { ns: machine.nanos };
  },

  press({ pin, down }) {
    wiring.press(pin, down);
    return {};
  },

  /** All that was logged since the last time. */
  log() {
    const logged = { ...wiring.take(), flash: chip.log, collections: heap.log };
    chip.log = [];
    heap.log = [];
    return logged;
  },

  heap() {
    return heap.watched ? heap.count() : { total: 0, free: 0, largest: 0 };
  },

  /** The computer stops reading, or reads again. */
  reading({ on }) {
    if (on) {
      usb.readAgain();
    } else {
      usb.stopReading();
    }
    return {};
  },

  /** The program at the computer opens the port, or closes it. */
  port({ open }) {
    usb.open(open);
    return {};
  },

  power() {
    machine.powerCycle();
    return { ns: machine.nanos };
  },

  /** The flash from an offset on, to its end. */
  dump({ from }) {
    return { flash: Buffer.from(machine.flash.subarray(from)).toString('base64') };
  },

  /** Put this into the flash; the power should be cycled after it. */
  load({ at, data }) {
    machine.flash.set(Buffer.from(data, 'base64'), at);
    return {};
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = requests[request.do](request);
  } catch (error) {
    answer = { error: error.stack };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
