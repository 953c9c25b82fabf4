import type { ZipEntry } from '../archives/zip-writer.js';
import { floatingPicture, inlinePicture } from '../docx/drawn-picture.js';
import { isMostlyRtl } from '../unicode/mostly-rtl.js';
import { escapeXmlAttribute } from '../xml/references.js';
import type { DocxBlock, DocxInline, DocxPicture, DocxPlace } from './blocks.js';
import { contentsXml } from './contents.js';
import { DEPTHS, INDENT, OFFICE, PACKAGE, writable } from './names.js';
import { ListNumbers } from './numbering.js';
import { placeProperties, sectionXml } from './placing.js';
import { runXml } from './runs.js';
import { tableXml } from './tables.js';

/** What a page has room for, in points. */
export interface DocxRoom {
  readonly width: number;
  readonly height: number;
}

/** What all parts of a document count together. */
export class SharedParts {
  readonly media: ZipEntry[] = [];
  readonly lists = new ListNumbers();
  readonly #names = new Map<Uint8Array, string>();
  readonly #languages = new Map<string, string>();
  #ids = 0;

  /** An id that no other drawing or bookmark has. */
  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  /** The style of code in a language; of a name that no style can have, or beyond the most, that of all code. */
  codeStyle(language = ''): string {
    const known = this.#languages.get(language);
    if (known !== undefined) return known;
    const isNamed = CODE_LANGUAGE.test(language) && this.#languages.size < MAX_CODE_STYLES;
    const style = isNamed ? `SourceCode${this.#languages.size + 1}` : 'SourceCode';
    if (isNamed) this.#languages.set(language, style);
    return style;
  }

  /** The styles that `codeStyle` gave, by language. */
  get codeStyles(): ReadonlyMap<string, string> {
    return this.#languages;
  }

  /** The name of a picture's file, which is written once however often it is shown. */
  nameOf({ bytes, ending }: DocxPicture): string {
    const known = this.#names.get(bytes);
    if (known !== undefined) return known;
    const name = `media/picture${this.media.length + 1}.${ending}`;
    this.#names.set(bytes, name);
    this.media.push({ name: `word/${name}`, bytes });
    return name;
  }
}

