import {
  type CslName,
  dateOf,
  isoDate,
  literalDate,
  markupParts,
  namesOf,
  type Reference,
  textOf,
} from './reference.js';
import { bibtexType, isPeriodical, numberVariable } from './reference-types.js';
import { anyText, dashed, dateText } from './ris-write.js';
import type { CslItem } from './to-csl.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '\u00a0': '~',
};

/** Text as LaTeX; letters stay Unicode. */
const latexEscaped = (text: string): string =>
  text.replace(/[\\{}~^$&%#_\u00a0]/g, (unit) => ESCAPES[unit] ?? `\\${unit}`);

const COMMANDS: Readonly<Record<string, string>> = {
  i: '\\emph{',
  b: '\\textbf{',
  sup: '\\textsuperscript{',
  sub: '\\textsubscript{',
  sc: '\\textsc{',
};

/** A variable with CSL's tags as LaTeX; where `protects`, words with capitals inside (DNA, iPhone) are put in braces. */
function latexOf(value: string, protects: boolean): string {
  const open: { readonly tag: string; readonly close: string }[] = [];
  let braces = 0;
  const parts = markupParts(value).map((part, index) => {
    if (index % 2 === 0) return escapedWords(part, protects && braces === 0);
    const tag = /^<\/?(\w+)/.exec(part)?.[1] ?? '';
    if (part.startsWith('</')) {
      if (open.at(-1)?.tag !== tag) return '';
      const close = open.pop()?.close ?? '';
      braces -= close.length;
      return close;
    }
    const command = COMMANDS[tag] ?? (part.includes('nocase') ? '{' : '');
    const close = command === '' ? '' : '}';
    braces += close.length;
    open.push({ tag, close });
    return command;
  });
  return parts.join('') + open.map(({ close }) => close).join('');
}

const escapedWords = (text: string, protects: boolean): string =>
  protects
    ? text.replace(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu, (word) =>
        /.\p{Lu}/u.test(word) ? `{${word}}` : latexEscaped(word),
      )
    : latexEscaped(text);

/** Variables whose field has another name. */
const FIELDS: Readonly<Record<string, string>> = {
  'collection-title': 'series',
  'number-of-volumes': 'volumes',
  'number-of-pages': 'pagetotal',
  'publisher-place': 'address',
  'chapter-number': 'chapter',
  'title-short': 'shorttitle',
  'container-title-short': 'shortjournal',
  'event-title': 'eventtitle',
  event: 'eventtitle',
  'event-place': 'venue',
  'original-title': 'origtitle',
  'original-date': 'origdate',
  'original-publisher': 'origpublisher',
  'original-publisher-place': 'origlocation',
  status: 'pubstate',
  keyword: 'keywords',
  archive_location: 'archivelocation',
};
/** The same the other way. */
export const VARIABLE_BY_FIELD: ReadonlyMap<string, string> = new Map(
  Object.entries(FIELDS)
    .filter(([variable]) => variable !== 'event' && variable !== 'original-date')
    .map(([variable, field]) => [field, variable]),
);

/** The variables in the order of their fields; others follow as they come. */
const ORDER =
  'author editor translator title container-title collection-title volume issue number collection-number page edition publisher publisher-place issued genre DOI ISBN ISSN PMID PMCID URL accessed language keyword abstract note'.split(
    ' ',
  );
const PROTECTED = new Set(['title', 'container-title', 'title-short', 'event-title', 'original-title']);
const VERBATIM = new Set(['DOI', 'URL']);
const PEOPLE = new Set(['author', 'editor', 'translator', 'collection-editor', 'container-author', 'director']);

/** A BibTeX file in UTF-8, which biber reads as BibLaTeX, too. What has no field gets one of its variable's name. */
export const writeBibtex = (references: readonly Reference[], keys: readonly string[]): string =>
  references.map((reference, index) => writeEntry(reference, keys[index] ?? '')).join('\n');

function writeEntry({ item, extra }: Reference, key: string): string {
  const fields = new Map<string, string>();
  const next = new Map<string, number>();
  const put = (name: string, value: string) => {
    if (value.trim() === '' || !/^[a-z][a-z0-9_-]*$/.test(name)) return;
    let free = name;
    // Counted on: a tag may come thousands of times.
    for (let count = next.get(name) ?? 2; fields.has(free); count++) {
      free = `${name}-${count}`;
      next.set(name, count + 1);
    }
    fields.set(free, value);
  };
  const type = entryType(item);
  const names = [...ORDER, ...Object.keys(item).filter((name) => !ORDER.includes(name))];
  for (const name of names) if (item[name] !== undefined) putVariable(item, name, type, put);
  for (const [name, value] of extra) put(plainName(name), braced(latexEscaped(value)));
  const lines = [...fields].map(([name, value]) => `  ${name} = ${value},\n`);
  return `@${type}{${key},\n${lines.join('')}}\n`;
}

/** A name that a field can have, which begins with a letter. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '-')
    .replace(/^(?![a-z])/, 'x');

type Put = (name: string, value: string) => void;

const braced = (text: string): string => `{${text}}`;

function putVariable(item: CslItem, name: string, type: string, put: Put): void {
  if (name === 'id' || name === 'type' || name === 'citation-key') return;
  if (name === 'issued') putIssued(item, put);
  else if (name === 'accessed') put('urldate', braced(latexEscaped(anyText(item, name))));
  else if (PEOPLE.has(name)) {
    const field = name === 'container-author' ? 'bookauthor' : name.replace('collection-editor', 'serieseditor');
    put(field, braced(namesOf(item, name).map(bibtexName).join(' and ')));
  } else if (name === 'genre' && isImplied(textOf(item, name), type)) return;
  else if (name === 'page') put('pages', braced(dashed(latexEscaped(textOf(item, name)), '--')));
  else if (VERBATIM.has(name)) put(name.toLowerCase(), braced(verbatim(textOf(item, name))));
  else put(fieldName(item, name, type), braced(latexOf(anyText(item, name), PROTECTED.has(name))));
}

/** Braces that do not match would end the value. */
const verbatim = (value: string): string => value.replace(/[{}]/g, (unit) => (unit === '{' ? '%7B' : '%7D'));

function fieldName(item: CslItem, name: string, type: string): string {
  if (name === 'container-title') return isPeriodical(item.type) ? 'journal' : 'booktitle';
  if (name === 'publisher' && type.endsWith('thesis')) return 'school';
  if (name === 'publisher' && type === 'techreport') return 'institution';
  if (name === 'genre') return 'type';
  if (name === 'number' && isPeriodical(item.type)) return 'eid';
  if (name === numberVariable(item.type)) return 'number';
  return FIELDS[name] ?? name.toLowerCase();
}

function entryType(item: CslItem): string {
  const genre = textOf(item, 'genre');
  return item.type === 'thesis' && /^(?:master|m\.?\s?sc|m\.?\s?a\b|diplom)/i.test(genre)
    ? 'mastersthesis'
    : bibtexType(item.type);
}

/** Whether an entry's type says its genre. */
const isImplied = (genre: string, type: string): boolean =>
  (type === 'phdthesis' && /^ph\.?\s?d\.? thesis$/i.test(genre)) ||
  (type === 'mastersthesis' && /^master[’']?s thesis$/i.test(genre)) ||
  (type === 'techreport' && /^technical report$/i.test(genre));

function putIssued(item: CslItem, put: Put): void {
  const date = dateOf(item, 'issued');
  const [first, last] = date?.['date-parts'] ?? [];
  if (date === undefined) return;
  if (first === undefined) {
    put('year', braced(latexEscaped(literalDate(date))));
    return;
  }
  const [year = 0, month = 0, day] = first;
  put('year', braced(isoDate([year])));
  const name = MONTHS[month - 1];
  if (name !== undefined) put('month', name);
  else if (month > 0) put('date', braced(dateText(date)));
  if (date.season !== undefined) put('month', braced(latexEscaped(String(date.season))));
  // The day, and a range, have no field in BibTeX; BibLaTeX takes this one before the others.
  if ((day !== undefined || last !== undefined) && (name !== undefined || month === 0))
    put('date', braced(dateText(date)));
}

function bibtexName(name: CslName): string {
  if (name.literal !== undefined) return name.literal === 'others' ? 'others' : braced(latexEscaped(name.literal));
  const von = [name['dropping-particle'], name['non-dropping-particle']].filter(Boolean).join(' ');
  const family = guarded(name.family ?? '');
  const last = von === '' ? family : `${guarded(von)} ${family}`;
  const parts = [last, guarded(name.suffix ?? ''), guarded(name.given ?? '')];
  if (parts[1] === '') parts.splice(1, 1);
  if (parts.length === 2 && parts[1] === '') return family.includes(' ') && von === '' ? braced(family) : last;
  return parts.join(', ');
}

/** A part of a name in braces where a comma or "and" in it would divide it. */
const guarded = (part: string): string => {
  const text = latexEscaped(part);
  return /,|\band\b/i.test(part) ? braced(text) : text;
};
