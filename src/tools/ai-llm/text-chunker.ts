import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, files as filesResult, invalid, json, type OutputFile, overLimit, text } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openEncoding } from '../../engines/text/tokens.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { checkFileSize, KINDS, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { ENCODING_NAMES } from '../../lib/models/openai-models.js';

import { type ChunkRow, type ChunkSettings, chunkRows } from './_chunks.js';

/** Longest chunks together that fit into a response twice, as text and as data. */
const MAX_JSON_CHARACTERS = 8_000_000;
/** Entries of a ZIP archive without ZIP64. */
const MAX_FILES = 60_000;

const JSON_LINES = { name: 'chunks.jsonl', mime: KINDS.jsonLines.mime } as const;

/** Each chunk as a file of an archive, numbered so that names sort in order. */
function zipOf(rows: readonly ChunkRow[]): OutputFile {
  if (rows.length > MAX_FILES)
    throw overLimit(
      `At most ${MAX_FILES} chunks fit into an archive, got ${rows.length}: choose a larger "size" or "format" jsonl`,
    );
  const digits = Math.max(4, String(rows.length).length);
  const entries = rows.map(({ index, source, text: content }) => ({
    name: `${source === undefined ? 'chunk' : stemOf(source)}-${String(index).padStart(digits, '0')}.txt`,
    bytes: Buffer.from(content),
  }));
  return { name: 'chunks.zip', mime: 'application/zip', bytes: writeZip(entries, { level: 6 }) };
}

