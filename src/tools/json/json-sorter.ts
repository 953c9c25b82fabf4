import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { readJson, writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS, keptKind } from '../../formats/text-source.js';
import { parseKeyPath, splitList } from '../../lib/json/key-paths.js';
import { type CompareTexts, type ItemKeys, sortArrays, sortObjectKeys } from '../../lib/json/reshape/sort-values.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../lib/json/values.js';
import { compareCodePoints } from '../../lib/json/write.js';
import { foldCase } from '../../lib/unicode/letter-case.js';

function comparisonOf(by: 'codepoint' | 'natural' | 'length', caseSensitive: boolean): CompareTexts {
  const folded: CompareTexts = caseSensitive
    ? compareCodePoints
    : (a, b) => compareCodePoints(foldCase(a), foldCase(b));
  if (by === 'length') return (a, b) => a.length - b.length || folded(a, b);
  if (by === 'codepoint') return folded;
  return new Intl.Collator('en', { numeric: true, sensitivity: caseSensitive ? 'variant' : 'accent' }).compare;
}

/** `priority, -created.at`: names with dots between, a minus for the other order. */
function readItemKeys(list: string): ItemKeys {
  return splitList(list).map(([source]) => {
    const path = refusing('Option "arrayBy" must hold keys', () => parseKeyPath(source.replace(/^-/, '')));
    const names = path.map((step) => {
      if (step.kind === 'name') return step.name;
      throw invalid(`Option "arrayBy" must hold keys without wildcards and indexes, got ${quote(source)}`);
    });
    return { names, order: source.startsWith('-') ? -1 : 1 };
  });
}

/** Throws INVALID_INPUT where lists have objects, and none of them has any of the keys. */
function checkItemKeys(document: JsonValue, itemKeys: ItemKeys, option: string): void {
  let items = 0;
  const open: JsonValue[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isJsonArray(value)) {
      const objects = value.filter(isJsonObject);
      items += objects.length;
      if (objects.some((item) => itemKeys.some(({ names }) => names[0] !== undefined && item.has(names[0])))) return;
      for (const item of value) open.push(item);
    } else if (isJsonObject(value)) for (const item of value.values()) open.push(item);
  }
  if (items > 0) throw invalid(`Option "arrayBy" names no key of an item in a list, got ${quote(option)}`);
}

export default defineTool({
  id: 'json-sorter',
  title: 'JSON Sorter',
  summary: 'Sorts the keys of JSON objects, and arrays by their values or by keys of their items.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    keys: z
      .enum(['all', 'top', 'none'])
      .default('all')
      .describe('Sorts the keys of every object, of the outermost object only, or of none.'),
    arrays: z
      .boolean()
      .default(false)
      .describe('Sorts arrays too: by their values, or by "arrayBy". On where "arrayBy" or "arrayPaths" is given.'),
    arrayBy: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Keys of the items to sort arrays of objects by, such as priority, -author.name (- for the other order).',
      ),
    arrayPaths: z
      .string()
      .max(10_000)
      .default('')
      .describe('Arrays to sort, such as items, **.tags; empty for all of them.'),
    by: z
      .enum(['codepoint', 'natural', 'length'])
      .default('codepoint')
      .describe('Order of keys and texts: by code point, natural (item2 before item10), or the shortest first.'),
    order: z.enum(['asc', 'desc']).default('asc').describe('Ascending or descending.'),
    caseSensitive: shared.caseSensitive(),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The sorted document.'),
  notes: [
    'Arrays keep their order unless asked for: in most documents it means something.',
    'Values of different types sort as in jq: null, false, true, numbers (by exact value), texts, arrays, objects. Arrays and objects within an array keep their order among themselves, unless "arrayBy" names a key.',
    'Items that lack the key come last. Equal items keep their order. Numbers keep their digits.',
    'Paths as in json-transform: names with dots, arrays passed through, * for any key, ** for any depth, [] and [0]; a path that leads nowhere changes nothing.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'sort json keys',
    'sort json array',
    'order json alphabetically',
    'sort json by field',
    'sort object keys',
    'normalize json for diff',
    'jq -S',
    'json in alphabetical order',
  ],
  verified: [
    'jq 1.6: same text as jq -S for 300 random documents; same arrays as its sort for 200 lists of scalars and as sort_by for 200 lists of records',
  ],
  examples: [
    {
      title: 'Keys',
      input: '{"b":1.10,"a":{"d":[3,1,2],"c":12345678901234567890}}',
      options: { indent: 0 },
      output: { text: '{"a":{"c":12345678901234567890,"d":[3,1,2]},"b":1.10}' },
    },
    {
      title: 'Records by two keys',
      input: '[{"n":"b","p":1},{"n":"a","p":2},{"n":"c"},{"n":"a","p":1}]',
      options: { arrayBy: '-p, n', indent: 0 },
      output: { text: '[{"n":"a","p":2},{"n":"a","p":1},{"n":"b","p":1},{"n":"c"}]' },
    },
    {
      title: 'Some arrays, natural order',
      input: '{"files":["item10","item2"],"keep":[2,1]}',
      options: { arrayPaths: 'files', by: 'natural', indent: 0 },
      output: { text: '{"files":["item2","item10"],"keep":[2,1]}' },
    },
    {
      title: 'Values of different types, descending',
      input: '[true,"b",null,10,9.5,"a",false,[2],{}]',
      options: { arrays: true, order: 'desc', indent: 0 },
      output: { text: '[{},[2],"b","a",10,9.5,true,false,null]' },
    },
    {
      title: 'A path that is wrong',
      input: '{}',
      options: { arrayPaths: 'a..b' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "arrayPaths" must hold paths: expected a name before each "." in "a..b"',
      },
    },
    {
      title: 'A key that no item has',
      input: '[{"n":"b"},{"n":"a"}]',
      options: { arrayBy: 'n desc' },
      error: { code: 'INVALID_INPUT', message: 'Option "arrayBy" names no key of an item in a list, got "n desc"' },
    },
    {
      title: 'A key with a wildcard',
      input: '[]',
      options: { arrayBy: 'a.*' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "arrayBy" must hold keys without wildcards and indexes, got "a.*"',
      },
    },
    {
      title: 'A key that is wrong',
      input: '[]',
      options: { arrayBy: 'a.' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "arrayBy" must hold keys: expected a name at the end of "a."',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const { keys, arrays, arrayBy, arrayPaths, by, caseSensitive } = options;
    const itemKeys = readItemKeys(arrayBy);
    const paths = refusing('Option "arrayPaths" must hold paths', () =>
      splitList(arrayPaths).map(([path]) => parseKeyPath(path)),
    );
    const order = options.order === 'asc' ? 1 : -1;
    const rules = { keys, order, compareTexts: comparisonOf(by, caseSensitive) } as const;
    return eachText({ input, files, signal }, (source) => {
      const document = readJson(source.text, source.label);
      if (itemKeys.length > 0) checkItemKeys(document, itemKeys, arrayBy);
      const isSorted = arrays || paths.length > 0 || itemKeys.length > 0;
      const listed = isSorted ? sortArrays(document, paths, itemKeys, rules) : document;
      const style = { indent: ' '.repeat(options.indent) };
      return documentResult(source, writeDocument(sortObjectKeys(listed, rules), style), keptKind(source, KINDS.json));
    });
  },
});
