import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import type { Told } from '../../core/tool.js';
import { lintYamlNodes } from '../../engines/yaml/lint.js';
import { openSchema } from '../../formats/schema-document.js';
import { readTextSource } from '../../formats/text-source.js';
import { countCodePoints } from '../../lib/unicode/code-points.js';

const MAX_FINDINGS = 1000;
const SCHEMA = 'option "schema"';
const READING = { draft: 'auto', formats: true, checkSchema: true } as const;

const finding = z.object({
  line: place('Line of the finding.'),
  column: place('Column of the finding.'),
  rule: z.string().describe('Name of the rule.'),
  message: z.string().describe('What is wrong.'),
});

type Finding = Told<z.output<typeof finding>>;

/** What lines show without their meaning. Columns are those of yamllint. */
function lintLines(lines: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  let blank = 0;
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const trimmed = line.trimEnd();
    if (trimmed !== line && /[ \t]$/.test(line))
      findings.push({
        line: index + 1,
        column: countCodePoints(line.replace(/[ \t]+$/, '')) + 1,
        rule: 'trailing-spaces',
        message: 'White space at the end of the line',
      });
    if (isLast && line !== '')
      findings.push({
        line: index + 1,
        column: countCodePoints(line) + 1,
        rule: 'new-line-at-end-of-file',
        message: 'No line break at the end of the text',
      });
    if (line === '' && !isLast) blank++;
    else {
      if (blank > 2)
        findings.push({
          line: index,
          column: 1,
          rule: 'empty-lines',
          message: `${blank} empty lines in a row, at most 2 are usual`,
        });
      blank = 0;
    }
  }
  return findings;
}

/** Places of offsets that come in order, in one walk through the lines. */
function placesOf(lines: readonly string[], breaks: readonly number[]) {
  let line = 0;
  return (offset: number): { line: number; column: number } => {
    while (line + 1 < lines.length && offset >= (breaks[line + 1] ?? Number.POSITIVE_INFINITY)) line++;
    const start = breaks[line] ?? 0;
    return { line: line + 1, column: countCodePoints((lines[line] ?? '').slice(0, offset - start)) + 1 };
  };
}

const sentence = (fault: string): string => fault.charAt(0).toUpperCase() + fault.slice(1);

