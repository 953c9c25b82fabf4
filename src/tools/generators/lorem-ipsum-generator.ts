import { z } from 'zod';

import { defineTool, invalid, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { Lorem } from '../../lib/chance/lorem.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { drawsFrom } from '../../lib/secrets/draw.js';

/** Kinds of text by unit: whether they are blocks of their own. */
type Unit = 'paragraphs' | 'sentences' | 'words' | 'items' | 'characters';

const MAX_COUNT = 100_000;
const MAX_PARAGRAPHS = 2000;
const MAX_LINES = 20_000;

/** Whole sentences up to a length, the last cut to it; it ends with a full stop where there is room for a word. */
function ofLength(lorem: Lorem, length: number): string {
  let found = '';
  while (found.length < length) found += `${found === '' ? '' : ' '}${lorem.sentence()}`;
  const cut = found.slice(0, Math.max(0, length - 1)).replace(/[ ,.]$/, 'a');
  return `${cut}${length > 1 ? '.' : found.slice(0, 1)}`;
}

function pieces(lorem: Lorem, unit: Unit, count: number): string[] {
  if (unit === 'paragraphs') return Array.from({ length: count }, () => lorem.paragraph());
  if (unit === 'items') return Array.from({ length: count }, () => lorem.item());
  if (unit === 'characters') return [ofLength(lorem, count)];
  if (unit === 'words') return [lorem.words(count).join(' ')];
  return [Array.from({ length: count }, () => lorem.sentence()).join(' ')];
}

const FORMATS = {
  text: {
    paragraphs: (parts: readonly string[]) => parts.join('\n\n'),
    items: (parts: readonly string[]) => parts.join('\n'),
    mime: 'text/plain;charset=utf-8',
    name: 'result.txt',
  },
  html: {
    paragraphs: (parts: readonly string[]) => parts.map((part) => `<p>${part}</p>`).join('\n'),
    items: (parts: readonly string[]) => `<ul>\n${parts.map((part) => `  <li>${part}</li>`).join('\n')}\n</ul>`,
    mime: 'text/html;charset=utf-8',
    name: 'result.html',
  },
  markdown: {
    paragraphs: (parts: readonly string[]) => parts.join('\n\n'),
    items: (parts: readonly string[]) => parts.map((part) => `- ${part}`).join('\n'),
    mime: 'text/markdown;charset=utf-8',
    name: 'result.md',
  },
} as const;

const LIMITS: Readonly<Record<Unit, number>> = {
  paragraphs: MAX_PARAGRAPHS,
  sentences: MAX_LINES,
  words: MAX_COUNT,
  items: MAX_LINES,
  characters: MAX_COUNT,
};

export default defineTool({
  id: 'lorem-ipsum-generator',
  title: 'Lorem Ipsum Generator',
  summary: 'Writes Latin placeholder text by paragraphs, sentences, words, list items or exact length.',
  family: 'generators',
  class: 'standard',
  input: 'none',
  options: {
    unit: z
      .enum(['paragraphs', 'sentences', 'words', 'items', 'characters'])
      .default('paragraphs')
      .describe('What is counted.'),
    count: z.number().multipleOf(1).min(1).max(MAX_COUNT).default(3).describe('How many of the unit.'),
    startWithLorem: z.boolean().default(true).describe('Begins with "Lorem ipsum dolor sit amet".'),
    format: z
      .enum(['text', 'html', 'markdown'])
      .default('text')
      .describe('Plain text, HTML with paragraphs or a list, or Markdown.'),
    seed: shared.seed(),
  },
  result: 'text',
  notes: [
    'The words are from Cicero, "De finibus bonorum et malorum" (45 BC), as printers have used them since the 1960s; none means anything in this order.',
    'Paragraphs have 4 to 7 sentences of 6 to 16 words; items have 3 to 7 words. Paragraphs are parted by an empty line, items by a line break.',
    'Characters gives a text of exactly that length, for testing fields and layouts; its last word may be cut or have one letter more. Every character is ASCII, so bytes are the same number; HTML tags come on top.',
    'Up to 2,000 paragraphs, 20,000 sentences or items, 100,000 words or characters. The text ends without a line break.',
  ],
  aliases: [
    'placeholder text',
    'dummy text',
    'filler text',
    'blind text',
    'lipsum',
    'sample paragraphs',
    'text of exact length',
  ],
  verified: [
    'Counts of words, sentences, paragraphs, items and characters of 300 texts by regular expressions; 201 exact lengths up to 100,000 characters',
    'Python 3.11 html.parser: the tags of 40 results as HTML are balanced and as many as asked for',
  ],
  examples: [
    { title: 'Three paragraphs', output: { varies: true, text: '…\n\n…\n\n…' } },
    {
      title: 'The usual first words',
      options: { unit: 'words', count: 8 },
      output: { text: 'lorem ipsum dolor sit amet consectetur adipiscing elit' },
    },
    {
      title: 'The usual first sentence as HTML',
      options: { unit: 'sentences', count: 1, format: 'html' },
      output: {
        text: '<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</p>',
      },
    },
    {
      title: 'A text of exactly 12 characters',
      options: { unit: 'characters', count: 12 },
      output: { text: 'Lorem ipsum.' },
    },
    {
      title: 'A list of two items in Markdown',
      options: { unit: 'items', count: 2, startWithLorem: false, format: 'markdown' },
      output: { varies: true, text: '- …\n- …' },
    },
    {
      title: 'More than one run makes',
      options: { count: 2001 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "count" is too high for paragraphs: 2001, up to 2000 are possible',
      },
    },
  ],
  run({ options, random }) {
    const { unit, count, startWithLorem, format, seed } = options;
    if (count > LIMITS[unit])
      throw invalid(`Option "count" is too high for ${unit}: ${count}, up to ${LIMITS[unit]} are possible`);
    const lorem = new Lorem(drawsFrom(seededRandom(seed, random)), startWithLorem);
    const { paragraphs, items, name, mime } = FORMATS[format];
    return text((unit === 'items' ? items : paragraphs)(pieces(lorem, unit, count)), { name, mime });
  },
});
