import { isUtf8 } from 'node:buffer';

import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { type OutputFile, type ToolResult, withFiles } from '../../core/results.js';
import { anyJson } from '../../core/shared-data.js';
import type { InputFile } from '../../core/tool.js';

import { MAX_STEPS, type Pipeline, readPipeline } from './_pipeline.js';
import { type Brought, checkBrought, planSteps } from './_plan.js';
import { type Outcome, runSteps, textFile } from './_steps.js';

interface Asked {
  readonly pipeline: Pipeline;
  readonly brought: Brought;
}

/** The pipeline is in the option, else in the text, else in the first file that holds one; what is left feeds the first step. */
function readAsked(steps: string, input: string, files: readonly InputFile[]): Asked {
  if (steps !== '') {
    const pipeline = readPipeline(steps, 'option "steps"');
    return { pipeline, brought: { input: pipeline.input ?? input, files } };
  }
  if (input !== '') {
    const pipeline = readPipeline(input, 'property "input"');
    return { pipeline, brought: { input: pipeline.input ?? '', files } };
  }
  const [first, ...others] = files;
  if (first === undefined || !first.name.toLowerCase().endsWith('.json') || !isUtf8(first.bytes))
    throw invalid(
      'Property "input" must not be empty where neither option "steps" nor the first file holds the pipeline',
    );
  const pipeline = readPipeline(Buffer.from(first.bytes).toString(), `file "${first.name}"`);
  return { pipeline, brought: { input: pipeline.input ?? '', files: others } };
}

/** What earlier steps gave, each name behind the number of its step. */
const intermediateFiles = (outcomes: readonly Outcome[]): OutputFile[] =>
  outcomes.slice(0, -1).flatMap((outcome, index) => {
    const files = outcome.text === null ? outcome.files : [textFile(outcome), ...outcome.files];
    return files.map((file) => ({ ...file, name: `${index + 1}-${file.name}` }));
  });

export default defineTool({
  id: 'run-pipeline',
  title: 'Run Pipeline',
  summary: 'Runs several tools in one call, each on what the one before returned.',
  family: 'service',
  class: 'native',
  needs: ['tools'],
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    steps: ofKind(
      'steps',
      z
        .string()
        .max(100_000)
        .default('')
        .describe('Pipeline as JSON, so that the input is text for the first step; empty: the input is the pipeline.'),
    ),
    keepIntermediate: z
      .boolean()
      .default(false)
      .describe('Also returns what the steps before the last one gave, as files named after the number of the step.'),
  },
  result: 'mixed',
  data: anyJson('The data of the last step.'),
  notes: [
    `A pipeline is { "steps": [ { "tool": "heic-to-jpg", "options": { "quality": 90 } }, { "tool": "resize-image", "options": { "width": 800 } } ] } with 1 to ${MAX_STEPS} steps. "input" beside "steps" is text for the first step. The pipeline can also be the first uploaded file, a .json file.`,
    'The result is that of the last step, byte for byte as separate calls would return it.',
    'The files of the request feed the first step. Each later step gets the files of the step before where its tool takes files and there are any, else its text. "as": "files" passes a text as a file, "as": "input" passes a text file as text.',
    '"from" names another step to work on: 0 is the request, 2 the second step. "input" gives a step a text of its own. "each": true runs the step once for every file; texts that come of it become files.',
    'Checked whole before anything runs: a step with an unknown tool, a wrong option or nothing it can take is a 400 that names the step. An error of a step names it and keeps the code and message of its tool.',
    'Each step has the limits of its own tool and runs in a process of its own; the whole has 90 seconds and 20 MiB of files. A step of a busy class waits for its turn. Tools that run others (run-pipeline, batch-run) cannot be steps.',
  ],
  aliases: ['pipeline', 'workflow', 'recipe', 'chain tools', 'combine tools', 'several tools in one call', 'macro'],
  verified: [
    'Results are compared byte for byte with separate calls of the same tools through the service: text, data, names, types and files.',
    'Four pipelines at once, each with native and model steps, end without a refusal; a client that leaves ends the step under way.',
  ],
  examples: [
    {
      title: 'Steps as an option, the text as input',
      input: 'banana\napple\nbanana\n',
      options: {
        steps:
          '[{"tool": "remove-duplicate-lines"}, {"tool": "sort-lines"}, {"tool": "case-converter", "options": {"mode": "upper"}}]',
      },
      output: { text: 'APPLE\nBANANA\n' },
    },
    {
      title: 'YAML to JSON to CSV',
      input:
        '{"steps": [{"tool": "yaml-to-json"}, {"tool": "json-to-csv"}], "input": "- name: Ada\\n  born: 1815\\n- name: Alan\\n  born: 1912\\n"}',
      output: { text: 'name,born\nAda,1815\nAlan,1912\n' },
    },
    {
      title: 'A step for every file',
      input: '{"steps": [{"tool": "file-hash", "each": true}, {"tool": "create-zip"}]}',
      files: [
        { name: 'a.txt', text: 'a' },
        { name: 'b.txt', text: 'b' },
      ],
      output: { text: null, files: [{ name: 'archive.zip', mime: 'application/zip' }] },
    },
    {
      title: 'A wrong option is found before anything runs',
      input: '{"steps": [{"tool": "sort-lines"}, {"tool": "heic-to-jpg", "options": {"quality": 900}}], "input": "b"}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Step 2 ("heic-to-jpg"): Option "quality" must be between 1 and 100, got 900',
      },
    },
    {
      title: 'A step that cannot take what comes',
      input: '{"steps": [{"tool": "case-converter"}, {"tool": "merge-pdf"}], "input": "b a"}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Step 2 ("merge-pdf"): It takes files, step 1 gives none: "as": "files" passes its text as a file',
      },
    },
    {
      title: 'Nothing to run',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Property "input" must not be empty where neither option "steps" nor the first file holds the pipeline',
      },
    },
  ],
  async run({ input, files, options, tools }) {
    const { pipeline, brought } = readAsked(options.steps, input, files);
    const brings = { text: brought.input !== '', files: brought.files.length > 0 };
    const steps = await planSteps(pipeline.steps, brings, tools);
    checkBrought(steps, brought);
    const outcomes = await runSteps(steps, brought, tools);
    const last: ToolResult = outcomes.at(-1) ?? { text: null, files: [] };
    return options.keepIntermediate ? withFiles(last, intermediateFiles(outcomes)) : last;
  },
});
