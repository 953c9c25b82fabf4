import { type Entity, followsWord, matchesOf } from '../lib/entities/entity.js';
import { NATIONAL_ID_FORMS, type NationalIdForm } from '../lib/entities/national-id-forms.data.js';
import { OFFICIAL_NUMBERS, type OfficialNumber } from '../lib/entities/official-numbers.data.js';
import { checkNhsNumber, FURTHER_CHECKS, type NumberFault, OWN_CHECKS } from '../lib/entities/own-number-checks.js';

/** Countries whose identifiers are known, in the order of the list. */
export const NATIONAL_ID_COUNTRIES: readonly string[] = [...new Set(NATIONAL_ID_FORMS.map(({ country }) => country))];

/** Codes beside and inside words, versions and longer numbers are not identifiers. */
const bounded = (form: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_+]|[\\p{N}][.,/-])(?:${form})(?![\\p{L}\\p{N}_]|[.,/-][\\p{N}])`, 'gu');

/**
 * National identifiers whose check digits fit. A spelling that numbers of other kinds share counts only shortly behind a word that
 * announces it, or where its country is in `named`.
 */
export async function nationalIdsIn(text: string, countries: readonly string[], named: boolean): Promise<Entity[]> {
  const { stdnum } = await import('stdnum');
  const wanted = NATIONAL_ID_FORMS.filter(({ country }) => countries.includes(country));
  const fits = ({ country, check }: NationalIdForm, spelling: string): string | undefined => {
    if (check === 'nhs') {
      const digits = spelling.replace(/\D/g, '');
      return checkNhsNumber(digits) === undefined ? digits : undefined;
    }
    // Some of its checks do not know the dots that people write.
    const found = stdnum[country]?.[check]?.validate(country === 'CL' ? spelling.replaceAll('.', '') : spelling);
    return found?.isValid === true ? found.compact : undefined;
  };
  const announced: Entity[] = [];
  const sure: Entity[] = [];
  for (const form of wanted) {
    const { country, name } = form;
    const words = new RegExp(`(?:${form.words})[^\\p{N}]{0,24}$`, 'iu');
    const read = (isAnnounced: boolean) => (match: RegExpExecArray) => {
      const hasWord = followsWord(text, match.index, words);
      if (hasWord !== isAnnounced && !(named && !isAnnounced)) return undefined;
      const value = fits(form, match[0]);
      return value === undefined ? undefined : { value, country, type: name };
    };
    for (const spelling of [form.sure, form.loose].filter((one) => one !== ''))
      for (const entity of matchesOf(text, 'national-id', bounded(spelling), read(true))) announced.push(entity);
    const others = named ? [form.sure, form.loose] : [form.sure];
    for (const spelling of others.filter((one) => one !== ''))
      for (const entity of matchesOf(text, 'national-id', bounded(spelling), read(false))) sure.push(entity);
  }
  // What a word announces is surer than a spelling alone; then the order of the countries.
  return [...announced, ...sure];
}

/** A number that fits a kind. */
interface FittingNumber {
  /** Without what divides it for readers. */
  readonly compact: string;
  readonly formatted: string;
}

export interface OfficialNumberCheck extends OfficialNumber {
  readonly check: (spelling: string) => FittingNumber | NumberFault;
}

const PACKAGE_FAULTS: Readonly<Record<string, NumberFault>> = {
  InvalidLength: 'length',
  InvalidComponent: 'part',
  InvalidChecksum: 'check',
};

/** Spellings that people use and the package's checks do not know: dots, or no hyphen. */
const RESPELLED: Readonly<Record<string, (spelling: string) => string>> = {
  'CL.rut': (spelling) => spelling.replaceAll('.', ''),
  'SE.personnummer': (spelling) => spelling.replace(/^(\d{6}|\d{8})(\d{4})$/, '$1-$2'),
};

/** Every kind of number that is known, with its check. Spellings may have blanks, dots, hyphens and slashes. */
export async function openOfficialNumbers(): Promise<readonly OfficialNumberCheck[]> {
  const { stdnum } = await import('stdnum');
  return OFFICIAL_NUMBERS.map((kind) => {
    const { country, scheme } = kind;
    const key = `${country}.${scheme}`;
    const own = OWN_CHECKS[key];
    const theirs = stdnum[country]?.[scheme];
    const byPackage = (spelling: string): FittingNumber | NumberFault => {
      const known = RESPELLED[key]?.(spelling) ?? spelling;
      const found = theirs?.validate(known);
      if (found?.isValid !== true) return PACKAGE_FAULTS[found?.error?.name ?? ''] ?? 'format';
      const { compact } = found;
      return FURTHER_CHECKS[key]?.(compact) ?? { compact, formatted: theirs?.format(known) ?? compact };
    };
    const check = (spelling: string): FittingNumber | NumberFault => {
      const compact = spelling.replace(/[\s.\-/]/g, '').replace(new RegExp(`^${country}(?=\\d)`), '');
      if (own !== undefined && (own.only?.test(compact) ?? true))
        return own.check(compact) ?? { compact, formatted: compact };
      try {
        return byPackage(spelling);
      } catch {
        // It throws for some texts that have nothing of the form.
        return 'format';
      }
    };
    return { ...kind, check };
  });
}
