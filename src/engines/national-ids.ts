import { type Entity, followsWord, matchesOf } from '../lib/entities/entity.js';
import { NATIONAL_ID_FORMS, type NationalIdForm } from '../lib/entities/national-id-forms.data.js';

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
    if (check === 'nhs') return nhsNumber(spelling);
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

/** Ten digits, the last a check digit modulo 11 (NHS Data Dictionary). */
function nhsNumber(spelling: string): string | undefined {
  const digits = spelling.replace(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < 9; index++) sum += (10 - index) * Number(digits[index]);
  return (11 - (sum % 11)) % 11 === Number(digits[9]) ? digits : undefined;
}
