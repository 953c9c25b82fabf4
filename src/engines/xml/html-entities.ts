import { decodeHTML, encodeNonAsciiHTML } from 'entities';

import { NAMED_REFERENCES } from '../../lib/xml/references.js';

/** Decodes character references as a browser does in text (WHATWG HTML §13.2.5.72), those without a semicolon too. */
export const decodeEntities = (text: string): string => decodeHTML(text);

export type EntityStyle = 'named' | 'decimal' | 'hex';
/** `special`: `& < > " '`; `non-ascii`: these and everything beyond ASCII; `all`: every character. */
export type EntityScope = 'special' | 'non-ascii' | 'all';

const SCOPES: Record<EntityScope, RegExp> = {
  special: /[&<>"']/g,
  'non-ascii': /[&<>"']|[^\u0000-\u007f]/gu,
  all: /[\s\S]/gu,
};

/**
 * A reference to NUL is read as U+FFFD, and one to most control characters from U+0080 on as the character of Windows-1252 (WHATWG HTML
 * §13.2.5.80): they can only be left as they are.
 */
const isUnreadable = (character: string): boolean =>
  /[\0\u0080-\u009f]/.test(character) && decodeHTML(`&#${character.charCodeAt(0)};`) !== character;

/** Writes characters of the scope as references; those without a name, and all of another style, as numbers. */
export function encodeEntities(text: string, style: EntityStyle, scope: EntityScope): string {
  return text.replace(SCOPES[scope], (character) => {
    if (isUnreadable(character)) return character;
    if (style === 'named') return nameOf(character);
    const point = character.codePointAt(0) ?? 0;
    return style === 'hex' ? `&#x${point.toString(16).toUpperCase()};` : `&#${point};`;
  });
}

function nameOf(character: string): string {
  const special = NAMED_REFERENCES.get(character);
  if (special !== undefined) return special;
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return `&#${point};`;
  const named = encodeNonAsciiHTML(character);
  return named.startsWith('&#') ? `&#${point};` : named;
}
