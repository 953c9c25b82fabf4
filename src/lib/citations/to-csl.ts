import { LimitFault } from '../faults.js';
import { latexPieces, latexText } from './latex.js';
import type { BibtexEntry } from './parse.js';
import { bareDoi } from './reference.js';

/** A reference in CSL-JSON. */
export type CslItem = Record<string, unknown> & { id: string; type: string };

const TYPES: Readonly<Record<string, string>> = {
  article: 'article-journal',
  book: 'book',
  mvbook: 'book',
  booklet: 'pamphlet',
  collection: 'book',
  mvcollection: 'book',
  conference: 'paper-conference',
  dataset: 'dataset',
  electronic: 'webpage',
  inbook: 'chapter',
  incollection: 'chapter',
  inproceedings: 'paper-conference',
  inreference: 'entry-encyclopedia',
  manual: 'book',
  mastersthesis: 'thesis',
  movie: 'motion_picture',
  online: 'webpage',
  patent: 'patent',
  phdthesis: 'thesis',
  proceedings: 'book',
  report: 'report',
  review: 'review',
  software: 'book',
  techreport: 'report',
  thesis: 'thesis',
  unpublished: 'manuscript',
  video: 'motion_picture',
  www: 'webpage',
};

const GENRES: Readonly<Record<string, string>> = {
  phdthesis: 'PhD thesis',
  mastersthesis: 'Master’s thesis',
  phdthesis_type: 'PhD thesis',
  mathesis: 'Master’s thesis',
  candthesis: 'Candidate thesis',
  techreport: 'Technical report',
  resreport: 'Research report',
};

const NAMES = ['author', 'editor', 'translator'] as const;
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['collection-title', ['series']],
  ['publisher', ['publisher', 'school', 'institution', 'organization']],
  ['publisher-place', ['address', 'location']],
  ['volume', ['volume']],
  ['number-of-volumes', ['volumes']],
  ['note', ['note']],
  ['version', ['version']],
  ['ISBN', ['isbn']],
  ['ISSN', ['issn']],
];

/** Letters that all entries together get from others by `crossref`. */
const MAX_INHERITED = 2_000_000;

/** References in CSL-JSON, with what a `crossref` gives filled in. A type that BibTeX does not know is read as `misc`. */
export const bibtexToCsl = (entries: readonly BibtexEntry[]): CslItem[] =>
  withInherited(entries).map((entry) => bibtexItem(entry, false));

/** The entries, with what a `crossref` gives filled in. Throws LimitFault. */
export function withInherited(entries: readonly BibtexEntry[]): BibtexEntry[] {
  const byKey = new Map(entries.map((entry) => [entry.key.toLowerCase(), entry]));
  let letters = 0;
  return entries.map((entry) => {
    const parent = byKey.get((entry.fields.get('crossref') ?? '').trim().toLowerCase());
    if (parent === undefined || parent === entry || parent.key === '') return entry;
    for (const value of parent.fields.values()) letters += value.length;
    if (letters > MAX_INHERITED)
      throw new LimitFault(
        `it must have entries that get at most ${MAX_INHERITED} characters by crossref`,
        MAX_INHERITED,
      );
    return inherited(entry, parent);
  });
}

function inherited(entry: BibtexEntry, parent: BibtexEntry): BibtexEntry {
  const fields = new Map(entry.fields);
  for (const [name, value] of parent.fields) {
    const target = name === 'title' ? 'booktitle' : name;
    if (name !== 'crossref' && name !== 'author' && !fields.has(target)) fields.set(target, value);
  }
  return { ...entry, fields };
}

