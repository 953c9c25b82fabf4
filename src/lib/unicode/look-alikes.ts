import { scriptOf } from './unicode-properties.js';

/** Letters of other alphabets that are drawn as Latin ones (from Unicode's confusables.txt, UTS #39), with the Latin letter. */
const LATIN_LOOKS: ReadonlyMap<string, string> = new Map(
  Array.from(
    'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwӏlгrѵvαaοoρpνvιiυuκkγyեtօoսuոnցgհhոn'.matchAll(/(.)([a-z])/gu),
    ([, letter = '', latin = '']) => [letter, latin],
  ),
);

/** Scripts that are written together: Japanese and Korean. */
const TOGETHER = /^(?:(?:Han|Hiragana|Katakana)(?: (?:Han|Hiragana|Katakana))*|Han Hangul|Hangul Han)$/;

/** Scripts of the letters of a text, in the order in which they come first. */
export function scriptsOf(text: string): string[] {
  const scripts = new Set(Array.from(text, (character) => scriptOf(character.codePointAt(0) ?? 0)));
  for (const shared of ['Common', 'Inherited', 'Unknown']) scripts.delete(shared);
  return [...scripts];
}

/** Whether the scripts of a word are not written together: Latin beside Han is common, beside Cyrillic or Greek it is not. */
export const isOddMixture = (scripts: readonly string[]): boolean =>
  scripts.length > 1 &&
  !TOGETHER.test(scripts.filter((script) => script !== 'Latin').join(' ')) &&
  !(
    scripts.length === 2 &&
    scripts.includes('Latin') &&
    /Han|Hiragana|Katakana|Hangul|Bopomofo/.test(scripts.join(' '))
  );

/** The Latin word that a word in other letters looks like; `undefined` where it has a letter that looks like none. */
export function latinLook(word: string): string | undefined {
  if (!/[^\u0000-\u007f]/.test(word)) return undefined;
  const letters = Array.from(word, (letter) => (letter <= '\u007f' ? letter : LATIN_LOOKS.get(letter)));
  return letters.includes(undefined) ? undefined : letters.join('');
}
