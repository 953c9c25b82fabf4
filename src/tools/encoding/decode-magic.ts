import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { count, warnings as warningList } from '../../core/shared-data.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { PEELERS } from '../../formats/peelers.js';
import { type Peeled, peel } from '../../lib/bytes/peel.js';
import { readability } from '../../lib/bytes/readable.js';

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

/** From this on, a text reads like prose, code or data (measured on the kinds of text of the tests). */
const READS_WELL = 0.5;

/** Readings at the full depth that are looked into. */
const LOOKED_INTO = 5;

async function whyStopped(found: readonly Peeled[], depth: number, isCutShort: boolean) {
  const [best] = found;
  if (best !== undefined && best.score > 0 && best.text === undefined) return 'file';
  const isReadable = best?.text !== undefined && readability(best.text) >= READS_WELL;
  const deepest = (isReadable ? [best] : found).filter(
    ({ steps, text }) => steps.length >= depth && text !== undefined,
  );
  for (const { text = '' } of deepest.slice(0, LOOKED_INTO)) {
    const [next] = (await peel(text, { depth: 1, crib: '', peelers: PEELERS, most: MAX_LAYERS })).found;
    if (next !== undefined && next.steps.length > 0) return 'depth';
  }
  if (isReadable) return 'readable';
  return isCutShort ? 'tries' : 'unknown';
}

export default defineTool({
  id: 'decode-magic',
  title: 'Decode Magic',
  summary: 'Finds out how text is encoded, layer by layer, and decodes it.',
  family: 'encoding',
  class: 'standard',
  input: 'required',
  options: {
    depth: z.number().multipleOf(1).min(1).max(10).default(5).describe('Number of layers to remove at most.'),
    crib: z
      .string()
      .max(1000)
      .default('')
      .describe('Text the right result contains, in any letter case; only results with it are shown.'),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          steps: z.array(z.string()).describe('Layers that were removed, the outermost first.'),
          score: z.number().describe('How likely this reading is, from 0 to 1.'),
          bytes: count('Size of the result in bytes.'),
          text: z.string().optional().describe('The result, if it is text.'),
          base64: z.string().optional().describe('The result in base64, if it is not text.'),
          mime: z.string().optional().describe('MIME type of a result that is not text.'),
        }),
      )
      .describe('Likely readings, the best first.'),
    stopped: z
      .enum(['readable', 'file', 'depth', 'tries', 'unknown'])
      .describe(
        'Why the best reading was not decoded further: it reads well, is a file of a known type, the depth was reached, too many layers had been tried, or no known layer fits.',
      ),
    warnings: warningList().describe('Says so where nothing was found to decode; otherwise empty.'),
  }),
  notes: [
    'Known layers: base64, base64url, base32, base45, base58, Ascii85, base85, Z85, data URI, JSON Web Token, hex and hex dumps, binary, octal and decimal numbers, Unicode code points, URL and HTML escapes, quoted-printable, \\u and \\x escapes, uuencode, UTF-16, gzip, zlib, zstd, Morse code, reversed text, Atbash, ROT47, all rotations of the alphabet, and bytes in hex or base64 that were enciphered by XOR with a repeating key of one to eight bytes, whose key is found.',
    'The score weighs how well a result reads (prose, JSON, URLs, markup, code) and how unlikely it is that its layers decoded by chance. The text itself is among the results, with no steps.',
    'Rotations, Atbash, ROT47 and reversed text are tried only on what does not read well, and are judged by letter pairs of English, related languages and code; short texts leave much open. A key of XOR needs ten bytes of text per byte of the key; the step shows it in hex, as in "xor 2a".',
    `At most ${MAX_CHARACTERS} characters; ${SHOWN_RESULTS} results are shown. Bytes that are not text are shown in base64 with their type.`,
  ],
  aliases: [
    'cyberchef magic',
    'auto decode',
    'what encoding is this',
    'decode unknown string',
    'ctf decoder',
    'cipher identifier',
    'rot13',
    'xor decrypt',
    'xor brute force',
  ],
  verified: [
    'Python 3.11 (base64, binascii, gzip, zlib, urllib, html, quopri, codecs): 300 sentences wrapped in one to three random layers, the sentence is the first result in at least 95 of 100',
    'Python 3.11: 20 kinds of text (prose in five languages, JSON, JWT, URLs, markup, code, shell, logs, tables) in 24 encodings, 1,482 cases: the text is among the first three results in at least 98 of 100, and unencoded it is the first',
    'Python 3.11: English sentences enciphered by XOR with random keys of 1 to 8 bytes, as hex or base64: of 400, 372 come first with their key; most of the others look like another encoding',
  ],
  examples: [
    {
      title: 'Base64 of hexadecimal digits',
      input: 'NTQ2ODY1MjA2MzYxNzQyMDczNjE3NDIwNmY2ZTIwNzQ2ODY1MjA2ZDYxNzQ=',
      options: { crib: 'the cat', depth: 2 },
      output: {
        data: {
          results: [{ steps: ['base64', 'hex'], score: 1, bytes: 22, text: 'The cat sat on the mat' }],
          stopped: 'readable',
          warnings: [],
        },
      },
    },
    {
      title: 'A shifted alphabet',
      input: 'Gur dhvpx oebja sbk whzcf bire gur ynml qbt.',
      options: { crib: 'fox' },
      output: {
        data: {
          results: [{ steps: ['rot13'], score: 1, bytes: 44, text: 'The quick brown fox jumps over the lazy dog.' }],
          stopped: 'readable',
          warnings: [],
        },
      },
    },
    {
      title: 'Octal escapes with a URL inside',
      input: '\\150\\164\\164\\160\\163\\072\\057\\057\\145\\170\\141\\155\\160\\154\\145\\056\\157\\162\\147\\057',
      options: { crib: 'example' },
      output: {
        data: {
          results: [{ steps: ['octal'], score: 1, bytes: 20, text: 'https://example.org/' }],
          stopped: 'readable',
          warnings: [],
        },
      },
    },
    {
      title: 'Nothing to decode',
      input: '{"name": "Ann", "age": 31}',
      output: {
        data: {
          results: [{ steps: [], score: 0.735, bytes: 26, text: '{"name": "Ann", "age": 31}' }],
          stopped: 'readable',
          warnings: ['Nothing to decode was found: the text reads best as it is'],
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
    const { found, isCutShort } = await peel(input, { depth, crib, peelers: PEELERS, most: MAX_LAYERS });
    const likely = found.filter(({ score }) => score > 0);
    const [best] = likely;
    const warnings =
      best === undefined
        ? ['Nothing was found to decode, and the text does not read like one either']
        : best.steps.length === 0
          ? ['Nothing to decode was found: the text reads best as it is']
          : [];
    const stopped = await whyStopped(found, depth, isCutShort);
    return json({ results: await Promise.all(likely.slice(0, SHOWN_RESULTS).map(describe)), stopped, warnings });
  },
});
