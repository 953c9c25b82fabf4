import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import csvAnonymizer from './csv-anonymizer.js';

interface Privacy {
  readonly k: number;
  readonly groups: number;
  readonly uniqueRows: number;
  readonly l?: number;
}
interface Report {
  readonly text: string;
  readonly columns: readonly { readonly name: string; readonly kind?: string; readonly action: string }[];
  readonly rowsAfter: number;
  readonly privacy?: { readonly before: Privacy; readonly after: Privacy };
  readonly warnings: readonly string[];
}

const anonymize = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Report> => {
  const { status, message, data } = await runTool(csvAnonymizer, { input, options });
  expect(status, message).toBe(200);
  return data as Report;
};

const COUNT = `
import csv, io, json, sys, hmac, hashlib
from collections import defaultdict
out = []
for text, k in json.load(sys.stdin):
    rows = list(csv.DictReader(io.StringIO(text)))
    def report(rows):
        g = defaultdict(list)
        for r in rows: g[(r['age'], r['zip'])].append(r['ill'])
        return {'k': min(map(len, g.values()), default=0), 'groups': len(g), 'uniqueRows': sum(len(v) == 1 for v in g.values()), 'l': min((len(set(v)) for v in g.values()), default=0)}
    g = defaultdict(int)
    for r in rows: g[(r['age'], r['zip'])] += 1
    kept = [r for r in rows if g[(r['age'], r['zip'])] >= k]
    hashes = [hmac.new(b'key', ('value\\n' + r['ill']).encode(), hashlib.sha256).hexdigest()[:16] for r in kept]
    out.append([report(rows), report(kept), len(kept), hashes])
print(json.dumps(out))
`;

inRounds.skipIf(!hasProgram('python3', ['--version'], 'csv-anonymizer against Python'))(
  'k-anonymity, l-diversity, suppression and hashes are what Python counts',
  [3, 200],
  async (rounds) => {
    const chance = chanceOf(7);
    const tables = Array.from({ length: rounds }, (): [string, number] => {
      const rows = Array.from(
        { length: 1 + chance(60) },
        () =>
          `${20 + chance(5)},${pick(chance, ['10115', '10117', '"8,0"'])},${pick(chance, ['flu', 'cold', 'größe'])}`,
      );
      return [`age,zip,ill\n${rows.join('\n')}\n`, 1 + chance(6)];
    });
    const counted = JSON.parse(runProgram('python3', ['-c', COUNT], JSON.stringify(tables)).toString()) as [
      Privacy,
      Privacy,
      number,
      string[],
    ][];
    for (const [index, [text, k]] of tables.entries()) {
      const options = { rules: 'ill: hash', columns: 'age, zip', sensitive: 'ill', k, key: 'key' };
      const { privacy, rowsAfter, text: written } = await anonymize(text, options);
      const [before, after, rows, hashes] = counted[index] as [Privacy, Privacy, number, string[]];
      expect([privacy?.before, privacy?.after, rowsAfter]).toEqual([before, after, rows]);
      expect(
        written
          .split('\n')
          .slice(1, -1)
          .map((line) => line.split(',').at(-1)),
      ).toEqual(hashes);
    }
  },
);

it('the table of Sweeney 2002 is 2-anonymous', async () => {
  // "k-anonymity: a model for protecting privacy": race, birth, gender, ZIP, problem.
  const rows = [
    'Black,1965,m,0214*,short breath',
    'Black,1965,m,0214*,chest pain',
    'Black,1965,f,0213*,hypertension',
    'Black,1965,f,0213*,hypertension',
    'Black,1964,f,0213*,obesity',
    'Black,1964,f,0213*,chest pain',
    'White,1964,m,0213*,chest pain',
    'White,1964,m,0213*,obesity',
    'White,1964,m,0213*,short breath',
    'White,1967,m,0213*,chest pain',
    'White,1967,m,0213*,chest pain',
  ];
  const { privacy } = await anonymize(`Race,Birth,Gender,ZIP,Problem\n${rows.join('\n')}\n`, {
    rules: 'Race: keep',
    columns: 'Race,Birth,Gender,ZIP',
    sensitive: 'Problem',
  });
  expect(privacy?.before).toEqual({ k: 2, groups: 5, uniqueRows: 0, l: 1 });
});

const PEOPLE =
  'Vorname,mail,tel,Betrag\nAda,a@b.org,030 901820,12\nJürgen,j@b.org,030 901821,13\nAda,a@b.org,030 901820,14\n';

it('columns are told by name and by cells, and masking leaves nothing of them', async () => {
  const { columns, text } = await anonymize(`${PEOPLE.replace('mail', 'x').replace('tel', 'y')}`);
  expect(columns.map(({ kind, action }) => [kind, action])).toEqual([
    ['first-name', 'mask'],
    ['email', 'mask'],
    ['phone', 'mask'],
    [undefined, 'keep'],
  ]);
  expect(text).not.toMatch(/Ada|901820|@b/);
});

it('the same value is the same pseudonym and the same made-up value, and a seed repeats them', async () => {
  const rules = 'Vorname: fake\nmail: pseudonym\ntel: shuffle';
  const first = await anonymize(PEOPLE, { rules, key: 'k', seed: 's' });
  expect((await anonymize(PEOPLE, { rules, key: 'k', seed: 's' })).text).toBe(first.text);
  const cells = first.text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(cells[0]?.slice(0, 2)).toEqual(cells[2]?.slice(0, 2));
  expect(cells.map(([, mail]) => mail)).toEqual(
    cells.map(() => expect.stringMatching(/^user-[\da-f]{12}@example\.com$/)),
  );
  expect(cells.map(([, , tel]) => tel).sort()).toEqual(['030 901820', '030 901820', '030 901821']);
});

it('dates, numbers and codes are generalized by what they are', async () => {
  const input = 'd,n,c,x\n31.12.1985,-3,00123,a\n1/31/1990,12,12345,b\n2001-02-03,7,,c\n';
  const { text } = await anonymize(input, { rules: 'd: generalize quarter; n: generalize 5; c: generalize 2' });
  expect(text).toBe('d,n,c,x\n1985-Q4,"[-5,0)",00***,a\n1990-Q1,10-14,12***,b\n2001-Q1,5-9,,c\n');
  const { text: years } = await anonymize(input, { rules: 'd: generalize decade' });
  expect(
    years
      .split('\n')
      .slice(1, 4)
      .map((line) => line.slice(0, 5)),
  ).toEqual(['1980s', '1990s', '2000s']);
});

it('cells beyond the header are not passed on as they are without a word', async () => {
  const { warnings, text } = await anonymize('id,mail\n1,a@b.org,c@d.org\n2,e@b.org\n');
  expect(warnings[0]).toMatch(/more or fewer cells/);
  expect(text).not.toMatch(/[bd]\.org/);
});
