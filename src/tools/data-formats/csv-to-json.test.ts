import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { packagePath } from '../../testing/published-suites.js';
import { runTool } from '../../testing/run-tool.js';
import jsonToCsv from '../json/json-to-csv.js';
import csvToJson from './csv-to-json.js';

const convert = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
  const answer = await runTool(csvToJson, { input, options });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return answer.data;
};

const SPECTRUM = packagePath('csv-spectrum');

describe('csv-to-json', () => {
  it('gives the JSON of csv-spectrum', async () => {
    // That file is not UTF-8.
    const names = readdirSync(join(SPECTRUM, 'csvs')).filter((name) => name !== 'location_coordinates.csv');
    expect(names.length).toBe(11);
    for (const name of names) {
      const input = readFileSync(join(SPECTRUM, 'csvs', name), 'utf8');
      const expected: unknown = JSON.parse(readFileSync(join(SPECTRUM, 'json', name.replace('.csv', '.json')), 'utf8'));
      expect(await convert(input, { types: false }), name).toEqual(expected);
    }
  });

  it('a byte order mark pasted with the text is not part of the first name', async () => {
    // csv.DictReader of Python 3 on the same bytes as utf-8-sig.
    expect(await convert('\ufeffname;price\r\nMüller;5\r\n')).toEqual([{ name: 'Müller', price: 5 }]);
  });

  it.skipIf(!hasProgram('mlr', ['--version'], 'csv-to-json against Miller'))(
    'gives the values of Miller for random tables',
    async () => {
      const next = chanceOf(3);
      const cells = ['1', '-2', '3.50', '0', '-0.25', '1e5', 'x', 'a b', 'é', 'true', '9007199254740993', '1,5'];
      for (let round = 0; round < 30; round++) {
        const width = 2 + next(3);
        const rows = Array.from({ length: 1 + next(4) }, () =>
          Array.from({ length: width }, () => `"${(cells[next(cells.length)] ?? '').replaceAll('"', '""')}"`),
        );
        const input = `${Array.from({ length: width }, (_, i) => `c${i}`).join(',')}\n${rows.map((row) => row.join(',')).join('\n')}\n`;
        const { text } = await runTool(csvToJson, { input, options: { indent: 0, delimiter: 'comma' } });
        // Miller 6.6 takes integers beyond 64 bits for text, and infers quoted numbers as text unless -S is undone; -A types them. It writes booleans from data as text.
        const bare = input.replace(/"([^",]*)"(?=[,\n])/g, '$1');
        const expected = runProgram('mlr', ['--icsv', '--ojson', '--jvstack', 'cat'], bare).toString();
        const layout = (json: string): string => json.replace(/\s*\n\s*/g, '').replaceAll('": ', '":');
        expect(layout(text ?? '').replaceAll(':true', ':"true"')).toBe(layout(expected).replaceAll(':true', ':"true"'));
      }
    },
  );

  it('keeps every key, also those that JavaScript knows', async () => {
    const { text } = await runTool(csvToJson, { input: '__proto__,10,2,constructor\n1,2,3,4', options: { indent: 0 } });
    expect(text).toBe('[{"__proto__":1,"10":2,"2":3,"constructor":4}]');
  });

  it('writes numbers that JSON.parse reads as the same double', async () => {
    const next = chanceOf(4);
    const input = Array.from({ length: 500 }, () => (next(2) ? '-' : '') + next(1e9) * 10 ** (next(60) - 30)).join(
      '\n',
    );
    const data = (await convert(`n\n${input}`)) as { n: number }[];
    expect(data.map(({ n }) => n)).toEqual(input.split('\n').map(Number));
  });

  it('types by column only codes', async () => {
    expect(await convert('zip\n01234\n90210')).toEqual([{ zip: '01234' }, { zip: '90210' }]);
    expect(await convert('mixed,y\n007,1\n1.5,2\ntrue,3')).toEqual([
      { mixed: '007', y: 1 },
      { mixed: 1.5, y: 2 },
      { mixed: true, y: 3 },
    ]);
    for (const cell of [
      '+49',
      '.5',
      '5.',
      '1,5',
      '0x1F',
      'NaN',
      'Infinity',
      '1e999',
      'TRUE',
      ' 5',
      '-',
      '--1',
      '1_0',
    ]) {
      expect(await convert(`a;b\n${cell};x`, { delimiter: 'semicolon' }), cell).toEqual([{ a: cell, b: 'x' }]);
    }
  });

  it('leaves formulas as they are', async () => {
    expect(await convert('a,b\n=1+1,@x\n-2+3,+1')).toEqual([
      { a: '=1+1', b: '@x' },
      { a: '-2+3', b: '+1' },
    ]);
  });

  it('writes the same JSON on one line and on many', async () => {
    const input = 'a,b.c,b.d[0],b.d[1]\n1,x,"",\n2\n3,,4,5\n';
    for (const nested of [false, true]) {
      for (const output of ['objects', 'arrays', 'columns', 'keyed']) {
        const indented = await runTool(csvToJson, { input, options: { nested, shape: output } });
        const plain = await runTool(csvToJson, { input, options: { nested, shape: output, indent: 0 } });
        expect(indented.status).toBe(200);
        expect(indented.text).toBe(JSON.stringify(JSON.parse(plain.text!), null, 2));
      }
    }
  });

  it('stops where a long header would be repeated without end', async () => {
    const header = Array.from({ length: 1000 }, (_, i) => `a long name of a column ${i}`).join(',');
    const input = `${header}\n${`${',1'.repeat(999)}\n`.repeat(480)}`;
    const answer = await runTool(csvToJson, { input });
    expect([answer.status, answer.code]).toEqual([413, 'LIMIT_EXCEEDED']);
  });

  it('reads CSV of any delimiter and quote, below lines that are not part of the table', async () => {
    const read = async (input: string, options: Record<string, unknown>) => {
      const answer = await runTool(csvToJson, { input, options: { indent: 0, ...options } });
      return answer.text ?? answer.message;
    };
    expect(await read("a~b\n1~'x~y'\n2~'it''s'\n", { customDelimiter: '~', quote: "'" })).toBe(
      '[{"a":1,"b":"x~y"},{"a":2,"b":"it\'s"}]',
    );
    expect(await read('a,b\n"1,x\n', { quote: '' })).toBe('[{"a":"\\"1","b":"x"}]');
    expect(await read('Report, of May\r\n# note "x\r\na,b\r\n1,2\r\n', { skipLines: 2 })).toBe('[{"a":1,"b":2}]');
    expect(await read('x\na,b\n1\n', { skipLines: 1, ragged: 'refuse' })).toMatch(/line 3 has 1 cell/);
    expect(await read('a\n1\n', { skipLines: 5 })).toBe('[]');
    expect(await read('a,b\n1,2', { customDelimiter: ',', quote: ',' })).toMatch(/must be different characters/);
  });

  it('writes a row per line as JSON Lines', async () => {
    const lines = async (input: string, options: Record<string, unknown> = {}) =>
      (await runTool(csvToJson, { input, options: { format: 'jsonl', ...options } })).text;
    expect(await lines('a,b\n1,"x\ny"\n2,\n')).toBe('{"a":1,"b":"x\\ny"}\n{"a":2,"b":null}\n');
    expect(await lines('a,b\n1,2\n', { shape: 'arrays' })).toBe('["a","b"]\n[1,2]\n');
    expect(await lines('a.b,a.c\n1,2\n', { nested: true })).toBe('{"a":{"b":1,"c":2}}\n');
    expect(await lines('a,b\n')).toBe('');
    const answer = await runTool(csvToJson, { input: 'a\n1', options: { format: 'jsonl', shape: 'columns' } });
    expect(answer.message).toBe('Option "format" must be "json" for a report and for the shapes columns and keyed');
  });

  it('reads files of older encodings', async () => {
    const bytes = Buffer.from('name;stra\xdfe\nJ\xf6rg;\xc4u\xdfere Gasse\n', 'latin1');
    const answer = await runTool(csvToJson, { files: [{ name: 'a.csv', bytes }] });
    expect(JSON.parse(answer.files[0]!.bytes.toString())).toEqual([{ name: 'Jörg', straße: 'Äußere Gasse' }]);
  });
});

// Miller documents the same of tags.1 and tags.2 (auto-unflatten).
it('what json-to-csv writes of lists and objects is read again', async () => {
  const value = [
    { id: 1, tags: ['a', 'b'], address: { zip: '01234' }, notes: [] },
    { id: 2, tags: [], address: {}, notes: [{ text: 'x' }, { text: 'y' }] },
  ];
  const csv = (await runTool(jsonToCsv, { input: JSON.stringify(value) })).text ?? '';
  const { text, message } = await runTool(csvToJson, { input: csv, options: { nested: true } });
  expect(JSON.parse(text ?? `"${message}"`)).toEqual(value);
});

it('keys that do not count from 1 without a gap stay keys', async () => {
  const { text } = await runTool(csvToJson, {
    input: 'a.1,a.3,b.2,b.1\n1,2,3,4\n',
    options: { nested: true, indent: 0 },
  });
  expect(text).toBe('[{"a":{"1":1,"3":2},"b":{"2":3,"1":4}}]');
});
