import { escapeXmlAttribute } from '../xml/references.js';
import { INDENT, WORD, writable } from './names.js';

export interface DocxLook {
  /** The name of a font on the reader's machine. */
  readonly font: string;
  /** Points. */
  readonly fontSize: number;
  /** BCP 47; empty where it is not known. */
  readonly language: string;
  /** Styles of code, by its language. */
  readonly codeStyles: ReadonlyMap<string, string>;
}

/** Sizes of headings and of titles as parts of the size of the text. */
const HEADING_SIZES = [18 / 11, 15 / 11, 13 / 11, 12 / 11, 1, 1];
const TITLE_SIZE = 26 / 11;
const CODE_SIZE = 10 / 11;
const MONO = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>';

const paragraphStyle = (id: string, name: string, properties: string, runs = '', more = ''): string =>
  `<w:style w:type="paragraph"${/^[A-Z][a-z]+[A-Z]/.test(id) && OWN.has(id) ? ' w:customStyle="1"' : ''} w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${more}<w:qFormat/>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs === '' ? '' : `<w:rPr>${runs}</w:rPr>`}</w:style>`;

/** Styles that Word does not have; pandoc names the first two so. */
const OWN: ReadonlySet<string> = new Set(['SourceCode', 'VerbatimChar', 'HorizontalLine']);

const characterStyle = (id: string, name: string, runs: string): string =>
  `<w:style w:type="character"${OWN.has(id) ? ' w:customStyle="1"' : ''} w:styleId="${id}"><w:name w:val="${name}"/>${runs === '' ? '' : `<w:rPr>${runs}</w:rPr>`}</w:style>`;

/** The part `word/styles.xml`: ECMA-376 part 1, 17.7. */
export function stylesPart({ font, fontSize, language, codeStyles }: DocxLook): string {
  const name = escapeXmlAttribute(writable(font));
  const sized = (part: number): string => {
    const halfPoints = Math.round(fontSize * part * 2);
    return `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`;
  };
  const spoken = language === '' ? '' : `<w:lang w:val="${escapeXmlAttribute(language)}"/>`;
  const defaults = `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}" w:cs="${name}"/>${sized(1)}${spoken}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`;
  const headings = HEADING_SIZES.map((size, i) =>
    paragraphStyle(
      `Heading${i + 1}`,
      `heading ${i + 1}`,
      `<w:keepNext/><w:spacing w:before="${i < 2 ? 320 : 240}" w:after="120"/><w:outlineLvl w:val="${i}"/>`,
      `<w:b/><w:bCs/>${sized(size)}`,
      '<w:next w:val="Normal"/>',
    ),
  );
  const contents = [1, 2, 3].map((level) =>
    paragraphStyle(
      `TOC${level}`,
      `toc ${level}`,
      `<w:spacing w:after="60"/>${level === 1 ? '' : `<w:ind w:left="${(level - 1) * 240}"/>`}`,
    ),
  );
  const styles = [
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>',
    ...headings,
    paragraphStyle(
      'Title',
      'Title',
      '<w:keepNext/><w:spacing w:after="120" w:line="240" w:lineRule="auto"/><w:jc w:val="center"/>',
      `<w:b/><w:bCs/>${sized(TITLE_SIZE)}`,
      '<w:next w:val="Normal"/>',
    ),
    paragraphStyle(
      'Subtitle',
      'Subtitle',
      '<w:spacing w:after="240"/><w:jc w:val="center"/>',
      '<w:color w:val="595959"/>',
      '<w:next w:val="Normal"/>',
    ),
    paragraphStyle('ListParagraph', 'List Paragraph', '<w:contextualSpacing/>'),
    paragraphStyle(
      'SourceCode',
      'Source Code',
      '<w:shd w:val="clear" w:color="auto" w:fill="F3F3F3"/><w:spacing w:line="240" w:lineRule="auto"/>',
      `${MONO}${sized(CODE_SIZE)}`,
    ),
    ...[...codeStyles].map(
      ([name, id]) =>
        `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}"><w:name w:val="Source Code (${escapeXmlAttribute(name)})"/><w:basedOn w:val="SourceCode"/></w:style>`,
    ),
    paragraphStyle(
      'Quote',
      'Quote',
      `<w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="BFBFBF"/></w:pBdr><w:ind w:left="${INDENT}"/>`,
      '<w:color w:val="595959"/>',
    ),
    paragraphStyle(
      'HorizontalLine',
      'Horizontal Line',
      '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="BFBFBF"/></w:pBdr><w:spacing w:after="240" w:line="120" w:lineRule="exact"/>',
    ),
    paragraphStyle('FootnoteText', 'footnote text', '<w:spacing w:after="40"/>', sized(CODE_SIZE)),
    paragraphStyle('Footer', 'footer', '<w:spacing w:after="0"/><w:jc w:val="center"/>', sized(CODE_SIZE)),
    paragraphStyle(
      'TOCHeading',
      'TOC Heading',
      '<w:keepNext/><w:spacing w:before="320" w:after="120"/>',
      `<w:b/><w:bCs/>${sized(HEADING_SIZES[1] ?? 1)}`,
    ),
    ...contents,
    characterStyle('Hyperlink', 'Hyperlink', '<w:color w:val="0563C1"/><w:u w:val="single"/>'),
    characterStyle('VerbatimChar', 'Verbatim Char', `${MONO}${sized(CODE_SIZE)}`),
    characterStyle('FootnoteReference', 'footnote reference', '<w:vertAlign w:val="superscript"/>'),
    `<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:pPr><w:spacing w:after="0"/></w:pPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:bCs/></w:rPr><w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="F3F3F3"/></w:tcPr></w:tblStylePr></w:style>`,
  ];
  return `<w:styles xmlns:w="${WORD}">${defaults}${styles.join('')}</w:styles>`;
}
