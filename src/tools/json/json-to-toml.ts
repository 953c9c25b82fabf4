import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { readJson } from '../../formats/json-document.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { writeToml } from '../../lib/config/write.js';
import { dropEmptyParts } from '../../lib/json/drop-empty.js';
import { isJsonObject, type JsonValue, jsonType } from '../../lib/json/values.js';

/** What TOML has at the top: a table. */
function tableOf(document: JsonValue, rootKey: string, label: string): JsonValue {
  if (isJsonObject(document)) return document;
  if (rootKey !== '') return new Map([[rootKey, document]]);
  throw invalid(
    `Cannot write ${label} as TOML: TOML must have keys at the top, got ${jsonType(document)}; option "rootKey" names one`,
  );
}

export default defineTool({
  id: 'json-to-toml',
  title: 'JSON to TOML',
  summary: 'Converts JSON to TOML 1.0 with tables and arrays of tables.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    nulls: z
      .enum(['omit', 'refuse'])
      .default('omit')
      .describe('What becomes of null, which TOML does not have: the key or element is removed, or an error.'),
    rootKey: z
      .string()
      .max(200)
      .default('')
      .describe('Key for a document that is not an object, which TOML does not allow at the top; empty for an error.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Objects become tables, arrays of objects arrays of tables ([[name]]), all other arrays are on one line; objects in mixed arrays become inline tables. Keys with values come before the tables of the same level, as TOML requires.',
    'Whole numbers stay whole and 1.0 stays a float. Numbers that TOML cannot hold (beyond 64 bits, or more digits than a double) are refused rather than rounded, with the path of the value.',
    'Dates and times are texts in JSON, and stay texts. Lone surrogates, which TOML does not allow, are refused.',
    TEXT_FILES_NOTE,
  ],
  aliases: ['json2toml', 'convert json to toml', 'json to pyproject', 'json to cargo.toml', 'toml generator'],
  verified: [
    'Python 3.11 tomllib: same document for 400 random ones without null, -0 aside',
    'toml-test: the JSON of its 100 valid files that the pinned copy has is written as TOML that Python reads as the same',
  ],
  examples: [
    {
      title: 'Tables and arrays of tables',
      input:
        '{"package":{"name":"demo","version":"1.0.0"},"debug":true,"ratio":1.0,"bin":[{"name":"a","path":"a.rs"},{"name":"b"}],"deps":{"serde":{"version":"1","features":["derive"]}}}',
      output: {
        text: 'debug = true\nratio = 1.0\n\n[package]\nname = "demo"\nversion = "1.0.0"\n\n[[bin]]\nname = "a"\npath = "a.rs"\n\n[[bin]]\nname = "b"\n\n[deps.serde]\nversion = "1"\nfeatures = ["derive"]\n',
      },
    },
    {
      title: 'Null, mixed arrays and keys that need quotes',
      input: '{"a b":null,"é":1,"list":[1,null,"x",{"y":[]}],"":9223372036854775807}',
      output: { text: '"é" = 1\nlist = [1, "x", { y = [] }]\n"" = 9223372036854775807\n' },
    },
    {
      title: 'A list under a key',
      input: '[{"id":1},{"id":2}]',
      options: { rootKey: 'item' },
      output: { text: '[[item]]\nid = 1\n\n[[item]]\nid = 2\n' },
    },
    {
      title: 'A list at the top',
      input: '[1,2]',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot write property "input" as TOML: TOML must have keys at the top, got array; option "rootKey" names one',
      },
    },
    {
      title: 'A number of more than 64 bits',
      input: '{"a":{"id":12345678901234567890}}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot write property "input" as TOML: $.a.id: 12345678901234567890 has more than the 64 bits of TOML',
      },
    },
    {
      title: 'Null, where it must not be lost',
      input: '{"a":[null]}',
      options: { nulls: 'refuse' },
      error: { code: 'INVALID_INPUT', message: 'Cannot write property "input" as TOML: $.a[0]: TOML has no null' },
    },
    {
      title: 'Half of a character',
      input: '{"a":"\\ud800"}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as TOML: a text has a lone surrogate, which TOML does not allow',
      },
    },
  ],
  run({ input, files, signal, options: { nulls, rootKey } }) {
    return eachText({ input, files, signal }, (source) => {
      const { text, label } = source;
      const read = readJson(text, label);
      const document =
        nulls === 'omit' ? (dropEmptyParts(read, { dropNull: true, dropEmpty: false }) ?? new Map()) : read;
      const toml = refusing(`Cannot write ${label} as TOML`, () => writeToml(tableOf(document, rootKey, label)));
      // As JSON.stringify writes them, which TOML's quotes stand on.
      if (/(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/.test(toml))
        throw invalid(`Cannot write ${label} as TOML: a text has a lone surrogate, which TOML does not allow`);
      return documentResult(source, toml, KINDS.toml);
    });
  },
});
