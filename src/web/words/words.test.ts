/** Every language has every phrase, and what it has is a phrase of its own. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { LANGUAGES, type LanguageCode } from './languages.js';
import { counted, numberText, oneDigit, plural, setNumberLanguage, shortNumber } from './numbers.js';

type Phrase = string | ((...values: number[]) => unknown);

/** Phrases by their places: `catalog.title`. Families are looked at apart: English spells most of them from their ids. */
function phrasesOf(words: object, place = ''): [string, Phrase][] {
  return Object.entries(words).flatMap(([key, value]: [string, Phrase | object]) => {
    if (typeof value !== 'object') return [[`${place}${key}`, value] as [string, Phrase]];
    return key === 'families' && place === '' ? [] : phrasesOf(value, `${place}${key}.`);
  });
}

/** Counts of every plural form of the four languages. */
const COUNTS = [0, 1, 2, 1_000_000];

/** A phrase said in full: with each count in all of its places; the parts of a sentence together. */
const saidBy = (phrase: Phrase): string[] =>
  typeof phrase === 'string'
    ? [phrase]
    : COUNTS.map((count) => [phrase(...Array<number>(phrase.length).fill(count))].flat().join(''));

/** Words that two languages share, by their places. */
const SAME: Readonly<Record<Exclude<LanguageCode, 'en'>, string>> = {
  de: 'units.kilobytes units.megabytes tool.takesText tool.text form.text form.optional result.text result.looks.Text result.looks.JSON result.entryName',
  fr: 'frame.agents keys.ctrl tool.takesOptions tool.formats result.looks.Image result.looks.JSON result.pages result.pixels pointing.page steps.options form.transparent pointing.thePage',
  es: 'keys.ctrl units.kilobytes units.megabytes units.bytes result.looks.JSON result.no',
};

const codes = Object.keys(LANGUAGES) as LanguageCode[];
const foreign = codes.filter((code) => code !== 'en') as Exclude<LanguageCode, 'en'>[];

const families = readdirSync(join(import.meta.dirname, '../../tools'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** Without code, which is the same in every language. */
const proseOf = (text: string): string => text.replace(/`[^`]*`|\?family=|Ctrl\+\S+|1:1/g, '');

afterEach(() => setNumberLanguage('en'));

describe.each(codes)('%s', (code) => {
  it('says something in each of its phrases', async () => {
    const words = await LANGUAGES[code].load();
    setNumberLanguage(code);
    for (const [place, phrase] of phrasesOf(words)) {
      for (const said of saidBy(phrase)) {
        expect(said.trim(), place).not.toBe('');
        expect(said, place).not.toMatch(/undefined|NaN|\[object|\$\{/);
      }
    }
  });
});

describe.each(foreign)('%s', (code) => {
  it('has the phrases of English, and no others', async () => {
    const english = phrasesOf(await LANGUAGES.en.load()).map(([place, phrase]) => `${place} ${typeof phrase}`);
    const own = phrasesOf(await LANGUAGES[code].load()).map(([place, phrase]) => `${place} ${typeof phrase}`);
    expect(own).toEqual(english);
  });

  it('says nothing in English but what is the same', async () => {
    const english = new Map(phrasesOf(await LANGUAGES.en.load()));
    // Numbers as English writes them: what is compared is words.
    const same = phrasesOf(await LANGUAGES[code].load()).flatMap(([place, phrase]) =>
      saidBy(phrase).join() === saidBy(english.get(place) ?? '').join() ? [place] : [],
    );
    expect(same.toSorted()).toEqual(SAME[code].split(' ').toSorted());
  });

  it('names every family', async () => {
    const words = await LANGUAGES[code].load();
    expect(Object.keys(words.families).toSorted()).toEqual(families.toSorted());
  });
});

it('writes French with its thin spaces', async () => {
  for (const [place, phrase] of phrasesOf(await LANGUAGES.fr.load())) {
    for (const said of saidBy(phrase).map(proseOf)) {
      expect(said, place).not.toMatch(/[^\u202f][;:!?»%]|«[^\u202f]/);
      expect(said, place).not.toMatch(/["“”„']/);
    }
  }
});

it('writes German and Spanish with their own quotes and questions', async () => {
  for (const [place, phrase] of phrasesOf(await LANGUAGES.de.load())) {
    for (const said of saidBy(phrase).map(proseOf)) expect(said.replace(/„[^“]*“/g, ''), place).not.toMatch(/["“”„«»]/);
  }
  for (const [place, phrase] of phrasesOf(await LANGUAGES.es.load())) {
    for (const said of saidBy(phrase).map(proseOf)) {
      expect(said.replace(/«[^»]*»/g, ''), place).not.toMatch(/["“”„«»']/);
      expect(said.split('?').length, place).toBe(said.split('¿').length);
    }
  }
});

it.each(codes)('writes numbers in %s as Intl does', (code) => {
  setNumberLanguage(code);
  const whole = new Intl.NumberFormat(code);
  const short = new Intl.NumberFormat(code, { maximumSignificantDigits: 3 });
  const one = new Intl.NumberFormat(code, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
  const rules = new Intl.PluralRules(code);
  const forms = { zero: 'more', one: 'one', two: 'more', few: 'more', many: 'millions', other: 'more' };
  const counts = Array.from({ length: 1200 }, (_, index) => index);
  for (const count of [...counts, 9999, 10_000, 123_456, 999_999, 1e6, 1_000_001, 2e6, 123_456_789, 1e12, -5, -1234]) {
    expect(numberText(count)).toBe(whole.format(count));
    if (count >= 0) expect(plural(count, 'one', 'more', 'millions')).toBe(forms[rules.select(count)]);
  }
  for (const value of [0.001, 0.5, 1 / 3, 1.5, 1.4567, 2.44, 9.96, 99.95, 123.456, 999.6, 1020.4, 12_345.678]) {
    expect(numberText(value)).toBe(whole.format(value));
    expect(shortNumber(value)).toBe(short.format(value));
    expect(oneDigit(value)).toBe(one.format(Number(value.toFixed(1))));
    expect(plural(value, 'one', 'more', 'millions')).toBe(forms[rules.select(value)]);
  }
});

/** As the Unicode CLDR has them. */
it('writes numbers as each language does', () => {
  const written = codes.map((code) => {
    setNumberLanguage(code);
    return [numberText(1_234_567), oneDigit(2.44), counted(0, 'one', 'more', 'millions'), counted(1e6, 'o', 'm', 'M')];
  });
  expect(written).toEqual([
    ['1,234,567', '2.4', '0 more', '1,000,000 m'],
    ['1.234.567', '2,4', '0 more', '1.000.000 m'],
    ['1\u202f234\u202f567', '2,4', '0 one', '1\u202f000\u202f000 M'],
    ['1.234.567', '2,4', '0 more', '1.000.000 M'],
  ]);
});
