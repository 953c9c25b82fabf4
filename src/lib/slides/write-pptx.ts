import { writeZip, type ZipEntry } from '../archives/zip-writer.js';
import type { DocxPicture } from '../docx-write/blocks.js';
import { escapeXmlAttribute, escapeXmlText } from '../xml/references.js';
import { layoutSlide, TITLE_SIZE } from './layout.js';
import { layoutPart, masterPart, NAMES, notesMasterPart, OTHER_TEXT } from './masters.js';
import { plainRuns, SLIDE_COLORS, type Slide, type SlideColors, type SlideSize } from './model.js';
import { partShape, textShape } from './shapes.js';
import { emus, runsXml, writable } from './text.js';
import { themePart } from './theme.js';

export interface PptxSettings {
  readonly size: SlideSize;
  readonly colors: SlideColors;
  readonly font: string;
  readonly title: string;
  readonly author: string;
  readonly hasNumbers: boolean;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml';
/** ECMA-376 part 1, 19.7.13 and 19.7.15: ids of slides and of masters begin with these. */
const FIRST_SLIDE_ID = 256;
const FIRST_MASTER_ID = 2_147_483_648;
/** Titles longer than a line are smaller. */
const LONG_TITLE = 45;

/** Relations of a part to others. */
class Relations {
  readonly #list: string[] = [];
  readonly #known = new Map<string, string>();

  add(type: string, target: string, isExternal = false): string {
    const key = `${type} ${target}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = `rId${this.#list.length + 1}`;
    this.#known.set(key, id);
    this.#list.push(
      `<Relationship Id="${id}" Type="${type.includes(':') ? type : `${OFFICE}/${type}`}" Target="${escapeXmlAttribute(writable(target))}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    );
    return id;
  }

  part(): string {
    return `<Relationships xmlns="${PACKAGE}/relationships">${this.#list.join('')}</Relationships>`;
  }
}

/** A presentation (ECMA-376, PresentationML) of slides in their order, with a master, two layouts and speaker notes. The same slides give the same bytes. */
export function writePptx(slides: readonly Slide[], settings: PptxSettings): Uint8Array {
  return new PptxWriter(settings).write(slides);
}

class PptxWriter {
  readonly #settings: PptxSettings;
  readonly #parts: ZipEntry[] = [];
  readonly #media: ZipEntry[] = [];
  readonly #pictures = new Map<Uint8Array, string>();
  readonly #types: string[] = [];

  constructor(settings: PptxSettings) {
    this.#settings = settings;
  }

  write(slides: readonly Slide[]): Uint8Array {
    const { size, colors, font, title, author } = this.#settings;
    const root = new Relations();
    root.add('officeDocument', 'ppt/presentation.xml');
    root.add(`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml');
    const presentation = new Relations();
    const master = presentation.add('slideMaster', 'slideMasters/slideMaster1.xml');
    const hasNotes = slides.some(({ notes }) => notes.length > 0);
    const notesMaster = hasNotes ? presentation.add('notesMaster', 'notesMasters/notesMaster1.xml') : undefined;
    presentation.add('theme', 'theme/theme1.xml');
    const ids = slides.map((slide, i) => {
      this.#slide(slide, i + 1);
      return `<p:sldId id="${FIRST_SLIDE_ID + i}" r:id="${presentation.add('slide', `slides/slide${i + 1}.xml`)}"/>`;
    });
    const notesList =
      notesMaster === undefined
        ? ''
        : `<p:notesMasterIdLst><p:notesMasterId r:id="${notesMaster}"/></p:notesMasterIdLst>`;
    this.#part(
      'ppt/presentation.xml',
      `${TYPE}.presentation.main+xml`,
      `<p:presentation ${NAMES}><p:sldMasterIdLst><p:sldMasterId id="${FIRST_MASTER_ID}" r:id="${master}"/></p:sldMasterIdLst>${notesList}<p:sldIdLst>${ids.join('')}</p:sldIdLst><p:sldSz cx="${emus(size.width)}" cy="${emus(size.height)}"/><p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle>${OTHER_TEXT}</p:defaultTextStyle></p:presentation>`,
      presentation,
    );
    this.#masters(hasNotes);
    this.#part(
      'docProps/core.xml',
      'application/vnd.openxmlformats-package.core-properties+xml',
      `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXmlText(writable(title))}</dc:title><dc:creator>${escapeXmlText(writable(author))}</dc:creator></cp:coreProperties>`,
    );
    for (const i of hasNotes ? [1, 2] : [1])
      this.#part(
        `ppt/theme/theme${i}.xml`,
        'application/vnd.openxmlformats-officedocument.theme+xml',
        // Pages of notes are printed.
        themePart(i === 1 ? colors : SLIDE_COLORS.light, writable(font)),
      );
    const types = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/>${this.#types.join('')}</Types>`;
    return writeZip(
      [
        { name: '[Content_Types].xml', bytes: Buffer.from(`${DECLARATION}${types}`) },
        { name: '_rels/.rels', bytes: Buffer.from(`${DECLARATION}${root.part()}`) },
        ...this.#parts,
        ...this.#media,
      ],
      { level: 6 },
    );
  }

  #part(name: string, type: string, xml: string, relations?: Relations): void {
    this.#types.push(`<Override PartName="/${name}" ContentType="${type}"/>`);
    this.#parts.push({ name, bytes: Buffer.from(`${DECLARATION}${xml}`) });
    if (relations !== undefined)
      this.#parts.push({
        name: name.replace(/([^/]+)$/, '_rels/$1.rels'),
        bytes: Buffer.from(`${DECLARATION}${relations.part()}`),
      });
  }

