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

export function randomNumbers(seed: number): (bound: number) => number {
  let state = seed * 2654435761 + 1;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * bound);
  };
}

export function randomText(seed: number, length: number): string {
  const next = randomNumbers(seed);
  return Array.from({ length: next(length + 1) }, () => PARTS[next(PARTS.length)]).join('');
}
