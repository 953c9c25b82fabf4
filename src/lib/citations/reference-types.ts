/** Types of references: CSL, then RIS and BibTeX as they are written. */
const TYPES: readonly (readonly [csl: string, ris: string, bibtex: string])[] = [
  ['article-journal', 'JOUR', 'article'],
  ['article-magazine', 'MGZN', 'article'],
  ['article-newspaper', 'NEWS', 'article'],
  ['article', 'INPR', 'unpublished'],
  ['bill', 'BILL', 'misc'],
  ['book', 'BOOK', 'book'],
  ['broadcast', 'MULTI', 'misc'],
  ['chapter', 'CHAP', 'incollection'],
  ['classic', 'CLSWK', 'book'],
  ['collection', 'AGGR', 'misc'],
  ['dataset', 'DATA', 'dataset'],
  ['document', 'GEN', 'misc'],
  ['entry', 'ENCYC', 'incollection'],
  ['entry-dictionary', 'DICT', 'incollection'],
  ['entry-encyclopedia', 'ENCYC', 'inreference'],
  ['event', 'CONF', 'misc'],
  ['figure', 'FIGURE', 'misc'],
  ['graphic', 'ART', 'misc'],
  ['hearing', 'HEAR', 'misc'],
  ['interview', 'PCOMM', 'misc'],
  ['legal_case', 'CASE', 'misc'],
  ['legislation', 'STAT', 'misc'],
  ['manuscript', 'UNPB', 'unpublished'],
  ['map', 'MAP', 'misc'],
  ['motion_picture', 'MPCT', 'movie'],
  ['musical_score', 'MUSIC', 'misc'],
  ['pamphlet', 'PAMP', 'booklet'],
  ['paper-conference', 'CONF', 'inproceedings'],
  ['patent', 'PAT', 'patent'],
  ['performance', 'GEN', 'misc'],
  ['periodical', 'JFULL', 'book'],
  ['personal_communication', 'PCOMM', 'misc'],
  ['post', 'ICOMM', 'online'],
  ['post-weblog', 'BLOG', 'online'],
  ['regulation', 'GOVDOC', 'misc'],
  ['report', 'RPRT', 'techreport'],
  ['review', 'JOUR', 'article'],
  ['review-book', 'JOUR', 'article'],
  ['software', 'COMP', 'software'],
  ['song', 'SOUND', 'misc'],
  ['speech', 'SLIDE', 'misc'],
  ['standard', 'STAND', 'misc'],
  ['thesis', 'THES', 'phdthesis'],
  ['treaty', 'LEGAL', 'misc'],
  ['webpage', 'ELEC', 'online'],
];

/** RIS types that are read only. */
const MORE_RIS: Readonly<Record<string, string>> = {
  ABST: 'article-journal',
  ADVS: 'motion_picture',
  ANCIENT: 'classic',
  CHART: 'figure',
  CPAPER: 'paper-conference',
  CTLG: 'book',
  DBASE: 'dataset',
  EBOOK: 'book',
  ECHAP: 'chapter',
  EDBOOK: 'book',
  EJOUR: 'article-journal',
  EQUA: 'figure',
  GRNT: 'document',
  MANSCPT: 'manuscript',
  SER: 'book',
  STD: 'document',
  UNBILL: 'bill',
  UNPD: 'manuscript',
  VIDEO: 'motion_picture',
  WEB: 'webpage',
};

/** Types of EndNote's tagged format, and of PubMed. */
const NAMED: Readonly<Record<string, string>> = {
  artwork: 'graphic',
  bill: 'bill',
  blog: 'post-weblog',
  book: 'book',
  'book section': 'chapter',
  case: 'legal_case',
  'computer program': 'software',
  'conference paper': 'paper-conference',
  'conference proceedings': 'paper-conference',
  dataset: 'dataset',
  dictionary: 'entry-dictionary',
  'edited book': 'book',
  'electronic article': 'article-journal',
  'electronic book': 'book',
  encyclopedia: 'entry-encyclopedia',
  'film or broadcast': 'motion_picture',
  generic: 'document',
  'journal article': 'article-journal',
  'magazine article': 'article-magazine',
  manuscript: 'manuscript',
  map: 'map',
  'newspaper article': 'article-newspaper',
  patent: 'patent',
  'personal communication': 'personal_communication',
  report: 'report',
  standard: 'standard',
  statute: 'legislation',
  thesis: 'thesis',
  'unpublished work': 'manuscript',
  'web page': 'webpage',
};

const RIS_BY_CSL = new Map(TYPES.map(([csl, ris]) => [csl, ris]));
const BIBTEX_BY_CSL = new Map(TYPES.map(([csl, , bibtex]) => [csl, bibtex]));
const CSL_BY_RIS = new Map([
  ...Object.entries(MORE_RIS),
  ...TYPES.map(([csl, ris]) => [ris, csl] as const),
  // Several types are written as these; the usual one is read.
  ['JOUR', 'article-journal'],
  ['GEN', 'document'],
  ['CONF', 'paper-conference'],
  ['ENCYC', 'entry-encyclopedia'],
  ['PCOMM', 'personal_communication'],
]);

export const risType = (csl: string): string => RIS_BY_CSL.get(csl) ?? 'GEN';
export const bibtexType = (csl: string): string => BIBTEX_BY_CSL.get(csl) ?? 'misc';
export const cslTypeOfRis = (ris: string): string | undefined => CSL_BY_RIS.get(ris.toUpperCase());
export const cslTypeOfName = (name: string): string | undefined =>
  Object.hasOwn(NAMED, name.toLowerCase()) ? NAMED[name.toLowerCase()] : undefined;

const PERIODICALS = new Set(
  'article-journal article-magazine article-newspaper review review-book periodical'.split(' '),
);
/** Types whose second title is that of a series. */
const WHOLE_WORKS = new Set('book report software map thesis classic dataset pamphlet standard'.split(' '));
/** Types that have a number of their own, not one in a series. */
const NUMBERED = new Set('report patent bill legislation standard regulation document dataset software'.split(' '));

export const isPeriodical = (type: string): boolean => PERIODICALS.has(type);
export const isWholeWork = (type: string): boolean => WHOLE_WORKS.has(type);
/** The variable that holds the number of a reference of this type: of the issue, its own, or in a series. */
export function numberVariable(type: string): 'issue' | 'number' | 'collection-number' {
  if (isPeriodical(type)) return 'issue';
  return NUMBERED.has(type) ? 'number' : 'collection-number';
}
