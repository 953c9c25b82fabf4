import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonToCsv from './json-to-csv.js';

const readCsv = (text: string): string[][] => Papa.parse<string[]>(text.replace(/\n$/, '')).data;

describe('json-to-csv', () => {
  it.skipIf(!hasProgram('mlr', ['--version'], 'CSV beside Miller'))('writes the cells that Miller writes', async () => {
    const random = fractionsOf(61);
    // Miller splits nothing but objects and arrays; keys that clash with flattened ones are refused here, it takes the last.
    const row = () =>
      Object.fromEntries(
        ['a', 'b', 'c d', 'é'].filter(() => random() < 0.7).map((key) => [key, randomPlain(random, 3)]),
      );
    let compared = 0;
    while (compared < 60) {
      const rows = Array.from({ length: 1 + Math.floor(random() * 5) }, row).filter(
        (one) => Object.keys(one).length > 0,
      );
      if (rows.length === 0) continue;
      // Miller writes null as the word; here it is an empty cell.
      const input = JSON.stringify(rows, (_, value: unknown) => value ?? '');
      // Miller reads no empty key.
      if (input.includes('"":')) continue;
      compared++;
      const { status, text } = await runTool(jsonToCsv, { input });
      expect(status).toBe(200);
      const expected = runProgram('mlr', ['--ijson', '--ocsv', 'flatten', 'then', 'unsparsify'], input).toString();
      expect(readCsv(text ?? ''), input).toEqual(readCsv(expected));
    }
  });

  it('refuses tables that are wider or longer than anyone reads', async () => {
    const wide = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ [`k${i}`]: 1 })));
    expect((await runTool(jsonToCsv, { input: wide })).message).toBe(
      'The table must have at most 16384 columns, got 20000',
    );
    const long = JSON.stringify(Array.from({ length: 16_000 }, (_, i) => ({ [`k${i}`]: 1 })));
    expect((await runTool(jsonToCsv, { input: long })).code).toBe('LIMIT_EXCEEDED');
  });
});
