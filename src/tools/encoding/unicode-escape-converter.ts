import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { ESCAPE_VARIANTS, escapeText, unescapeText } from '../../lib/encodings/unicode-escapes.js';

export default defineTool({
  id: 'unicode-escape-converter',
  title: 'Unicode Escape Converter',
  summary: 'Converts characters to \\u, \\x, U+, &# and CSS escapes, or back.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['escape', 'unescape']).default('escape').describe('Writes escapes, or reads them.'),
    variant: z
      .enum(['auto', ...ESCAPE_VARIANTS])
      .default('auto')
      .describe(
        'Notation: javascript \\u00e9 (also JSON, Java, C#), es6 \\u{e9} (also Rust, PHP, Swift), python \\xe9, c, css, markup &#xe9; (XML, HTML), markup-decimal &#233;, u-plus U+00E9 or percent-u %u00e9; auto writes javascript and reads all but css.',
      ),
    scope: z
      .enum(['non-ascii', 'literal', 'all'])
      .default('non-ascii')
      .describe(
        'Escaping: characters beyond ASCII; literal also escapes quotes, backslashes and control characters, as inside a string literal; or all characters.',
      ),
    uppercase: z.boolean().default(false).describe('Escaping: writes A to F in uppercase.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Characters beyond U+FFFF are a surrogate pair in javascript and percent-u, and a single number in the others. U+ notation always covers every character, separated by spaces.',
    'Unescaping also reads short escapes such as \\n and \\" where the notation has them. With auto, \\x and octal bytes in a row that are valid UTF-8 are read as such: \\xc3\\xa9 and \\303\\251 (as Git prints file names) give é. Choose python to read each \\x as a character of its own.',
    'What is not an escape of the notation stays as it is. Half of a surrogate pair and numbers beyond U+10FFFF are refused with their position; CSS reads those as U+FFFD.',
    'With scope non-ascii, backslashes that are there already stay as they are; literal escapes them, so that unescaping gives the same text again.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'native2ascii',
    'unicode unescape',
    'escape unicode',
    'decode \\u',
    'javascript unicode escape',
    'python unicode_escape',
    'html numeric entities',
    'css escape',
    'u+ code points',
  ],
  verified: [
    'Python 3.11 json.dumps and json.loads: same escapes and same text for 200 random texts (javascript, literal)',
    'Python 3.11 ast.literal_eval: 200 random texts come back from python literals',
    'Node.js (V8): 200 random texts come back from es6 literals',
    'Python 3.11 html.unescape: 200 random texts come back from both forms of markup references',
    'CSS and U+ notation: every text comes back from its own escapes; the examples of CSS 2.1 §4.1.3 are read as it says',
  ],
  examples: [
    { title: 'As in JavaScript, Java and JSON', input: 'café 🌍', output: { text: 'caf\\u00e9 \\ud83c\\udf0d' } },
    {
      title: 'A Python literal',
      input: 'naïve "日本"\t🌍',
      options: { variant: 'python', scope: 'literal' },
      output: { text: 'na\\xefve \\"\\u65e5\\u672c\\"\\t\\U0001f30d' },
    },
    {
      title: 'Code points of every character',
      input: 'é!',
      options: { variant: 'u-plus' },
      output: { text: 'U+00E9 U+0021' },
    },
    {
      title: 'Several notations at once, read',
      input: '\\u0048\\x69 U+1F30D &#233;&#xe9; caf\\303\\251.txt',
      options: { direction: 'unescape' },
      output: { text: 'Hi 🌍 éé café.txt' },
    },
    {
      title: 'CSS, whose escapes end with a space',
      input: '\\26 B, \\000026B, A\\--B',
      options: { direction: 'unescape', variant: 'css' },
      output: { text: '&B, &B, A--B' },
    },
    {
      title: 'Half of a pair',
      input: 'ok \\ud83c!',
      options: { direction: 'unescape' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1, column 4: \\ud83c is half of a surrogate pair and the other half is missing\nok \\ud83c!\n   ^',
      },
    },
    {
      title: 'A number beyond Unicode',
      input: '&#x110000;',
      options: { direction: 'unescape' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1, column 1: &#x110000; is beyond U+10FFFF, the last character\n&#x110000;\n^',
      },
    },
    {
      title: 'No text',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { direction, variant, scope, uppercase } }) {
    return eachText({ input, files, signal }, (source) => {
      const converted = refusing(`Cannot read ${source.label}`, () =>
        direction === 'escape'
          ? escapeText(source.text, { variant: variant === 'auto' ? 'javascript' : variant, scope, uppercase })
          : unescapeText(source.text, variant),
      );
      return documentResult(source, converted, KINDS.text);
    });
  },
});
