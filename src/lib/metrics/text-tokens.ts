/** How the metrics of generated text cut it into tokens: each as the program that defines the metric does. */

/** Punctuation of ASCII: Python's `string.punctuation`. */
const PUNCTUATION = new Set('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');

const splitSpaces = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** The tokenizer `13a` of sacrebleu, that of NIST's mteval-v13a. */
export function tokenize13a(text: string): string[] {
  let line = text.replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' ');
  if (line.includes('&'))
    line = line.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return splitSpaces(
    ` ${line} `
      .replace(/([{-~[-` -&(-+:-@/])/g, ' $1 ')
      .replace(/([^0-9])([.,])/gu, '$1 $2 ')
      .replace(/([.,])([^0-9])/gu, ' $1 $2')
      .replace(/([0-9])(-)/g, '$1 $2 '),
  );
}

/** Each character a token, as sacrebleu's `char`. */
export const characterTokens = (text: string): string[] =>
  [...text.replace(/\s+/gu, ' ').trim()].filter((c) => c !== ' ');

/** Words for chrF++: one sign of punctuation at an end is a word. */
export const chrfWords = (text: string): string[] =>
  splitSpaces(text).flatMap((word) => {
    const last = word.at(-1) ?? '';
    if (word.length === 1) return [word];
    if (PUNCTUATION.has(last)) return [word.slice(0, -1), last];
    return PUNCTUATION.has(word[0] ?? '') ? [word[0] ?? '', word.slice(1)] : [word];
  });

/** Letters and digits in lowercase, as rouge-score has them; of any script, where rouge-score knows those of ASCII only. */
export const rougeWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words between white space, as jiwer. */
export const plainWords = splitSpaces;

/** An answer as SQuAD's evaluation compares it: lowercase, no punctuation, no articles, single spaces. */
export function answerWords(text: string): string[] {
  const letters = [...text.toLowerCase()].filter((letter) => !PUNCTUATION.has(letter)).join('');
  return splitSpaces(letters).filter((word) => word !== 'a' && word !== 'an' && word !== 'the');
}
