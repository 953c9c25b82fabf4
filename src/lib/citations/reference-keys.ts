import { dateOf, familyOf, namesOf, plainText, type Reference, textOf } from './reference.js';

const MAX_KEY = 100;
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ð: 'd',
  ı: 'i',
};

const ascii = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[ßæøœłđþðı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');

/** Author and year: `doe2020`. */
function madeKey({ item }: Reference): string {
  const [first] = [...namesOf(item, 'author'), ...namesOf(item, 'editor')];
  const name = ascii(first === undefined ? '' : (first.literal ?? familyOf(first)).slice(0, MAX_KEY));
  const [word = ''] = plainText(textOf(item, 'title').slice(0, 1000))
    .split(/\s+/)
    .map(ascii)
    .filter((part) => part !== '');
  const year = dateOf(item, 'issued')?.['date-parts']?.[0]?.[0];
  return `${(name || word || 'reference').slice(0, MAX_KEY)}${year ?? 'nd'}`;
}

const isKey = (key: string): boolean => key.length <= MAX_KEY && /^[^\s{}()@,="#%'\\~/$&^]+$/.test(key);

/**
 * The keys of a list of references: those that they have where `keeps` is true and BibTeX can hold them, else author and year. Made
 * ones that are the same are told apart by a, b, c; a kept one that comes again, by the same letters from b.
 */
export function referenceKeys(references: readonly Reference[], keeps: boolean): string[] {
  const wanted = references.map((reference) => {
    const kept = textOf(reference.item, 'citation-key') || reference.item.id;
    return keeps && isKey(kept) ? { key: kept, isMade: false } : { key: madeKey(reference), isMade: true };
  });
  const counts = new Map<string, number>();
  for (const { key } of wanted) counts.set(key.toLowerCase(), (counts.get(key.toLowerCase()) ?? 0) + 1);
  const taken = new Set(wanted.filter(({ isMade }) => !isMade).map(({ key }) => key.toLowerCase()));
  const seen = new Set<string>();
  const next = new Map<string, number>();
  return wanted.map(({ key, isMade }) => {
    const small = key.toLowerCase();
    if (!isMade && !seen.has(small)) {
      seen.add(small);
      return key;
    }
    if (isMade && counts.get(small) === 1) return key;
    for (let index = next.get(small) ?? (isMade ? 0 : 1); ; index++) {
      const told = `${key}${letters(index)}`;
      if (taken.has(told.toLowerCase())) continue;
      next.set(small, index + 1);
      taken.add(told.toLowerCase());
      return told;
    }
  });
}

/** a … z, aa, ab … */
const letters = (index: number): string =>
  `${index >= 26 ? letters(Math.floor(index / 26) - 1) : ''}${String.fromCharCode(97 + (index % 26))}`;
