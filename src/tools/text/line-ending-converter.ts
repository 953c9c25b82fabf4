import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid, json, type OutputFile, text, withFiles } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count, fileReports } from '../../core/shared-data.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { editedFile, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { BoundedText } from '../../lib/text/bounded-text.js';
import { findBreaks, splitLines } from '../../lib/text/lines.js';

const lineBreaks = z.object({
  lf: count('Number of LF.'),
  crlf: count('Number of CRLF.'),
  cr: count('Number of CR.'),
  other: count('Number of characters that some programs break lines at.'),
  mixed: z.boolean().describe('Whether there are several kinds of line breaks.'),
  byteOrderMark: z.boolean().describe('Whether it starts with a byte order mark.'),
  finalNewline: z.boolean().describe('Whether it ends with a line break.'),
});

const BREAKS = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;
const NAMES = { '\n': 'lf', '\r\n': 'crlf', '\r': 'cr' } as const;
const MARK = '\ufeff';

/** How often each kind of break comes, and characters that some programs break lines at. */
function countBreaks(content: string) {
  const counts = { lf: 0, crlf: 0, cr: 0 };
  for (const { lineBreak } of findBreaks(content)) counts[NAMES[lineBreak as keyof typeof NAMES]]++;
  const isMixed = Object.values(counts).filter((count) => count > 0).length > 1;
  return { ...counts, other: content.match(/[\v\f\u0085\u2028\u2029]/g)?.length ?? 0, mixed: isMixed };
}

function evenBreaks(content: string, wanted: string): string {
  const result = new BoundedText(CLASS_LIMITS.standard.resultBytes);
  let start = 0;
  for (const { end, lineBreak } of findBreaks(content)) {
    result.add(content.slice(start, end) + wanted);
    start = end + lineBreak.length;
  }
  result.add(content.slice(start));
  return result.toString();
}

function withFinalBreak(content: string, rule: 'keep' | 'add' | 'remove', lineBreak: string): string {
  if (rule === 'keep' || content === '') return content;
  if (rule === 'add') return /[\r\n]$/.test(content) ? content : content + lineBreak;
  let end = content.length;
  while (end > 0 && /[\r\n]/.test(content.charAt(end - 1))) end--;
  return content.slice(0, end);
}

interface Endings {
  readonly to: keyof typeof BREAKS | 'keep';
  readonly mark: 'keep' | 'add' | 'remove';
  readonly finalNewline: 'keep' | 'add' | 'remove';
}

/** The whole new text with its mark, what changed, and the file where a file came in. Throws as `editedFile`. */
function converted(source: TextSource, { to, mark, finalNewline }: Endings) {
  const hasMark = source.encoding?.hasMark ?? source.text.startsWith(MARK);
  const content = source.encoding === undefined && hasMark ? source.text.slice(1) : source.text;
  const wanted = to === 'keep' ? splitLines(content).lineBreak : BREAKS[to];
  const even = to === 'keep' ? content : evenBreaks(content, wanted);
  const made = withFinalBreak(even, finalNewline, wanted);
  const isMarked = mark === 'keep' ? hasMark : mark === 'add';
  const describe = (value: string, marked: boolean) => ({
    ...countBreaks(value),
    byteOrderMark: marked,
    finalNewline: /[\r\n]$/.test(value),
  });
  const report = {
    changed: made !== content || isMarked !== hasMark,
    before: describe(content, hasMark),
    after: describe(made, isMarked),
  };
  const whole = isMarked ? MARK + made : made;
  if (source.file === undefined || source.encoding === undefined) return { whole, report };
  const { encoding } = source.encoding;
  if (isMarked && !encoding.startsWith('utf'))
    throw invalid(`Cannot add a byte order mark to ${source.label}: its encoding ${encoding} has none`);
  const output: OutputFile = editedFile(
    { ...source, encoding: { encoding, hasMark: isMarked } },
    made,
    source.file.name,
  );
  return { whole, report: { encoding, ...report }, output };
}

const CONVERTED = {
  encoding: z.string().optional().describe('Character encoding, where a file was sent.'),
  changed: z.boolean().describe('Whether anything changed.'),
  before: lineBreaks.describe('Line breaks of the upload.'),
  after: lineBreaks.describe('Line breaks of the result.'),
};

