import { escapeXmlAttribute } from '../xml/references.js';
import { WORD, writable } from './names.js';

/** 17.18.30: what a font without a likeness is replaced by. */
export type FontKind = 'roman' | 'swiss' | 'modern';

/** The part `word/fontTable.xml`: 17.8.3.10. */
export function fontTable(fonts: ReadonlyMap<string, FontKind>): string {
  const entries = [...fonts].map(
    ([name, kind]) =>
      `<w:font w:name="${escapeXmlAttribute(writable(name))}"><w:family w:val="${kind}"/><w:pitch w:val="${kind === 'modern' ? 'fixed' : 'variable'}"/></w:font>`,
  );
  return `<w:fonts xmlns:w="${WORD}">${entries.join('')}</w:fonts>`;
}
