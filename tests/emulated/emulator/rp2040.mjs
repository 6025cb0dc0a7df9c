// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The rp2040js package and the words of the boot ROM, from the folder that the command line names
// first. `install.py` makes that folder; it is not beside this file, where Node would look.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const rp2040js = join(folder, 'node_modules', 'rp2040js', 'dist', 'esm');

function load(name) {
  return import(pathToFileURL(join(rp2040js, name)).href);
}

export const { RP2040, USBCDC, GPIOPinState } = await load('index.js');
export const { SimulationClock } = await load('clock/simulation-clock.js');
export const bootRom = Uint32Array.from(JSON.parse(readFileSync(join(folder, 'bootrom.json'))));