/** One entry; `keepsCapitals` leaves the letters of titles as they are, for those who write it in another format. */
export function bibtexItem({ type, key, fields }: BibtexEntry, keepsCapitals: boolean): CslItem {
  const csl: CslItem = { id: key, type: TYPES[type] ?? (fields.has('url') ? 'webpage' : 'article') };
  const field = (...names: readonly string[]): string => {
    for (const name of names) {
      const value = fields.get(name);
      if (value !== undefined && value.trim() !== '') return value;
    }
    return '';
  };
  const put = (name: string, value: string) => {
    if (value !== '') csl[name] = value;
  };
  const english =
    !keepsCapitals && /^(|en.*|american|british|usenglish|ukenglish)$/i.test(field('langid', 'language').trim());
  const titleOf = (main: string, sub: string): string => {
    const title = titleText(field(main), english);
    const rest = titleText(field(sub), english);
    return rest === '' ? title : `${title}: ${rest}`;
  };
  put('title', titleOf('title', 'subtitle'));
  const container = field('journal', 'journaltitle');
  put('container-title', container === '' ? titleOf('booktitle', 'booksubtitle') : markedText(container));
  for (const name of NAMES) {
    const people = readNames(field(name));
    if (people.length > 0) csl[name] = people;
  }
  for (const [name, names] of TEXTS) put(name, markedText(field(...names)));
  put('page', latexText(field('pages')).replace(/\s*[-–—]+\s*/g, '-'));
  put('edition', edition(latexText(field('edition'))));
  const number = latexText(field('number'));
  if (csl.type === 'article-journal') put('issue', latexText(field('number', 'issue')));
  else if (csl.type === 'report' || csl.type === 'patent') put('number', number);
  else put('collection-number', number);
  put('number', csl.type === 'article-journal' ? latexText(field('eid')) : String(csl.number ?? ''));
  const kind = latexText(field('type'));
  put('genre', GENRES[kind.toLowerCase()] ?? (kind === '' ? (GENRES[type] ?? '') : kind));
  put('DOI', bareDoi(field('doi')).replace(/\\([_%&#])/g, '$1'));
  put('URL', address(field('url')) || address(/\\url\s*\{([^}]*)\}/.exec(field('howpublished', 'note'))?.[1] ?? ''));
  if (/\\url\s*\{/.test(field('note'))) delete csl.note;
  const issued = readDate(field('date')) ?? yearAndMonth(latexText(field('year')), latexText(field('month')));
  if (issued !== undefined) csl.issued = issued;
  const accessed = readDate(field('urldate'));
  if (accessed !== undefined) csl.accessed = accessed;
  return csl;
}

const address = (value: string): string =>
  value
    .trim()
    .replace(/^\\url\s*\{(.*)\}$/, '$1')
    .replace(/\\([_%&#~])/g, '$1');

/** Text with CSL's tags, its spaces made one. */
export function markedText(value: string): string {
  return latexPieces(value)
    .map(({ text }) => text)
    .join('')
    .replace(/[ \t\r\n]+/g, ' ')
    .trim();
}

/** A title in sentence case, as styles expect it: what stands in braces, and words such as DNA or iPhone, keep their letters. */
function titleText(value: string, english: boolean): string {
  let isStart = true;
  return latexPieces(value)
    .map(({ text, isTag, isProtected }) => {
      if (isTag) return text;
      if (isProtected) {
        if (/\S/.test(text)) isStart = false;
        return `<span class="nocase">${text}</span>`;
      }
      return text.replace(/[\p{L}\p{M}\p{N}’]+|[.:?!—]+(?=\s|$)/gu, (word) => {
        if (!/[\p{L}\p{N}]/u.test(word)) {
          isStart = true;
          return word;
        }
        const lowers =
          english && !isStart && /^\p{Lu}[\p{Ll}\p{M}’]*$/u.test(word) && (word.length > 1 || word === 'A');
        isStart = false;
        return lowers ? word.toLowerCase() : word;
      });
    })
    .join('')
    .replace(/[ \t\r\n]+/g, ' ')
    .trim();
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

function edition(value: string): string {
  const index = ORDINALS.indexOf(value.toLowerCase());
  return index === -1 ? value.replace(/^(\d+)(st|nd|rd|th)?( ed(ition|\.)?)?$/i, '$1') : String(index + 1);
}

const dateParts = (text: string): number[] | undefined => {
  const [, year, month, day] = /^(-?\d{1,4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?$/.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  return [year, month, day].filter((part) => part !== undefined && Number(part) > 0).map(Number);
};

export function readDate(value: string): Record<string, unknown> | undefined {
  const text = latexText(value);
  if (text === '') return undefined;
  const parts = text.split('/').map(dateParts);
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length && known.length <= 2 ? { 'date-parts': known } : { literal: text };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function yearAndMonth(year: string, month: string): Record<string, unknown> | undefined {
  if (year === '') return undefined;
  if (!/^-?\d{1,4}$/.test(year)) return readDate(year);
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const number = named > 0 ? named : Number(/^\d{1,2}$/.exec(month)?.[0] ?? 0);
  const day = Number(/^\D*[\s~\u00a0](\d{1,2})$/.exec(month)?.[1] ?? 0);
  const parts = [Number(year)];
  if (number >= 1 && number <= 12) parts.push(number, ...(day >= 1 && day <= 31 ? [day] : []));
  return { 'date-parts': [parts] };
}

/** The people of an `author` field. A name all in braces is an organisation. */
export function readNames(value: string): Record<string, string>[] {
  return splitAtDepth(value, /\s+and\s+/iy)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map(readName);
}

function readName(name: string): Record<string, string> {
  if (isBraced(name)) return { literal: latexText(name) };
  const commas = splitAtDepth(name, /,/y).map((part) => part.trim());
  const [first = '', second = '', third] = commas;
  if (commas.length === 1) return firstVonLast(splitAtDepth(first, /[\s~]+/y));
  const words = splitAtDepth(first, /[\s~]+/y);
  let von = 0;
  while (von < words.length - 1 && isLower(words[von] ?? '')) von++;
  const given = commas.length === 2 ? second : (third ?? '');
  return person(words.slice(0, von), words.slice(von), given, commas.length > 2 ? second : '');
}

function firstVonLast(words: readonly string[]): Record<string, string> {
  if (words.length === 1) return { [words[0] === 'others' ? 'literal' : 'family']: latexText(words[0] ?? '') };
  const lowers = words.map((word, index) => index < words.length - 1 && isLower(word));
  const from = lowers.indexOf(true);
  if (from === -1) return person([], words.slice(-1), words.slice(0, -1).join(' '), '');
  const to = lowers.lastIndexOf(true) + 1;
  return person(words.slice(from, to), words.slice(to), words.slice(0, from).join(' '), '');
}

function person(
  von: readonly string[],
  last: readonly string[],
  given: string,
  suffix: string,
): Record<string, string> {
  const parts = {
    family: latexText(last.join(' ')),
    given: latexText(given),
    'dropping-particle': latexText(von.join(' ')),
    suffix: latexText(suffix),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ''));
}

const isLower = (word: string): boolean => !word.startsWith('{') && /^\p{Ll}/u.test(latexText(word));

function isBraced(name: string): boolean {
  if (!name.startsWith('{') || !name.endsWith('}')) return false;
  let depth = 0;
  for (let at = 0; at < name.length; at++) {
    if (name[at] === '\\') at++;
    else if (name[at] === '{') depth++;
    else if (name[at] === '}' && --depth === 0 && at < name.length - 1) return false;
  }
  return !/^\{\\[^a-zA-Z]/.test(name);
}

/** Divides a text where a pattern matches outside braces. */
function splitAtDepth(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === '\\') at++;
    else if (unit === '{') depth++;
    else if (unit === '}') depth--;
    else if (depth <= 0 && (at === start || !/\s/.test(text[at - 1] ?? '') || unit === ',')) {
      separator.lastIndex = at;
      const found = separator.exec(text)?.[0];
      if (found === undefined) continue;
      parts.push(text.slice(start, at));
      at += found.length - 1;
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.filter((part, index) => part !== '' || index > 0 || parts.length === 1);
}
