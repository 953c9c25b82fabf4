import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { ContentFault } from '../faults.js';
import { readCsvCells } from './cells.js';
import { CellWriter, CsvRows } from './rows.js';

describe('CsvRows', () => {
  exhaustive('gives the cells and lines of readCsvCells for any text', () => {
    const next = chanceOf(1);
    const letters = ['a', ',', '"', '\n', '\r', ';', ' ', '""', '\r\n', '🙂', '"x"'];
    let refused = 0;
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: next(25) }, () => letters[next(letters.length)]).join('');
      try {
        const expected = readCsvCells(text, ',');
        const rows = new CsvRows(text, ',', '"', 0, false);
        const places = Array.from({ length: rows.count }, (_, row) => row);
        expect(
          places.map((row) => rows.cells(row)),
          JSON.stringify(text),
        ).toEqual(expected.records);
        expect(places.map((row) => rows.lineOf(row))).toEqual(expected.lines);
        for (const row of places) {
          const cells = expected.records[row] ?? [];
          expect(cells.map((_, column) => rows.cell(row, column))).toEqual(cells);
          rows.read(row);
          expect(cells.map((_, column) => rows.rawCell(column)).join(',')).toBe(rows.raw(row));
        }
      } catch (error) {
        if (!(error instanceof ContentFault)) throw error;
        expect(() => new CsvRows(text, ',', '"', 0, false)).toThrow(error);
        refused++;
      }
    }
    expect(refused).toBeLessThan(2500);
  });

  it('reads rows of one cell that hold the delimiter', () => {
    const rows = new CsvRows('text\nHello, you\n', ',', '"', 0, true);
    expect([rows.width, rows.cells(1)]).toEqual([1, ['Hello, you']]);
  });
});

describe('CellWriter', () => {
  it('quotes with the quote of the table', () => {
    const writer = new CellWriter(';', "'");
    expect(writer.row(['a;b', "it's", '"x"', ' y'])).toBe("'a;b';'it''s';\"x\";' y'");
    expect(() => new CellWriter(';', '').row(['a;b'])).toThrow(ContentFault);
  });
});
