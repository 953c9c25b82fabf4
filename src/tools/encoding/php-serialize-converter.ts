import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, file, invalid, quote, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readJson } from '../../formats/json-document.js';
import { checkFileSize, readTextSource } from '../../formats/text-source.js';
import { readPhp, writePhp } from '../../lib/encodings/php-serialize.js';

import { BINARY_FILES, jsonResult } from './_binary-json.js';

export default defineTool({
  id: 'php-serialize-converter',
  title: 'PHP Serialize Converter',
  summary: 'Converts the format of PHP serialize() to JSON, or JSON to it.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: BINARY_FILES,
  options: {
    direction: z
      .enum(['unserialize', 'serialize'])
      .default('unserialize')
      .describe('Serialized PHP to JSON, or JSON to serialized PHP.'),
    classKey: z
      .string()
      .max(100)
      .default('__class')
      .describe('Unserializing: key that holds the class of an object; empty to drop the class.'),
    fixLengths: z
      .boolean()
      .default(false)
      .describe(
        'Unserializing: reads strings whose stated length is wrong, as after search and replace in a database.',
      ),
    objects: z
      .boolean()
      .default(false)
      .describe('Serializing: writes JSON objects as objects of stdClass instead of arrays.'),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The document.'),
  notes: [
    'Nothing is ever instantiated or executed: objects of any class are read as data, private and protected properties by their plain names. Serialized data from strangers is dangerous to PHP itself.',
    'Arrays with the keys 0, 1, 2 … become JSON arrays, all others objects; an empty array is []. References are { "__reference": number }, INF and NAN are null, enum cases are text as in Suit:Hearts, and data of Serializable classes is text under "data".',
    'Lengths count UTF-8 bytes. A string that is not UTF-8 is read as Latin-1. Whole numbers and floats keep their digits.',
    'Serializing writes what PHP 7.1 or later writes for json_decode of the same text. Numbers that PHP cannot hold exactly are refused.',
    'At most 1,000,000 values, nested at most 500 deep.',
  ],
  aliases: [
    'php unserialize',
    'unserialize online',
    'php serialize to json',
    'json to php serialize',
    'wordpress option decode',
    'fix serialized data',
  ],
  verified: [
    'PHP 8.2: serialize of 240 random documents gives the same text and is read back; objects with private, protected and public properties, references, enums and floats as PHP writes them',
    '500 random changes and every truncation of a serialized document end in a result or a message',
  ],
  examples: [
    {
      title: 'An array',
      input: 'a:3:{s:4:"name";s:4:"Zoë";s:4:"tags";a:2:{i:0;s:1:"a";i:1;s:1:"b";}s:5:"ratio";d:0.5;}',
      output: {
        text: '{\n  "name": "Zoë",\n  "tags": [\n    "a",\n    "b"\n  ],\n  "ratio": 0.5\n}',
        data: { name: 'Zoë', tags: ['a', 'b'], ratio: 0.5 },
      },
    },
    {
      title: 'A string that was changed without its length',
      input: 'a:1:{s:3:"url";s:18:"https://new.example/";}',
      options: { fixLengths: true, indent: 0 },
      output: { text: '{"url":"https://new.example/"}' },
    },
    {
      title: 'An object with a protected property',
      input: 'O:4:"User":2:{s:2:"id";i:7;s:8:"\u0000*\u0000email";s:5:"a@b.c";}',
      options: { indent: 0 },
      output: { text: '{"__class":"User","id":7,"email":"a@b.c"}' },
    },
    {
      title: 'JSON to serialized PHP',
      input: '{"name":"Zoë","10":[true,null,1.5]}',
      options: { direction: 'serialize' },
      output: { text: 'a:2:{s:4:"name";s:4:"Zoë";i:10;a:3:{i:0;b:1;i:1;N;i:2;d:1.5;}}' },
    },
    {
      title: 'A wrong length',
      input: 's:3:"hello";',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as serialized PHP: byte 5: a string of 3 bytes that does not end with a quote: its length is wrong or the text was changed',
      },
    },
    {
      title: 'Cut short',
      input: 'a:1:{i:0;',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as serialized PHP: byte 10: cut short: a value expected',
      },
    },
    {
      title: 'Nested too deep',
      input: 'a:1:{i:0;'.repeat(600),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as serialized PHP: it is nested more than 500 deep',
      },
    },
    {
      title: 'A number that PHP cannot hold',
      input: '[12345678901234567890123]',
      options: { direction: 'serialize' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot write property "input" as serialized PHP: the number 12345678901234567890123 has more digits than PHP can hold',
      },
    },
    {
      title: 'No data',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options: { direction, classKey, fixLengths, objects, indent } }) {
    const run = { input, files };
    const [upload] = files;
    if (direction === 'serialize') {
      const source = await readTextSource(run);
      const value = readJson(source.text, source.label);
      const written = refusing(`Cannot write ${source.label} as serialized PHP`, () => writePhp(value, objects));
      if (upload === undefined) return text(written);
      const bytes = Buffer.from(written);
      checkFileSize(bytes, 'standard');
      return file(renamed(upload.name, '.txt'), 'text/plain;charset=utf-8', bytes);
    }
    if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (upload === undefined && input.trim() === '')
      throw invalid('Property "input" must not be empty where no file is given');
    const label = upload === undefined ? 'property "input"' : `file ${quote(upload.name)}`;
    const bytes = upload === undefined ? Buffer.from(input) : upload.bytes;
    return refusing(`Cannot read ${label} as serialized PHP`, () =>
      jsonResult(readPhp(bytes, { classKey, fixLengths }), run, { indent: ' '.repeat(indent) }),
    );
  },
});
