import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, file, invalid, overLimit, quote, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { readDump, writeDump } from '../../lib/bytes/hexdump.js';

const DUMPED_BYTES = 1_000_000;
const RESTORED_BYTES = 5_000_000;

/** The bytes that a dump stands for; a `*` can stand for any number of them. */
const restore = (dump: string, label: string): Uint8Array =>
  refusing(`Cannot restore ${label}`, () => readDump(dump, RESTORED_BYTES));

export default defineTool({
  id: 'hexdump',
  title: 'Hexdump',
  summary: 'Shows the bytes of a text or file in hexadecimal, or turns such a dump back into a file.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    direction: z.enum(['dump', 'restore']).default('dump').describe('Writes a dump, or restores the bytes from one.'),
    style: z
      .enum(['canonical', 'xxd', 'c-array'])
      .default('canonical')
      .describe('Dumping: like hexdump -C, like xxd, or as a C array (xxd -i).'),
    width: z.number().multipleOf(1).min(1).max(64).default(16).describe('Dumping: bytes per line.'),
    offset: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(5_242_880)
      .default(0)
      .describe('Dumping: first byte to show, counted from 0.'),
    length: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(DUMPED_BYTES)
      .default(0)
      .describe('Dumping: number of bytes to show; 0 shows all that follow.'),
  },
  result: 'mixed',
  notes: [
    'A text is dumped as UTF-8.',
    `At most ${DUMPED_BYTES} bytes are dumped at once; "offset" and "length" choose them from a larger file.`,
    'In the canonical style, repeated lines are shown as a single "*", as hexdump -C does.',
    `Restoring reads dumps of every style, of xxd -p and od -A x -t x1, and plain digits, and writes a file of at most ${RESTORED_BYTES} bytes. Lines in any other form are refused.`,
    'Digits count as an offset only where a colon follows, text between bars is there, or every offset matches the bytes before it; otherwise they are bytes.',
  ],
  aliases: ['xxd', 'hexdump -C', 'hex viewer', 'hex editor', 'hex dump to binary', 'show bytes of a file', 'od'],
  verified: [
    'hexdump -C (util-linux 2.38) and xxd 2022: the same text for 16 random files each, xxd in four widths; the bytes come back from every style',
    'xxd -p at five widths, xxd -u, -g and -s, hexdump -C, od -A x -t x1 and plain digits: 1 to 80 random bytes come back from each',
  ],
  examples: [
    {
      title: 'Text in the format of hexdump -C',
      input: 'Grüße, 🌍!\n',
      output: {
        text: '00000000  47 72 c3 bc c3 9f 65 2c  20 f0 9f 8c 8d 21 0a     |Gr....e, ....!.|\n0000000f\n',
      },
    },
    {
      title: 'Part of a file in the format of xxd',
      files: [{ name: 'a.bin', base64: 'AAECAwQFBgcICQoLDA0ODw==' }],
      options: { style: 'xxd', offset: 4, length: 6, width: 4 },
      output: { text: '00000004: 0405 0607  ....\n00000008: 0809       ..\n' },
    },
    {
      title: 'Bytes for a C program',
      input: 'Hi!',
      options: { style: 'c-array' },
      output: { text: 'unsigned char data[] = {\n  0x48, 0x69, 0x21\n};\nunsigned int data_len = 3;\n' },
    },
    {
      title: 'A dump turned back into a file',
      input: '00000000  89 50 4e 47 0d 0a 1a 0a                           |.PNG....|\n00000008\n',
      options: { direction: 'restore' },
      output: { files: [{ name: 'result.bin', mime: 'application/octet-stream', base64: 'iVBORw0KGgo=' }] },
    },
    {
      title: 'Plain digits restored',
      input: '48656c6c 6f',
      options: { direction: 'restore' },
      output: { files: [{ name: 'result.bin', mime: 'application/octet-stream', text: 'Hello' }] },
    },
    {
      title: 'A line that is not a dump',
      input: '00000000: 4865 6c6c\nhello',
      options: { direction: 'restore' },
      error: { code: 'INVALID_INPUT', message: 'Cannot restore property "input": line 2: not a line of a hex dump' },
    },
    {
      title: 'A repetition that never ends',
      input: '00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\nfffffff0\n',
      options: { direction: 'restore' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot restore property "input": it represents more than 5000000 bytes',
      },
    },
    {
      title: 'An offset past the end',
      input: 'short',
      options: { offset: 10 },
      error: { code: 'INVALID_INPUT', message: 'Option "offset" must be at most 5, the number of bytes, got 10' },
    },
    {
      title: 'Text and file at once',
      input: 'short',
      files: [{ name: 'a.bin', text: 'short' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file is given' },
    },
  ],
  run({ input, files: [upload], options }) {
    if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    const bytes = upload?.bytes ?? Buffer.from(input);
    if (options.direction === 'restore') {
      const label = upload === undefined ? 'property "input"' : `file ${quote(upload.name)}`;
      const restored = restore(Buffer.from(bytes).toString('latin1'), label);
      return file(
        upload === undefined ? 'result.bin' : renamed(upload.name, '.bin'),
        'application/octet-stream',
        restored,
      );
    }
    const { offset, length, width, style } = options;
    if (offset > bytes.length) {
      throw invalid(`Option "offset" must be at most ${bytes.length}, the number of bytes, got ${offset}`);
    }
    const shown = bytes.subarray(offset, length === 0 ? undefined : offset + length);
    if (shown.length > DUMPED_BYTES) {
      throw overLimit(
        `At most ${DUMPED_BYTES} bytes can be dumped at once, got ${shown.length}: option "length" chooses fewer`,
      );
    }
    return text(writeDump(shown, { width, offset, style }));
  },
});
