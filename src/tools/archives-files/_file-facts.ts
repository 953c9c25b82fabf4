import { z } from 'zod';

import { anyJson, count } from '../../core/shared-data.js';

export const fileFacts = z
  .object({
    name: z.string().describe('Name of the file.'),
    bytes: count('Size of the file.'),
    size: z.string().describe('Size for people.'),
    mime: z.string().describe('MIME type of the content.'),
    type: z.string().describe('Type in words.'),
    nameFits: z.boolean().optional().describe('Whether the file name has an extension of the type.'),
    hashes: z
      .record(z.string(), z.string())
      .describe('Digests by algorithm: md5, sha1, sha256, sha512 and crc32, in hex.'),
    entropy: z.number().describe('Bits per byte, from 0 to 8.'),
    firstBytes: z.string().describe('The first 16 bytes in hex.'),
    text: z
      .object({
        encoding: z.string().describe('Character encoding.'),
        bom: z.boolean().describe('Whether it starts with a byte order mark.'),
        characters: count('Number of Unicode code points.'),
        words: count('Number of words, as white space divides them.'),
        lines: count('Number of lines.'),
        longestLine: count('Length of the longest line in UTF-16 units.'),
        lineBreaks: z.string().describe('Kinds of line breaks, or none.'),
        endsWithLineBreak: z.boolean().describe('Whether the last line ends with a line break.'),
      })
      .optional()
      .describe('Figures of a text.'),
    image: z
      .object({
        width: count('Width in pixels.'),
        height: count('Height in pixels.'),
        megapixels: z.number().describe('Millions of pixels.'),
        bitsPerSample: z.number().optional().describe('Bits per sample.'),
        frames: count('Number of frames, where there are several.').optional(),
      })
      .optional()
      .describe('Figures of an image.'),
    media: z
      .object({
        seconds: z.number().describe('Duration in seconds.'),
        bitsPerSecond: count('Average bit rate.').optional(),
      })
      .optional()
      .describe('Figures of audio or video.'),
    archive: z
      .object({
        format: z.string().describe('Format of the archive.'),
        packedIn: z.array(z.string()).optional().describe('Compression around the archive, the outermost first.'),
        entries: count('Number of entries.'),
        bytes: count('Unpacked size of all files.'),
        encrypted: z.boolean().describe('Whether any entry is encrypted.'),
      })
      .optional()
      .describe('Figures of an archive.'),
    fault: z.string().optional().describe('Why the content cannot be read.'),
  })
  .catchall(
    anyJson(
      'Figures of other kinds of files by the name of the kind: of a PDF its pages, its version and whether it was repaired.',
    ),
  );

const UNITS = ['bytes', 'KiB', 'MiB'] as const;

/** `1.50 MiB`: binary units, two decimals. */
export function sizeText(bytes: number): string {
  const unit = bytes < 1024 ? 0 : bytes < 2 ** 20 ? 1 : 2;
  return `${unit === 0 ? bytes : (bytes / 1024 ** unit).toFixed(2)} ${UNITS[unit]}`;
}
