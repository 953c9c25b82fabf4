import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { checkGrammar, type GrammarFix, type GrammarProblem } from '../../engines/text/grammar.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import type { TextSource } from '../../formats/text-source.js';
import { positionAt, positionCounter } from '../../lib/text/text-position.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';

const MAX_CHARACTERS = 20_000;
/** Of all files of a run. Measured: words that are all misspelled take 25 s. */
const MAX_ALL = 100_000;
const MAX_IGNORED = 10_000;

/** Words or kinds of a list, in lowercase. */
const listed = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  );
const MAX_WORD = 100;

/** Advice rather than mistakes. */
const STYLE = new Set(['Enhancement', 'Readability', 'Redundancy', 'Style', 'WordChoice']);

/** Longer ones are not English, and the linter is not made for them. */
function checkWords(input: string, label: string): void {
  for (const { 0: word, index } of input.matchAll(/\S{101,}/gu)) {
    const { line, column } = positionAt(input, index);
    const length = countCodePoints(word);
    throw overLimit(
      `A word of ${label} must have at most ${MAX_WORD} characters, got ${length} at line ${line}, column ${column}`,
    );
  }
}

/** The text with the first fix of every problem, leaving out what overlaps an earlier one. */
function applyFixes(input: string, problems: readonly GrammarProblem[]): { corrected: string; applied: number } {
  const parts: string[] = [];
  let from = 0;
  let applied = 0;
  for (const { start, end, fixes } of problems) {
    const [fix] = fixes;
    if (fix === undefined || start < from) continue;
    parts.push(input.slice(from, start), replacement(fix, input.slice(start, end)));
    from = end;
    applied++;
  }
  return { corrected: parts.join('') + input.slice(from), applied };
}

const replacement = ({ action, text }: GrammarFix, found: string): string => {
  if (action === 'remove') return '';
  return action === 'insert-after' ? found + text : text;
};

/** Problems with their offsets in code points and their places. They come in the order of the text: what is before is counted once. */
function placed(text: string, problems: readonly GrammarProblem[]) {
  const positionOf = positionCounter(text);
  let counted = { to: 0, points: 0 };
  return problems.map(({ start: from, end: to, ...problem }) => {
    const start = counted.points + countCodePoints(text.slice(counted.to, from));
    counted = { to: from, points: start };
    const end = start + countCodePoints(text.slice(from, to));
    return { start, end, ...positionOf(from), found: text.slice(from, to), ...problem };
  });
}

const capitalized = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

const FINDINGS = {
  problems: z
    .array(
      z.object({
        start: count('Offset of the first code point.'),
        end: count('Offset after the last code point.'),
        line: place('Line of the problem.'),
        column: place('Column of the problem.'),
        found: z.string().describe('Text of the problem.'),
        kind: z.string().describe('Kind, such as Agreement, Spelling or Style.'),
        message: z.string().describe('What is wrong.'),
        fixes: z
          .array(
            z.object({
              action: z.enum(['replace', 'remove', 'insert-after']).describe('What to do with the text.'),
              text: z.string().describe('Text to write.'),
            }),
          )
          .describe('Suggestions, the best first.'),
      }),
    )
    .describe('Problems in the order of the text.'),
  corrected: z.string().optional().describe('Text with the first fix of each problem; of option "apply".'),
  applied: count('Fixes that were applied; of option "apply".').optional(),
};

