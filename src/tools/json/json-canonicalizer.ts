import { createHash } from 'node:crypto';

import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { readJson } from '../../formats/json-document.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { canonicalJson, roundedNumbers } from '../../lib/json/reshape/canonical.js';

export default defineTool({
  id: 'json-canonicalizer',
  title: 'JSON Canonicalizer',
  summary: 'Writes JSON in its canonical form (RFC 8785, JCS), which is the same for equal documents, and its hash.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    hash: z
      .enum(['none', 'sha256', 'sha384', 'sha512'])
      .default('none')
      .describe('Hash of the canonical form to report beside it; none returns the form alone.'),
    exactNumbers: z
      .boolean()
      .default(false)
      .describe('Refuses numbers with more digits than a double holds; otherwise they are rounded, as the RFC says.'),
  },
  result: 'mixed',
  data: anyJson(
    'The document; with "hash" an object of the form (canonical), its bytes, the algorithm, the hash in lowercase hex, and warnings.',
  ),
  notes: [
    'Keys are sorted by UTF-16 units, white space is removed, texts have the shortest escapes. No Unicode normalization: é as one character and as two stay different.',
    'RFC 8785 takes every number for a double: 1.0 and 1e0 become 1, 12345678901234567890 becomes 12345678901234567000. With "hash" a warning says how many numbers were rounded; "exactNumbers" refuses them.',
    'Duplicate keys, lone surrogates and numbers beyond doubles are refused, as RFC 7493 (I-JSON) demands.',
    'To hash or sign the form, take its UTF-8 bytes without a line break at the end.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'rfc 8785',
    'jcs',
    'json canonicalization scheme',
    'canonical json',
    'canonicalize json',
    'json hash',
    'json fingerprint',
    'deterministic json',
  ],
  verified: [
    'RFC 8785: the examples of sections 3.2.2 to 3.2.4, and 24 numbers of appendix B by their bits',
    'Python 3 json and hashlib: same form and SHA-256 for 300 random documents whose numbers are whole',
  ],
  examples: [
    {
      title: 'The example of RFC 8785, section 3.2.2',
      input:
        '{\n  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],\n  "string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/",\n  "literals": [null, true, false]\n}',
      output: {
        text: '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
      },
    },
    {
      title: 'With its hash',
      input: '{"b":1.0,"a":12345678901234567890}',
      options: { hash: 'sha256' },
      output: {
        data: {
          canonical: '{"a":12345678901234567000,"b":1}',
          bytes: 32,
          algorithm: 'sha256',
          hash: 'b991b466ef8b3b959ba4da1c33c3a7d6de8a3d0e39fb84b37f4c80d09e8476dc',
          warnings: ['1 number has more digits than a double, and is rounded'],
        },
      },
    },
    {
      title: 'A number that must not be rounded',
      input: '{"id":12345678901234567890}',
      options: { exactNumbers: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot canonicalize property "input": "/id": 12345678901234567890 has more digits than a double',
      },
    },
    {
      title: 'Duplicate keys',
      input: '{"a":1,"a":2}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot canonicalize property "input": two members of one object have the key "a"',
      },
    },
    {
      title: 'Half of a character',
      input: '["\\udead"]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot canonicalize property "input": "/0": a text has a lone surrogate, which is not a character',
      },
    },
    {
      title: 'A number beyond doubles',
      input: '1e400',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot canonicalize property "input": 1e400 is beyond the numbers of a double',
      },
    },
  ],
  run({ input, files, signal, options: { hash, exactNumbers } }) {
    return eachText({ input, files, signal }, (source) => {
      const cannot = `Cannot canonicalize ${source.label}`;
      const onDuplicateKey = (key: string): void => {
        throw invalid(`${cannot}: two members of one object have the key ${JSON.stringify(key.slice(0, 80))}`);
      };
      const document = readJson(source.text, source.label, { onDuplicateKey });
      const canonical = refusing(cannot, () => canonicalJson(document, { exactNumbers }));
      if (hash === 'none') return documentResult(source, canonical, KINDS.json);
      const bytes = Buffer.from(canonical);
      const rounded = roundedNumbers(document);
      const told = rounded === 1 ? '1 number has' : `${rounded} numbers have`;
      const reported = {
        canonical,
        bytes: bytes.length,
        algorithm: hash,
        hash: createHash(hash).update(bytes).digest('hex'),
        warnings:
          rounded === 0 ? [] : [`${told} more digits than a double, and ${rounded === 1 ? 'is' : 'are'} rounded`],
      };
      return documentResult(source, json(reported).text ?? '', KINDS.json);
    });
  },
});
