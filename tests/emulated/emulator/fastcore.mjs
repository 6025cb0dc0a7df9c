// SPDX-FileCopyrightText: The Merels contributors
// SPDX-License-Identifier: MIT
//
// Makes the core of rp2040js twice as fast, when it is installed. Its executeInstruction() asks one
// `else if` after the other what an instruction is; here a table of all 65,536 of them says which
// branch, and a switch takes it. Branches and their order stay as they are.
//
//     node fastcore.mjs node_modules/rp2040js/dist/esm/cortex-m0-core.js

import { readFileSync, writeFileSync } from 'node:fs';

const WIDE = 255; // the kind of an instruction of 32 bits
const DONE = 'const DECODE = ';

const [path] = process.argv.slice(2);
const source = readFileSync(path, 'utf8');
if (!source.startsWith(DONE)) {
  writeFileSync(path, rewritten(source.split('\n')));
}

function rewritten(lines) {
  const start = lines.findIndex((line) => /^ {4}executeInstruction\(\) \{/.test(line));
  const first = lines.findIndex((line, i) => i > start && /^ {8}if \(opcode/.test(line));
  const end = lines.findIndex(
    (line, i) => i > first && /^ {8}this\.cycles \+= deltaCycles/.test(line),
  );
  if (start < 0 || first < 0 || end < 0) {
    throw new Error(`${path} is not the file that fastcore.mjs was written for`);
  }
  const branches = branchesOf(lines.slice(first, end));
  const kinds = kindsOf(branches);
  const table = Buffer.from(kinds).toString('base64');
  return [
    `${DONE}Uint8Array.from(Buffer.from('${table}', 'base64'));`,
    ...lines.slice(0, start),
    ...narrow(branches, new Set(kinds)),
    ...wide(branches),
    ...lines.slice(end + 3), // after the sum of cycles, the return, and the closing brace
  ].join('\n');
}

/** [{ condition, body }] of the chain; the condition of the last `else` is null. */
function branchesOf(lines) {
  const branches = [];
  for (const line of lines) {
    const condition = /^ {8}(?:else )?if \((.*)\) \{$/.exec(line);
    if (condition) {
      branches.push({ condition: condition[1], body: [] });
    } else if (/^ {8}else \{$/.test(line)) {
      branches.push({ condition: null, body: [] });
    } else if (!/^ {8}(\}$|\/\/)/.test(line)) {
      branches[branches.length - 1].body.push(line);
    }
  }
  return branches;
}

function isWide(opcode) {
  return opcode >> 12 === 0b1111 || opcode >> 11 === 0b11101;
}

/** The branch of each opcode. */
function kindsOf(branches) {
  const tests = branches.map(({ condition }) =>
    condition === null ? () => true : new Function('opcode', 'opcode2', `return ${condition}`),
  );
  const kinds = new Uint8Array(65536);
  for (let opcode = 0; opcode < kinds.length; opcode++) {
    kinds[opcode] = isWide(opcode) ? WIDE : tests.findIndex((test) => test(opcode, 0));
  }
  return kinds;
}

function narrow(branches, kinds) {
  const cases = branches.flatMap(({ body }, kind) =>
    kinds.has(kind) ? [`case ${kind}: {`, ...body, 'break;', '}'] : [],
  );
  return [
    'executeInstruction() {',
    'if (this.interruptsUpdated && this.checkForInterrupts()) { this.waiting = false; }',
    'const opcodePC = this.PC & ~1;',
    'const inFlash = opcodePC >= 0x10000000 && opcodePC < 0x11000000;',
    'const opcode = inFlash',
    '  ? this.rp2040.flash16[(opcodePC & 0xffffff) >> 1] : this.readUint16(opcodePC);',
    'const kind = DECODE[opcode];',
    `if (kind === ${WIDE}) { return this.executeWide(opcode, opcodePC); }`,
    'const opcode2 = 0;',
    'this.PC += 2;',
    'let deltaCycles = 1;',
    'switch (kind) {',
    ...cases,
    '}',
    'this.cycles += deltaCycles;',
    'return deltaCycles;',
    '}',
  ];
}

/** The few wide instructions keep their chain. */
function wide(branches) {
  const chain = branches
    .filter(({ condition }) => condition === null || condition.includes("opcode2"))
    .flatMap(({ condition, body }, i) => {
      const head = condition === null ? 'else {' : `${i ? 'else ' : ''}if (${condition}) {`;
      return [head, ...body, '}'];
    });
  return [
    'executeWide(opcode, opcodePC) {',
    'const wideInstruction = true;',
    'const opcode2 = this.readUint16(opcodePC + 2);',
    'this.PC += 2;',
    'let deltaCycles = 1;',
    ...chain,
    'this.cycles += deltaCycles;',
    'return deltaCycles;',
    '}',
  ];
}
