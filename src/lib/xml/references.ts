import { normalizeLineBreaks } from './nodes.js';

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
]);

/**
 * Text as it reads: line breaks as LF, references to characters and the five predefined entities resolved. `unknown` says what
 * stands for any other entity (or throws).
 */
export function resolveReferences(raw: string, unknown: (name: string, index: number) => string): string {
  const text = normalizeLineBreaks(raw);
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?)?([^;]*);/g, (_whole, number: string | undefined, name: string, index: number) => {
    if (number !== undefined) return String.fromCodePoint(Number.parseInt(name, number === '#' ? 10 : 16));
    return PREDEFINED.get(name) ?? unknown(name, index);
  });
}

/** An attribute value as it reads (XML 1.0 §3.3.3, for attributes of type CDATA): white space as written becomes spaces. */
export function resolveAttribute(raw: string, unknown: (name: string, index: number) => string): string {
  return resolveReferences(normalizeLineBreaks(raw).replace(/[\t\n]/g, ' '), unknown);
}

/** Text with what markup would be taken for escaped. */
export const escapeXmlText = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => TEXT_ESCAPES.get(character) ?? character);

/** An attribute value for double quotes; line breaks and tabs as references, else parsers read spaces. */
export const escapeXmlAttribute = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (character) => TEXT_ESCAPES.get(character) ?? character);

const TEXT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);
