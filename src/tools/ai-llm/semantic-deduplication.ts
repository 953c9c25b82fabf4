import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, json, overLimit, quote, withFiles } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { openEmbedder } from '../../engines/embeddings/embedder.js';
import { type CsvFile, findColumn, openCsv, withColumns } from '../../formats/csv-file.js';
import { type Grouping, groupSimilarTexts } from '../../lib/similarity/similar-texts.js';
import { countCodePoints, exceedsCodePoints } from '../../lib/unicode/code-points.js';

const MAX_ROWS = 500;
const MAX_CHARACTERS = 1000;
const SUFFIX = '-groups.csv';
const NAME_CHARACTERS = 200;

/** The texts of a column. A row that is too short has an empty one. */
function readTexts(csv: CsvFile, column: string): string[] {
  const index = findColumn(csv, column, 'column');
  return csv.rows.map(({ cells }, row) => {
    const text = cells[index] ?? '';
    if (exceedsCodePoints(text, MAX_CHARACTERS)) {
      const length = countCodePoints(text);
      throw overLimit(
        `Row ${row + 1} of column ${quote(column)} must have at most ${MAX_CHARACTERS} characters, got ${length}`,
      );
    }
    return text;
  });
}

/** The cells that each row gets: group number from 1, similarity, method. */
const describeRows = ({ texts }: Grouping): string[][] =>
  texts.map(({ group, similarity, method }) => [
    group === undefined ? '' : String(group + 1),
    similarity === undefined ? '' : String(similarity),
    method ?? '',
  ]);

const describeGroups = ({ groups }: Grouping) =>
  groups.map(({ members, representative, similarity }, index) => ({
    id: index + 1,
    rows: members.map((member) => member + 1),
    representative: representative + 1,
    similarity,
  }));

const outputName = (name: string): string =>
  [...stemOf(name)].slice(0, NAME_CHARACTERS - SUFFIX.length).join('') + SUFFIX;

const FAQ = [
  'id,text',
  '1,How do I reset my password?',
  '2,The invoice was charged twice',
  '3,I forgot my password. How do I change it?',
  '4,how do I reset  my PASSWORD?',
  '',
].join('\n');