export default defineTool({
  id: 'text-chunker',
  title: 'Text Chunker',
  summary:
    'Splits text into chunks for retrieval (RAG) by tokens, sentences, paragraphs, headings or code, with exact overlap.',
  family: 'ai-llm',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    by: z
      .enum(['recursive', 'tokens', 'sentences', 'paragraphs', 'markdown', 'code'])
      .default('recursive')
      .describe(
        'Where to cut: recursive takes paragraphs, then lines, sentences and words; markdown also starts a chunk at every heading; code cuts between definitions.',
      ),
    size: z
      .number()
      .multipleOf(1)
      .min(16)
      .max(100_000)
      .default(512)
      .describe('Most tokens (or characters, see "unit") per chunk, with the overlap.'),
    overlap: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(50_000)
      .default(64)
      .describe('Tokens or characters that a chunk repeats from the end of the one before; at most half of "size".'),
    unit: z.enum(['tokens', 'characters']).default('tokens').describe('What "size" and "overlap" count.'),
    encoding: z.enum(ENCODING_NAMES).default('o200k_base').describe('OpenAI encoding that counts tokens.'),
    trim: z
      .boolean()
      .default(false)
      .describe('Removes whitespace at both ends of a chunk; the chunks then no longer join to the whole.'),
    locale: shared.locale(),
    format: z
      .enum(['json', 'jsonl', 'files'])
      .default('json')
      .describe(
        'Form of the result: json for one document, jsonl for a chunk per line, files for a ZIP archive of text files.',
      ),
  },
  result: 'mixed',
  data: z.object({
    chunkCount: count('Number of chunks.'),
    tokenCount: count('Tokens of all chunks, overlaps counted twice.'),
    chunks: z
      .array(
        z.object({
          index: z.int().min(1).describe('Number of the chunk, from 1 in each source.'),
          source: z.string().optional().describe('Name of the file.'),
          text: z.string().describe('Text of the chunk.'),
          start: count('Offset of its first character in the source, in Unicode code points.'),
          end: count('Offset after its last character.'),
          overlap: count('Code points at its start that the chunk before has too.'),
          tokens: count('Number of tokens.'),
          characters: count('Number of Unicode code points.'),
          headings: z
            .array(z.string())
            .optional()
            .describe('Headings above the chunk, outermost first, where "by" is markdown.'),
        }),
      )
      .describe('Chunks in order.'),
    warnings: z.array(z.string()).describe('What surprises in the result; empty if there is nothing.'),
  }),
  notes: [
    'No chunk is longer than "size", counted for the chunk alone as an embedding model reads it. Where a sentence or paragraph is longer, it is cut at the next finer place: line, sentence, word, token; never inside a character.',
    'Without overlap and "trim" the chunks joined give the text letter for letter. With overlap, each chunk without its first "overlap" code points does.',
    'The overlap is as many whole tokens of the text as asked for, before the place of the cut; with markdown it never crosses a heading.',
    'Offsets count Unicode code points as Python does: text[start:end] is the chunk.',
    'The default (recursive) cuts at the best kind of place in the second half of a chunk, so that chunks are neither torn nor tiny; sentences and paragraphs fill a chunk with as many as fit.',
    'Sentences are those of Unicode (UAX 29) in the language of "locale". PDF, Word and HTML files: convert them to text or Markdown first.',
    'Up to 20 files; each is cut by itself.',
  ],
  aliases: [
    'text splitter',
    'rag chunking',
    'recursive character text splitter',
    'langchain text splitter',
    'markdown splitter',
    'sentence splitter',
    'split text by tokens',
    'chunk overlap',
    'embedding chunks',
    'split a text for embeddings',
  ],
  verified: [
    'Invariants over 600 random texts in 9 scripts, each kind of cut, both units: joined chunks equal the text, none is over the size, offsets and overlaps are as stated',
    'Python 3.11: text[start:end] of each chunk is its text, for the chunks of 5 random texts with characters beyond the BMP',
    'gpt-tokenizer 4.0.0 (npm): the token counts of the examples. Sizes are counted by the encodings that tokenize-text proves against tiktoken',
  ],
  examples: [
    {
      title: 'Markdown: a chunk per section, with its headings',
      input: '# Guide\n\nWelcome.\n\n## Install\n\nRun the installer.\n',
      options: { by: 'markdown', overlap: 0 },
      output: {
        data: {
          chunkCount: 2,
          tokenCount: 12,
          chunks: [
            {
              index: 1,
              text: '# Guide\n\nWelcome.\n\n',
              start: 0,
              end: 19,
              overlap: 0,
              tokens: 5,
              characters: 19,
              headings: ['Guide'],
            },
            {
              index: 2,
              text: '## Install\n\nRun the installer.\n',
              start: 19,
              end: 50,
              overlap: 0,
              tokens: 7,
              characters: 31,
              headings: ['Guide', 'Install'],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Sentences, sized in characters, as JSON Lines',
      input: 'One is short. Two is longer than one. Three.',
      options: { by: 'sentences', unit: 'characters', size: 26, overlap: 0, format: 'jsonl' },
      output: {
        text: '{"index":1,"text":"One is short. ","start":0,"end":14,"overlap":0,"tokens":5,"characters":14}\n{"index":2,"text":"Two is longer than one. ","start":14,"end":38,"overlap":0,"tokens":7,"characters":24}\n{"index":3,"text":"Three.","start":38,"end":44,"overlap":0,"tokens":2,"characters":6}\n',
      },
    },
    {
      title: 'Characters with overlap',
      input: 'abcdefghijklmnopqrstuvwxyz',
      options: { by: 'tokens', unit: 'characters', size: 16, overlap: 4 },
      output: {
        data: {
          chunkCount: 2,
          tokenCount: 3,
          chunks: [
            { index: 1, text: 'abcdefghijklmnop', start: 0, end: 16, overlap: 0, tokens: 2, characters: 16 },
            { index: 2, text: 'mnopqrstuvwxyz', start: 12, end: 26, overlap: 4, tokens: 1, characters: 14 },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Overlap too large',
      input: 'abc',
      options: { size: 64, overlap: 40 },
      error: { code: 'INVALID_INPUT', message: 'Option "overlap" must be at most half of "size" 64, got 40' },
    },
    {
      title: 'Unknown language',
      input: 'abc',
      options: { locale: 'not a tag' },
      error: { code: 'INVALID_INPUT', message: 'Option "locale" must be a BCP 47 language tag, got "not a tag"' },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options, signal }) {
    const { format, size, overlap, by, unit, trim, locale } = options;
    if (overlap * 2 > size) throw invalid(`Option "overlap" must be at most half of "size" ${size}, got ${overlap}`);
    const encoding = openEncoding(options.encoding);
    const settings: ChunkSettings = { rules: { by, size, overlap, locale }, unit, trim, encoding };
    const sources: TextSource[] =
      files.length > 1 && input === ''
        ? await Promise.all(files.map((file) => readTextFile(file)))
        : [await readTextSource({ input, files })];
    const rows: ChunkRow[] = [];
    for (const source of sources) {
      signal.throwIfAborted();
      for (const row of chunkRows(source, settings)) rows.push(row);
    }
    if (format === 'files') return filesResult([zipOf(rows)]);
    if (format === 'jsonl') {
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      if (files.length === 0) return text(lines, JSON_LINES);
      const bytes = Buffer.from(lines);
      checkFileSize(bytes, 'native');
      return filesResult([{ ...JSON_LINES, bytes }]);
    }
    const characters = rows.reduce((sum, row) => sum + row.characters, 0);
    if (characters > MAX_JSON_CHARACTERS)
      throw overLimit(
        `With "format" json, the chunks may have at most ${MAX_JSON_CHARACTERS} characters, got ${characters}: choose jsonl or files`,
      );
    const tokenCount = rows.reduce((sum, row) => sum + row.tokens, 0);
    const warnings = rows.length === 0 ? ['The text is empty: there are no chunks'] : [];
    return json({ chunkCount: rows.length, tokenCount, chunks: rows, warnings });
  },
});
