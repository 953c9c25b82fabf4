import { ContentFault } from '../faults.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';

function checkCharacters(text: string): string {
  const found = NOT_XML.exec(text)?.[0];
  if (found === undefined) return text;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new ContentFault(`XML cannot hold the character U+${code} of a property`);
}

/** A text as the content of an element. Throws ContentFault for a character that XML lacks. */
export const xmlText = (text: string): string => escapeXmlText(checkCharacters(text));

/** A text as an attribute value in double quotes. Throws as `xmlText`. */
export const xmlAttribute = (text: string): string => escapeXmlAttribute(checkCharacters(text));
