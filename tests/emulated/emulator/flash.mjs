// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The flash chip: what is erased and programmed, and how long that takes.
//
// The boot ROM's functions for it are replaced by breakpoints that the machine serves from here.
// Bits only go from 1 to 0 when a page is programmed, and back to 1 when a sector is erased.

import { bootRom } from './rp2040.mjs';

export const FLASH_SIZE = 2 << 20;
const SECTOR = 4096;
const PAGE = 256;
const UF2_MAGIC = 0x0a324655;
const UF2_BLOCK = 512;
const XIP_BASE = 0x10000000;
const SRAM_BASE = 0x20000000;

// Of the W25Q16JV on a Pico, typical
const ERASE_NS = 45e6;
const PROGRAM_NS = 0.4e6;

export const ERASE_BREAK = 0xe1;
export const PROGRAM_BREAK = 0xe2;
const RETURN = 0x4770; // bx lr

/** The boot ROM with flash_range_erase and flash_range_program replaced by breakpoints. */
export function patchedBootRom() {
  const words = new Uint32Array(bootRom);
  const halves = new Uint16Array(words.buffer);
  for (let at = halves[0x14 >> 1] >> 1; halves[at]; at += 2) {
    const name = String.fromCharCode(halves[at] & 255, halves[at] >> 8);
    const code = { RE: ERASE_BREAK, RP: PROGRAM_BREAK }[name];
    if (code) {
      const start = halves[at + 1] >> 1;
      halves[start] = 0xbe00 | code;
      halves[start + 1] = RETURN;
    }
  }
  return words;
}

/** The 2 MB of the chip with a UF2 file in it, and an image at an offset. */
export function flashWith(uf2, image, imageOffset) {
  const bytes = new Uint8Array(FLASH_SIZE).fill(0xff);
  for (let at = 0; at < uf2.length; at += UF2_BLOCK) {
    if (uf2.readUInt32LE(at) !== UF2_MAGIC) {
      throw new Error('the firmware is no UF2 file');
    }
    const size = uf2.readUInt32LE(at + 16);
    const address = uf2.readUInt32LE(at + 12) - XIP_BASE;
    bytes.set(uf2.subarray(at + 32, at + 32 + size), address);
  }
  bytes.set(image, imageOffset);
  return bytes;
}

export class FlashChip {
  constructor(machine) {
    this.machine = machine;
    this.log = []; // [kind, nanoseconds, offset, length, what was programmed as base64]
  }

  /** Serve a breakpoint of the boot ROM; returns the nanoseconds that it takes. */
  serve(code) {
    const [first, second, third] = this.machine.core.registers;
    const nanos = Math.round(this.machine.nanos);
    if (code === ERASE_BREAK) {
      this.erase(first, second);
      this.log.push(['erase', nanos, first, second, '']);
      return (ERASE_NS * second) / SECTOR;
    }
    const data = this.read(second, third);
    this.program(first, data);
    this.log.push(['program', nanos, first, third, Buffer.from(data).toString('base64')]);
    return (PROGRAM_NS * third) / PAGE;
  }

  /** What lies at an address, copied: the source may be the flash itself. */
  read(address, length) {
    const { sram, flash } = this.machine.mcu;
    if (address >= SRAM_BASE) {
      return sram.slice(address - SRAM_BASE, address - SRAM_BASE + length);
    }
    const offset = address & 0xffffff;
    return flash.slice(offset, offset + length);
  }

  erase(offset, length) {
    this.machine.mcu.flash.fill(0xff, offset, offset + length);
  }

  program(offset, data) {
    const { flash } = this.machine.mcu;
    data.forEach((byte, i) => {
      flash[offset + i] &= byte;
    });
  }
}
