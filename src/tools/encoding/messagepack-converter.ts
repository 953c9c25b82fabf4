import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readMessagePack, writeMessagePack } from '../../lib/bytes/messagepack.js';

import { BINARY_FILES, binarySource, byteEncoding, encodeJson, jsonResult } from './_binary-json.js';

export default defineTool({
  id: 'messagepack-converter',
  title: 'MessagePack Converter',
  summary: 'Converts MessagePack to JSON, or JSON to MessagePack.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: BINARY_FILES,
  options: {
    direction: z.enum(['decode', 'encode']).default('decode').describe('MessagePack to JSON, or JSON to MessagePack.'),
    encoding: byteEncoding(),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The document.'),
  notes: [
    'As JSON: binary data is base64; timestamps are ISO 8601 with nanoseconds; other extension types are objects with "type" and "data" in base64; NaN and infinities become null. Numbers, null and booleans as keys are written as text, and of duplicate keys the last counts. Whole numbers keep all 64 bits.',
    'Several values one after another are an array.',
    'Encoding uses the shortest form of each value and doubles for numbers with a fraction. Numbers with more digits than 64 bits or a double hold are refused, not rounded.',
    'A text stands for bytes in hexadecimal digits or base64; a file is binary when decoding and JSON when encoding. At most 1,000,000 values, nested at most 500 deep.',
  ],
  aliases: [
    'msgpack',
    'msgpack to json',
    'json to msgpack',
    'messagepack decode',
    'messagepack encode',
    'msgpack viewer',
  ],
  verified: [
    'MessagePack specification: all formats at their bounds, and its three timestamps',
    '@msgpack/msgpack 3.1.3 (npm): 240 random documents are encoded to the same bytes and read back; 500 random changes and every truncation of one end in a result or a message',
  ],
  examples: [
    {
      title: 'MessagePack to JSON (the example of msgpack.org)',
      input: '82 a7 63 6f 6d 70 61 63 74 c3 a6 73 63 68 65 6d 61 00',
      output: { text: '{\n  "compact": true,\n  "schema": 0\n}', data: { compact: true, schema: 0 } },
    },
    {
      title: 'JSON to MessagePack in base64',
      input: '{"compact":true,"schema":0}',
      options: { direction: 'encode', encoding: 'base64' },
      output: { text: 'gqdjb21wYWN0w6ZzY2hlbWEA' },
    },
    {
      title: 'Binary data, a timestamp and 64 bits',
      input: '93c403010203d6ff00000000cfffffffffffffffff',
      options: { indent: 0 },
      output: { text: '["AQID","1970-01-01T00:00:00Z",18446744073709551615]' },
    },
    {
      title: 'A number with too many digits',
      input: '[18446744073709551617]',
      options: { direction: 'encode' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot write property "input" as MessagePack: the number 18446744073709551617 has more digits than MessagePack can hold',
      },
    },
    {
      title: 'Cut short',
      input: 'a568656c',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as MessagePack: byte 2: cut short: 5 bytes expected, 3 left',
      },
    },
    {
      title: 'A map as a key',
      input: '818000',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as MessagePack: byte 3: a key that is an array or a map, which JSON cannot hold',
      },
    },
    {
      title: 'Nested too deep',
      input: '91'.repeat(600),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as MessagePack: it is nested more than 500 deep',
      },
    },
  ],
  run({ input, files, options: { direction, encoding, indent } }) {
    const run = { input, files };
    if (direction === 'encode')
      return encodeJson(run, encoding, {
        name: 'MessagePack',
        extension: '.msgpack',
        mime: 'application/vnd.msgpack',
        encode: writeMessagePack,
      });
    const { bytes, label } = binarySource(run, encoding);
    return refusing(`Cannot read ${label} as MessagePack`, () => {
      const values = readMessagePack(bytes);
      const [only = null] = values;
      return jsonResult(values.length === 1 ? only : values, run, { indent: ' '.repeat(indent) });
    });
  },
});
