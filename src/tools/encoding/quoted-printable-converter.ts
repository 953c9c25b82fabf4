import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { checkEncoding, decodeWith, encodeTextAs, hasEncoding } from '../../engines/text/text-encoding.js';
import { bytesToText } from '../../formats/byte-input.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import {
  readEncodedWords,
  readQuotedPrintable,
  writeEncodedWords,
  writeQuotedPrintable,
} from '../../lib/encodings/quoted-printable.js';
import { ContentFault } from '../../lib/faults.js';

/** The text of an encoded word, as far as its bytes are valid: mail is full of words that were cut. */
function wordText(bytes: Uint8Array, charset: string, text: string, offset: number): string {
  if (!hasEncoding(charset)) throw ContentFault.at(text, offset, `unknown character encoding "${charset}"`);
  return decodeWith(bytes, charset);
}

function decodeBody(text: string, charset: string): string {
  // What is not ASCII was pasted decoded already.
  const raw = /[^\u0000-\u007f]/.test(text)
    ? Buffer.from(encodeTextAs(text, charset, 'the text', 'charset')).toString('latin1')
    : text;
  return bytesToText(readQuotedPrintable(raw), charset);
}

export default defineTool({
  id: 'quoted-printable-converter',
  title: 'Quoted Printable Converter',
  summary: 'Decodes or encodes quoted-printable mail bodies and the encoded words of mail headers.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['decode', 'encode']).default('decode').describe('Decodes or encodes.'),
    part: z
      .enum(['auto', 'body', 'header'])
      .default('auto')
      .describe(
        'Part of the mail: body (RFC 2045) or header with words such as =?UTF-8?Q?caf=C3=A9?= (RFC 2047); auto is header where there is such a word and body otherwise.',
      ),
    wordEncoding: z
      .enum(['auto', 'q', 'b'])
      .default('auto')
      .describe('Encoding headers: Q (readable letters), B (base64), or whichever is shorter.'),
    charset: shared
      .charset()
      .describe(
        'Character encoding between text and bytes, such as utf-8 or iso-8859-1; encoded words name their own.',
      ),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Decoding a body joins lines that end with =, reads lowercase digits, drops spaces that mail servers added after =, and leaves a = that begins no escape as it is.',
    'Decoding headers reads Q and B words in any character encoding, joins words next to each other even where a character is split between them, and unfolds lines. Bytes that are not valid become U+FFFD.',
    'Encoding keeps line breaks, writes lines of at most 76 characters and escapes spaces at line ends. Headers are folded into words of at most 75 characters; plain ASCII stays as it is.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'quoted-printable decode',
    'decode email subject',
    'mime encoded-word',
    'rfc 2047 decoder',
    '=?utf-8?q?',
    'mime header decoder',
    '=3D =20',
    'qprint',
  ],
  verified: [
    'RFC 2045 §6.7 and RFC 2047 §8: their examples',
    'Python 3.11 quopri: 240 random texts are read from what it writes, and it reads what is written here',
    'Python 3.11 email.header: 240 random headers are read from what it writes, and it reads what is written here',
  ],
  examples: [
    {
      title: 'A body, RFC 2045 §6.7',
      input: "Now's the time =\nfor all folk to come=\n to the aid of their country.",
      output: { text: "Now's the time for all folk to come to the aid of their country." },
    },
    {
      title: 'A subject in two words that share a character',
      input: 'Subject: =?UTF-8?Q?Gr=C3?=\r\n =?utf-8?q?=BC=C3=9Fe_aus?= =?iso-8859-1?Q?_K=F6ln?=',
      output: { text: 'Subject: Grüße aus Köln' },
    },
    {
      title: 'A body encoded',
      input: 'Grüße = ok \nEnde',
      options: { direction: 'encode' },
      output: { text: 'Gr=C3=BC=C3=9Fe =3D ok=20\nEnde' },
    },
    {
      title: 'A subject encoded',
      input: 'Grüße aus Köln',
      options: { direction: 'encode', part: 'header', wordEncoding: 'q' },
      output: { text: '=?utf-8?Q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln?=' },
    },
    {
      title: 'An unknown character encoding',
      input: '=?latin-99?Q?a?=',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1, column 1: unknown character encoding "latin-99"\n=?latin-99?Q?a?=\n^',
      },
    },
    {
      title: 'A word that is not base64',
      input: '=?utf-8?B?a*b?=',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1, column 1: this encoded word is not base64\n=?utf-8?B?a*b?=\n^',
      },
    },
    {
      title: 'Bytes that are not valid',
      input: 'caf=E9',
      error: { code: 'INVALID_INPUT', message: 'Cannot read the decoded bytes as text: byte 4 is not valid utf-8' },
    },
  ],
  run({ input, files, signal, options: { direction, part, wordEncoding, charset } }) {
    checkEncoding(charset, 'charset');
    return eachText({ input, files, signal }, (source) => {
      const { text, label } = source;
      const encode = (piece: string): Uint8Array => encodeTextAs(piece, charset, label, 'charset');
      if (direction === 'encode') {
        const isHeader = part === 'header';
        const bytes = encode(text);
        const written = isHeader
          ? writeEncodedWords(text, { charset, encode, wordEncoding })
          : writeQuotedPrintable(bytes);
        return documentResult(source, written, KINDS.text);
      }
      const isHeader = part === 'header' || (part === 'auto' && /=\?[^?\s]{1,100}\?[bq]\?/i.test(text));
      const decoded = refusing(`Cannot read ${label}`, () =>
        isHeader
          ? readEncodedWords(text, (bytes, name, offset) => wordText(bytes, name, text, offset))
          : decodeBody(text, charset),
      );
      return documentResult(source, decoded, KINDS.text);
    });
  },
});
