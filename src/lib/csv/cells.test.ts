import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { ContentFault } from '../faults.js';
import { readCsvCells } from './cells.js';
import { readCsvRecords } from './records.js';

describe('readCsvCells', () => {
  it('gives the cells and lines of readCsvRecords for any text', () => {
    const next = chanceOf(1);
    const letters = ['a', ',', '"', '\n', '\r', ';', ' ', '""', '\r\n', '🙂', '"x"'];
    let open = 0;
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: next(25) }, () => letters[next(letters.length)]).join('');
      try {
        const records = [...readCsvRecords(text, ',')].filter(({ isBlank }) => !isBlank);
        const read = readCsvCells(text, ',');
        expect(read.records, JSON.stringify(text)).toEqual(records.map(({ cells }) => cells));
        expect(read.lines, JSON.stringify(text)).toEqual(records.map(({ line }) => line));
      } catch (error) {
        if (!(error instanceof ContentFault)) throw error;
        expect(() => readCsvCells(text, ',')).toThrow(error);
        open++;
      }
    }
    expect(open).toBeLessThan(2500);
  });

  it('gives the cells of Papa Parse', () => {
    const next = chanceOf(2);
    const letters = ['a', 'b', '1', ' ', ';', ',', '"', '\n', 'é', '|', '\t'];
    for (let round = 0; round < 3000; round++) {
      const delimiter = [',', ';', '\t', '|'][next(4)] ?? ',';
      const rows = Array.from({ length: 1 + next(4) }, () =>
        Array.from({ length: 1 + next(4) }, () =>
          Array.from({ length: next(4) }, () => letters[next(letters.length)]).join(''),
        ),
      );
      // Papa Parse gives blank lines too.
      for (const row of rows) row[0] = `x${row[0]}`;
      const text = Papa.unparse(rows, { delimiter, newline: '\n', quotes: next(2) === 0 });
      const expected = Papa.parse(text, { delimiter, newline: '\n' }).data as string[][];
      expect(readCsvCells(text, delimiter).records, JSON.stringify(text)).toEqual(expected);
    }
  });

  it('tells an empty text from nothing', () => {
    expect([...readCsvCells('a,"",\n"",b', ',').quotedEmpty]).toEqual([1, 16_384]);
  });

  it('passes over the directive of Excel', () => {
    expect(readCsvCells('sep=;\r\na;b', ';')).toMatchObject({ records: [['a', 'b']], lines: [2] });
  });
});
