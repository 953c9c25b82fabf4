import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readJson, readJsonLines } from '../../formats/json-document.js';
import { documentResult, KINDS, readTextSource, type TextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import { parseJsonLines, parseJsonSequence } from '../../lib/json/lines.js';
import { parseJson } from '../../lib/json/parse.js';
import { isJsonArray, type JsonValue } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import { BoundedText } from '../../lib/text/bounded-text.js';

/** Documents one after the other of which the first takes several lines; `undefined` where the text is not that. */
function readSequence({ text, label }: TextSource): JsonValue[] | undefined {
  const whole = text.trim();
  const end = whole.indexOf('\n');
  if (end < 0 || unlessFaulty(() => parseJson(whole.slice(0, end))) !== undefined) return undefined;
  return refusing(`Cannot read ${label} as JSON`, () => parseJsonSequence(text));
}

/** The document whose parts become lines; `undefined` where the text is lines already. */
function readDocument(source: TextSource, to: 'auto' | 'jsonl'): JsonValue | undefined {
  if (to === 'jsonl')
    return unlessFaulty(() => parseJson(source.text)) ?? readSequence(source) ?? readJson(source.text, source.label);
  // Lines, or nothing that can be read: their reader says what is wrong.
  const document = unlessFaulty(() => parseJson(source.text));
  if (document === undefined) return undefined;
  return isJsonArray(document) || /[^\s]\s*\n\s*[^\s]/.test(source.text) ? document : undefined;
}

/** An array value by value: no document of a million lines is one text before it is written. */
function writeArray(values: readonly JsonValue[], indent: string): string {
  if (values.length === 0) return '[]';
  const space = indent === '' ? '' : `\n${indent}`;
  const text = new BoundedText();
  for (const [index, value] of values.entries()) {
    // JSON has no line break inside its strings: every one is layout.
    text.add((index === 0 ? `[${space}` : `,${space}`) + writeJson(value, { indent }).replaceAll('\n', `\n${indent}`));
  }
  text.add(indent === '' ? ']' : '\n]');
  return text.toString();
}

export default defineTool({
  id: 'jsonl-converter',
  title: 'JSON Lines Converter',
  summary: 'Converts a JSON array to JSON Lines (NDJSON) and back, and reports the first line that is not JSON.',
  family: 'json',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    to: z
      .enum(['auto', 'jsonl', 'json'])
      .default('auto')
      .describe('Format to write; auto turns one JSON document into lines, and lines into an array.'),
    skipInvalid: z.boolean().default(false).describe('Skips lines that are not JSON instead of refusing the text.'),
    indent: shared.indent().describe('Spaces per indentation level of the array; 0 for a single line.'),
  },
  result: 'mixed',
  data: anyJson('Array of the lines; only in the direction to JSON.'),
  notes: [
    'To lines: every element of the array becomes one line without spaces, ending with a line break; any other document becomes one line.',
    'Documents one after the other that take several lines each, as jq prints them, are read too, and written as an array or, with "to": "jsonl", as lines.',
    'To an array: empty lines are ignored; lines end with LF or CRLF. With "auto", a single line is treated as JSON Lines, unless it is an array.',
    'Numbers keep their digits, objects the order of their keys; of duplicate keys the last value counts.',
    'Text input gives text, a file gives a file.',
  ],
  aliases: [
    'ndjson',
    'jsonl to json',
    'json to jsonl',
    'json lines',
    'newline delimited json',
    'ldjson',
    'validate jsonl',
  ],
  verified: ["jq 1.6: 20 random arrays as jq -c '.[]' writes them, and back as jq -s reads them"],
  examples: [
    {
      title: 'Array to lines',
      input: '[{"id": 1, "name": "Ada"},\n {"id": 12345678901234567890},\n [1.10, null]]',
      output: { text: '{"id":1,"name":"Ada"}\n{"id":12345678901234567890}\n[1.10,null]\n' },
    },
    {
      title: 'Lines to array',
      input: '{"a":1}\r\n\r\n"two"\r\n3',
      options: { indent: 0 },
      output: { text: '[{"a":1},"two",3]', data: [{ a: 1 }, 'two', 3] },
    },
    {
      title: 'What jq prints, to lines',
      input: '{\n  "a": "}"\n}\n{\n  "a": [\n    2\n  ]\n}\n',
      options: { to: 'jsonl' },
      output: { text: '{"a":"}"}\n{"a":[2]}\n' },
    },
    {
      title: 'Skip invalid lines',
      input: '{"a":1}\n{"a":\n{"a":3}\n',
      options: { skipInvalid: true, to: 'json', indent: 0 },
      output: { data: [{ a: 1 }, { a: 3 }] },
    },
    {
      title: 'A file',
      files: [{ name: 'log.jsonl', text: '{"a":1}\n{"a":2}\n' }],
      options: { indent: 0 },
      output: { text: null, files: [{ name: 'log.json', mime: 'application/json', text: '[{"a":1},{"a":2}]' }] },
    },
    {
      title: 'Line is not JSON',
      input: '{"a":1}\n{"a":}\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON Lines: line 2, column 6: expected a value, got "}"\n{"a":}\n     ^',
      },
    },
    {
      title: 'Document is not JSON',
      input: '[1,\n',
      options: { to: 'jsonl' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 2, column 1: expected a value, got the end of the text\n\n^',
      },
    },
  ],
  async run({ input, options, files }) {
    const { to, skipInvalid, indent } = options;
    const source = await readTextSource({ input, files });
    const document = to === 'json' ? undefined : readDocument(source, to);
    if (document !== undefined) {
      const items = isJsonArray(document) ? document : [document];
      return documentResult(source, items.map((item) => `${writeJson(item)}\n`).join(''), KINDS.jsonLines, 'native');
    }
    const lines = () =>
      skipInvalid ? parseJsonLines(source.text, () => undefined) : readJsonLines(source.text, source.label);
    const values = readSequence(source) ?? lines();
    return documentResult(source, writeArray(values, ' '.repeat(indent)), KINDS.json, 'native');
  },
});
