import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { readJson } from '../../formats/json-document.js';
import { documentResult, KINDS, readTextSource } from '../../formats/text-source.js';
import { writeYaml } from '../../lib/json/to-yaml.js';

export default defineTool({
  id: 'json-to-yaml',
  title: 'JSON to YAML',
  summary: 'Converts JSON to YAML that parsers of YAML 1.2 and 1.1 read the same, keeping every digit.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    indent: shared.indent(1).describe('Spaces per indentation level, at least 1.'),
    lineWidth: shared.lineWidth(),
    quoteStrings: z.boolean().default(false).describe('Writes all strings and keys in double quotes.'),
  },
  result: 'mixed',
  notes: [
    'Strings that look like another type are quoted: no, on, y, null, 1.0, 0x1F, 1:30, 2001-01-01, =, ~. So Norway stays NO.',
    'Numbers keep their value and digits. Exponents get a point and a sign (1e3 becomes 1.0e+3), without which YAML 1.1 takes them for strings; readers may still keep no more than a double holds.',
    'Texts of several lines become literal blocks (|) where that keeps them. Longer strings are broken at spaces after "lineWidth" characters; words are never broken.',
    'Text input gives text, a file gives a file.',
  ],
  aliases: [
    'json2yaml',
    'json to yml',
    'convert json to yaml',
    'yaml from json',
    'json yaml converter',
    'openapi json to yaml',
  ],
  verified: [
    'yaml 2.9 (npm), core and YAML 1.1 schema: 600 random documents and 400 strings that look like other types read back as they were',
    'PyYAML 6.0 (YAML 1.1) and yq 3.1: 300 random documents read back as they were',
  ],
  examples: [
    {
      title: 'A document',
      input: '{"name":"Ada","langs":["en","fr"],"address":{"city":"London","geo":[51.5,-0.1]},"tags":[],"meta":{}}',
      output: {
        text: 'name: Ada\nlangs:\n  - en\n  - fr\naddress:\n  city: London\n  geo:\n    - 51.5\n    - -0.1\ntags: []\nmeta: {}\n',
      },
    },
    {
      title: 'Norway, times, versions and other strings that look like something else',
      input:
        '{"country":"NO","on":"yes","time":"12:30","version":"1.10","id":12345678901234567890,"big":1e3,"none":null}',
      output: {
        text: 'country: "NO"\n"on": "yes"\ntime: "12:30"\nversion: "1.10"\nid: 12345678901234567890\nbig: 1.0e+3\nnone: null\n',
      },
    },
    {
      title: 'Lists of objects, and a text of several lines',
      input: '[{"a":1,"b":[[1,2]]},{"script":"echo 1\\necho 2\\n"}]',
      output: { text: '- a: 1\n  b:\n    - - 1\n      - 2\n- script: |\n    echo 1\n    echo 2\n' },
    },
    {
      title: 'A file',
      files: [{ name: 'config.json', text: '{"port":8080}' }],
      output: { text: null, files: [{ name: 'config.yaml', mime: 'application/yaml', text: 'port: 8080\n' }] },
    },
    {
      title: 'No indentation',
      input: '{}',
      options: { indent: 0 },
      error: { code: 'INVALID_INPUT', message: 'Option "indent" must be between 1 and 8, got 0' },
    },
    {
      title: 'Not JSON',
      input: '{a: 1}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 1, column 2: expected a key in double quotes, got "a"\n{a: 1}\n ^',
      },
    },
  ],
  async run({ input, options, files }) {
    const source = await readTextSource({ input, files });
    const document = readJson(source.text, source.label);
    return documentResult(source, writeYaml(document, options), KINDS.yaml);
  },
});
