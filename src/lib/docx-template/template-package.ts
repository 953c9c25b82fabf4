import { writeZip } from '../archives/zip-writer.js';
import { ContentFault, LimitFault } from '../faults.js';
import { attribute, type OfficePackage, type Relation } from '../office/package.js';
import { elementsOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { escapeXmlAttribute } from '../xml/references.js';
import { openTag, writeElement } from '../xml/write-element.js';
import type { Spent, TemplatePicture } from './render-template.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = '[Content_Types].xml';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MIMES = { png: 'image/png', jpg: 'image/jpeg' } as const;
/** Chosen: three documents of the largest size, a hundred letters with 2 MB of images. */
const MAX_UNPACKED = 200_000_000;

interface Known {
  readonly root: XmlElement | undefined;
  readonly relations: readonly Relation[];
}

/** The parts of a template, each read once however many documents are made of it. */
export class TemplatePackage {
  readonly spent: Spent = { characters: 0, repeats: 0, bytes: 0 };
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #known = new Map<string, Known>();

  constructor(readonly archive: OfficePackage) {}

  get main(): string | undefined {
    return this.archive.relations('').find(({ type }) => type === 'officeDocument')?.target;
  }

  bytes(path: string): Uint8Array {
    const known = this.#bytes.get(path) ?? this.archive.bytes(path) ?? new Uint8Array(0);
    this.#bytes.set(path, known);
    return known;
  }

  known(path: string): Known {
    const known = this.#known.get(path) ?? {
      root: this.archive.xml(relationsPath(path)),
      relations: this.archive.relations(path),
    };
    this.#known.set(path, known);
    return known;
  }
}

const relationsPath = (path: string): string => {
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
};

/** One document made of a template: parts that were filled, copied or left out, and pictures. */
export class FilledPackage {
  readonly #changed = new Map<string, Uint8Array>();
  readonly #removed = new Set<string>();
  /** Parts with what their content types are like. */
  readonly #copies = new Map<string, string>();
  readonly #media = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #numbers = new Map<string, number>();
  readonly #relations = new Map<string, { readonly kept: readonly string[]; readonly added: Map<string, string> }>();

  constructor(
    readonly template: TemplatePackage,
    /** Where pictures go. */
    private readonly mediaFolder: string,
  ) {
    this.#taken = new Set(template.archive.names.map((name) => name.toLowerCase()));
  }

  set(path: string, xml: string): void {
    this.#changed.set(path, Buffer.from(DECLARATION + xml));
  }

  remove(path: string): void {
    this.#removed.add(path.toLowerCase()).add(relationsPath(path).toLowerCase());
  }

  /** A part like another, under a name of its own. */
  copy(path: string): string {
    const [, stem = path, ending = ''] = /^(.*?)\d*(\.[^./]*)?$/.exec(path) ?? [];
    const name = this.#newName(stem, ending);
    this.#copies.set(name, path);
    this.#changed.set(name, this.template.bytes(path));
    return name;
  }

  #newName(stem: string, ending: string): string {
    let number = this.#numbers.get(stem) ?? 0;
    let name: string;
    do name = `${stem}${++number}${ending}`;
    while (this.#taken.has(name.toLowerCase()));
    this.#numbers.set(stem, number);
    this.#taken.add(name.toLowerCase());
    return name;
  }

