// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// A switch and a diode at each crossing of rows and columns: the rows are driven low one at a time.

import { bits, listed } from './points.mjs';

export class Matrix {
  constructor(config, wiring) {
    this.wiring = wiring;
    this.rows = config.ROWS;
    this.columns = config.COLUMNS;
    this.bits = bits(listed(config.POINTS));
  }

  attach(machine) {
    this.pins = machine.pins;
    for (const row of this.rows) {
      machine.mcu.gpio[row].addListener(() => this.moved());
    }
    const last = this.rows[this.rows.length - 1];
    this.pins.listen(this.rows[0], { fall: (nanos) => this.wiring.scanBegins(nanos) });
    let low = false;
    machine.mcu.gpio[last].addListener(() => {
      const now = this.pins.isLow(last);
      if (low && !now) {
        this.wiring.scanEnds(machine.exactNanos());
      }
      low = now;
    });
  }

  moved() {
    this.columns.forEach((column, c) => {
      const closed = this.rows.some(
        (row, r) => this.pins.isLow(row) && this.wiring.pieces.has(this.at(r, c)),
      );
      this.pins.drive(column, !closed);
    });
  }

  at(row, column) {
    return this.bits[row * this.columns.length + column];
  }
}
