import { childOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { escapeXmlText } from '../xml/references.js';
import { attribute, elementsWithin, type OfficePackage } from './package.js';

/** What can be set of a document. */
export const EDITABLE = ['title', 'author', 'subject', 'keywords', 'description', 'category'] as const;
export type EditableProperty = (typeof EDITABLE)[number];

export interface DocumentProperties {
  readonly properties: ReadonlyMap<string, string>;
  readonly custom: readonly { readonly name: string; readonly value: string }[];
}

/** Longer than any that Office takes. */
const MAX_VALUE = 20_000;
const MAX_CUSTOM = 1_000;

/** Names by which results tell the elements of `docProps/core.xml` and `app.xml` (ECMA-376 part 2, 11; part 1, 22.2). */
const OOXML_NAMES: Readonly<Record<string, string>> = {
  title: 'title',
  subject: 'subject',
  creator: 'author',
  keywords: 'keywords',
  description: 'description',
  category: 'category',
  lastModifiedBy: 'lastModifiedBy',
  created: 'created',
  modified: 'modified',
  lastPrinted: 'lastPrinted',
  revision: 'revision',
  version: 'version',
  language: 'language',
  identifier: 'identifier',
  contentStatus: 'contentStatus',
  Application: 'application',
  AppVersion: 'applicationVersion',
  Company: 'company',
  Manager: 'manager',
  Template: 'template',
  TotalTime: 'editingMinutes',
  Pages: 'pages',
  Words: 'words',
  Characters: 'characters',
  Paragraphs: 'paragraphs',
  Slides: 'slides',
  Notes: 'slidesWithNotes',
  HiddenSlides: 'hiddenSlides',
  HyperlinkBase: 'hyperlinkBase',
};

/** The same of `meta.xml` (OpenDocument 1.3 part 3, 4.3). */
const ODF_NAMES: Readonly<Record<string, string>> = {
  title: 'title',
  subject: 'subject',
  'initial-creator': 'author',
  keyword: 'keywords',
  description: 'description',
  creator: 'lastModifiedBy',
  'creation-date': 'created',
  date: 'modified',
  'print-date': 'lastPrinted',
  'printed-by': 'lastPrintedBy',
  'editing-cycles': 'revision',
  'editing-duration': 'editingDuration',
  language: 'language',
  generator: 'application',
};

export const isOdf = (archive: OfficePackage): boolean =>
  archive.has('mimetype') && archive.has('content.xml') && !archive.has('[Content_Types].xml');

/** Throws ContentFault where a part is damaged. */
export function readProperties(archive: OfficePackage): DocumentProperties {
  const properties = new Map<string, string>();
  const take = (elements: readonly XmlElement[], names: Readonly<Record<string, string>>): void => {
    for (const element of elements) {
      const local = localName(element.name);
      const name = Object.hasOwn(names, local) ? names[local] : undefined;
      const value = textOf(element).trim().slice(0, MAX_VALUE);
      if (name === undefined || value === '') continue;
      const known = properties.get(name);
      if (known === undefined) properties.set(name, value);
      else if (name === 'keywords') properties.set(name, `${known}, ${value}`);
    }
  };
  if (isOdf(archive)) {
    const meta = metaOf(archive.xml('meta.xml'));
    take(meta, ODF_NAMES);
    const custom = meta
      .filter(({ name }) => localName(name) === 'user-defined')
      .map((one) => ({ name: attribute(one, 'name') ?? '', value: textOf(one).trim() }));
    return { properties, custom: bounded(custom) };
  }
  take(elementsWithin(archive.xml(corePath(archive))), OOXML_NAMES);
  take(elementsWithin(archive.xml('docProps/app.xml')), OOXML_NAMES);
  const custom = elementsWithin(archive.xml('docProps/custom.xml')).map((one) => {
    const value = elementsOf(one)[0];
    return { name: attribute(one, 'name') ?? '', value: value === undefined ? '' : textOf(value).trim() };
  });
  return { properties, custom: bounded(custom) };
}

const bounded = (custom: readonly { readonly name: string; readonly value: string }[]) =>
  custom
    .slice(0, MAX_CUSTOM)
    .map(({ name, value }) => ({ name: name.slice(0, 255), value: value.slice(0, MAX_VALUE) }));

const metaOf = (root: XmlElement | undefined): XmlElement[] =>
  root === undefined ? [] : elementsWithin(childOf(root, 'meta'));

/** Where the package says its core properties are. */
export const corePath = (archive: OfficePackage): string =>
  archive.relations('').find(({ type }) => type === 'core-properties')?.target ?? 'docProps/core.xml';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const CORE_NAMES: Readonly<Record<EditableProperty, string>> = {
  title: 'dc:title',
  author: 'dc:creator',
  subject: 'dc:subject',
  keywords: 'cp:keywords',
  description: 'dc:description',
  category: 'cp:category',
};

const isDublinCore = (local: string): boolean =>
  /^(?:title|subject|creator|description|identifier|language)$/.test(local);

/** `docProps/core.xml` with some properties set; `undefined` as `root` for one that has none. */
export function corePart(root: XmlElement | undefined, changes: ReadonlyMap<EditableProperty, string>): string {
  const set = new Map([...changes].map(([name, value]) => [CORE_NAMES[name], value]));
  const parts: string[] = [];
  for (const element of elementsWithin(root)) {
    const local = localName(element.name);
    const isTime = local === 'created' || local === 'modified';
    const name = isTime ? `dcterms:${local}` : `${isDublinCore(local) ? 'dc' : 'cp'}:${local}`;
    const value = set.get(name) ?? textOf(element);
    set.delete(name);
    if (/^[A-Za-z]{1,40}$/.test(local))
      parts.push(elementText(name, value, isTime ? ' xsi:type="dcterms:W3CDTF"' : ''));
  }
  for (const [name, value] of set) parts.push(elementText(name, value));
  return `${DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${parts.join('')}</cp:coreProperties>`;
}

const elementText = (name: string, value: string, attributes = ''): string =>
  value === '' ? '' : `<${name}${attributes}>${escapeXmlText(value)}</${name}>`;

const ODF_ELEMENTS: Readonly<Record<Exclude<EditableProperty, 'category'>, string>> = {
  title: 'dc:title',
  author: 'meta:initial-creator',
  subject: 'dc:subject',
  keywords: 'meta:keyword',
  description: 'dc:description',
};

/** `meta.xml` with some properties set. OpenDocument has no category: it becomes a property of that name. */
export function metaPart(root: XmlElement | undefined, changes: ReadonlyMap<EditableProperty, string>): string {
  const set = new Map<string, string>();
  for (const [name, value] of changes) if (name !== 'category') set.set(ODF_ELEMENTS[name], value);
  const category = changes.get('category');
  const parts: string[] = [];
  for (const element of metaOf(root)) {
    const local = localName(element.name);
    const prefix = /^(?:title|subject|description|creator|date|language)$/.test(local) ? 'dc' : 'meta';
    const name = `${prefix}:${local}`;
    if (set.has(name)) continue;
    const own = attribute(element, 'name');
    const type = attribute(element, 'value-type');
    if (local === 'user-defined' && own === 'category' && category !== undefined) continue;
    const attributes =
      local === 'user-defined'
        ? ` meta:name="${escapeXmlText(own ?? '').replaceAll('"', '&quot;')}"${type !== undefined && /^[a-z]+$/.test(type) ? ` meta:value-type="${type}"` : ''}`
        : '';
    // Elements of other kinds, such as counts of pages, tell nothing that is edited here and are counted anew.
    if (local !== 'document-statistic' && /^[a-z-]{1,40}$/.test(local))
      parts.push(elementText(name, textOf(element), attributes));
  }
  for (const [name, value] of set)
    for (const one of name === 'meta:keyword' ? value.split(/\s*,\s*/) : [value]) parts.push(elementText(name, one));
  if (category !== undefined) parts.push(elementText('meta:user-defined', category, ' meta:name="category"'));
  return `${DECLARATION}<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3"><office:meta>${parts.join('')}</office:meta></office:document-meta>`;
}
