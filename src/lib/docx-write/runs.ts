import { escapeXmlText } from '../xml/references.js';
import type { DocxInline, DocxPicture } from './blocks.js';
import { fieldCharacter, fieldInstruction } from './fields.js';
import { writable } from './names.js';

const NOTE = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>';
const LINK_LOOK = '<w:color w:val="0563C1"/><w:u w:val="single"/>';

/** Text, a call of a footnote or a formula. */
export function runXml(
  run: Exclude<DocxInline, { readonly picture: DocxPicture }>,
  isRtl: boolean,
  isLinked: boolean,
  ids: { readonly nextId: () => number },
): string {
  if ('math' in run) return run.isDisplay ? `<m:oMathPara>${run.math}</m:oMathPara>` : run.math;
  if ('note' in run) {
    const name = `_note${run.note}`;
    // A note has one place; other calls of it refer to its number there: 17.16.5.38.
    if (run.isAgain)
      return `${fieldCharacter('begin')}${fieldInstruction(` NOTEREF ${name} \\f \\h `)}${fieldCharacter('separate')}<w:r>${NOTE}<w:t>${run.note}</w:t></w:r>${fieldCharacter('end')}`;
    const id = ids.nextId();
    return `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:r>${NOTE}<w:footnoteReference w:id="${run.note}"/></w:r><w:bookmarkEnd w:id="${id}"/>`;
  }
  const { isBold = false, isItalic = false, isMono = false, isStruck = false } = run;
  // A run has one style: of code in a link, the code's, with the looks of a link.
  const style = isMono ? 'VerbatimChar' : isLinked ? 'Hyperlink' : undefined;
  const properties = [
    style === undefined ? '' : `<w:rStyle w:val="${style}"/>`,
    isBold ? '<w:b/><w:bCs/>' : '',
    isItalic ? '<w:i/><w:iCs/>' : '',
    isStruck ? '<w:strike/>' : '',
    isMono && isLinked ? LINK_LOOK : '',
    isRtl ? '<w:rtl/>' : '',
  ].join('');
  const text = writable(run.text)
    .split(/([\n\t])/)
    .map((piece) => {
      if (piece === '\n') return '<w:br/>';
      if (piece === '\t') return '<w:tab/>';
      return piece === '' ? '' : `<w:t xml:space="preserve">${escapeXmlText(piece)}</w:t>`;
    });
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${text.join('')}</w:r>`;
}
