import { expect, it } from 'vitest';

import { drawsFrom } from '../../lib/secrets/draw.js';
import { hasTokenChecksum, TOKEN_ALPHABETS, tokenChecksum, tokenOfCharacters } from '../../lib/secrets/token.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { seededBytes, unevenness } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './token-generator.js';

const tokens = async (options: Readonly<Record<string, unknown>>, seed = 1): Promise<string[]> =>
  (await runTool(tool, { options: { ...options, format: 'text' } }, { random: seededBytes(seed) }))
    .text!.trimEnd()
    .split('\n');

// A revoked token of the articles on verifying GitHub's tokens without asking GitHub.
it('the checksum is that of a published token of GitHub', () => {
  expect(tokenChecksum('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ')).toBe('0mLq17');
  expect(hasTokenChecksum('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17')).toBe(true);
  expect(hasTokenChecksum('zQWBuTSOoRi4A9spHcVY5ncnsDkxkj0mLq17')).toBe(false);
});

const hasPython = hasProgram('/usr/bin/python3', ['--version'], 'token-generator beside Python');
const python = (program: string, lines: readonly string[]): string[] =>
  runProgram(
    '/usr/bin/python3',
    ['-c', `import sys,zlib,base64\nfor l in sys.stdin.read().split():\n ${program}`],
    lines.join('\n'),
  )
    .toString()
    .trimEnd()
    .split('\n');

it.skipIf(!hasPython)('Python computes the same checksums', async () => {
  const made = await tokens({ prefix: 'x_', length: 30, checksum: true, count: 200 });
  const base62 =
    'c=zlib.crc32(l[2:-6].encode());t=""\n while c: t="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[c%62]+t;c//=62\n print(t.rjust(6,"0"))';
  expect(python(base62, made)).toEqual(made.map((token) => token.slice(-6)));
});

it.skipIf(!hasPython)('Python reads tokens of bytes', async () => {
  for (const [alphabet, program] of [
    ['hex', 'print(len(bytes.fromhex(l)))'],
    ['base64url', 'print(len(base64.urlsafe_b64decode(l+"="*(-len(l)%4))))'],
    ['base32', 'print(len(base64.b32decode(l.upper()+"="*(-len(l)%8))))'],
  ] as const) {
    const made: string[] = [];
    for (let length = 1; length <= 100; length++)
      made.push(...(await tokens({ alphabet, unit: 'bytes', length }, length)));
    expect(python(program, made)).toEqual(made.map((_, i) => String(i + 1)));
  }
});

inRounds('every character of an alphabet is equally often', [20_000, 100_000], (rounds: number) => {
  for (const alphabet of Object.values(TOKEN_ALPHABETS)) {
    expect(unevenness(tokenOfCharacters(drawsFrom(seededBytes(21)), [...alphabet], rounds), alphabet)).toBeLessThan(1);
  }
});

it('1,000 of the longest tokens in characters beyond the BMP', async () => {
  const made = await tokens({ alphabet: 'custom', custom: '😀🌍é', length: 1024, count: 1000 });
  expect(new Set(made).size).toBe(1000);
  for (const token of made) expect(token).toMatch(/^(?:😀|🌍|é){1024}$/u);
});
