import { soundsOf } from '../speech/letter-to-sound.js';

/** Languages in which syllables are counted from spelling, or by a dictionary given with English. */
export const SYLLABLE_LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const;
export type SyllableLanguage = (typeof SYLLABLE_LANGUAGES)[number];

/** Syllables of words in lower case with a straight apostrophe; `undefined` where it has no such word. */
export type KnownSyllables = (word: string) => number | undefined;

/** Vowels of ARPAbet. */
const ENGLISH_VOWEL = /^(?:A[AEHOWY]|E[HRY]|I[HY]|O[WY]|U[HW])/;

function english(word: string, known: KnownSyllables): number {
  const found = known(word) ?? known(word.replace(/^'+|'+$/g, ''));
  if (found !== undefined) return found;
  const owner = word.endsWith("'s") ? known(word.slice(0, -2)) : undefined;
  if (owner !== undefined) return owner + (/(?:[sxz]|[cs]h|[cg]e|se|ze)'s$/.test(word) ? 1 : 0);
  const plain = word.normalize('NFD').replace(/[^a-z]/g, '');
  return soundsOf(plain).filter((sound) => ENGLISH_VOWEL.test(sound)).length;
}

/** How many vowel sounds a run of vowel letters has. */
type Nuclei = (run: string, before: string, after: string) => number;

const VOWEL_RUN = /[aeiouyäöüàáâãåèéêëìíîïòóôõùúûœæ]+/g;

function spelled(word: string, nuclei: Nuclei): number {
  let count = 0;
  for (const { 0: run, index } of word.matchAll(VOWEL_RUN))
    count += nuclei(run, word.slice(Math.max(0, index - 2), index), word.slice(index + run.length));
  return count;
}

/** Counts letters of a run, those of one of the given groups together; groups must be tried longest first. */
function inGroups(run: string, groups: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < run.length; count++) i += groups.find((group) => run.startsWith(group, i))?.length ?? 1;
  return count;
}

/** Two letters for one sound (Duden, Silbentrennung); other vowels side by side are two: The-a-ter, Na-ti-on. */
const GERMAN = ['eau', 'aa', 'ai', 'au', 'ay', 'äu', 'ee', 'ei', 'eu', 'ey', 'ie', 'oo', 'ou', 'oy'];

const german: Nuclei = (run, before, after) => {
  if (before.endsWith('q') && run.startsWith('u')) return german(run.slice(1), '', after);
  if (run === 'eu' && after === 'm') return 2;
  // Fa-mi-li-e, Fe-ri-en, I-ta-li-en; but sie, Theo-rie.
  if (run === 'ie' && after === '' && /[aeiouäöüy]/.test(before) && before.endsWith('l')) return 2;
  return inGroups(run, GERMAN);
};

/** Letters for one sound, and glides before a vowel (na-tion, pied); an accent, but for ai, ei and ou, divides. */
const FRENCH = [
  'ieau',
  'ouai',
  'ueil',
  'œu',
  'eau',
  'oui',
  'ieu',
  'iou',
  'uei',
  'oeu',
  'oie',
  'uie',
  'aie',
  'eui',
  'oua',
  'oue',
  'aî',
  'ai',
  'au',
  'aû',
  'ay',
  'ei',
  'eî',
  'ey',
  'eu',
  'eû',
  'oi',
  'oî',
  'ou',
  'où',
  'oû',
  'oy',
  'uy',
  'ui',
  'ia',
  'ie',
  'iè',
  'ié',
  'iê',
  'io',
  'iô',
  'ée',
  'ue',
  'ya',
  'ye',
  'yé',
  'yè',
  'yo',
  'yeu',
  'œi',
  'ae',
  'oe',
].sort((a, b) => b.length - a.length); // prettier-ignore

const french: Nuclei = (run, before, after) => {
  if (/[qg]$/.test(before) && run.startsWith('u') && run.length > 1) return french(run.slice(1), '', after);
  // The e of petite, petites is not said; that of le and des is, as no other vowel is there.
  if (run === 'e' && (after === '' || after === 's')) return 0;
  return inGroups(run, FRENCH);
};

/** Strong vowels, and weak ones with an accent beside them, are syllables of their own; weak ones are glides. */
const romance = (run: string): number => {
  const strong = (run.match(/[aeoáéóàèòêô]/g) ?? []).length;
  const accented = (run.match(/[íúìù]/g) ?? []).length;
  return strong + (strong > 0 ? accented : Math.max(1, accented));
};

const spanish: Nuclei = (run, before) =>
  /[qg]$/.test(before) && /^u[eéií]/.test(run) ? romance(run.slice(1)) : romance(run);

const italian: Nuclei = (run, before) => (before.endsWith('q') ? romance(run.slice(1)) : romance(run));

/**
 * Syllables of a word as it is spoken, at least 1; parts that hyphens join are counted each, and so are figures, as one. English words come
 * from `known` and else from letter-to-sound rules, other languages from spelling.
 */
export function syllablesOf(word: string, language: SyllableLanguage, known: KnownSyllables): number {
  const plain = word.normalize('NFC').toLowerCase().replaceAll('’', "'");
  let count = 0;
  for (const part of plain.split(/[-‐‑]/)) {
    if (part !== '') count += Math.max(1, partSyllables(part, language, known));
  }
  return Math.max(1, count);
}

function partSyllables(part: string, language: SyllableLanguage, known: KnownSyllables): number {
  if (/^[\p{N}.,:/]+$/u.test(part)) return 1;
  switch (language) {
    case 'en':
      return english(part, known);
    case 'de':
      return spelled(part, german);
    case 'fr': {
      const said = part.replaceAll('ïe', 'ï').replace(/(?<=[aiuy])ent$/, 'nt');
      return spelled(said, french);
    }
    case 'es':
      return spelled(part.replace(/(?<=[aeiouáéíóú])h(?=[iu])/g, ''), spanish);
    case 'it':
      return spelled(part, italian);
  }
}
