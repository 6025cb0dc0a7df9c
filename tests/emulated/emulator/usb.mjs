// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The USB port of the board, and the computer at its other end.
//
// rp2040js completes each read at once, with nothing in it if need be; a real computer answers
// only when it has something to send. A computer may stop reading, and its program may go.

import { USBCDC } from './rp2040.mjs';

const PACKET = 64;
const OPEN = 3; // DTR and RTS

export class Usb {
  constructor() {
    this.toBoard = [];
    this.fromBoard = [];
    this.deaf = false; // the computer does not read
  }

  /** A machine has started, and the computer finds it. */
  attach(mcu) {
    this.mcu = mcu;
    this.wanted = null; // bytes that the board would take now
    this.unread = [];
    this.cdc = new USBCDC(mcu.usbCtrl);
    this.cdc.onSerialData = (bytes) => this.fromBoard.push(...bytes);
    mcu.usbCtrl.onEndpointRead = (endpoint, size) => {
      if (endpoint === this.cdc.outEndpoint) {
        this.wanted = size;
        this.feed();
      }
    };
    const ready = mcu.usbCtrl.indicateBufferReady.bind(mcu.usbCtrl);
    mcu.usbCtrl.indicateBufferReady = (endpoint, out) => {
      if (this.deaf && !out && endpoint === this.cdc.inEndpoint) {
        this.unread.push(() => ready(endpoint, out));
      } else {
        ready(endpoint, out);
      }
    };
  }

  /** The power has gone: what was under way is lost. */
  clear() {
    this.toBoard = [];
    this.fromBoard = [];
  }

  send(bytes) {
    for (const byte of bytes) {
      this.toBoard.push(byte);
    }
    this.feed();
  }

  feed() {
    if (this.wanted === null || this.toBoard.length === 0) {
      return;
    }
    const packet = this.toBoard.splice(0, Math.min(this.wanted, PACKET));
    this.wanted = null;
    this.mcu.usbCtrl.endpointReadDone(this.cdc.outEndpoint, Uint8Array.from(packet));
  }

  /** All that came from the board since the last time. */
  take() {
    const bytes = Buffer.from(this.fromBoard);
    this.fromBoard = [];
    return bytes;
  }

  stopReading() {
    this.deaf = true;
  }

  readAgain() {
    this.deaf = false;
    const { unread } = this;
    this.unread = [];
    for (const complete of unread) {
      complete();
    }
  }

  /** The program at the computer opens the port, or closes it. */
  open(is) {
    this.cdc.cdcSetControlLineState(is ? OPEN : 0);
  }
}