  #masters(hasNotes: boolean): void {
    const { size } = this.#settings;
    const master = new Relations();
    const layouts = ([true, false] as const).map((isOpening, i) => {
      const layout = new Relations();
      layout.add('slideMaster', '../slideMasters/slideMaster1.xml');
      this.#part(
        `ppt/slideLayouts/slideLayout${i + 1}.xml`,
        `${TYPE}.slideLayout+xml`,
        layoutPart(isOpening, size),
        layout,
      );
      return master.add('slideLayout', `../slideLayouts/slideLayout${i + 1}.xml`);
    });
    master.add('theme', '../theme/theme1.xml');
    this.#part('ppt/slideMasters/slideMaster1.xml', `${TYPE}.slideMaster+xml`, masterPart(size, layouts), master);
    if (!hasNotes) return;
    const notes = new Relations();
    notes.add('theme', '../theme/theme2.xml');
    this.#part('ppt/notesMasters/notesMaster1.xml', `${TYPE}.notesMaster+xml`, notesMasterPart(), notes);
  }

  #pictureName({ bytes, ending }: DocxPicture): string {
    const known = this.#pictures.get(bytes);
    if (known !== undefined) return known;
    const name = `media/picture${this.#media.length + 1}.${ending}`;
    this.#pictures.set(bytes, name);
    this.#media.push({ name: `ppt/${name}`, bytes });
    return name;
  }

  #slide(slide: Slide, number: number): void {
    const { size, hasNumbers } = this.#settings;
    const relations = new Relations();
    relations.add('slideLayout', `../slideLayouts/slideLayout${slide.isOpening ? 1 : 2}.xml`);
    const links = {
      address: (link: string) => relations.add('hyperlink', link, true),
      slide: (to: number) => relations.add('slide', `slide${to}.xml`),
      picture: (picture: DocxPicture) => relations.add('image', `../${this.#pictureName(picture)}`),
    };
    const { title, placed, scale } = layoutSlide(slide, size);
    const shapes: string[] = [];
    let id = 2;
    if (slide.title.length > 0) {
      const length = plainRuns(slide.title).length;
      const points =
        (slide.isOpening ? TITLE_SIZE + 8 : TITLE_SIZE) *
        (length > 2 * LONG_TITLE ? 0.6 : length > LONG_TITLE ? 0.8 : 1);
      const kind = slide.isOpening ? 'ctrTitle' : 'title';
      shapes.push(
        textShape(
          { id, name: 'Title', placeholder: `<p:ph type="${kind}"/>` },
          title,
          `<a:p>${runsXml(slide.title, points, links)}</a:p>`,
        ),
      );
      id += 1;
    }
    let hasBody = false;
    for (const part of placed) {
      const isBody: boolean = part.part.kind === 'text' && !hasBody;
      hasBody = hasBody || isBody;
      const placeholder = isBody ? `<p:ph${slide.isOpening ? ' type="subTitle"' : ''} idx="1"/>` : '';
      shapes.push(partShape(part, id, placeholder, scale, links));
      id += 1;
    }
    if (hasNumbers && !slide.isOpening)
      shapes.push(
        textShape(
          { id, name: 'Slide Number', placeholder: '<p:ph type="sldNum" sz="quarter" idx="12"/>' },
          undefined,
          `<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>${number}</a:t></a:fld></a:p>`,
          '<a:bodyPr/>',
        ),
      );
    const notes = slide.notes.length > 0 ? this.#notes(slide.notes, number) : undefined;
    if (notes !== undefined) relations.add('notesSlide', notes);
    this.#part(
      `ppt/slides/slide${number}.xml`,
      `${TYPE}.slide+xml`,
      `<p:sld ${NAMES}><p:cSld><p:spTree>${GROUP}${shapes.join('')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
      relations,
    );
  }

  #notes(notes: readonly string[], number: number): string {
    const relations = new Relations();
    relations.add('notesMaster', '../notesMasters/notesMaster1.xml');
    relations.add('slide', `../slides/slide${number}.xml`);
    const paragraphs = notes.map(
      (note) =>
        `<a:p><a:pPr><a:buNone/></a:pPr>${writable(note)
          .split('\n')
          .map((line) => `<a:r><a:rPr lang="en-US"/><a:t>${escapeXmlText(line)}</a:t></a:r>`)
          .join('<a:br/>')}</a:p>`,
    );
    const image =
      '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>';
    const text = textShape(
      { id: 3, name: 'Notes', placeholder: '<p:ph type="body" idx="1"/>' },
      undefined,
      paragraphs.join(''),
      '<a:bodyPr/>',
    );
    this.#part(
      `ppt/notesSlides/notesSlide${number}.xml`,
      `${TYPE}.notesSlide+xml`,
      `<p:notes ${NAMES}><p:cSld><p:spTree>${GROUP}${image}${text}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`,
      relations,
    );
    return `../notesSlides/notesSlide${number}.xml`;
  }
}

const GROUP = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
