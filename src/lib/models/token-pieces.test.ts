import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { cl100kPieceEnd, o200kPieceEnd, type PieceEnd } from './token-pieces.js';

// The regular expressions of tiktoken 0.14 in the words of JavaScript: \s is Unicode's, and possessive quantifiers, which
// JavaScript lacks, are written as look-aheads that are taken back by number.
const S = '\\p{White_Space}';
const CONTRACTION = "'(?:[sSſ]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])";
const CL100K = new RegExp(
  [
    CONTRACTION,
    '(?=([^\\r\\n\\p{L}\\p{N}]?))\\1(?=(\\p{L}+))\\2',
    '\\p{N}{1,3}',
    ` ?(?=([^${S}\\p{L}\\p{N}]+))\\3[\\r\\n]*`,
    `(?=(${S}+))\\4$`,
    `${S}*[\\r\\n]`,
    `${S}+(?=${S}|$)`,
    S,
  ].join('|'),
  'gu',
);
const U = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const L = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const O200K = new RegExp(
  [
    `[^\\r\\n\\p{L}\\p{N}]?${U}*${L}+(?:${CONTRACTION})?`,
    `[^\\r\\n\\p{L}\\p{N}]?${U}+${L}*(?:${CONTRACTION})?`,
    '\\p{N}{1,3}',
    ` ?[^${S}\\p{L}\\p{N}]+[\\r\\n/]*`,
    `${S}*[\\r\\n]+`,
    `${S}+(?=${S}|$)`,
    `${S}+`,
  ].join('|'),
  'gu',
);

/** What the expressions tell apart, at least two characters of each kind, and neighbours that belong elsewhere. */
const CHARACTERS = [
  ...'aszSTdmrevlLZ\u017f\u212aäßéÄǄ',
  ...'ǅᾈʰªˠ中あאك',
  ...'\u0301\u0903\u20dd\u{e0100}',
  ...'09²Ⅷ٣𝟘',
  ...'\u{1d400}\u{1d41a}\u{20000}',
  ...' \t\v\f\u0085\u00a0\u1680\u2003\u2028\u202f\u3000',
  ...'\r\n\r\n',
  ..."''’/-_.<|\0\u001c\u200b\u180e\ufeff\u200d\u{1f600}\u{10ffff}\u{e000}",
];
const FRAGMENTS = [
  "'s",
  "'LL",
  "'re",
  "'ſ",
  "'v",
  '  ',
  '   ',
  '\r\n',
  ' \n',
  '//',
  '\n/',
  'Ab',
  'aB',
  'AB',
  '123',
  ' a',
  ' 中A',
];

function* randomTexts(count: number): Generator<string> {
  const random = chanceOf(1);
  for (let index = 0; index < count; index++) {
    // Few kinds of characters at a time make long runs and rare borders likely.
    const kinds = Array.from({ length: 1 + random(8) }, () => {
      const all = random(4) === 0 ? FRAGMENTS : CHARACTERS;
      return all[random(all.length)] ?? '';
    });
    yield Array.from({ length: 1 + random(16) }, () => kinds[random(kinds.length)] ?? '').join('');
  }
}

function cut(text: string, pieceEnd: PieceEnd): string[] {
  const bytes = Buffer.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = pieceEnd(bytes, start);
    pieces.push(bytes.toString('utf8', start, end));
    start = end;
  }
  return pieces;
}

describe.each([
  ['cl100kPieceEnd', cl100kPieceEnd, CL100K],
  ['o200kPieceEnd', o200kPieceEnd, O200K],
] as const)('%s', (_, pieceEnd, expression) => {
  exhaustive('cuts 30,000 random texts as the regular expression does', () => {
    for (const text of randomTexts(30_000)) {
      const pieces = cut(text, pieceEnd);
      const expected = text.match(expression) ?? [];
      if (pieces.length !== expected.length || pieces.some((piece, index) => piece !== expected[index])) {
        expect({ text, pieces }).toEqual({ text, pieces: [...expected] });
      }
    }
  });

  it('cuts every text of up to four kinds of characters as the regular expression does', () => {
    const kinds = ['A', 'a', '中', '\u0301', '1', ' ', '\t', '\n', "'", 's', '/', '!'];
    for (const text of textsOf(kinds, 4)) {
      const pieces = cut(text, pieceEnd);
      if (pieces.join('\0') !== (text.match(expression) ?? []).join('\0')) {
        expect({ text, pieces }).toEqual({ text, pieces: text.match(expression) });
      }
    }
  });

  it.each(['a', 'A', '中', '中A', '\u0301', ' ', ' \n', '\n ', '\t', '!', '/', ' !', "'", "'s", 'aA', '\u{20000}'])(
    'reads each byte of %j repeated a few times at most',
    (unit) => {
      const text = unit.repeat(3000);
      // Twice is a run that is read ahead and cut before its end, the rest the looks at what follows.
      expect(countReads(text, pieceEnd) / Buffer.byteLength(text)).toBeLessThan(8);
    },
  );
});

function* textsOf(kinds: readonly string[], length: number): Generator<string> {
  if (length === 0) {
    yield '';
    return;
  }
  for (const start of textsOf(kinds, length - 1)) for (const kind of kinds) yield start + kind;
}

/** How often cutting reads a byte: a measure that a busy machine cannot spoil. */
function countReads(text: string, pieceEnd: PieceEnd): number {
  let reads = 0;
  const bytes = new Proxy(Buffer.from(text), {
    get(target, name) {
      if (name !== 'length') reads++;
      return Reflect.get(target, name, target);
    },
  });
  for (let start = 0; start < bytes.length; ) start = pieceEnd(bytes, start);
  return reads;
}
