import { childOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { attribute, elementsWithin, isOn, type OfficePackage } from './package.js';

/** What a document holds that a reader does not see at once, or should know of before it is handed on. */
export interface HiddenContent {
  readonly authors: readonly string[];
  readonly comments: number;
  readonly trackedChanges: number;
  readonly hiddenTexts: number;
  readonly hiddenSheets: readonly string[];
  readonly hiddenSlides: readonly number[];
  readonly speakerNotes: number;
  readonly embeddedFiles: number;
  readonly externalLinks: readonly string[];
  readonly hasMacros: boolean;
  readonly hasThumbnail: boolean;
}

const MAX_LISTED = 200;

/** Elements of a part and how often each is there. */
function* elementsBelow(root: XmlElement | undefined): Generator<XmlElement> {
  const pending = root === undefined ? [] : [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    yield element;
    pending.push(...elementsOf(element).reverse());
  }
}

const CHANGES = new Set(['ins', 'del', 'moveFrom', 'moveTo', 'rPrChange', 'pPrChange', 'changed-region']);
const COMMENTS = new Set(['comment', 'cm', 'annotation', 'threadedComment']);

/** Throws ContentFault where a part is damaged. */
export function findHiddenContent(archive: OfficePackage): HiddenContent {
  const authors = new Set<string>();
  const hiddenSheets: string[] = [];
  const hiddenSlides: number[] = [];
  const links = new Set<string>();
  const counts = { comments: 0, trackedChanges: 0, hiddenTexts: 0, speakerNotes: 0 };
  const author = (name: string | undefined): void => {
    if (name !== undefined && name.trim() !== '' && authors.size < MAX_LISTED) authors.add(name.trim().slice(0, 200));
  };
  for (const name of archive.names.filter(isTold)) {
    for (const element of elementsBelow(archive.xml(name))) {
      const local = localName(element.name);
      if (COMMENTS.has(local)) counts.comments += 1;
      if (CHANGES.has(local) && !name.startsWith('xl/')) counts.trackedChanges += 1;
      if (local === 'vanish' && attribute(element, 'val') !== '0' && attribute(element, 'val') !== 'false')
        counts.hiddenTexts += 1;
      if (local === 'text-properties' && attribute(element, 'display') === 'none') counts.hiddenTexts += 1;
      if (COMMENTS.has(local) || CHANGES.has(local)) author(attribute(element, 'author'));
      if (local === 'author' && name.startsWith('xl/')) author(textOf(element));
      if (local === 'cmAuthor') author(attribute(element, 'name'));
      if (local === 'person') author(attribute(element, 'displayName'));
      if (local === 'creator' && name === 'content.xml') author(textOf(element));
    }
    if (name.startsWith('ppt/notesSlides/')) counts.speakerNotes += 1;
  }
  for (const sheet of elementsWithin(childOf(archive.xml('xl/workbook.xml') ?? EMPTY, 'sheets')))
    if (/hidden/i.test(attribute(sheet, 'state') ?? ''))
      hiddenSheets.push((attribute(sheet, 'name') ?? '').slice(0, 100));
  for (const [index, path] of slidePaths(archive).entries()) {
    const shown = attribute(archive.xml(path), 'show');
    if (shown !== undefined && !isOn(shown)) hiddenSlides.push(index + 1);
  }
  for (const name of archive.names.filter((one) => one.endsWith('.rels'))) {
    for (const { type, target, isExternal } of archive.relations(name.replace('_rels/', '').replace(/\.rels$/, '')))
      if (isExternal && type !== 'hyperlink' && links.size < MAX_LISTED) links.add(target.slice(0, 2_000));
  }
  const has = (pattern: RegExp): number => archive.names.filter((name) => pattern.test(name)).length;
  return {
    authors: [...authors],
    ...counts,
    hiddenSheets: hiddenSheets.slice(0, MAX_LISTED),
    hiddenSlides: hiddenSlides.slice(0, MAX_LISTED),
    embeddedFiles: has(/^(?:word|xl|ppt)\/embeddings\/[^/]+$|^Object \d+\/content\.xml$/),
    externalLinks: [...links],
    hasMacros: has(/vbaProject\.bin$|^Basic\/.*\.xml$/i) > 0,
    hasThumbnail: has(/^docProps\/thumbnail\.|^Thumbnails\//i) > 0,
  };
}

const EMPTY: XmlElement = { kind: 'element', name: '', attributes: [], children: [], isEmptyTag: true, start: 0 };

/** Parts that hold text, comments or their authors. */
const isTold = (name: string): boolean =>
  /^(?:word\/(?:document|comments|footnotes|endnotes|people|header\d*|footer\d*)\.xml|xl\/(?:comments[^/]*|threadedComments\/[^/]+|comments\/[^/]+|persons\/[^/]+)\.xml|ppt\/(?:commentAuthors|comments\/[^/]+|notesSlides\/[^/]+)\.xml|content\.xml|styles\.xml)$/.test(
    name,
  );

function slidePaths(archive: OfficePackage): string[] {
  const root = archive.xml('ppt/presentation.xml');
  if (root === undefined) return [];
  const targets = new Map(archive.relations('ppt/presentation.xml').map(({ id, target }) => [id, target]));
  return elementsWithin(childOf(root, 'sldIdLst')).map(
    ({ attributes }) => targets.get(attributes.find(({ name }) => /:id$/.test(name))?.raw ?? '') ?? '',
  );
}
