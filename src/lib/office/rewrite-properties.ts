import { writeZip, type ZipEntry } from '../archives/zip-writer.js';
import { childrenOf } from '../xml/content.js';
import { escapeXmlAttribute } from '../xml/references.js';
import { type Attributes, attributesText, openTag, writeElement } from '../xml/write-element.js';
import { attribute, type OfficePackage } from './package.js';
import { corePart, corePath, type EditableProperty, isOdf, metaPart } from './properties.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = '[Content_Types].xml';
const CORE_TYPE = 'application/vnd.openxmlformats-package.core-properties+xml';
const CORE_RELATION = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';

/** What a rewritten part has; `undefined` for one that is removed. */
type Changes = Map<string, string | undefined>;

function rewritten(archive: OfficePackage, changes: Changes): Uint8Array {
  const names = [...archive.names.filter((name) => !changes.has(name)), ...changes.keys()];
  // OpenDocument 1.3 part 2, 3.3: the type comes first.
  names.sort((a, b) => rank(a) - rank(b));
  const entries = names.flatMap((name): ZipEntry[] => {
    if (!changes.has(name)) return [{ name, bytes: archive.bytes(name) ?? new Uint8Array(0) }];
    const content = changes.get(name);
    return content === undefined ? [] : [{ name, bytes: Buffer.from(content) }];
  });
  return writeZip(entries, { level: 6 });
}

const rank = (name: string): number => (name === 'mimetype' ? 0 : name === TYPES ? 1 : 2);

/** A document with some properties set; everything else stays. Throws ContentFault where a part is damaged. */
export function editProperties(archive: OfficePackage, set: ReadonlyMap<EditableProperty, string>): Uint8Array {
  if (isOdf(archive)) return rewritten(archive, new Map([['meta.xml', metaPart(archive.xml('meta.xml'), set)]]));
  const path = corePath(archive);
  const changes: Changes = new Map([[path, corePart(archive.xml(path), set)]]);
  if (!archive.has(path)) addCorePart(archive, path, changes);
  return rewritten(archive, changes);
}

function addCorePart(archive: OfficePackage, path: string, changes: Changes): void {
  const types = archive.xml(TYPES);
  const relations = archive.xml('_rels/.rels');
  if (types === undefined || relations === undefined) return;
  const override = `<Override PartName="/${escapeXmlAttribute(path)}" ContentType="${CORE_TYPE}"/>`;
  changes.set(TYPES, DECLARATION + withLast(writeElement(types), override));
  const relation = `<Relationship Id="coreProperties" Type="${CORE_RELATION}" Target="${escapeXmlAttribute(path)}"/>`;
  changes.set('_rels/.rels', DECLARATION + withLast(writeElement(relations), relation));
}

const withLast = (element: string, child: string): string => element.replace(/<\/[^<>]*>$/, (end) => child + end);

/** A document without properties, custom properties, thumbnail and the names of people. Its content stays. Throws as above. */
export function removeProperties(archive: OfficePackage): Uint8Array {
  return rewritten(archive, isOdf(archive) ? withoutOdf(archive) : withoutOoxml(archive));
}

