/** Bookmarks of a document as texts: lines with indentation, the lines of pdftk, JSON of several shapes. */

import { ContentFault, LimitFault } from '../faults.js';
import { parseJson } from '../json/parse.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';

/** A bookmark that is to be made; what is left out is decided by whoever makes it. */
export interface BookmarkDraft {
  readonly title: string;
  /** From 1; at most one deeper than the bookmark before. */
  readonly level: number;
  /** From 1. */
  readonly page?: number;
  /** Millimetres from the top of the page as it is shown. */
  readonly top?: number;
  /** Percent. */
  readonly zoom?: number;
  readonly view?: BookmarkView;
  /** Name of a named destination. */
  readonly destination?: string;
  readonly uri?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** A CSS colour. */
  readonly color?: string;
  readonly open?: boolean;
}

/** How a bookmark shows its page: at a place, or all of it, or all of its width. */
export const BOOKMARK_VIEWS = ['position', 'page', 'width'] as const;
export type BookmarkView = (typeof BOOKMARK_VIEWS)[number];

/** Most bookmarks of one document. Chosen: the largest standards have about 6,000. */
export const MAX_BOOKMARKS = 20_000;
/** Deepest bookmark. Chosen: people stop at ten. */
const MAX_BOOKMARK_LEVEL = 100;

/** Bookmarks from a text in any of the shapes. Throws ContentFault naming the line or bookmark, LimitFault. */
export function readBookmarks(text: string): BookmarkDraft[] {
  const start = text.trimStart().charAt(0);
  if (start === '[' || start === '{') return checkedLevels(fromJson(parseJson(text)));
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  return lines.some((line) => line.trim() === 'BookmarkBegin') ? checkedLevels(fromPdftk(lines)) : fromLines(lines);
}

const tooMany = () => new LimitFault(`it must have at most ${MAX_BOOKMARKS} bookmarks`, MAX_BOOKMARKS);

function checkedLevels(drafts: readonly BookmarkDraft[]): BookmarkDraft[] {
  let before = 0;
  for (const [i, { level }] of drafts.entries()) {
    if (level > before + 1)
      throw new ContentFault(
        `bookmark ${i + 1} has level ${level}, but ${i === 0 ? 'the first must have level 1' : `the one before it has level ${before}`}`,
      );
    checkDepth(level);
    before = level;
  }
  return [...drafts];
}

function checkDepth(level: number): void {
  if (level > MAX_BOOKMARK_LEVEL)
    throw new LimitFault(`its bookmarks must be at most ${MAX_BOOKMARK_LEVEL} levels deep`);
}

/** A title with its page behind a tab, two spaces, a bar or a row of dots. The page is looked for from the end, so it is linear. */
function titleAndPage(line: string): { readonly title: string; readonly page?: number } {
  const text = line.trim();
  let digits = text.length;
  while (digits > 0 && /[0-9]/.test(text.charAt(digits - 1))) digits -= 1;
  let gap = digits;
  while (gap > 0 && /[\s.|\u2026\u00b7_]/.test(text.charAt(gap - 1))) gap -= 1;
  const between = text.slice(gap, digits);
  const page = Number(text.slice(digits));
  const isNumber = digits < text.length && gap > 0 && text.length - digits <= 6;
  const tab = between.indexOf('\t');
  // Behind a tab the dots before it are the title's own, if they are not a row.
  if (isNumber && tab >= 0 && !/\. ?\. ?\. ?\.|__/.test(between))
    return { title: text.slice(0, gap + tab).trimEnd(), page };
  if (!isNumber || !/[\t|\u2026]| {2}|\. ?\.|__|\u00b7 ?\u00b7/.test(between)) return { title: text };
  return { title: text.slice(0, gap), page };
}

/** Lines of a title and its page; those that start further to the right are below the line before, wherever the first one starts. */
function fromLines(lines: readonly string[]): BookmarkDraft[] {
  const drafts: BookmarkDraft[] = [];
  const indents: number[] = [];
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indent = widthOf(line);
    while (indents.length > 0 && indent < (indents.at(-1) ?? 0)) indents.pop();
    if (indents.length === 0 || indent > (indents.at(-1) ?? 0)) indents.push(indent);
    checkDepth(indents.length);
    drafts.push({ ...titleAndPage(line), level: indents.length });
    if (drafts.length > MAX_BOOKMARKS) throw tooMany();
  }
  const unread = drafts.find(({ title }) => /\s\d{1,6}$/.test(title));
  // A single space before a number may belong to the title, as in "Chapter 2"; where no line has a page it does not.
  if (unread !== undefined && drafts.every(({ page }) => page === undefined))
    throw new ContentFault(
      `no line has a page: put a tab, two spaces or dots before it, as in "${pageSet(unread.title)}"`,
    );
  return drafts;
}

const pageSet = (title: string): string => {
  const text = [...title].slice(-40).join('');
  const gap = text.search(/\s\d+$/);
  return `${text.slice(0, gap).replace(/[\s,;:]$/, '')} .... ${text.slice(gap + 1)}`;
};

/** Columns before the first letter; a tab goes on to the next multiple of four. */
function widthOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === '\t') width = 4 * (Math.floor(width / 4) + 1);
    else if (character.trim() === '') width += 1;
    else break;
  }
  return width;
}