export default defineTool({
  id: 'semantic-deduplication',
  title: 'Semantic Deduplication',
  summary: 'Proposes groups of CSV rows whose texts say the same, and keeps every row.',
  family: 'ai-llm',
  class: 'model',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.csv'] },
  options: {
    column: z.string().max(1000).default('text').describe('Name of the column that holds the texts.'),
    threshold: z
      .number()
      .min(0.5)
      .max(1)
      .default(0.85)
      .describe('Lowest similarity of any two rows of a group; 1 groups exact duplicates only.'),
  },
  result: 'mixed',
  data: z.object({
    model: z.string().describe('Model that compared the texts.'),
    threshold: z.number().describe('Lowest similarity of two rows of a group.'),
    rows: count('Number of rows.'),
    groups: z
      .array(
        z.object({
          id: place('Number of the group.'),
          rows: z.array(z.int()).describe('Numbers of its rows, from 1.'),
          representative: place('Row that is most like the others.'),
          similarity: z.number().describe('Lowest similarity of any two of its rows, from 0 to 1.'),
        }),
      )
      .describe('Groups of rows that say the same.'),
  }),
  notes: [
    'At most 500 rows below the header, blank lines not counted, and 1,000 characters per text.',
    'All rows are kept in their order; the file gets the columns "group", "similarity" (to the group\'s representative) and "method" behind the others, with a number where a name is taken.',
    'Method "exact" is equal but for letter case, spaces, quotation marks, dashes and compatibility forms; "semantic" uses the embedding model and shared words; "lexical" uses letters and words only, for texts that the model does not know.',
    'The bundled model reads English; texts in other languages, codes and emoji are compared by their letters.',
    'Texts with different numbers, dates, times, amounts, codes, colours, negations or opposites ("love" and "hate") never share a group, however similar they are. Neither do texts in which two parts have changed places ("Paris to Rome", "Rome to Paris").',
    'Different names keep texts apart only where the model knows the words as names. At a low threshold, check groups such as "Alice paid Bob" and "Carol paid Bob".',
    "Every two rows of a group reach the threshold (complete linkage); a group's own similarity is that of its least alike pair, and its representative is the row closest to all others.",
    'Rows are numbered from 1 below the header; rows without text belong to no group.',
    'Encoding, byte order mark, delimiter (comma, semicolon, tab or bar), quotes and line breaks of the file stay as they are; where a column name stands twice, the first counts.',
    'Cells that look like formulas are kept as they are: a spreadsheet program that opens the file may run them.',
    'Where the operator has set MODEL_DIR, the sentence-transformers ONNX model in it is used; "model" in the result names the model.',
  ],
  aliases: [
    'find duplicate rows by meaning',
    'fuzzy deduplicate csv',
    'near duplicate texts',
    'similar sentences',
    'cluster similar rows',
    'paraphrase detection',
    'find texts that mean the same',
  ],
  verified: [
    'Embeddings against the TensorFlow.js original of the same weights: cosine at least 0.9999 on 200 sentences',
    'STS Benchmark dev, 1,500 human-scored pairs: Spearman 0.847, best F1 0.693 for a score of 4 or more',
    'Reading: csv-spectrum, 11 of 11 files; writing: Papa Parse reads the same cells back from 300 random files',
  ],
  examples: [
    {
      title: 'Two questions that say the same, one of them twice',
      files: [{ name: 'faq.csv', text: FAQ }],
      output: {
        data: {
          model: 'universal-sentence-encoder-lite',
          threshold: 0.85,
          rows: 4,
          groups: [{ id: 1, rows: [1, 3, 4], representative: 1, similarity: 0.8813 }],
        },
        files: [
          {
            name: 'faq-groups.csv',
            mime: 'text/csv',
            text: [
              'id,text,group,similarity,method',
              '1,How do I reset my password?,1,1,exact',
              '2,The invoice was charged twice,,,semantic',
              '3,I forgot my password. How do I change it?,1,0.8813,semantic',
              '4,how do I reset  my PASSWORD?,1,1,exact',
              '',
            ].join('\n'),
          },
        ],
      },
    },
    {
      title: 'A semicolon file in which only exact duplicates count',
      options: { column: 'Titel', threshold: 1 },
      files: [{ name: 'titel.csv', text: 'Nr;Titel\r\n1;"Größe; Farbe"\r\n2;\r\n3;"GRÖSSE;  FARBE"\r\n' }],
      output: {
        data: {
          model: 'universal-sentence-encoder-lite',
          threshold: 1,
          rows: 3,
          groups: [{ id: 1, rows: [1, 3], representative: 1, similarity: 1 }],
        },
        files: [
          {
            name: 'titel-groups.csv',
            mime: 'text/csv',
            text: 'Nr;Titel;group;similarity;method\r\n1;"Größe; Farbe";1;1;exact\r\n2;;;;\r\n3;"GRÖSSE;  FARBE";1;1;exact\r\n',
          },
        ],
      },
    },
    {
      title: 'Numbers, negations and opposites keep rows apart at any threshold',
      options: { threshold: 0.5 },
      files: [
        {
          name: 'apart.csv',
          text: 'text\nThe meeting is at 3pm\nThe meeting is at 5pm\nIt is working\nIt is not working\nI love this product\nI hate this product\n',
        },
      ],
      output: {
        data: { model: 'universal-sentence-encoder-lite', threshold: 0.5, rows: 6, groups: [] },
        files: [{ name: 'apart-groups.csv', mime: 'text/csv' }],
      },
    },
    {
      title: 'A column that the file does not have',
      options: { column: 'body' },
      files: [{ name: 'faq.csv', text: FAQ }],
      error: { code: 'INVALID_INPUT', message: 'Option "column" must be one of the columns "id", "text", got "body"' },
    },
    {
      title: 'A text that is too long',
      files: [{ name: 'long.csv', text: `text\nshort\n${'x'.repeat(1001)}\n` }],
      error: { code: 'LIMIT_EXCEEDED', message: 'Row 2 of column "text" must have at most 1000 characters, got 1001' },
    },
    {
      title: 'Too many rows',
      files: [{ name: 'many.csv', text: `text\n${'x\n'.repeat(501)}` }],
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'CSV file "many.csv" must have at most 500 rows, line 502 begins row 501',
      },
    },
    {
      title: 'An empty file',
      files: [{ name: 'empty.csv', text: '\n' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read CSV file "empty.csv": it has no header row' },
    },
    {
      title: 'A quote that is never closed',
      files: [{ name: 'open.csv', text: 'text\na\n"b\nc\n' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read CSV file "open.csv": line 3, column 1: the quoted value that begins here has no closing quote\n"b\n^',
      },
    },
    {
      title: 'A workbook named .csv',
      files: [{ name: 'book.csv', base64: 'UEsDBBQAAAAIAA==' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read CSV file "book.csv": it is a ZIP archive or a workbook, not text',
      },
    },
  ],
  async run({ options, files, signal, settings }) {
    const [file] = files;
    const csv = await openCsv(file, MAX_ROWS);
    const texts = readTexts(csv, options.column);
    const model = await openEmbedder(settings.modelDir);
    const grouping = await groupSimilarTexts(texts, options.threshold, model, signal);
    const summary = {
      model: model.name,
      threshold: options.threshold,
      rows: texts.length,
      groups: describeGroups(grouping),
    };
    const bytes = withColumns(csv, ['group', 'similarity', 'method'], describeRows(grouping));
    return withFiles(json(summary), [{ name: outputName(file.name), mime: 'text/csv', bytes }]);
  },
});
