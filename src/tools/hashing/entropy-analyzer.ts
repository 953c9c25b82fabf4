import { deflateRawSync } from 'node:zlib';

import { z } from 'zod';

import { defineTool, invalid, json, overLimit, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { entropyOf } from '../../lib/bytes/entropy.js';
import { type EntropySection, entropyKind, measureRandomness } from '../../lib/bytes/randomness.js';
import { readContents } from './_contents.js';
import { drawEntropy } from './_entropy-picture.js';

/** Blocks that a picture of 720 pixels can show; more are in nobody's interest. */
const MAX_BLOCKS = 5000;
const AUTO_BLOCKS = 360;
/** Below it even random blocks have visibly less than 8 bits. */
const MIN_AUTO_BYTES = 1024;

interface Block {
  readonly offset: number;
  readonly bytes: number;
  readonly entropy: number;
}

function blocksOf(bytes: Uint8Array, size: number): readonly Block[] {
  const blocks: Block[] = [];
  for (let offset = 0; offset < bytes.length; offset += size) {
    const part = bytes.subarray(offset, offset + size);
    blocks.push({ offset, bytes: part.length, entropy: entropyOf(part) });
  }
  return blocks;
}

function sectionsOf(blocks: readonly Block[]): readonly EntropySection[] {
  const sections: EntropySection[] = [];
  for (const { offset, bytes, entropy } of blocks) {
    const last = sections.at(-1);
    // The rest at the end is too short to be judged by itself.
    const isRest = last !== undefined && bytes < (blocks[0]?.bytes ?? 0);
    const kind = isRest ? last.kind : entropyKind(entropy, bytes);
    if (last?.kind !== kind) sections.push({ offset, bytes, kind });
    else sections[sections.length - 1] = { ...last, bytes: last.bytes + bytes };
  }
  return sections;
}

function assess(bytes: number, entropy: number, chiSquarePercent: number): string {
  if (bytes < 256) return 'Too short to tell: at least 256 bytes are needed';
  if (entropy === 0) return 'One byte value over and over';
  const kind = entropyKind(entropy, bytes);
  if (kind === 'low') return 'Plain content: text, tables, code or sparse binary data';
  if (kind === 'medium') return 'Binary data, or text encoded or mixed with compressed parts';
  return chiSquarePercent > 1 && chiSquarePercent < 99
    ? 'As random bytes: encrypted, well compressed, or random'
    : 'Dense but not random: most likely compressed, or media';
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

export default defineTool({
  id: 'entropy-analyzer',
  title: 'Entropy Analyzer',
  summary: 'Measures entropy and randomness of a text or file and draws byte values and entropy along it.',
  family: 'hashing',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    inputEncoding: shared.inputEncoding(),
    charset: shared.charset(),
    blockSize: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(65_536)
      .default(0)
      .describe('Bytes per block of the entropy along the content; 0: about 360 blocks of at least 1,024 bytes.'),
    limit: z.number().multipleOf(1).min(1).max(256).default(10).describe('Most bytes listed as most frequent.'),
  },
  result: 'mixed',
  data: z.object({
    bytes: count('Number of bytes.'),
    assessment: z.string().describe('What the figures suggest.'),
    entropy: z.number().describe('Shannon entropy in bits per byte, 0 to 8.'),
    distinctBytes: count('How many of the 256 byte values occur.'),
    chiSquare: z.number().describe('Chi-square against evenly distributed bytes.'),
    chiSquarePercent: z
      .number()
      .describe('How often random bytes have a larger chi-square; below 1 or above 99 they are hardly random.'),
    mean: z.number().describe('Mean of the bytes; 127.5 for random ones.'),
    monteCarloPi: z.number().describe('Pi as estimated with six bytes per point; 0 for fewer than six bytes.'),
    serialCorrelation: z
      .number()
      .nullable()
      .describe('How much each byte depends on the one before, -1 to 1; null where all bytes are the same.'),
    compressedBytes: count('Size when compressed with Deflate.'),
    savedPercent: z.number().describe('Share that Deflate saves; negative where it grows.'),
    mostFrequent: z
      .array(
        z.object({
          byte: z.string().describe('Byte in hexadecimal digits.'),
          count: count('How often it occurs.'),
          percent: z.number().describe('Its share of all bytes.'),
        }),
      )
      .describe('Bytes that occur most.'),
    blockSize: count('Bytes per block.'),
    lowestBlock: z.number().describe('Entropy of the block that has least, in bits per byte.'),
    highestBlock: z.number().describe('Entropy of the block that has most, in bits per byte.'),
    sections: z
      .array(
        z.object({
          offset: count('First byte, from 0.'),
          bytes: count('Length.'),
          kind: z.enum(['constant', 'low', 'medium', 'high']).describe('Entropy of its blocks.'),
        }),
      )
      .describe('Parts of one kind: padding, plain, mixed, and compressed or encrypted.'),
  }),
  notes: [
    'One file of up to 20 MiB, or a text. The picture (SVG) has the byte values above and the entropy along the content below.',
    'Entropy cannot tell compressed from encrypted data: only formats and headers can. Keys and padding in a file show as steps of the lower curve.',
    'The entropy of a short content is low by nature: 100 random bytes cannot have more than 6.64 bits per byte.',
  ],
  aliases: [
    'ent',
    'shannon entropy',
    'file entropy',
    'binwalk entropy',
    'randomness test',
    'byte histogram',
    'chi square test',
    'is this file encrypted',
    'byte frequency',
  ],
  verified: [
    'ent 1.2 (-t and chi-square percent): the same entropy, chi-square, mean, Monte Carlo pi and serial correlation of 205 contents, random, text, skewed and constant, up to 100,000 bytes',
  ],
  examples: [
    {
      title: 'A short text (ent 1.2)',
      input: 'Hello, World!',
      options: { limit: 2 },
      output: {
        data: {
          bytes: 13,
          assessment: 'Too short to tell: at least 256 bytes are needed',
          entropy: 3.1808,
          distinctBytes: 10,
          chiSquare: 400.54,
          chiSquarePercent: 0,
          mean: 86.8462,
          monteCarloPi: 4,
          serialCorrelation: 0.341661,
          compressedBytes: 15,
          savedPercent: -15.38,
          mostFrequent: [
            { byte: '6c', count: 3, percent: 23.08 },
            { byte: '6f', count: 2, percent: 15.38 },
          ],
          blockSize: 1024,
          lowestBlock: 3.1808,
          highestBlock: 3.1808,
          sections: [{ offset: 0, bytes: 13, kind: 'medium' }],
        },
        files: [{ name: 'input-entropy.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'More blocks than can be shown',
      input: 'abc'.repeat(4000),
      options: { blockSize: 2 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Option "blockSize" must be at least 3 for 12000 bytes: at most 5000 blocks are shown',
      },
    },
    {
      title: 'Nothing to measure',
      error: { code: 'INVALID_INPUT', message: 'Property "input" or the file must not be empty' },
    },
  ],
  run(run) {
    const [{ name, bytes }] = readContents(run);
    if (bytes.length === 0) throw invalid('Property "input" or the file must not be empty');
    const blockSize = run.options.blockSize || Math.max(MIN_AUTO_BYTES, Math.ceil(bytes.length / AUTO_BLOCKS));
    if (bytes.length / blockSize > MAX_BLOCKS)
      throw overLimit(
        `Option "blockSize" must be at least ${Math.ceil(bytes.length / MAX_BLOCKS)} for ${bytes.length} bytes: at most ${MAX_BLOCKS} blocks are shown`,
      );
    const { histogram, chiSquare, chiSquarePercent, mean, monteCarloPi, serialCorrelation } = measureRandomness(bytes);
    const entropy = entropyOf(bytes);
    const blocks = blocksOf(bytes, blockSize);
    const entropies = blocks.map((block) => block.entropy);
    const compressedBytes = deflateRawSync(bytes).length;
    const frequent = [...histogram.entries()].filter(([, times]) => times > 0).sort(([, a], [, b]) => b - a);
    const report = {
      bytes: bytes.length,
      assessment: assess(bytes.length, entropy, chiSquarePercent),
      entropy,
      distinctBytes: frequent.length,
      chiSquare: round(chiSquare, 2),
      chiSquarePercent: round(chiSquarePercent, 2),
      mean: round(mean, 4),
      monteCarloPi: round(monteCarloPi, 6),
      serialCorrelation: serialCorrelation === undefined ? null : round(serialCorrelation, 6),
      compressedBytes,
      savedPercent: round(100 - (100 * compressedBytes) / bytes.length, 2),
      mostFrequent: frequent.slice(0, run.options.limit).map(([byte, times]) => ({
        byte: byte.toString(16).padStart(2, '0'),
        count: times,
        percent: round((100 * times) / bytes.length, 2),
      })),
      blockSize,
      lowestBlock: Math.min(...entropies),
      highestBlock: Math.max(...entropies),
      sections: sectionsOf(blocks),
    };
    const svg = Buffer.from(drawEntropy(histogram, entropies, bytes.length));
    return withFiles(json(report), [{ name: `${name}-entropy.svg`, mime: 'image/svg+xml', bytes: svg }]);
  },
});
