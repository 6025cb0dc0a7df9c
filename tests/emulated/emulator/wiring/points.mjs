// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// The names of the points, and their bits: a7 is 0, d4 is 24.

const WOOD =
  'a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1 d4'.split(' ');

/** The bits of points by their names; -1 for a place where none is. */
export function bits(names) {
  return names.map((name) => WOOD.indexOf(name));
}

/** The names of a config.py, as a list. */
export function listed(text) {
  return text.split(' ');
}
