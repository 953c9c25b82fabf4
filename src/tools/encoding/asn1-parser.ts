import { z } from 'zod';

import { defineTool, invalid, json, quote, text as textResult } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings as warningList } from '../../core/shared-data.js';
import { type Asn1Row, asn1Report } from '../../formats/asn1-report.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';
import { ContentFault } from '../../lib/faults.js';
import { readPemBlocks } from '../../lib/pki/pem-blocks.js';

type From = 'auto' | 'pem' | 'base64' | 'hex';

interface Part {
  readonly label: string;
  readonly bytes: Uint8Array;
}

const BEGIN = /-{4,5} ?BEGIN /;

/** The binary parts of a text: each PEM block, or what its digits are. Throws ContentFault. */
function partsOf(text: string, from: From): Part[] {
  const kind = from !== 'auto' ? from : BEGIN.test(text) ? 'pem' : isHex(text) ? 'hex' : 'base64';
  if (kind === 'hex') return [{ label: '', bytes: readHex(text.trim()) }];
  if (kind === 'base64') return [{ label: '', bytes: readBase64(text, { strict: false }) }];
  const blocks = readPemBlocks(text);
  if (blocks.length === 0) throw new ContentFault('it has no PEM block');
  return blocks.map(({ label, bytes, isEncrypted }) => {
    if (isEncrypted) throw new ContentFault(`the PEM block ${label} is encrypted`);
    return { label, bytes };
  });
}

/** All hexadecimal digits, of an element that is as long as it says or has an indefinite length. */
const isHex = (text: string): boolean => /^\s*(?:0x)?(?:[0-9a-f]{2}[\s:,-]*)+$/i.test(text);

const line = ({ offset, depth, tag, value, name, isConstructed }: Asn1Row): string =>
  `${String(offset).padStart(5)}  ${'  '.repeat(depth)}${tag}${value === undefined ? '' : ` ${value}`}${name === undefined ? '' : ` (${name})`}${isConstructed ? ' {}' : ''}`;

