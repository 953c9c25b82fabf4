import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './isbn-validator.js';

const PYTHON = '/usr/bin/python3';
const hasStdnum = hasProgram(PYTHON, ['-c', 'import stdnum'], 'ISBN, ISSN, ISMN, ORCID and ISNI by python-stdnum');

interface Row {
  readonly isValid: boolean;
  readonly reason?: string;
  readonly type?: string;
  readonly formatted?: string;
  readonly isbn13?: string;
  readonly isbn10?: string | null;
  readonly ean13?: string;
  readonly group?: string | null;
  readonly suggestion?: string;
  readonly url?: string;
}

async function check(
  values: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<readonly Row[]> {
  return ((await runTool(tool, { input: values.join('\n'), options })).data as { results: Row[] }).results;
}

type Chance = (below: number) => number;
const digits = (chance: Chance, length: number): string => Array.from({ length }, () => chance(10)).join('');

/** Weights of the standards, written out for numbers that are right before a character of half of them is changed. */
function made(chance: Chance, kind: string): string {
  const gs1 = (body: string) =>
    body + ((10 - ([...body].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) % 10)) % 10);
  const eleven = (body: string) =>
    body +
    ('0123456789X'[
      (11 - ([...body].reduce((sum, digit, index) => sum + Number(digit) * (body.length + 1 - index), 0) % 11)) % 11
    ] ?? '');
  if (kind === 'isbn') return chance(2) ? eleven(digits(chance, 9)) : gs1(`978${digits(chance, 9)}`);
  if (kind === 'issn') return eleven(digits(chance, 7));
  if (kind === 'ismn') return gs1(`9790${digits(chance, 8)}`);
  const body = kind === 'orcid' ? `00000002${digits(chance, 7)}` : `0000${digits(chance, 11)}`;
  const sum = [...body].reduce((total, digit) => ((total + Number(digit)) * 2) % 11, 0);
  return body + ('0123456789X'[(12 - sum) % 11] ?? '');
}

function spoilt(chance: Chance, number: string): string {
  if (chance(2) === 0) return number;
  const at = 4 + chance(number.length - 4);
  return `${number.slice(0, at)}${chance(10)}${number.slice(at + 1)}`;
}