export default defineTool({
  id: 'grammar-checker',
  title: 'Grammar Checker',
  summary: 'Finds grammar, spelling, punctuation and style mistakes in English text and suggests corrections.',
  family: 'text',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    dialect: z
      .enum(['us', 'gb', 'ca', 'au'])
      .default('us')
      .describe('American, British, Canadian or Australian English.'),
    adviseStyle: z.boolean().default(true).describe('Includes advice on style and word choice.'),
    spelling: z.boolean().default(true).describe('Includes misspelled words.'),
    ignore: z
      .string()
      .max(MAX_IGNORED)
      .default('')
      .describe('Words and names to accept, separated by whitespace or commas; case does not matter.'),
    ignoreKinds: z
      .string()
      .max(1000)
      .default('')
      .describe('Kinds of problems to ignore, such as Agreement or Capitalization, separated by whitespace or commas.'),
    apply: z.boolean().default(false).describe('Returns the text with the first fix of every problem as "corrected".'),
    inputCharset: shared.inputCharset(),
  },
  result: 'data',
  data: z.union([z.object(FINDINGS), fileReports(FINDINGS)]),
  notes: [
    'Problems are those of Harper 2.10, which works by rules: it misses mistakes that need the meaning of a sentence, and some of its findings are wrong. Read before you accept.',
    '"start" and "end" count code points from 0, "end" not included; "line" and "column" count from 1. A fix replaces the found text, removes it, or is inserted after it.',
    `At most ${MAX_CHARACTERS} characters, and ${MAX_WORD} in a word. The first run in a process takes some seconds to load the rules. A long text is checked in parts of up to 1000 characters that end with a paragraph or sentence.`,
    `Up to 20 files instead of "input", with at most ${MAX_ALL} characters in all: several give a report each.`,
  ],
  aliases: [
    'grammar check',
    'proofreading',
    'english grammar',
    'punctuation checker',
    'grammarly',
    'languagetool',
    'style checker',
    'correct my english',
    'writing mistakes',
    'fix my grammar',
    'mistakes in an english text',
  ],
  verified: [
    'By hand: the places of all problems in the examples, also behind an emoji, hold the text that is found; no wider measure of what is missed or wrongly found was made',
  ],
  examples: [
    {
      title: 'Agreement, article and a typo, corrected',
      input: 'He go. 😀 An cat in teh night.',
      options: { apply: true },
      output: {
        data: {
          problems: [
            {
              start: 3,
              end: 5,
              line: 1,
              column: 4,
              found: 'go',
              kind: 'Agreement',
              message: 'The form of the verb must agree in grammatical number with the pronoun.',
              fixes: [{ action: 'replace', text: 'goes' }],
            },
            {
              start: 9,
              end: 11,
              line: 1,
              column: 10,
              found: 'An',
              kind: 'Miscellaneous',
              message: 'Incorrect indefinite article.',
              fixes: [{ action: 'replace', text: 'A' }],
            },
            {
              start: 19,
              end: 22,
              line: 1,
              column: 20,
              found: 'teh',
              kind: 'Typo',
              message: 'Did you mean the definite article?',
              fixes: [{ action: 'replace', text: 'the' }],
            },
          ],
          corrected: 'He goes. 😀 A cat in the night.',
          applied: 3,
        },
      },
    },
    {
      title: 'A sentence without mistakes',
      input: 'The colour of the sky is blue.',
      options: { dialect: 'gb' },
      output: { data: { problems: [] } },
    },
    {
      title: 'Names and kinds to ignore',
      input: 'He go to Wroclav with an cat.',
      options: { ignore: 'wroclav', ignoreKinds: 'agreement miscellaneous' },
      output: { data: { problems: [] } },
    },
    {
      title: 'A word that is too long',
      input: `One\n${'a'.repeat(101)}`,
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'A word of property "input" must have at most 100 characters, got 101 at line 2, column 1',
      },
    },
    {
      title: 'Too much at once',
      input: 'ab '.repeat(6667),
      error: { code: 'LIMIT_EXCEEDED', message: 'Property "input" must have at most 20000 characters, got 20001' },
    },
  ],
  run({ input, files, signal, options }) {
    const [ignored, ignoredKinds] = [listed(options.ignore), listed(options.ignoreKinds)];
    let all = 0;
    const check = async ({ text, label }: TextSource) => {
      const length = countCodePoints(text);
      if (length > MAX_CHARACTERS)
        throw overLimit(`${capitalized(label)} must have at most ${MAX_CHARACTERS} characters, got ${length}`);
      checkWords(text, label);
      all += length;
      if (all > MAX_ALL) throw overLimit(`The files must have at most ${MAX_ALL} characters in all, got ${all}`);
      const found = await checkGrammar(text, options.dialect, signal);
      const kept = found.filter(
        ({ kind, start, end }) =>
          (options.adviseStyle || !STYLE.has(kind)) &&
          (options.spelling || kind !== 'Spelling') &&
          !ignoredKinds.has(kind.toLowerCase()) &&
          !(ignored.size > 0 && ignored.has(text.slice(start, end).toLowerCase())),
      );
      const problems = placed(text, kept);
      return { report: { problems, ...(options.apply ? applyFixes(text, kept) : {}) } };
    };
    return eachTextReport({ input, files, signal }, check, options.inputCharset);
  },
});
