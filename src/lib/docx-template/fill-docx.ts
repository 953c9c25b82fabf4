import { writeZip } from '../archives/zip-writer.js';
import { ContentFault, isFault, LimitFault } from '../faults.js';
import type { JsonValue } from '../json/values.js';
import { attribute, type OfficePackage } from '../office/package.js';
import { elementsOf, localName } from '../xml/content.js';
import { openTag, writeElement } from '../xml/write-element.js';
import type { TemplateNode } from './nodes.js';
import { readTemplate } from './read-template.js';
import { type Filling, renderTemplate, type Spent, type TemplatePicture } from './render-template.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = '[Content_Types].xml';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';
const MIMES = { png: 'image/png', jpg: 'image/jpeg' } as const;
const TEXT_PARTS: ReadonlySet<string> = new Set(['header', 'footer', 'footnotes', 'endnotes']);
/** Chosen: three documents of the largest size, a hundred letters with 2 MB of images. */
const MAX_UNPACKED = 200_000_000;

export interface FilledDocx {
  readonly bytes: Uint8Array;
  /** Placeholders that were filled, each time. */
  readonly filled: number;
  /** Placeholders that the data has nothing for. */
  readonly missing: ReadonlySet<string>;
  /** Names of pictures that were not sent. */
  readonly missingPictures: ReadonlySet<string>;
}

interface Part {
  readonly path: string;
  readonly template: TemplateNode;
}

/** A Word document with placeholders, read once and filled as often as wanted. Throws ContentFault, LimitFault. */
export class DocxTemplate {
  readonly #parts: readonly Part[];
  readonly #spent: Spent = { characters: 0, repeats: 0, bytes: 0 };

  constructor(private readonly archive: OfficePackage) {
    const main = archive.relations('').find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
    const root = archive.xml(main);
    if (root === undefined || localName(root.name) !== 'document')
      throw new ContentFault('it has no part word/document.xml');
    const others = archive
      .relations(main)
      .filter(({ type, isExternal }) => TEXT_PARTS.has(type) && !isExternal)
      .map(({ target }) => target);
    this.#parts = [
      { path: main, template: readTemplate(root) },
      ...[...new Set(others)].flatMap((path): Part[] => {
        const part = archive.xml(path);
        return part === undefined ? [] : [{ path, template: inPart(path, () => readTemplate(part)) }];
      }),
    ];
  }

  fill(data: JsonValue, pictures: ReadonlyMap<string, TemplatePicture>): FilledDocx {
    const filling: Filling = {
      data,
      pictures,
      missing: new Set(),
      missingPictures: new Set(),
      filled: 0,
      pictureCount: 0,
      spent: this.#spent,
    };
    const changed = new Map<string, Uint8Array>();
    const media = new Map<string, string>();
    for (const [i, { path, template }] of this.#parts.entries()) {
      const relations = new Map<string, string>();
      const relate = (name: string, { ending, bytes }: TemplatePicture): string => {
        const file = media.get(name) ?? `filled-picture-${media.size + 1}.${ending}`;
        media.set(name, file);
        changed.set(`word/media/${file}`, bytes);
        const id = relations.get(file) ?? `filledPicture${relations.size + 1}`;
        relations.set(file, id);
        return id;
      };
      const render = () => renderTemplate(template, filling, relate);
      const xml = i === 0 ? render() : inPart(path, render);
      changed.set(path, Buffer.from(DECLARATION + xml));
      if (relations.size > 0) this.#addRelations(path, relations, changed);
    }
    if (media.size > 0) this.#addTypes(new Set([...media.values()].map((file) => file.slice(-3))), changed);
    const names = [...new Set([...this.archive.names, ...changed.keys()])];
    const entries = names.map((name) => {
      const bytes = changed.get(name) ?? this.archive.bytes(name) ?? new Uint8Array(0);
      this.#spent.bytes += bytes.length;
      if (this.#spent.bytes > MAX_UNPACKED)
        throw new LimitFault(`all results must have at most ${MAX_UNPACKED} bytes unpacked`, MAX_UNPACKED);
      return { name, bytes };
    });
    const bytes = writeZip(entries, { level: 6 });
    return { bytes, ...filling };
  }

  #addRelations(path: string, relations: ReadonlyMap<string, string>, changed: Map<string, Uint8Array>): void {
    const slash = path.lastIndexOf('/') + 1;
    const place = `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
    const root = this.archive.xml(place);
    const kept = root === undefined ? [] : elementsOf(root).map((one) => writeElement(one));
    const added = [...relations].map(
      ([file, id]) => `<Relationship xmlns="${RELATIONS}" Id="${id}" Type="${IMAGE}" Target="/word/media/${file}"/>`,
    );
    const [start, end] =
      root === undefined
        ? [`<Relationships xmlns="${RELATIONS}">`, '</Relationships>']
        : [openTag(root), `</${root.name}>`];
    changed.set(place, Buffer.from(`${DECLARATION}${start}${kept.join('')}${added.join('')}${end}`));
  }

  #addTypes(endings: ReadonlySet<string>, changed: Map<string, Uint8Array>): void {
    const root = this.archive.xml(TYPES);
    if (root === undefined) throw new ContentFault(`it has no part ${TYPES}`);
    const children = elementsOf(root);
    const known = new Set(children.map((one) => attribute(one, 'Extension')?.toLowerCase()));
    const added = [...endings]
      .filter((ending) => !known.has(ending))
      .map((ending) => `<Default Extension="${ending}" ContentType="${MIMES[ending as keyof typeof MIMES]}"/>`);
    const kept = children.map((one) => writeElement(one));
    changed.set(TYPES, Buffer.from(`${DECLARATION}${openTag(root)}${[...added, ...kept].join('')}</${root.name}>`));
  }
}

/** A fault in a header or in notes names the part too. */
function inPart<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isFault(error) || !(error instanceof ContentFault)) throw error;
    throw new ContentFault(`${path}: ${error.message}`, undefined, undefined, { cause: error });
  }
}
