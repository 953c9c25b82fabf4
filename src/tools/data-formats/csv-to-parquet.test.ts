import { describe, expect, it } from 'vitest';

import { openParquet } from '../../engines/parquet/read.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import csvToParquet from './csv-to-parquet.js';
import parquetToCsv from './parquet-to-csv.js';

type Options = Readonly<Record<string, unknown>>;

const write = async (input: string, options: Options = {}) => {
  const answer = await runTool(csvToParquet, { input, options });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  const data = answer.data as { columns: { name: string; type: string; nulls: number }[]; warnings: string[] };
  return { ...data, bytes: answer.files[0]!.bytes };
};

const read = async (bytes: Uint8Array): Promise<unknown[]> => {
  const answer = await runTool(parquetToCsv, { options: { to: 'json' }, files: [{ name: 'a.parquet', bytes }] });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return JSON.parse(answer.files[0]!.bytes.toString()) as unknown[];
};

const typesOf = async (input: string, options: Options = {}): Promise<string> =>
  (await write(input, options)).columns.map(({ type }) => type).join(' ');

const refusalOf = async (input: string, options: Options = {}): Promise<string | undefined> => {
  const answer = await runTool(csvToParquet, { input, options });
  expect([400, 413]).toContain(answer.status);
  return answer.message;
};

describe('a file of every type', () => {
  // stored.jsonl is what pyarrow 25.0.1 and DuckDB 1.5.6 both read in stored.parquet; timestamps as microseconds or nanoseconds since 1970.
  const columnTypes = 'cost: decimal(23,3), small int32\nhalf = float32, "tags": json';
  const rows = readFixture('data/stored.jsonl')
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | null>);

  it('is the file that pyarrow and DuckDB have read', async () => {
    const answer = await runTool(csvToParquet, {
      options: { columnTypes },
      files: [{ name: 'stored.csv', bytes: readFixture('data/stored.csv') }],
    });
    expect(Buffer.compare(answer.files[0]!.bytes, readFixture('data/stored.parquet'))).toBe(0);
  });

  it('has the values that they read', async () => {
    const found = (await read(readFixture('data/stored.parquet'))) as Record<string, unknown>[];
    expect(found.length).toBe(4);
    for (const [i, row] of rows.entries()) {
      for (const name of ['zip', 'text', 'sold', 'note', 'tags']) expect(found[i]![name] ?? null).toBe(row[name]);
      for (const name of ['price', 'mass', 'half', 'small'])
        expect(found[i]![name]).toBe(row[name] === null ? null : Number(row[name]));
      const at = found[i]!.at as string | null;
      expect(at === null ? null : Date.parse(`${at.slice(0, 23)}Z`)).toBe(
        row.at === null ? null : Math.floor(Number(row.at) / 1000),
      );
      expect(found[i]!.paid === null ? null : String(found[i]!.paid)).toBe(row.paid);
    }
    expect(rows[1]!.fine).toBe('-1');
    expect(found[1]!.fine).toBe('1969-12-31T23:59:59.999999999');
  });
});

