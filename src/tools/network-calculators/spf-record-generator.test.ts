import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './spf-record-generator.js';

interface Row {
  readonly record: string;
  readonly isValid: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly lookups: number;
  readonly txt: string;
}

const rowsOf = async (input: string, options: object = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

const PYTHON = `
import spf
ANSWERS = {'TXT': (b'v=spf1 ?all',), 'A': '192.0.2.250', 'AAAA': b'\\x20' * 16, 'MX': (10, 'mx.example.com'), 'PTR': 'a.example.org'}
spf.DNSLookup = lambda name, qtype, *rest, **named: [((name, qtype), ANSWERS[qtype])] if qtype in ANSWERS else []
out = []
for record in data:
    q = spf.query(i='203.0.113.77', s='someone@sender.example', h='helo.example')
    try:
        result = q.check(spf=record)
        out.append([result[0] != 'permerror', str(result[2])])
    except Exception as fault:
        out.append([None, repr(fault)])
print(json.dumps(out))`;

const GOOD = [
  'a',
  'mx',
  'a:mail.example.com',
  'mx:example.com/24',
  'a/26',
  'a//64',
  'a/24//96',
  'mx:example.com//64',
  'ip4:192.0.2.1',
  'ip4:198.51.100.0/24',
  'ip6:2001:db8::1',
  'ip6:2001:db8::/32',
  'include:_spf.example.net',
  'exists:%{i}.list.example.com',
  'exists:%{l1r-}.example.com',
  'a:%{d}',
  'exp=explain.example.com',
  'ptr:example.com',
];
const BAD = [
  'ip4:256.1.1.1',
  'ip4:192.0.2.0/33',
  'ip4:2001:db8::1',
  'ip6:192.0.2.1',
  'ip6:2001:db8::/129',
  'a/33',
  'a//129',
  'include',
  'include:',
  'exists',
  'exists:%{z}.example.com',
  'a:%(d).example.com',
  'all:example.com',
  'ipv4:192.0.2.1',
  'foo',
  'foo:bar.example',
  'mx:example.123',
  'redirect=',
];

describe('spf-record-generator', () => {
  it.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import spf'], 'SPF records beside pyspf'))(
    'finds the faults that pyspf finds',
    async () => {
      const chance = chanceOf(61);
      const records = Array.from({ length: 1000 }, (_, at) => {
        const terms = Array.from({ length: 1 + chance(4) }, () => {
          const term = pick(chance, GOOD);
          return term.includes('=') ? term : pick(chance, ['', '+', '?', '~', '-']) + term;
        });
        const unique = terms.filter((term, index) => !term.startsWith('exp=') || terms.indexOf(term) === index);
        if (at % 2 === 1) unique.splice(chance(unique.length + 1), 0, pick(chance, BAD));
        return ['v=spf1', ...unique, pick(chance, ['-all', '~all', '?all'])].join(' ');
      });
      const theirs = runPython<readonly (readonly [boolean | null, string])[]>(PYTHON, records, '/usr/bin/python3');
      const ours = await rowsOf(records.join('\n'));
      for (const [index, row] of ours.entries())
        expect(row.isValid, `${row.record}: ${theirs[index]![1]}, ${row.errors.join()}`).toBe(theirs[index]![0]);
      expect(ours.length).toBe(1000);
    },
  );

  it('reads the records of RFC 7208 appendix A without an error', async () => {
    const records = [
      'v=spf1 +all',
      'v=spf1 a -all',
      'v=spf1 a:example.org -all',
      'v=spf1 mx -all',
      'v=spf1 mx:example.org -all',
      'v=spf1 mx mx:example.org -all',
      'v=spf1 mx/30 mx:example.org/30 -all',
      'v=spf1 ptr -all',
      'v=spf1 ip4:192.0.2.128/28 -all',
      'v=spf1 include:example.com include:example.net -all',
      'v=spf1 redirect=example.org',
      'v=spf1 mx -all exp=explain._spf.%{d}',
      'v=spf1 -include:ip4._spf.%{d} -include:ptr._spf.%{d} +all',
      'v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all',
      'V=SPF1 MX -ALL',
      'v=spf1',
    ];
    for (const row of await rowsOf(records.join('\n'))) expect(row.errors, row.record).toEqual([]);
  });

  it('counts lookups and warns', async () => {
    const [over, odd, long] = await rowsOf(
      [
        `v=spf1 ${Array.from({ length: 11 }, (_, at) => `include:s${at}.example.com`).join(' ')} -all`,
        'v=spf1 ip4:10.0.0.1 ip4:10.0.0.1 -all a redirect=example.com',
        `v=spf1 ${Array.from({ length: 30 }, (_, at) => `ip4:9.9.${at}.0/24`).join(' ')} -all`,
      ].join('\n'),
    );
    expect(over).toMatchObject({ isValid: false, lookups: 11 });
    expect(odd!.warnings).toEqual([
      'ip4:10.0.0.1 is not an address of the internet (Private use)',
      'ip4:10.0.0.1 is not an address of the internet (Private use)',
      'Mechanisms after all are never tried',
      'redirect is ignored where there is an all',
      'ip4:10.0.0.1 is there more than once',
    ]);
    expect(long!.txt).toMatch(/^"[^"]{255}" "[^"]+"$/);
    expect((await rowsOf(long!.txt))[0]!.record).toBe(long!.record);
  });

  it.each([
    'x'.repeat(900_000),
    `v=spf1 ${'%{'.repeat(100_000)}`,
    '"'.repeat(100_001),
    `v=spf1 a${'/1'.repeat(200_000)}`,
  ])('answers hostile lines in time', async (input) => {
    const answer = await runTool(tool, { input });
    expect([200, 400, 413]).toContain(answer.status);
  });
});
