import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import { place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { KINDS } from '../../formats/text-source.js';
import {
  compareEntries,
  type EnvEntry,
  readEnvFile,
  SHELL_NAME,
  shellWord,
  withoutValues,
} from '../../lib/config/env-file.js';
import { lintEnvFile } from '../../lib/config/env-lint.js';
import { writeYaml } from '../../lib/json/to-yaml.js';

const MAX_PROBLEMS = 1000;

/** The assignments of a file, the last of each name. Throws INVALID_INPUT at the first line that is none. */
function readEntries(source: string, label: string): Map<string, EnvEntry> {
  const entries = new Map<string, EnvEntry>();
  for (const part of readEnvFile(source)) {
    if ('fault' in part) throw invalid(`Cannot read ${label}: line ${part.line}: ${part.fault}`);
    if ('key' in part) entries.set(part.key, part);
  }
  return entries;
}

function checkNames(entries: ReadonlyMap<string, EnvEntry>, action: string): void {
  for (const { key, line, value } of entries.values()) {
    if (!SHELL_NAME.test(key))
      throw invalid(
        `Cannot write line ${line} for action "${action}": a shell does not allow the variable name "${key.slice(0, 80)}"`,
      );
    if (value.includes('\0'))
      throw invalid(`Cannot write line ${line} for action "${action}": its value has a zero byte`);
  }
}

export default defineTool({
  id: 'env-file-tools',
  title: 'Env File Tools',
  summary:
    'Converts a .env file to JSON, YAML, docker flags or shell exports, compares two, checks one, or writes an example without values.',
  family: 'data-formats',
  class: 'standard',
  input: 'required',
  options: {
    action: z
      .enum(['to-json', 'to-yaml', 'to-docker', 'to-export', 'compare', 'lint', 'example'])
      .default('to-json')
      .describe('Action to perform: a conversion, a comparison with "other", a check, or a copy without values.'),
    other: shared.other().describe('Other .env file, for action "compare".'),
  },
  result: 'mixed',
  data: z.union([
    z.object({
      problems: z
        .array(
          z.object({
            line: place('Line of the file.'),
            rule: z.string().describe('Name of the rule.'),
            message: z.string().describe('What is wrong.'),
          }),
        )
        .describe('What is wrong or untidy; of the action lint.'),
    }),
    z.object({
      onlyInFirst: z.array(z.string()).describe('Keys that the second file lacks; of the action compare.'),
      onlyInSecond: z.array(z.string()).describe('Keys that the first file lacks.'),
      different: z.array(z.string()).describe('Keys with different values.'),
      same: z.array(z.string()).describe('Keys with the same value.'),
    }),
    z.record(z.string(), z.string()),
  ]),
  notes: [
    'The file is read as the package dotenv reads it: export is ignored; values in single, double or back quotes may have several lines; in double quotes \\n and \\r are line breaks, other escapes stay; a value without quotes ends at # and loses the whitespace at its ends.',
    'Nothing is executed or filled in: $HOME and $(date) stay as they are. Of duplicate names the last value counts.',
    'Lines that are not assignments, unclosed quotes and text after a closing quote are refused with the line number; dotenv ignores them or guesses.',
    'Action "to-export" writes lines for a POSIX shell, "to-docker" arguments for docker run, both quoted so that every value arrives whole; names that are not valid in a shell are refused.',
    'The actions "compare" and "lint" name keys, never values: compare gives { onlyInFirst, onlyInSecond, different, same }, lint { problems: [{ line, rule, message }] } with the names of dotenv-linter and at most 1,000 problems.',
    'The action "example" keeps comments, blank lines and order. A comment that holds a secret is kept too.',
  ],
  aliases: [
    'dotenv',
    '.env to json',
    'env to yaml',
    'env file converter',
    'docker env file',
    'export env variables',
    'compare env files',
    'dotenv linter',
    '.env.example generator',
    'check a .env file',
  ],
  verified: [
    'dotenv 17 (npm): same names and values for 2,000 random files that this tool accepts',
    'dash and docker-style arguments: sh gives back every value of to-export and to-docker, for 300 random values with quotes, line breaks, $ and backslashes',
  ],
  examples: [
    {
      title: 'To JSON',
      input: '# server\nexport HOST=example.org # public\nKEY="two\\nlines"\nRAW=\'$HOME \\n\'\nEMPTY=\n',
      output: { data: { HOST: 'example.org', KEY: 'two\nlines', RAW: '$HOME \\n', EMPTY: '' } },
    },
    {
      title: 'To exports for a shell',
      input: 'NAME=O\'Hara & Co\nPRICE="$5"\nPLAIN=a/b:c\n',
      options: { action: 'to-export' },
      output: { text: "export NAME='O'\\''Hara & Co'\nexport PRICE='$5'\nexport PLAIN=a/b:c\n" },
    },
    {
      title: 'To YAML',
      input: 'ON=yes\nno=1\n',
      options: { action: 'to-yaml' },
      output: { text: '"ON": "yes"\n"no": "1"\n' },
    },
    {
      title: 'To docker flags',
      input: 'A=1\nB=two words\n',
      options: { action: 'to-docker' },
      output: { text: "--env A=1 \\\n--env 'B=two words'\n" },
    },
    {
      title: 'Compare',
      input: 'A=1\nB=2\nC=3\n',
      options: { action: 'compare', other: 'B=2\nC=4\nD=5\n' },
      output: { data: { onlyInFirst: ['A'], onlyInSecond: ['D'], different: ['C'], same: ['B'] } },
    },
    {
      title: 'Check',
      input: 'A=1\nb = x y\nA=2\n',
      options: { action: 'lint' },
      output: {
        data: {
          problems: [
            { line: 2, rule: 'lowercase-key', message: 'The key "b" contains lowercase letters' },
            { line: 2, rule: 'space-character', message: 'The key must be followed by "=" without spaces' },
            {
              line: 2,
              rule: 'value-without-quotes',
              message: 'The value of "b" contains characters with a special meaning in shells: quote it',
            },
            { line: 3, rule: 'duplicated-key', message: 'The key "A" is already set in line 1' },
          ],
        },
      },
    },
    {
      title: 'An example to publish',
      input: '# database\nDB_PASSWORD="s3cret" # ask Ann\n\nDEBUG=1\n',
      options: { action: 'example' },
      output: { text: '# database\nDB_PASSWORD= # ask Ann\n\nDEBUG=\n' },
    },
    {
      title: 'Line is not an assignment',
      input: 'A=1\nnonsense\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: a name and "=" must begin the line',
      },
    },
    {
      title: 'Unclosed quote',
      input: 'PASSWORD="s3cret\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: the value of "PASSWORD" has no closing quote',
      },
    },
    {
      title: 'Text after a closing quote',
      input: "A='x' y\n",
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: the value of "A" continues after its closing quote',
      },
    },
    {
      title: 'Invalid shell variable name',
      input: 'my.key=1\n',
      options: { action: 'to-export' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write line 1 for action "to-export": a shell does not allow the variable name "my.key"',
      },
    },
    {
      title: 'A zero byte',
      input: 'A="\u0000"\n',
      options: { action: 'to-docker' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write line 1 for action "to-docker": its value has a zero byte',
      },
    },
  ],
  run({ input, options: { action, other } }) {
    if (action === 'lint') return json({ problems: lintEnvFile(readEnvFile(input), input).slice(0, MAX_PROBLEMS) });
    const entries = readEntries(input, 'property "input"');
    const all = [...entries.values()];
    const yaml = { name: 'result.yaml', mime: KINDS.yaml.mime };
    switch (action) {
      case 'to-json':
        return json(Object.fromEntries(all.map(({ key, value }) => [key, value])));
      case 'to-yaml':
        return text(writeYaml(new Map(all.map(({ key, value }) => [key, value]))), yaml);
      case 'to-docker':
        checkNames(entries, action);
        return text(
          all.map(({ key, value }) => `--env ${shellWord(`${key}=${value}`)}`).join(' \\\n') +
            (all.length > 0 ? '\n' : ''),
        );
      case 'to-export':
        checkNames(entries, action);
        return text(all.map(({ key, value }) => `export ${key}=${value === '' ? '' : shellWord(value)}\n`).join(''));
      case 'compare':
        return json(compareEntries(entries, readEntries(other, 'option "other"')));
      case 'example':
        return text(withoutValues(readEnvFile(input)));
    }
  },
});
