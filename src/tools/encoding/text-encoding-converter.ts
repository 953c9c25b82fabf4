import { z } from 'zod';

import { defineTool, file, invalid, quote } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import {
  checkEncoding,
  convertText,
  decodeText,
  decodeTextAs,
  decodeWith,
  isUnicode,
} from '../../engines/text/text-encoding.js';

export default defineTool({
  id: 'text-encoding-converter',
  title: 'Text Encoding Converter',
  summary: 'Converts a text file from one character encoding to another.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .string()
      .max(40)
      .default('auto')
      .describe('Encoding of the file, such as windows-1252 or Shift_JIS; auto detects it.'),
    to: z
      .string()
      .min(1)
      .max(40)
      .default('utf-8')
      .describe('Encoding to write, such as utf-8, utf-16le, iso-8859-15, GB18030 or IBM037.'),
    bom: shared.bom().describe('Writes a byte order mark at the front; only Unicode encodings can.'),
    onError: z
      .enum(['strict', 'replace', 'escape'])
      .default('strict')
      .describe(
        'What the new encoding lacks: strict refuses it with its place, replace writes ?, escape writes &#8364; with its number.',
      ),
  },
  result: 'files',
  notes: [
    'The result is a file, since bytes are what changes. A text given as "input" is Unicode already: "from" is for files.',
    'Encodings: all that iconv-lite knows (UTF-7 to UTF-32, ISO 8859, Windows, KOI8, Macintosh and DOS code pages, Shift_JIS, EUC-JP, EUC-KR, GB18030, Big5) and EBCDIC pages IBM037, IBM273, IBM500, IBM1140.',
    'With auto, byte order mark and valid UTF-8 decide; among older encodings the letters do, which short texts leave open: name the encoding where you know it.',
    'Bytes that the old encoding does not have are refused with their place, or with replace and escape become U+FFFD.',
  ],
  aliases: [
    'iconv',
    'utf-8 converter',
    'latin1 to utf-8',
    'convert charset',
    'windows-1252 to utf-8',
    'shift_jis to utf-8',
    'ebcdic to ascii',
    'add bom',
    'utf-16 to utf-8',
  ],
  verified: [
    'GNU iconv 2.36: same bytes for 28 encodings, both ways, of a sample in Latin, Cyrillic, Greek, Chinese, Korean and Japanese letters and signs',
    'Python 3.11: the same character for every byte of the ISO 8859, Windows, KOI8, DOS and EBCDIC pages among them',
  ],
  examples: [
    {
      title: 'A Latin-1 file to UTF-8',
      files: [{ name: 'menu.txt', base64: 'Y2Fm6SBjcuhtZQ==' }],
      options: { from: 'iso-8859-1' },
      output: { files: [{ name: 'menu.txt', mime: 'text/plain;charset=utf-8', text: 'café crème' }] },
    },
    {
      title: 'A text to UTF-16 with a byte order mark',
      input: 'é🌍',
      options: { to: 'utf-16le', bom: true },
      output: { files: [{ name: 'result.txt', mime: 'text/plain;charset=utf-16le', base64: '//7pADzYDd8=' }] },
    },
    {
      title: 'What the encoding lacks, escaped',
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
      title: 'What the encoding lacks, refused',
      input: 'price:\n5 €',
      options: { to: 'iso-8859-1' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write the text as iso-8859-1: line 2, column 3: it has no "€" (U+20AC)\n5 €\n  ^',
      },
    },
    {
      title: 'Bytes that the old encoding does not have',
      files: [{ name: 'a.txt', base64: 'YWL/' }],
      options: { from: 'utf-8' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "a.txt": byte 3 is not valid utf-8' },
    },
    {
      title: 'An encoding that there is not',
      input: 'x',
      options: { to: 'latin-99' },
      error: { code: 'INVALID_INPUT', message: 'Option "to" must be the name of a character encoding, got "latin-99"' },
    },
    {
      title: 'A byte order mark where none can be',
      input: 'x',
      options: { to: 'windows-1252', bom: true },
      error: { code: 'INVALID_INPUT', message: 'Option "bom" must be false: windows-1252 has no byte order mark' },
    },
    {
      title: 'Nothing to convert',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files: [upload], options: { from, to, bom, onError } }) {
    if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (upload === undefined && input === '')
      throw invalid('Property "input" must not be empty where no file is given');
    if (from !== 'auto') checkEncoding(from, 'from');
    checkEncoding(to, 'to');
    const canMark = isUnicode(to);
    if (bom && !canMark) throw invalid(`Option "bom" must be false: ${quote(to).slice(1, -1)} has no byte order mark`);
    const text = upload === undefined ? input : await readUpload(upload.bytes, `file ${quote(upload.name)}`);
    const bytes = convertText(text, to, { bom, onError });
    return file(upload?.name ?? 'result.txt', `text/plain;charset=${to.toLowerCase()}`, bytes);

    async function readUpload(content: Uint8Array, label: string): Promise<string> {
      if (from === 'auto') return (await decodeText(content, label)).text;
      if (onError === 'strict') return decodeTextAs(content, from, label, 'from').text;
      return decodeWith(content, from).replace(/^\ufeff/, '');
    }
  },
});
