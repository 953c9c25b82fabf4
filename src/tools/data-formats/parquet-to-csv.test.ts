import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import parquetToCsv from './parquet-to-csv.js';

const convert = async (bytes: Uint8Array, options: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const answer = await runTool(parquetToCsv, { options, files: [{ name: 'a.parquet', bytes }] });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return answer.files[0]!.bytes.toString();
};

describe('files of DuckDB', () => {
  // DuckDB writes what it has in its own way: blanks for T, +00 for Z, short zones, escaped bytes.
  const expected = readFixture('data/types.jsonl')
    .toString()
    .split('\n')
    .map((line) =>
      line
        .replace(/"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)"/g, '"$1T$2"')
        .replace(/"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\+00"/g, '"$1T$2Z"')
        .replace('"\\\\x00\\\\xFF"', '"00ff"')
        .replace('"3 days"', '"P3D"')
        .replace(/("f(?:32|64)":-?\d+)\.0,/g, '$1,'),
    );

  it.each(['', '-uncompressed', '-snappy', '-gzip', '-brotli', '-lz4_raw', '-v2'])(
    'types%s.parquet gives its values',
    async (suffix) => {
      const text = await convert(readFixture(`data/types${suffix}.parquet`), { to: 'json' });
      const rows = text.slice(2, -2).split(/,\n(?= {2}\{)/);
      expect(rows.length).toBe(7);
      for (const [i, row] of rows.entries()) {
        // Compared as text, so that every digit counts; layout and the zeros at the end of decimals and times apart.
        const plain = row
          .replace(/\n\s*/g, '')
          .replaceAll('": ', '":')
          .trim()
          .replace(/"d9":(-?\d+)\.(\d)0\b/, '"d9":$1.$2')
          .replace('12:34:56.789000', '12:34:56.789');
        expect(plain).toBe(expected[i]!.replace(/"d9":(-?\d+)\.(\d)0\b/, '"d9":$1.$2'));
      }
    },
  );
});

describe('files of hyparquet-writer', () => {
  it('give random tables again', async () => {
    const next = chanceOf(31);
    for (let round = 0; round < 20; round++) {
      const count = 1 + next(200);
      const ids = Array.from({ length: count }, () => BigInt(next(2 ** 31)) * 2147483647n - 5n);
      const texts = Array.from({ length: count }, () =>
        next(4) === 0 ? null : ['a', 'b,c', 'say "x"', '東京', ''][next(5)]!,
      );
      const doubles = Array.from({ length: count }, () => (next(2 ** 31) - 2 ** 30) / 7);
      const bytes = new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'id', data: ids, type: 'INT64' },
            { name: 'text', data: texts, type: 'STRING' },
            { name: 'x', data: doubles, type: 'DOUBLE' },
          ],
          rowGroupSize: 50,
        }),
      );
      const json = await convert(bytes, { to: 'json' });
      const rows = JSON.parse(json.replace(/"id": (-?\d+)/g, '"id": "$1"')) as {
        id: string;
        text: string | null;
        x: number;
      }[];
      expect(rows.map(({ id }) => BigInt(id))).toEqual(ids);
      expect(rows.map(({ text }) => text)).toEqual(texts);
      expect(rows.map(({ x }) => x)).toEqual(doubles);
    }
  });

  it('are read from an offset, and what is left is told', async () => {
    const data = Array.from({ length: 250 }, (_, i) => i);
    const bytes = new Uint8Array(
      parquetWriteBuffer({ columnData: [{ name: 'n', data, type: 'INT32' }], rowGroupSize: 100 }),
    );
    const answer = await runTool(parquetToCsv, {
      options: { offset: 95, limit: 10 },
      files: [{ name: 'a.parquet', bytes }],
    });
    expect(answer.data).toMatchObject({ rows: 250, written: 10, truncated: true, rowGroups: 3 });
    expect(answer.files[0]!.bytes.toString()).toBe(`n\n${data.slice(95, 105).join('\n')}\n`);
  });
});

/** One optional column of 8 rows; its page has a run of 2^31 - 1 definition levels. Made by hand after parquet.thrift. */
const LONG_RUN = Buffer.from(
  'UEFSMRUAFRQVFCwVEBUAFQYVBgAABgAAAP7///8PARUCGSxIBHJvb3QVAgAVAiUCGAFhABYQGRwZHCYIHBUCGRUAGRgBYRUAFhAWNhY2JggAABY2FhAAADkAAABQQVIx',
  'base64',
);

describe('damaged files', () => {
  it('a run that is longer than its page is refused before it is decoded', async () => {
    expect(LONG_RUN.length).toBe(96);
    expect(await runTool(parquetToCsv, { files: [{ name: 'a.parquet', bytes: LONG_RUN }] })).toMatchObject({
      status: 400,
      message: 'Cannot read file "a.parquet" as Parquet: a run of 2147483647 values stands where 8 are left',
    });
  });

  exhaustive('give rows or a refusal', async () => {
    const next = chanceOf(32);
    for (let round = 0; round < 300; round++) {
      const good = readFixture(['data/types.parquet', 'data/small.parquet', 'data/types-snappy.parquet'][round % 3]!);
      const bytes = Buffer.from(good);
      const from = round % 2 === 0 ? 4 : Math.max(4, bytes.length - 2000);
      for (let i = 0; i < 1 + next(8); i++) bytes[from + next(bytes.length - from)] = next(256);
      const answer = await runTool(parquetToCsv, { files: [{ name: 'a.parquet', bytes }] });
      expect([200, 400, 413], `round ${round}: ${answer.cause}`).toContain(answer.status);
    }
  });
});
