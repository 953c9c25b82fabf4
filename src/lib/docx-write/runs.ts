import { escapeXmlAttribute, escapeXmlText } from '../xml/references.js';
import type { DocxInline, DocxPicture } from './blocks.js';
import { fieldCharacter, fieldInstruction } from './fields.js';
import { writable } from './names.js';

const NOTE = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>';
const LINK_LOOK = '<w:color w:val="0563C1"/><w:u w:val="single"/>';

/** Text, a call of a footnote or a formula. */
export function runXml(
  run: Exclude<DocxInline, { readonly picture: DocxPicture }>,
  { isRtl, isLinked, isHeading }: { readonly isRtl: boolean; readonly isLinked: boolean; readonly isHeading: boolean },
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
  const { font, size, color, raised, stretch = 100, isUnderlined = false } = run;
  const hasLook = font !== undefined;
  const style = hasLook ? undefined : isMono ? 'VerbatimChar' : isLinked ? 'Hyperlink' : undefined;
  const name = font === undefined ? '' : escapeXmlAttribute(writable(font));
  const halfPoints = size === undefined ? 0 : Math.max(2, Math.min(3_276, Math.round(2 * size)));
  const properties = [
    style === undefined ? '' : `<w:rStyle w:val="${style}"/>`,
    hasLook ? `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}" w:cs="${name}"/>` : '',
    weightOf(isBold, hasLook && isHeading),
    isItalic ? '<w:i/><w:iCs/>' : '',
    isStruck ? '<w:strike/>' : '',
    isMono && isLinked && !hasLook ? LINK_LOOK : '',
    color === undefined ? '' : `<w:color w:val="${color.replace('#', '').toUpperCase()}"/>`,
    stretch === 100 ? '' : `<w:w w:val="${Math.max(1, Math.min(600, Math.round(stretch)))}"/>`,
    halfPoints === 0 ? '' : `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`,
    isUnderlined ? '<w:u w:val="single"/>' : '',
    raised === undefined ? '' : `<w:vertAlign w:val="${raised}script"/>`,
    isRtl ? '<w:rtl/>' : '',
  ].join('');
  const text = run.text.split(/([\n\t\f])/).map((piece) => {
    if (piece === '\n') return '<w:br/>';
    if (piece === '\f') return '<w:br w:type="column"/>';
    if (piece === '\t') return '<w:tab/>';
    return piece === '' ? '' : `<w:t xml:space="preserve">${escapeXmlText(writable(piece))}</w:t>`;
  });
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${text.join('')}</w:r>`;
}

/** A heading is bold by its style. */
function weightOf(isBold: boolean, isHeading: boolean): string {
  if (isBold) return isHeading ? '' : '<w:b/><w:bCs/>';
  return isHeading ? '<w:b w:val="0"/><w:bCs w:val="0"/>' : '';
}
