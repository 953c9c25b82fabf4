import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { CRC_NAMES } from '../../lib/checksums/crc-catalogue.data.js';
import { chosenChecksums, readExpected, SUM_NAMES, type ToldChecksum, tellChecksum } from './_checksums.js';
import { CONTENT_NOTE, readContents } from './_contents.js';

export default defineTool({
  id: 'checksum-calculator',
  title: 'Checksum Calculator',
  summary: 'Computes CRCs of 8 to 64 bits and checksums such as Adler-32, Fletcher and cksum of a text or of files.',
  family: 'hashing',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    algorithm: z
      .enum(['crc-32/iso-hdlc', 'all', 'custom', ...SUM_NAMES, ...CRC_NAMES.filter((n) => n !== 'crc-32/iso-hdlc')])
      .default('crc-32/iso-hdlc')
      .describe('Checksum; CRCs have the names of the CRC RevEng catalogue, and the default is what most call CRC-32.'),
    inputEncoding: shared.inputEncoding(),
    charset: shared.charset(),
    expected: z
      .string()
      .max(40)
      .default('')
      .describe('Checksum to find among the results, in either byte order, in hexadecimal or decimal digits.'),
    width: z.number().multipleOf(1).min(8).max(64).default(32).describe('Bits of a custom CRC.'),
    polynomial: z
      .string()
      .max(20)
      .default('')
      .describe('Polynomial of a custom CRC in hexadecimal digits, without its highest term.'),
    init: z.string().max(20).default('').describe('Initial value of a custom CRC in hexadecimal digits; empty for 0.'),
    xorOut: z
      .string()
      .max(20)
      .default('')
      .describe('Value that a custom CRC is combined with by XOR at the end, in hexadecimal digits; empty for 0.'),
    reflectIn: z.boolean().default(true).describe('A custom CRC takes the bits of each byte from the lowest.'),
    reflectOut: z.boolean().default(true).describe('A custom CRC reverses the bits of its result.'),
  },
  result: 'data',
  data: z.object({
    checksums: z
      .array(
        z.object({
          name: z.string().describe('File name, or "input".'),
          bytes: count('Number of bytes that were summed.'),
          algorithm: z.string().describe('Name of the checksum.'),
          hex: z.string().describe('Checksum in hexadecimal digits, highest first.'),
          hexReversed: z.string().describe('The same with the lowest byte first, as Modbus and others send it.'),
          decimal: z
            .string()
            .describe('Checksum as a decimal number, in quotes because 64 bits are too many for JSON.'),
          definition: z.string().describe('Parameters of a CRC as CRC RevEng writes them; empty for other checksums.'),
        }),
      )
      .describe('One entry per file and checksum.'),
    matches: z
      .array(z.object({ name: z.string().describe('File name, or "input".'), algorithm: z.string().describe('Name.') }))
      .describe('Results that are the expected checksum; empty where none is expected or none fits.'),
  }),
  notes: [
    CONTENT_NOTE,
    'With "all" and "expected", an unknown checksum is identified: "matches" lists every algorithm that gives it.',
    'A result of 8 or 16 bits fits several algorithms by chance: identify those by two or more samples.',
    'CRC-32C is crc-32/iscsi, CRC-16-CCITT is most often crc-16/ibm-3740 (or kermit, xmodem), CRC-64 of xz is crc-64/xz.',
    'Checksums detect accidents, not attacks: content with any wanted checksum can be made.',
  ],
  aliases: [
    'crc32',
    'crc16',
    'crc8',
    'crc64',
    'crc32c',
    'crc calculator',
    'modbus crc',
    'ccitt',
    'adler32',
    'fletcher checksum',
    'cksum',
    'internet checksum',
    'lrc',
    'xor checksum',
    'crc reverse engineering',
  ],
  verified: [
    'CRC RevEng catalogue: the check value of each of the 97 CRCs',
    'crcmod 1.7: the same CRCs of 240 random contents by the 39 models that it knows by other names; zlib and GNU coreutils (cksum, sum -r, sum -s): the same for 40 contents',
    'RFC 1071 section 3 and the Fletcher test vectors of Wikipedia',
  ],
  examples: [
    {
      title: 'CRC-32 of the check string',
      input: '123456789',
      output: {
        data: {
          checksums: [
            {
              name: 'input',
              bytes: 9,
              algorithm: 'crc-32/iso-hdlc',
              hex: 'cbf43926',
              hexReversed: '2639f4cb',
              decimal: '3421780262',
              definition: 'width=32 poly=0x04c11db7 init=0xffffffff refin=true refout=true xorout=0xffffffff',
            },
          ],
          matches: [],
        },
      },
    },
    {
      title: 'A custom CRC of bytes, checked: Modbus, low byte first',
      input: '01 04 02 FF FF',
      options: {
        algorithm: 'custom',
        inputEncoding: 'hex',
        width: 16,
        polynomial: '0x8005',
        init: 'FFFF',
        expected: 'B8 80',
      },
      output: {
        data: {
          checksums: [
            {
              name: 'input',
              bytes: 5,
              algorithm: 'custom',
              hex: '80b8',
              hexReversed: 'b880',
              decimal: '32952',
              definition: 'width=16 poly=0x8005 init=0xffff refin=true refout=true xorout=0x0000',
            },
          ],
          matches: [{ name: 'input', algorithm: 'custom' }],
        },
      },
    },
    {
      title: 'An empty file',
      files: [{ name: 'empty.bin', text: '' }],
      options: { algorithm: 'adler-32' },
      output: {
        data: {
          checksums: [
            {
              name: 'empty.bin',
              bytes: 0,
              algorithm: 'adler-32',
              hex: '00000001',
              hexReversed: '01000000',
              decimal: '1',
              definition: '',
            },
          ],
          matches: [],
        },
      },
    },
    {
      title: 'A polynomial that is too wide',
      input: 'abc',
      options: { algorithm: 'custom', width: 8, polynomial: '1021' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "polynomial" must be a hexadecimal number of at most 8 bits, got "1021"',
      },
    },
    {
      title: 'A custom CRC without a polynomial',
      input: 'abc',
      options: { algorithm: 'custom' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "polynomial" must not be empty where "algorithm" is custom, such as 04c11db7',
      },
    },
    {
      title: 'An expected checksum that is not a number',
      input: 'abc',
      options: { expected: 'cksum' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "expected" must be a checksum in hexadecimal or decimal digits, got "cksum"',
      },
    },
    {
      title: 'A text beside a file',
      input: 'abc',
      files: [{ name: 'a.txt', text: 'abc' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file is given' },
    },
  ],
  run(run) {
    const { options, signal } = run;
    const expected = readExpected(options.expected);
    const wanted = chosenChecksums(options.algorithm, options);
    const checksums = readContents(run).flatMap(({ name, bytes }) =>
      wanted.map((checksum) => {
        signal.throwIfAborted();
        return { name, bytes: bytes.length, ...tellChecksum(checksum, bytes) };
      }),
    );
    const isExpected = ({ hex, hexReversed, decimal }: ToldChecksum): boolean =>
      [hex, hexReversed, decimal].some((form) => form.replace(/^0+/, '') === expected.replace(/^0+/, ''));
    const matches = expected === '' ? [] : checksums.filter(isExpected);
    return json({ checksums, matches: matches.map(({ name, algorithm }) => ({ name, algorithm })) });
  },
});
