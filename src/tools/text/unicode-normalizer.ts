import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { editedResult, type TextSource } from '../../formats/text-source.js';
import { checkMarkRuns } from '../../lib/unicode/mark-runs.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';
import { codePointLabel } from '../../lib/unicode/unicode-properties.js';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
type Form = (typeof FORMS)[number];

const labels = (text: string): string =>
  Array.from(text, (letter) => codePointLabel(letter.codePointAt(0) ?? 0)).join(' ');

function report(text: string, form: Form, limit: number) {
  const changes: {
    line: number;
    column: number;
    from: string;
    to: string;
    fromCodePoints: string;
    toCodePoints: string;
  }[] = [];
  let changed = 0;
  let [line, column] = [1, 1];
  for (const letter of splitGraphemes(text)) {
    const normal = letter.normalize(form);
    if (normal !== letter) {
      changed++;
      if (changes.length < limit)
        changes.push({
          line,
          column,
          from: letter,
          to: normal,
          fromCodePoints: labels(letter),
          toCodePoints: labels(normal),
        });
    }
    column++;
    if (/[\n\r]$/.test(letter)) [line, column] = [line + 1, 1];
  }
  const isIn = Object.fromEntries(FORMS.map((one) => [one, text.normalize(one) === text])) as Record<Form, boolean>;
  return { form, isNormalized: isIn[form], forms: isIn, changed, changes };
}

const REPORT = {
  form: z.enum(FORMS).describe('The form that was asked for.'),
  isNormalized: z.boolean().describe('Whether the text is in that form already.'),
  forms: z
    .object(
      Object.fromEntries(FORMS.map((form) => [form, z.boolean().describe(`Whether it is in ${form}.`)])) as Record<
        Form,
        z.ZodBoolean
      >,
    )
    .describe('Which of the forms the text is in.'),
  changed: count('Number of characters that the form changes.'),
  changes: z
    .array(
      z.object({
        line: place('Line of the character.'),
        column: place('Column of the character.'),
        from: z.string().describe('The character as it is.'),
        to: z.string().describe('The character in the form.'),
        fromCodePoints: z.string().describe('Its code points, such as U+0065 U+0301.'),
        toCodePoints: z.string().describe('Those of the form.'),
      }),
    )
    .describe('The first of them.'),
};

export default defineTool({
  id: 'unicode-normalizer',
  title: 'Unicode Normalizer',
  summary: 'Brings a text into a Unicode normalization form (NFC, NFD, NFKC or NFKD), or lists what the form changes.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    form: z
      .enum(FORMS)
      .default('NFC')
      .describe(
        'NFC composes letters and their accents, NFD takes them apart; NFKC and NFKD also replace ligatures, superscripts, full-width letters and their like.',
      ),
    action: z.enum(['normalize', 'report']).default('normalize').describe('Normalizes the text, or lists the changes.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(5000)
      .default(1000)
      .describe('Number of changes that action "report" lists at most.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'Two texts that look the same but are not equal usually differ in this form: é is one code point from most keyboards, two in file names of macOS.',
    'NFKC and NFKD lose information: ½ becomes 1⁄2, ² becomes 2, and ﬁ becomes fi. NFC is what the web and most programs expect.',
    'The report counts characters as readers see them (grapheme clusters); "changed" counts all, "changes" lists the first.',
    'At most 256 combining marks may follow one another. The Unicode version is that of the Node.js that runs the service; the forms of characters assigned before never change.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'nfc',
    'nfd',
    'nfkc',
    'nfkd',
    'unicode normalization',
    'normalize unicode',
    'compose characters',
    'decompose characters',
    'full-width to half-width',
    'text looks the same but is not equal',
    'macos file names umlauts',
  ],
  verified: [
    'Unicode 15 NormalizationTest.txt: all 19,074 lines in all four forms, and all characters of the Basic Multilingual Plane that no line begins with',
  ],
  examples: [
    { title: 'Composed', input: 'Cafe\u0301', output: { text: 'Caf\u00e9' } },
    {
      title: 'Full-width letters, ligatures and superscripts',
      input: 'Ｈｅｌｌｏ ﬁne x²',
      options: { form: 'NFKC' },
      output: { text: 'Hello fine x2' },
    },
    {
      title: 'What would change',
      input: 'a\ncafe\u0301',
      options: { action: 'report' },
      output: {
        data: {
          form: 'NFC',
          isNormalized: false,
          forms: { NFC: false, NFD: true, NFKC: false, NFKD: true },
          changed: 1,
          changes: [
            {
              line: 2,
              column: 4,
              from: 'e\u0301',
              to: '\u00e9',
              fromCodePoints: 'U+0065 U+0301',
              toCodePoints: 'U+00E9',
            },
          ],
        },
      },
    },
    {
      title: 'Nothing to normalize',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { form, action, limit, inputCharset } }) {
    const run = { input, files, signal };
    const checked = <Source extends TextSource>(source: Source): Source => {
      refusing(`Cannot read ${source.label}`, () => checkMarkRuns(source.text));
      return source;
    };
    if (action === 'report')
      return eachTextReport(run, (source) => ({ report: report(checked(source).text, form, limit) }), inputCharset);
    return eachText(run, (source) => editedResult(source, checked(source).text.normalize(form)), inputCharset);
  },
});
