import {
  bareDoi,
  type CslDate,
  dateFromText,
  type Extra,
  isDoiAddress,
  joinKeywords,
  nameFromLine,
  oneLine,
  type Reference,
  withSuffix,
} from './reference.js';
import { cslTypeOfName, isWholeWork, numberVariable } from './reference-types.js';
import { readTagged, type TaggedField } from './tagged-lines.js';
import type { CslItem } from './to-csl.js';

/** The references of EndNote's tagged format (.enw). Throws ContentFault, and LimitFault beyond `most` references. */
export function readEndNote(text: string, most: number): Reference[] {
  return readTagged(text, most, {
    field: /^(%[0-9A-Za-z@!#$&()*+,.:;<=>?[\]^~])(?: (.*)|)$/,
    isStart: (tag) => tag === '%0',
    isEnd: () => false,
    start: '%0 ',
  }).map(readReference);
}

const PEOPLE: Readonly<Record<string, string>> = {
  '%A': 'author',
  '%E': 'editor',
  '%Y': 'collection-editor',
  '%?': 'translator',
};

const TEXTS: Readonly<Record<string, string>> = {
  '%T': 'title',
  '%J': 'container-title',
  '%B': 'container-title',
  '%S': 'collection-title',
  '%V': 'volume',
  '%P': 'page',
  '%I': 'publisher',
  '%C': 'publisher-place',
  '%7': 'edition',
  '%6': 'number-of-volumes',
  '%9': 'genre',
  '%G': 'language',
  '%F': 'id',
  '%X': 'abstract',
  '%U': 'URL',
  '%!': 'title-short',
};

function readReference(fields: readonly TaggedField[]): Reference {
  const kind = fields[0]?.value ?? '';
  const type = cslTypeOfName(kind) ?? 'document';
  const item: CslItem = { id: '', type };
  const extra: Extra[] = cslTypeOfName(kind) === undefined && kind !== '' ? [['TY', kind]] : [];
  const keywords: string[] = [];
  const notes: string[] = [];
  let day = '';
  for (const { tag, value } of fields.slice(1)) {
    const text = oneLine(value);
    const name =
      tag === '%N' ? numberVariable(type) : tag === '%B' && isWholeWork(type) ? 'collection-title' : TEXTS[tag];
    // The first people of an edited book are its editors.
    const role = tag === '%A' && kind === 'Edited Book' ? 'editor' : PEOPLE[tag];
    if (text === '') continue;
    if (role !== undefined) addName(item, role, text);
    else if (tag === '%D') item.issued = dateFromText(text);
    else if (tag === '%8') day = text;
    else if (tag === '%[') item.accessed = dateFromText(text);
    else if (tag === '%K') keywords.push(...words(value));
    else if (tag === '%Z' || tag === '%O') notes.push(text);
    else if (tag === '%R' && item.DOI === undefined) item.DOI = bareDoi(text);
    else if (tag === '%@' && item[numberName(text)] === undefined) item[numberName(text)] = text;
    else if (name !== undefined && (item[name] === undefined || item[name] === '')) item[name] = text;
    else if (tag !== '%U' || !isDoiAddress(text))
      extra.push([tag === '%@' ? numberName(text) : (name ?? tag.slice(1)), text]);
  }
  // EndNote has the proceedings of a paper in either.
  if (type === 'paper-conference' && item['container-title'] === undefined && item['collection-title'] !== undefined) {
    item['container-title'] = item['collection-title'];
    delete item['collection-title'];
  }
  putDay(item, day);
  if (item.issued === undefined) delete item.issued;
  if (item.accessed === undefined) delete item.accessed;
  if (keywords.length > 0) item.keyword = joinKeywords(keywords);
  if (notes.length > 0) item.note = notes.join('\n');
  return { item, extra };
}

const words = (value: string): string[] =>
  value
    .split(/[\n;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

const numberName = (text: string): string => (text.replace(/[^\dXx]/g, '').length === 8 ? 'ISSN' : 'ISBN');

function addName(item: CslItem, role: string, text: string): void {
  const line = nameFromLine(text);
  const list = item[role];
  if (line === undefined) return;
  const name = withSuffix(line);
  // Appended in place: a list may have thousands.
  if (Array.isArray(list)) list.push(name);
  else item[role] = [name];
}

/** `%8` has the day, with or without the year of `%D`. */
function putDay(item: CslItem, day: string): void {
  if (day === '') return;
  const year = JSON.stringify(item.issued ?? null).match(/\d{4}/)?.[0];
  const whole = dateFromText(day.includes(year ?? '\n') || year === undefined ? day : `${day}, ${year}`);
  if (whole?.['date-parts'] !== undefined) item.issued = whole;
  else if (item.issued === undefined) item.issued = whole;
  // Such as a season.
  else item.issued = { ...(item.issued as CslDate), season: day };
}
