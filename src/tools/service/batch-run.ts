import { z } from 'zod';
import { stemOf } from '../../core/files.js';
import { defineTool, json, ToolError } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import type { OtherTools } from '../../core/other-tools.js';
import { type OutputFile, withFiles } from '../../core/results.js';
import type { RunPlace } from '../../core/run-progress.js';
import { count, warnings } from '../../core/shared-data.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

import { type BatchItem, checkColumns, type ItemsBy, MAX_ITEMS, readItems, withItemOptions } from './_items.js';
import { readToolOrSteps } from './_pipeline.js';
import { type PlannedStep, planSteps } from './_plan.js';
import { type Outcome, runSteps, textFile } from './_steps.js';

/** No item is begun later than this: what is done is returned before the run's own time ends. */
const LAST_START_MS = 60_000;
/** Longer texts are in the archive only. */
const SHOWN_CHARACTERS = 2000;

interface ItemReport {
  readonly item: number;
  readonly name: string;
  readonly status: 'done' | 'failed' | 'skipped';
  readonly text: string | null;
  readonly files: readonly string[];
  readonly error: string | null;
}

interface Batch {
  readonly steps: readonly PlannedStep[];
  readonly items: readonly BatchItem[];
  readonly tools: OtherTools;
  readonly stopOnError: boolean;
}

const itemsBy = (items: 'auto' | ItemsBy, hasFiles: boolean): ItemsBy =>
  items === 'auto' ? (hasFiles ? 'files' : 'lines') : items;

async function runBatch(batch: Batch) {
  const { items, stopOnError } = batch;
  const began = performance.now();
  const reports: ItemReport[] = [];
  const results: { readonly item: number; readonly file: OutputFile }[] = [];
  let isStopped = false;
  let isLate = false;
  for (const [index, item] of items.entries()) {
    const number = index + 1;
    isLate ||= performance.now() - began > LAST_START_MS;
    if (isStopped || isLate) {
      reports.push({ item: number, name: item.name, status: 'skipped', text: null, files: [], error: null });
      continue;
    }
    const outcome = await tryItem(item, { done: index, total: items.length, unit: 'items' }, batch);
    if (outcome instanceof ToolError) {
      isStopped = stopOnError;
      reports.push({ item: number, name: item.name, status: 'failed', text: null, files: [], error: outcome.message });
      continue;
    }
    for (const file of filesOf(outcome, number, item)) results.push({ item: number, file });
    const text = outcome.text !== null && outcome.text.length <= SHOWN_CHARACTERS ? outcome.text : null;
    reports.push({ item: number, name: item.name, status: 'done', text, files: [], error: null });
  }
  return { reports, results, isLate };
}

