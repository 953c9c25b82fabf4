import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { cborToDiagnostic, cborToJson, jsonToCbor, readCbor } from '../../lib/bytes/cbor.js';

import { BINARY_FILES, binarySource, byteEncoding, encodeJson, jsonResult } from './_binary-json.js';

export default defineTool({
  id: 'cbor-converter',
  title: 'CBOR Converter',
  summary: 'Converts CBOR to JSON or diagnostic notation, or JSON to CBOR.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: BINARY_FILES,
  options: {
    direction: z.enum(['decode', 'encode']).default('decode').describe('CBOR to JSON, or JSON to CBOR.'),
    to: z
      .enum(['json', 'diagnostic'])
      .default('json')
      .describe('Decoding: JSON, or diagnostic notation, which shows tags, byte strings and every other type.'),
    encoding: byteEncoding(),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The document.'),
  notes: [
    'As JSON: byte strings are base64url, or what their tag asks for (22 base64, 23 hexadecimal); big numbers and decimal fractions keep all digits; other tags are removed; undefined, NaN, infinities and unknown simple values become null; keys that are not text are written in diagnostic notation. Of duplicate keys the last counts.',
    'Diagnostic notation loses nothing except the widths of numbers. It is on one line and cannot be encoded again here.',
    'Several items one after another (a CBOR sequence) are an array in JSON and separated by commas in diagnostic notation.',
    'Encoding is the preferred (shortest) serialisation with keys in their order. Whole numbers beyond 64 bits become bignums, and decimals that no double holds exactly become decimal fractions: no digit is lost.',
    'A text stands for bytes in hexadecimal digits or base64; a file is binary when decoding and JSON when encoding. At most 1,000,000 values, nested at most 500 deep.',
  ],
  aliases: [
    'cbor decode',
    'cbor to json',
    'json to cbor',
    'cbor.me',
    'cbor diagnostic notation',
    'cose',
    'webauthn attestation decode',
  ],
  verified: [
    'RFC 8949 Appendix A: 60 of its examples, decoded in both notations; those of JSON types are encoded the same',
    'cbor2 2.3.0 (npm): 240 random documents are encoded to the same bytes and read back; 500 random changes and every truncation of one end in a result or a message',
  ],
  examples: [
    {
      title: 'CBOR to JSON',
      input: 'a26161016162820203',
      output: { text: '{\n  "a": 1,\n  "b": [\n    2,\n    3\n  ]\n}', data: { a: 1, b: [2, 3] } },
    },
    {
      title: 'Tags and byte strings in diagnostic notation',
      input: 'd818456449455446 c074323031332d30332d32315432303a30343a30305a',
      options: { to: 'diagnostic' },
      output: { text: '24(h\'6449455446\'), 0("2013-03-21T20:04:00Z")' },
    },
    {
      title: 'JSON to CBOR, every digit kept',
      input: '[1, -500, 1.5, 18446744073709551616, "ü"]',
      options: { direction: 'encode' },
      output: { text: '85013901f3f93e00c24901000000000000000062c3bc' },
    },
    {
      title: 'Cut short',
      input: '83 01 02',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as CBOR: byte 2: cut short: 3 items expected, 2 bytes left',
      },
    },
    {
      title: 'Nested too deep',
      input: '81'.repeat(600),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as CBOR: it is nested more than 500 deep',
      },
    },
    {
      title: 'No data',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, options: { direction, to, encoding, indent } }) {
    const run = { input, files };
    if (direction === 'encode')
      return encodeJson(run, encoding, {
        name: 'CBOR',
        extension: '.cbor',
        mime: 'application/cbor',
        encode: jsonToCbor,
      });
    const { bytes, label } = binarySource(run, encoding);
    return refusing(`Cannot read ${label} as CBOR`, () => {
      const items = readCbor(bytes);
      if (to === 'diagnostic') return text(items.map(cborToDiagnostic).join(', '));
      const values = items.map((item) => cborToJson(item));
      const [only = null] = values;
      return jsonResult(values.length === 1 ? only : values, run, { indent: ' '.repeat(indent) });
    });
  },
});
