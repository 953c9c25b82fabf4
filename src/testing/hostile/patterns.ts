/** Regular expressions that take engines with backtracking for ever, or that are none; and texts that show it. */
export const HOSTILE_PATTERNS: readonly string[] = [
  '(a+)+$',
  '(a|aa)+$',
  '(a|a?)+$',
  '(.*a){20}',
  '(?:a{1,1000}){1,1000}',
  'a{99999999}',
  '((((((((((a*)*)*)*)*)*)*)*)*)*)*$',
  '(?=(a+))\\1+$',
  '(a*)*\\1',
  '[a-z',
  '(',
  ')',
  '*',
  '(?<n>a)(?<n>b)',
  '\\',
  '[\\d-z]',
  '\\p{Nothing}',
  '\\u{110000}',
  '(?i-i:(?s)',
  `${'('.repeat(2000)}a${')'.repeat(2000)}`,
  `${'(?:'.repeat(5000)}`,
  '|'.repeat(5000),
  '[^\\s\\S]*',
  '(?:)*',
  '^'.repeat(3000),
  '\\b'.repeat(3000),
  '.'.repeat(300),
];

/** No match, but nearly one at every place. */
export const NEARLY_MATCHING = `${'a'.repeat(50_000)}!`;
