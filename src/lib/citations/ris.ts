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
} from './reference.js';
import { cslTypeOfRis, isPeriodical, isWholeWork, numberVariable } from './reference-types.js';
import { readTagged, type TaggedField } from './tagged-lines.js';
import type { CslItem } from './to-csl.js';

/** The references of a RIS file. Throws ContentFault, and LimitFault beyond `most` references. */
export function readRis(text: string, most: number): Reference[] {
  return readTagged(text, most, {
    field: /^\s{0,8}([A-Z][A-Z0-9]) {1,2}-(?: (.*)|)$/,
    isStart: (tag) => tag === 'TY',
    isEnd: (tag) => tag === 'ER',
    start: 'TY  - ',
  }).map(readReference);
}

const PEOPLE: Readonly<Record<string, string>> = {
  AU: 'author',
  A1: 'author',
  A2: 'editor',
  ED: 'editor',
  A3: 'collection-editor',
  A4: 'translator',
};

/** Tags that mean one variable in all types; the first that has a value is taken. */
const TEXTS: readonly (readonly [variable: string, tags: string])[] = [
  ['title', 'TI T1 CT'],
  ['title-short', 'ST'],
  ['publisher', 'PB'],
  ['publisher-place', 'CY PP'],
  ['volume', 'VL'],
  ['number-of-volumes', 'NV'],
  ['abstract', 'AB N2'],
  ['language', 'LA'],
  ['archive', 'DB'],
  ['archive_location', 'AN'],
  ['call-number', 'CN'],
  ['source', 'DP'],
];

/** Variables without a tag, which are written and read as a note: `PMID: 123`. */
const NOTED = new Set(
  'authority chapter-number event-place event-title genre jurisdiction medium number-of-pages original-publisher original-publisher-place original-title PMCID PMID references reviewed-title scale section status version'.split(
    ' ',
  ),
);

/** What a reference says, tag by tag; what is never asked for is left over. */
class Tags {
  private readonly byTag = new Map<string, string[]>();

  constructor(fields: readonly TaggedField[]) {
    for (const { tag, value } of fields) {
      if (value === '') continue;
      const values = this.byTag.get(tag);
      if (values === undefined) this.byTag.set(tag, [value]);
      else values.push(value);
    }
  }

  all(tag: string): readonly string[] {
    const values = this.byTag.get(tag) ?? [];
    this.byTag.delete(tag);
    return values;
  }

  /** The first value of the first tag that has one; others that say something else stay for `rest`. */
  first(tags: string): string {
    let found = '';
    for (const tag of tags.split(' ')) {
      const others: string[] = [];
      for (const value of this.all(tag)) {
        if (found === '') found = oneLine(value);
        else if (oneLine(value) !== found) others.push(value);
      }
      if (others.length > 0) this.byTag.set(tag, others);
    }
    return found;
  }

  rest(): Extra[] {
    return [...this.byTag].flatMap(([tag, values]) => values.map((value) => [tag, oneLine(value)] as const));
  }
}

