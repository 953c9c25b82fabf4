import { invalid, quote } from '../../core/errors.js';

/** Names of a list with commas or spaces between, in lower case. */
const listed = (list: string): string[] =>
  list
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((name) => name !== '');

/** The kinds that an option lists; `all` stands for every kind. Throws INVALID_INPUT, with the known ones, for another name. */
export function chosenKinds<Kind extends string>(list: string, known: readonly Kind[]): Kind[] {
  const names = listed(list);
  if (names.length === 0 || names.includes('all')) return [...known];
  const wrong = names.find((name) => !known.some((kind) => kind === name));
  if (wrong !== undefined)
    throw invalid(`Option "kinds" has an unknown kind ${quote(wrong)}; known are all, ${known.join(', ')}`);
  return known.filter((kind) => names.includes(kind));
}

/** Codes of countries in capitals. Throws INVALID_INPUT for what is not two letters. */
export function chosenCountries(list: string): string[] {
  const codes = listed(list).map((code) => code.toUpperCase());
  const wrong = codes.find((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong !== undefined)
    throw invalid(`Option "countries" has ${quote(wrong)}, which is not a two-letter country code such as DE`);
  return codes;
}