export default defineTool({
  id: 'asn1-parser',
  title: 'ASN.1 Parser',
  summary: 'Shows the elements of ASN.1 data in DER, BER or PEM, with names of object identifiers.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', 'pem', 'base64', 'hex'])
      .default('auto')
      .describe(
        'Notation of the input; auto recognises PEM, hexadecimal digits and base64. A file may also be binary.',
      ),
    nested: z
      .boolean()
      .default(true)
      .describe('Also shows elements inside octet and bit strings, as certificates have them in extensions and keys.'),
    format: z
      .enum(['json', 'text'])
      .default('json')
      .describe('A list of elements with offset and depth, or an indented tree as text.'),
  },
  result: 'mixed',
  data: z.object({
    documents: z
      .array(
        z.object({
          label: z.string().describe('Label of the PEM block, such as CERTIFICATE; empty where there is none.'),
          bytes: count('Size in bytes.'),
          elements: z
            .array(
              z.object({
                offset: count('Place of the element, in bytes from 0.'),
                depth: count('Nesting level, from 0.'),
                headerBytes: count('Bytes of tag and length.'),
                length: count('Bytes of the content.'),
                isConstructed: z.boolean().describe('Whether it consists of other elements.'),
                tag: z.string().describe('Type, or class and number of the tag.'),
                value: z
                  .string()
                  .optional()
                  .describe(
                    'Value: text, number, time in ISO 8601, object identifier, or hexadecimal digits, cut after 1,024 bytes.',
                  ),
                name: z.string().optional().describe('Name of the object identifier.'),
                within: z.int().min(0).optional().describe('Offset of the octet or bit string the element is inside.'),
              }),
            )
            .describe('Elements in the order of the bytes.'),
          warnings: warningList().describe(
            'What is BER and not DER, and data after the end; empty if there is nothing.',
          ),
        }),
      )
      .describe('One per PEM block; otherwise one.'),
  }),
  notes: [
    'Read as they are pasted: several PEM blocks, Windows line ends, indented or quoted text, base64 without PEM lines, hexadecimal digits with or without separators. Encrypted PEM keys are refused.',
    'Whole numbers of more than 8 bytes are shown as hexadecimal digits. Private keys are shown like all data: mind where you paste them.',
    'Indefinite lengths and long forms of lengths (BER) are read and reported. At most 20,000 elements, nested at most 64 deep. To check a certificate, use the certificate tools; this one shows structure only.',
  ],
  aliases: [
    'openssl asn1parse',
    'asn.1 decoder',
    'der decoder',
    'der viewer',
    'asn1 js',
    'dumpasn1',
    'decode pem',
    'oid lookup',
  ],
  verified: [
    'OpenSSL 3.0 (asn1parse): same offset, depth, header, length, form and type of every element of 12 certificates, requests, keys and signatures of all usual kinds, and of 200 random structures',
    'X.690 §8: its examples of lengths, numbers, object identifiers and strings; every truncation and 500 random changes of a certificate are refused or read',
  ],
  examples: [
    {
      title: 'An Ed25519 public key, RFC 8410 §10.1',
      input:
        '-----BEGIN PUBLIC KEY-----\r\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\r\n-----END PUBLIC KEY-----',
      output: {
        data: {
          documents: [
            {
              label: 'PUBLIC KEY',
              bytes: 44,
              elements: [
                { offset: 0, depth: 0, headerBytes: 2, length: 42, isConstructed: true, tag: 'SEQUENCE' },
                { offset: 2, depth: 1, headerBytes: 2, length: 5, isConstructed: true, tag: 'SEQUENCE' },
                {
                  offset: 4,
                  depth: 2,
                  headerBytes: 2,
                  length: 3,
                  isConstructed: false,
                  tag: 'OBJECT',
                  value: '1.3.101.112',
                  name: 'ed25519',
                },
                {
                  offset: 9,
                  depth: 1,
                  headerBytes: 2,
                  length: 33,
                  isConstructed: false,
                  tag: 'BIT STRING',
                  value: '19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1',
                },
              ],
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'Hexadecimal digits as a tree',
      input: '30 0c 06 03 55 04 03 0c 05 68 65 6c 6c 6f',
      options: { format: 'text' },
      output: { text: '    0  SEQUENCE {}\n    2    OBJECT 2.5.4.3 (CN)\n    7    UTF8STRING hello\n' },
    },
    {
      title: 'An indefinite length',
      input: '30800201ff0000',
      output: {
        data: {
          documents: [
            {
              label: '',
              bytes: 7,
              elements: [
                { offset: 0, depth: 0, headerBytes: 2, length: 3, isConstructed: true, tag: 'SEQUENCE' },
                { offset: 2, depth: 1, headerBytes: 2, length: 1, isConstructed: false, tag: 'INTEGER', value: '-1' },
              ],
              warnings: ['This is BER, not DER: offset 0: indefinite length'],
            },
          ],
        },
      },
    },
    {
      title: 'A length that is more than there is',
      input: '300c0603',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as ASN.1: offset 0: a length of 12 bytes where 2 are left',
      },
    },
    {
      title: 'Nested too deep',
      input: '3080'.repeat(66),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as ASN.1: it is nested more than 64 deep',
      },
    },
    {
      title: 'No data',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files: [upload], options: { from, nested, format } }) {
    if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (upload === undefined && input.trim() === '')
      throw invalid('Property "input" must not be empty where no file is given');
    const label = upload === undefined ? 'property "input"' : `file ${quote(upload.name)}`;
    const content = upload === undefined ? input : Buffer.from(upload.bytes).toString('latin1');
    const isBinary = upload !== undefined && from === 'auto' && !/^[\t\n\r\x20-\x7e\u00ef\u00bb\u00bf]+$/.test(content);
    const documents = refusing(`Cannot read ${label} as ASN.1`, () => {
      const parts = isBinary
        ? [{ label: '', bytes: upload.bytes }]
        : partsOf(content.replace(/^\u00ef\u00bb\u00bf/, ''), from);
      return parts.map((part) => ({ label: part.label, bytes: part.bytes.length, ...asn1Report(part.bytes, nested) }));
    });
    if (format === 'json') return json({ documents });
    const trees = documents.map(
      ({ label: name, elements }) => `${name === '' ? '' : `${name}\n`}${elements.map(line).join('\n')}\n`,
    );
    return textResult(trees.join('\n'));
  },
});
