import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import csvSqlQuery from './csv-sql-query.js';
import sqliteQuery from './sqlite-query.js';

// Where Debian's packages of Python are.
const PYTHON = '/usr/bin/python3';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sql-queries-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runSql = (sql: string, text = 'a,b\n1,x\n2,y\n') =>
  runTool(csvSqlQuery, { options: { sql, format: 'json' }, files: [{ name: 'a.csv', bytes: Buffer.from(text) }] });

function randomQuery(next: (below: number) => number): string {
  const pick = (list: readonly string[]): string => list[next(list.length)] ?? '';
  const column = (): string => pick(['id', 'grp', 'price', 'note', 'amount']);
  const value = (): string =>
    pick([
      column(),
      `${column()} || '-' || id`,
      'count(*)',
      `sum(${pick(['id', 'amount'])})`,
      `max(${column()})`,
      `upper(note)`,
      `substr(note, ${next(3) + 1})`,
      'amount * 2',
      'row_number() OVER (ORDER BY id DESC)',
      `coalesce(note, 'none')`,
      `CASE WHEN amount > 50 THEN 'big' ELSE 'small' END`,
    ]);
  const where = pick([
    '',
    `WHERE amount > ${next(100)}`,
    'WHERE note IS NULL',
    "WHERE note LIKE '%a%'",
    `WHERE id % ${next(5) + 2} = 1`,
  ]);
  const group = next(3) === 0 ? `GROUP BY ${pick(['grp', 'note'])}` : '';
  return `SELECT ${value()} AS p, ${value()} AS q FROM items ${where} ${group} ORDER BY 1, 2, id LIMIT ${next(30) + 1}`;
}

const ROWS = Array.from({ length: 200 }, (_, i) => {
  const note = ['apple', 'Bär', 'x,y', 'say "hi"', '', 'a\nb'][i % 6] ?? '';
  return [i + 1, ['A', 'B', 'C'][(i * 7) % 3], ((i * 37) % 1000) / 4 + 0.125, note, (i * 7919) % 100] as const;
});

describe.skipIf(!hasProgram('sqlite3', ['--version'], 'SQL tools against sqlite3'))('sqlite3', () => {
  const literal = (value: unknown): string =>
    value === '' ? 'NULL' : typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  const script = `CREATE TABLE items (id INTEGER PRIMARY KEY, grp TEXT, price REAL, note TEXT, amount INTEGER); INSERT INTO items VALUES ${ROWS.map((row) => `(${row.map(literal).join(',')})`).join(',')};`;

  inRounds('gives the same rows for random queries', [4, 60], async (rounds) => {
    const next = chanceOf(21);
    const path = join(folder, 'items.db');
    runProgram('sqlite3', [path], `PRAGMA page_size=512; PRAGMA journal_mode=WAL; ${script}`);
    const bytes = readFileSync(path);
    // Byte 18 is 2: write-ahead logging.
    expect(bytes[18]).toBe(2);
    const csv = `id,grp,price,note,amount\n${ROWS.map((row) => row.map((cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(',')).join('\n')}\n`;
    const queries = Array.from({ length: rounds }, () => randomQuery(next));
    let failures = 0;
    for (const sql of queries) {
      let expected: unknown;
      try {
        expected = JSON.parse(runProgram('sqlite3', ['-json', path, sql]).toString() || '[]');
      } catch {
        // A query that both must refuse, such as a window function beside GROUP BY.
        failures++;
      }
      const fromFile = await runTool(sqliteQuery, { options: { sql }, files: [{ name: 'items.db', bytes }] });
      const fromCsv = await runTool(csvSqlQuery, {
        options: { sql, format: 'json' },
        files: [{ name: 'items.csv', bytes: Buffer.from(csv) }],
      });
      if (expected === undefined) expect([fromFile.status, fromCsv.status], sql).toEqual([400, 400]);
      else {
        expect(fromFile.data, `${sql} ${fromFile.message}`).toEqual(expected);
        expect(fromCsv.data, `${sql} ${fromCsv.message}`).toEqual(expected);
      }
    }
    expect(failures).toBeLessThan(rounds / 6);
  });
});

