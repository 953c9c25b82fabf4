import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { checkLineCount, readTextSource } from '../../formats/text-source.js';
import { lintDockerfile } from '../../lib/docker/lint-dockerfile.js';

const MAX_LINES = 20_000;
const RANKS = { info: 0, warning: 1, error: 2 } as const;

export default defineTool({
  id: 'dockerfile-linter',
  title: 'Dockerfile Linter',
  summary: 'Checks a Dockerfile for faults, unpinned versions, wasted layers, secrets and other bad habits.',
  family: 'devops',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    least: z
      .enum(['info', 'warning', 'error'])
      .default('info')
      .describe('Least severity of the findings that are listed.'),
    ignore: z.string().max(2000).default('').describe('Codes that are not listed, such as DL3008, DL3059.'),
  },
  result: 'data',
  data: z.object({
    isValid: z.boolean().describe('Whether it has no errors.'),
    counts: z
      .object({
        error: count('Findings of severity error.'),
        warning: count('Findings of severity warning.'),
        info: count('Findings of severity info.'),
      })
      .describe('Findings listed, by severity.'),
    findings: z
      .array(
        z.object({
          line: place('Line on which the instruction begins.'),
          code: z.string().describe('Code of the rule: that of Hadolint where it has the rule.'),
          severity: z.enum(['error', 'warning', 'info']).describe('How bad it is.'),
          message: z.string().describe('What is wrong, and what is better.'),
        }),
      )
      .describe('In the order of lines.'),
    stages: z
      .array(
        z.object({
          image: z.string().describe('Image it begins with.'),
          name: z.string().nullable().describe('Name after AS, or null.'),
          line: place('Line of FROM.'),
          instructionCount: count('Instructions after FROM.'),
        }),
      )
      .describe('Stages of the build.'),
  }),
  notes: [
    'Rules with codes such as DL3008 mean what they mean in Hadolint. Scripts are read as far as words, quotes and operators go; what ShellCheck finds is not looked for.',
    'A comment "# hadolint ignore=DL3008,DL3015" before an instruction silences these rules for it. Parser directives, here-documents and comments between lines are read as BuildKit does.',
    `At most ${MAX_LINES} lines. Nothing is built and no registry is asked.`,
  ],
  aliases: [
    'hadolint',
    'docker lint',
    'dockerfile validator',
    'dockerfile best practices',
    'check dockerfile',
    'check a dockerfile',
  ],
  verified: [
    'dockerfile-ast 0.7: the same instructions, lines, arguments and flags in 2,000 random Dockerfiles',
    'Hadolint: the rules of its documentation, with 80 pairs of faulty and corrected Dockerfiles written after it; every rule is told for the first and not for the second',
    'Bash 5: the same words for 5,000 random commands with quotes and escapes',
  ],
  examples: [
    {
      title: 'Unpinned versions and what stays in the image',
      input: 'FROM debian\nRUN apt-get update && apt-get install -y curl\nCMD curl example.com\n',
      output: {
        data: {
          isValid: true,
          counts: { error: 0, warning: 3, info: 2 },
          findings: [
            {
              line: 1,
              code: 'DL3006',
              severity: 'warning',
              message: 'The image "debian" has no tag: its version is open',
            },
            {
              line: 2,
              code: 'DL3015',
              severity: 'info',
              message: 'apt-get install without --no-install-recommends installs more than asked for',
            },
            {
              line: 2,
              code: 'DL3008',
              severity: 'warning',
              message: 'apt-get install without versions (name=1.2.3) gives another result each time',
            },
            {
              line: 2,
              code: 'DL3009',
              severity: 'info',
              message: 'The lists of apt stay in the image: rm -rf /var/lib/apt/lists/* removes them',
            },
            {
              line: 3,
              code: 'DL3025',
              severity: 'warning',
              message: 'CMD in JSON form, such as ["program", "argument"], gets signals and needs no shell',
            },
          ],
          stages: [{ image: 'debian', name: null, line: 1, instructionCount: 2 }],
        },
      },
    },
    {
      title: 'Errors only, in a file',
      options: { least: 'error', ignore: 'dl3021' },
      files: [
        {
          name: 'Dockerfile',
          text: 'FROM node:22-slim AS build\nWORKDIR app\nCOPY a b c\nFROM scratch\nCOPY --from=build /app /app\nEXPOSE 70000\n',
        },
      ],
      output: {
        data: {
          isValid: false,
          counts: { error: 2, warning: 0, info: 0 },
          findings: [
            { line: 2, code: 'DL3000', severity: 'error', message: 'WORKDIR needs an absolute path' },
            { line: 6, code: 'DL3011', severity: 'error', message: 'Ports are numbers from 0 to 65535' },
          ],
          stages: [
            { image: 'node:22-slim', name: 'build', line: 1, instructionCount: 2 },
            { image: 'scratch', name: null, line: 4, instructionCount: 2 },
          ],
        },
      },
    },
    {
      title: 'Too many lines',
      input: '\n'.repeat(20_001),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The text of property "input" must have at most 20000 lines, got 20002',
      },
    },
  ],
  async run({ input, files, options: { least, ignore } }) {
    const { text, label } = await readTextSource({ input, files });
    checkLineCount(text.split('\n').length, MAX_LINES, label);
    const { stages, findings } = lintDockerfile(text);
    const ignored = new Set(ignore.toUpperCase().split(/[\s,]+/));
    const listed = findings.filter(
      ({ severity, code }) => RANKS[severity] >= RANKS[least] && !ignored.has(code.toUpperCase()),
    );
    const countOf = (severity: string): number => listed.filter((one) => one.severity === severity).length;
    return json({
      isValid: findings.every(({ severity }) => severity !== 'error'),
      counts: { error: countOf('error'), warning: countOf('warning'), info: countOf('info') },
      findings: listed,
      stages: stages.map(({ image, alias, from, instructions }) => ({
        image,
        name: alias ?? null,
        line: from.line,
        instructionCount: instructions.length,
      })),
    });
  },
});
