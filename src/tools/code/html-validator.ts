import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, textFindingReport } from '../../core/shared-data.js';
import { HTML_SCOPES, validateHtml } from '../../formats/html/validate.js';
import { reportFindings } from '../../formats/text-findings.js';
import { readTextSource } from '../../formats/text-source.js';
import { HTML_RULE_PRESETS } from '../../lib/html/rules.js';

export default defineTool({
  id: 'html-validator',
  title: 'HTML Validator',
  summary: 'Validates HTML against the HTML standard: syntax, nesting, attributes, duplicate ids and accessibility.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.html', '.htm', '.xhtml', '.txt'] },
  options: {
    preset: z
      .enum(HTML_RULE_PRESETS)
      .default('standard')
      .describe(
        'What the HTML standard requires; that with accessibility, good practice and style; or accessibility alone.',
      ),
    scope: z
      .enum(HTML_SCOPES)
      .default('auto')
      .describe(
        'A whole document, or a fragment that needs no doctype and no title; auto takes what has a doctype, <html>, <head> or <body> for a document.',
      ),
    ignore: z
      .string()
      .max(2000)
      .default('')
      .describe('Rules that are not reported, such as no-inline-style, deprecated.'),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether there are no errors.'),
    scope: z.enum(['document', 'fragment']).describe('What it was taken for.'),
    elementCount: count('Elements in the tree, implied ones too.'),
    ...textFindingReport({}),
  }),
  notes: [
    'Errors are what the HTML standard or WCAG forbids, warnings and info what is advised against. Syntax is that of a parser that follows the standard, whose names of parse errors are the rules. With "a11y" syntax is not reported.',
    'After "unreadable-tag", only the syntax is checked. Attributes that HTML does not know, styles, scripts, addresses, dates, and the inside of SVG and MathML are not checked.',
    'Comments such as "[html-validate-disable …]" have no effect. At most 1,000,000 characters, 10,000 elements, 500 levels of nesting and 8 seconds.',
  ],
  aliases: [
    'html linter',
    'w3c validator',
    'html5 checker',
    'nu html checker',
    'html lint',
    'html-validate',
    'check html',
  ],
  verified: [
    'html5lib 1.1: 1,000 documents with random faults; where it finds a parse error there is an error in all but fewer than 1 of 100, such as text after </html>, and syntax is wrong only where it finds one',
    'HTML Standard: 56 hand-written pairs of a faulty and a corrected document; the rule is told for the first, and no error for the second',
  ],
  examples: [
    {
      title: 'A part of a document',
      input:
        '<ul id="a">\n  <li><a href="/x"><b>First</a></b></li>\n  <p>Second</p>\n</ul>\n<img src="logo.png">\n<p id="a">AT&T &copy 2026</p>\n',
      output: {
        data: {
          valid: false,
          scope: 'fragment',
          elementCount: 10,
          counts: { error: 6, warning: 0, info: 0 },
          findings: [
            { rule: 'close-order', severity: 'error', message: 'Unclosed element <b>', line: 2, column: 21 },
            { rule: 'close-order', severity: 'error', message: 'Stray end tag </b>', line: 2, column: 33 },
            {
              rule: 'element-permitted-content',
              severity: 'error',
              message: '<p> element is not permitted as content under <ul>',
              line: 3,
              column: 4,
            },
            {
              rule: 'wcag/h37',
              severity: 'error',
              message: '<img> is missing required "alt" attribute',
              line: 5,
              column: 2,
            },
            { rule: 'no-dup-id', severity: 'error', message: 'Duplicate ID "a"', line: 6, column: 8 },
            {
              rule: 'missing-semicolon-after-character-reference',
              severity: 'error',
              message: 'A character reference ends with ";"',
              line: 6,
              column: 21,
            },
          ],
        },
      },
    },
    {
      title: 'A whole document, with good practice',
      options: { preset: 'recommended', ignore: 'no-inline-style' },
      files: [
        {
          name: 'page.html',
          text: '<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n<h1></h1>\n<p style="color: red">Hello\n</body>\n</html>\n',
        },
      ],
      output: {
        data: {
          valid: false,
          scope: 'document',
          elementCount: 6,
          counts: { error: 2, warning: 1, info: 1 },
          findings: [
            {
              rule: 'missing-title',
              severity: 'error',
              message: 'The document has no <title>',
              line: 1,
              column: 1,
            },
            {
              rule: 'element-required-attributes',
              severity: 'warning',
              message: '<html> is missing required "lang" attribute',
              line: 2,
              column: 2,
            },
            {
              rule: 'empty-heading',
              severity: 'error',
              message: '<h1> cannot be empty, must have text content',
              line: 5,
              column: 2,
            },
            {
              rule: 'no-implicit-close',
              severity: 'info',
              message: 'Element <p> is implicitly closed by parent </body>',
              line: 6,
              column: 2,
            },
          ],
        },
      },
    },
    {
      title: 'Nothing to report',
      input: '<!DOCTYPE html><html lang=en><title>Hi</title><p>Hello',
      output: {
        data: {
          valid: true,
          scope: 'document',
          elementCount: 5,
          counts: { error: 0, warning: 0, info: 0 },
          findings: [],
        },
      },
    },
    {
      title: 'Too deep',
      input: '<div>'.repeat(501),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot check property "input": its elements must be nested at most 500 levels deep, got 503',
      },
    },
  ],
  async run({ input, files, options: { preset, scope, ignore } }) {
    const { text, label } = await readTextSource({ input, files });
    const { found, ...facts } = refusing(`Cannot check ${label}`, () => validateHtml(text, preset, scope));
    const { counts, findings } = reportFindings(text, found, ignore);
    return json({ valid: counts.error === 0, ...facts, counts, findings });
  },
});
