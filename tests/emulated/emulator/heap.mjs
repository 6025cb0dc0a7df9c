// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The heap of MicroPython, read from outside: how much is free, and when it is collected.
//
// No map of the firmware is needed. The allocation table has two bits for each block of 16 bytes,
// so a length and three pointers that lie one after another in RAM and agree with each other are
// MicroPython's description of its heap (mp_state_mem_area_t in py/mpstate.h):
//
//     alloc_table_start, alloc_table_byte_len, finaliser_table_start, pool_start, pool_end,
//     last_free_atb_index, last_used_block, then gc_stack_overflow
//
// A collection begins by setting gc_stack_overflow to 0 and ends by setting last_free_atb_index to
// 0 (py/gc.c), so both are watched. At its end what is free is counted.

const SRAM_BASE = 0x20000000;
const BLOCK = 16;
const BLOCKS_A_BYTE = 4;
const LARGEST_TABLE = 0x8000;
const MOST_GAP = 4; // bytes between the two tables

export class Heap {
  constructor() {
    this.log = []; // [nanoseconds of its begin, of its end, bytes free after it, largest block]
    this.watched = false;
  }

  /** A machine has started: its RAM is another, the heap lies where it lay. */
  attach(machine) {
    this.machine = machine;
    this.words = new Uint32Array(machine.mcu.sram.buffer);
    this.begun = null;
    this.idle = true;
  }

  /** Find the heap, when MicroPython has made it. */
  find() {
    const { words } = this;
    for (let i = 0; i + 8 < words.length; i++) {
      const [table, length, finalisers, start, end] = words.subarray(i, i + 5);
      const fits =
        length > 0 &&
        length < LARGEST_TABLE &&
        end - start === length * BLOCKS_A_BYTE * BLOCK &&
        start % BLOCK === 0 &&
        finalisers - (table + length) >= 0 &&
        finalisers - (table + length) <= MOST_GAP &&
        start >= finalisers + length / 2;
      if (fits) {
        this.table = table - SRAM_BASE;
        this.length = length;
        this.watchEnd = (i + 5) * 4;
        this.watchBegin = (i + 7) * 4;
        this.watched = true;
        return;
      }
    }
  }

  /** A word that is watched was set to 0. */
  zeroed(offset) {
    if (offset === this.watchBegin) {
      this.begun = Math.round(this.machine.nanos);
    } else if (this.begun !== null) {
      const { free, largest } = this.count();
      this.log.push([this.begun, Math.round(this.machine.nanos), free, largest]);
      this.begun = null;
    }
  }

  /** Bytes of the heap, of them free, and in the largest free block; what waits for a collection is in use. */
  count() {
    const { sram } = this.machine.mcu;
    let free = 0;
    let run = 0;
    let largest = 0;
    for (let at = this.table; at < this.table + this.length; at++) {
      const four = sram[at];
      for (let shift = 0; shift < 8; shift += 2) {
        if (((four >> shift) & 3) === 0) {
          free++;
          run++;
          if (run > largest) {
            largest = run;
          }
        } else {
          run = 0;
        }
      }
    }
    const total = this.length * BLOCKS_A_BYTE;
    return { total: total * BLOCK, free: free * BLOCK, largest: largest * BLOCK };
  }
}
