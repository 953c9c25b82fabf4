import { z } from 'zod';

import { defineTool, invalid, jsonText } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { writeDocument } from '../../formats/json-document.js';
import { openSchema } from '../../formats/schema-document.js';
import { readTextSource } from '../../formats/text-source.js';
import { fromPlain } from '../../lib/json/values.js';
import { withoutThinking } from '../../lib/llm/model-output.js';

import { EXTRACT_DATA } from './_extract-data.js';
import { type Extract, findCode, findJson, findTables, findTags, type Judged, MAX_ITEMS, picked } from './_extracts.js';

/** Most faults that are told of one value. */
const MAX_ERRORS = 20;

const NAMES = { json: 'JSON', code: 'a code block', table: 'a table', elements: 'an XML element' } as const;

/** What the schema says of each. */
function judge(found: readonly Extract[], schema: string): readonly Judged[] {
  if (schema === '') return found;
  const { check } = openSchema(
    { text: schema, label: 'option "schema"' },
    { draft: 'auto', formats: true, checkSchema: true },
  );
  const answers = check(found.map(({ value }) => value));
  return found.map((item, index) => ({
    ...item,
    errors: (answers[index]?.faults ?? [])
      .slice(0, MAX_ERRORS)
      .map(({ instance, message }) => ({ path: instance, message })),
  }));
}

