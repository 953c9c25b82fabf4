import { ZipArchive } from '../archives/zip-reader.js';
import { ContentFault, LimitFault } from '../faults.js';
import { attributeValue, elementsOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { parseXml } from '../xml/parse.js';

const UNPACKED_BYTES = 64_000_000;
/** Chosen: 64 MB of a sheet with numbers and texts have 2.6 million. */
const MAX_ELEMENTS = 3_000_000;

/** Open Packaging Conventions, ECMA-376 part 2, 9.3. */
export interface Relation {
  readonly id: string;
  /** The last word of its type, such as `worksheet` or `hyperlink`. */
  readonly type: string;
  /** A part by its path, or an address where `isExternal`. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The parts of an Office file. All together are unpacked to at most 64 MB. */
export class OfficePackage {
  readonly #archive: ZipArchive;
  readonly #names = new Map<string, string>();
  #elements = 0;

  /** Throws ContentFault where the bytes are not an archive, LimitFault as `ZipArchive`. */
  constructor(bytes: Uint8Array) {
    this.#archive = new ZipArchive(bytes, UNPACKED_BYTES);
    for (const name of this.#archive.names) this.#names.set(name.toLowerCase(), name);
  }

  get names(): readonly string[] {
    return this.#archive.names;
  }

  has(path: string): boolean {
    return this.#names.has(path.toLowerCase());
  }

  /** A part; its name counts whatever its case. */
  bytes(path: string): Buffer | undefined {
    const name = this.#names.get(path.toLowerCase());
    return name === undefined ? undefined : this.#archive.read(name);
  }

  /** The root of a part in XML. Throws ContentFault naming the part, LimitFault. */
  xml(path: string): XmlElement | undefined {
    const content = this.bytes(path);
    if (content === undefined) return undefined;
    const text = decodeXml(content);
    // All parts together: a thousand sheets may share one.
    this.#elements += (text.match(/</g) ?? []).length;
    if (this.#elements > 3 * MAX_ELEMENTS)
      throw new LimitFault(`its parts must have at most ${MAX_ELEMENTS} elements`, MAX_ELEMENTS);
    const { root, prolog } = readPart(path, () => parseXml(text, { maxElements: MAX_ELEMENTS }));
    // ECMA-376 part 2, 6.2.6: no part has one. Those that do declare entities, to make the part grow.
    if (prolog.some(({ kind }) => kind === 'doctype')) throw new ContentFault(`${path}: it has a DOCTYPE`);
    return root;
  }

  /** What a part refers to; the package itself for the empty path. */
  relations(path: string): Relation[] {
    const slash = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, slash);
    const root = this.xml(`${folder}_rels/${path.slice(slash)}.rels`);
    return (root === undefined ? [] : elementsOf(root)).map((relation) => {
      const isExternal = /^external$/i.test(attribute(relation, 'TargetMode') ?? '');
      const target = attribute(relation, 'Target') ?? '';
      return {
        id: attribute(relation, 'Id') ?? '',
        type: (attribute(relation, 'Type') ?? '').split('/').at(-1) ?? '',
        target: isExternal ? target : resolvePath(folder, target),
        isExternal,
      };
    });
  }
}

/** A fault in a part is told by its place; its line, which nobody wrote by hand, is not quoted. */
function readPart<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ContentFault) || error.isWhole) throw error;
    const { what, place } = error;
    const where = place === undefined ? '' : `line ${place.line}, column ${place.column}: `;
    throw new ContentFault(`${path}: ${where}${what}`, what, place, { cause: error });
  }
}

/** Office writes UTF-8; UTF-16 with its mark is allowed too. */
function decodeXml(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return content.subarray(2).toString('utf16le');
  return content.toString('utf8');
}

function resolvePath(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** An attribute by its local name: writers choose the prefix of `r:id`. */
export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  const found = element?.attributes.find((one) => localName(one.name) === name);
  return found === undefined ? undefined : attributeValue(found);
}

/** XML Schema's booleans. */
export const isOn = (value: string | undefined): boolean => /^(1|true|on)$/.test(value ?? '');

/** The child elements of one that may be missing. */
export const elementsWithin = (element: XmlElement | undefined): XmlElement[] =>
  element === undefined ? [] : elementsOf(element);
