import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { openEncoding } from '../../engines/text/tokens.js';
import { type EncodingName, MODELS_AS_OF, MODELS_IN_USE } from '../../lib/models/openai-models.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';

// OpenAI's own table: https://github.com/openai/tiktoken/blob/main/tiktoken/model.py
const ENCODING_OF = {
  'gpt-4o': 'o200k_base',
  'gpt-4': 'cl100k_base',
  'gpt-3.5-turbo': 'cl100k_base',
} as const satisfies Record<string, EncodingName>;

/** Today's models that read text as one of the three does. */
const modelsOf = (model: 'gpt-4o' | 'gpt-4'): string =>
  MODELS_IN_USE[ENCODING_OF[model]].filter((name) => name !== model).join(', ');

export default defineTool({
  id: 'token-counter',
  title: 'Token Counter',
  summary: 'Counts the tokens that an OpenAI model reads a text as.',
  family: 'ai-llm',
  class: 'standard',
  input: 'optional',
  options: {
    model: z
      .enum(['gpt-4o', 'gpt-4', 'gpt-3.5-turbo'])
      .default('gpt-4o')
      .describe('Model whose tokenizer counts: o200k_base for gpt-4o, cl100k_base for gpt-4 and gpt-3.5-turbo.'),
  },
  result: 'data',
  data: z.object({
    model: z.enum(['gpt-4o', 'gpt-4', 'gpt-3.5-turbo']).describe('Model that was asked for.'),
    encoding: z.enum(['o200k_base', 'cl100k_base']).describe('Encoding of the model.'),
    tokens: count('Number of tokens.'),
    characters: count('Number of Unicode code points.'),
    bytes: count('Number of UTF-8 bytes.'),
  }),
  notes: [
    `By encoding, gpt-4o also counts for ${modelsOf('gpt-4o')}; gpt-4 also counts for ${modelsOf('gpt-4')} (as of ${MODELS_AS_OF}). tokenize-text takes any of these names.`,
    'The count is exact for every text and needs no network: it equals tiktoken with the same encoding.',
    'Special tokens such as <|endoftext|> count as the plain text they are written with.',
    'Only the text is counted: a chat request adds a few tokens a message.',
    '"characters" are Unicode code points, "bytes" those of the text in UTF-8.',
    'Letters, marks, numbers and white space are those of Unicode 16.',
  ],
  aliases: [
    ...[
      'tiktoken',
      'count tokens',
      'gpt tokens',
      'prompt length',
      'context window',
      'openai tokenizer',
      'bpe',
      'how many tokens',
      'does it fit the context',
    ],
    ...MODELS_IN_USE.o200k_base,
    ...MODELS_IN_USE.cl100k_base,
  ],
  verified: [
    'tiktoken 0.14.0: the same tokens for 120,000 random texts of 17 million characters, in both encodings.',
    'tiktoken 0.14.0: the same counts for the 408 texts of fixtures/tokens, on every test run.',
    'Rank files: SHA-256 equal to the hashes in tiktoken.',
  ],
  examples: [
    {
      title: 'A sentence for gpt-4o',
      input: 'Hello, World! How are you today? 🌍',
      output: { data: { model: 'gpt-4o', encoding: 'o200k_base', tokens: 11, characters: 34, bytes: 37 } },
    },
    {
      title: 'Chinese for gpt-4',
      input: '我非常渴望与人工智能一起工作',
      options: { model: 'gpt-4' },
      output: { data: { model: 'gpt-4', encoding: 'cl100k_base', tokens: 17, characters: 14, bytes: 42 } },
    },
    {
      title: 'A special token is plain text',
      input: '<|endoftext|>',
      options: { model: 'gpt-3.5-turbo' },
      output: { data: { model: 'gpt-3.5-turbo', encoding: 'cl100k_base', tokens: 7, characters: 13, bytes: 13 } },
    },
    {
      title: 'One emoji of seven code points',
      input: '👩‍👩‍👧‍👦',
      output: { data: { model: 'gpt-4o', encoding: 'o200k_base', tokens: 11, characters: 7, bytes: 25 } },
    },
    {
      title: 'No text, no tokens',
      output: { data: { model: 'gpt-4o', encoding: 'o200k_base', tokens: 0, characters: 0, bytes: 0 } },
    },
    {
      title: 'A model without a known tokenizer',
      input: 'Hello',
      options: { model: 'gpt-2' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "model" must be one of "gpt-4o", "gpt-4", "gpt-3.5-turbo", got "gpt-2"',
      },
    },
  ],
  run({ input, options }) {
    const encoding = ENCODING_OF[options.model];
    const bytes = new TextEncoder().encode(input);
    const tokens = openEncoding(encoding).count(bytes);
    return json({ model: options.model, encoding, tokens, characters: countCodePoints(input), bytes: bytes.length });
  },
});