describe('types', () => {
  it('integers beyond 64 bits are decimals, beyond 38 digits text', async () => {
    expect(
      await typesOf('a,b,c\n9223372036854775807,9223372036854775808,123456789012345678901234567890123456789\n'),
    ).toBe('INT64 DECIMAL(19,0) STRING');
  });

  it('codes, currencies and mixed offsets stay text', async () => {
    const text = 'a,b,c,d\n007,$9.50,2024-01-31T10:00Z,1\n12,$1.00,2024-01-31T10:00,x\n';
    expect(await typesOf(text)).toBe('STRING STRING STRING STRING');
  });

  it('"types" off leaves texts, "fractions" makes decimals, "columnTypes" wins over both', async () => {
    const text = 'a,b\n1,1.25\n2,-10.5\n';
    expect(await typesOf(text)).toBe('INT64 DOUBLE');
    expect(await typesOf(text, { types: false })).toBe('STRING STRING');
    expect(await typesOf(text, { fractions: 'decimal' })).toBe('INT64 DECIMAL(4,2)');
    expect(await typesOf(text, { types: false, columnTypes: 'b NUMERIC(5,2)' })).toBe('STRING DECIMAL(5,2)');
    const exponents = 'b\n1e-3\n2.5\n';
    expect(await typesOf(exponents, { fractions: 'decimal' })).toBe('DOUBLE');
  });

  it('the words of SQL and pandas are understood', async () => {
    const columnTypes = 'a VARCHAR(20), b bigint, "c,1": float64\nd = datetime, e bool, f: INT';
    expect(await typesOf('a,b,"c,1",d,e,f\n1,2,3,2024-01-31,1,4\n', { columnTypes })).toBe(
      'STRING INT64 DOUBLE TIMESTAMP(MICROS) BOOLEAN INT64',
    );
  });

  it('"locale" reads its numbers and dates', async () => {
    const text = 'n;d\n1.234;3.4.2024\n';
    const { bytes } = await write(text, { locale: 'de' });
    expect(await read(bytes)).toEqual([{ n: 1234, d: '2024-04-03' }]);
    expect(await read((await write(text)).bytes)).toEqual([{ n: 1.234, d: '2024-04-03' }]);
  });

  it('decimal commas that a file shows need no option', async () => {
    const { bytes } = await write('n;d\n1.234,5;3.4.2024\n');
    expect(await read(bytes)).toEqual([{ n: 1234.5, d: '2024-04-03' }]);
  });

  it.each([
    ['int32', '2147483648'],
    ['integer', '1.5'],
    ['integer', '9223372036854775808'],
    ['decimal(3,2)', '10.00'],
    ['decimal(3,1)', '1.25'],
    ['float32', '1e39'],
    ['date', '2024-01-31T10:00'],
    ['date', '2023-02-29'],
    ['boolean', 'maybe'],
    ['json', '{a}'],
    ['timestamp', 'soon'],
  ])('%s refuses %s', async (type, cell) => {
    expect(await refusalOf(`a\n"${cell}"\n`, { columnTypes: `a: ${type}` })).toMatch(
      /^Cannot store column "a" as .*: row 1 has /,
    );
  });

  it.each([
    ['a: decimal', 'with a precision of 1 to 38'],
    ['a: decimal(39,2)', 'with a precision of 1 to 38'],
    ['a: decimal(2,3)', 'with a precision of 1 to 38'],
    ['a', 'it must have a column and its type'],
    ['a: text, a: date', 'it has column "a" twice'],
    ['a: double(3)', 'the type of column "a" must be'],
  ])('"columnTypes" of %s is refused', async (columnTypes, message) => {
    expect(await refusalOf('a\n1\n', { columnTypes })).toContain(message);
  });
});

describe('JSON', () => {
  it('keeps its types: texts stay texts but for ISO dates', async () => {
    const rows = [
      { n: 1, s: '12', d: '2024-01-31', b: true, m: 1, o: { x: [1] }, big: 1 },
      { n: null, s: '007', d: '1970-01-01', b: false, m: 'a', o: 'y', big: 2.5 },
    ];
    const { columns, bytes } = await write(JSON.stringify(rows));
    expect(columns.map(({ type }) => type).join(' ')).toBe('INT64 STRING DATE BOOLEAN STRING JSON DOUBLE');
    expect(await read(bytes)).toEqual([
      { ...rows[0], m: '1', o: '{"x":[1]}' },
      { ...rows[1], o: '"y"' },
    ]);
  });

  it('lists of lists, an object of lists and lines that were pasted are tables', async () => {
    const expected = [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ];
    for (const text of [
      '[["a","b"],[1,"x"],[2,"y"]]',
      '{"a":[1,2],"b":["x","y"]}',
      '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n',
    ])
      expect(await read((await write(text)).bytes)).toEqual(expected);
  });

  it('a CSV that begins with a bracket is CSV', async () => {
    expect(await typesOf('[x],y\n1,2\n')).toBe('INT64 INT64');
  });
});

