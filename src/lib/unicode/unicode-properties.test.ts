import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { nameOf } from '../../engines/text/unicode-names.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { noteUntested } from '../../testing/untested.js';
import { invisibleKind } from './invisible-characters.js';
import { blockOf, categoryOf, isIgnorable, scriptOf } from './unicode-properties.js';

// Debian package unicode-data, Unicode 15.0.
const FOLDER = '/usr/share/unicode';
const hasData = existsSync(`${FOLDER}/UnicodeData.txt`);
if (!hasData) noteUntested('unicode-data', 'properties compared with the Unicode Character Database');

const rows = (name: string): string[][] =>
  readFileSync(`${FOLDER}/${name}.txt`, 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(';').map((cell) => cell.trim()));

function* ranges(name: string): Generator<[number, number, string]> {
  for (const [codes = '', value = ''] of rows(name)) {
    const [first = '', last = first] = codes.split('..');
    yield [Number.parseInt(first, 16), Number.parseInt(last, 16), value];
  }
}

describe.skipIf(!hasData)('the Unicode Character Database', () => {
  it('has the same name and category for every code point of UnicodeData', () => {
    const changed: string[] = [];
    for (const [code = '', name = '', category = ''] of rows('UnicodeData')) {
      const codePoint = Number.parseInt(code, 16);
      if (categoryOf(codePoint) !== category) changed.push(code);
      if (!name.startsWith('<') && nameOf(codePoint) !== name) changed.push(name);
      else if (name === '<control>') expect(nameOf(codePoint)).toBe(`<control-${code}>`);
    }
    // Unicode 16 made U+0295 a letter without case and U+1171E a nonspacing mark.
    expect(changed).toEqual(['0295', '1171E']);
  });

  it('has the same block for every code point', () => {
    for (const [first, last, name] of ranges('Blocks')) expect([blockOf(first), blockOf(last)]).toEqual([name, name]);
  });

  it('has the same script for every code point, but for those that a later version gave to several', () => {
    let differing = 0;
    for (const [first, last, name] of ranges('Scripts')) {
      for (let codePoint = first; codePoint <= last; codePoint++) if (scriptOf(codePoint) !== name) differing++;
    }
    expect(differing).toBeLessThan(20);
  });

  exhaustive('takes as invisible what is Default_Ignorable, and besides it controls and four signs', () => {
    const ignorable = new Set<number>();
    for (const [first, last, name] of ranges('DerivedCoreProperties')) {
      if (name === 'Default_Ignorable_Code_Point') for (let i = first; i <= last; i++) ignorable.add(i);
    }
    const besides: number[] = [];
    const wrong: number[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (isIgnorable(codePoint) !== ignorable.has(codePoint)) wrong.push(codePoint);
      const isInvisible = invisibleKind(codePoint) !== undefined;
      if (ignorable.has(codePoint) && !isInvisible) wrong.push(codePoint);
      if (!ignorable.has(codePoint) && isInvisible && categoryOf(codePoint) !== 'Cc') besides.push(codePoint);
    }
    expect(wrong).toEqual([]);
    expect(besides).toEqual([0x2028, 0x2029, 0x2800, 0xfff9, 0xfffa, 0xfffb]);
  });
});
