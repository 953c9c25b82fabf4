import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { readTextSource } from '../../formats/text-source.js';
import { isFault } from '../../lib/faults.js';
import { measureJson } from '../../lib/json/measure.js';
import { parseJson } from '../../lib/json/parse.js';
import { DIALECTS } from '../../lib/json/syntax.js';
import { pointAt, positionAt } from '../../lib/text/text-position.js';

import { dialectOption, namedDialect } from './_dialect.js';

/** Most keys that are told of; the count goes on. */
const MAX_DUPLICATES = 100;

export default defineTool({
  id: 'json-validator',
  title: 'JSON Validator',
  summary: 'Checks whether a text is valid JSON, shows where it is not, and reports duplicate keys, depth and size.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    dialect: dialectOption().describe(
      'Dialect to check: json (RFC 8259), jsonc with comments and trailing commas, or json5; auto takes that of a .jsonc or .json5 file, else json.',
    ),
    duplicateKeys: z
      .boolean()
      .default(true)
      .describe(
        'Allows duplicate keys in an object; otherwise they make the text invalid. They are listed either way.',
      ),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether the text is valid.'),
    dialect: z.enum(['json', 'jsonc', 'json5']).describe('Dialect it was checked as.'),
    error: z
      .object({
        line: place('Line of the fault.'),
        column: place('Column of the fault.'),
        offset: count('Offset of the fault in UTF-16 units.'),
        message: z.string().describe('What is wrong.'),
        place: z.string().describe('Line with the fault and a pointer below it.'),
      })
      .optional()
      .describe('First fault; only where the text is not valid.'),
    type: z.string().optional().describe('Type of the outermost value.'),
    depth: count('Levels of nesting.').optional(),
    values: count('Number of values.').optional(),
    keys: count('Number of keys.').optional(),
    inexactNumbers: count('Numbers that a double cannot hold exactly.').optional(),
    bom: z.boolean().optional().describe('Whether the text starts with a byte order mark.'),
    duplicateKeyCount: count('Number of duplicate keys.').optional(),
    duplicateKeys: z
      .array(
        z.object({
          key: z.string().describe('Name of the key.'),
          line: place('Line of the duplicate.'),
          column: place('Column of the duplicate.'),
        }),
      )
      .optional()
      .describe('First duplicate keys.'),
  }),
  notes: [
    'A text that is invalid is an answer, not an error: "valid" is false and "error" says line, column, fault and place. Lines and columns count from 1, columns in characters.',
    'A byte order mark at the front is ignored, as RFC 8259 lets a reader do; "bom" tells of it.',
    '"inexactNumbers" counts the numbers that lose digits or overflow in readers that keep numbers as doubles, as JavaScript does.',
    'The first 100 duplicate keys are listed with their positions. Readers differ in which of the values they take: RFC 8259 calls it unpredictable.',
    'Nesting beyond 1,000 makes a text invalid here: few readers go further.',
  ],
  aliases: [
    'json lint',
    'jsonlint',
    'check json syntax',
    'is this valid json',
    'json checker',
    'json5 validator',
    'find duplicate keys in json',
    'validate json syntax',
    'is my json correct',
    'error in json',
  ],
  verified: [
    'JSONTestSuite: every y_ file valid and every n_ file invalid, those that are not UTF-8 left aside',
    'json5 2.2.3 (npm): same verdict for 2,000 random texts and for texts written by hand, Infinity and NaN among them',
  ],
  examples: [
    {
      title: 'Valid',
      input: '{"a": [1, 2, {"b": null}]}',
      output: {
        data: {
          valid: true,
          dialect: 'json',
          type: 'object',
          depth: 3,
          values: 6,
          keys: 2,
          inexactNumbers: 0,
          bom: false,
          duplicateKeyCount: 0,
          duplicateKeys: [],
        },
      },
    },
    {
      title: 'A file with a byte order mark',
      files: [{ name: 'a.json', text: '\ufeff1' }],
      output: {
        data: {
          valid: true,
          dialect: 'json',
          type: 'number',
          depth: 0,
          values: 1,
          keys: 0,
          inexactNumbers: 0,
          bom: true,
          duplicateKeyCount: 0,
          duplicateKeys: [],
        },
      },
    },
    {
      title: 'A comma is missing',
      input: '{\n  "a": 1\n  "b": 2\n}',
      output: {
        data: {
          valid: false,
          dialect: 'json',
          error: {
            line: 3,
            column: 3,
            offset: 13,
            message: 'expected "," or "}", got "\\""',
            place: '  "b": 2\n  ^',
          },
        },
      },
    },
    {
      title: 'A key that comes twice, and a number that doubles cannot hold',
      input: '{"id": 9007199254740993,\n "id": 2}',
      options: { duplicateKeys: false },
      output: {
        data: {
          valid: false,
          dialect: 'json',
          error: {
            line: 2,
            column: 2,
            offset: 26,
            message: 'duplicate key "id" in one object',
            place: ' "id": 2}\n ^',
          },
          type: 'object',
          depth: 1,
          values: 2,
          keys: 1,
          inexactNumbers: 0,
          bom: false,
          duplicateKeyCount: 1,
          duplicateKeys: [{ key: 'id', line: 2, column: 2 }],
        },
      },
    },
    {
      title: 'JSON5 in a file',
      options: { dialect: 'json5' },
      files: [{ name: 'config.json5', text: "// settings\n{ level: +Infinity, 'deep': [[1e400]], }" }],
      output: {
        data: {
          valid: true,
          dialect: 'json5',
          type: 'object',
          depth: 3,
          values: 5,
          keys: 2,
          inexactNumbers: 1,
          bom: false,
          duplicateKeyCount: 0,
          duplicateKeys: [],
        },
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files }) {
    const source = await readTextSource({ input, files });
    const { text } = source;
    // A text is valid JSON or not: only the name of a file makes it another dialect.
    const dialect = namedDialect(source, options.dialect) ?? 'json';
    const faultAt = (offset: number, message: string) => ({
      ...positionAt(text, offset),
      offset,
      message,
      place: pointAt(text, offset),
    });
    const offsets: number[] = [];
    const duplicates: { key: string; line: number; column: number }[] = [];
    let count = 0;
    try {
      const value = parseJson(text, {
        ...DIALECTS[dialect],
        nonFinite: true,
        onDuplicateKey: (key, offset) => {
          count++;
          if (offsets.length >= MAX_DUPLICATES) return;
          offsets.push(offset);
          duplicates.push({ key, ...positionAt(text, offset) });
        },
      });
      const [first] = offsets;
      const isFaulty = first !== undefined && !options.duplicateKeys;
      return json({
        valid: !isFaulty,
        dialect,
        ...(isFaulty
          ? { error: faultAt(first, `duplicate key ${JSON.stringify(duplicates[0]?.key)} in one object`) }
          : {}),
        ...measureJson(value),
        bom: source.encoding?.hasMark === true,
        duplicateKeyCount: count,
        duplicateKeys: duplicates,
      });
    } catch (error) {
      // The fault is the answer.
      if (!isFault(error) || error.place === undefined) throw error;
      return json({ valid: false, dialect, error: faultAt(error.place.offset, error.what) });
    }
  },
});
