import { ZipArchive } from '../archives/zip-reader.js';
import { ContentFault, inPart } from '../faults.js';
import { attribute, elementsWithin } from '../office/package.js';
import { childOf, elementsOf, localName, trimmedTextOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { parseXml } from '../xml/parse.js';

/** Of all parts that are read. */
const UNPACKED_BYTES = 64_000_000;
/** Of one part that is not a chapter. */
const MAX_ELEMENTS = 200_000;
const MAX_CHAPTERS = 10_000;

export interface EpubBook {
  /** By the local names of Dublin Core, such as `creator`; several of one name in their order. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** Chapters in the order of reading, without the table of contents. Unpacked when asked for; some books name chapters that they do not have. */
  readonly chapters: readonly { readonly path: string; readonly read: () => Buffer | undefined }[];
}

/** EPUB 3.3, 4 and 5: a book in its order of reading. Throws ContentFault where it is none or its chapters are encrypted, LimitFault. */
export function readEpub(bytes: Uint8Array): EpubBook {
  const archive = new ZipArchive(bytes, UNPACKED_BYTES);
  const names = new Map(archive.names.map((name) => [name.toLowerCase(), name]));
  const contentOf = (path: string): Buffer | undefined => {
    const name = archive.names.includes(path) ? path : names.get(path.toLowerCase());
    return name === undefined ? undefined : archive.read(name);
  };
  const partOf = (path: string): XmlElement => {
    const content = contentOf(path);
    if (content === undefined) throw new ContentFault(`it has no part ${path}`);
    return rootOf(path, content);
  };
  const packagePath = packageOf(partOf('META-INF/container.xml'));
  const root = partOf(packagePath);
  const folder = packagePath.slice(0, packagePath.lastIndexOf('/') + 1);
  const items = new Map(
    elementsWithin(childOf(root, 'manifest')).map((item) => [attribute(item, 'id') ?? '', item] as const),
  );
  const spine = elementsWithin(childOf(root, 'spine')).slice(0, MAX_CHAPTERS);
  const paths = spine.flatMap((reference) => {
    const item = items.get(attribute(reference, 'idref') ?? '');
    if (item === undefined || !/html/i.test(attribute(item, 'media-type') ?? 'html')) return [];
    const isContents = (attribute(item, 'properties') ?? '').split(/\s+/).includes('nav');
    return isContents ? [] : [pathOf(folder, attribute(item, 'href') ?? '')];
  });
  const encrypted = contentOf('META-INF/encryption.xml');
  const locked = encrypted === undefined ? new Set<string>() : lockedParts(encrypted);
  if (paths.some((path) => locked.has(path))) throw new ContentFault('its chapters are encrypted');
  return {
    properties: propertiesOf(childOf(root, 'metadata')),
    chapters: [...new Set(paths)].map((path) => ({
      path,
      read: () => contentOf(path),
    })),
  };
}

const rootOf = (path: string, content: Buffer): XmlElement => {
  const isWide = content[0] === 0xff && content[1] === 0xfe;
  const text = isWide ? content.subarray(2).toString('utf16le') : content.toString('utf8');
  return inPart(path, () => parseXml(text, { maxElements: MAX_ELEMENTS }).root);
};

/** Where the container says the package document is. */
function packageOf(container: XmlElement): string {
  const files = elementsWithin(childOf(container, 'rootfiles'));
  const file = files.find((one) => attribute(one, 'media-type') === 'application/oebps-package+xml') ?? files[0];
  const path = attribute(file, 'full-path') ?? '';
  if (path === '') throw new ContentFault('META-INF/container.xml names no package document');
  return path;
}

function propertiesOf(metadata: XmlElement | undefined): (readonly [string, string])[] {
  const found = elementsWithin(metadata).flatMap((element) =>
    localName(element.name) === 'dc-metadata' ? elementsOf(element) : [element],
  );
  return found
    .map((element) => [localName(element.name).toLowerCase(), trimmedTextOf(element)] as const)
    .filter(([, value]) => value !== '');
}

/** EPUB OCF 3.3, 4.2.6.3.2: fonts may be obfuscated, which harms no text. */
const OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

function lockedParts(content: Buffer): ReadonlySet<string> {
  const data = elementsOf(rootOf('META-INF/encryption.xml', content));
  const locked = data.filter(
    (one) => !OBFUSCATION.test(attribute(childOf(one, 'EncryptionMethod'), 'Algorithm') ?? ''),
  );
  return new Set(
    locked.map((one) => {
      const cipher = childOf(one, 'CipherData');
      const reference = cipher === undefined ? undefined : childOf(cipher, 'CipherReference');
      return pathOf('', attribute(reference, 'URI') ?? '');
    }),
  );
}

/** A path in the archive: percent signs decoded, dots resolved, without its fragment. */
function pathOf(folder: string, reference: string): string {
  const [path = ''] = reference.split(/[#?]/, 1);
  const decoded = path.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  const parts: string[] = [];
  for (const part of (decoded.startsWith('/') ? decoded : folder + decoded).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
