import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonToCsv from './json-to-csv.js';

const readCsv = (text: string): string[][] => Papa.parse<string[]>(text.replace(/\n$/, '')).data;

describe('json-to-csv', () => {
  exhaustive.skipIf(!hasProgram('mlr', ['--version'], 'CSV beside Miller'))(
    'writes the cells that Miller writes',
    async () => {
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
    },
  );

  exhaustive('refuses tables that are wider or longer than anyone reads', async () => {
    const wide = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ [`k${i}`]: 1 })));
    expect((await runTool(jsonToCsv, { input: wide })).message).toBe(
      'The table must have at most 16384 columns, got 20000',
    );
    const long = JSON.stringify(Array.from({ length: 16_000 }, (_, i) => ({ [`k${i}`]: 1 })));
    expect((await runTool(jsonToCsv, { input: long })).code).toBe('LIMIT_EXCEEDED');
  });

  it('finds the only list of records in an answer, takes the one at a path, and unwinds lists inside', async () => {
    const csv = async (value: unknown, options: Record<string, unknown> = {}): Promise<string | null | undefined> => {
      const answer = await runTool(jsonToCsv, { input: JSON.stringify(value), options });
      return answer.text ?? answer.message;
    };
    const answer = { count: 2, next: null, results: [{ id: 1 }, { id: 2, a: { b: 'x' } }] };
    expect(await csv(answer)).toBe('id,a.b\n1,\n2,x\n');
    expect(await csv({ response: { docs: [{ id: 1 }] }, status: 0 })).toBe('id\n1\n');
    // Two lists: which one is meant is for the caller to say.
    const two = { a: [{ x: 1 }], b: [{ y: 2 }] };
    expect(await csv(two)).toBe('a.1.x,b.1.y\n1,2\n');
    expect(await csv(two, { path: 'b' })).toBe('y\n2\n');
    expect(await csv(answer, { path: '.' })).toBe('count,next,results.1.id,results.2.id,results.2.a.b\n2,,1,2,x\n');
    expect(await csv({ 'a.b': [{ x: 1 }] }, { path: 'a\\.b' })).toBe('x\n1\n');
    expect(await csv([{ a: [{ x: 1 }] }], { path: '0.a' })).toBe('x\n1\n');
    expect(await csv(two, { path: 'a.c' })).toBe('Cannot read option "path" in property "input": nothing is at "c"');
    const orders = [
      { id: 1, o: { items: [{ p: 'x' }, { p: 'y' }] } },
      { id: 2, o: { items: [] } },
      { id: 3 },
      { id: 4, o: { items: ['z'] } },
    ];
    expect(await csv(orders, { unwind: 'o.items' })).toBe(
      'id,o.items.p,o,o.items\n1,x,,\n1,y,,\n2,,{},\n3,,,\n4,,,z\n',
    );
  });

  exhaustive('writes files of 20 MiB, and unwinds no more rows than anyone reads', async () => {
    const bytes = Buffer.from(
      JSON.stringify(Array.from({ length: 150_000 }, (_, i) => ({ id: i, text: 'x'.repeat(90) }))),
    );
    const large = await runTool(jsonToCsv, { files: [{ name: 'a.json', bytes }] });
    expect([large.status, bytes.length > 15_000_000]).toEqual([200, true]);
    const wide = JSON.stringify([
      { a: Array.from({ length: 400_001 }, () => 1) },
      { a: Array.from({ length: 100_000 }, () => 1) },
    ]);
    expect(
      (await runTool(jsonToCsv, { files: [{ name: 'a.json', bytes: Buffer.from(wide) }], options: { unwind: 'a' } }))
        .message,
    ).toBe('Cannot write file "a.json" as CSV: "unwind" must make at most 500000 rows');
  });
});
