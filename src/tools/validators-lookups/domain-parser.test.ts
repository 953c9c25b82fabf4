import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { domainForms } from '../../engines/domain-names.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';
import tool from './domain-parser.js';

interface Row {
  readonly isValid: boolean;
  readonly reason?: string;
  readonly registrable?: string | null;
  readonly publicSuffix?: string | null;
  readonly subdomain?: string;
  readonly tldKind?: string;
  readonly suffixOf?: string;
}

async function rowsOf(
  names: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<readonly Row[]> {
  const { data, message } = await runTool(tool, { input: names.join('\n'), options });
  expect(message).toBeUndefined();
  return (data as { readonly results: readonly Row[] }).results;
}

/** From Debian's publicsuffix; the list is of 2023. */
const CASES = '/usr/share/doc/publicsuffix/examples/test_psl.txt';
const LIST = '/usr/share/publicsuffix/public_suffix_list.dat';
const hasList = existsSync(CASES) && existsSync(LIST);
if (!hasList) noteUntested('publicsuffix', 'domain names by the tests of the Public Suffix List');

const ascii = (name: string): string => {
  const forms = domainForms(name, false);
  return 'fault' in forms ? name : forms.ascii;
};

describe.skipIf(!hasList)('as the Public Suffix List says', () => {
  it('in its own tests', async () => {
    const cases = [...readFileSync(CASES, 'utf8').matchAll(/^checkPublicSuffix\('(.*)', (?:'(.*)'|null)\);/gm)].map(
      ([, name = '', registrable]) => ({ name, registrable: registrable === undefined ? null : ascii(registrable) }),
    );
    expect(cases.length).toBeGreaterThan(70);
    const rows = await rowsOf(cases.map(({ name }) => name));
    for (const [at, { name, registrable }] of cases.entries()) {
      // A name that begins with a dot is none, and has no registrable domain.
      if (name.startsWith('.')) expect(rows[at], name).toMatchObject({ isValid: false });
      else expect(rows[at]?.registrable, name).toBe(registrable);
    }
  });

  exhaustive('for every rule, that has not changed since', async () => {
    const [icann = ''] = readFileSync(LIST, 'utf8').split('===END ICANN DOMAINS===');
    const rules = icann
      .split('\n')
      .filter((line) => /^[^\s/]/.test(line))
      .map((line) => line.trim());
    const all = new Set(rules);
    // All rules below museum went in 2023.
    const plain = rules.filter((rule) => !/^[*!]|\.museum$/.test(rule) && !all.has(`*.${rule}`));
    let same = 0;
    for (let start = 0; start < plain.length; start += 3000) {
      const part = plain.slice(start, start + 3000);
      const rows = await rowsOf(
        part.flatMap((rule) => [rule, `qqa.${rule}`, `qqb.qqa.${rule}`]),
        { privateSuffixes: false },
      );
      for (const [at, rule] of part.entries()) {
        const [itself, one, two] = rows.slice(3 * at, 3 * at + 3);
        const name = `qqa.${ascii(rule)}`;
        if (
          itself?.registrable === null &&
          one?.registrable === name &&
          two?.registrable === name &&
          two.subdomain === 'qqb'
        )
          same += 1;
      }
    }
    // Some eighty more have gone since.
    expect(plain.length).toBeGreaterThan(6000);
    expect(same / plain.length).toBeGreaterThan(0.98);
  });
});

it('private suffixes count as browsers count them, or not', async () => {
  const [own] = await rowsOf(['a.b.github.io']);
  expect(own).toMatchObject({
    registrable: 'b.github.io',
    publicSuffix: 'github.io',
    subdomain: 'a',
    suffixOf: 'company',
  });
  const [registry] = await rowsOf(['a.b.github.io'], { privateSuffixes: false });
  expect(registry).toMatchObject({
    registrable: 'github.io',
    publicSuffix: 'io',
    subdomain: 'a.b',
    suffixOf: 'registry',
  });
});

it.each([
  ['http://user:pw@a.example.de:8080/x', 'example.de'],
  ['//cdn.example.org/x.js', 'example.org'],
  ['www.example.com:443', 'example.com'],
  ['example.com/path?x=1', 'example.com'],
  ['*.example.com', 'example.com'],
  ['EXAMPLE.Com.', 'example.com'],
  ['ann@example.com', 'example.com'],
  ['www.ck', 'www.ck'],
  ['a.b.kobe.jp', 'a.b.kobe.jp'],
  ['city.kobe.jp', 'city.kobe.jp'],
  ['faß.de', 'xn--fa-hia.de'],
  ['com', null],
  ['localhost', null],
])('%s belongs to %s', async (name, registrable) => {
  expect((await rowsOf([name]))[0]).toMatchObject({ isValid: true, registrable });
});

it.each([
  ['192.0.2.1', /IP address/],
  ['http://[::1]/', /IP address/],
  ['-a.com', /hyphen/],
  ['a..com', /empty/],
  [`${'a'.repeat(64)}.com`, /63/],
  ['a_b.com', /letters, digits and hyphens/],
  ['1.2.3', /must not be a number/],
  ['https://', /no domain name/],
  ['mailto:', /./],
])('%s is not valid', async (name, reason) => {
  const [row] = await rowsOf([name]);
  expect(row?.isValid).toBe(false);
  expect(row?.reason).toMatch(reason);
});

it('top-level domains are told apart', async () => {
  const rows = await rowsOf(['a.de', 'a.shop', 'a.рф', 'a.test', '1.in-addr.arpa', 'a.nope', 'a.internal']);
  expect(rows.map(({ tldKind }) => tldKind)).toEqual(
    'country generic international reserved infrastructure unlisted reserved'.split(' '),
  );
});
