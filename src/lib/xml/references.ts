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

/** What XML 1.0 cannot write at all (§2.2): most controls, U+FFFE, U+FFFF and lone surrogates. */
export const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** The references with names XML knows without a declaration, by character. */
export const NAMED_REFERENCES: ReadonlyMap<string, string> = new Map(
  Array.from(PREDEFINED, ([name, character]) => [character, `&${name};`]),
);

const referenceTo = (character: string): string => NAMED_REFERENCES.get(character) ?? `&#${character.charCodeAt(0)};`;

/** Text between tags; a carriage return as a reference, else parsers read a line feed. */
export const escapeXmlText = (text: string): string => text.replace(/[&<>\r]/g, referenceTo);

/** An attribute value for double quotes; line breaks and tabs as references, else parsers read spaces. */
export const escapeXmlAttribute = (text: string): string => text.replace(/[&<>"\t\n\r]/g, referenceTo);

/** Text between tags of HTML, where white space needs no reference. */
export const escapeHtmlText = (text: string): string => text.replace(/[&<>]/g, referenceTo);

/** An HTML attribute value for double quotes, or text. */
export const escapeHtmlAttribute = (text: string): string => text.replace(/[&<>"]/g, referenceTo);

/** Text for anywhere in HTML, whichever quotes stand around it. `&apos;` is unknown to HTML 4, so its number is written. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => (character === "'" ? '&#39;' : referenceTo(character)));