export default defineTool({
  id: 'llm-json-extractor',
  title: 'LLM JSON Extractor',
  summary:
    'Extracts JSON, code blocks, tables or XML from the answer of a language model, repairs it and validates it.',
  family: 'ai-llm',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    extract: z.enum(['json', 'code', 'table', 'elements']).default('json').describe('What to extract.'),
    pick: z
      .enum(['first', 'last', 'largest', 'all'])
      .default('first')
      .describe('Which of several to return; with a schema, the first, last or largest that matches it.'),
    repair: z
      .boolean()
      .default(true)
      .describe('Also reads broken or cut-off JSON: quotes, commas, comments, Python literals, missing ends.'),
    skipThinking: z.boolean().default(true).describe('Ignores reasoning in <think>, <thinking> and <reasoning> tags.'),
    schema: shared.schema().describe('JSON Schema that the values must match; empty for none.'),
  },
  result: 'data',
  data: EXTRACT_DATA,
  notes: [
    'JSON is found in fenced code blocks and between words, also without a fence, after its introduction, several times, and cut off by a token limit. Links and citations such as [1] are not taken for JSON.',
    'Numbers keep all their digits. A repair is a guess, and "repaired" says so; at most 50,000 characters are repaired per run.',
    'A value that does not match the schema is an answer, not an error: "valid" is false and "errors" says why. With "pick" first, the first that matches is taken, else the first.',
    'XML elements are read as models write them: the outermost tags, with whatever is inside as text, so that <answer> may hold code that is not well-formed.',
    'Tables are pipe tables of Markdown; their rows become objects with texts as values.',
  ],
  aliases: [
    'extract json from text',
    'parse llm output',
    'structured output parser',
    'json from chatgpt',
    'output parser',
    'extract code block',
    'markdown table to json',
    'partial json',
    'json in markdown',
  ],
  verified: [
    'Python 3.11 (json): 400 random documents, each wrapped in eight kinds of model answers, are extracted as json.loads reads the bare document',
    'Every prefix of a wrapped document, and 500 answers with random changes: 200 or 400, never a fault of the service',
  ],
  examples: [
    {
      title: 'A chatty answer with a fence, a trailing comma and a large number',
      input:
        'Sure! As noted in [1], here you go:\n\n```json\n{"name": "Ada", "id": 12345678901234567890,}\n```\nAnything else?',
      output: {
        text: '{\n  "value": {\n    "name": "Ada",\n    "id": 12345678901234567890\n  },\n  "found": 1,\n  "items": [\n    {\n      "value": {\n        "name": "Ada",\n        "id": 12345678901234567890\n      },\n      "place": "fence",\n      "start": 45,\n      "end": 89,\n      "cutOff": false,\n      "repaired": true\n    }\n  ],\n  "warnings": []\n}',
      },
    },
    {
      title: 'The first value that matches the schema',
      input: '<think>{"city": "?"}</think>Draft: {"city": 5}. Final: {"city": "Oslo"}',
      options: { schema: '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}' },
      output: {
        data: {
          value: { city: 'Oslo' },
          found: 2,
          items: [
            {
              value: { city: 'Oslo' },
              place: 'text',
              start: 55,
              end: 71,
              cutOff: false,
              repaired: false,
              valid: true,
              errors: [],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Cut off by the token limit',
      input: 'Here is the list: {"items": [{"id": 1}, {"id": 2, "title": "On the ana',
      output: {
        data: {
          value: { items: [{ id: 1 }, { id: 2, title: 'On the ana' }] },
          found: 1,
          items: [
            {
              value: { items: [{ id: 1 }, { id: 2, title: 'On the ana' }] },
              place: 'text',
              start: 18,
              end: 70,
              cutOff: true,
              repaired: true,
            },
          ],
          warnings: ['The text ends before the value does: the end was guessed'],
        },
      },
    },
    {
      title: 'A table',
      input: 'Prices:\n\n| item | price |\n|---|---:|\n| tea | 2.50 |\n| a \\| b | 3 |\n\nDone.',
      options: { extract: 'table' },
      output: {
        data: {
          value: [
            { item: 'tea', price: '2.50' },
            { item: 'a | b', price: '3' },
          ],
          found: 1,
          items: [
            {
              value: [
                { item: 'tea', price: '2.50' },
                { item: 'a | b', price: '3' },
              ],
              place: 'text',
              start: 9,
              end: 66,
              cutOff: false,
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'An element whose content is not well-formed',
      input: 'Here:\n<answer lang="en">a < b && c</answer>',
      options: { extract: 'elements' },
      output: {
        data: {
          value: 'a < b && c',
          found: 1,
          items: [
            {
              value: 'a < b && c',
              place: 'text',
              start: 24,
              end: 34,
              cutOff: false,
              tag: 'answer',
              attributes: { lang: 'en' },
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'No JSON in the answer',
      input: 'I cannot help with that [1].',
      error: { code: 'INVALID_INPUT', message: 'Cannot find JSON in property "input"' },
    },
    {
      title: 'A schema that is not JSON',
      input: '{}',
      options: { schema: '{' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "schema" as JSON: line 1, column 2: expected a key in double quotes, got the end of the text\n{\n ^',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const { extract, repair, schema, pick } = options;
    const source = await readTextSource({ input, files });
    const text = options.skipThinking ? withoutThinking(source.text) : source.text;
    const finders = {
      json: () => findJson(text, repair),
      code: () => findCode(text),
      table: () => findTables(text),
      elements: () => findTags(text),
    };
    const { found, warnings } = finders[extract]();
    if (found.length === 0)
      throw invalid(
        `Cannot find ${NAMES[extract]} in ${source.label}${warnings.length === 0 ? '' : `: ${warnings[0]}`}`,
      );
    const items = picked(judge(found, schema), pick);
    const rows = items.map(({ value, place, start, end, isCutOff, repaired, errors, more }) => ({
      value,
      place,
      start,
      end,
      cutOff: isCutOff,
      repaired,
      ...(errors === undefined ? {} : { valid: errors.length === 0, errors }),
      ...more,
    }));
    const told = [
      ...warnings,
      ...(items.some(({ isCutOff }) => isCutOff) ? ['The text ends before the value does: the end was guessed'] : []),
      ...(pick === 'all' && found.length > MAX_ITEMS ? [`${found.length - MAX_ITEMS} more are not listed`] : []),
    ];
    const answer = { value: items[0]?.value, found: found.length, items: rows, warnings: told };
    return jsonText(writeDocument(fromPlain(answer)));
  },
});
