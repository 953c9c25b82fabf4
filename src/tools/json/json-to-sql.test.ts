import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonToSql from './json-to-sql.js';

const HOSTILE = [
  ...[
    "'",
    "''",
    "';--",
    '"; DROP TABLE data;--',
    '"',
    '""',
    '`',
    ']',
    '[',
    '\\',
    "\\'",
    "\\\\'",
    '/*',
    '*/',
    '--',
    ';',
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    '\0',
    'a\0b',
    '\0\0',
    "'\0'",
    'é',
    '😀',
    '中',
    '\u2028',
    '%s',
    '?',
    ':x',
    '$1',
    '@x',
    '{}',
    'NULL',
  ],
  ...['select', 'from', 'rowid', 'x y', ' ', 'A', 'a', 'Ä', 'ä', '1', '0x1', '1e5', 'true', "E'x'", "N'x'"],
];

/** Runs SQL in an empty database of Python's sqlite3, and gives every row back: floats, texts and None as JSON. */
const CODE = [
  'import json,sqlite3,sys',
  'out=[]',
  'for sql in json.load(sys.stdin):',
  '  db=sqlite3.connect(":memory:")',
  '  db.executescript(sql)',
  '  out.append([list(r) for r in db.execute("SELECT * FROM data")])',
  'print(json.dumps(out))',
].join('\n');

const runSql = (scripts: readonly string[]): unknown[][][] =>
  JSON.parse(runProgram('python3', ['-c', CODE], JSON.stringify(scripts)).toString()) as unknown[][][];

const hasSqlite = hasProgram('python3', ['-c', 'import sqlite3'], 'SQL in SQLite');

/** What SQLite gives back for a value of a column. */
function stored(value: unknown, column: readonly unknown[]): unknown {
  if (value === null || value === undefined) return null;
  const given = column.filter((item) => item !== null && item !== undefined);
  if (given.some((item) => typeof item === 'object')) return JSON.stringify(value);
  if (given.every((item) => typeof item === 'number')) return value;
  if (given.every((item) => typeof item === 'boolean')) return value === true ? 1 : 0;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

describe('json-to-sql', () => {
  inRounds.skipIf(!hasSqlite)('is executed by SQLite, which gives the values back', [60, 300], async (rounds) => {
    const random = fractionsOf(131);
    const word = (): string => HOSTILE[Math.floor(random() * HOSTILE.length)] ?? '';
    const scripts: string[] = [];
    const expected: unknown[][][] = [];
    for (let round = 0; round < rounds; round++) {
      const names = [...new Set([word(), word(), 'k'])];
      const rows = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
        Object.fromEntries(names.map((name) => [name, random() < 0.5 ? word() : randomPlain(random, 2)])),
      );
      const { status, text, message } = await runTool(jsonToSql, {
        input: JSON.stringify(rows),
        options: { dialect: 'sqlite', batch: 1 + (round % 3), columns: '' },
      });
      expect(status, message).toBe(200);
      scripts.push(text ?? '');
      const order = Object.keys(rows[0] ?? {});
      expected.push(
        rows.map((row) =>
          order.map((name) =>
            stored(
              row[name],
              rows.map((other) => other[name]),
            ),
          ),
        ),
      );
    }
    expect(runSql(scripts)).toEqual(expected);
  });

  it.skipIf(!hasSqlite)('keeps hostile names and texts letter for letter', async () => {
    const rows = HOSTILE.map((word) => ({ [word]: word }));
    const scripts: string[] = [];
    for (const row of rows)
      scripts.push(
        (await runTool(jsonToSql, { input: JSON.stringify([row]), options: { dialect: 'sqlite' } })).text ?? '',
      );
    expect(runSql(scripts)).toEqual(HOSTILE.map((word) => [[word]]));
  });

  it.skipIf(!hasProgram('sqlite3', ['--version'], 'SQL in the program sqlite3'))(
    'is executed by the program sqlite3 with its types',
    async () => {
      const input = '[{"a":1,"b":1.5,"c":"x","d":true,"e":{"f":[1]}},{"a":9007199254740993,"b":2,"c":null}]';
      const { text } = await runTool(jsonToSql, { input, options: { dialect: 'sqlite' } });
      const query = 'SELECT a, typeof(a), b, typeof(b), c, d, e FROM data;';
      expect(runProgram('sqlite3', [':memory:'], `${text}${query}`).toString()).toBe(
        '1|integer|1.5|real|x|1|{"f":[1]}\n9007199254740993|integer|2.0|real|||\n',
      );
    },
  );

  it('quotes for each dialect, and chooses types that lose no digit', async () => {
    const sql = async (rows: string, dialect: string) =>
      (await runTool(jsonToSql, { input: rows, options: { dialect } })).text ?? '';
    expect(await sql('[{"a\\"b":"x\'\\\\"}]', 'postgres')).toContain('"a""b") VALUES\n  (\'x\'\'\\\');');
    expect(await sql('[{"a`b":"x\'\\\\\\u0000"}]', 'mysql')).toContain("`a``b`) VALUES\n  ('x\\'\\\\\\0');");
    expect(await sql('[{"a]b":"x\\u0000y"}]', 'mssql')).toContain("[a]]b]) VALUES\n  ((N'x' + NCHAR(0) + N'y'));");
    const digits = '[{"a":0.12345678901234567890},{"a":-12345678901234567890}]';
    expect(await sql(digits, 'postgres')).toContain('"a" numeric');
    expect(await sql(digits, 'mysql')).toContain('`a` DECIMAL(40, 20)');
    expect(await sql(digits, 'mssql')).toContain('[a] NVARCHAR(MAX)');
    expect(await sql('[{"a":1e400}]', 'mysql')).toContain('`a` LONGTEXT');
  });

  it('shortens names that a database would cut off, and keeps them apart', async () => {
    const long = 'n'.repeat(80);
    const { text } = await runTool(jsonToSql, { input: JSON.stringify([{ [`${long}a`]: 1, [`${long}b`]: 2 }]) });
    const names = [...(text ?? '').matchAll(/^ {2}"(n[^"]*)" integer/gm)].map(([, name]) => name ?? '');
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(63);
  });

  it('works in linear time', async () => {
    await expectLinear(1000, (length) =>
      runTool(jsonToSql, { input: JSON.stringify(Array.from({ length }, (_, id) => ({ id, name: `n'${id}` }))) }),
    );
  });
});
