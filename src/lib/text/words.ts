type Kind = 'upper' | 'lower' | 'caseless' | 'digit' | 'mark' | 'joiner' | 'separator';

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['lower', /^\p{Ll}/u],
  ['upper', /^[\p{Lu}\p{Lt}]/u],
  ['caseless', /^\p{L}/u],
  ['digit', /^\p{N}/u],
  ['mark', /^\p{M}/u],
  // Apostrophes, the soft hyphen, and the invisible characters that shape Persian and Indic words.
  ['joiner', /^['\u2019\u00ad\u200c\u200d]/],
];

function classify(character: string): Kind {
  for (const [kind, pattern] of KINDS) {
    if (pattern.test(character)) return kind;
  }
  return 'separator';
}

const ASCII_KINDS: readonly Kind[] = Array.from({ length: 128 }, (_, code) => classify(String.fromCharCode(code)));

const kindOf = (character: string): Kind => ASCII_KINDS[character.charCodeAt(0)] ?? classify(character);

const isShaping = (joiner: string): boolean => joiner === '\u200c' || joiner === '\u200d';

/**
 * The words of a text or identifier, in order and with their case: `parseHTML5Document` is `parse`, `HTML5`, `Document`.
 * A word is letters of any script with their combining marks, and numbers. It ends
 * - at every other character;
 * - before a capital that follows a small or caseless letter: `foo|Bar`, `你好|World`;
 * - before the last of several capitals and digits, if it is a capital and a small letter follows: `XML|Http`,
 *   `utf8|Decoder`, `365|Days`, but `I18N`, `3D`.
 * An apostrophe or soft hyphen inside a word joins its sides and is left out: `don't` is `dont`, `O'Brien` is `OBrien`.
 * Linear in the length of the text.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let joiner = '';
  let last: Kind = 'separator';
  /** Where the last capital stands, if a small letter after it makes it the start of a word; else 0. */
  let nextStart = 0;

  /** Ends the word before `index`; what follows in it starts the next. */
  const startAt = (index: number): void => {
    if (index > 0) words.push(word.slice(0, index));
    word = word.slice(index);
    joiner = '';
    nextStart = 0;
  };

  for (const character of text) {
    const kind = kindOf(character);
    if (kind === 'mark' && word !== '' && joiner === '' && last !== 'digit') {
      word += character;
      continue;
    }
    if (kind === 'joiner' && word !== '' && joiner === '') {
      joiner = character;
      continue;
    }
    if (kind === 'mark' || kind === 'joiner' || kind === 'separator') {
      startAt(word.length);
      continue;
    }
    if (joiner !== '') {
      if (isShaping(joiner)) word += joiner;
      joiner = '';
      nextStart = 0;
    } else if (kind === 'upper') {
      if (last === 'lower' || last === 'caseless') startAt(word.length);
      nextStart = word.length;
    } else {
      if (kind === 'lower') startAt(nextStart);
      nextStart = 0;
    }
    word += character;
    last = kind;
  }
  startAt(word.length);
  return words;
}
