import { writeZip, type ZipEntry } from '../archives/zip-writer.js';
import { escapeXmlText } from '../xml/references.js';
import type { DocxBlock, DocxSection } from './blocks.js';
import { BodyWriter, type DocxRoom, SharedParts } from './body.js';
import { type FontKind, fontTable } from './fonts.js';
import { DECLARATION, NAMESPACES, OFFICE, PACKAGE, WORD, writable } from './names.js';
import { sectionXml } from './placing.js';
import { type DocxLook, stylesPart } from './styles.js';

export interface DocxSettings extends Partial<DocxLook> {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly margin?: number;
  readonly title?: string;
  readonly author?: string;
  readonly hasPageNumbers?: boolean;
  /** The names of fonts, with what is to stand in for those that a machine does not have. */
  readonly fonts?: ReadonlyMap<string, FontKind>;
  /** Of the footnotes, in the order of their numbers. */
  readonly notes?: readonly (readonly DocxBlock[])[];
}

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
/** Narrower margins than these points are hard to print. */
const MARGIN = 54;
/** Largest and smallest page that Word takes: 22 inches, and room for some text. */
const MAX_POINTS = 1_584;
const LEAST_POINTS = 180;

const bounded = (points: number): number => Math.round(Math.min(MAX_POINTS, Math.max(LEAST_POINTS, points)));

/**
 * A Word document (ECMA-376, WordprocessingML) of blocks in their order, with styles for headings, lists, code and links. All pages that
 * no section says otherwise of are of one size. The same blocks give the same bytes.
 */
export function writeDocx(blocks: readonly DocxBlock[], settings: DocxSettings): Uint8Array {
  const {
    font = 'Calibri',
    fontSize = 11,
    language = '',
    title = '',
    author = '',
    notes = [],
    fonts = new Map(),
  } = settings;
  const { hasPageNumbers = false, margin = MARGIN } = settings;
  const [width, height] = [bounded(settings.width), bounded(settings.height)];
  const room: DocxRoom = { width: width - 2 * margin, height: height - 2 * margin };
  const shared = new SharedParts();
  const body = new BodyWriter(shared, room);
  const end = blocks.at(-1);
  const xml = body.blocks(end?.kind === 'section-end' ? blocks.slice(0, -1) : blocks);
  body.relate('styles', 'styles.xml');
  body.relate('numbering', 'numbering.xml');
  body.relate('settings', 'settings.xml');
  if (fonts.size > 0) body.relate('fontTable', 'fontTable.xml');
  if (notes.length > 0) body.relate('footnotes', 'footnotes.xml');
  const footer = hasPageNumbers ? body.relate('footer', 'footer1.xml') : undefined;
  const noteBody = new BodyWriter(shared, room);
  const noteXml = notes.map((note, i) => noteBody.note(i + 1, note));
  const usual = { width, height, margins: { top: margin, right: margin, bottom: margin, left: margin } };
  const last: DocxSection = end?.kind === 'section-end' ? end.section : usual;
  const foot = footer === undefined ? '' : `<w:footerReference w:type="default" r:id="${footer}"/>`;
  const part = (name: string, text: string): ZipEntry => ({ name, bytes: Buffer.from(`${DECLARATION}${text}`) });
  const hasProperties = title !== '' || author !== '';
  return writeZip(
    [
      part(
        '[Content_Types].xml',
        contentTypes({
          hasNotes: notes.length > 0,
          hasFooter: hasPageNumbers,
          hasProperties,
          hasFonts: fonts.size > 0,
        }),
      ),
      part('_rels/.rels', packageRelations(hasProperties)),
      part(
        'word/document.xml',
        `<w:document ${NAMESPACES}><w:body>${xml}${sectionXml(last, foot)}</w:body></w:document>`,
      ),
      part('word/styles.xml', stylesPart({ font, fontSize, language, codeStyles: shared.codeStyles })),
      part('word/numbering.xml', shared.lists.part()),
      part('word/settings.xml', SETTINGS),
      part('word/_rels/document.xml.rels', body.relations()),
      ...(fonts.size === 0 ? [] : [part('word/fontTable.xml', fontTable(fonts))]),
      ...(notes.length === 0
        ? []
        : [
            part('word/footnotes.xml', `<w:footnotes ${NAMESPACES}>${SEPARATORS}${noteXml.join('')}</w:footnotes>`),
            part('word/_rels/footnotes.xml.rels', noteBody.relations()),
          ]),
      ...(hasPageNumbers ? [part('word/footer1.xml', FOOTER)] : []),
      ...(hasProperties ? [part('docProps/core.xml', coreProperties(title, author))] : []),
      ...shared.media,
    ],
    { level: 6 },
  );
}

function contentTypes({
  hasNotes,
  hasFooter,
  hasProperties,
  hasFonts,
}: Readonly<Record<'hasNotes' | 'hasFooter' | 'hasProperties' | 'hasFonts', boolean>>): string {
  const override = (name: string, type: string): string => `<Override PartName="/${name}" ContentType="${type}"/>`;
  const overrides = [
    override('word/document.xml', `${TYPE}.document.main+xml`),
    override('word/styles.xml', `${TYPE}.styles+xml`),
    override('word/numbering.xml', `${TYPE}.numbering+xml`),
    override('word/settings.xml', `${TYPE}.settings+xml`),
    hasFonts ? override('word/fontTable.xml', `${TYPE}.fontTable+xml`) : '',
    hasNotes ? override('word/footnotes.xml', `${TYPE}.footnotes+xml`) : '',
    hasFooter ? override('word/footer1.xml', `${TYPE}.footer+xml`) : '',
    hasProperties ? override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml') : '',
  ];
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/>${overrides.join('')}</Types>`;
}

function packageRelations(hasProperties: boolean): string {
  const properties = hasProperties
    ? `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`
    : '';
  return `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="word/document.xml"/>${properties}</Relationships>`;
}

const coreProperties = (title: string, author: string): string =>
  `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXmlText(writable(title))}</dc:title><dc:creator>${escapeXmlText(writable(author))}</dc:creator></cp:coreProperties>`;

/** 17.11.23: the line above the notes of a page. */
const SEPARATORS =
  '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>';

/** Without it, Word takes the document for one of 2007 and says so in its title. */
const SETTINGS = `<w:settings xmlns:w="${WORD}"><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

const FOOTER = `<w:ftr xmlns:w="${WORD}"><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p></w:ftr>`;
