import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readToon, writeToon } from '../../engines/json/toon.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { readJson, writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS } from '../../formats/text-source.js';

const TOON = { extension: '.toon', mime: 'text/toon;charset=utf-8' };

export default defineTool({
  id: 'toon-converter',
  title: 'TOON Converter',
  summary: 'Converts JSON to TOON, a notation that takes fewer tokens in prompts, and TOON to JSON.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['encode', 'decode']).default('encode').describe('JSON to TOON, or TOON to JSON.'),
    cellDelimiter: z
      .enum(['comma', 'tab', 'pipe'])
      .default('comma')
      .describe('Delimiter of the values in TOON that is written; tab often takes the fewest tokens.'),
    indent: shared.indent(1).describe('Spaces per indentation level of TOON that is written or read.'),
    strict: z
      .boolean()
      .default(true)
      .describe('Refuses TOON whose lists have more or fewer items than their length says, or a wrong indentation.'),
  },
  result: 'mixed',
  data: anyJson('The document, where the result is JSON.'),
  notes: [
    'Lists of objects with the same keys become a table with one header, which is where most tokens are saved; deeply nested data can be longer than compact JSON.',
    'Numbers keep every digit, and keys their order. TOON has no exponents: 1e3 becomes 1000.',
    'Nested at most 500 levels deep.',
    TEXT_FILES_NOTE,
  ],
  aliases: ['json to toon', 'toon to json', 'token oriented object notation', 'toon encoder', 'compress json for llm'],
  verified: [
    '@toon-format/toon 4.4.0: same text as its encoder for 400 random documents of plain numbers',
    'Itself: 600 random documents with long numbers and keys of digits come back from TOON with each of the three delimiters',
  ],
  examples: [
    {
      title: 'A list of records',
      input:
        '{"users":[{"id":1,"name":"Ada","price":1.10},{"id":12345678901234567890,"name":"Bob, Jr.","price":2}],"ok":true}',
      output: {
        text: 'users[2]{id,name,price}:\n  1,Ada,1.10\n  12345678901234567890,"Bob, Jr.",2\nok: true',
      },
    },
    {
      title: 'And back',
      input:
        'users[2]{id,name}:\n  1,Ada\n  12345678901234567890,Bob\ntags[3]: a,"5",5.10\nnested:\n  "10": x\n  a: null',
      options: { direction: 'decode', indent: 2 },
      output: {
        text: '{\n  "users": [\n    {\n      "id": 1,\n      "name": "Ada"\n    },\n    {\n      "id": 12345678901234567890,\n      "name": "Bob"\n    }\n  ],\n  "tags": [\n    "a",\n    "5",\n    5.10\n  ],\n  "nested": {\n    "10": "x",\n    "a": null\n  }\n}',
      },
    },
    {
      title: 'Pipes between the cells',
      input: '[{"a":1,"b":"x,y"},{"a":1e3,"b":null}]',
      options: { cellDelimiter: 'pipe' },
      output: { text: '[2|]{a|b}:\n  1|x,y\n  1000|null' },
    },
    {
      title: 'A list that is shorter than it says',
      input: 'a[3]: 1,2',
      options: { direction: 'decode' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as TOON: line 1: Expected 3 inline-form values, but got 2',
      },
    },
  ],
  run({ input, files, signal, options: { direction, cellDelimiter: delimiter, indent, strict } }) {
    return eachText({ input, files, signal }, async (source) => {
      const { text, label } = source;
      if (direction === 'decode') {
        const document = await refusing(`Cannot read ${label} as TOON`, () => readToon(text, { indent, strict }));
        return documentResult(source, writeDocument(document), KINDS.json);
      }
      const document = readJson(text, label);
      const toon = await refusing(`Cannot write ${label} as TOON`, () =>
        writeToon(document, text, { delimiter, indent }),
      );
      return documentResult(source, toon, TOON);
    });
  },
});