describe('tables', () => {
  it('missing cells of short rows, empty cells and words for nothing are null; "" is a text', async () => {
    const { bytes, warnings } = await write('n,s\n1,""\nn/a,\n3\n');
    expect(await read(bytes)).toEqual([
      { n: 1, s: '' },
      { n: null, s: null },
      { n: 3, s: null },
    ]);
    expect(warnings).toEqual([
      '1 row has more or fewer cells than the header',
      '1 cell of column "n" became null, such as "n/a"',
    ]);
  });

  it('names that come twice, dots and a header alone are written', async () => {
    const { columns } = await write('a,a,b.c,\n');
    expect(columns.map(({ name }) => name)).toEqual(['a', 'a_2', 'b.c', 'column_4']);
  });

  it('"compression" and "rowGroupRows" are what the file has', async () => {
    const text = `n\n${Array.from({ length: 1200 }, (_, i) => i % 7).join('\n')}\n`;
    const sizes = new Set<number>();
    for (const compression of ['snappy', 'zstd', 'gzip', 'brotli', 'none']) {
      const { bytes } = await write(text, { compression, rowGroupRows: 1000 });
      const file = await openParquet(bytes, 'it');
      expect([file.rowGroups, file.rows]).toEqual([2, 1200]);
      expect(file.compression).toEqual([compression === 'none' ? 'UNCOMPRESSED' : compression.toUpperCase()]);
      expect(await read(bytes)).toEqual(Array.from({ length: 1200 }, (_, i) => ({ n: i % 7 })));
      sizes.add(bytes.length);
    }
    expect(sizes.size).toBe(5);
  });

  it('several files give a file each, and one that fails is told', async () => {
    const answer = await runTool(csvToParquet, {
      files: [
        { name: 'a.tsv', bytes: Buffer.from('x\ty\n1\t2\n') },
        { name: 'b.json', bytes: Buffer.from('[1') },
      ],
    });
    expect(answer.files.map(({ name }) => name)).toEqual(['a.parquet']);
    const [first, second] = (answer.data as { files: { error?: string; rows?: number }[] }).files;
    expect([first!.rows, first!.error]).toEqual([1, undefined]);
    expect(second!.error).toMatch(/^Cannot read file "b.json" as JSON: /);
  });

  it('too many cells are refused', async () => {
    const wide = `${Array.from({ length: 5001 }, (_, i) => `c${i}`).join(',')}\n${'1\n'.repeat(1000)}`;
    expect(await refusalOf(wide)).toBe('The table of property "input" must have at most 5000000 cells, got 5001000');
  });
});

exhaustive('random tables come back as they were', async () => {
  const next = chanceOf(7);
  const words = ['a', 'b,c', 'say "x"', '東京', 'line\nbreak', '😀', ' x '];
  for (let round = 0; round < 60; round++) {
    const rows = Array.from({ length: 1 + next(400) }, () => ({
      i: next(5) === 0 ? null : next(2 ** 31) - 2 ** 30,
      x: next(5) === 0 ? null : (next(2 ** 31) - 2 ** 30) / (1 + next(1000)) + 0.5,
      s: next(5) === 0 ? null : words[next(words.length)]!,
      b: next(5) === 0 ? null : next(2) === 0,
      d: next(5) === 0 ? null : new Date(next(2 ** 31) * 2000 - 2e12).toISOString().slice(0, 10),
    }));
    const compression = ['snappy', 'zstd', 'gzip', 'brotli', 'none'][round % 5];
    const { bytes } = await write(JSON.stringify(rows), { compression, rowGroupRows: 1000 });
    expect(await read(bytes)).toEqual(rows);
  }
});

exhaustive('the largest tables are written', async () => {
  const answer = await runTool(csvToParquet, {
    files: [{ name: 'a.csv', bytes: Buffer.from(`a,b,c,d,e\n${'1,2.5,x,2024-01-31,true\n'.repeat(850_000)}`) }],
  });
  expect((await openParquet(answer.files[0]!.bytes, 'it')).rows).toBe(850_000);
});
