// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// RAM and flash without the search for a peripheral that rp2040js makes first: nearly all reads and
// writes go there, and this alone makes it half as fast again. Writes tell the heap what it watches.

import { FLASH_SIZE } from './flash.mjs';

const SRAM_BASE = 0x20000000;
const SRAM_SIZE = 0x42000;
const FLASH_BASE = 0x10000000;

/** Give the core of a machine short ways to its RAM and its flash. */
export function shorten(machine, heap) {
  const { mcu, core } = machine;
  const ram = mcu.sram;
  const ramView = mcu.sramView;
  const flash = mcu.flash;
  const flashView = mcu.flashView;

  core.readUint32 = (address) => {
    address >>>= 0;
    if ((address & 3) === 0) {
      const inRam = address - SRAM_BASE;
      if (inRam >= 0 && inRam < SRAM_SIZE) {
        return ramView.getUint32(inRam, true);
      }
      const inFlash = address - FLASH_BASE;
      if (inFlash >= 0 && inFlash < FLASH_SIZE) {
        return flashView.getUint32(inFlash, true);
      }
    }
    return mcu.readUint32(address);
  };
  core.readUint16 = (address) => {
    address >>>= 0;
    if ((address & 1) === 0) {
      const inRam = address - SRAM_BASE;
      if (inRam >= 0 && inRam < SRAM_SIZE) {
        return ramView.getUint16(inRam, true);
      }
      const inFlash = address - FLASH_BASE;
      if (inFlash >= 0 && inFlash < FLASH_SIZE) {
        return flashView.getUint16(inFlash, true);
      }
    }
    return mcu.readUint16(address);
  };
  core.readUint8 = (address) => {
    address >>>= 0;
    const inRam = address - SRAM_BASE;
    if (inRam >= 0 && inRam < SRAM_SIZE) {
      return ram[inRam];
    }
    const inFlash = address - FLASH_BASE;
    if (inFlash >= 0 && inFlash < FLASH_SIZE) {
      return flash[inFlash];
    }
    return mcu.readUint8(address);
  };
  core.writeUint32 = (address, value) => {
    const inRam = (address >>> 0) - SRAM_BASE;
    if (inRam < 0 || inRam > SRAM_SIZE - 4) {
      mcu.writeUint32(address, value);
      return;
    }
    ramView.setUint32(inRam, value, true);
    if (value === 0 && (inRam === heap.watchBegin || inRam === heap.watchEnd)) {
      heap.zeroed(inRam);
    }
  };
  core.writeUint16 = (address, value) => {
    const inRam = (address >>> 0) - SRAM_BASE;
    if (inRam >= 0 && inRam <= SRAM_SIZE - 2) {
      ramView.setUint16(inRam, value, true);
    } else {
      mcu.writeUint16(address, value);
    }
  };
  core.writeUint8 = (address, value) => {
    const inRam = (address >>> 0) - SRAM_BASE;
    if (inRam >= 0 && inRam < SRAM_SIZE) {
      ram[inRam] = value;
    } else {
      mcu.writeUint8(address, value);
    }
  };
}
