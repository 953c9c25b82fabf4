import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { SqlDatabase } from './database.js';

const hasSqlite = hasProgram('sqlite3', ['--version'], 'functions of SQL beside sqlite3');

/** Texts of few letters, so that they are found in each other, and values of every other type. */
function randomArgument(random: () => number): string {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const text = Array.from({ length: Math.floor(random() * 9) }, () =>
    pick(['a', 'a', 'b', 'é', '日', '😀', '1', '.']),
  ).join('');
  const others = [
    `'${text}'`,
    `'${text}'`,
    `'${text}'`,
    `x'${Buffer.from(text).toString('hex')}'`,
    '1.0',
    '-11',
    '1e20',
    'NULL',
  ];
  return pick(others);
}

describe('functions', () => {
  it.skipIf(!hasSqlite)('answer as those of SQLite, whatever the types', async () => {
    const random = fractionsOf(31);
    const calls = Array.from({ length: 2000 }, (_, round) => {
      const [a, b, c] = [randomArgument(random), randomArgument(random), randomArgument(random)];
      const call = [
        `instr(${a},${b})`,
        `replace(${a},${b},${c})`,
        `trim(${a},${b})`,
        `ltrim(${a},${b})`,
        `rtrim(${a},${b})`,
      ][round % 5];
      return `SELECT typeof(${call}) || ' ' || quote(${call})`;
    });
    const theirs = runProgram('sqlite3', [':memory:'], `${calls.join(';\n')};\n`).toString();
    const database = await SqlDatabase.create();
    const ours = calls.map((sql) => `${database.query(sql).rows[0]?.[0]}\n`);
    database.close();
    expect(ours.join('')).toBe(theirs);
  });

  it('take time in proportion to their arguments', async () => {
    const database = await SqlDatabase.create();
    const many = (letter: string, count: number): string => `replace(hex(zeroblob(${count / 2})), '0', '${letter}')`;
    for (const call of [
      `instr(${many('a', 500_000)}, ${many('a', 250_000)} || 'b')`,
      `instr(${many('a', 500_000)}, 'b' || ${many('a', 250_000)})`,
      `length(replace(${many('a', 500_000)}, 'b' || ${many('a', 250_000)}, 'c')) - 500000`,
      `length(trim(${many('a', 500_000)}, ${many('b', 250_000)} || 'a'))`,
    ]) {
      // By SQLite's own, each takes more than the time limit.
      expect(database.query(`SELECT quote(${call})`).rows, call).toEqual([['0']]);
    }
    database.close();
  });

  it('look at the clock between steps that take long', async () => {
    const database = await SqlDatabase.create();
    const sql =
      "WITH t(x) AS MATERIALIZED (SELECT replace(hex(zeroblob(9000000)), '0', 'a')), n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(length(x || i)) FROM t, n";
    // Without a look at the clock it would go on until the test is given up.
    expect(() => database.query(sql, { seconds: 1 })).toThrow('The query must end within 1 seconds');
    database.close();
  });
});
