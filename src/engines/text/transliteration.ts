import anyAscii from 'any-ascii';

import { andIn, romanize } from '../../lib/unicode/romanization.js';

/**
 * A text in ASCII: letters of any script as one would write them in Latin, by the language where it says more than the script;
 * `&` as the language's word for it. Every Chinese character is a word of its own. Symbols and emoji are left out.
 */
export function toAscii(text: string, locale: string): string {
  const plain = text.normalize('NFC').replaceAll('&', ` ${andIn(locale)} `);
  if (/^[\u0000-\u007f]*$/.test(plain)) return plain;
  const known = new Map<string, string>();
  return romanize(plain, locale).replace(/[^\u0000-\u007f]+/g, (run) => {
    let ascii = '';
    for (const character of run) {
      const written = known.get(character) ?? asciiOf(character);
      known.set(character, written);
      ascii += written;
    }
    return ascii;
  });
}

function asciiOf(character: string): string {
  if (character === '’' || character === 'ʼ') return "'";
  if (/\p{Script=Han}/u.test(character)) return ` ${anyAscii(character)} `;
  // Currencies, emoji and the like have names there that nobody looks for in an address.
  if (/[\p{S}\p{P}\p{Z}\p{C}]/u.test(character)) return /\p{Cf}/u.test(character) ? '' : ' ';
  return anyAscii(character);
}

/**
 * A Latin letter that ASCII lacks, as it writes it: ß as ss, ø as o; a capital as capitals, Æ as AE. What is not such a letter stays, and
 * so do letters of tones and clicks.
 */
export function latinInAscii(letter: string): string {
  if (!/^(?=\p{Script=Latin})[\p{Lu}\p{Ll}\p{Lt}]$/u.test(letter)) return letter;
  const ascii = anyAscii(letter).replace(/[^A-Za-z]/g, '');
  if (ascii === '') return letter;
  return /\p{Lu}/u.test(letter) ? ascii.toUpperCase() : ascii;
}
