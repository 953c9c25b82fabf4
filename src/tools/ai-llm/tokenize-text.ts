import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { openEncoding, RANK_FILES } from '../../engines/text/tokens.js';
import { readTextSource } from '../../formats/text-source.js';
import { ENCODING_NAMES, type EncodingName, encodingOfModel, MODELS_AS_OF } from '../../lib/models/openai-models.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';

import { bytesOfIds, idsOf, readIds, tokenRows } from './_tokens.js';

const MAX_TOKENS = 20_000;

function chosenEncoding(encoding: EncodingName, model: string): EncodingName {
  if (model === '') return encoding;
  const found = encodingOfModel(model);
  if (found !== undefined) return found;
  throw invalid(`Option "model" must be a model of OpenAI whose encoding is public, got ${quote(model)}`);
}

const ratio = (amount: number, tokens: number): number =>
  tokens === 0 ? 0 : Math.round((amount / tokens) * 100) / 100;

export default defineTool({
  id: 'tokenize-text',
  title: 'Tokenize Text',
  summary:
    'Shows the tokens of a text with ids and byte spans, decodes ids back to text, and compares OpenAI encodings.',
  family: 'ai-llm',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    action: z
      .enum(['encode', 'decode', 'compare'])
      .default('encode')
      .describe(
        'What to do: encode lists the tokens of a text, decode reads token ids, compare counts the tokens in every encoding.',
      ),
    encoding: z.enum(ENCODING_NAMES).default('o200k_base').describe('Encoding, as tiktoken names it.'),
    model: z
      .string()
      .max(100)
      .default('')
      .describe(
        'Model whose encoding is used instead, such as gpt-5, gpt-4.1-mini, o3 or gpt-3.5-turbo; empty for "encoding".',
      ),
    specialTokens: z
      .boolean()
      .default(false)
      .describe('Reads special tokens in the text, such as <|endoftext|>, as one token each instead of as plain text.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(MAX_TOKENS)
      .default(5_000)
      .describe('Most tokens to list; "tokenCount" counts all.'),
  },
  result: 'data',
  data: z.object({
    encoding: z.enum(ENCODING_NAMES).describe('Encoding that was used.'),
    tokenCount: count('Number of tokens.'),
    characters: count('Number of Unicode code points of the text.'),
    bytes: count('Number of UTF-8 bytes of the text.'),
    text: z.string().optional().describe('Text of the ids, where "action" is decode.'),
    ids: z.array(z.int()).optional().describe('Token ids, up to "limit".'),
    tokens: z
      .array(
        z.object({
          id: z.int().describe('Token id.'),
          text: z.string().describe('Text of the token; bytes that are only a part of a character show as U+FFFD.'),
          hex: z.string().describe('Bytes of the token in hexadecimal.'),
          start: count('Byte offset where it starts.'),
          end: count('Byte offset after its end.'),
          special: z.literal(true).optional().describe('True for a special token.'),
        }),
      )
      .optional()
      .describe('Tokens in order, up to "limit".'),
    comparison: z
      .array(
        z.object({
          encoding: z.enum(ENCODING_NAMES).describe('Encoding.'),
          tokenCount: count('Number of tokens.'),
          bytesPerToken: z.number().describe('UTF-8 bytes per token; higher is cheaper.'),
          charactersPerToken: z.number().describe('Code points per token.'),
        }),
      )
      .optional()
      .describe('The text in each encoding, where "action" is compare.'),
    warnings: z.array(z.string()).describe('What surprises in the result; empty if there is nothing.'),
  }),
  notes: [
    'Equal to tiktoken for every text. gpt2 is r50k_base; p50k_edit is p50k_base and o200k_harmony is o200k_base with more special tokens, so that comparing shows four encodings.',
    `Model names are those known on ${MODELS_AS_OF}; a dated or fine-tuned name counts as its family. Claude, Gemini, Llama and other models have tokenizers of their own, which this is not.`,
    'Offsets are in bytes of UTF-8, because a token can end inside a character: an emoji often is two or three tokens.',
    'Ids to decode are written with commas, spaces or line breaks between, or as a JSON array. Ids of special tokens are decoded to their names.',
    'Only text is encoded: a chat request adds a few tokens per message.',
  ],
  aliases: [
    'tiktoken',
    'openai tokenizer',
    'tiktokenizer',
    'token ids',
    'decode tokens',
    'token visualizer',
    'o200k_base',
    'cl100k_base',
    'p50k_base',
    'gpt-5 tokens',
    'bpe',
  ],
  verified: [
    'Published samples of tiktoken (TestPlans.txt in gpt-tokenizer 4.0.0): the same ids for all 313 samples, on four rank files, and the same texts back',
    'gpt-tokenizer 4.0.0 (npm): the same ids for 400 random texts in each of the four rank files; its own code is a second implementation',
    'Rank files: SHA-256 equal to the hashes in tiktoken',
  ],
  examples: [
    {
      title: 'A sentence',
      input: 'hello world 🌍',
      output: {
        data: {
          encoding: 'o200k_base',
          tokenCount: 4,
          characters: 13,
          bytes: 16,
          ids: [24912, 2375, 130321, 235],
          tokens: [
            { id: 24912, text: 'hello', hex: '68656c6c6f', start: 0, end: 5 },
            { id: 2375, text: ' world', hex: '20776f726c64', start: 5, end: 11 },
            { id: 130321, text: ' \ufffd', hex: '20f09f8c', start: 11, end: 15 },
            { id: 235, text: '\ufffd', hex: '8d', start: 15, end: 16 },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Ids back to text',
      input: '[15339, 1917, 100257]',
      options: { action: 'decode', model: 'gpt-4' },
      output: {
        data: {
          encoding: 'cl100k_base',
          tokenCount: 3,
          characters: 24,
          bytes: 24,
          text: 'hello world<|endoftext|>',
          ids: [15339, 1917, 100257],
          tokens: [
            { id: 15339, text: 'hello', hex: '68656c6c6f', start: 0, end: 5 },
            { id: 1917, text: ' world', hex: '20776f726c64', start: 5, end: 11 },
            { id: 100257, text: '<|endoftext|>', hex: '3c7c656e646f66746578747c3e', start: 11, end: 24, special: true },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Encodings compared',
      input: 'Hello, World! How are you today? 🌍',
      options: { action: 'compare', model: 'gpt-5-mini' },
      output: {
        data: {
          encoding: 'o200k_base',
          tokenCount: 11,
          characters: 34,
          bytes: 37,
          comparison: [
            { encoding: 'o200k_base', tokenCount: 11, bytesPerToken: 3.36, charactersPerToken: 3.09 },
            { encoding: 'cl100k_base', tokenCount: 12, bytesPerToken: 3.08, charactersPerToken: 2.83 },
            { encoding: 'p50k_base', tokenCount: 12, bytesPerToken: 3.08, charactersPerToken: 2.83 },
            { encoding: 'r50k_base', tokenCount: 12, bytesPerToken: 3.08, charactersPerToken: 2.83 },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Not an id',
      input: '15339, 100256',
      options: { action: 'decode', encoding: 'cl100k_base' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decode property "input": id 2, 100256, is not a token of cl100k_base',
      },
    },
    {
      title: 'Not a number',
      input: '15339 hello',
      options: { action: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decode property "input": id 2 must be a whole number, got "hello"',
      },
    },
    {
      title: 'A model whose tokenizer is not public',
      input: 'Hello',
      options: { model: 'claude-opus' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "model" must be a model of OpenAI whose encoding is public, got "claude-opus"',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const { action, limit, specialTokens } = options;
    const source = await readTextSource({ input, files });
    const encoding = chosenEncoding(options.encoding, options.model);
    const ids = action === 'decode' ? readIds(source, encoding) : idsOf(source.text, encoding, specialTokens);
    const decoded = action === 'decode' ? bytesOfIds(ids, encoding) : undefined;
    const text = decoded?.toString() ?? source.text;
    const sizes = { characters: countCodePoints(text), bytes: decoded?.length ?? Buffer.byteLength(text) };
    const start = { encoding, tokenCount: ids.length, ...sizes };
    if (action === 'compare') {
      const bytes = Buffer.from(text);
      const comparison = RANK_FILES.map((name) => {
        const tokenCount = openEncoding(name).count(bytes);
        return {
          encoding: name,
          tokenCount,
          bytesPerToken: ratio(sizes.bytes, tokenCount),
          charactersPerToken: ratio(sizes.characters, tokenCount),
        };
      });
      return json({ ...start, comparison, warnings: [] });
    }
    const warnings = [
      ...(ids.length > limit ? [`${ids.length - limit} more tokens are not listed: "limit" is ${limit}`] : []),
      ...(decoded !== undefined && !Buffer.from(text).equals(decoded)
        ? ['The bytes of the ids are not valid UTF-8: what is not a character shows as U+FFFD']
        : []),
    ];
    const listed = ids.slice(0, limit);
    const shown = { ids: listed, tokens: tokenRows(listed, encoding), warnings };
    return json(action === 'decode' ? { ...start, text, ...shown } : { ...start, ...shown });
  },
});
