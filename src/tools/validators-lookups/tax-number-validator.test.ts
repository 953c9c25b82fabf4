import { describe, expect, it } from 'vitest';

import { OFFICIAL_NUMBERS } from '../../lib/entities/official-numbers.data.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './tax-number-validator.js';

const PYTHON = '/usr/bin/python3';
const hasStdnum = hasProgram(PYTHON, ['-c', 'import stdnum'], 'VAT numbers by python-stdnum');

interface Row {
  readonly isValid: boolean;
  readonly reason?: string;
  readonly country?: string;
  readonly scheme?: string;
  readonly number?: string;
  readonly fits?: readonly string[];
}

async function rows(values: readonly string[], options: Record<string, unknown> = {}): Promise<readonly Row[]> {
  const answer = await runTool(tool, { input: values.join('\n'), options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return (answer.data as { results: Row[] }).results;
}

/** Valid VAT numbers from the documentation of python-stdnum, most of them of real companies. */
const VAT_NUMBERS = [
  'ATU13585627',
  'BE0403019261',
  'BG175074752',
  'CY10259033P',
  'CZ25123891',
  'CZ640903926',
  'DE136695976',
  'DK13585628',
  'EE100931558',
  'EL094259216',
  'ES54362315K',
  'ESJ99216582',
  'FI20774740',
  'FR40303265045',
  'FRK7399859412',
  'HR33392005961',
  'HU12892312',
  'IE6433435F',
  'IE8D79739I',
  'IT00743110157',
  'LT119511515',
  'LT100001919017',
  'LU15027442',
  'LV40003521600',
  'MT11679112',
  'NL4495445B01',
  'PL8567346215',
  'PT501964843',
  'RO18547290',
  'SE123456789701',
  'SI50223054',
  'SK2022749619',
  'GB980780684',
  'CHE107787577IVA',
  'NO995525828MVA',
] as const;

const THEIRS = `
from stdnum.eu import vat
from stdnum.gb import vat as gb
from stdnum.ch import vat as ch
from stdnum.no import mva
def verdict(n):
    if n.startswith('GB'): return gb.is_valid(n)
    if n.startswith('CHE'): return ch.is_valid(n)
    if n.startswith('NO'): return mva.is_valid(n)
    return vat.is_valid(n)
print(json.dumps([bool(verdict(n)) for n in data]))`;

describe('tax-number-validator', () => {
  it('knows published VAT numbers by their prefix', async () => {
    const found = await rows(VAT_NUMBERS, { kind: 'vat' });
    expect(found.filter(({ isValid }) => !isValid)).toEqual([]);
    const prefixes: Record<string, string> = { GR: 'EL' };
    for (const [index, { country = '' }] of found.entries())
      expect(VAT_NUMBERS[index]?.startsWith(prefixes[country] ?? country)).toBe(true);
  });

  inRounds.skipIf(!hasStdnum)('judges VAT numbers as python-stdnum does', [12, 132], async (rounds) => {
    const chance = chanceOf(11);
    const values = VAT_NUMBERS.flatMap((number) => [
      number,
      ...Array.from({ length: rounds }, (_, round) =>
        // One digit changed, or about half of them; the numbers of persons that hold a date are theirs to judge by the clock.
        number.replace(/\d/g, (digit, at) =>
          (round % 2 === 0 ? at === number.length - 1 - (round % 7) : chance(2) === 0) ? String(chance(10)) : digit,
        ),
      ),
    ]).filter((number) => !/^CZ\d{10}$|^LV[0-3]|^BG\d{10}$/.test(number));
    const theirs = runPython<boolean[]>(THEIRS, values, PYTHON);
    const ours = await rows(values, { kind: 'vat' });
    expect(values.filter((_, i) => ours[i]?.isValid !== theirs[i])).toEqual([]);
    expect(theirs.filter((isValid) => isValid).length).toBeGreaterThan(VAT_NUMBERS.length);
  });

  it.each([
    // From the pages of the offices, or the examples that they print.
    ['GB', '943 476 5919', 'nhs'],
    ['GB', 'AB123456C', 'nino'],
    ['FR', '732 829 320 00074', 'siret'],
    ['FR', '35600000000048', 'siret'],
    ['IT', 'RCCMNL83S18D969H', 'codicefiscale'],
    ['ES', '54362315-K', 'dni'],
    ['ES', 'X-2482300-W', 'nie'],
    ['SE', '811228-9841', 'personnummer'],
    ['SE', '8112289841', 'personnummer'],
    ['DE', '36 574 261 809', 'idnr'],
    ['BR', '390.533.447-05', 'cpf'],
    ['BR', '16.727.230/0001-97', 'cnpj'],
    ['AU', '51 824 753 556', 'abn'],
    ['IN', '2341 2341 2346', 'aadhaar'],
    ['IN', '27AAPFU0939F1ZV', 'gstin'],
    ['CL', '12.531.909-2', 'rut'],
    ['US', '900-70-0000', 'itin'],
    ['US', '04-2103594', 'ein'],
    ['PL', '8567346215', 'nip'],
    ['CN', '360426199101010071', 'ric'],
    ['PY', '2660-3', 'ruc'],
    ['BG', '7523169263', 'egn'],
  ])('%s knows %s as %s', async (country, number, scheme) => {
    const [row] = await rows([number], { country });
    const name = OFFICIAL_NUMBERS.find((one) => one.country === country && one.scheme === scheme)?.name;
    expect(row?.fits?.some((fit) => fit.endsWith(`: ${name}`))).toBe(true);
    // What it prints is read again.
    expect((await rows([(row as { formatted?: string }).formatted ?? ''], { country }))[0]?.isValid).toBe(true);
  });

  it.each([
    ['FR', 'company', '73282932000079', 'its check digits do not fit'],
    ['BG', 'person', '0523969263', 'As Bulgaria: '],
    ['US', 'person', '666-12-3456', 'a part of it'],
    ['GB', 'vat', '98078068', 'it has the wrong length'],
    ['IS', 'person', '120174-3391', 'a part of it'],
    ['EE', 'person', '30959280009', 'a part of it'],
  ])('%s %s %s is refused', async (country, kind, number, reason) => {
    const [row] = await rows([number], { country, kind });
    expect(row?.isValid).toBe(false);
    expect(row?.reason).toContain(reason);
  });

  it('names every kind that a bare number fits and takes it for none of them', async () => {
    const [row] = await rows(['123456789']);
    expect(row).toMatchObject({ isValid: true });
    expect(row?.fits?.length).toBeGreaterThan(3);
    expect(row?.country).toBeUndefined();
  });

  it('refuses more bare numbers than it can try, and takes as many of one country', async () => {
    const many = Array.from({ length: 501 }, (_, i) => String(100_000_000 + i));
    const answer = await runTool(tool, { input: many.join('\n') });
    expect([answer.status, answer.message]).toEqual([
      413,
      'Values of any country must number at most 500; choose "country" for more',
    ]);
    expect(await rows(many, { country: 'US', kind: 'company' })).toHaveLength(501);
  });

  it('is done with hostile values', async () => {
    const values = [
      '-'.repeat(50),
      '1'.repeat(61),
      'é'.repeat(40),
      '０１２３４５６７８９',
      'DE',
      'CHE',
      '__proto__',
      '"',
    ];
    for (const kind of ['any', 'vat', 'person']) {
      const found = await rows(values, { kind });
      expect(found[1]?.reason).toContain('at most 60 characters');
    }
    for (const country of new Set(OFFICIAL_NUMBERS.map((one) => one.country))) await rows(values, { country });
  });
});
