import {
  type CslDate,
  dateOf,
  familyOf,
  isoDate,
  literalDate,
  nameLine,
  namesOf,
  oneLine,
  plainText,
  type Reference,
  splitKeywords,
  textOf,
} from './reference.js';
import { isWholeWork, numberVariable, risType } from './reference-types.js';
import type { CslItem } from './to-csl.js';

const PEOPLE: readonly (readonly [tag: string, role: string])[] = [
  ['AU', 'author'],
  ['ED', 'editor'],
  ['A3', 'collection-editor'],
  ['A4', 'translator'],
];

const TEXTS: readonly (readonly [tag: string, variable: string])[] = [
  ['TI', 'title'],
  ['ST', 'title-short'],
  ['T2', 'container-title'],
  ['J2', 'container-title-short'],
  ['T3', 'collection-title'],
  ['VL', 'volume'],
  ['NV', 'number-of-volumes'],
  ['ET', 'edition'],
  ['PB', 'publisher'],
  ['CY', 'publisher-place'],
  ['M3', 'genre'],
  ['LA', 'language'],
  ['DB', 'archive'],
  ['AN', 'archive_location'],
  ['CN', 'call-number'],
  ['DP', 'source'],
  ['DO', 'DOI'],
  ['SN', 'ISBN'],
  ['SN', 'ISSN'],
];

const WRITTEN = new Set(
  [...TEXTS, ...PEOPLE]
    .map(([, name]) => name)
    .concat('id type issued accessed page keyword abstract note URL citation-key'.split(' ')),
);

/** A RIS file. What RIS has no tag for is written as a note, `name: value`. */
export const writeRis = (references: readonly Reference[], keys: readonly string[]): string =>
  references.map((reference, index) => writeReference(reference, keys[index] ?? '')).join('\n');

function writeReference({ item, extra }: Reference, key: string): string {
  const lines: string[] = [];
  const put = (tag: string, value: string) => {
    const line = oneLine(plainText(value));
    if (line !== '') lines.push(`${tag}  - ${line}`);
  };
  put('TY', risType(item.type));
  put('ID', key);
  for (const [tag, role] of PEOPLE) for (const name of namesOf(item, role)) put(tag, risName(name));
  for (const [tag, name] of TEXTS) put(tag, textOf(item, name));
  const number = numberVariable(item.type);
  put('IS', textOf(item, number));
  const isArticle = number === 'issue';
  if (isArticle) put('C7', textOf(item, 'number'));
  putPages(item, put);
  putDates(item, put);
  for (const word of splitKeywords(textOf(item, 'keyword'))) put('KW', word);
  put('UR', textOf(item, 'URL'));
  put('AB', textOf(item, 'abstract'));
  for (const note of textOf(item, 'note').split('\n')) put('N1', note);
  const written = new Set([...WRITTEN, number, ...(isArticle ? ['number'] : [])]);
  if (isWholeWork(item.type)) written.add('number-of-pages');
  for (const name of Object.keys(item)) if (!written.has(name)) put('N1', `${name}: ${anyText(item, name)}`);
  for (const [name, value] of extra) {
    // A second value of a tag, or one that is not known here, keeps its tag.
    if (/^[A-Z][A-Z0-9]$/.test(name) && name !== 'TY' && name !== 'ER') put(name, value);
    else put('N1', `${name}: ${value}`);
  }
  return `${lines.join('\n')}\nER  - \n`;
}

/** An organisation of one word, or with a comma in it, has a comma behind it, as EndNote wants all. */
function risName(name: ReturnType<typeof namesOf>[number]): string {
  if (name.literal !== undefined)
    return /^\S+$/.test(name.literal) ? `${name.literal},` : name.literal.replace(/,/g, '');
  const isLone = (name.given ?? '') === '' && (name.suffix ?? '') === '';
  return isLone ? familyOf(name) : nameLine(name);
}

/** Any variable in one line, for formats that have no field for it. */
export function anyText(item: CslItem, name: string): string {
  const value = item[name];
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return namesOf(item, name).map(nameLine).join('; ');
  const date = dateOf(item, name);
  return date === undefined ? '' : dateText(date);
}

/** A date or a range of dates, as ISO 8601 has it; else as it was. */
export const dateText = (date: CslDate): string =>
  date['date-parts'] === undefined ? literalDate(date) : date['date-parts'].map(isoDate).join('/');

/** Pages with one kind of dash. Not by an expression that looks for spaces first: of many it would begin with each. */
export const dashed = (pages: string, dash: string): string =>
  pages
    .split(/[-–—]+/)
    .map((page) => page.trim())
    .join(dash);

function putPages(item: CslItem, put: (tag: string, value: string) => void): void {
  const page = dashed(textOf(item, 'page'), '-');
  const [, start, end] = /^([^\s,-]+)-([^\s,-]+)$/.exec(page) ?? [];
  put('SP', start ?? page);
  put('EP', end ?? '');
  if (page === '' && isWholeWork(item.type)) put('SP', textOf(item, 'number-of-pages'));
  else if (isWholeWork(item.type) && textOf(item, 'number-of-pages') !== '')
    put('N1', `number-of-pages: ${textOf(item, 'number-of-pages')}`);
}

function putDates(item: CslItem, put: (tag: string, value: string) => void): void {
  const issued = dateOf(item, 'issued');
  const [first, last] = issued?.['date-parts'] ?? [];
  if (issued !== undefined && first === undefined) put('PY', literalDate(issued));
  if (first !== undefined) {
    put('PY', isoDate(first.slice(0, 1)));
    const other = last === undefined ? (issued?.season ?? '') : isoDate(last);
    if (first.length > 1 || other !== '') put('DA', `${slashed(first)}${other}`);
  }
  const accessed = dateOf(item, 'accessed');
  const [day] = accessed?.['date-parts'] ?? [];
  if (accessed !== undefined) put('Y2', day === undefined ? literalDate(accessed) : slashed(day));
}

/** `2020/03/05/`: all three slashes stand there. */
const slashed = (parts: readonly number[]): string => {
  const [year = '', month = '', day = ''] = isoDate(parts)
    .replace(/(?!^)-/g, '/')
    .split('/');
  return `${year}/${month}/${day}/`;
};
