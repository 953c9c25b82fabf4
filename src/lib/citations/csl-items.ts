import { ContentFault, LimitFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';
import { writeJson } from '../json/write.js';
import type { Extra, Reference } from './reference.js';
import type { CslItem } from './to-csl.js';

const list = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const TYPES = list(
  'article article-journal article-magazine article-newspaper bill book broadcast chapter dataset entry entry-dictionary entry-encyclopedia figure graphic interview legal_case legislation manuscript map motion_picture musical_score pamphlet paper-conference patent personal_communication post post-weblog report review review-book song speech thesis treaty webpage',
);
/** Types that came with CSL 1.0.2, by the type of 1.0.1 that is nearest. */
const LATER_TYPES: Readonly<Record<string, string>> = {
  classic: 'book',
  collection: 'book',
  document: 'article',
  event: 'speech',
  hearing: 'bill',
  performance: 'speech',
  periodical: 'book',
  regulation: 'legislation',
  software: 'book',
  standard: 'report',
};
const NAMES = list(
  'author collection-editor composer container-author director editor editorial-director illustrator interviewer original-author recipient reviewed-author translator',
);
const NAME_PARTS = list('family given dropping-particle non-dropping-particle suffix literal');
const DATES = list('accessed container event-date issued original-date submitted');
const TEXTS = list(
  'archive archive_location authority call-number chapter-number collection-number collection-title container-title container-title-short dimensions DOI edition event event-place genre ISBN ISSN issue jurisdiction medium note number number-of-pages number-of-volumes original-publisher original-publisher-place original-title page page-first PMCID PMID publisher publisher-place references reviewed-title scale section source status title title-short URL version volume language',
);

/** What CSL 1.0.2 has besides. */
const LATER_NAMES = list(
  'chair compiler contributor curator executive-producer guest host narrator organizer performer producer script-writer series-creator',
);
const LATER_TEXTS = list(
  'abstract annote archive-place archive_collection citation-key citation-label citation-number division event-title first-reference-note-number keyword locator part-number part-title printing-number supplement-number volume-title volume-title-short year-suffix',
);

/** The items of a CSL-JSON document, whole: with what CSL 1.0.2 knows, and what it does not. Throws ContentFault, LimitFault. */
export function readCslReferences(document: JsonValue, most: number): Reference[] {
  const items = isJsonObject(document) ? (document.get('items') ?? [document]) : document;
  if (!isJsonArray(items)) throw new ContentFault('it must be an array of items');
  if (items.length > most) throw new LimitFault(`it must have at most ${most} references`, most);
  return items.map((value, index) => {
    if (!isJsonObject(value)) throw new ContentFault(`item ${index + 1}: it must be an object`);
    return readReference(value, `item ${index + 1}`);
  });
}

function readReference(value: JsonObject, label: string): Reference {
  const type = value.get('type');
  const id = value.get('id');
  if (typeof type !== 'string') throw new ContentFault(`${label}: "type" must be a text such as "book"`);
  const item: CslItem = { id: id === undefined || id === null ? '' : readText(id, `${label}: "id"`), type };
  const extra: Extra[] = [];
  for (const [name, content] of value) {
    if (content === null || content === '' || name === 'id' || name === 'type') continue;
    if (NAMES.has(name) || LATER_NAMES.has(name)) item[name] = readNames(content, `${label}: "${name}"`);
    else if (DATES.has(name) || name === 'available-date') item[name] = readWholeDate(content, `${label}: "${name}"`);
    else if (TEXTS.has(name) || LATER_TEXTS.has(name)) item[name] = readText(content, `${label}: "${name}"`);
    else extra.push([name, typeof content === 'string' ? content : writeJson(content)]);
  }
  return { item, extra };
}

function readWholeDate(value: JsonValue, label: string): Record<string, unknown> {
  const date = readDate(value, label);
  const season = isJsonObject(value) ? value.get('season') : undefined;
  if (typeof season === 'string' && season !== '') date.season = season;
  return date;
}

/** The items of a CSL-JSON document, with what CSL 1.0.1 knows of them. Throws ContentFault. */
export function readCslItems(document: JsonValue): CslItem[] {
  const items = isJsonObject(document) ? (document.get('items') ?? [document]) : document;
  if (!isJsonArray(items)) throw new ContentFault('it must be an array of items');
  return items.map((value, index) => {
    if (!isJsonObject(value)) throw new ContentFault(`item ${index + 1}: it must be an object`);
    return readItem(value, `item ${index + 1}`);
  });
}

function readItem(value: JsonObject, label: string): CslItem {
  const type = value.get('type');
  if (typeof type !== 'string') throw new ContentFault(`${label}: "type" must be a text such as "book"`);
  const item: CslItem = { id: '', type: TYPES.has(type) ? type : (LATER_TYPES[type] ?? 'article') };
  for (const [name, content] of value) {
    const known = name === 'event-title' ? 'event' : name;
    if (content === null || content === '') continue;
    if (NAMES.has(known)) item[known] = readNames(content, `${label}: "${name}"`);
    else if (DATES.has(known)) item[known] = readDate(content, `${label}: "${name}"`);
    else if (TEXTS.has(known)) item[known] = readText(content, `${label}: "${name}"`);
  }
  return item;
}

function readText(value: JsonValue, label: string): string {
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.source;
  throw new ContentFault(`${label} must be a text or a number`);
}

function readNames(value: JsonValue, label: string): Record<string, string>[] {
  if (!isJsonArray(value)) throw new ContentFault(`${label} must be an array of names`);
  return value.map((name, index) => {
    if (!isJsonObject(name)) throw new ContentFault(`${label}: name ${index + 1} must be an object`);
    const parts = [...name]
      .filter(([part]) => NAME_PARTS.has(part))
      .map(([part, text]) => [part, readText(text, label)]);
    if (!parts.some(([part]) => part === 'family' || part === 'literal' || part === 'given'))
      throw new ContentFault(`${label}: name ${index + 1} must have "family" or "literal"`);
    return Object.fromEntries(parts);
  });
}

function readDate(value: JsonValue, label: string): Record<string, unknown> {
  if (!isJsonObject(value)) throw new ContentFault(`${label} must be an object with "date-parts"`);
  for (const name of ['literal', 'raw']) {
    const text = value.get(name);
    if (typeof text === 'string' && !value.has('date-parts')) return { [name]: text };
  }
  const dates = value.get('date-parts');
  if (dates === undefined || !isJsonArray(dates) || dates.length < 1 || dates.length > 2)
    throw new ContentFault(`${label}: "date-parts" must be an array of one or two dates`);
  return { 'date-parts': dates.map((parts) => readParts(parts, label)) };
}

function readParts(parts: JsonValue, label: string): number[] {
  const numbers = isJsonArray(parts)
    ? parts.map((part) => Number(part === null ? Number.NaN : readText(part, label)))
    : [];
  const [year, month = 1, day = 1] = numbers;
  const isDate = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  if (
    year === undefined ||
    numbers.length > 3 ||
    !isDate(year, -9999, 9999) ||
    !isDate(month, 1, 24) ||
    !isDate(day, 1, 31)
  )
    throw new ContentFault(`${label}: a date must be a year, or a year, month and day`);
  return numbers;
}