describe('isbn-validator', () => {
  for (const kind of ['isbn', 'issn', 'ismn', 'orcid', 'isni'])
    inRounds.skipIf(!hasStdnum)(`judges and converts ${kind} as python-stdnum does`, [200, 600], async (rounds) => {
      const chance = chanceOf(3);
      const numbers = Array.from({ length: rounds }, () => spoilt(chance, made(chance, kind)));
      const theirs = runPython<(readonly [boolean, string, string | null, string | null])[]>(
        `from types import SimpleNamespace
from stdnum import isbn, issn, ismn
from stdnum.iso7064 import mod_11_2
person = SimpleNamespace(is_valid=mod_11_2.is_valid, format=str)
m = {'isbn': isbn, 'issn': issn, 'ismn': ismn, 'orcid': person, 'isni': person}[${JSON.stringify(kind)}]
def convert(n):
    if m is isbn:
        c = isbn.to_isbn13(n)
        return [c, isbn.to_isbn10(c)]
    return [issn.to_ean(n) if m is issn else None, None]
print(json.dumps([[True, m.format(n)] + convert(n) if m.is_valid(n) else [False, '', None, None] for n in data]))`,
        numbers,
        PYTHON,
      );
      const ours = await check(numbers, { kind });
      const plain = (text: string | null | undefined) => text?.replace(/[- ]/g, '') ?? null;
      for (const [index, row] of ours.entries()) {
        const [isValid, formatted, first, second] = theirs[index] ?? [];
        expect([numbers[index], row.isValid]).toEqual([numbers[index], isValid]);
        if (!row.isValid) continue;
        expect(plain(row.formatted)).toBe(plain(formatted));
        if (kind === 'isbn') expect([plain(row.isbn13), plain(row.isbn10)]).toEqual([first, second]);
        if (kind === 'issn') expect([row.formatted, row.ean13]).toEqual([formatted, first]);
        if (kind === 'ismn') expect(row.formatted).toBe(formatted);
      }
      const valid = ours.filter(({ isValid }) => isValid).length;
      expect(valid).toBeGreaterThan(rounds / 3);
      expect(valid).toBeLessThan(rounds);
    });

  inRounds.skipIf(!hasStdnum)(
    'hyphenates ISBN as python-stdnum does, whose ranges are older',
    [500, 2000],
    async (rounds) => {
      const chance = chanceOf(9);
      const numbers = Array.from({ length: rounds }, () => made(chance, 'isbn'));
      const theirs = runPython<string[]>(
        'from stdnum import isbn\nprint(json.dumps([isbn.format(n) for n in data]))',
        numbers,
        PYTHON,
      );
      const ours = await check(numbers);
      let [same, divided] = [0, 0];
      for (const [index, { formatted }] of ours.entries()) {
        // With fewer parts it knows no range.
        if (theirs[index]?.split('-').length !== (numbers[index]?.length === 10 ? 4 : 5)) continue;
        divided++;
        if (formatted === theirs[index]) same++;
      }
      expect(divided).toBeGreaterThan(rounds / 2);
      expect(same / divided).toBeGreaterThan(0.96);
    },
  );

  it('hyphenates twelve numbers of as many groups as python-stdnum 1.18 does', async () => {
    const examples =
      '978-600-119-125-1 978-601-7151-13-3 978-602-8328-22-7 978-603-500-045-1 978-606-8126-35-7 978-607-455-035-1 978-608-203-023-4 978-612-45165-9-7 978-614-404-018-8 978-615-5014-99-4 979-10-90636-07-1 978-92-95055-12-4'.split(
        ' ',
      );
    const rows = await check(examples.map((example) => example.replaceAll('-', '')));
    expect(rows.map(({ isbn13 }) => isbn13)).toEqual(examples);
  });

  it('finds every single wrong digit of published examples, and every swap that the weights can', async () => {
    const wrong: string[] = [];
    for (const [number, swaps] of [
      ['0306406152', true],
      ['9783161484100', false],
      ['03785955', true],
      ['0000000218250097', true],
      ['9790230671187', false],
    ] as const)
      for (let at = 3; at < number.length; at++) {
        const [a = '', b = ''] = number.slice(at, at + 2);
        for (let other = 0; other < 10; other++)
          if (String(other) !== a) wrong.push(`${number.slice(0, at)}${other}${number.slice(at + 1)}`);
        if (swaps && b !== '' && a !== b) wrong.push(number.slice(0, at) + b + a + number.slice(at + 2));
      }
    const kinds = (await check(wrong)).filter(({ isValid }) => isValid);
    expect(kinds).toEqual([]);
    expect(wrong.length).toBeGreaterThan(400);
  });

  it('takes numbers as people write them', async () => {
    const rows = await check([
      'ISBN-13: 978\u20113\u201116\u2011148410\u20110',
      'isbn 316148410x',
      'eISSN: 2049-3630',
      'p-ISSN 0378-5955',
      '9770378595002',
      'doi:10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2',
      'https://dx.doi.org/10.1000%2F182?x=1',
      'http://orcid.org/0000-0001-5109-3700',
      '0000-0002-1694-233x',
      '979-10-90636-07-1',
      '0-7225-0',
      '722500000',
    ]);
    expect(rows.map(({ isValid, type, formatted }) => [isValid, type, formatted])).toEqual([
      [true, 'isbn', '978-3-16-148410-0'],
      [true, 'isbn', '3-16-148410-X'],
      [true, 'issn', '2049-3630'],
      [true, 'issn', '0378-5955'],
      [true, 'issn', '0378-5955'],
      [true, 'doi', '10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2'],
      [true, 'doi', '10.1000/182'],
      [true, 'orcid', '0000-0001-5109-3700'],
      [true, 'orcid', '0000-0002-1694-233X'],
      [true, 'isbn', '979-10-90636-07-1'],
      [false, undefined, undefined],
      [false, 'isbn', undefined],
    ]);
    expect(rows[5]?.url).toBe(
      'https://doi.org/10.1002/(SICI)1097-0258(19980815/30)17:15/16%3C1661::AID-SIM968%3E3.0.CO;2-2',
    );
    expect(rows[9]?.isbn10).toBeNull();
  });

  it('tells a nine-digit SBN, letters for digits, and ranges that nobody has', async () => {
    // 0-571-05686-5 was SBN 571 05686 5.
    const [old] = await check(['571056865']);
    expect(old).toMatchObject({ isValid: false, suggestion: '0-571-05686-5' });
    expect((await check(['ISSN O378-5955']))[0]).toMatchObject({ suggestion: '0378-5955' });
    const { data } = await runTool(tool, { input: '9783161484100\n9786700000007' });
    expect(data).toMatchObject({
      results: [
        { group: 'German language' },
        { isValid: true, formatted: '9786700000007', group: null, registrant: null },
      ],
      warnings: ['Line 2: the range of this ISBN is not assigned to a publisher'],
    });
  });

  it('judges by the kind that is asked for', async () => {
    const reasons = async (value: string, kind: string) => (await check([value], { kind }))[0]?.reason;
    expect(await reasons('03785955', 'isbn')).toBe('An ISBN has 10 or 13 digits, got 8');
    expect(await reasons('9790230671187', 'isbn')).toBe('Numbers that begin with 979-0 are ISMN, of printed music');
    expect(await reasons('4006381333931', 'isbn')).toBe('An ISBN of 13 digits begins with 978 or 979');
    expect(await reasons('0000000121032683', 'orcid')).toBe('No ORCID are issued in this range: it is an ISNI');
    expect(await reasons('0000000218250097', 'isni')).toBeUndefined();
    expect(await reasons('11.1000/182', 'doi')).toBe('A DOI begins with 10., four to nine digits and a slash');
    expect(await reasons('10.1000/', 'doi')).toBe(
      'Behind the first slash of a DOI there must be characters other than spaces',
    );
    expect(await reasons('M-2306', 'ismn')).toBe(
      'An ISMN is M and 9 digits, or 979-0 and 9 digits, got other characters',
    );
  });

  it('is done with hostile values at once', async () => {
    const values = [
      ' '.repeat(300_000),
      `ISBN${'\t'.repeat(100_000)}x`,
      `10.1234${'.1'.repeat(100_000)}`,
      '-'.repeat(90_000),
    ];
    const rows = await check(values.map((value) => `.${value}.`));
    expect(rows.every(({ isValid }) => !isValid)).toBe(true);
    expect((await check([`10.1000/${'a'.repeat(2000)}`]))[0]?.reason).toBe('It must have at most 2000 characters');
  });
});