function readReference(fields: readonly TaggedField[]): Reference {
  const tags = new Tags(fields);
  const [given = ''] = tags.all('TY');
  const type = cslTypeOfRis(given) ?? 'document';
  const item: CslItem = { id: tags.first('ID'), type };
  const extra: Extra[] = [];
  const put = (name: string, value: string) => {
    if (value !== '' && item[name] === undefined) item[name] = value;
    else if (value !== '' && item[name] !== value) extra.push([name, value]);
  };
  if (given !== '' && cslTypeOfRis(given) === undefined) extra.push(['TY', oneLine(given)]);
  for (const [tag, role] of Object.entries(PEOPLE)) {
    const people = tags
      .all(tag)
      .map((line) => nameFromLine(oneLine(line)))
      .filter((name) => name !== undefined);
    if (people.length > 0) item[role] = [...((item[role] as unknown[] | undefined) ?? []), ...people];
  }
  for (const [name, names] of TEXTS) put(name, tags.first(names));
  if (type === 'book' && item.title === undefined) put('title', tags.first('BT'));
  putContainers(tags, type, put);
  put(type === 'software' ? 'version' : 'edition', tags.first('ET'));
  put(numberVariable(type), tags.first('IS M1'));
  if (isPeriodical(type)) put('number', tags.first('C7'));
  putPages(tags, type, put);
  putNumbers(tags, type, put);
  const issued = readIssued(tags);
  if (issued !== undefined) item.issued = issued;
  const accessed = dateFromText(tags.first('Y2'));
  if (accessed !== undefined) item.accessed = accessed;
  const keywords = tags
    .all('KW')
    .flatMap((value) => value.split(/[\n;]/).map((word) => word.trim()))
    .filter((word) => word !== '');
  if (keywords.length > 0) item.keyword = joinKeywords(keywords.map(oneLine));
  putNotes(tags, put);
  return { item, extra: [...extra, ...tags.rest()] };
}

type Put = (name: string, value: string) => void;

function putContainers(tags: Tags, type: string, put: Put): void {
  const short = tags.first('J2 JA');
  if (isWholeWork(type)) {
    put('collection-title', tags.first('T3 T2'));
    return;
  }
  const full = tags.first(isPeriodical(type) ? 'JF T2 JO' : 'C3 BT T2 JF JO');
  put('container-title', full === '' ? short : full);
  if (full !== '' && full !== short) put('container-title-short', short);
  put('collection-title', tags.first('T3'));
}

function putPages(tags: Tags, type: string, put: Put): void {
  const start = tags.first('SP');
  const end = tags.first('EP');
  if (isWholeWork(type) && /^\d+$/.test(start) && end === '') put('number-of-pages', start);
  else
    put(
      'page',
      end === '' || start.includes('-') || start === end
        ? start || end
        : [start, end].filter((page) => page !== '').join('-'),
    );
}

function putNumbers(tags: Tags, type: string, put: Put): void {
  for (const value of tags.all('SN').flatMap((line) => line.split(/[;\n]/).map((number) => number.trim()))) {
    const digits = value.replace(/[^\dXx]/g, '').length;
    if (type === 'report' && digits !== 8 && digits < 10) put('number', value);
    else put(digits === 8 || (isPeriodical(type) && digits < 10) ? 'ISSN' : 'ISBN', oneLine(value));
  }
  put('DOI', bareDoi(tags.first('DO')));
  const kind = tags.first('M3');
  if (/^10\.\d{4,9}\//.test(bareDoi(kind))) put('DOI', bareDoi(kind));
  else put('genre', kind);
  if (type === 'thesis') put('genre', tags.first('U1'));
  const [url = '', ...more] = tags.all('UR').flatMap((line) => line.split(/\s+/));
  put('URL', url);
  // The address of the DOI says nothing new.
  for (const address of more) if (!isDoiAddress(address)) put('URL', address);
}

function readIssued(tags: Tags): CslDate | undefined {
  const day = dateFromText(tags.first('DA'));
  const year = dateFromText(tags.first('PY Y1'));
  if (day?.['date-parts'] === undefined) return year ?? day;
  if (year?.['date-parts'] === undefined) return day;
  // What says more is taken, where both say the same year.
  const size = (date: CslDate) => date['date-parts']?.flat().length ?? 0;
  return size(year) > size(day) ? year : day;
}

function putNotes(tags: Tags, put: Put): void {
  const notes: string[] = [];
  for (const note of tags.all('N1').map((value) => value.replace(/[ \t]+/g, ' '))) {
    const [, name = '', value = ''] = /^([A-Za-z-]{1,40}): ([^\n]+)$/.exec(note) ?? [];
    if (NOTED.has(name)) put(name, value);
    else notes.push(note);
  }
  put('note', notes.join('\n'));
}
