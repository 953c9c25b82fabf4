/** PubMed and EndNote files, beside bibutils. */

import { describe, expect, it } from 'vitest';

import { readEndNote } from '../../lib/citations/endnote.js';
import { readMedline } from '../../lib/citations/medline.js';
import type { CslName, Reference } from '../../lib/citations/reference.js';
import { readRis } from '../../lib/citations/ris.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';

const hasBibutils = hasProgram('med2xml', ['-v'], 'references of PubMed and EndNote against bibutils');

const WORDS = 'analysis of DNA Café naïve 50% Łódź study São 東京 costs'.split(' ');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** bibutils leaves out the suffixes of PubMed: those have a test of their own. */
const PEOPLE = [
  ['Doe', 'Jane A', 'JA'],
  ['Müller', 'Jörg', 'J'],
  ['van Beethoven', 'Ludwig', 'L'],
  ["O'Neil", 'Pat', 'P'],
  ['García Márquez', 'Gabriel', 'G'],
  ['Smith-Jones', 'Ann B', 'AB'],
] as const;

const words = (chance: Chance, count: number): string =>
  `T${Array.from({ length: count }, () => ` ${pick(chance, WORDS)}`).join('')} end`;

/** Longer lines go on behind six blanks. */
const field = (tag: string, text: string): string =>
  text === '' ? '' : `${tag.padEnd(4)}- ${text.replace(/(.{30,60}) /g, '$1\n      ')}\n`;
const element = (name: string, text: string): string => (text === '' ? '' : `<${name}>${text}</${name}>`);

/** One article as PubMed writes it in both of its formats. */
function article(chance: Chance, index: number): { readonly nbib: string; readonly xml: string } {
  // bibutils has a person who is named twice once.
  const people = PEOPLE.filter(() => chance(2) === 0);
  const isFull = chance(3) > 0;
  const [year, month] = [String(1950 + chance(75)), pick(chance, ['', ...MONTHS])];
  const day = month !== '' && chance(2) === 0 ? String(1 + chance(28)) : '';
  const [volume, issue] = [String(1 + chance(90)), pick(chance, ['', '2', '3-4', 'Suppl 1', '12 Pt 2'])];
  const pages = pick(chance, ['1-10', '123-45', '1023-6', 'e1234', 'S1-10', '99-101']);
  const [title, abstract] = [`${words(chance, 4 + chance(9))}?`, `${words(chance, 20)}.`];
  const group = chance(4) === 0 ? 'ABC Study Group' : '';
  const doi = `10.1000/a.${index}`;
  const nbib = [
    field('PMID', String(10_000_000 + index)),
    field('IS', '0028-0836 (Print)'),
    field('VI', volume),
    field('IP', issue),
    field('DP', [year, month, day].filter((part) => part !== '').join(' ')),
    field('TI', title),
    field('PG', pages),
    field('LID', `${doi} [doi]`),
    field('AB', abstract),
    ...people.map(
      ([family, given, initials]) =>
        (isFull ? field('FAU', `${family}, ${given}`) : '') + field('AU', `${family} ${initials}`),
    ),
    field('CN', group),
    field('JT', 'Nature medicine'),
    '\n',
  ].join('');
  const authors = people.map(
    ([family, given, initials]) =>
      `<Author>${element('LastName', family)}${element('ForeName', isFull ? given : [...initials].join(' '))}${element('Initials', initials)}</Author>`,
  );
  const collective = group === '' ? '' : `<Author>${element('CollectiveName', group)}</Author>`;
  const date = `${element('Year', year)}${element('Month', month)}${element('Day', day)}`;
  const xml = `<PubmedArticle><MedlineCitation><PMID>${10_000_000 + index}</PMID><Article><Journal><ISSN>0028-0836</ISSN><JournalIssue>${element('Volume', volume)}${element('Issue', issue)}<PubDate>${date}</PubDate></JournalIssue><Title>Nature medicine</Title></Journal>${element('ArticleTitle', title)}<Pagination>${element('MedlinePgn', pages)}</Pagination><Abstract>${element('AbstractText', abstract)}</Abstract><AuthorList>${authors.join('')}${collective}</AuthorList></Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">${doi}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`;
  return { nbib, xml };
}

const nameOf = ({ literal, family, given, suffix, ...more }: CslName): string =>
  literal ??
  [[more['dropping-particle'], family].filter(Boolean).join(' '), given?.replaceAll('.', ''), suffix]
    .filter((part) => part !== undefined)
    .join('|');

const chosen = ({ item }: Reference) => ({
  type: item.type,
  title: item.title,
  author: ((item.author ?? []) as CslName[]).map(nameOf),
  container: item['container-title'],
  volume: item.volume,
  issue: item.issue,
  page: item.page,
  issued: item.issued,
  DOI: item.DOI,
  ISSN: item.ISSN,
  abstract: item.abstract,
});

describe.skipIf(!hasBibutils)('beside bibutils', () => {
  it('300 references of PubMed are those of its XML', () => {
    const chance = chanceOf(43);
    const made = Array.from({ length: 300 }, (_, index) => article(chance, index));
    const ours = readMedline(made.map(({ nbib }) => nbib).join(''), 1000).map(chosen);
    const source = `<?xml version="1.0" encoding="UTF-8"?>\n<PubmedArticleSet>\n${made.map(({ xml }) => xml).join('\n')}\n</PubmedArticleSet>\n`;
    const mods = runProgram('med2xml', ['-i', 'utf8'], source);
    const theirs = readRis(runProgram('xml2ris', ['-nb'], mods).toString(), 1000).map(chosen);
    expect(ours).toEqual(theirs);
  });
});

it('suffixes behind given names and initials are told apart', () => {
  const nbib =
    'PMID- 1\nFAU - King, Martin Luther Jr\nFAU - Smith, John 3rd\n\nPMID- 2\nAU  - King ML Jr\nAU  - Doe J\n';
  const names = readMedline(nbib, 10).map(({ item }) => item.author);
  expect(names).toEqual([
    [
      { family: 'King', given: 'Martin Luther', suffix: 'Jr' },
      { family: 'Smith', given: 'John', suffix: '3rd' },
    ],
    [
      { family: 'King', given: 'M L', suffix: 'Jr' },
      { family: 'Doe', given: 'J' },
    ],
  ]);
});

it('the people of an edited book of EndNote are its editors', () => {
  const [reference] = readEndNote('%0 Edited Book\n%A King, Martin Luther Jr\n%T One\n', 10);
  expect(reference?.item).toMatchObject({
    type: 'book',
    editor: [{ family: 'King', given: 'Martin Luther', suffix: 'Jr' }],
  });
  expect(reference?.item.author).toBeUndefined();
});
