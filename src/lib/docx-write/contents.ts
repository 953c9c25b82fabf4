import { escapeXmlAttribute, escapeXmlText } from '../xml/references.js';
import type { DocxBlock } from './blocks.js';
import { fieldCharacter, fieldInstruction } from './fields.js';
import { TWIPS_PER_POINT, writable } from './names.js';

/**
 * A table of contents, 17.16.5.68: a field whose entries lead to the headings. It is marked as out of date, so that Word sets the
 * numbers of the pages when it opens the document.
 */
export function contentsXml(
  { title, entries }: Extract<DocxBlock, { readonly kind: 'contents' }>,
  { width }: { readonly width: number },
  pageBreak: string,
): string {
  const begin = `${fieldCharacter('begin', ' w:dirty="true"')}${fieldInstruction(' TOC \\o "1-3" \\h \\z \\u ')}${fieldCharacter('separate')}`;
  const tabs = `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${Math.round(width * TWIPS_PER_POINT)}"/></w:tabs>`;
  const lines = entries.map(({ level, text, bookmark }, i) => {
    const name = escapeXmlAttribute(bookmark);
    const page = `${fieldCharacter('begin')}${fieldInstruction(` PAGEREF ${name} \\h `)}${fieldCharacter('separate')}${fieldCharacter('end')}`;
    return `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/>${tabs}</w:pPr>${i === 0 ? begin : ''}<w:hyperlink w:anchor="${name}"><w:r><w:t xml:space="preserve">${escapeXmlText(writable(text))}</w:t></w:r><w:r><w:tab/></w:r>${page}</w:hyperlink></w:p>`;
  });
  const heading = `<w:p><w:pPr><w:pStyle w:val="TOCHeading"/>${pageBreak}</w:pPr><w:r><w:t xml:space="preserve">${escapeXmlText(writable(title))}</w:t></w:r></w:p>`;
  const end = `<w:p>${entries.length === 0 ? begin : ''}${fieldCharacter('end')}</w:p>`;
  return `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>${heading}${lines.join('')}${end}</w:sdtContent></w:sdt>`;
}
