import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import csvSqlQuery from './csv-sql-query.js';

const query = (bytes: Uint8Array, password: string) =>
  runTool(csvSqlQuery, {
    files: [{ name: 'sales.xlsx', bytes }],
    options: { sql: 'SELECT name, amount FROM t1', password },
  });

describe.each(['agile', 'standard'])('a workbook with a password in %s encryption', (way) => {
  const bytes = readFixture(`data/encrypted-${way}.xlsx`);

  exhaustive('is read with its password and no other', async () => {
    const { text } = await query(bytes, 'Grüße 1');
    expect(text).toBe('name,amount\nAda,12.5\nBob,7\n');
    for (const password of ['grüße 1']) {
      const { status, message } = await query(bytes, password);
      expect([status, message]).toEqual([
        400,
        'Cannot read file "sales.xlsx" as a workbook: it is encrypted, and option "password" does not open it',
      ]);
    }
  });

  const damage = async (rounds: number) => {
    const next = chanceOf(20);
    const statuses = new Set<number>();
    for (let round = 0; round < rounds; round++) {
      const cut = bytes.subarray(0, next(bytes.length));
      const changed = Buffer.from(bytes);
      // The header, the directory and the description are at the beginning; what is encrypted is most of the rest.
      for (let count = 0; count < 3; count++) changed[next(round % 2 === 0 ? 1600 : changed.length)] = next(256);
      for (const damaged of [cut, changed]) statuses.add((await query(damaged, 'Grüße 1')).status);
    }
    expect([...statuses].filter((status) => ![200, 400, 413].includes(status))).toEqual([]);
    expect(statuses).toContain(400);
  };

  exhaustive('is refused or read, never more, wherever it is cut or damaged', () => damage(5));
  exhaustive('is refused or read wherever it is damaged, 80 times', () => damage(40));
});

it('a workbook that asks for too many rounds of hashing is refused', async () => {
  const bytes = readFixture('data/encrypted-agile.xlsx');
  const asked = Buffer.from(
    bytes.toString('latin1').replace('spinCount="100000"', 'spinCount="999999999"  ').slice(0, bytes.length),
    'latin1',
  );
  const { status, message } = await query(asked, 'Grüße 1');
  expect([status, message]).toEqual([413, expect.stringContaining('at most 200000 rounds')]);
});

it('a workbook of before 2007 is told apart', async () => {
  const old = Buffer.from(readFixture('data/encrypted-agile.xlsx'));
  const at = old.indexOf(Buffer.from('EncryptedPackage', 'utf16le'));
  Buffer.from('Workbook'.padEnd(16, '_'), 'utf16le').copy(old, at);
  const { message } = await query(old, '');
  expect(message).toBe('Cannot read file "sales.xlsx" as a workbook: it is in the binary format of Office before 2007');
});