/** What an item's run gives, or the refusal: one bad item does not spoil the others. */
async function tryItem(item: BatchItem, place: RunPlace, { steps, tools }: Batch): Promise<Outcome | ToolError> {
  try {
    const outcomes = await runSteps(withItemOptions(steps, item), item.brought, tools, [place]);
    return outcomes.at(-1) ?? { text: null, files: [] };
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

/** The item's files; a text as a file named after the upload, or else numbered. */
function filesOf(outcome: Outcome, number: number, { name, brought }: BatchItem): readonly OutputFile[] {
  if (outcome.files.length > 0 || outcome.text === null) return outcome.files;
  const made = textFile(outcome);
  const ending = made.name.slice(made.name.lastIndexOf('.'));
  return [{ ...made, name: brought.files.length > 0 ? `${stemOf(name)}${ending}` : `${number}${ending}` }];
}

/** A single tool has no steps that a message would have to name. */
const unnamed = (): string => '';

export default defineTool({
  id: 'batch-run',
  title: 'Batch Run',
  summary: 'Runs one tool or pipeline over many files, lines or table rows, with a report and one ZIP archive.',
  family: 'service',
  class: 'native',
  needs: ['tools'],
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    tool: z.string().max(100).default('').describe('Id of the tool to run.'),
    options: z
      .string()
      .max(100_000)
      .default('')
      .describe('Options of the tool as a JSON object, the same for all items.'),
    steps: ofKind(
      'steps',
      z
        .string()
        .max(100_000)
        .default('')
        .describe('Pipeline as JSON, as run-pipeline takes it, in place of a single tool.'),
    ),
    items: z
      .enum(['auto', 'files', 'lines', 'rows'])
      .default('auto')
      .describe(
        'What an item is: a file, a line of the input, or a row of a CSV table; auto takes files where there are any.',
      ),
    stopOnError: z.boolean().default(false).describe('Stops at the first item that fails.'),
  },
  result: 'mixed',
  data: z.object({
    items: z
      .array(
        z.object({
          item: count('Number of the item, from 1.'),
          name: z.string().describe('File name, start of the line, or what the column "name" says.'),
          status: z
            .enum(['done', 'failed', 'skipped'])
            .describe('Skipped: not begun, after an error or for want of time.'),
          text: z
            .string()
            .nullable()
            .describe(
              `Text of the result of up to ${SHOWN_CHARACTERS} characters, else null; it is in the archive too.`,
            ),
          files: z.array(z.string()).describe('Names of the result in the archive.'),
          error: z.string().nullable().describe('Why the item failed, or null.'),
        }),
      )
      .describe('A report for each item.'),
    done: count('Items that were done.'),
    failed: count('Items that failed.'),
    skipped: count('Items that were not begun.'),
    warnings: warnings(),
  }),
  notes: [
    `Up to ${MAX_ITEMS} items, one after another. One that fails does not spoil the others: its error is in the report.`,
    'Rows: the table is the input or the first uploaded file, with a header. The column "input" is text, "file" names another uploaded file, "name" names the item; every other column is an option of the tool, "2.width" one of the second step. An empty cell keeps the default.',
    'Tool and options for all are checked before anything runs; options from a table when their row comes.',
    'Files of the results come in batch.zip; a text becomes a file there.',
    'Each item has the limits of its tool. After 60 seconds no item is begun: the rest is reported as skipped. Tools that run others cannot be run.',
  ],
  aliases: [
    'bulk',
    'batch processing',
    'run a tool on many files',
    'for each file',
    'mass conversion',
    'loop over rows',
  ],
  verified: [
    'The result of each item is compared byte for byte with a separate call of the same tool through the service.',
    'The archive is listed and unpacked by unzip.',
  ],
  examples: [
    {
      title: 'A tool over lines',
      input: 'hello world\nPlain text\n',
      options: { tool: 'case-converter', options: '{"mode": "snake"}' },
      output: {
        data: {
          items: [
            { item: 1, name: 'hello world', status: 'done', text: 'hello_world', files: ['1.txt'], error: null },
            { item: 2, name: 'Plain text', status: 'done', text: 'plain_text', files: ['2.txt'], error: null },
          ],
          done: 2,
          failed: 0,
          skipped: 0,
          warnings: [],
        },
        files: [{ name: 'batch.zip', mime: 'application/zip' }],
      },
    },
    {
      title: 'Options from a table',
      input: 'name,input,mode\nfirst,one two,kebab\nsecond,one two,loud\n',
      options: { tool: 'case-converter', items: 'rows' },
      output: {
        data: {
          items: [
            { item: 1, name: 'first', status: 'done', text: 'one-two', files: ['1.txt'], error: null },
            {
              item: 2,
              name: 'second',
              status: 'failed',
              text: null,
              files: [],
              error:
                'Option "mode" must be one of "camel", "pascal", "snake", "kebab", "constant", "dot", "path", "title", "sentence", "lower", "upper", "swap", "alternate", got "loud"',
            },
          ],
          done: 1,
          failed: 1,
          skipped: 0,
          warnings: [],
        },
        files: [{ name: 'batch.zip', mime: 'application/zip' }],
      },
    },
    {
      title: 'No tool named',
      input: 'a',
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "tool" names the tool to run, or option "steps" holds a pipeline: both are empty',
      },
    },
  ],
  async run({ input, files, options, tools }) {
    const pipeline = readToolOrSteps(options.tool, options.options, options.steps);
    const { items, columns } = await readItems(itemsBy(options.items, files.length > 0), input, files);
    const brings = {
      text: items.some(({ brought }) => brought.input !== ''),
      files: items.some(({ brought }) => brought.files.length > 0),
    };
    const steps = await planSteps(pipeline.steps, brings, tools, options.steps === '' ? unnamed : undefined);
    checkColumns(steps, columns);
    const { reports, results, isLate } = await runBatch({ steps, items, tools, stopOnError: options.stopOnError });
    const named = withDistinctNames(results.map(({ file }) => file));
    const told = reports.map((report) => ({
      ...report,
      files: named.filter((_, index) => results[index]?.item === report.item).map(({ name }) => name),
    }));
    const countOf = (status: ItemReport['status']) => told.filter((report) => report.status === status).length;
    const report = json({
      items: told,
      done: countOf('done'),
      failed: countOf('failed'),
      skipped: countOf('skipped'),
      warnings: isLate ? ['The time of the run was nearly over: the items after it were not begun'] : [],
    });
    if (named.length === 0) return report;
    const bytes = writeZip(named, { level: 1 });
    return withFiles(report, [{ name: 'batch.zip', mime: 'application/zip', bytes }]);
  },
});
