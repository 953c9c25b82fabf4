import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { PEELERS } from '../../formats/peelers.js';
import { type Peeled, peel } from '../../lib/bytes/peel.js';

/** Trying every layer costs many times the text. */
const MAX_CHARACTERS = 100_000;
const MAX_LAYERS = 300;
const SHOWN_RESULTS = 10;

async function describe({ bytes, text, steps, score }: Peeled) {
  const kind = text === undefined ? await detectFileKind(bytes) : undefined;
  return {
    steps,
    score,
    bytes: bytes.length,
    ...(text === undefined
      ? { base64: Buffer.from(bytes).toString('base64'), mime: kind?.mime ?? 'application/octet-stream' }
      : { text }),
  };
}

export default defineTool({
  id: 'decode-magic',
  title: 'Decode Magic',
  summary: 'Finds out how a text is encoded, layer by layer, and decodes it.',
  family: 'encoding',
  class: 'standard',
  input: 'required',
  options: {
    depth: z.number().multipleOf(1).min(1).max(10).default(5).describe('Most layers to take off.'),
    crib: z
      .string()
      .max(1000)
      .default('')
      .describe('Text that the right result holds, in any case; only results with it are shown.'),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          steps: z.array(z.string()).describe('Layers that were removed, the outermost first.'),
          score: z.number().describe('How much the result reads like text, from 0 to 1.'),
          bytes: count('Size of the result.'),
          text: z.string().optional().describe('Result, where it is text.'),
          base64: z.string().optional().describe('Result in base64, where it is not text.'),
          mime: z.string().optional().describe('MIME type of a result that is not text.'),
        }),
      )
      .describe('Likely readings, the best first.'),
  }),
  notes: [
    'Layers that are known: base64, base64url, base32, data URI, hex, binary, octal and decimal numbers, URL and HTML escapes, quoted-printable, \\u and \\x escapes, gzip, zlib, zstd, reversed text, Atbash and all rotations of the alphabet.',
    'Results come with the steps that lead to them, the outermost first, and a score above 0 up to 1 of how much they read like text; the best is first. The text itself is among them where it reads like text; no result at all means that nothing did.',
    'Ciphers of letters are weighed by the letter pairs of English and languages written alike; short texts leave much open.',
    `At most ${MAX_CHARACTERS} characters; ${SHOWN_RESULTS} results are shown. Bytes that are no text are shown in base64 with their type.`,
  ],
  aliases: [
    'cyberchef magic',
    'auto decode',
    'what encoding is this',
    'decode unknown string',
    'ctf decoder',
    'cipher identifier',
    'rot13',
  ],
  verified: [
    'Python 3.11 (base64, binascii, gzip, zlib, urllib, html, quopri, codecs): 300 sentences wrapped in one to three random layers, the sentence is the first result in at least 95 of 100',
  ],
  examples: [
    {
      title: 'Base64 of hexadecimal digits',
      input: 'NTQ2ODY1MjA2MzYxNzQyMDczNjE3NDIwNmY2ZTIwNzQ2ODY1MjA2ZDYxNzQ=',
      options: { crib: 'the cat', depth: 2 },
      output: {
        data: {
          results: [{ steps: ['base64', 'hex'], score: 1, bytes: 22, text: 'The cat sat on the mat' }],
        },
      },
    },
    {
      title: 'A text that is too long',
      input: 'x'.repeat(MAX_CHARACTERS + 1),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: `Property "input" must have at most ${MAX_CHARACTERS} characters, got ${MAX_CHARACTERS + 1}`,
      },
    },
    {
      title: 'No text',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty' },
    },
  ],
  async run({ input, options: { depth, crib } }) {
    const characters = [...input].length;
    if (characters > MAX_CHARACTERS) {
      throw overLimit(`Property "input" must have at most ${MAX_CHARACTERS} characters, got ${characters}`);
    }
    const found = await peel(input, { depth, crib, peelers: PEELERS, most: MAX_LAYERS });
    const likely = found.filter(({ score }) => score > 0 && (crib === '' || score === 1));
    return json({ results: await Promise.all(likely.slice(0, SHOWN_RESULTS).map(describe)) });
  },
});
