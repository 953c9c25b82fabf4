import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { packagePath } from '../../testing/published-suites.js';
import { ContentFault, LimitFault } from '../faults.js';
import { MAX_COLUMNS, readCsvRecords } from './records.js';
import { sniffDelimiter } from './sniff.js';
import { appendCells, formatCell, formatRecord } from './write.js';

const cellsOf = (text: string, delimiter = ','): (readonly string[])[] =>
  [...readCsvRecords(text, delimiter)].filter(({ isBlank }) => !isBlank).map(({ cells }) => cells);

const SPECTRUM = packagePath('csv-spectrum');

describe('readCsvRecords', () => {
  it('reads csv-spectrum as its JSON says', () => {
    // That file is not UTF-8.
    const names = readdirSync(join(SPECTRUM, 'csvs')).filter((name) => name !== 'location_coordinates.csv');
    expect(names.length).toBe(11);
    for (const name of names) {
      const [header = [], ...rows] = cellsOf(readFileSync(join(SPECTRUM, 'csvs', name), 'utf8'));
      const objects = rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [header[i], cell])));
      const expected: unknown = JSON.parse(readFileSync(join(SPECTRUM, 'json', name.replace('.csv', '.json')), 'utf8'));
      expect(objects, name).toEqual(expected);
    }
  });

  // RFC 4180 §2, rules 1 to 7
  it('reads quotes, delimiters and line breaks inside quotes', () => {
    expect(cellsOf('a,"b ""c"" d","e\r\nf",""\r\n,,x')).toEqual([
      ['a', 'b "c" d', 'e\r\nf', ''],
      ['', '', 'x'],
    ]);
  });

  // Python 3.11: list(csv.reader(['a "q" b,"x"y,z"'])) == [['a "q" b', 'xy', 'z"']]
  it('takes quotes in the wrong place as Python does', () => {
    expect(cellsOf('a "q" b,"x"y,z"')).toEqual([['a "q" b', 'xy', 'z"']]);
  });

  it('reads mixed line breaks and keeps each', () => {
    const records = [...readCsvRecords('a\r\nb\rc\n\n\r\nd', ',')];
    expect(records.map(({ raw, lineBreak, line }) => [raw, lineBreak, line])).toEqual([
      ['a', '\r\n', 1],
      ['b', '\r', 2],
      ['c', '\n', 3],
      ['', '\n\r\n', 4],
      ['d', '', 6],
    ]);
  });

  it('names the line in which an unclosed quote begins', () => {
    expect(() => cellsOf('a\n"b\nc",d\ne,"f\ng')).toThrow(
      expect.objectContaining({ place: { line: 4, column: 3, offset: 12 } }),
    );
  });

  it('stops at a record of too many columns', () => {
    expect(cellsOf(','.repeat(MAX_COLUMNS - 1))[0]?.length).toBe(MAX_COLUMNS);
    expect(() => cellsOf(`a\n${','.repeat(MAX_COLUMNS)}`)).toThrow(
      new LimitFault(`line 2 has more than ${MAX_COLUMNS} columns`, MAX_COLUMNS),
    );
  });

  it('loses no letter of any text', () => {
    const next = chanceOf(1);
    const letters = ['a', ',', '"', '\n', '\r', ';', ' ', '""', '\r\n', '🙂', '\ud800'];
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: next(30) }, () => letters[next(letters.length)]).join('');
      try {
        expect([...readCsvRecords(text, ',')].map(({ raw, lineBreak }) => raw + lineBreak).join('')).toBe(text);
      } catch (error) {
        if (!(error instanceof ContentFault)) throw error;
      }
    }
  });

  it('grows with the length of the text', () =>
    expectLinear(5000, (length) => {
      let count = 0;
      for (const { cells } of readCsvRecords('"a ""b""",c\n'.repeat(length), ',')) count += cells.length;
      expect(count).toBe(2 * length);
    }));
});

describe('formatRecord', () => {
  it('is read back by Papa Parse as it was', () => {
    const next = chanceOf(2);
    const letters = ['a', ',', '"', '\n', '\r', ';', ' ', '\t', 'ß', '=1+1'];
    for (let round = 0; round < 300; round++) {
      const rows = Array.from({ length: 1 + next(4) }, () =>
        Array.from({ length: 2 + next(3) }, () =>
          Array.from({ length: next(6) }, () => letters[next(letters.length)]).join(''),
        ),
      );
      const text = rows.map((cells) => formatRecord(cells, ',')).join('\r\n');
      expect(Papa.parse(text, { delimiter: ',', newline: '\r\n' }).data).toEqual(rows);
      expect(cellsOf(text)).toEqual(rows);
    }
  });

  it('quotes only what would be misread', () => {
    expect(['a', 'a b', '=1+1', "it's", '-1'].map((cell) => formatCell(cell, ','))).toEqual([
      'a',
      'a b',
      '=1+1',
      "it's",
      '-1',
    ]);
    expect(formatCell('a;b', ',')).toBe('a;b');
    expect(formatCell('a;b', ';')).toBe('"a;b"');
    expect(formatCell(' a', ',')).toBe('" a"');
  });
});

describe('appendCells', () => {
  it('fills short records first, so that new cells stand in their own columns', () => {
    const [full, short] = [...readCsvRecords('"a",b,c\nd', ',')];
    expect(appendCells(full!, ['1', 'x,y'], 3, ',')).toBe('"a",b,c,1,"x,y"');
    expect(appendCells(short!, ['1'], 3, ',')).toBe('d,,,1');
  });
});

describe('sniffDelimiter', () => {
  const cases: readonly (readonly [string, string])[] = [
    [',', 'id,text\n1,a; b\n2,c; d\n'],
    [';', 'id;text\n1;Hello, you, there\n2;Well, yes\n'],
    ['\t', 'id\ttext\n1\tHello, you; there\n'],
    ['|', 'id|text|x\n1|a,b|c\n'],
    [',', 'text\nHello, world\nYes, indeed\n'],
    [',', 'id,text\n1,"a;b;c"\n2,"d;e;f"\n'],
    [';', 'a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n'],
    [';', 'sep=;\na,b;c\n'],
    [',', ''],
    [',', 'text'],
  ];
  it.each(cases)('finds %j in %j', (delimiter, text) => expect(sniffDelimiter(text)).toBe(delimiter));

  it('finds the delimiter of a text whose sample ends within quotes', () => {
    expect(sniffDelimiter(`a;b\n1;2\n3;"${'x,'.repeat(50_000)}"\n`)).toBe(';');
  });
});
