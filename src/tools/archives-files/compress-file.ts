import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid, overLimit } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { PACK_FACTS, PACK_FORMATS, type PackFormat, packFile } from '../../formats/archive/pack-file.js';

/** Most bytes of a run in which every format is tried, or Brotli at its highest levels. Chosen: half a minute of work. */
const SLOW_BYTES = 8 * 2 ** 20;

const savedPercent = (before: number, after: number): number =>
  before === 0 ? 0 : Number((100 * (1 - after / before)).toFixed(1));

export default defineTool({
  id: 'compress-file',
  title: 'Compress File',
  summary: 'Compresses single files as gzip, Brotli, Zstandard, xz, bzip2 or LZ4, or compares what each of them saves.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    format: z
      .enum([...PACK_FORMATS, 'compare'])
      .default('gzip')
      .describe('Compression format; compare returns no files, but the size each format gives.'),
    level: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(19)
      .default(0)
      .describe(
        'Effort: 1 to 9 for gzip, xz and bzip2, to 11 for Brotli, to 19 for Zstandard; LZ4 has one. 0: the usual one of the format.',
      ),
  },
  result: 'mixed',
  data: fileReports({
    bytesBefore: count('Size of the file.'),
    results: z
      .array(
        z.object({
          format: z.enum(PACK_FORMATS).describe('Compression format.'),
          level: z.int().describe('Level it was compressed with.'),
          bytesAfter: count('Compressed size.'),
          savedPercent: z.number().describe('Share of the size saved, in percent; below 0 where it grows.'),
        }),
      )
      .describe('What became of it; where formats are compared the smallest first.'),
  }),
  notes: [
    'Each file is compressed by itself and keeps its name with an ending behind it, such as .gz. For several files in one use create-zip.',
    'The same file gives the same bytes: no names and no dates are stored inside.',
    'Usual levels: 6 for gzip and xz, 9 for bzip2 and Brotli, 3 for Zstandard, as their programs have them but for Brotli, whose 11 takes a minute for 20 MiB.',
    'Comparing tries every format with its usual level, or with "level" where the format has it, else its highest.',
    'At most 8 MiB in all where formats are compared, and for Brotli above level 9.',
    'Photos, music, videos and archives are compressed already and hardly get smaller.',
  ],
  aliases: [
    'gzip a file',
    'gzip',
    'brotli',
    'zstd',
    'xz',
    'bzip2',
    'lz4',
    'make gz file',
    'compress to gz',
    'precompress web assets',
    'compare compression formats',
    'compression ratio',
  ],
  verified: [
    'gzip 1.12, brotli 1.0.9, zstd 1.5.4, xz 5.4, bzip2 1.0.8 and lz4 1.9.4 unpack every result, at every level for texts, random bytes, runs, the empty file and one of 5 MB.',
    'Sizes beside those of the same programs at the usual level: gzip and bzip2 within 2 %, xz within 3 %, lz4 within 15 %.',
  ],
  examples: [
    {
      title: 'A text as gzip',
      files: [{ name: 'notes.txt', text: 'na '.repeat(100) }],
      output: {
        data: {
          files: [
            {
              name: 'notes.txt',
              outputs: ['notes.txt.gz'],
              bytesBefore: 300,
              results: [{ format: 'gzip', level: 6, bytesAfter: 27, savedPercent: 91 }],
            },
          ],
        },
        files: [{ name: 'notes.txt.gz', mime: 'application/gzip' }],
      },
    },
    {
      title: 'The formats compared: six bytes only grow',
      options: { format: 'compare' },
      files: [{ name: 'hello.txt', text: 'hello\n' }],
      output: {
        data: {
          files: [
            {
              name: 'hello.txt',
              bytesBefore: 6,
              results: [
                { format: 'brotli', level: 9, bytesAfter: 10, savedPercent: -66.7 },
                { format: 'zstd', level: 3, bytesAfter: 15, savedPercent: -150 },
                { format: 'gzip', level: 6, bytesAfter: 26, savedPercent: -333.3 },
                { format: 'lz4', level: 1, bytesAfter: 33, savedPercent: -450 },
                { format: 'bzip2', level: 9, bytesAfter: 42, savedPercent: -600 },
                { format: 'xz', level: 6, bytesAfter: 60, savedPercent: -900 },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'A level the format does not have',
      options: { format: 'gzip', level: 12 },
      files: [{ name: 'a.txt', text: 'a' }],
      error: { code: 'INVALID_INPUT', message: 'Option "level" must be at most 9 for gzip, got 12' },
    },
  ],
  run({ files, options, signal }) {
    const { format, level } = options;
    const isCompared = format === 'compare';
    if (!isCompared && level > PACK_FACTS[format].highest)
      throw invalid(`Option "level" must be at most ${PACK_FACTS[format].highest} for ${format}, got ${level}`);
    const bytesInAll = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (bytesInAll > SLOW_BYTES && (isCompared || (format === 'brotli' && level > 9)))
      throw overLimit(
        `The files have ${bytesInAll} bytes together, the limit is ${SLOW_BYTES} for ${isCompared ? 'comparing' : 'Brotli above level 9'}`,
      );
    const levelOf = (one: PackFormat): number =>
      level === 0 ? PACK_FACTS[one].usual : Math.min(level, PACK_FACTS[one].highest);
    const formats: readonly PackFormat[] = isCompared ? PACK_FORMATS : [format];
    return eachFile({ files, signal }, async ({ name, bytes }) => {
      const results = [];
      const outputs = [];
      for (const one of formats) {
        signal.throwIfAborted();
        const packed = await packFile(bytes, one, levelOf(one));
        const bytesAfter = packed.length;
        results.push({
          format: one,
          level: levelOf(one),
          bytesAfter,
          savedPercent: savedPercent(bytes.length, bytesAfter),
        });
        const { ending, mime } = PACK_FACTS[one];
        if (!isCompared) outputs.push({ name: `${name}${ending}`, mime, bytes: packed });
      }
      results.sort((a, b) => a.bytesAfter - b.bytesAfter);
      return { report: { bytesBefore: bytes.length, results }, outputs };
    });
  },
});
