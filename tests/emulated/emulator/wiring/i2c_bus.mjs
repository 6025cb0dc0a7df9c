// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// An I2C bus and the chips on it. A byte takes its time: rp2040js alone would move it in none.
//
//     const bus = I2cBus.of(machine, 18);        // the bus with SDA at this pin
//     bus.add(0x20, chip);                        // chip has begin(), write(byte) and read()

const BYTE_NS = (9 / 400e3) * 1e9; // 8 bits and the answer at 400 kHz

const buses = new WeakMap();

export class I2cBus {
  /** The bus of a pin: sensors and lights may share it. */
  static of(machine, sda) {
    const number = (sda >> 1) & 1;
    const peripheral = machine.mcu.i2c[number];
    if (!buses.has(peripheral)) {
      buses.set(peripheral, new I2cBus(machine, peripheral));
    }
    return buses.get(peripheral);
  }

  constructor(machine, peripheral) {
    this.chips = new Map();
    this.nanos = () => machine.nanos;
    let chip = null;
    let complete = null;
    const alarm = machine.clock.createAlarm(() => complete());
    const afterByte = (what) => {
      complete = what;
      alarm.schedule(BYTE_NS);
    };
    peripheral.onConnect = (address) => {
      chip?.end?.();
      chip = this.chips.get(address) ?? null;
      chip?.begin();
      afterByte(() => peripheral.completeConnect(chip !== null));
    };
    peripheral.onWriteByte = (byte) => {
      chip.write(byte);
      afterByte(() => peripheral.completeWrite(true));
    };
    peripheral.onReadByte = () => {
      const byte = chip.read();
      afterByte(() => peripheral.completeRead(byte));
    };
    peripheral.onStop = () => {
      chip?.end?.();
      chip = null;
      peripheral.completeStop();
    };
  }

  add(address, chip) {
    this.chips.set(address, chip);
  }
}
