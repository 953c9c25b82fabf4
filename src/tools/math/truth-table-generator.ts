import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { ContentFault, inLine } from '../../lib/faults.js';
import { compileBoolean, readBoolean, variablesOf, writeBoolean } from '../../lib/logic/boolean-expression.js';
import { formsOf, MAX_MINIMIZED } from '../../lib/logic/forms.js';
import { MINTERMS, numbersIn } from '../../lib/logic/row-lists.js';
import { NOTATIONS } from '../../lib/logic/write-forms.js';
import { writeCsv, writeMarkdown } from '../../lib/table/write-table.js';
import { filledLines, withinTime } from './_numbers.js';

const MAX_VARIABLES = 12;
const MAX_FORMULAS = 20;

const form = (description: string) => z.string().nullable().describe(description);
export default defineTool({
  id: 'truth-table-generator',
  title: 'Truth Table Generator',
  summary: 'Makes truth tables of logical formulas, with minimal and canonical forms, tautologies and equivalence.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    format: z
      .enum(['json', 'markdown', 'csv'])
      .default('json')
      .describe('JSON with table and forms, or the table alone as Markdown or CSV.'),
    notation: z
      .enum(NOTATIONS)
      .default('logic')
      .describe("Signs of the forms: ∧ ∨ ¬, && || !, A·B + C', words, or LaTeX."),
    variables: z
      .string()
      .max(500)
      .default('')
      .describe('Order of the variables, separated by commas; empty for the order in which they come.'),
    dontCare: z
      .string()
      .max(20_000)
      .default('')
      .describe('Rows whose value does not matter to the minimal forms, as numbers from 0, separated by commas.'),
    symbols: z
      .enum(['10', 'TF', 'words'])
      .default('10')
      .describe('Values in tables: 1 and 0, T and F, true and false.'),
  },
  result: 'mixed',
  data: z.object({
    variables: z.array(z.string()).describe('Variables; the first is the highest bit of the number of a row.'),
    formulas: z
      .array(
        z.object({
          formula: z.string().describe('The formula as it was read, with all its brackets.'),
          classification: z
            .enum(['tautology', 'contradiction', 'contingency'])
            .describe('Always true, never true, or both.'),
          trueRows: count('Rows in which it is true.'),
          minterms: z.array(z.int().min(0)).describe('Numbers of these rows, from 0.'),
          minimalSum: form('Minimal sum of products (DNF); null beyond 10 variables.'),
          minimalProduct: form('Minimal product of sums (CNF); null beyond 10 variables.'),
          isMinimal: z.boolean().describe('No sum or product of these kinds has fewer terms.'),
          canonicalSum: form('Sum of all minterms; null beyond 8 variables.'),
          canonicalProduct: form('Product of all maxterms; null beyond 8 variables.'),
        }),
      )
      .describe('One per line.'),
    rows: z
      .array(
        z.object({
          values: z.array(z.int().min(0).max(1)).describe('Values of the variables.'),
          results: z.array(z.int().min(0).max(1)).describe('Value of each formula.'),
        }),
      )
      .describe('The truth table, all variables 0 first.'),
    equivalent: z.boolean().nullable().describe('All formulas have the same table; null where there is only one.'),
    satisfiable: z.boolean().describe('In some row all formulas are true at once.'),
    warnings: warnings(),
  }),
  notes: [
    "One formula per line, up to 20, over up to 12 variables. Signs: ¬ ! ~ ' not, ∧ & && * · and, ∨ | || + or, ⊕ ^ xor != , → -> => implies, ↔ <-> = iff xnor, ↑ nand, ↓ nor, 1 ⊤ true, 0 ⊥ false, and those of LaTeX such as \\land. AND may be left out: A(B + C').",
    'Precedence, from the strongest: NOT, AND and NAND, XOR, OR and NOR, implication (from the right), equivalence. Names are case-sensitive; AB is one name: write A B.',
    'A line may also list rows, as for Karnaugh maps: m(0, 1, 5) + d(2), with the variables named in "variables"; d is for rows that do not matter.',
    'Minimal forms are found by Quine-McCluskey with an exact cover: fewest terms, then fewest literals. Where the search is cut short, "isMinimal" is false.',
  ],
  aliases: [
    'boolean algebra',
    'boolean simplifier',
    'karnaugh map',
    'k-map',
    'quine mccluskey',
    'logic calculator',
    'tautology checker',
    'cnf converter',
    'dnf converter',
    'propositional logic',
  ],
  verified: [
    'Python 3.11: tables of 300 random formulas of up to 5 variables equal to those of its and, or, not and comparison operators',
    'Exhaustive evaluation: minimal and canonical forms of the same formulas, read back, have the same table',
    'Exhaustive search: the minimal sums of all 256 functions of 3 variables have as few products as any set of products',
  ],
  examples: [
    {
      title: 'An implication and its contraposition',
      input: 'p -> q\n¬q → ¬p',
      output: {
        data: {
          variables: ['p', 'q'],
          formulas: [
            {
              formula: 'p → q',
              classification: 'contingency',
              trueRows: 3,
              minterms: [0, 1, 3],
              minimalSum: '¬p ∨ q',
              minimalProduct: '¬p ∨ q',
              isMinimal: true,
              canonicalSum: '(¬p ∧ ¬q) ∨ (¬p ∧ q) ∨ (p ∧ q)',
              canonicalProduct: '¬p ∨ q',
            },
            {
              formula: '¬q → ¬p',
              classification: 'contingency',
              trueRows: 3,
              minterms: [0, 1, 3],
              minimalSum: '¬p ∨ q',
              minimalProduct: '¬p ∨ q',
              isMinimal: true,
              canonicalSum: '(¬p ∧ ¬q) ∨ (¬p ∧ q) ∨ (p ∧ q)',
              canonicalProduct: '¬p ∨ q',
            },
          ],
          rows: [
            { values: [0, 0], results: [1, 1] },
            { values: [0, 1], results: [1, 1] },
            { values: [1, 0], results: [0, 0] },
            { values: [1, 1], results: [1, 1] },
          ],
          equivalent: true,
          satisfiable: true,
          warnings: [],
        },
      },
    },
    {
      title: 'A table in Markdown',
      input: 'A xor B',
      options: { format: 'markdown', symbols: 'TF' },
      output: {
        text: '| A   | B   | A ⊕ B |\n| --- | --- | ----- |\n| F   | F   | F     |\n| F   | T   | T     |\n| T   | F   | T     |\n| T   | T   | F     |\n',
      },
    },
    {
      title: 'A bracket that is not closed',
      input: 'A and (B or C',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1, column 14: the formula ends too early instead of ")"\nA and (B or C\n             ^',
      },
    },
    {
      title: 'Too many variables',
      input: 'a b c d e f g h i j k l m',
      error: { code: 'LIMIT_EXCEEDED', message: 'Formulas must have at most 12 variables, got 13' },
    },
    {
      title: 'A variable that is not named',
      input: 'A or B',
      options: { variables: 'A' },
      error: { code: 'INVALID_INPUT', message: 'Option "variables" lacks "B"' },
    },
  ],
  run({ input, options: { format, notation, variables: order, dontCare, symbols } }) {
    const lines = filledLines(input);
    if (lines.length > MAX_FORMULAS)
      throw overLimit(`Property "input" must hold at most ${MAX_FORMULAS} formulas, got ${lines.length}`);
    const named = order.split(/[\s,;]+/).filter((name) => name !== '');
    const read = refusing('Cannot read property "input"', () =>
      lines.map(({ line, text: formula }) => {
        const [, ones, free] = MINTERMS.exec(formula) ?? [];
        if (ones !== undefined)
          return { formula, ones: numbersIn(ones), free: numbersIn(free ?? ''), expression: undefined };
        return { formula, ones: [], free: [], expression: inLine(line, () => readBoolean(formula)) };
      }),
    );
    const found = [
      ...new Set(read.flatMap(({ expression }) => (expression === undefined ? [] : [...variablesOf(expression)]))),
    ];
    const missing = named.length > 0 ? found.find((name) => !named.includes(name)) : undefined;
    if (missing !== undefined) throw invalid(`Option "variables" lacks ${quote(missing)}`);
    const variables = named.length > 0 ? [...new Set(named)] : found;
    const width = variables.length;
    if (width > MAX_VARIABLES) throw overLimit(`Formulas must have at most ${MAX_VARIABLES} variables, got ${width}`);
    const rowCount = 2 ** width;
    const ignored = numbersIn(/^[\d\s,]*$/.test(dontCare) ? dontCare : 'x');
    if (ignored.some((row) => !(row < rowCount)))
      throw invalid(`Option "dontCare" is not a list of row numbers below ${rowCount}, got ${quote(dontCare)}`);
    return withinTime(() => {
      const rows = Array.from({ length: rowCount }, (_, row) =>
        variables.map((__, index) => Math.floor(row / 2 ** (width - 1 - index)) % 2 === 1),
      );
      const results = read.map(({ expression, ones, formula }) => {
        if (expression !== undefined) return rows.map(compileBoolean(expression, variables));
        const last = Math.max(0, ...ones);
        if (last >= rowCount)
          throw refusing(
            'Cannot read property "input"',
            () =>
              new ContentFault(
                `row ${last} of ${formula} needs more variables than ${width}: name them in option "variables"`,
              ),
          );
        const isOne = new Set(ones);
        return rows.map((_, row) => isOne.has(row));
      });
      const titles = read.map(({ expression, formula }) =>
        expression === undefined ? formula : writeBoolean(expression),
      );
      if (format !== 'json') {
        const [yes, no] = { 10: ['1', '0'], TF: ['T', 'F'], words: ['true', 'false'] }[symbols] as [string, string];
        const shown = rows.map((row, i) =>
          [...row, ...results.map((column) => column[i])].map((value) => (value ? yes : no)),
        );
        const table = { columns: [...variables, ...titles], hasHeader: true, rows: shown };
        return format === 'csv'
          ? text(writeCsv(table), { name: 'result.csv', mime: 'text/csv;charset=utf-8' })
          : text(writeMarkdown(table), { name: 'result.md', mime: 'text/markdown;charset=utf-8' });
      }
      const isShort = width <= MAX_MINIMIZED;
      const formulas = results.map((column, index) => ({
        formula: titles[index] ?? '',
        ...formsOf(column, [...ignored, ...(read[index]?.free ?? [])], variables, notation),
      }));
      return json({
        variables,
        formulas,
        rows: rows.map((row, i) => ({ values: row.map(Number), results: results.map((column) => Number(column[i])) })),
        equivalent:
          results.length === 1
            ? null
            : results.every((column) => column.every((value, i) => value === results[0]?.[i])),
        satisfiable: rows.some((_, i) => results.every((column) => column[i])),
        warnings: isShort ? [] : [`Minimal forms are made for at most ${MAX_MINIMIZED} variables`],
      });
    });
  },
});