/** Chosen: more languages than any document shows. */
const MAX_CODE_STYLES = 100;
const CODE_LANGUAGE = /^[\w+#.-]{1,40}$/;

type BlockOf<Kind extends DocxBlock['kind']> = Extract<DocxBlock, { readonly kind: Kind }>;

/** How a paragraph is placed and looks, in the order of its properties: ECMA-376 part 1, 17.3.1.26. */
interface ParagraphLook {
  readonly style?: string;
  readonly numbering?: string;
  readonly spacing?: string;
  readonly indent?: string;
  readonly alignment?: string | undefined;
  /** In place of spacing, indent and alignment. */
  readonly place?: DocxPlace | undefined;
}

/** The content of a part: a document, or its footnotes. */
export class BodyWriter {
  readonly #shared: SharedParts;
  readonly #room: DocxRoom;
  readonly #relations: string[] = [];
  readonly #targets = new Map<string, string>();
  /** Next numbers of lists without identity, by depth. */
  #expected: number[] = [];
  #breaks = false;
  /** Properties of the section that the next paragraph ends. */
  #section = '';

  constructor(shared: SharedParts, room: DocxRoom) {
    this.#shared = shared;
    this.#room = room;
  }

  blocks(blocks: readonly DocxBlock[]): string {
    const written = blocks.map((block, i) => {
      const next = blocks[i + 1];
      const isLast = next?.kind === 'section-end';
      // Only a paragraph can end a section.
      if (isLast && ENDS.has(block.kind)) this.#section = sectionXml(next.section);
      const xml = this.#block(block);
      if (!isLast || ENDS.has(block.kind)) return xml;
      this.#section = sectionXml(next.section);
      return xml + this.#paragraph([], { place: NO_ROOM });
    });
    return written.join('');
  }

  /** A footnote: its number stands in its first paragraph. */
  note(number: number, blocks: readonly DocxBlock[]): string {
    const [first, ...rest] = blocks;
    const call = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>';
    const look = { style: 'FootnoteText' };
    const begun =
      first?.kind === 'paragraph'
        ? this.#paragraph([{ text: ' ' }, ...first.runs], look, call)
        : `${this.#paragraph([], look, call)}${first === undefined ? '' : this.#block(first)}`;
    // A part of a document ends with a paragraph.
    const end = blocks.at(-1)?.kind === 'table' ? '<w:p/>' : '';
    return `<w:footnote w:id="${number}">${begun}${this.blocks(rest)}${end}</w:footnote>`;
  }

  relations(): string {
    return `<Relationships xmlns="${PACKAGE}/relationships">${this.#relations.join('')}</Relationships>`;
  }

  /** The id of a relation to another part or, where it is external, to an address. */
  relate(kind: string, target: string, isExternal = false): string {
    const key = `${kind} ${target}`;
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const id = `rId${this.#relations.length + 1}`;
    this.#targets.set(key, id);
    this.#relations.push(
      `<Relationship Id="${id}" Type="${OFFICE}/relationships/${kind}" Target="${escapeXmlAttribute(writable(target))}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    );
    return id;
  }

  #block(block: DocxBlock): string {
    if (block.kind !== 'item') this.#expected = [];
    switch (block.kind) {
      case 'heading': {
        const look = { style: `Heading${Math.min(6, Math.max(1, block.level))}`, place: block.place };
        if (block.bookmark === undefined) return this.#paragraph(block.runs, look);
        const id = this.#shared.nextId();
        const start = `<w:bookmarkStart w:id="${id}" w:name="${escapeXmlAttribute(block.bookmark)}"/>`;
        return this.#paragraph(block.runs, look, start, `<w:bookmarkEnd w:id="${id}"/>`);
      }
      case 'paragraph':
        return this.#paragraph(block.runs, { ...this.#lookOf(block), place: block.place });
      case 'item':
        return this.#item(block);
      case 'code':
        return this.#paragraph(block.runs ?? [{ text: block.text, isMono: true }], {
          style: this.#shared.codeStyle(block.language),
          place: block.place,
          ...indented((block.items ?? 0) + (block.quotes ?? 0)),
        });
      case 'table':
        return this.#table(block);
      case 'picture':
        return this.#paragraph([{ picture: block, alt: '' }], { place: block.place });
      case 'floating-picture':
        return this.#floating(block);
      case 'section-end':
        return '';
      case 'rule':
        return this.#paragraph([], { style: 'HorizontalLine' });
      case 'gap':
        if (block.height === undefined)
          return this.#paragraph([], { spacing: '<w:spacing w:after="0" w:line="120" w:lineRule="exact"/>' });
        return this.#paragraph([], { place: { line: block.height } });
      case 'column-break':
        return this.#paragraph([{ text: '\f' }], { place: NO_ROOM });
      case 'contents':
        return contentsXml(block, this.#room, this.#takeBreak());
      case 'page-break':
        this.#breaks = true;
        return '';
    }
  }

  #lookOf({ style, quotes = 0, items = 0 }: BlockOf<'paragraph'>): ParagraphLook {
    if (style !== undefined) return { style };
    if (quotes > 0) return { style: 'Quote', ...(items + quotes > 1 ? indented(items + quotes) : {}) };
    return items > 0 ? { style: 'ListParagraph', ...LOOSE, ...indented(items) } : {};
  }

  #item(block: BlockOf<'item'>): string {
    const depth = Math.min(DEPTHS - 1, block.depth);
    const { quotes = 0, isChecked } = block;
    const numbering = `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${this.#listOf(block, depth)}"/></w:numPr>`;
    const indent =
      quotes + block.depth === depth
        ? {}
        : { indent: `<w:ind w:left="${INDENT * (quotes + block.depth + 1)}" w:hanging="${INDENT}"/>` };
    const box = isChecked === undefined ? '' : checkBox(isChecked);
    return this.#paragraph(
      block.runs,
      { style: 'ListParagraph', numbering, place: block.place, ...(block.isLoose === true ? LOOSE : {}), ...indent },
      box,
    );
  }

  #listOf({ number, list, isChecked, depth }: BlockOf<'item'>, level: number): number {
    const { lists } = this.#shared;
    if (isChecked !== undefined) return lists.tasks;
    if (number === undefined) return lists.bullets(list ?? 0);
    if (list !== undefined) return lists.numbered(list, level, number);
    if (this.#expected[depth] !== number || lists.isEmpty) lists.begin(number);
    this.#expected.length = depth + 1;
    this.#expected[depth] = number + 1;
    return lists.last;
  }

  /** `before` and `after` are written as they are. */
  #paragraph(runs: readonly DocxInline[], look: ParagraphLook, before = '', after = ''): string {
    const text = runs.map((run) => ('text' in run ? run.text : '')).join('');
    const isRtl = isMostlyRtl(text);
    const { style, numbering = '', place } = look;
    const placed = place === undefined ? undefined : placeProperties(place);
    const { spacing = '', indent = '', alignment } = placed === undefined ? look : { ...placed, ...place };
    const properties = [
      style === undefined ? '' : `<w:pStyle w:val="${style}"/>`,
      this.#takeBreak(),
      numbering,
      placed?.fill ?? '',
      isRtl ? '<w:bidi/>' : '',
      spacing,
      indent,
      style === 'ListParagraph' && spacing !== '' ? '<w:contextualSpacing w:val="0"/>' : '',
      alignment === undefined ? '' : `<w:jc w:val="${alignment}"/>`,
      this.#section,
    ].join('');
    this.#section = '';
    return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${before}${this.#runs(runs, isRtl, style?.startsWith('Heading') === true)}${after}</w:p>`;
  }

  #takeBreak(): string {
    const taken = this.#breaks;
    this.#breaks = false;
    return taken ? '<w:pageBreakBefore/>' : '';
  }

  /** Neighbours that lead to one place are one link. */
  #runs(runs: readonly DocxInline[], isRtl: boolean, isHeading: boolean): string {
    const parts: string[] = [];
    for (let i = 0; i < runs.length; ) {
      const opening = this.#linkOf(runs[i]);
      const pieces: string[] = [];
      do {
        const run = runs[i] as DocxInline;
        pieces.push(
          'picture' in run
            ? this.#picture(run)
            : runXml(run, { isRtl, isLinked: opening !== '', isHeading }, this.#shared),
        );
        i += 1;
      } while (i < runs.length && opening !== '' && this.#linkOf(runs[i]) === opening);
      parts.push(opening === '' ? pieces.join('') : `${opening}${pieces.join('')}</w:hyperlink>`);
    }
    return parts.join('');
  }

  #linkOf(run: DocxInline | undefined): string {
    if (run === undefined || !('text' in run || 'picture' in run)) return '';
    if (run.link !== undefined) return `<w:hyperlink r:id="${this.relate('hyperlink', run.link, true)}">`;
    return run.anchor === undefined ? '' : `<w:hyperlink w:anchor="${escapeXmlAttribute(run.anchor)}">`;
  }

  #picture({ picture, alt }: Extract<DocxInline, { readonly picture: DocxPicture }>): string {
    const scale = Math.min(1, this.#room.width / picture.width, this.#room.height / picture.height);
    const drawing = inlinePicture({
      relation: this.relate('image', this.#shared.nameOf(picture)),
      number: this.#shared.nextId(),
      alt: escapeXmlAttribute(writable(alt)),
      width: picture.width * scale,
      height: picture.height * scale,
    });
    return `<w:r>${drawing}</w:r>`;
  }

  /** In a paragraph of no height of its own. */
  #floating({ left, top, ...picture }: BlockOf<'floating-picture'>): string {
    const drawing = floatingPicture({
      relation: this.relate('image', this.#shared.nameOf(picture)),
      number: this.#shared.nextId(),
      alt: '',
      width: picture.width,
      height: picture.height,
      left,
      top,
    });
    return this.#paragraph([], { place: NO_ROOM }, `<w:r>${drawing}</w:r>`);
  }

  #table(block: BlockOf<'table'>): string {
    const isPlaced = block.grid !== undefined;
    const room = block.place?.before ?? 0;
    const before =
      isPlaced && (this.#breaks || room >= 1)
        ? this.#paragraph([], { place: { line: Math.max(1, room) } })
        : this.#breaks
          ? this.#paragraph([], {})
          : '';
    const indent = INDENT * ((block.items ?? 0) + (block.quotes ?? 0));
    const table = tableXml(block, this.#room, indent, (runs, look) => this.#paragraph(runs, look));
    return `${before}${table}${isPlaced ? this.#paragraph([], { place: NO_ROOM }) : '<w:p/>'}`;
  }
}

/** Blocks whose last paragraph is theirs to end a section with; a table has its own behind it. */
const ENDS: ReadonlySet<DocxBlock['kind']> = new Set(['heading', 'paragraph', 'item', 'code', 'picture', 'gap']);

const NO_ROOM: DocxPlace = { line: 1 };

/** 17.9.18: of no list. It keeps the indent from being read as a quote's. */
const UNNUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>';
const LOOSE = { spacing: '<w:spacing w:after="140"/>' } as const;

const indented = (levels: number): ParagraphLook =>
  levels === 0 ? {} : { numbering: UNNUMBERED, indent: `<w:ind w:left="${INDENT * levels}"/>` };

/** [MS-DOCX] 2.6.1.14: one that readers can tick. */
const checkBox = (isChecked: boolean): string =>
  `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${isChecked ? 1 : 0}"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:rPr><w:rFonts w:ascii="MS Gothic" w:hAnsi="MS Gothic" w:eastAsia="MS Gothic" w:hint="eastAsia"/></w:rPr><w:t>${isChecked ? '☒' : '☐'}</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> </w:t></w:r>`;
