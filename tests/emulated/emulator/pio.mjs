// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The state machines of the PIO, paced by emulated time: rp2040js would run them by timers of
// their own, so that the pulses of LEDs came at any length.

const LATEST_NS = 1e6; // a machine that was behind by more was stopped

export class Pio {
  attach(mcu, machine) {
    this.machine = machine;
    this.blocks = mcu.pio;
    this.now = null; // the time of the state machine that steps
    for (const block of this.blocks) {
      block.run = () => {};
      for (const stateMachine of block.machines) {
        stateMachine.nanos = 0;
      }
    }
  }

  get stopped() {
    return this.blocks[0].stopped && this.blocks[1].stopped;
  }

  /** Has any state machine something to do? */
  get busy() {
    return this.blocks.some(
      (block) => !block.stopped && block.machines.some((one) => one.enabled && !one.waiting),
    );
  }

  /** Run all state machines up to a time, with their delays and clock dividers. */
  runTo(nanos) {
    for (const block of this.blocks) {
      if (!block.stopped) {
        for (const stateMachine of block.machines) {
          this.step(block, stateMachine, nanos);
        }
      }
    }
    this.now = null;
  }

  step(block, stateMachine, nanos) {
    if (!stateMachine.enabled) {
      stateMachine.nanos = nanos;
      return;
    }
    const divider = stateMachine.clockDivInt + stateMachine.clockDivFrac / 256;
    const cycle = divider * this.machine.cycleNanos;
    if (stateMachine.nanos < nanos - LATEST_NS) {
      stateMachine.nanos = nanos;
    }
    while (stateMachine.nanos <= nanos) {
      if (stateMachine.waiting) {
        stateMachine.checkWait();
        if (stateMachine.waiting) {
          const cycles = Math.floor((nanos - stateMachine.nanos) / cycle);
          stateMachine.nanos += Math.max(1, cycles) * cycle;
          continue;
        }
      }
      const before = stateMachine.cycles;
      this.now = stateMachine.nanos;
      stateMachine.step();
      block.checkChangedPins();
      stateMachine.nanos += Math.max(1, stateMachine.cycles - before) * cycle;
    }
  }
}
