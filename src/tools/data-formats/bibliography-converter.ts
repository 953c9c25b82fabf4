import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS, readTextSource } from '../../formats/text-source.js';
import { writeBibtex } from '../../lib/citations/bibtex-write.js';
import { writeCsl } from '../../lib/citations/csl-write.js';
import { referenceKeys } from '../../lib/citations/reference-keys.js';
import { writeRis } from '../../lib/citations/ris-write.js';
import { fromPlain } from '../../lib/json/values.js';
import { REFERENCE_SOURCES, readReferences } from './_references.js';

const BIBTEX = { extension: '.bib', mime: 'application/x-bibtex' };
const RIS = { extension: '.ris', mime: 'application/x-research-info-systems' };

export default defineTool({
  id: 'bibliography-converter',
  title: 'Bibliography Converter',
  summary: 'Converts references between BibTeX, RIS and CSL-JSON, and from BibLaTeX, PubMed and EndNote files.',
  family: 'data-formats',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', ...REFERENCE_SOURCES])
      .default('auto')
      .describe('Format to read; BibLaTeX is bibtex, .nbib is pubmed, .enw is endnote; auto detects it.'),
    to: z.enum(['bibtex', 'ris', 'csl-json']).default('bibtex').describe('Format to write.'),
    keys: z
      .enum(['keep', 'author-year'])
      .default('keep')
      .describe('Keeps the keys of the references, or makes all of author and year.'),
  },
  result: 'mixed',
  data: anyJson('References as CSL-JSON; only where that format is asked for.'),
  notes: [
    'Keys: a reference without one, or whose key BibTeX cannot hold, gets author and year (doe2020). Those that are the same are told apart by a, b, c.',
    'Nothing is left out of a reference: what the format to write has no place for becomes a field of its own name in BibTeX, a note "name: value" (N1) in RIS and a line of the note in CSL-JSON; a tag of RIS that is not known stays as it is. Comments between entries and @preamble are omitted, abbreviations of @string are written out, and a crossref is filled in.',
    'Types: @article is JOUR, @inproceedings CONF, @incollection and @inbook CHAP, @phdthesis and @mastersthesis THES, @techreport RPRT, @unpublished UNPB, @misc GEN, @online ELEC, @software COMP, @dataset DATA, @patent PAT. @online, @dataset, @software, @patent, @movie and @inreference are those of BibLaTeX, which older styles print as @misc; @manual and @proceedings become books; types of RIS without a BibTeX type become @misc.',
    'BibTeX is written in UTF-8 with LaTeX escapes, entries and fields in a steady order. Words with capitals inside, such as DNA, are put in braces in titles; braces that are there stay. A day, or a range of dates, is the BibLaTeX field date beside year and month.',
    'Names: particles (von) and suffixes (Jr.) are kept; in RIS, PubMed and EndNote a name of several words without a comma is an organisation. Omitted in RIS: italics, bold and raised letters, and a comma in the name of an organisation. Line breaks in an abstract become spaces, a straight apostrophe of BibTeX a curly one.',
    'PubMed: dates and state of the record itself, investigators, affiliations, identifiers other than DOIs and a second ISSN are omitted; headings (MH) become keywords. At most 10,000 references, 8,388,608 characters of CSL-JSON.',
  ],
  aliases: [
    'bibtex to ris',
    'ris to bibtex',
    'bib to csl',
    'bibtex to csl-json',
    'csl-json to bibtex',
    'ris to csl-json',
    'endnote to bibtex',
    'pubmed to bibtex',
    'nbib to bibtex',
    'nbib to ris',
    'zotero',
    'mendeley',
    'jabref',
    'reference manager converter',
  ],
  verified: [
    'pandoc 2.17 reads the written BibTeX as the same items: 1,000 generated references of seven types, 21 variables, apart from capitals of titles that nothing protects and braces in texts.',
    'bibutils 7.2: 300 generated PubMed references have the titles, people, journals, volumes, pages, dates and DOIs that it reads from the same in the XML of PubMed.',
    'bibutils 7.2 reads the written RIS with the same titles, containers, volumes, pages, years, DOIs and names of people: 500 generated references; a RIS file that it writes is read as the same reference.',
    'Round trips: 2,400 generated references of seven types through RIS, BibTeX and RIS keep every variable.',
  ],
  examples: [
    {
      title: 'RIS to BibTeX',
      input:
        'TY  - JOUR\nAU  - LeCun, Yann\nAU  - Bengio, Yoshua\nTI  - Deep learning of DNA\nT2  - Nature\nPY  - 2015\nDA  - 2015/05/28/\nVL  - 521\nIS  - 7553\nSP  - 436\nEP  - 444\nDO  - 10.1038/nature14539\nER  - \n',
      output: {
        text: '@article{lecun2015,\n  author = {LeCun, Yann and Bengio, Yoshua},\n  title = {Deep learning of {DNA}},\n  journal = {Nature},\n  volume = {521},\n  number = {7553},\n  pages = {436--444},\n  year = {2015},\n  month = may,\n  date = {2015-05-28},\n  doi = {10.1038/nature14539},\n}\n',
      },
    },
    {
      title: 'BibTeX to RIS',
      input:
        '@inproceedings{knuth, author = {M{\\"u}ller, J{\\"o}rg and {ACM}}, title = {Proofs \\& {Caf\\\'e}s}, booktitle = {Proc. of X}, year = 1999, month = mar, pages = {5--8}, file = {a.pdf}}',
      options: { to: 'ris' },
      output: {
        text: 'TY  - CONF\nID  - knuth\nAU  - Müller, Jörg\nAU  - ACM,\nTI  - Proofs & Cafés\nT2  - Proc. of X\nSP  - 5\nEP  - 8\nPY  - 1999\nDA  - 1999/03//\nN1  - file: a.pdf\nER  - \n',
      },
    },
    {
      title: 'PubMed to CSL-JSON',
      input:
        'PMID- 12345\nDP  - 2019 Mar 5\nTI  - A title that\n      wraps.\nFAU - Doe, Jane A\nAU  - Doe JA\nJT  - Journal of Foo\nVI  - 12\nPG  - 123-30\nLID - 10.1000/xyz [doi]\n',
      options: { to: 'csl-json' },
      output: {
        text: '[\n  {\n    "id": "doe2019",\n    "type": "article-journal",\n    "title": "A title that wraps",\n    "author": [\n      {\n        "family": "Doe",\n        "given": "Jane A"\n      }\n    ],\n    "container-title": "Journal of Foo",\n    "volume": "12",\n    "page": "123-130",\n    "issued": {\n      "date-parts": [\n        [\n          2019,\n          3,\n          5\n        ]\n      ]\n    },\n    "DOI": "10.1000/xyz",\n    "PMID": "12345"\n  }\n]\n',
      },
    },
    {
      title: 'RIS without a type',
      input: 'AU  - Doe, Jane\nTI  - Logic\n',
      options: { from: 'ris' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as RIS: line 1: expected "TY  - " before "AU"',
      },
    },
    {
      title: 'Unclosed entry',
      input: '@book{a,\n  title = {Logic}\n',
      options: { to: 'ris' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as BibTeX: line 1, column 1: the entry that begins here has no "}"\n@book{a,\n^',
      },
    },
    {
      title: 'CSL-JSON without a type',
      input: '[{"title": "Logic"}]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as CSL-JSON: item 1: "type" must be a text such as "book"',
      },
    },
    {
      title: 'Nothing to convert',
      input: 'no entry',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it has no reference' },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options: { from, to, keys } }) {
    const source = await readTextSource({ input, files });
    const references = readReferences(source, from);
    const names = referenceKeys(references, keys === 'keep');
    if (to === 'csl-json')
      return documentResult(source, `${writeDocument(fromPlain(writeCsl(references, names)))}\n`, KINDS.json, 'native');
    return to === 'ris'
      ? documentResult(source, writeRis(references, names), RIS, 'native')
      : documentResult(source, writeBibtex(references, names), BIBTEX, 'native');
  },
});