export default defineTool({
  id: 'yaml-validator',
  title: 'YAML Validator',
  summary: 'Finds errors in YAML and values that may be misread: duplicate keys, yes and no, octal numbers.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    version: z.enum(['1.1', '1.2']).default('1.2').describe('YAML version for documents without a %YAML line.'),
    lint: z.boolean().default(true).describe('Also reports ambiguous values and untidy formatting.'),
    schema: shared
      .schema()
      .describe(
        'A JSON Schema, as JSON, that each document must match; empty for none. Its draft is that of "$schema", else 2020-12.',
      ),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether the text has no errors.'),
    documents: count('Documents of the stream.'),
    errors: z.array(finding).describe('What makes the text invalid.'),
    warnings: z.array(finding).describe('Ambiguous values and untidy formatting.'),
  }),
  notes: [
    'Returns { valid, documents, errors, warnings }; each finding has line, column, rule and message, at most 1,000 of each kind. Rules have the names that yamllint gives them.',
    'Errors: syntax (a tab as indentation is one), key-duplicates, anchors (an alias without its anchor). Keys are compared by their text: 1 and "1" are the same key. Repeated << keys are allowed. Duplicates and aliases are looked for in documents that are free of faults of syntax.',
    'Warnings: truthy (yes, No, ON, True and the like without quotes), octal-values (0777), colons (port:80 on a line of its own, which is text), trailing-spaces, empty-lines (more than two), new-line-at-end-of-file.',
    'With "schema", documents that have no other error are checked as json-schema-validator does it (drafts 4 to 2020-12), up to 100 errors per document. Such an error has the rule schema, the JSON Pointer of the value, and the place of the value: that of its alias where it is one, of << where it was merged. Infinities and keys that are not scalars, which JSON does not allow, are errors then.',
    'Aliases that expand to more than 10,000,000 values, or are inside their own anchor, are refused.',
    'At most 2,000,000 UTF-16 units, 1,400,000 words, marks, spaces and line breaks, 10,000 documents and 500 levels of nesting.',
  ],
  aliases: [
    'yamllint',
    'yaml lint',
    'yaml checker',
    'validate yml',
    'yaml syntax check',
    'norway problem',
    'validate yaml against json schema',
    'duplicate yaml keys',
    'error in yaml',
    'yaml does not load',
  ],
  verified: [
    'yaml-test-suite: all 94 faulty texts are found invalid, 309 of 311 good ones valid; of the others one has a %YAML line with two numbers, one an empty key twice',
    'yamllint 1.29: the same lines and rules for 300 random documents, with its rules key-duplicates, truthy, octal-values, trailing-spaces, empty-lines and new-line-at-end-of-file',
  ],
  examples: [
    {
      title: 'Ambiguous values',
      input: 'country: no\nmode: 0755 \nport: 80\nport: 81\n',
      output: {
        data: {
          valid: false,
          documents: 1,
          errors: [{ line: 4, column: 1, rule: 'key-duplicates', message: 'Duplicate key "port"' }],
          warnings: [
            {
              line: 1,
              column: 10,
              rule: 'truthy',
              message:
                '"no" is a boolean in some versions of YAML and text in others: write true or false, or put it in quotes',
            },
            {
              line: 2,
              column: 7,
              rule: 'octal-values',
              message: '"0755" is octal in YAML 1.1 and decimal in 1.2: put it in quotes or write 0o',
            },
            { line: 2, column: 11, rule: 'trailing-spaces', message: 'White space at the end of the line' },
          ],
        },
      },
    },
    {
      title: 'Valid document',
      input: '---\na: &x [1, "no"]\nb: *x\n',
      output: { data: { valid: true, documents: 1, errors: [], warnings: [] } },
    },
    {
      title: 'A tab as indentation',
      input: 'a:\n\tb: 1\n',
      options: { lint: false },
      output: {
        data: {
          valid: false,
          documents: 1,
          errors: [{ line: 2, column: 1, rule: 'syntax', message: 'Tabs are not allowed as indentation' }],
          warnings: [],
        },
      },
    },
    {
      title: 'Checked against a JSON Schema',
      input: 'server:\n  port: "80"\n  tls: &on true\nlog: *on\n',
      options: {
        schema:
          '{"properties":{"server":{"required":["host"],"properties":{"port":{"type":"integer"}}},"log":{"type":"string"}}}',
      },
      output: {
        data: {
          valid: false,
          documents: 1,
          errors: [
            { line: 2, column: 3, rule: 'schema', message: '"/server" must have the property "host"' },
            { line: 2, column: 9, rule: 'schema', message: '"/server/port" must be integer, is string' },
            { line: 4, column: 6, rule: 'schema', message: '"/log" must be string, is boolean' },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Invalid schema',
      input: 'a: 1\n',
      options: { schema: '{"type":1}' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot use option "schema" as JSON Schema 2020-12: "/type" must be one of "array", "boolean", "integer", "null", "number", "object", "string"',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files }) {
    const source = await readTextSource({ input, files });
    const schema = options.schema === '' ? undefined : openSchema({ text: options.schema, label: SCHEMA }, READING);
    const { documents, findings } = lintYamlNodes(source, options.version, schema);
    const lines: string[] = [];
    const starts: number[] = [];
    for (const match of source.text.matchAll(/([^\r\n]*)(\r\n?|\n|$)/g)) {
      if (match[0] === '' && lines.length > 0 && !/[\r\n]$/.test(source.text)) break;
      lines.push(match[1] ?? '');
      starts.push(match.index);
    }
    // Only what is listed is looked up: each place is counted out in its line.
    const pick = (isError: boolean): Finding[] => {
      const place = placesOf(lines, starts);
      return findings
        .filter((finding) => finding.isError === isError)
        .slice(0, MAX_FINDINGS)
        .map(({ offset, rule, fault }) => ({ ...place(offset), rule, message: sentence(fault) }));
    };
    const hasErrors = findings.some(({ isError }) => isError);
    const warnings = options.lint
      ? [...pick(false), ...lintLines(lines)].sort((a, b) => a.line - b.line || a.column - b.column)
      : [];
    return json({
      valid: !hasErrors,
      documents,
      errors: pick(true),
      warnings: warnings.slice(0, MAX_FINDINGS),
    });
  },
});
