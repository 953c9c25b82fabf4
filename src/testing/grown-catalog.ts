import type { CatalogEntry } from '../core/catalog.js';
import { fractionsOf } from './chance.js';

/**
 * A catalog of `count` tools, made from the real ones: ids, prose and base64 of each copy are scrambled (the same way every
 * time), so that a compressor finds no sentence twice and sizes are those of as many different tools.
 */
export function grownCatalog(entries: readonly CatalogEntry[], count: number): CatalogEntry[] {
  const random = fractionsOf(1);
  const words = entries.flatMap((entry) => wordsOf([entry.summary, ...entry.notes].join(' ')));
  const grown = [...entries];
  for (let index = 0; grown.length < count; index += 1) {
    const source = entries[index % entries.length];
    if (source === undefined) break;
    grown.push(scrambled(source, index, words, random));
  }
  return grown;
}

function scrambled(source: CatalogEntry, index: number, words: readonly string[], random: () => number): CatalogEntry {
  const word = () => words[Math.floor(random() * words.length)] ?? '';
  const id = `${wordsOf(source.id).map(word).join('-').toLowerCase()}-${index}`;
  const prose = (text: string): string => text.replace(/\p{L}{3,}/gu, word);
  const letters = (text: string): string =>
    text.replace(/[A-Za-z0-9]/g, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.charAt(random() * 52));
  const scramble = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      if (value.includes(source.id)) return value.replaceAll(source.id, id);
      if (key === 'base64') return letters(value);
      return PROSE.has(key) ? prose(value) : value;
    }
    if (Array.isArray(value)) return value.map((item) => scramble(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, scramble(item, name)]));
  };
  // The same shape, other texts.
  return { ...(scramble(source) as CatalogEntry), id, title: prose(source.title) };
}

const PROSE = new Set(['summary', 'notes', 'aliases', 'verified', 'title', 'description', 'input', 'text', 'message']);

const wordsOf = (text: string): string[] => text.match(/\p{L}{3,}/gu) ?? [];
