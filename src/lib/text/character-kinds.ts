import { categoryOf } from '../unicode/unicode-properties.js';

interface CharacterKinds {
  letters: number;
  marks: number;
  numbers: number;
  punctuation: number;
  symbols: number;
  spaces: number;
  controls: number;
}

const CLASSES: Readonly<Record<string, keyof CharacterKinds>> = {
  L: 'letters',
  M: 'marks',
  N: 'numbers',
  P: 'punctuation',
  S: 'symbols',
  Z: 'spaces',
  C: 'controls',
};

/** Code points by the first letter of their category; line breaks and tabs are spaces to people. */
export function countKinds(text: string): CharacterKinds {
  const points = new Map<number, number>();
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    points.set(codePoint, (points.get(codePoint) ?? 0) + 1);
  }
  const counts = { letters: 0, marks: 0, numbers: 0, punctuation: 0, symbols: 0, spaces: 0, controls: 0 };
  for (const [codePoint, count] of points) {
    const isSpace = (codePoint >= 9 && codePoint <= 13) || codePoint === 0x85;
    const name = isSpace ? 'spaces' : (CLASSES[categoryOf(codePoint).charAt(0)] ?? 'controls');
    counts[name] += count;
  }
  return counts;
}
