import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, textFindingReport } from '../../core/shared-data.js';
import { checkAccessibility } from '../../engines/xml/accessibility.js';
import { readPlainPage } from '../../formats/html/plain-page.js';
import { reportFindings } from '../../formats/text-findings.js';
import { readTextSource } from '../../formats/text-source.js';

const LEVELS = {
  wcag2a: ['wcag2a'],
  wcag2aa: ['wcag2a', 'wcag2aa'],
  wcag21aa: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
  wcag22aa: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
} as const;

const SEVERITIES = { critical: 'error', serious: 'error', moderate: 'warning', minor: 'info' } as const;

export default defineTool({
  id: 'accessibility-checker',
  title: 'Accessibility Checker',
  summary: 'Checks HTML against WCAG 2.0, 2.1 or 2.2 with the rules of axe: names, labels, ARIA, headings, language.',
  family: 'web-seo',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.html', '.htm', '.xhtml', '.txt'] },
  options: {
    standard: z
      .enum(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .default('wcag21aa')
      .describe('Version and level of WCAG; each includes those before it.'),
    bestPractices: z
      .boolean()
      .default(false)
      .describe('Also reports what WCAG does not ask for, such as landmarks and the order of headings.'),
    ignore: z.string().max(2000).default('').describe('Rules that are not reported, such as html-has-lang, region.'),
  },
  result: 'data',
  data: z.object({
    passed: z.boolean().describe('Whether no rule found anything wrong.'),
    elementCount: count('Elements in the tree, implied ones too.'),
    ...textFindingReport({
      impact: z.enum(['critical', 'serious', 'moderate', 'minor']).describe('How much it hinders people, by axe.'),
      criteria: z.array(z.string()).describe('Success criteria of WCAG, such as 1.1.1; empty for best practices.'),
      selector: z.string().describe('CSS selector of the element.'),
    }),
    questions: z
      .array(
        z.object({
          rule: z.string().describe('Name of the rule.'),
          message: z.string().describe('What must be so.'),
          elementCount: count('Elements to look at.'),
        }),
      )
      .describe('Rules that a person has to judge.'),
  }),
  notes: [
    'Critical and serious findings are errors, moderate ones warnings, minor ones info. No program finds everything: what is not found may still hinder people.',
    'Nothing is drawn or loaded and no script runs: style sheets, external files, frames and <object> are ignored, inline styles are not. Contrast of colours, sizes of targets and other rules that need a layout are not checked.',
    'A part of a document is taken for a whole one, without a title or language. At most 1,000,000 characters, 1,500 elements, 200 levels of nesting and 50,000 fields of tables, spans counted.',
  ],
  aliases: [
    'axe',
    'a11y checker',
    'wcag checker',
    'accessibility audit',
    'wave',
    'lighthouse accessibility',
    'aria checker',
    'can blind people use a page',
  ],
  verified: [
    'axe-core 4.14 in Chromium: the same findings at the same elements of 300 random pages of right and wrong parts',
    'Techniques of WCAG: 16 hand-written pairs of a faulty and a corrected document; the rule is told for the first, and nothing for the second',
  ],
  examples: [
    {
      title: 'Names that are missing',
      input:
        '<!DOCTYPE html>\n<html>\n<head><title>Shop</title></head>\n<body>\n<img src="logo.png">\n<form><input type="email"><button></button></form>\n</body>\n</html>\n',
      output: {
        data: {
          passed: false,
          elementCount: 8,
          counts: { error: 4, warning: 0, info: 0 },
          findings: [
            {
              rule: 'html-has-lang',
              impact: 'serious',
              criteria: ['3.1.1'],
              selector: 'html',
              severity: 'error',
              message: '<html> element must have a lang attribute',
              line: 2,
              column: 1,
            },
            {
              rule: 'image-alt',
              impact: 'critical',
              criteria: ['1.1.1'],
              selector: 'img',
              severity: 'error',
              message: 'Images must have alternative text',
              line: 5,
              column: 1,
            },
            {
              rule: 'label',
              impact: 'critical',
              criteria: ['4.1.2'],
              selector: 'input',
              severity: 'error',
              message: 'Form elements must have labels',
              line: 6,
              column: 7,
            },
            {
              rule: 'button-name',
              impact: 'critical',
              criteria: ['4.1.2'],
              selector: 'button',
              severity: 'error',
              message: 'Buttons must have discernible text',
              line: 6,
              column: 27,
            },
          ],
          questions: [],
        },
      },
    },
    {
      title: 'A file, with best practices',
      options: { bestPractices: true, ignore: 'region' },
      files: [
        {
          name: 'page.html',
          text: '<!DOCTYPE html><html lang="en"><title>Hi</title><main><h1>Hi</h1><h3>There</h3></main></html>\n',
        },
      ],
      output: {
        data: {
          passed: false,
          elementCount: 7,
          counts: { error: 0, warning: 1, info: 0 },
          findings: [
            {
              rule: 'heading-order',
              impact: 'moderate',
              criteria: [],
              selector: 'h3',
              severity: 'warning',
              message: 'Heading levels should only increase by one',
              line: 1,
              column: 66,
            },
          ],
          questions: [],
        },
      },
    },
    {
      title: 'Too many elements',
      input: '<br>'.repeat(1498),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot check property "input": it must have at most 1500 elements, got 1501',
      },
    },
  ],
  async run({ input, files, options: { standard, bestPractices, ignore } }) {
    const { text, label } = await readTextSource({ input, files });
    const page = refusing(`Cannot check ${label}`, () => readPlainPage(text));
    const tags = bestPractices ? [...LEVELS[standard], 'best-practice'] : LEVELS[standard];
    const { faults, questions } = await checkAccessibility(page.text, tags);
    const found = faults.map(({ help, ...fault }) => ({ ...fault, severity: SEVERITIES[fault.impact], message: help }));
    const { counts, findings } = reportFindings(text, found, ignore);
    return json({ passed: findings.length === 0, elementCount: page.elementCount, counts, findings, questions });
  },
});
