import { z } from 'zod';

import { defineTool, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { WorkTime } from '../../engines/work-time.js';
import { parseHtml } from '../../engines/xml/html-document.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { absolute, baseOf } from '../../formats/html/page-base.js';
import { type QueryField, type QueryResult, queryPage, readFields } from '../../formats/html/query.js';
import { KINDS, readTextSource } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';
import { baseUrlOption, readBaseUrl } from './_base-url.js';

const WORK_SECONDS = 8;

/** A table with a column per field, or the only column of the values. */
function csvOf({ values, records }: QueryResult, fields: readonly QueryField[]): string {
  if (fields.length === 0) return lines(['value', ...values.map((value) => formatRecord([value ?? ''], ','))]);
  const names = fields.map(({ name }) => name);
  return lines(
    [names, ...records.map((record) => names.map((name) => record[name] ?? ''))].map((row) => formatRecord(row, ',')),
  );
}

const lines = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('');

export default defineTool({
  id: 'css-selector-query',
  title: 'CSS Selector Query',
  summary: 'Takes text, attributes or whole records out of HTML with CSS selectors, as JSON, CSV or lines.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { ...TEXT_FILES, max: 1 },
  options: {
    selector: z.string().min(1).max(10_000).default('a').describe('CSS selector of the elements to find.'),
    attribute: z
      .string()
      .min(1)
      .max(200)
      .default('text')
      .describe(
        'What to take of each: text, html (what is inside), outer-html, or the name of an attribute such as href.',
      ),
    fields: z
      .string()
      .max(20_000)
      .default('')
      .describe(
        'Fields of a record for each element, one per line: a name, a colon, a selector within the element and, for an attribute, @ and its name. "title: h2" or "link: a @href"; the selector may be left out for the element itself.',
      ),
    format: z
      .enum(['json', 'csv', 'lines'])
      .default('json')
      .describe('JSON, a CSV table, or a line per element, which is a JSON object where there are fields.'),
    limit: z.number().multipleOf(1).min(1).max(10_000).default(1000).describe('Most elements to give.'),
    baseUrl: baseUrlOption(),
  },
  result: 'mixed',
  data: z.object({
    count: count('Elements that match, those beyond "limit" too.'),
    values: z
      .array(z.string().nullable())
      .describe('What was asked of each element; null where it lacks the attribute. Empty where there are fields.'),
    records: z
      .array(z.record(z.string(), z.string().nullable()))
      .describe('One per element where there are fields; null where a field was not found.'),
    warnings: warnings(),
  }),
  notes: [
    'The page is read as browsers read it; scripts are not run and nothing is loaded, so that only what is in the HTML is found.',
    'Selectors of level 4: :is(), :not(), :has(), :nth-child(), [href$=".pdf" i] and jQuery\'s :contains(). States such as :hover, pseudo-elements and namespaces are not known; what is inside <template> is not found. In :has(a b) the element itself can be a.',
    'A field is the first element that matches. Its selector may begin with >, + or ~, and :scope is the element of the record.',
    'Text is in one line, with a space between blocks and cells. Addresses in attributes such as href and src are made absolute where the page has <base> or "baseUrl" is given.',
    'Names of elements and attributes are found in any case, classes and ids as they are written. At most 50 fields.',
  ],
  aliases: [
    'html scraper',
    'scrape html',
    'css query',
    'cheerio',
    'pup',
    'extract links from html',
    'html to csv',
    'html to json',
    'querySelectorAll',
  ],
  verified: [
    'Chromium: querySelectorAll finds the same elements for 3,000 random selectors in 150 random pages',
    'parse5: HTML of 300 random pages is written as its serialiser does',
  ],
  examples: [
    {
      title: 'Links with absolute addresses',
      input: '<p><a href="/a">One</a> <a href="b?x=1">Two <b>bold</b></a> <a>none</a>',
      options: { attribute: 'href', baseUrl: 'https://example.com/docs/' },
      output: {
        data: {
          count: 3,
          values: ['https://example.com/a', 'https://example.com/docs/b?x=1', null],
          records: [],
          warnings: [],
        },
      },
    },
    {
      title: 'A record for each article, as CSV',
      input:
        '<article><h2>Tea, green</h2><a href="/tea">more</a><span class=price>4.50</span></article><article><h2>Milk</h2></article>',
      options: { selector: 'article', fields: 'title: h2\nlink: > a @href\nprice: .price', format: 'csv' },
      output: { text: 'title,link,price\n"Tea, green",/tea,4.50\nMilk,,\n' },
    },
    {
      title: 'Rows of a table as lines',
      input: '<table><tr><th>n<th>m<tr><td>1<td>2<tr><td>3<td>4</table>',
      options: { selector: 'tr:not(:has(th))', format: 'lines' },
      output: { text: '1 2\n3 4\n' },
    },
    {
      title: 'Not a selector',
      input: '<p>x',
      options: { selector: 'a:eq(1)' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "selector": the pseudo-class :eq is not known',
      },
    },
    {
      title: 'A field without a name',
      input: '<p>x',
      options: { selector: 'p', fields: 'h2' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "fields": line 1 must be a name, a colon and a selector',
      },
    },
  ],
  async run({ input, files, options: { selector, attribute, fields: fieldLines, format, limit, baseUrl } }) {
    const address = readBaseUrl(baseUrl);
    const fields = refusing('Cannot read option "fields"', () => readFields(fieldLines));
    const source = await readTextSource({ input, files });
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The page of ${source.label} takes longer than ${WORK_SECONDS} seconds to search with these selectors`),
    );
    const result = refusing('Cannot read option "selector"', () =>
      work.run(() => {
        const page = parseHtml(source.text);
        const base = baseOf(page, address);
        const resolve = (link: string): string => absolute(link, base);
        return queryPage(page, { selector, part: attribute.toLowerCase(), fields, limit, resolve });
      }),
    );
    if (format === 'csv') return text(csvOf(result, fields), { name: 'result.csv', mime: KINDS.csv.mime });
    if (format === 'lines')
      return text(
        lines(
          fields.length === 0
            ? result.values.map((value) => (value ?? '').replace(/[\r\n]+/g, ' '))
            : result.records.map((record) => JSON.stringify(record)),
        ),
      );
    return json({
      ...result,
      warnings: result.count > limit ? [`Only the first ${limit} of ${result.count} elements are given`] : [],
    });
  },
});