  /** The relation of a part to a picture. */
  relate(path: string, name: string, { ending, bytes }: TemplatePicture): string {
    const file = this.#media.get(name) ?? this.#newName(`${this.mediaFolder}filled-picture-`, `.${ending}`);
    this.#media.set(name, file);
    this.#changed.set(file, bytes);
    const { added } = this.#relationsOf(path);
    const known = added.get(file);
    if (known !== undefined) return known;
    const ids = new Set(this.template.known(this.#copies.get(path) ?? path).relations.map(({ id }) => id));
    let number = added.size + 1;
    while (ids.has(`filledPicture${number}`) || [...added.values()].includes(`filledPicture${number}`)) number++;
    added.set(file, `filledPicture${number}`);
    return `filledPicture${number}`;
  }

  #relationsOf(path: string) {
    const { root } = this.template.known(this.#copies.get(path) ?? path);
    const known = this.#relations.get(path) ?? {
      kept: root === undefined ? [] : elementsOf(root).map((one) => writeElement(one)),
      added: new Map<string, string>(),
    };
    this.#relations.set(path, known);
    return known;
  }

  /** Relations of a part as written; `target` gives where one of its own leads to now, nothing where it is left out. */
  rewriteRelations(
    path: string,
    target: (relation: Relation) => string | undefined,
    more: readonly string[] = [],
  ): void {
    const { root, relations } = this.template.known(this.#copies.get(path) ?? path);
    const kept = (root === undefined ? [] : elementsOf(root)).flatMap((element, i) => {
      const relation = relations[i];
      if (relation === undefined || relation.isExternal) return [writeElement(element)];
      const to = target(relation);
      if (to === undefined) return [];
      const raw = escapeXmlAttribute(`/${to}`);
      return [
        writeElement(element, (attributes) =>
          attributes.map((one) => (one.name === 'Target' ? { ...one, raw, quote: '"' } : one)),
        ),
      ];
    });
    const added = this.#relations.get(path)?.added ?? new Map<string, string>();
    this.#relations.set(path, { kept: [...kept, ...more], added });
  }

  /** Throws LimitFault where all documents together are too large. */
  write(): Uint8Array {
    for (const [path, { kept, added }] of this.#relations) this.#writeRelations(path, kept, added);
    if (this.#media.size + this.#copies.size + this.#removed.size > 0) this.#writeTypes();
    const names = [...new Set([...this.template.archive.names, ...this.#changed.keys()])];
    const entries = names
      .filter((name) => !this.#removed.has(name.toLowerCase()))
      .map((name) => {
        const bytes = this.#changed.get(name) ?? this.template.bytes(name);
        this.template.spent.bytes += bytes.length;
        if (this.template.spent.bytes > MAX_UNPACKED)
          throw new LimitFault(`all results must have at most ${MAX_UNPACKED} bytes unpacked`, MAX_UNPACKED);
        return { name, bytes };
      });
    return writeZip(entries, { level: 6 });
  }

  #writeRelations(path: string, kept: readonly string[], added: ReadonlyMap<string, string>): void {
    const { root } = this.template.known(this.#copies.get(path) ?? path);
    const pictures = [...added].map(([file, id]) => relationXml(id, 'image', file));
    const [start, end] =
      root === undefined
        ? [`<Relationships xmlns="${RELATIONS}">`, '</Relationships>']
        : [openTag(root), `</${root.name}>`];
    this.set(relationsPath(path), [start, ...kept, ...pictures, end].join(''));
  }

  #writeTypes(): void {
    const root = this.template.archive.xml(TYPES);
    if (root === undefined) throw new ContentFault(`it has no part ${TYPES}`);
    const children = elementsOf(root);
    const known = new Set(children.map((one) => attribute(one, 'Extension')?.toLowerCase()));
    const parts = new Map(children.map((one) => [(attribute(one, 'PartName') ?? '').slice(1).toLowerCase(), one]));
    const endings = new Set([...this.#media.values()].map((file) => file.slice(-3)));
    const added = [...endings]
      .filter((ending) => !known.has(ending))
      .map((ending) => `<Default Extension="${ending}" ContentType="${MIMES[ending as keyof typeof MIMES]}"/>`);
    const kept = children
      .filter((one) => !this.#removed.has((attribute(one, 'PartName') ?? '').slice(1).toLowerCase()))
      .map((one) => writeElement(one));
    const copies = [...this.#copies].flatMap(([name, path]) => {
      const type = attribute(parts.get(path.toLowerCase()), 'ContentType');
      return type === undefined
        ? []
        : [`<Override PartName="${escapeXmlAttribute(`/${name}`)}" ContentType="${escapeXmlAttribute(type)}"/>`];
    });
    this.set(TYPES, [openTag(root), ...added, ...kept, ...copies, `</${root.name}>`].join(''));
  }
}

/** A relation of Office to a part. */
export const relationXml = (id: string, type: string, path: string): string =>
  `<Relationship xmlns="${RELATIONS}" Id="${id}" Type="${OFFICE_RELATIONS}/${type}" Target="${escapeXmlAttribute(`/${path}`)}"/>`;
