import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, file, invalid, quote } from '../../core/index.js';
import { fileReports, warnings as warningList } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import {
  checkEncoding,
  convertText,
  type DecodedText,
  decodeText,
  decodeTextAs,
  decodeWith,
  isUnicode,
} from '../../engines/text/text-encoding.js';
import { TEXT_FILES } from '../../formats/each-text.js';

export default defineTool({
  id: 'text-encoding-converter',
  title: 'Text Encoding Converter',
  summary: 'Converts text files from one character encoding to another.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    from: z
      .string()
      .max(40)
      .default('auto')
      .describe('Encoding of the files, such as windows-1252 or Shift_JIS; auto detects it.'),
    to: z
      .string()
      .min(1)
      .max(40)
      .default('utf-8')
      .describe('Encoding to write, such as utf-8, utf-16le, iso-8859-15, GB18030 or IBM037.'),
    bom: shared.bom().describe('Writes a byte order mark at the start; only for Unicode encodings.'),
    onError: z
      .enum(['strict', 'replace', 'escape'])
      .default('strict')
      .describe(
        'Characters the new encoding lacks: strict refuses them and says where, replace writes one ? each, escape writes a reference such as &#8364;.',
      ),
  },
  result: 'mixed',
  data: fileReports({
    from: z.string().describe('Encoding the file was read in.'),
    warnings: warningList(),
  }).describe('What became of each file; where "input" is given, there is only the file.'),
  notes: [
    'The result is a file, since the bytes are what changes. Text given as "input" is Unicode already; "from" applies to files. Several files are converted one by one, and one that fails does not spoil the others.',
    'Encodings: all that iconv-lite knows (UTF-7 to UTF-32, ISO 8859, Windows, KOI8, Macintosh and DOS code pages, Shift_JIS, EUC-JP, EUC-KR, GB18030, Big5), ISO-2022-JP and the EBCDIC pages IBM037, IBM273, IBM500 and IBM1140. Windows, Macintosh and KOI8-U pages are those of the WHATWG Encoding Standard, as in browsers.',
    'With auto, a byte order mark or valid UTF-8 decides; among older encodings, the letters of 33 languages do. Where they leave it open, as in short texts, "warnings" names the other likely encoding: choose "from" if you know it.',
    'Bytes the old encoding does not have are refused with their position; with replace and escape they become U+FFFD.',
  ],
  aliases: [
    'iconv',
    'utf-8 converter',
    'latin1 to utf-8',
    'convert charset',
    'windows-1252 to utf-8',
    'shift_jis to utf-8',
    'iso-2022-jp to utf-8',
    'ebcdic to ascii',
    'add bom',
    'utf-16 to utf-8',
  ],
  verified: [
    'Universal Declaration of Human Rights in 33 languages and 16 encodings of one byte per character: pieces of 200 characters are detected in at least 97 of 100 cases',
    'GNU iconv 2.36: same bytes for 29 encodings, both ways, of a sample in Latin, Cyrillic, Greek, Chinese, Korean and Japanese letters and signs; ISO-2022-JP in all characters but six, which it reads as browsers do',
    'Python 3.11: the same character for every byte of the ISO 8859, Windows, KOI8, DOS and EBCDIC pages among them',
  ],
  examples: [
    {
      title: 'A Latin-1 file to UTF-8',
      files: [{ name: 'menu.txt', base64: 'Y2Fm6SBjcuhtZQ==' }],
      options: { from: 'iso-8859-1' },
      output: {
        data: { files: [{ name: 'menu.txt', outputs: ['menu.txt'], from: 'iso-8859-1', warnings: [] }] },
        files: [{ name: 'menu.txt', mime: 'text/plain;charset=utf-8', text: 'café crème' }],
      },
    },
    {
      title: 'A short text that leaves its encoding open',
      files: [{ name: 'menu.txt', base64: 'Y2Fm6Q==' }],
      output: {
        data: {
          files: [
            {
              name: 'menu.txt',
              outputs: ['menu.txt'],
              from: 'windows-1252',
              warnings: ['The encoding windows-1252 is a guess; macintosh is likely too'],
            },
          ],
        },
        files: [{ name: 'menu.txt', mime: 'text/plain;charset=utf-8', text: 'café' }],
      },
    },
    {
      title: 'A text to UTF-16 with a byte order mark',
      input: 'é🌍',
      options: { to: 'utf-16le', bom: true },
      output: { files: [{ name: 'result.txt', mime: 'text/plain;charset=utf-16le', base64: '//7pADzYDd8=' }] },
    },
    {
      title: 'Characters the encoding lacks, escaped',
      input: '5 € für 日本',
      options: { to: 'iso-8859-1', onError: 'escape' },
      output: {
        files: [
          {
            name: 'result.txt',
            mime: 'text/plain;charset=iso-8859-1',
            base64: Buffer.from('5 &#8364; für &#26085;&#26412;', 'latin1').toString('base64'),
          },
        ],
      },
    },
    {
      title: 'Characters the encoding lacks, refused',
      input: 'price:\n5 €',
      options: { to: 'iso-8859-1' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write the text as iso-8859-1: line 2, column 3: it has no "€" (U+20AC)\n5 €\n  ^',
      },
    },
    {
      title: 'Bytes the old encoding does not have',
      files: [{ name: 'a.txt', base64: 'YWL/' }],
      options: { from: 'utf-8' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "a.txt": byte 3 is not valid utf-8' },
    },
    {
      title: 'An unknown encoding',
      input: 'x',
      options: { to: 'latin-99' },
      error: { code: 'INVALID_INPUT', message: 'Option "to" must be the name of a character encoding, got "latin-99"' },
    },
    {
      title: 'A byte order mark where there can be none',
      input: 'x',
      options: { to: 'windows-1252', bom: true },
      error: { code: 'INVALID_INPUT', message: 'Option "bom" must be false: windows-1252 has no byte order mark' },
    },
    {
      title: 'Nothing to convert',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { from, to, bom, onError } }) {
    if (files.length > 0 && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (files.length === 0 && input === '') throw invalid('Property "input" must not be empty where no file is given');
    if (from !== 'auto') checkEncoding(from, 'from');
    checkEncoding(to, 'to');
    if (bom && !isUnicode(to))
      throw invalid(`Option "bom" must be false: ${quote(to).slice(1, -1)} has no byte order mark`);
    const mime = `text/plain;charset=${to.toLowerCase()}`;
    const convert = (text: string): Uint8Array => convertText(text, to, { bom, onError });
    if (files.length === 0) return file('result.txt', mime, convert(input));

    return eachFile({ files, signal }, async ({ name, bytes }) => {
      const { text, encoding, doubt } = await readUpload(bytes, `file ${quote(name)}`);
      const warnings = doubt === undefined ? [] : [`The encoding ${encoding} is a guess; ${doubt} is likely too`];
      return { report: { from: encoding, warnings }, outputs: [{ name, mime, bytes: convert(text) }] };
    });

    async function readUpload(content: Uint8Array, label: string): Promise<Omit<DecodedText, 'hasMark'>> {
      if (from === 'auto') return decodeText(content, label);
      if (onError === 'strict') return decodeTextAs(content, from, label, 'from');
      return { text: decodeWith(content, from).replace(/^\ufeff/, ''), encoding: from };
    }
  },
});
