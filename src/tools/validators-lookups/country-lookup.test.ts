import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';
import tool from './country-lookup.js';

const CODES = '/usr/share/iso-codes/json';
const hasCodes = existsSync(CODES);
if (!hasCodes) noteUntested('iso-codes', 'codes of countries, currencies, languages and subdivisions');

type Row = Readonly<Record<string, unknown>>;
const readCodes = (name: string): readonly Readonly<Record<string, string>>[] =>
  Object.values(
    JSON.parse(readFileSync(`${CODES}/iso_${name}.json`, 'utf8')) as Record<string, Record<string, string>[]>,
  )[0] ?? [];

async function rows(values: readonly string[], options: Record<string, unknown> = {}): Promise<readonly Row[]> {
  const answer = await runTool(tool, { input: values.join('\n'), options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return (answer.data as { results: Row[] }).results;
}
const code = async (value: string, options: Record<string, unknown> = {}): Promise<unknown> =>
  (await rows([value], options))[0]?.code;

describe('country-lookup', () => {
  it.skipIf(!hasCodes)('has the codes of all countries, currencies and languages of iso-codes', async () => {
    const countries = readCodes('3166-1');
    const found = await rows(
      countries.map(({ alpha_3: alpha3 = '' }) => alpha3),
      { kind: 'country' },
    );
    expect(countries.length).toBeGreaterThan(240);
    expect(found.map(({ code, alpha3, numeric, flag }) => [code, alpha3, numeric, flag])).toEqual(
      countries.map((country) => [country.alpha_2, country.alpha_3, country.numeric, country.flag]),
    );
    const currencies = readCodes('4217');
    const money = await rows(
      currencies.map(({ alpha_3: alpha3 = '' }) => alpha3),
      { kind: 'currency' },
    );
    const known = money.flatMap((row, i) =>
      row.isValid === true && row.numeric !== undefined
        ? [[row.code, row.numeric, currencies[i]?.alpha_3, currencies[i]?.numeric]]
        : [],
    );
    expect(known.length).toBeGreaterThan(160);
    for (const [ours, number, alpha3, numeric] of known) expect([ours, number]).toEqual([alpha3, numeric]);
    const languages = readCodes('639-2').filter(({ alpha_2: alpha2 }) => alpha2 !== undefined);
    const spoken = await rows(
      languages.map(({ alpha_2: alpha2 = '' }) => alpha2),
      { kind: 'language' },
    );
    const pairs = spoken.flatMap((row, i) =>
      row.isValid === true ? [[row.code, row.alpha3, languages[i]?.alpha_2, languages[i]?.alpha_3]] : [],
    );
    expect(pairs.length).toBeGreaterThan(175);
    for (const [ours, alpha3, theirs, three] of pairs) expect([ours, alpha3]).toEqual([theirs, three]);
  });

  inRounds.skipIf(!hasCodes)('knows nearly all subdivisions of iso-codes', [12, 1], async (every) => {
    const all = readCodes('3166-2')
      .filter((_, i) => i % every === 0)
      .map(({ code: own = '' }) => own);
    const found = await rows(all, { kind: 'subdivision' });
    expect(found.filter(({ isValid }) => isValid).length / all.length).toBeGreaterThan(0.96);
  });

  it.each([
    ['de', 'DE'],
    ['276', 'DE'],
    ['+49', 'DE'],
    ['+1', 'US'],
    ['+1 809', 'DO'],
    ['🇩🇪', 'DE'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'GB-SCT'],
    ['UK', 'GB'],
    ['The Netherlands', 'NL'],
    ['Deutschland', 'DE'],
    ['ドイツ', 'DE'],
    ['Германия', 'DE'],
    ['Côte d’Ivoire', 'CI'],
    ['cote divoire', 'CI'],
    ['Czech Republic', 'CZ'],
    ['south korea', 'KR'],
    ['EUR', 'EUR'],
    ['€', 'EUR'],
    ['978', 'EUR'],
    ['Japanese Yen', 'JPY'],
    ['ger', 'de'],
    ['Klingon', undefined],
    ['Kosovo', 'XK'],
    ['zh-Hant', undefined],
    ['us-ca', 'US-CA'],
    ['California', 'US-CA'],
  ])('finds %s', async (value, expected) => {
    expect(await code(value)).toBe(expected);
  });

  it('tells what else has the name, and looks for one kind where asked', async () => {
    const [georgia] = await rows(['Georgia']);
    expect(georgia).toMatchObject({ kind: 'country', code: 'GE' });
    expect(georgia?.others).toContain('subdivision US-GA: Georgia');
    expect(await code('Georgia', { kind: 'subdivision' })).toBe('US-GA');
    expect(await code('ca', { kind: 'language' })).toBe('ca');
    expect((await rows(['CHE']))[0]).toMatchObject({
      code: 'CH',
      others: ['currency CHE: WIR Euro', 'language ce: Chechen'],
    });
  });

  it('names in the language asked for, and what came after a country', async () => {
    expect((await rows(['AT'], { locale: 'fr' }))[0]?.name).toBe('Autriche');
    expect((await rows(['Czechoslovakia']))[0]?.reason).toBe(
      'Czechoslovakia is no longer in ISO 3166-1; see Czechia, Slovakia',
    );
  });

  it('lists a kind, or the parts of a country', async () => {
    const states = await rows(['Austria'], { action: 'list', kind: 'subdivision' });
    expect(states.map((row) => row.code)).toEqual(Array.from({ length: 9 }, (_, i) => `AT-${i + 1}`));
    const csv = (await runTool(tool, { options: { action: 'list', format: 'csv' } })).text ?? '';
    expect(csv.trimEnd().split('\n')).toHaveLength(251);
    expect(await rows([], { action: 'list', kind: 'language' })).toHaveLength(183);
    expect((await runTool(tool, { input: 'XK', options: { action: 'list', kind: 'subdivision' } })).status).toBe(400);
  });

  exhaustive('is done with thousands of unknown names soon', async () => {
    const values = Array.from({ length: 5_000 }, (_, i) => `Germani${i}`);
    expect((await rows(values)).every(({ isValid }) => !isValid)).toBe(true);
  });
});

it('a line may list countries, names keep their commas, and a domain is that of its country', async () => {
  const found = await rows(['Germany, FR; Japan', 'Korea, Republic of', '.de', '.UK', '.zz']);
  expect(found.map((row) => row.code)).toEqual(['DE', 'FR', 'JP', 'KR', 'DE', 'GB', undefined]);
});