function withoutOoxml(archive: OfficePackage): Changes {
  const gone = archive.names.filter((name) => /^docProps\/(?:custom\.xml|thumbnail\.\w+)$/i.test(name));
  const changes: Changes = new Map(gone.map((name): [string, undefined] => [name, undefined]));
  const path = corePath(archive);
  if (archive.has(path)) changes.set(path, corePart(undefined, new Map()));
  if (archive.has('docProps/app.xml'))
    changes.set(
      'docProps/app.xml',
      `${DECLARATION}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>`,
    );
  const isGone = (target: string | undefined): boolean =>
    target !== undefined && gone.some((name) => name.toLowerCase() === target.replace(/^\//, '').toLowerCase());
  const types = archive.xml(TYPES);
  if (gone.length > 0 && types !== undefined) {
    const kept = childrenOf(types, 'Override').filter((one) => !isGone(attribute(one, 'PartName')));
    const defaults = childrenOf(types, 'Default');
    changes.set(
      TYPES,
      `${DECLARATION}${openTag(types)}${[...defaults, ...kept].map((one) => writeElement(one)).join('')}</${types.name}>`,
    );
  }
  const relations = archive.xml('_rels/.rels');
  if (gone.length > 0 && relations !== undefined) {
    const kept = childrenOf(relations, 'Relationship').filter((one) => !isGone(attribute(one, 'Target')));
    changes.set(
      '_rels/.rels',
      `${DECLARATION}${openTag(relations)}${kept.map((one) => writeElement(one)).join('')}</${relations.name}>`,
    );
  }
  for (const name of archive.names.filter((one) => PERSONAL.test(one))) {
    const root = archive.xml(name);
    if (root !== undefined) changes.set(name, DECLARATION + withoutNames(writeElement(root, namelessAttributes)));
  }
  return changes;
}

/** Parts that name people, or the machine a document was written on. */
const PERSONAL =
  /^(?:word\/(?:document|comments\w*|footnotes|endnotes|people|settings|header\d*|footer\d*)\.xml|xl\/(?:workbook|comments[^/]*|comments\/[^/]+|persons\/[^/]+)\.xml|ppt\/(?:commentAuthors|authors)\.xml)$/;

const NAMELESS: ReadonlyMap<string, string> = new Map([
  ['author', 'Author'],
  ['initials', 'A'],
  ['displayName', 'Author'],
  ['userId', 'Author'],
  ['userName', 'Author'],
]);

/** Identifiers of editing sessions, and when changes were made, are optional everywhere (ECMA-376 part 1, 17.13.5, 17.15.1.70). */
function namelessAttributes(attributes: Attributes): Attributes {
  return attributes.flatMap((one) => {
    const [prefix = '', local = prefix] = one.name.split(':');
    if (/^rsid/.test(local) || (prefix === 'w' && local === 'date')) return [];
    const value = NAMELESS.get(local);
    return [value === undefined ? one : { ...one, raw: value }];
  });
}

const withoutNames = (part: string): string =>
  part
    .replace(/(<(?:\w+:)?author>)[^<]*(?=<)/g, '$1Author')
    .replace(/<((?:\w+:)?rsids)>.*?<\/\1>/gs, '')
    .replace(/<(?:\w+:)?(?:absPath|presenceInfo|rsid) [^<>]*\/>/g, '')
    .replace(/(<(?:\w+:)?(?:cmAuthor|author) [^<>]*?\bname=")[^"]*/g, '$1Author');

function withoutOdf(archive: OfficePackage): Changes {
  const gone = archive.names.filter((name) => name.startsWith('Thumbnails/'));
  const changes: Changes = new Map(gone.map((name): [string, undefined] => [name, undefined]));
  if (archive.has('meta.xml')) changes.set('meta.xml', metaPart(undefined, new Map()));
  for (const name of ['content.xml', 'settings.xml']) {
    const root = archive.xml(name);
    if (root === undefined) continue;
    const written = writeElement(root)
      .replace(/(<(?:dc:creator|meta:creator-initials|loext:sender-initials)>)[^<]*(?=<)/g, '$1Author')
      .replace(/(<config:config-item config:name="Printer(?:Name|Setup)"[^<>]*>)[^<]*(?=<)/g, '$1');
    changes.set(name, DECLARATION.replace(' standalone="yes"', '') + written);
  }
  const manifest = archive.xml('META-INF/manifest.xml');
  if (gone.length > 0 && manifest !== undefined) {
    const kept = manifest.children.filter(
      (child) => child.kind !== 'element' || !/^Thumbnails\//.test(attribute(child, 'full-path') ?? ''),
    );
    const children = kept.map((child) => (child.kind === 'element' ? writeElement(child) : child.raw));
    changes.set(
      'META-INF/manifest.xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n<${manifest.name}${attributesText(manifest.attributes)}>${children.join('')}</${manifest.name}>`,
    );
  }
  return changes;
}
