import { writeZip, type ZipEntry } from '../archives/zip-writer.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';

/** Text of one look; a line feed in it breaks the line. */
export interface DocxRun {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isMono?: boolean;
  /** A web or mail address. */
  readonly link?: string | undefined;
}

export interface DocxCell {
  /** Lines are parted by line feeds. */
  readonly text: string;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export type DocxBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly DocxRun[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly DocxRun[] }
  /** `number`: of a numbered list, else a bullet. Depth from 0 to 5. */
  | { readonly kind: 'item'; readonly number?: number; readonly depth: number; readonly runs: readonly DocxRun[] }
  | { readonly kind: 'code'; readonly text: string }
  /** `undefined` where a cell from above or the left reaches. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (DocxCell | undefined)[])[] }
  /** Points. */
  | {
      readonly kind: 'picture';
      readonly bytes: Uint8Array;
      readonly ending: 'png' | 'jpg';
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'page-break' };

export interface DocxPage {
  /** Points. */
  readonly width: number;
  readonly height: number;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const TWIPS_PER_POINT = 20;
const EMUS_PER_POINT = 12_700;
/** Narrower margins than these 54 points are hard to print. */
const MARGIN = 54;
const DEPTHS = 6;
/** Largest and smallest page that Word takes: 22 inches, and room for some text. */
const MAX_POINTS = 1_584;
const LEAST_POINTS = 180;

/**
 * A Word document (ECMA-376, WordprocessingML) of blocks in their order, with styles for headings, lists, code and links, all pages of one
 * size. The same blocks give the same bytes.
 */
export function writeDocx(blocks: readonly DocxBlock[], page: DocxPage): Uint8Array {
  const writer = new DocxWriter(page);
  const body = writer.body(blocks);
  const part = (name: string, xml: string): ZipEntry => ({ name, bytes: Buffer.from(`${DECLARATION}${xml}`) });
  return writeZip(
    [
      part('[Content_Types].xml', CONTENT_TYPES),
      part(
        '_rels/.rels',
        `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      part('word/document.xml', body),
      part('word/styles.xml', STYLES),
      part('word/numbering.xml', writer.numbering()),
      part('word/_rels/document.xml.rels', writer.relations()),
      ...writer.media,
    ],
    { level: 6 },
  );
}

const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${TYPE}.numbering+xml"/></Types>`;

/** Heights of headings in half points. */
const HEADING_SIZES = [36, 30, 26, 24, 22, 22];

const STYLES = `<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${HEADING_SIZES.map(
  (size, i) =>
    `<w:style w:type="paragraph" w:styleId="Heading${i + 1}"><w:name w:val="heading ${i + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="${i < 2 ? 320 : 240}" w:after="120"/><w:outlineLvl w:val="${i}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`,
).join(
  '',
)}<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="60"/><w:contextualSpacing/></w:pPr></w:style><w:style w:type="paragraph" w:customStyle="1" w:styleId="Code"><w:name w:val="Code"/><w:basedOn w:val="Normal"/><w:pPr><w:shd w:val="clear" w:color="auto" w:fill="F3F3F3"/><w:spacing w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="20"/></w:rPr></w:style><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style></w:styles>`;

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

class DocxWriter {
  readonly media: ZipEntry[] = [];
  readonly #relations: string[] = [];
  readonly #links = new Map<string, string>();
  /** First numbers of numbered lists. */
  readonly #starts: number[] = [];
  readonly #width: number;
  readonly #height: number;
  #breaks = false;

  constructor({ width, height }: DocxPage) {
    const bounded = (points: number): number => Math.round(Math.min(MAX_POINTS, Math.max(LEAST_POINTS, points)));
    this.#width = bounded(width);
    this.#height = bounded(height);
    this.#relate('styles', 'styles.xml');
    this.#relate('numbering', 'numbering.xml');
  }

  body(blocks: readonly DocxBlock[]): string {
    const parts: string[] = [];
    let expected: number[] = [];
    for (const block of blocks) {
      if (block.kind !== 'item') expected = [];
      if (block.kind === 'page-break') this.#breaks = true;
      else if (block.kind === 'item') parts.push(this.#item(block, expected));
      else parts.push(this.#block(block));
    }
    const size = `<w:pgSz w:w="${this.#width * TWIPS_PER_POINT}" w:h="${this.#height * TWIPS_PER_POINT}"${this.#width > this.#height ? ' w:orient="landscape"' : ''}/>`;
    const margin = MARGIN * TWIPS_PER_POINT;
    const margins = `<w:pgMar w:top="${margin}" w:right="${margin}" w:bottom="${margin}" w:left="${margin}" w:header="360" w:footer="360" w:gutter="0"/>`;
    return `<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}/relationships" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture"><w:body>${parts.join('')}<w:sectPr>${size}${margins}</w:sectPr></w:body></w:document>`;
  }

  numbering(): string {
    const level = (i: number, format: string, text: string): string =>
      `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${360 * (i + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
    const levels = Array.from({ length: DEPTHS }, (_, i) => i);
    const bullets = levels.map((i) => level(i, 'bullet', i % 2 === 0 ? '•' : '–')).join('');
    const decimals = levels.map((i) => level(i, 'decimal', `%${i + 1}.`)).join('');
    const lists = this.#starts.map(
      (start, i) =>
        `<w:num w:numId="${i + 2}"><w:abstractNumId w:val="1"/>${levels.map((depth) => `<w:lvlOverride w:ilvl="${depth}"><w:startOverride w:val="${start}"/></w:lvlOverride>`).join('')}</w:num>`,
    );
    return `<w:numbering xmlns:w="${WORD}"><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/>${bullets}</w:abstractNum><w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="hybridMultilevel"/>${decimals}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>${lists.join('')}</w:numbering>`;
  }

  relations(): string {
    return `<Relationships xmlns="${PACKAGE}/relationships">${this.#relations.join('')}</Relationships>`;
  }

  #relate(kind: string, target: string, isExternal = false): string {
    const id = `rId${this.#relations.length + 1}`;
    this.#relations.push(
      `<Relationship Id="${id}" Type="${OFFICE}/relationships/${kind}" Target="${escapeXmlAttribute(writable(target))}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    );
    return id;
  }

  #block(block: Exclude<DocxBlock, { kind: 'item' | 'page-break' }>): string {
    switch (block.kind) {
      case 'heading':
        return this.#paragraph(block.runs, `<w:pStyle w:val="Heading${Math.min(6, Math.max(1, block.level))}"/>`);
      case 'paragraph':
        return this.#paragraph(block.runs, '');
      case 'code':
        return this.#paragraph([{ text: block.text }], '<w:pStyle w:val="Code"/>');
      case 'table':
        return this.#table(block.rows);
      case 'picture':
        return this.#picture(block);
    }
  }

  #item({ number, depth, runs }: Extract<DocxBlock, { kind: 'item' }>, expected: number[]): string {
    let list = 1;
    if (number !== undefined) {
      // A number out of order begins another list.
      if (expected[depth] !== number || this.#starts.length === 0) this.#starts.push(number);
      expected.length = depth + 1;
      expected[depth] = number + 1;
      list = this.#starts.length + 1;
    }
    const properties = `<w:pStyle w:val="ListParagraph"/>`;
    const numbering = `<w:numPr><w:ilvl w:val="${Math.min(DEPTHS - 1, depth)}"/><w:numId w:val="${list}"/></w:numPr>`;
    return this.#paragraph(runs, properties, numbering);
  }

  #paragraph(runs: readonly DocxRun[], style: string, numbering = ''): string {
    const text = runs.map((run) => run.text).join('');
    const isRtl = 2 * (text.match(RTL)?.length ?? 0) > text.replace(/\P{L}/gu, '').length;
    // The order of a paragraph's properties is fixed: ECMA-376 part 1, 17.3.1.26.
    const properties = `${style}${this.#takeBreak()}${numbering}${isRtl ? '<w:bidi/>' : ''}`;
    return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs.map((run) => this.#run(run, isRtl)).join('')}</w:p>`;
  }

  #takeBreak(): string {
    const taken = this.#breaks;
    this.#breaks = false;
    return taken ? '<w:pageBreakBefore/>' : '';
  }

  #run({ text, isBold = false, isItalic = false, isMono = false, link }: DocxRun, isRtl: boolean): string {
    const properties = [
      link === undefined ? '' : '<w:rStyle w:val="Hyperlink"/>',
      isMono ? '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>' : '',
      isBold ? '<w:b/><w:bCs/>' : '',
      isItalic ? '<w:i/><w:iCs/>' : '',
      isRtl ? '<w:rtl/>' : '',
    ].join('');
    const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${escapeXmlText(writable(line))}</w:t>`);
    const run = `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`;
    if (link === undefined) return run;
    let id = this.#links.get(link);
    if (id === undefined) {
      id = this.#relate('hyperlink', link, true);
      this.#links.set(link, id);
    }
    return `<w:hyperlink r:id="${id}">${run}</w:hyperlink>`;
  }

  #table(rows: readonly (readonly (DocxCell | undefined)[])[]): string {
    const columns = rows[0]?.length ?? 1;
    const width = Math.floor(((this.#width - 2 * MARGIN) * TWIPS_PER_POINT) / columns);
    const before = this.#breaks ? this.#paragraph([], '') : '';
    const border = (side: string): string => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`;
    const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');
    // Rows that a cell above still reaches into, by column, with the columns it takes.
    const open: { rows: number; columnSpan: number }[] = Array.from({ length: columns }, () => ({
      rows: 0,
      columnSpan: 1,
    }));
    const body = rows.map((row) => {
      const cells: string[] = [];
      for (let c = 0; c < columns; ) {
        const cell = row[c];
        const above = open[c] as { rows: number; columnSpan: number };
        const isContinued = cell === undefined && above.rows > 0;
        const columnSpan = isContinued ? above.columnSpan : (cell?.columnSpan ?? 1);
        const merge = isContinued
          ? '<w:vMerge/>'
          : cell !== undefined && cell.rowSpan > 1
            ? '<w:vMerge w:val="restart"/>'
            : '';
        const span = columnSpan > 1 ? `<w:gridSpan w:val="${columnSpan}"/>` : '';
        open[c] = isContinued ? { rows: above.rows - 1, columnSpan } : { rows: (cell?.rowSpan ?? 1) - 1, columnSpan };
        cells.push(
          `<w:tc><w:tcPr><w:tcW w:w="${width * columnSpan}" w:type="dxa"/>${span}${merge}</w:tcPr>${this.#paragraph([{ text: cell?.text ?? '' }], '')}</w:tc>`,
        );
        c += columnSpan;
      }
      return `<w:tr>${cells.join('')}</w:tr>`;
    });
    const grid = Array.from({ length: columns }, () => `<w:gridCol w:w="${width}"/>`).join('');
    return `${before}<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join('')}</w:tbl><w:p/>`;
  }

  #picture({ bytes, ending, width, height }: Extract<DocxBlock, { kind: 'picture' }>): string {
    const number = this.media.length + 1;
    const id = this.#relate('image', `media/picture${number}.${ending}`);
    this.media.push({ name: `word/media/picture${number}.${ending}`, bytes });
    const scale = Math.min(1, (this.#width - 2 * MARGIN) / width, (this.#height - 2 * MARGIN) / height);
    const [cx, cy] = [width, height].map((points) => Math.max(1, Math.round(points * scale * EMUS_PER_POINT)));
    const properties = this.#takeBreak();
    return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${number}" name="Picture ${number}"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${number}" name="picture${number}.${ending}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  }
}

const UNWRITABLE = new RegExp(`${NOT_XML.source}|\\r`, 'gu');

/** Text without what XML cannot write, and without carriage returns: line feeds are what breaks a line here. */
const writable = (text: string): string => text.replace(UNWRITABLE, '');
