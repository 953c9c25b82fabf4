import { describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './hmac-generator.js';

async function hmac(key: string, input: string): Promise<string | null> {
  return (await runTool(tool, { input, options: { key } })).text;
}

it('RFC 4231, test case 5: the first 128 bits are those of the RFC, which gives no more', async () => {
  expect(await hmac('\u000c'.repeat(20), 'Test With Truncation')).toMatch(/^a3b6167473100ee06e0c796c2955552b/);
});

const hasOpenssl = hasProgram('openssl', ['version'], 'hmac-generator against OpenSSL');

describe.skipIf(!hasOpenssl)('OpenSSL', () => {
  const long = 'naïve 🌍 '.repeat(1000);
  const keys = ['k', 'ключ 😀', 'a line\nand a NUL\u0000', 'b'.repeat(64), 'b'.repeat(65), long];
  const inputs = ['', 'e\u0301 and é are two texts\r\n', long];

  it.each(keys)('gives the same digests under key %.20j', async (key) => {
    const hexKey = Buffer.from(key).toString('hex');
    for (const input of inputs) {
      const expected = runProgram(
        'openssl',
        ['mac', '-digest', 'SHA256', '-macopt', `hexkey:${hexKey}`, 'HMAC'],
        input,
      );
      expect(await hmac(key, input)).toBe(expected.toString().trim().toLowerCase());
    }
  });
});

it('texts that only look alike have different digests', async () => {
  const digests = await Promise.all(['é', 'e\u0301', 'é\n', 'É'].map((input) => hmac('key', input)));
  expect(new Set(digests).size).toBe(4);
});

it('1,000,000 characters of four bytes are taken as key and as text', async () => {
  const characters = '😀'.repeat(1_000_000);
  expect(await hmac(characters, '')).toMatch(/^[0-9a-f]{64}$/);
  expect(await hmac('', characters)).toMatch(/^[0-9a-f]{64}$/);
});

it('a key is never part of an answer', async () => {
  for (const key of ['hunter2', 'hunter2'.repeat(200_000)]) {
    const { body } = await runTool(tool, { input: 'x', options: { key } });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  }
});
