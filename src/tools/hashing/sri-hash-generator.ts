import { createHash } from 'node:crypto';

import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { isSame } from '../../formats/password-hashes/scheme.js';
import { readContents } from './_contents.js';

/** Weakest first: browsers take the strongest that an attribute names. */
const ALGORITHMS = ['sha256', 'sha384', 'sha512'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

interface Expected {
  readonly algorithm: Algorithm;
  readonly digests: readonly Uint8Array[];
}

/** W3C, Subresource Integrity, section 3.3: hashes divided by spaces, options after "?" ignored, unknown ones too. */
function readExpected(attribute: string): Expected | undefined {
  if (attribute.trim() === '') return undefined;
  const value = /integrity\s*=\s*["']?([^"'>]*)/i.exec(attribute)?.[1] ?? attribute;
  const known = [...value.matchAll(/\b(sha256|sha384|sha512)-([0-9A-Za-z+/_-]{43,86}={0,2})/gi)].map(
    ([, name = '', digest = '']) => ({ name: name.toLowerCase(), digest: Buffer.from(digest, 'base64') }),
  );
  const algorithm = [...ALGORITHMS].reverse().find((candidate) => known.some(({ name }) => name === candidate));
  if (algorithm === undefined)
    throw invalid(`Option "expected" must have a hash such as sha384-…, got ${quote(attribute)}`);
  return { algorithm, digests: known.filter(({ name }) => name === algorithm).map(({ digest }) => digest) };
}

const escaped = (text: string): string => text.replace(/[&"<>]/g, (letter) => `&#${letter.codePointAt(0)};`);

/** The element that loads a file of that name. */
function tagOf(name: string, address: string, integrity: string): string {
  const attributes = `integrity="${integrity}" crossorigin="anonymous"`;
  const url = escaped(/[/#?]$/.test(address) || address === '' ? `${address}${encodeURIComponent(name)}` : address);
  if (/\.css$/i.test(name)) return `<link rel="stylesheet" href="${url}" ${attributes}>`;
  const type = /\.mjs$/i.test(name) ? ' type="module"' : '';
  return /\.m?js$/i.test(name) ? `<script${type} src="${url}" ${attributes}></script>` : '';
}

export default defineTool({
  id: 'sri-hash-generator',
  title: 'SRI Hash Generator',
  summary: 'Writes subresource integrity attributes and Content Security Policy hashes for scripts and style sheets.',
  family: 'hashing',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    algorithm: z
      .enum(['sha384', 'sha256', 'sha512', 'all'])
      .default('sha384')
      .describe('Digest; all puts the three into one attribute, of which browsers take the strongest.'),
    address: z
      .string()
      .max(2000)
      .default('')
      .describe('Address for the tags: of the folder, ending in "/", or of the only file.'),
    expected: z
      .string()
      .max(5000)
      .default('')
      .describe('Integrity attribute or whole tag to verify the content against.'),
  },
  result: 'data',
  data: z.object({
    files: z
      .array(
        z.object({
          name: z.string().describe('File name, or "input".'),
          bytes: count('Number of bytes that were hashed.'),
          integrity: z.string().describe('Value of the integrity attribute.'),
          tag: z
            .string()
            .describe('Element for a page; empty for the input and for files that are neither CSS nor JavaScript.'),
          csp: z.string().describe('Source expressions for script-src or style-src, with their quotes.'),
          valid: z.boolean().optional().describe('The expected attribute fits; only where one is given.'),
          reason: z.string().optional().describe('Why it is not valid, empty if it is; only where one is given.'),
        }),
      )
      .describe('One entry per file.'),
    warnings: z.array(z.string()).describe('What may go wrong in a browser; empty if nothing is likely to.'),
  }),
  notes: [
    'Up to 20 files are taken instead of "input", byte for byte. Hash the very file that is delivered: each change, a line break too, changes the hash.',
    'The input is an inline script or style: what is between the tags, spaces and line breaks included; its hash goes into the policy ("csp").',
    'Files of another origin are checked only where they are sent with CORS headers and the element has crossorigin, as the tag here has.',
    'Verifying follows the standard: of the hashes in an attribute the strongest algorithm counts, and any of its hashes may fit.',
  ],
  aliases: [
    'subresource integrity',
    'sri',
    'srihash',
    'integrity attribute',
    'csp hash',
    'content security policy hash',
    'script-src sha256',
    'inline script hash',
    'crossorigin anonymous',
  ],
  verified: [
    'W3C, Subresource Integrity, section 3.1: hashes of "alert(\'Hello, world.\');"; MDN, script-src: hash of an inline script',
    'OpenSSL 3.0 (dgst -binary, base64): the same for 210 random contents and digests',
  ],
  examples: [
    {
      title: 'A script and its tag',
      files: [{ name: 'hello.js', text: "alert('Hello, world.');" }],
      options: { address: 'https://cdn.example.com/' },
      output: {
        data: {
          files: [
            {
              name: 'hello.js',
              bytes: 23,
              integrity: 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO',
              tag: '<script src="https://cdn.example.com/hello.js" integrity="sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO" crossorigin="anonymous"></script>',
              csp: "'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO'",
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'An inline script for a policy (MDN)',
      input: 'var inline = 1;',
      options: { algorithm: 'sha256' },
      output: {
        data: {
          files: [
            {
              name: 'input',
              bytes: 15,
              integrity: 'sha256-B2yPHKaXnvFWtRChIbabYmUBFZdVfKKXHbWtWidDVF8=',
              tag: '',
              csp: "'sha256-B2yPHKaXnvFWtRChIbabYmUBFZdVfKKXHbWtWidDVF8='",
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A file that was changed since',
      files: [{ name: 'hello.js', text: "alert('Hello, world!');" }],
      options: {
        expected:
          '<script src="hello.js" integrity="sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO"></script>',
      },
      output: {
        data: {
          files: [
            {
              name: 'hello.js',
              bytes: 23,
              integrity: 'sha384-A2VsbhNg67XqV7mA/qoHwv5iTs4pTQWDBFENMrP+L1zeL/oqGqBx0OtSUXddoMZf',
              tag: '<script src="hello.js" integrity="sha384-A2VsbhNg67XqV7mA/qoHwv5iTs4pTQWDBFENMrP+L1zeL/oqGqBx0OtSUXddoMZf" crossorigin="anonymous"></script>',
              csp: "'sha384-A2VsbhNg67XqV7mA/qoHwv5iTs4pTQWDBFENMrP+L1zeL/oqGqBx0OtSUXddoMZf'",
              valid: false,
              reason: 'The content does not have the expected sha384 hash',
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'An attribute without a hash that browsers know',
      input: 'abc',
      options: { expected: 'md5-kAFQmDzST7DWlj99KOF/cg==' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "expected" must have a hash such as sha384-…, got "md5-kAFQmDzST7DWlj99KOF/cg=="',
      },
    },
  ],
  run({ input, files, options }) {
    const { algorithm, address } = options;
    const expected = readExpected(options.expected);
    const algorithms = algorithm === 'all' ? ALGORITHMS : [algorithm];
    const contents = readContents({ input, files, options: { inputEncoding: 'text', charset: 'utf-8' } });
    const warnings: string[] = [];
    if (address !== '' && !/[/#?]$/.test(address) && contents.length > 1)
      warnings.push('The address does not end in "/": it is used for each of the files');
    const told = contents.map(({ name, bytes }) => {
      const hashOf = (digest: Algorithm): Buffer => createHash(digest).update(bytes).digest();
      const hashes = algorithms.map((digest) => `${digest}-${hashOf(digest).toString('base64')}`);
      const integrity = hashes.join(' ');
      if (bytes.length === 0) warnings.push(`"${name}" is empty: any other empty response has the same hash`);
      const entry = { name, bytes: bytes.length, integrity };
      const tag = files.length === 0 ? '' : tagOf(name, address, integrity);
      const csp = hashes.map((hash) => `'${hash}'`).join(' ');
      if (expected === undefined) return { ...entry, tag, csp };
      const digest = hashOf(expected.algorithm);
      const valid = expected.digests.some((wanted) => isSame(wanted, digest));
      const reason = valid ? '' : `The content does not have the expected ${expected.algorithm} hash`;
      return { ...entry, tag, csp, valid, reason };
    });
    return json({ files: told, warnings });
  },
});