export default defineTool({
  id: 'line-ending-converter',
  title: 'Line Ending Converter',
  summary: 'Converts line endings to LF, CRLF or CR, adds or removes a byte order mark, and reports what was found.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    to: z
      .enum(['lf', 'crlf', 'cr', 'keep'])
      .default('lf')
      .describe('Line break to write; "keep" leaves them as they are.'),
    mark: z.enum(['keep', 'add', 'remove']).default('keep').describe('Handling of a byte order mark at the start.'),
    finalNewline: z
      .enum(['keep', 'add', 'remove'])
      .default('keep')
      .describe('Handling of line breaks at the very end: "add" ensures one, "remove" removes all.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('For a text: the text, or JSON with the text and the report. A file always comes with the report.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({ text: z.string().optional().describe('Converted text, where a text was sent.'), ...CONVERTED }),
    fileReports(CONVERTED),
  ]),
  notes: [
    'LF, CRLF and a CR by itself are line breaks, one by one, so that mixed texts become even. U+0085, U+2028, U+2029, vertical tabs and form feeds are counted as "other" and left alone.',
    'A file comes back under its name and in its encoding: UTF-8, UTF-16 or an older one. A byte order mark can be added to UTF-8 and UTF-16 only. Several files give a file and a report each, and one that fails does not spoil the others.',
    'An empty text gets no line break.',
  ],
  aliases: [
    'crlf to lf',
    'lf to crlf',
    'dos2unix',
    'unix2dos',
    'convert newlines',
    'windows line endings',
    'unix line endings',
    'remove bom',
    'add bom',
    'eol converter',
  ],
  verified: ['dos2unix 7.4.3 (dos2unix, unix2dos, mac2unix, unix2mac, -b, -r): the same bytes for 100 random files'],
  examples: [
    { title: 'Mixed line breaks', input: 'a\r\nb\nc\rd', output: { text: 'a\nb\nc\nd' } },
    {
      title: 'For Windows, with a report',
      input: 'a\nb\r\nc',
      options: { to: 'crlf', finalNewline: 'add', format: 'json' },
      output: {
        data: {
          text: 'a\r\nb\r\nc\r\n',
          changed: true,
          before: { lf: 1, crlf: 1, cr: 0, other: 0, mixed: true, byteOrderMark: false, finalNewline: false },
          after: { lf: 0, crlf: 3, cr: 0, other: 0, mixed: false, byteOrderMark: false, finalNewline: true },
        },
      },
    },
    {
      title: 'A file with a byte order mark',
      options: { mark: 'remove' },
      files: [{ name: 'list.csv', base64: '77u/YSxiDQoxLDINCg==' }],
      output: {
        data: {
          encoding: 'utf-8',
          changed: true,
          before: { lf: 0, crlf: 2, cr: 0, other: 0, mixed: false, byteOrderMark: true, finalNewline: true },
          after: { lf: 2, crlf: 0, cr: 0, other: 0, mixed: false, byteOrderMark: false, finalNewline: true },
        },
        files: [{ name: 'list.csv', mime: 'text/csv;charset=utf-8', text: 'a,b\n1,2\n' }],
      },
    },
    {
      title: 'A mark that the encoding does not have',
      options: { mark: 'add' },
      files: [{ name: 'cafe.txt', base64: 'Y2Fm6Q==' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot add a byte order mark to file "cafe.txt": its encoding windows-1252 has none',
      },
    },
    {
      title: 'No text',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files, signal }) {
    const ofFile = (source: TextSource) => {
      const { report, output } = converted(source, options);
      return { report, outputs: output === undefined ? [] : [output] };
    };
    if (files.length > 1 && input === '')
      return eachFile({ files, signal }, async (file) => ofFile(await readTextFile(file)));
    const source = await readTextSource({ input, files });
    const { whole, report, output } = converted(source, options);
    if (output !== undefined) return withFiles(json(report), [output]);
    return options.format === 'json' ? json({ text: whole, ...report }) : text(whole);
  },
});