describe('safety', () => {
  it('refuses all that is not reading', async () => {
    for (const sql of [
      "ATTACH ':memory:' AS x",
      'PRAGMA journal_mode=WAL',
      'PRAGMA hard_heap_limit=0',
      'DROP TABLE t1',
      'CREATE TEMP TABLE x AS SELECT 1',
      "INSERT INTO t1 VALUES (1,'x')",
      'WITH x AS (SELECT 1) DELETE FROM t1',
      'BEGIN',
      'VACUUM',
      "SELECT load_extension('x')",
      "SELECT readfile('/etc/passwd')",
      "SELECT writefile('x', 'y')",
      "SELECT edit('x')",
      'SELECT 1; DROP TABLE t1',
      'ANALYZE',
      'CREATE VIRTUAL TABLE x USING fts5(a)',
    ]) {
      const answer = await runSql(sql);
      expect([answer.status, answer.code], `${sql} ${answer.message} ${answer.cause}`).toEqual([400, 'INVALID_INPUT']);
    }
    expect((await runSql('SELECT 1 AS x; -- done')).data).toEqual([{ x: 1 }]);
    expect((await runSql("SELECT name FROM pragma_table_info('t1')")).data).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it('stops a query whose rows never end, or that takes all memory', async () => {
    const queries: readonly (readonly [string, string])[] = [
      ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n', 'at most 100000 rows'],
      ['SELECT length(randomblob(1000000000))', 'at most 20000000 bytes'],
    ];
    for (const [sql, message] of queries) {
      const answer = await runSql(sql);
      expect([answer.status, answer.code], `${sql} ${answer.message} ${answer.cause}`).toEqual([413, 'LIMIT_EXCEEDED']);
      expect(answer.message).toContain(message);
    }
  });

  inRounds('answers damaged files with rows or a refusal', [40, 400], async (rounds) => {
    const next = chanceOf(22);
    const good = readFixture('data/shop.db');
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round++) {
      const bytes = Buffer.from(round % 4 === 0 ? good.subarray(0, 100 + next(good.length - 100)) : good);
      for (let i = 0; i < 1 + next(20); i++) bytes[16 + next(bytes.length - 16)] = next(256);
      const sql = ['', 'SELECT * FROM sale', 'SELECT * FROM total', 'SELECT * FROM sqlite_schema'][next(4)] ?? '';
      const answer = await runTool(sqliteQuery, { options: { sql }, files: [{ name: 'a.db', bytes }] });
      expect([200, 400, 413], `round ${round}: ${answer.cause}`).toContain(answer.status);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    expect(statuses.get(200)).toBeGreaterThan(rounds / 20);
    expect(statuses.get(400)).toBeGreaterThan(rounds / 4);
  });
});

describe('values', () => {
  it('are exact', async () => {
    const sql =
      "SELECT a, typeof(a) AS t, 9223372036854775807 AS m, 1.0 AS r, x'00ff' AS b, 1e400 AS i, 0.1 + 0.2 AS d FROM t1";
    const answer = await runSql(
      sql,
      'a,z\n9007199254740993,\n9223372036854775808,\n1.10,\n0.1000000000000000055511151231257827,\n',
    );
    const rest =
      '"m": 9223372036854775807,\n    "r": 1.0,\n    "b": "00ff",\n    "i": "Inf",\n    "d": 0.30000000000000004\n  }';
    const row = (a: string, t: string): string => `  {\n    "a": ${a},\n    "t": "${t}",\n    ${rest}`;
    expect(answer.text).toBe(
      `[\n${[row('9007199254740993', 'integer'), row('"9223372036854775808"', 'text'), row('1.1', 'real'), row('"0.1000000000000000055511151231257827"', 'text')].join(',\n')}\n]`,
    );
  });

  it.skipIf(!hasProgram('sqlite3', ['--version'], 'real numbers of SQL'))(
    'are the doubles that sqlite3 reads, from CSV and from JSON',
    async () => {
      const next = chanceOf(24);
      const numbers = [
        '6.022e23',
        '1e19',
        '-1e19',
        '1.5e300',
        '1.0',
        '-0.0',
        '1e2',
        '2e-300',
        '9.5e18',
        '1e15',
        '1e21',
      ];
      while (numbers.length < 200)
        numbers.push(`${next(2) === 0 ? '-' : ''}${next(100)}.${next(1000)}e${next(600) - 300}`);
      const sql = `SELECT typeof(n) || ' ' || n AS s, n FROM t1 ORDER BY rowid`;
      const script = `CREATE TABLE t1 (n);\n${numbers.map((n) => `INSERT INTO t1 VALUES (${n});`).join('\n')}\n${sql};\n`;
      const expected = runProgram('sqlite3', [], script).toString().trimEnd().split('\n');
      const files = [
        { name: 't.csv', bytes: Buffer.from(`n\n${numbers.join('\n')}\n`) },
        { name: 't.json', bytes: Buffer.from(`[${numbers.map((n) => `{"n":${n}}`).join(',')}]`) },
      ];
      for (const file of files) {
        const answer = await runTool(csvSqlQuery, { options: { sql, format: 'csv' }, files: [file] });
        const lines = (answer.text ?? '').trimEnd().split('\n').slice(1);
        expect(lines.map((line) => line.split(',')[0])).toEqual(expected.map((line) => line.split('|')[0]));
        expect(lines.map((line) => Number(line.split(',')[1]))).toEqual(numbers.map(Number));
      }
    },
  );

  it('have columns whose names differ in case only, named in a warning', async () => {
    const answer = await runSql('SELECT * FROM t1', 'id,ID,Id,ID_2,é,É\n1,2,3,4,5,6\n');
    expect(answer.data).toEqual([{ id: 1, ID_3: 2, Id_4: 3, ID_2: 4, é: 5, É: 6 }]);
    expect(Buffer.from(answer.files[0]?.bytes ?? []).toString()).toBe(
      'Table t1: Column 2, "ID", is named "ID_3": SQL takes the name as used\nTable t1: Column 3, "Id", is named "Id_4": SQL takes the name as used\n',
    );
    expect((await runSql('SELECT * FROM t1')).files).toEqual([]);
  });

  it('have a comma as their decimal mark where the option says so', async () => {
    const text = 'a;b\n1,5;1.234,50\n-0,25;1.000.000\n1.5;1.23,4\n007,5;12\n';
    const answer = await runTool(csvSqlQuery, {
      options: { sql: 'SELECT a, typeof(a) AS t, b, typeof(b) AS u FROM t1', format: 'json', decimal: 'comma' },
      files: [{ name: 'a.csv', bytes: Buffer.from(text) }],
    });
    expect(answer.data).toEqual([
      { a: 1.5, t: 'real', b: 1234.5, u: 'real' },
      { a: -0.25, t: 'real', b: 1000000, u: 'integer' },
      { a: '1.5', t: 'text', b: '1.23,4', u: 'text' },
      { a: '007,5', t: 'text', b: 12, u: 'integer' },
    ]);
  });

  it('keep text with zero bytes and letters of every kind', async () => {
    const bytes = Buffer.from('[{"a":"x\\u0000y"},{"a":"👩‍💻é"}]');
    const answer = await runTool(csvSqlQuery, {
      options: { sql: 'SELECT a FROM t1', format: 'json' },
      files: [{ name: 'a.json', bytes }],
    });
    expect(answer.data).toEqual([{ a: 'x\u0000y' }, { a: '👩‍💻é' }]);
  });
});

describe.skipIf(!hasProgram('sqlite3', ['--version'], 'databases in UTF-16'))('databases in UTF-16', () => {
  const texts = [
    "'Grüße 日本 😀'",
    "''",
    'NULL',
    '12',
    '-9223372036854775808',
    '1.5',
    '1e19',
    "x'00ff'",
    '0',
    '1',
    "'a\tb'",
  ];
  const SCRIPT = `
CREATE TABLE plain (a, b TEXT, c REAL, d INTEGER DEFAULT 7);
CREATE TABLE keyed (id INTEGER PRIMARY KEY, note TEXT NOT NULL COLLATE NOCASE UNIQUE, twice AS (id * 2), kept AS (id + 1) STORED);
CREATE TABLE pairs (y TEXT, x INT, v, PRIMARY KEY (x, y DESC)) WITHOUT ROWID;
CREATE TABLE "odd ""name" (rowid TEXT, "日本" BLOB);
CREATE TABLE big (t TEXT);
CREATE INDEX byb ON plain (b);
CREATE VIEW seen AS SELECT upper(b) AS u FROM plain;
CREATE TRIGGER told AFTER INSERT ON plain BEGIN SELECT 1; END;
CREATE VIRTUAL TABLE words USING fts5(t);
`;

  inRows(1, ['UTF-16le', 'UTF-16be'])('of %s give what sqlite3 reads', async (encoding) => {
    const next = chanceOf(25);
    const pick = (): string => texts[next(texts.length)] ?? '';
    const rows = [
      ...Array.from({ length: 500 }, () => `INSERT INTO plain VALUES (${pick()}, ${pick()}, ${pick()}, ${pick()});`),
      ...Array.from({ length: 300 }, (_, i) => `INSERT INTO keyed (id, note) VALUES (${i * 7 - 20}, 'n${i}é');`),
      ...Array.from({ length: 400 }, (_, i) => `INSERT INTO pairs VALUES ('k${i % 20}', ${i}, ${pick()});`),
      ...Array.from({ length: 20 }, () => `INSERT INTO "odd ""name" VALUES (${pick()}, ${pick()});`),
      ...[10, 300, 5000, 70_000].map((n) => `INSERT INTO big VALUES (replace(hex(zeroblob(${n})), '00', 'äb'));`),
      ...Array.from({ length: 50 }, (_, i) => `INSERT INTO words VALUES ('wort${i} Straße ${i % 3}');`),
      'ALTER TABLE keyed ADD COLUMN later DEFAULT 5;',
      'DELETE FROM plain WHERE d = 1;',
    ];
    for (const size of [512, 4096]) {
      const path = join(folder, `${encoding}${size}.db`);
      runProgram(
        'sqlite3',
        [path],
        `PRAGMA page_size=${size}; PRAGMA encoding='${encoding}';BEGIN;${SCRIPT}${rows.join('\n')}COMMIT;`,
      );
      const bytes = readFileSync(path);
      for (const sql of [
        "SELECT rowid AS r, CASE typeof(a) WHEN 'blob' THEN hex(a) ELSE a END AS a, typeof(a) AS ta, CASE typeof(b) WHEN 'blob' THEN hex(b) ELSE b END AS b, typeof(b) AS tb, CASE typeof(c) WHEN 'blob' THEN hex(c) ELSE c END AS c, typeof(c) AS tc, CASE typeof(d) WHEN 'blob' THEN hex(d) ELSE d END AS d, typeof(d) AS td FROM plain ORDER BY 1",
        'SELECT * FROM keyed ORDER BY id',
        'SELECT x, y, typeof(v) AS t FROM pairs ORDER BY x, y',
        'SELECT _rowid_ AS r, quote(rowid) AS q, quote("日本") AS t FROM "odd ""name"',
        'SELECT rowid AS r, length(t) AS n, substr(t, 1, 4) AS s FROM big',
        'SELECT u FROM seen WHERE u IS NOT NULL ORDER BY rowid LIMIT 30'.replace(' ORDER BY rowid', ' ORDER BY u'),
        "SELECT rowid AS r, t FROM words WHERE words MATCH 'wort7 OR wort49'",
        "SELECT count(*) AS n, max(note) AS m FROM keyed WHERE note > 'N100'",
        "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'words%' AND name NOT LIKE 'sqlite%' ORDER BY name",
      ]) {
        const expected: unknown = JSON.parse(runProgram('sqlite3', ['-json', path, sql]).toString() || '[]');
        const answer = await runTool(sqliteQuery, { options: { sql }, files: [{ name: 'a.db', bytes }] });
        expect(answer.data, `${sql} ${answer.message} ${answer.cause}`).toEqual(expected);
      }
    }
  });

  inRounds('that are damaged give rows or a refusal', [20, 500], async (rounds) => {
    const next = chanceOf(26);
    const path = join(folder, 'damaged16.db');
    runProgram(
      'sqlite3',
      [path],
      `PRAGMA page_size=512; PRAGMA encoding='UTF-16le';${SCRIPT}INSERT INTO plain VALUES (1,2,3,4),('ä','b',1.5,NULL);INSERT INTO big VALUES (hex(zeroblob(3000)));`,
    );
    const good = readFileSync(path);
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round++) {
      const bytes = Buffer.from(round % 4 === 0 ? good.subarray(0, 100 + next(good.length - 100)) : good);
      for (let i = 0; i < 1 + next(20); i++) {
        const at = 16 + next(bytes.length - 16);
        if (at < 56 || at > 59) bytes[at] = next(256);
      }
      const answer = await runTool(sqliteQuery, { options: { sql: '' }, files: [{ name: 'a.db', bytes }] });
      expect([200, 400, 413], `round ${round}: ${answer.cause}`).toContain(answer.status);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect(statuses.get(400)).toBeGreaterThan(rounds / 10);
  });
});

it('reads Parquet as a table, and writes rows as JSON Lines', async () => {
  const file = {
    name: 'p.parquet',
    bytes: Buffer.from(
      parquetWriteBuffer({
        columnData: [
          { name: 'id', data: [1n, 9007199254740993n], type: 'INT64' },
          { name: 'name', data: ['Ann', null], type: 'STRING', nullable: true },
        ],
      }),
    ),
  };
  const options = { sql: 'SELECT id + 1 AS n, name FROM p', format: 'jsonl' };
  const answer = await runTool(csvSqlQuery, { options, files: [file] });
  expect(answer.text, answer.message).toBe('{"n":2,"name":"Ann"}\n{"n":9007199254740994,"name":null}\n');
});

const MAKE_BOOK = `
import sys, datetime, openpyxl
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'First sheet'
sheet.append(['n', 'text', 'day', 'moment', 'time', 'yes', 'sum'])
sheet.append([1, 'a<b & "c"', datetime.date(2024, 2, 29), datetime.datetime(1999, 12, 31, 23, 59, 58), datetime.time(6, 30), True, '=A2+1'])
sheet.append([2.5, ' x\\ny ', datetime.date(1900, 1, 1), datetime.datetime(2026, 1, 1), datetime.time(0, 0, 1), False, None])
sheet.append([12345678901, None, None, None, None, None, None])
other = book.create_sheet('other')
other.append(['k'])
other.append(['東京'])
book.save(sys.argv[1])
`;

describe.skipIf(!hasProgram(PYTHON, ['-c', 'import openpyxl'], 'reading workbooks of openpyxl'))('workbooks', () => {
  it('give the values that openpyxl wrote', async () => {
    const path = join(folder, 'book.xlsx');
    runProgram(PYTHON, ['-c', MAKE_BOOK, path]);
    const files = [{ name: 'book.xlsx', bytes: readFileSync(path) }];
    const first = await runTool(csvSqlQuery, {
      options: { sql: 'SELECT * FROM "First sheet"', format: 'json' },
      files,
    });
    expect(first.data, first.message).toEqual([
      {
        n: 1,
        text: 'a<b & "c"',
        day: '2024-02-29',
        moment: '1999-12-31 23:59:58',
        time: '06:30:00',
        yes: 1,
        sum: null,
      },
      { n: 2.5, text: ' x\ny ', day: '1900-01-01', moment: '2026-01-01', time: '00:00:01', yes: 0, sum: null },
      { n: 12345678901, text: null, day: null, moment: null, time: null, yes: null, sum: null },
    ]);
    const other = await runTool(csvSqlQuery, { options: { sql: 'SELECT * FROM other JOIN t2 USING (k)' }, files });
    expect(other.text).toBe('k\n東京\n');
  });

  exhaustive('that are bombs or damaged are refused', async () => {
    const next = chanceOf(23);
    const path = join(folder, 'book.xlsx');
    runProgram(PYTHON, ['-c', MAKE_BOOK, path]);
    const good = readFileSync(path);
    for (let round = 0; round < 100; round++) {
      const bytes = Buffer.from(round % 4 === 0 ? good.subarray(0, next(good.length)) : good);
      for (let i = 0; i < 1 + next(10) && bytes.length > 0; i++) bytes[next(bytes.length)] = next(256);
      const answer = await runTool(csvSqlQuery, { files: [{ name: 'a.xlsx', bytes }] });
      expect([200, 400, 413], `round ${round}: ${answer.cause}`).toContain(answer.status);
    }
  });
});
