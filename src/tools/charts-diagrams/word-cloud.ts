import { z } from 'zod';
import { stemOf } from '../../core/files.js';
import { defineTool, json, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { chartMeasure } from '../../engines/charts.js';
import { drawingFile } from '../../formats/charts/chart-file.js';
import { chartLook } from '../../formats/charts/chart-look.js';
import { lookOptions } from '../../formats/charts/chart-options.js';
import { chartData } from '../../formats/charts/chart-series.js';
import { readChartTable } from '../../formats/charts/chart-table.js';
import { slicesOf } from '../../formats/charts/slices.js';
import { cloudDrawing, cloudOf, type WeightedWord } from '../../formats/charts/word-cloud.js';
import { dateNames } from '../../formats/date-names.js';
import { skippedWords } from '../../formats/skipped-words.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault } from '../../lib/faults.js';
import { compareCodePoints } from '../../lib/json/write.js';
import { segmentText } from '../../lib/unicode/text-segments.js';

const MAX_WORDS = 500;
const MAX_WORD_CHARACTERS = 100;

/** Words by how often they occur, each spelled as it mostly is. */
function countedWords(text: string, skipped: ReadonlySet<string>, minLength: number, locale: string): WeightedWord[] {
  const found = new Map<string, Map<string, number>>();
  for (const { start, end, isWord } of segmentText(text, 'word', locale)) {
    if (!isWord) continue;
    const word = text.slice(start, end);
    const key = word.toLowerCase().replaceAll('\u2019', "'");
    if (word.length < minLength || word.length > MAX_WORD_CHARACTERS || skipped.has(key) || /^[\d.,]+$/.test(word))
      continue;
    const spellings = found.get(key) ?? new Map<string, number>();
    found.set(key, spellings);
    spellings.set(word, (spellings.get(word) ?? 0) + 1);
  }
  return [...found.values()].map((spellings) => {
    const [usual] = [...spellings].sort(([a, m], [b, n]) => n - m || compareCodePoints(b, a));
    return { text: usual?.[0] ?? '', weight: [...spellings.values()].reduce((sum, times) => sum + times, 0) };
  });
}

export default defineTool({
  id: 'word-cloud',
  title: 'Word Cloud',
  summary: 'Draws the words of a text as a cloud, the frequent ones larger, or words with weights of a table.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt', '.md', '.csv', '.tsv', '.json'] },
  options: {
    weights: z.boolean().default(false).describe('Reads a table of words and their weights instead of a text.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(MAX_WORDS)
      .default(100)
      .describe('Most words; the most frequent are drawn.'),
    minLength: z.number().multipleOf(1).min(1).max(50).default(2).describe('Shortest word of a text, in characters.'),
    stopWords: z
      .boolean()
      .default(true)
      .describe('Skips the function words of the language of "locale", such as the and of, where they are known.'),
    ignore: z.string().max(100_000).default('').describe('Further words to skip, separated by whitespace or commas.'),
    shape: z.enum(['rectangle', 'ellipse']).default('rectangle').describe('Shape of the cloud.'),
    verticalPercent: z.number().min(0).max(100).default(0).describe('Share of the words that are written upwards.'),
    header: shared.header().describe('With "weights": the first row holds the column names.'),
    locale: shared.locale(),
    ...lookOptions,
  },
  result: 'mixed',
  data: z.object({
    words: z
      .array(
        z.object({
          text: z.string().describe('Word, as it is mostly spelled.'),
          weight: z.number().describe('How often it occurs, or its weight.'),
          fontSize: z.number().describe('Size of its letters in pixels.'),
        }),
      )
      .describe('Words that are drawn, the largest first.'),
    different: count('Different words of the text or table.'),
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    warnings: warnings(),
  }),
  notes: [
    'Areas of the letters follow the weights. The same input gives the same cloud. Words never overlap, in any font: SVG states the width of each.',
    'Words are divided as Unicode says, Chinese, Japanese and Thai by a dictionary; upper and lower case are one word, and numbers are left out.',
    'Function words are known for de, en, es, fr, it, nl, pt and sv. Words that find no room are named in "warnings".',
  ],
  aliases: [
    'tag cloud',
    'wordle',
    'wordcloud generator',
    'text cloud',
    'keyword cloud',
    'most used words picture',
    'picture of the most used words',
  ],
  verified: [
    'Boxes of 30 random clouds: none overlap, all are inside the picture, and sizes descend with the weights',
    'word-frequency: the same counts for the same text',
  ],
  examples: [
    {
      title: 'A sentence',
      input: 'Rain, rain, go away; come again another day. The rain in Spain.',
      options: { limit: 3 },
      output: {
        data: {
          words: [
            { text: 'rain', weight: 3, fontSize: 174.39 },
            { text: 'Spain', weight: 1, fontSize: 100.68 },
            { text: 'another', weight: 1, fontSize: 100.68 },
          ],
          different: 7,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'word-cloud.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Words with weights',
      input: 'word,weight\nred,100\ngreen,25\nblue,25\n',
      options: { weights: true, format: 'png', shape: 'ellipse' },
      output: {
        data: {
          words: [
            { text: 'red', weight: 100, fontSize: 167.97 },
            { text: 'blue', weight: 25, fontSize: 83.99 },
            { text: 'green', weight: 25, fontSize: 83.99 },
          ],
          different: 3,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'word-cloud.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A text of function words',
      input: 'to be or not to be',
      error: { code: 'INVALID_INPUT', message: 'Cannot draw property "input": it has no words' },
    },
    {
      title: 'Weights that are not numbers',
      input: 'word,weight\nred,many\n',
      options: { weights: true },
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it has no column of numbers' },
    },
  ],
  async run({ input, files, options }) {
    const { locale, limit, weights, title } = options;
    dateNames(locale);
    const [file] = files;
    const found: WeightedWord[] = [];
    if (weights) {
      const table = await readChartTable({ input, files }, { ...options, delimiter: 'auto', sheet: '', password: '' });
      const slices = refusing(`Cannot read ${table.label}`, () => {
        const { xTexts, series } = chartData(table, { x: '', y: '', series: '' }, { isSingle: true });
        return slicesOf(xTexts, series[0]?.values ?? [], { order: 'descending', limit: Number.POSITIVE_INFINITY });
      });
      for (const { label, value } of slices)
        if (value > 0) found.push({ text: label.slice(0, MAX_WORD_CHARACTERS), weight: value });
    } else {
      const source = await readTextSource({ input, files });
      const skipped = skippedWords({ stopWords: options.stopWords, ignore: options.ignore }, locale, true);
      found.push(...countedWords(source.text, skipped, options.minLength, locale));
      refusing(`Cannot draw ${source.label}`, () => {
        if (found.length === 0) throw new ContentFault('it has no words');
      });
    }
    const words = found.sort((a, b) => b.weight - a.weight || compareCodePoints(a.text, b.text)).slice(0, limit);
    const look = chartLook(options, chartMeasure([title, ...words.map(({ text }) => text)].join('')));
    const cloud = cloudOf(words, look, options);
    const drawn = await drawingFile(
      { root: cloudDrawing(cloud, look), removed: [], elements: cloud.length, depth: 2 },
      look,
      {
        ...options,
        stem: file === undefined ? 'word-cloud' : stemOf(file.name),
        description: `Word cloud: ${cloud.map(({ text, weight }) => `${text} ${weight}`).join(', ')}`,
      },
    );
    const told = new Set(cloud.map(({ text }) => text));
    const missing = words.filter(({ text }) => !told.has(text)).map(({ text }) => text);
    const { width, height } = drawn;
    return withFiles(
      json({
        words: cloud.map(({ text, weight, fontSize }) => ({
          text,
          weight,
          fontSize: Math.round(fontSize * 100) / 100,
        })),
        different: found.length,
        width,
        height,
        warnings: [
          ...(missing.length === 0 ? [] : [`Words without room: ${missing.slice(0, 20).join(', ')}`]),
          ...look.warnings,
        ],
      }),
      [drawn.file],
    );
  },
});
