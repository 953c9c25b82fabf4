import { chanceOf } from './chance.js';

/** A text of `count` pieces drawn from a list. */
export function drawText(below: (below: number) => number, pieces: readonly string[], count: number): string {
  return Array.from({ length: count }, () => pieces[below(pieces.length)]).join('');
}

/** Texts of every kind of trouble, the same for the same seed: marks, joiners, flags, right to left, controls, line breaks. */
const PARTS = [
  'a',
  'word',
  "can't",
  'Straße',
  'e\u0301',
  '👨‍👩‍👧‍👦',
  '🇩🇪',
  '👍🏽',
  '你好',
  'עברית',
  'हिन्दी',
  'ไทย',
  '3.14',
  '-',
  '...',
  '"',
  "'",
  '\\',
  '<b>',
  '{{x}}',
  '\u00ad',
  '\u200b',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '𝒳',
  '\u3000',
  '!',
  '\u0007',
] as const;

export function randomText(seed: number, length: number): string {
  const next = chanceOf(seed);
  return Array.from({ length: next(length + 1) }, () => PARTS[next(PARTS.length)]).join('');
}
