import { readBase64, readHex } from '../lib/bytes/byte-text.js';
import { readBase32 } from '../lib/bytes/digit-bases.js';
import { layerOf, type Peeler, type Undone } from '../lib/bytes/peel.js';
import { isClean, languageOf, letterFit, structureOf } from '../lib/bytes/readable.js';

/** Ciphers of letters always give letters: one counts only where it makes a text that reads badly read well. */

type Decipher = (text: string) => string;

export const reverse: Decipher = (text) => [...text].reverse().join('');

const swap =
  (of: (index: number) => number): Decipher =>
  (text) =>
    text.replace(/[a-z]/gi, (letter) => {
      const base = letter <= 'Z' ? 65 : 97;
      return String.fromCharCode(base + of(letter.charCodeAt(0) - base));
    });

export const atbash = swap((index) => 25 - index);

export const rot47: Decipher = (text) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(33 + ((sign.charCodeAt(0) - 33 + 47) % 94)));

/** All rotations of the alphabet, each by its usual name: the number that it was encoded with. */
const ROTATIONS: readonly (readonly [string, Decipher])[] = Array.from({ length: 25 }, (_, index) => [
  `rot${25 - index}`,
  swap((letter) => (letter + index + 1) % 26),
]);

/** Letters of hexadecimal digits with their prefix, and one more. */
const LEAST_LETTERS = 8;

/** A JSON Web Token: its letters say nothing. */
const isToken = (text: string): boolean => /^\s*eyJ[\w-]+\.[\w-]+\.[\w-]*\s*$/.test(text);

/** As much of a text as tells how well it reads. */
const SAMPLE = 2000;
/** What reads as well as this needs no deciphering. */
const READS_WELL = 0.8;
/** Sum of the gain of all letter pairs, in the unit of their table: e^(1/1.2) each. */
const LEAST_GAIN = 12;
/** One of 25 is better by chance more often than the only one. */
const LEAST_MEAN_GAIN = { one: 0.3, best: 0.6 } as const;
const LEAST_MEAN = 5;

/** Whether what is hidden below a cipher is another layer: digits that are the bytes of a text. */
function opens(text: string): boolean {
  const readers = [
    [/^[\s0-9a-f]{16,}$/i, readHex],
    [/^[A-Z2-7\s]{16,}=*\s*$/, readBase32],
    [/^[A-Za-z0-9+/_\-\s]{12,}={0,2}\s*$/, (given: string) => readBase64(given, { strict: false })],
  ] as const;
  return readers.some(([pattern, read]) => {
    if (!pattern.test(text)) return false;
    try {
      const inner = layerOf(read(text)).text;
      return inner !== undefined && inner.length >= 8 && isClean(inner);
    } catch {
      // Not digits of that kind.
      return false;
    }
  });
}

/** 0 to 1: how surely a text was enciphered so. */
function evidenceFor(text: string, deciphered: string, leastGain: number): number {
  if (structureOf(deciphered) >= 0.85 && structureOf(text) < READS_WELL) return 0.95;
  const [before, after] = [letterFit(text), letterFit(deciphered)];
  const mean = after.mean - before.mean;
  const gain = mean * after.pairs;
  if (mean >= leastGain && gain >= LEAST_GAIN && after.mean >= LEAST_MEAN) return Math.min(0.95, 0.4 + gain / 100);
  return opens(deciphered) ? 0.9 : 0;
}

/** The best of some ciphers where it is one of them. */
export function decipherBest(name: string, of: readonly (readonly [string, Decipher])[] | 'rotations'): Peeler {
  const ciphers = of === 'rotations' ? ROTATIONS : of;
  return {
    name,
    undo({ text }): Undone | undefined {
      if (text === undefined || !/[a-z]{3}/i.test(text)) return undefined;
      const sample = text.length <= SAMPLE ? text : Buffer.from(text.slice(0, SAMPLE)).toString();
      const letters = new Set(sample.toLowerCase().match(/[a-z]/g));
      // Fewer different letters are digits; and what is digits of another layer is that layer.
      if (letters.size < LEAST_LETTERS || languageOf(sample) >= READS_WELL || isToken(sample) || opens(sample))
        return undefined;
      const leastGain = LEAST_MEAN_GAIN[ciphers.length === 1 ? 'one' : 'best'];
      const tried = ciphers.map(([cipher, decipher]) => {
        const deciphered = decipher(sample);
        return {
          cipher,
          decipher,
          evidence: evidenceFor(sample, deciphered, leastGain),
          fit: letterFit(deciphered).mean,
        };
      });
      const [best] = tried.sort((a, b) => b.evidence - a.evidence || b.fit - a.fit);
      if (best === undefined || best.evidence === 0) return undefined;
      return { ...layerOf(Buffer.from(best.decipher(text))), evidence: best.evidence, name: best.cipher };
    },
  };
}
