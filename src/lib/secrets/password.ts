import { type Draw, drawFrom } from './draw.js';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
/** Characters that are hard to tell apart on paper, and in some fonts on a screen. */
const AMBIGUOUS = '0Oo1lI|';
/** As keychains make them: read aloud in syllables, 6 letters a group. */
const CONSONANTS = 'bcdfghjkmnpqrstvwxz';
const VOWELS = 'aeiouy';
const SYLLABLES = ['c', 'v', 'c', 'c', 'v', 'c'] as const;
const GROUP = SYLLABLES.length;

export interface PasswordRules {
  /** In characters. */
  readonly length: number;
  readonly upper: boolean;
  readonly lower: boolean;
  readonly digits: boolean;
  /** Symbols to choose from; empty for none. */
  readonly symbols: string;
  /** Characters of their own, as a further kind. */
  readonly include: string;
  readonly avoidAmbiguous: boolean;
  readonly exclude: string;
}

/** A way to make passwords: `bits` is the binary logarithm of how many there are, all equally likely. */
export interface PasswordMaker {
  readonly make: (draw: Draw) => string;
  readonly bits: number;
  /** Characters that a password may have. */
  readonly alphabet: string;
}

const isAllowed =
  ({ avoidAmbiguous, exclude }: PasswordRules) =>
  (character: string): boolean =>
    !exclude.includes(character) && !(avoidAmbiguous && AMBIGUOUS.includes(character));

/** The kinds of characters that are asked for, each without those that are not wanted and without those of an earlier kind. */
export function kindsOf(rules: PasswordRules): readonly (readonly string[])[] {
  const { upper, lower, digits, symbols, include } = rules;
  const asked = [upper ? LOWER.toUpperCase() : '', lower ? LOWER : '', digits ? DIGITS : '', symbols, include];
  const seen = new Set<string>();
  const allowed = isAllowed(rules);
  return asked
    .map((characters) =>
      [...characters].filter((character) => {
        if (seen.has(character) || !allowed(character)) return false;
        seen.add(character);
        return true;
      }),
    )
    .filter((characters) => characters.length > 0);
}

/**
 * Passwords of characters drawn independently, with at least one of each kind: drawn again as a whole until that is so, which keeps
 * all of them equally likely. There must be at least one kind, and at most as many as characters.
 */
export function randomMaker(rules: PasswordRules): PasswordMaker {
  const kinds = kindsOf(rules);
  const alphabet = kinds.flat();
  const { length } = rules;
  const isWhole = (password: readonly string[]): boolean =>
    kinds.every((kind) => password.some((character) => kind.includes(character)));
  return {
    alphabet: alphabet.join(''),
    bits: length * Math.log2(alphabet.length) + Math.log2(shareWithAllKinds(kinds, length)),
    make: (draw) => {
      for (;;) {
        const password = Array.from({ length }, () => drawFrom(draw, alphabet));
        if (isWhole(password)) return password.join('');
      }
    },
  };
}

/** The share of all texts of that length that have a character of each kind, by inclusion and exclusion. */
function shareWithAllKinds(kinds: readonly (readonly string[])[], length: number): number {
  const all = kinds.flat().length;
  let share = 0;
  for (let without = 0; without < 1 << kinds.length; without++) {
    const left = kinds.filter((_, index) => (without & (1 << index)) === 0);
    const sign = (kinds.length - left.length) % 2 === 0 ? 1 : -1;
    share += sign * (left.flat().length / all) ** length;
  }
  return share;
}

/**
 * Passwords in groups of two syllables, `dozmyp-3igbek-Rufwav`: a hyphen between groups where symbols are wanted, one digit at an end of
 * a group where digits are, one uppercase letter where both cases are. `undefined` where too few letters are left to choose from.
 */
export function pronounceableMaker(rules: PasswordRules): PasswordMaker | undefined {
  const { length, upper, lower, digits, symbols } = rules;
  const allowed = isAllowed(rules);
  const hasHyphens = symbols !== '' && allowed('-');
  const places = placesOf(length, hasHyphens);
  const isMixed = upper && lower;
  const cased = (sounds: string): string[] =>
    [...sounds]
      .map((letter) => (lower ? letter : letter.toUpperCase()))
      .filter((letter) => allowed(letter) && (!isMixed || allowed(letter.toUpperCase())));
  const letters = { c: cased(CONSONANTS), v: cased(VOWELS) };
  const figures = [...DIGITS].filter(allowed);
  if (letters.c.length < 2 || letters.v.length < 2 || (digits && figures.length === 0)) return undefined;
  const ends = digits ? places.flatMap((place, at) => (place.isEnd ? [at] : [])) : [];
  const letterPlaces = places.filter(({ sound }) => sound !== '-').length;
  return {
    alphabet: [
      ...letters.c,
      ...letters.v,
      ...(isMixed ? [...letters.c, ...letters.v].map((letter) => letter.toUpperCase()) : []),
      ...(digits ? figures : []),
      ...(hasHyphens ? ['-'] : []),
    ].join(''),
    bits: bitsOf(places, letters, digits ? { ends, figures: figures.length } : undefined, isMixed ? letterPlaces : 0),
    make: (draw) => {
      const made = places.map(({ sound }) => (sound === '-' ? '-' : drawFrom(draw, letters[sound])));
      const figureAt = digits ? drawFrom(draw, ends) : -1;
      if (figureAt >= 0) made[figureAt] = drawFrom(draw, figures);
      if (!isMixed) return made.join('');
      const candidates = places.flatMap(({ sound }, at) => (sound !== '-' && at !== figureAt ? [at] : []));
      const capitalAt = drawFrom(draw, candidates);
      return made.map((letter, at) => (at === capitalAt ? letter.toUpperCase() : letter)).join('');
    },
  };
}

interface Place {
  readonly sound: 'c' | 'v' | '-';
  /** First or last of its group. */
  readonly isEnd: boolean;
}

function placesOf(length: number, hasHyphens: boolean): readonly Place[] {
  const places: Place[] = [];
  const period = GROUP + (hasHyphens ? 1 : 0);
  for (let at = 0; at < length; at++) {
    const inGroup = at % period;
    const sound = SYLLABLES[inGroup];
    // A hyphen does not end a password.
    if (sound === undefined && at < length - 1) places.push({ sound: '-', isEnd: false });
    else places.push({ sound: sound ?? 'v', isEnd: inGroup === 0 || inGroup === GROUP - 1 || at === length - 1 });
  }
  return places;
}

/** The least over all places of the digit: what an attacker who knows that place has to guess, and the place itself. */
function bitsOf(
  places: readonly Place[],
  letters: Readonly<Record<'c' | 'v', readonly string[]>>,
  digit: { readonly ends: readonly number[]; readonly figures: number } | undefined,
  capitalPlaces: number,
): number {
  const bitsAt = ({ sound }: Place): number => (sound === '-' ? 0 : Math.log2(letters[sound].length));
  let bits = 0;
  for (const place of places) bits += bitsAt(place);
  if (digit !== undefined) {
    const lost = Math.max(...digit.ends.map((at) => bitsAt(places[at] ?? { sound: '-', isEnd: false })));
    bits += Math.log2(digit.ends.length) + Math.log2(digit.figures) - lost;
  }
  const capitals = capitalPlaces - (digit === undefined ? 0 : 1);
  return bits + (capitals > 0 ? Math.log2(capitals) : 0);
}