/** As `pdftk dump_data_utf8` writes them. */
function fromPdftk(lines: readonly string[]): BookmarkDraft[] {
  const drafts: { title: string; level: number; page?: number }[] = [];
  for (const [i, line] of lines.entries()) {
    const [, key, value = ''] = /^Bookmark(Begin|Title|Level|PageNumber)\b:? ?(.*)$/.exec(line) ?? [];
    const last = drafts.at(-1);
    if (key === 'Begin') {
      drafts.push({ title: '', level: 1 });
      if (drafts.length > MAX_BOOKMARKS) throw tooMany();
    } else if (key !== undefined && last === undefined) {
      throw new ContentFault(`line ${i + 1}: a bookmark must begin with BookmarkBegin`);
    } else if (key === 'Title' && last !== undefined) {
      last.title = value;
    } else if (key !== undefined && last !== undefined) {
      const number = /^\d{1,6}$/.test(value.trim()) ? Number(value) : Number.NaN;
      if (Number.isNaN(number) || (key === 'Level' && number === 0))
        throw new ContentFault(`line ${i + 1}: Bookmark${key} must be a whole number`);
      // pdftk writes 0 for a bookmark that leads to no page.
      if (key === 'Level') last.level = number;
      else if (number > 0) last.page = number;
    }
  }
  return drafts;
}

/** A list of bookmarks, or an object that holds one; those below a bookmark in `children` or `kids`, or by `level`. */
function fromJson(value: JsonValue): BookmarkDraft[] {
  const drafts: BookmarkDraft[] = [];
  const list = isJsonObject(value) ? listIn(value, ['bookmarks', 'outline', 'outlines']) : value;
  if (list === undefined || !isJsonArray(list)) throw new ContentFault('it must be an array of bookmarks');
  const add = (entries: readonly JsonValue[], level: number | undefined): void => {
    for (const entry of entries) {
      const name = `bookmark ${drafts.length + 1}`;
      if (!isJsonObject(entry)) throw new ContentFault(`${name} must be an object with a "title"`);
      const draft = draftOf(entry, name, level);
      drafts.push(draft);
      if (drafts.length > MAX_BOOKMARKS) throw tooMany();
      const below = listIn(entry, ['children', 'kids']);
      if (below === undefined || below === null) continue;
      if (!isJsonArray(below)) throw new ContentFault(`${name}: "children" must be an array`);
      if (below.length > 0) checkDepth(draft.level + 1);
      add(below, draft.level + 1);
    }
  };
  add(list, undefined);
  return drafts;
}

const listIn = (object: JsonObject, keys: readonly string[]): JsonValue | undefined =>
  keys.map((key) => object.get(key)).find((value) => value !== undefined);

function draftOf(entry: JsonObject, name: string, above: number | undefined): BookmarkDraft {
  const fault = (key: string, what: string) => new ContentFault(`${name}: "${key}" must be ${what}`);
  /** `null` is as good as nothing. */
  const entryOf = (key: string): JsonValue | undefined => entry.get(key) ?? undefined;
  const number = (key: string, least: number, what: string, isWhole = true): number | undefined => {
    const value = entryOf(key);
    if (value === undefined) return undefined;
    const found = value instanceof JsonNumber ? value.toNumber() : Number.NaN;
    if (!(found >= least && found <= 1_000_000) || (isWhole && !Number.isInteger(found))) throw fault(key, what);
    return found;
  };
  const text = (key: string): string | undefined => {
    const value = entryOf(key);
    if (value !== undefined && typeof value !== 'string') throw fault(key, 'a text');
    return value;
  };
  const flag = (key: string): boolean | undefined => {
    const value = entryOf(key);
    if (value !== undefined && typeof value !== 'boolean') throw fault(key, 'true or false');
    return value;
  };
  const title = text('title');
  if (title === undefined) throw new ContentFault(`${name} must have a "title"`);
  const view = text('view');
  if (view !== undefined && !BOOKMARK_VIEWS.some((known) => known === view))
    throw fault('view', 'position, page or width');
  const draft = {
    title,
    level: above ?? number('level', 1, 'a whole number from 1') ?? 1,
    page: number('page', 1, 'a whole number from 1'),
    top: number('top', 0, 'a number of millimetres from 0', false),
    zoom: number('zoom', 1, 'a number of percent from 1', false),
    view,
    destination: text('destination'),
    uri: text('uri'),
    bold: flag('bold'),
    italic: flag('italic'),
    color: colorIn(entryOf('color'), fault),
    open: flag('open'),
  };
  return Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined),
  ) as unknown as BookmarkDraft;
}

/** A CSS colour, or red, green and blue from 0 to 1 as pdfcpu writes them. */
function colorIn(value: JsonValue | undefined, fault: (key: string, what: string) => ContentFault): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  const parts = isJsonObject(value) ? ['R', 'G', 'B'].map((key) => value.get(key) ?? value.get(key.toLowerCase())) : [];
  const shares = parts.map((part) => (part instanceof JsonNumber ? part.toNumber() : Number.NaN));
  if (shares.length !== 3 || !shares.every((share) => share >= 0 && share <= 1)) throw fault('color', 'a CSS colour');
  return `#${shares
    .map((share) =>
      Math.round(255 * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

interface Listed {
  readonly title: string;
  readonly level: number;
  readonly page: number | null;
}

const oneLine = (title: string): string => title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Lines that `readBookmarks` reads: a tab for each level, the title, a tab, the page. */
export const bookmarkLines = (bookmarks: readonly Listed[]): string =>
  bookmarks
    .map(({ title, level, page }) => `${'\t'.repeat(level - 1)}${oneLine(title)}${page === null ? '' : `\t${page}`}\n`)
    .join('');

/** Lines as `pdftk dump_data_utf8` writes and `pdftk update_info_utf8` reads them. */
export const pdftkLines = (bookmarks: readonly Listed[]): string =>
  bookmarks
    .map(
      ({ title, level, page }) =>
        `BookmarkBegin\nBookmarkTitle: ${oneLine(title)}\nBookmarkLevel: ${level}\nBookmarkPageNumber: ${page ?? 0}\n`,
    )
    .join('');
