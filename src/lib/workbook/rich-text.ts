import { childOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { NOT_XML } from '../xml/references.js';

/** `_x000D_` is a letter that XML has not: ECMA-376 part 1, 22.9.2.19. */
export const unescapeText = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** Runs of text with formats of their own, without the reading aids of Japanese. */
export function richText(element: XmlElement): string {
  let text = '';
  for (const part of elementsOf(element)) {
    const name = localName(part.name);
    if (name === 't') text += textOf(part);
    if (name === 'r') {
      const run = childOf(part, 't');
      if (run !== undefined) text += textOf(run);
    }
  }
  return unescapeText(text);
}

const UNWRITABLE = new RegExp(`${NOT_XML.source}|\\r`, 'gu');

/** What XML has no letter for is `_x0007_`, and what looks so is escaped itself: ECMA-376 part 1, 22.9.2.19. */
export const writableText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNWRITABLE, (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
