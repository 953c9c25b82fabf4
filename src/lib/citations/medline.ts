import {
  type CslName,
  dateFromText,
  type Extra,
  joinKeywords,
  nameFromLine,
  oneLine,
  type Reference,
  withSuffix,
} from './reference.js';
import { readTagged, type TaggedField } from './tagged-lines.js';
import type { CslItem } from './to-csl.js';

/** The references of PubMed's format (.nbib). Throws ContentFault, and LimitFault beyond `most` references. */
export function readMedline(text: string, most: number): Reference[] {
  return readTagged(text, most, {
    field: /^([A-Z]{2,4}) {0,2}- (.*)$/,
    isStart: (tag) => tag === 'PMID',
    isEnd: () => false,
    start: 'PMID- ',
  }).map(readReference);
}

const TEXTS: Readonly<Record<string, string>> = {
  PMID: 'PMID',
  PMC: 'PMCID',
  TI: 'title',
  BTI: 'container-title',
  CTI: 'collection-title',
  JT: 'container-title',
  TA: 'container-title-short',
  VI: 'volume',
  IP: 'issue',
  PG: 'page',
  AB: 'abstract',
  LA: 'language',
  PB: 'publisher',
  PL: 'publisher-place',
  EN: 'edition',
};
/** What PubMed says of its own record, not of the article. */
const OF_RECORD = new Set(
  'OWN STAT DA LR DEP JID SB EDAT MHDA CRDT PHST SO RN PST AU ED IR FIR CIN PT DCOM'.split(' '),
);

function readReference(fields: readonly TaggedField[]): Reference {
  const all = (tag: string) => fields.filter((field) => field.tag === tag).map(({ value }) => oneLine(value));
  const isBook = fields.some(({ tag }) => tag === 'BTI');
  const item: CslItem = { id: '', type: isBook ? 'chapter' : 'article-journal' };
  const extra: Extra[] = [];
  const keywords: string[] = [];
  const fullNames = new Set(['FAU', 'FED'].filter((tag) => all(tag).length > 0));
  for (const { tag, value } of fields) {
    const text = oneLine(value);
    if (text === '') continue;
    const name = TEXTS[tag];
    if (tag === 'FAU' || (tag === 'AU' && !fullNames.has('FAU'))) addName(item, 'author', text);
    else if (tag === 'CN') add(item, 'author', { literal: text });
    else if (tag === 'FED' || (tag === 'ED' && !fullNames.has('FED'))) addName(item, 'editor', text);
    else if (tag === 'OT' || tag === 'MH') keywords.push(text.replace(/^\*/, ''));
    else if (tag === 'LID' || tag === 'AID') putIdentifier(item, text);
    else if (tag === 'IS') putIssn(item, text);
    else if (tag === 'ISBN') item.ISBN ??= text.replace(/ \([^()]*\)$/, '');
    else if (tag === 'DP') item.issued ??= dateFromText(text);
    else if (name !== undefined && item[name] === undefined) item[name] = tag === 'PG' ? wholePages(text) : text;
    else if (name !== undefined || !OF_RECORD.has(tag)) extra.push([tag, text]);
  }
  if (item.issued === undefined) delete item.issued;
  if (keywords.length > 0) item.keyword = joinKeywords([...new Set(keywords)]);
  if (typeof item.title === 'string') item.title = item.title.replace(/([^.])\.$/, '$1');
  return { item, extra };
}

/** `Doe, Jane A`, or `Doe JA` and `King ML Jr`, with initials behind the family name. */
function addName(item: CslItem, role: string, text: string): void {
  const [, family, initials] = /^([^,]+?) (\p{Lu}{1,4}(?: (?:Jr|Sr|\d(?:st|nd|rd|th)))?)$/u.exec(text) ?? [];
  // Each initial stands for a name of its own.
  const given = initials?.replace(/^\p{Lu}+/u, (letters) => [...letters].join(' ')) ?? '';
  const name = nameFromLine(family === undefined ? text : `${family}, ${given}`);
  if (name !== undefined) add(item, role, withSuffix(name));
}

/** PubMed writes of a last page what differs from the first: `1023-6` ends at page 1026. */
function wholePages(text: string): string {
  const [, first = '', last = ''] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  return last === '' || last.length >= first.length ? text : `${first}-${first.slice(0, -last.length)}${last}`;
}

/** Appended in place: a list may have thousands. */
function add(item: CslItem, role: string, name: CslName): void {
  const list = item[role];
  if (Array.isArray(list)) list.push(name);
  else item[role] = [name];
}

function putIdentifier(item: CslItem, text: string): void {
  const [, value, kind] = /^(\S+) \[(doi|pii)\]$/.exec(text) ?? [];
  if (kind === 'doi') item.DOI ??= value;
}

function putIssn(item: CslItem, text: string): void {
  const [issn = ''] = text.split(' ');
  item.ISSN ??= issn;
}
