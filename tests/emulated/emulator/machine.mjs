// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The chip: starts from flash, runs for a span of emulated time, is reset by its watchdog, loses
// its power. All that is outside of it is handed in and attached anew after each start.

import { ERASE_BREAK, FLASH_SIZE, FlashChip, PROGRAM_BREAK, patchedBootRom } from './flash.mjs';
import { Heap } from './heap.mjs';
import { shorten } from './memory.mjs';
import { Pins } from './pins.mjs';
import { Pio } from './pio.mjs';
import { RP2040, SimulationClock } from './rp2040.mjs';
import { Usb } from './usb.mjs';

const WATCHDOG = 0x40058;
const BOOT2 = 0x10000000;
const CYCLE_NS = 8; // 125 MHz, until the firmware has said otherwise
const LOOK_NS = 2000;
const PIO_BUSY_NS = 1000;
const HEAP_NS = 1e6;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export class Machine {
  /** `wiring` is attached to the pins; see wiring/. The clock begins at `nanos`. */
  constructor(flash, wiring, nanos) {
    this.wiring = wiring;
    this.chip = new FlashChip(this);
    this.heap = new Heap();
    this.pins = new Pins();
    this.pio = new Pio();
    this.usb = new Usb();
    this.rom = patchedBootRom();
    this.resets = 0;
    this.start(flash, null, 0, nanos);
  }

  start(flash, scratch, reason, nanos = 0) {
    this.clock = new SimulationClock();
    this.clock.nanosCounter = nanos;
    this.mcu = new RP2040(this.clock);
    this.core = this.mcu.core;
    this.cycleNanos = CYCLE_NS;
    this.delay = 0;
    this.wanted = null; // why the watchdog resets the chip
    this.happened = false; // a flash operation, a reset
    this.nextLook = nanos;
    this.heapNanos = nanos;
    this.mcu.logger = silent;
    this.mcu.clockListeners.add((hertz) => {
      this.cycleNanos = 1e9 / hertz;
    });
    this.mcu.loadBootrom(this.rom);
    this.mcu.flash.set(flash, 0);
    this.mcu.onBreak = (code) => this.onBreak(code);
    this.heap.attach(this);
    shorten(this, this.heap);
    const watchdog = this.mcu.peripherals[WATCHDOG];
    if (scratch) {
      watchdog.scratchData.set(scratch);
    }
    watchdog.reason = reason;
    watchdog.onWatchdogTrigger = () => {
      this.wanted = watchdog.reason;
      this.happened = true;
      watchdog.timer.enable = false;
      watchdog.alarm.enable = false;
      watchdog.enable = false;
    };
    this.pio.attach(this.mcu, this);
    this.usb.attach(this.mcu);
    this.pins.attach(this);
    this.wiring.attach(this);
    this.core.PC = BOOT2;
  }

  get nanos() {
    return this.clock.nanosCounter;
  }

  /** The time of what just happens: a state machine of the PIO has its own. */
  exactNanos() {
    return this.pio.now ?? this.nanos;
  }

  get flash() {
    return this.mcu.flash.subarray(0, FLASH_SIZE);
  }

  /** The power fails and comes back. */
  powerCycle() {
    this.usb.clear();
    this.start(this.flash.slice(), null, 0);
  }

  onBreak(code) {
    if (code !== ERASE_BREAK && code !== PROGRAM_BREAK) {
      throw new Error(`the firmware ran into breakpoint ${code} at ${this.core.PC.toString(16)}`);
    }
    this.delay = this.chip.serve(code);
    this.happened = true;
  }

  /** Run for so many nanoseconds, or until a reset, after which the clock begins anew. */
  advance(nanos) {
    const end = this.nanos + nanos;
    const { resets } = this;
    while (this.nanos < end && this.resets === resets) {
      this.run(end);
    }
  }

  /** Run until it is time to look around, or something has happened, or the core waits. */
  run(end) {
    const { clock, core } = this;
    const stop = Math.min(end, this.nextLook);
    while (clock.nanosCounter < stop && !core.waiting && !this.happened) {
      const nanos = core.executeInstruction() * this.cycleNanos;
      const then = clock.nanosCounter + nanos;
      const alarm = clock.nextAlarm;
      if (alarm !== null && alarm.nanos <= then) {
        clock.tick(nanos);
      } else {
        clock.nanosCounter = then;
      }
    }
    if (core.waiting && !this.happened) {
      this.sleep(end);
    }
    if (this.nanos >= this.nextLook) {
      this.lookAround();
    }
    if (this.happened) {
      this.happened = false;
      clock.nanosCounter += this.delay;
      this.delay = 0;
      if (this.wanted !== null) {
        this.reset();
      }
    }
  }

  /** The core waits for an interrupt: let the time pass until one may come. */
  sleep(end) {
    const { clock, core } = this;
    if (core.interruptsUpdated && core.checkForInterrupts()) {
      core.waiting = false;
      return;
    }
    const left = end - clock.nanosCounter;
    let nanos = clock.nextAlarm === null ? left : Math.min(left, clock.nanosToNextAlarm);
    nanos = Math.max(0, nanos); // an erase may have run past an alarm
    if (nanos > PIO_BUSY_NS && this.pio.busy) {
      nanos = PIO_BUSY_NS;
    }
    clock.tick(nanos);
  }

  /** What need not be looked at after each instruction. */
  lookAround() {
    this.nextLook = this.nanos + LOOK_NS;
    if (!this.pio.stopped) {
      this.pio.runTo(this.nanos);
    }
    if (!this.heap.watched && this.nanos - this.heapNanos > HEAP_NS) {
      this.heapNanos = this.nanos;
      this.heap.find();
    }
  }

  reset() {
    const { scratchData } = this.mcu.peripherals[WATCHDOG];
    this.resets++;
    this.start(this.flash.slice(), scratchData.slice(), this.wanted);
  }
}
