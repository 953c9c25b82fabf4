import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './base58-converter.js';

/** Whole numbers and hashlib: nothing of the engine. Each line has alphabet, check and hexadecimal digits. */
const PYTHON = `
import hashlib, sys
alphabets = {
    'bitcoin': '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
    'ripple': 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
    'flickr': '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ',
}
for line in sys.stdin:
    name, check, digits = line.split()
    data = bytes.fromhex(digits)
    if check == 'true':
        data += hashlib.sha256(hashlib.sha256(data).digest()).digest()[:4]
    number, text = int.from_bytes(data, 'big'), ''
    while number:
        number, digit = divmod(number, 58)
        text = alphabets[name][digit] + text
    print(alphabets[name][0] * (len(data) - len(data.lstrip(b'\\0'))) + text)`;

describe('base58-converter', () => {
  it('keeps the vectors of draft-msporny-base58-03 §5 both ways', async () => {
    for (const [plain, encoded] of [
      ['Hello World!', '2NEpo7TZRRrLZSi2U'],
      ['The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
    ] as const) {
      expect((await runTool(tool, { input: plain })).text).toBe(encoded);
      expect((await runTool(tool, { input: `${encoded}\n`, options: { direction: 'decode' } })).text).toBe(plain);
    }
    expect((await runTool(tool, { input: '0000287fb4cd', options: { inputEncoding: 'hex' } })).text).toBe('11233QC4');
  });

  inRounds.skipIf(!hasProgram('python3', ['--version'], 'base58 beside Python'))(
    'is what whole-number arithmetic gives and is read back',
    [40, 240],
    async (rounds) => {
      const chance = chanceOf(58);
      const jobs = Array.from({ length: rounds }, (_, index) => {
        const zeros = chance(4) === 0 ? chance(5) : 0;
        const bytes = [
          ...new Array<number>(zeros).fill(0),
          ...Array.from({ length: 1 + chance(80) }, () => chance(256)),
        ];
        const variant = ['bitcoin', 'ripple', 'flickr'][index % 3]!;
        return { hex: Buffer.from(bytes).toString('hex'), variant, check: index % 2 === 0 };
      });
      const lines = jobs.map(({ hex, variant, check }) => `${variant} ${check} ${hex}`).join('\n');
      const expected = runProgram('python3', ['-c', PYTHON], lines).toString().trim().split('\n');
      for (const [index, { hex, variant, check }] of jobs.entries()) {
        const encoded = (await runTool(tool, { input: hex, options: { variant, check, inputEncoding: 'hex' } })).text;
        expect(encoded).toBe(expected[index]);
        const options = { variant, check, direction: 'decode', encoding: 'hex' };
        expect((await runTool(tool, { input: encoded!, options })).text).toBe(hex);
      }
    },
  );

  it('notices every change of one character in an address', async () => {
    const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    for (let index = 0; index < address.length; index++) {
      const other = address[index] === 'z' ? 'y' : 'z';
      const input = address.slice(0, index) + other + address.slice(index + 1);
      if (input === address) continue;
      const answer = await runTool(tool, { input, options: { direction: 'decode', check: true, encoding: 'hex' } });
      expect(answer.status).toBe(400);
    }
  });

  it('takes the longest text and gives it back', async () => {
    const input = 'é'.repeat(1000);
    for (const check of [false, true]) {
      const { text } = await runTool(tool, { input, options: { check } });
      expect((await runTool(tool, { input: text!, options: { direction: 'decode', check } })).text).toBe(input);
    }
    const zeros = await runTool(tool, { input: '1'.repeat(2737), options: { direction: 'decode', encoding: 'hex' } });
    expect(zeros.text).toBe('00'.repeat(2737));
  });
});
