import { describe, expect, it } from 'vitest';

import { FAKE_LOCALES, ROW_KINDS } from '../../engines/fake-data.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './fake-data-generator.js';

const FIELDS = ROW_KINDS.join(', ');
const make = async (options: Record<string, unknown>) => runTool(tool, { options: { seed: 'x', ...options } });

const FORMS: Readonly<Record<string, RegExp>> = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  email: /^[^\s@]+@example\.(?:com|net|org)$/,
  phone: /^\+1 [2-9]\d\d 555 01\d\d$/,
  countryCode: /^[A-Z]{2}$/,
  date: /^202[2-5]-\d\d-\d\d$/,
  datetime: /^202[2-5]-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  birthdate: /^(?:19[3-9]|200)\d-\d\d-\d\d$/,
  url: /^https:\/\/[^\s/]+\.example\/\S+$/,
  ipv4: /^192\.0\.2\.\d{1,3}$/,
  ipv6: /^2001:db8::[\da-f]{1,4}:[\da-f]{1,4}$/,
  mac: /^02(?::[\da-f]{2}){5}$/,
  color: /^#[\da-f]{6}$/i,
  currency: /^[A-Z]{3}$/,
};

const PYTHON = `
import sys, json, csv, io, sqlite3
a = json.load(sys.stdin)
rows = json.loads(a['json'])
text = lambda v: str(v).lower() if isinstance(v, bool) else str(v)
same = lambda got: all(text(g) == text(v) or float(g) == v for g, v in got)
lines = [json.loads(l) for l in a['jsonl'].splitlines()]
table = list(csv.DictReader(io.StringIO(a['csv'])))
db = sqlite3.connect(':memory:'); db.executescript(a['sql']); db.row_factory = sqlite3.Row
sql = [dict(r) for r in db.execute('select * from people')]
ok = lambda v, g: text(v) == text(g) or (isinstance(v, bool) and int(v) == g) or (isinstance(v, (int, float)) and float(g) == float(v))
print(lines == rows, all(ok(r[k], t[k]) for r, t in zip(rows, table) for k in r), all(ok(r[k], t[k]) for r, t in zip(rows, sql) for k in r), len(rows), len(table), len(sql))
`;

describe('fake-data-generator', () => {
  exhaustive.skipIf(!hasProgram('python3', ['--version'], 'fake data read by Python'))(
    'every format holds the same values',
    async () => {
      const texts: Record<string, string> = {};
      for (const format of ['json', 'jsonl', 'csv', 'sql'])
        texts[format] = (await make({ fields: FIELDS, rows: 500, format })).text ?? '';
      expect(runProgram('python3', ['-c', PYTHON], JSON.stringify(texts)).toString().trim()).toBe(
        'True True True 500 500 500',
      );
    },
  );

  exhaustive('values have the form of their kind in every locale', async () => {
    for (const locale of FAKE_LOCALES) {
      const rows = (
        await make({ fields: `${FIELDS}, n:integer(-5..5), d:decimal(1.5..2.5), e:enum(a|b)`, rows: 30, locale })
      ).data as Record<string, unknown>[];
      for (const row of rows) {
        for (const [kind, form] of Object.entries(FORMS)) expect(String(row[kind]), `${locale} ${kind}`).toMatch(form);
        for (const kind of ROW_KINDS) expect(row[kind], `${locale} ${kind}`).not.toBe('');
        expect(row.fullName).toBe(`${row.firstName} ${row.lastName}`);
        expect(Math.abs(row.n as number)).toBeLessThanOrEqual(5);
        expect(Math.abs((row.d as number) - 2)).toBeLessThanOrEqual(0.5);
        expect(['a', 'b']).toContain(row.e);
      }
    }
  });

  it('a seed makes the same bytes whatever came before, another one others', async () => {
    const options = { fields: FIELDS, rows: 20, locale: 'de' };
    const first = (await make(options)).text;
    await make({ ...options, seed: 'y', rows: 7 });
    expect((await make(options)).text).toBe(first);
    expect((await make({ ...options, seed: 'y' })).text).not.toBe(first);
  });

  it('the most rows are made', async () => {
    const { text } = await make({ rows: 10_000, format: 'csv' });
    expect(text?.split('\n').length).toBe(10_002);
  });

  exhaustive('too long a result is over a limit', async () => {
    expect(
      (await make({ rows: 10_000, fields: Array.from({ length: 50 }, (_, i) => `p${i}:paragraph`).join(',') })).status,
    ).toBe(413);
  });

  it('any fields are made or refused', async () => {
    const chance = chanceOf(6);
    for (let i = 0; i < 300; i++) {
      const fields = Array.from(
        { length: 1 + chance(10) },
        () => ['id', ':', ',', '(', ')', 'enum', 'integer', '1', '..', '|', 'city', ' ', '__proto__', '\n'][chance(14)],
      ).join('');
      expect([200, 400], fields).toContain((await make({ fields, rows: 2 })).status);
    }
  });
});
