import { VARIABLE_BY_FIELD } from './bibtex-write.js';
import { latexText } from './latex.js';
import { type BibtexEntry, parseBibtex } from './parse.js';
import { type Extra, joinKeywords, type Reference, splitKeywords } from './reference.js';
import { bibtexItem, markedText, readDate, readNames, withInherited } from './to-csl.js';

/** Types that CSL 1.0.2 has and 1.0.1 has not, or that are told apart where nothing is formatted. */
const TYPES: Readonly<Record<string, string>> = { movie: 'motion_picture', software: 'software', standard: 'standard' };
const KNOWN = new Set(
  'article book mvbook booklet collection mvcollection conference dataset electronic inbook incollection inproceedings inreference manual mastersthesis movie online patent phdthesis proceedings report review software techreport thesis unpublished video www standard'.split(
    ' ',
  ),
);
/** Fields that a reference's item is made of. */
const READ = new Set(
  'title subtitle journal journaltitle booktitle booksubtitle author editor translator series address location volume volumes note version isbn issn pages edition number issue type doi url date year month urldate crossref eid language langid keywords abstract bookauthor serieseditor director day origdate'.split(
    ' ',
  ),
);
const PUBLISHERS = ['publisher', 'school', 'institution', 'organization'];
const PEOPLE: readonly (readonly [role: string, field: string])[] = [
  ['container-author', 'bookauthor'],
  ['collection-editor', 'serieseditor'],
  ['director', 'director'],
];
/** Fields that hold a variable under its own name. */
const SAME = new Set('archive source medium genre dimensions scale section authority jurisdiction'.split(' '));

/** The references of a BibTeX or BibLaTeX file, whole. Throws ContentFault, and LimitFault beyond `most` entries. */
export const readBibtexReferences = (text: string, most: number): Reference[] =>
  withInherited(parseBibtex(text, most)).map(readEntry);

function readEntry(entry: BibtexEntry): Reference {
  const { type, fields } = entry;
  const item = bibtexItem(entry, true);
  const extra: Extra[] = [];
  const magazine = { magazine: 'article-magazine', newspaper: 'article-newspaper' }[
    latexText(fields.get('entrysubtype') ?? '')
  ];
  if (type === 'article' && magazine !== undefined) item.type = magazine;
  else item.type = TYPES[type] ?? (KNOWN.has(type) ? item.type : 'document');
  if (!KNOWN.has(type) && type !== 'misc') extra.push(['entrytype', type]);
  if (['dataset', 'software', 'standard', 'document'].includes(item.type) && item['collection-number'] !== undefined) {
    item.number = item['collection-number'];
    delete item['collection-number'];
  }
  // What stands in the note besides an address.
  if (item.note === undefined && (fields.get('note') ?? '').trim() !== '')
    item.note = latexText(fields.get('note') ?? '');
  for (const [role, field] of PEOPLE) {
    const people = readNames(fields.get(field) ?? '');
    if (people.length > 0) item[role] = people;
  }
  const keywords = fields.get('keywords') ?? '';
  if (keywords !== '') item.keyword = joinKeywords(splitKeywords(latexText(keywords)));
  const language = latexText(fields.get('language') ?? fields.get('langid') ?? '');
  if (language !== '') item.language = language;
  const abstract = markedText(fields.get('abstract') ?? '');
  if (abstract !== '') item.abstract = abstract;
  const original = readDate(fields.get('origdate') ?? '');
  if (original !== undefined) item['original-date'] = original;
  const publishers = PUBLISHERS.filter((name) => (fields.get(name) ?? '').trim() !== '').slice(1);
  for (const [name, value] of fields) {
    const isAddress = name === 'howpublished' && /^\s*\\url\s*\{[^{}]*\}\s*$/.test(value) && !fields.has('url');
    if (READ.has(name) || isAddress || (PUBLISHERS.includes(name) && !publishers.includes(name))) continue;
    const variable =
      VARIABLE_BY_FIELD.get(name) ?? { pmid: 'PMID', pmcid: 'PMCID' }[name] ?? (SAME.has(name) ? name : undefined);
    const text = variable === undefined ? latexText(value) : markedText(value);
    if (text === '' || (name === 'entrysubtype' && magazine !== undefined)) continue;
    if (variable === undefined || item[variable] !== undefined) extra.push([name, text]);
    else item[variable] = text;
  }
  return { item, extra };
}
