import { MAX_DOCUMENTS } from './_docx-records.js';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const DOCX = `${WORD}.document`;
const MACROS = 'application/vnd.ms-word';
const SLIDES = 'application/vnd.openxmlformats-officedocument.presentationml';
const MACRO_SLIDES = 'application/vnd.ms-powerpoint';
/** By ending. */
export const MIMES: Readonly<Record<string, string>> = {
  '.docx': DOCX,
  '.docm': `${MACROS}.document.macroEnabled.12`,
  '.dotx': `${WORD}.template`,
  '.dotm': `${MACROS}.template.macroEnabled.12`,
  '.pptx': `${SLIDES}.presentation`,
  '.pptm': `${MACRO_SLIDES}.presentation.macroEnabled.12`,
  '.ppsx': `${SLIDES}.slideshow`,
  '.potx': `${SLIDES}.template`,
};

const LETTER = { name: 'letter.docx', fixture: 'documents/letter-template.docx' };

const TALK = { name: 'talk.pptx', fixture: 'documents/talk-template.pptx' };

export const TEMPLATE_EXAMPLES = [
  {
    title: 'A letter with a table and a condition',
    input:
      '{"customer": {"name": "Ada Ltd"}, "date": "29 February 2024", "items": [{"name": "Desk", "price": "349.50"}, {"name": "Lamp", "price": "19.99"}], "due": "14 March", "terms": ["No returns", "Paid in euros"]}',
    files: [LETTER],
    output: {
      data: { documents: 1, filled: 10, missing: [], warnings: [] },
      files: [{ name: 'letter-filled.docx', mime: DOCX }],
    },
  },
  {
    title: 'A document for each row, with something missing',
    files: [LETTER, { name: 'people.csv', text: 'customer.name,date\nAda,1 May\nGrace,2 May\n' }],
    output: {
      data: {
        documents: 2,
        filled: 12,
        missing: ['items.name', 'items.price', 'terms'],
        warnings: ['The data has no value for items.name, items.price, terms'],
      },
      files: [
        { name: 'letter-filled-1.docx', mime: DOCX },
        { name: 'letter-filled-2.docx', mime: DOCX },
      ],
    },
  },
  {
    title: 'A value must not be missing',
    input: '{"customer": {"name": "Ada Ltd"}, "date": "1 May", "items": []}',
    options: { missing: 'refuse' },
    files: [LETTER],
    error: {
      code: 'INVALID_INPUT',
      message: 'Data must have a value for each placeholder, got none for terms',
    },
  },
  {
    title: 'Data that is not an object',
    input: '"Ada"',
    files: [LETTER],
    error: {
      code: 'INVALID_INPUT',
      message: 'Input must be a JSON object, or a list of objects with a document for each',
    },
  },
  {
    title: 'No data',
    files: [LETTER],
    error: {
      code: 'INVALID_INPUT',
      message: 'Property "input" must not be empty where no file with data is given',
    },
  },
  {
    title: 'Data twice',
    input: '{}',
    files: [LETTER, { name: 'a.json', text: '{}' }],
    error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file with data is given' },
  },
  {
    title: 'Two files with data',
    files: [LETTER, { name: 'a.json', text: '{}' }, { name: 'b.csv', text: 'a\n1\n' }],
    error: { code: 'INVALID_INPUT', message: 'Files must include at most one file with data, got 2' },
  },
  {
    title: 'A CSV file without rows',
    files: [LETTER, { name: 'a.csv', text: 'name\n' }],
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot read CSV file "a.csv": it must have at least one row below its header',
    },
  },
  {
    title: 'Too many documents',
    input: `[${Array.from({ length: MAX_DOCUMENTS + 1 }, () => '{}').join(',')}]`,
    files: [LETTER],
    error: { code: 'LIMIT_EXCEEDED', message: 'Data must be for at most 100 documents, got 101' },
  },
  {
    title: 'No template',
    input: '{}',
    files: [{ name: 'a.csv', text: 'x' }],
    error: { code: 'INVALID_INPUT', message: 'Files must include one Word document or presentation, got 0' },
  },
  {
    title: 'Not a Word document',
    input: '{}',
    files: [{ name: 'a.docx', text: 'x' }],
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot read file "a.docx" as a Word document: it is not a ZIP archive',
    },
  },
  {
    title: 'A presentation with a slide for each region',
    input:
      '{"title": "The year", "speaker": "Ada", "date": "May", "regions": [{"name": "North", "points": ["More boats", "Less salt"], "note": "slowly"}, {"name": "South", "points": [], "note": ""}], "items": [{"name": "Salt", "price": 4}], "contact": null}',
    files: [TALK],
    output: {
      data: { documents: 1, filled: 13, missing: [], warnings: [] },
      files: [{ name: 'talk-filled.pptx', mime: `${SLIDES}.presentation` }],
    },
  },
  {
    title: 'Not a presentation',
    input: '{}',
    files: [{ name: 'a.pptx', text: 'x' }],
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot read file "a.pptx" as a presentation: it is not a ZIP archive',
    },
  },
] as const;
