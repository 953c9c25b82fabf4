import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import sriHashGenerator from './sri-hash-generator.js';

interface Told {
  readonly files: readonly {
    readonly integrity: string;
    readonly tag: string;
    readonly csp: string;
    readonly valid?: boolean;
  }[];
  readonly warnings: readonly string[];
}

async function run(name: string, content: string | Buffer, options: object = {}): Promise<Told> {
  const files = [{ name, bytes: Buffer.from(content) }];
  const { data, message } = await runTool(sriHashGenerator, { files, options: { ...options } });
  if (data === undefined) throw new Error(message);
  return data as Told;
}

const HELLO = "alert('Hello, world.');";
// W3C, Subresource Integrity, sections 3.1 and 3.2.
const SHA384 = 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO';
const SHA512 = 'sha512-Q2bFTOhEALkN8hOms2FKTDLy7eugP2zFZ1T8LCvX42Fp3WoNr3bjZSAHeOsHrbV1Fu9/A0EzCinRE7Af1ofPrw==';

it('gives the hashes of the W3C', async () => {
  const [file] = (await run('hello.js', HELLO, { algorithm: 'all' })).files;
  expect(file?.integrity.split(' ').slice(1)).toEqual([SHA384, SHA512]);
});

it.each([
  [SHA384, true],
  [`${SHA512}?some-option`, true],
  [`sha256-${'A'.repeat(43)}= ${SHA384}`, true],
  // The strongest alone counts.
  [`${SHA384} sha512-${'A'.repeat(86)}==`, false],
  [`sha512-${'A'.repeat(86)}== ${SHA512}`, true],
  [`md5-abc ${SHA384}`, true],
  [`<link integrity='${SHA384}'>`, true],
])('verifies %s', async (expected, valid) => {
  expect((await run('hello.js', HELLO, { expected })).files[0]?.valid).toBe(valid);
});

it('writes the element that fits the file', async () => {
  const tag = async (name: string, address = '') =>
    (await run(name, 'x', { address })).files[0]?.tag.replace(/integrity="[^"]*"/, '…');
  expect(await tag('a b.css')).toBe('<link rel="stylesheet" href="a%20b.css" … crossorigin="anonymous">');
  expect(await tag('m.mjs', '/js/')).toBe('<script type="module" src="/js/m.mjs" … crossorigin="anonymous"></script>');
  expect(await tag('m.js', 'https://a.example/x?a=1&b="2"')).toBe(
    '<script src="https://a.example/x?a=1&#38;b=&#34;2&#34;" … crossorigin="anonymous"></script>',
  );
  expect(await tag('font.woff2')).toBe('');
});

const chance = chanceOf(384);
inRounds.skipIf(!hasProgram('openssl', ['version'], 'sri-hash-generator beside OpenSSL'))(
  'gives the digests of OpenSSL',
  [3, 70],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const content = Buffer.from(Array.from({ length: chance(2000) }, () => chance(256)));
      const [file] = (await run('a.js', content, { algorithm: 'all' })).files;
      const expected = ['sha256', 'sha384', 'sha512'].map(
        (name) => `${name}-${runProgram('openssl', ['dgst', `-${name}`, '-binary'], content).toString('base64')}`,
      );
      expect(file?.integrity).toBe(expected.join(' '));
      expect(file?.csp).toBe(expected.map((hash) => `'${hash}'`).join(' '));
    }
  },
);
