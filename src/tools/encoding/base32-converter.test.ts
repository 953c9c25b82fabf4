import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './base32-converter.js';

const encodeHex = async (hex: string, variant: string) =>
  (await runTool(tool, { input: hex, options: { inputEncoding: 'hex', variant } })).text;
const decodeHex = async (input: string, variant: string) =>
  (await runTool(tool, { input, options: { direction: 'decode', encoding: 'hex', variant } })).text;

const randomHex = (seed: number, index: number): string => {
  const chance = chanceOf(seed * 1000 + index);
  return Buffer.from(Array.from({ length: 1 + chance(60) }, () => chance(256))).toString('hex');
};

describe('base32-converter', () => {
  it('keeps the vectors of RFC 4648 §10 both ways', async () => {
    // input, base32, base32hex
    const vectors = [
      ['f', 'MY======', 'CO======'],
      ['fo', 'MZXQ====', 'CPNG===='],
      ['foo', 'MZXW6===', 'CPNMU==='],
      ['foob', 'MZXW6YQ=', 'CPNMUOG='],
      ['fooba', 'MZXW6YTB', 'CPNMUOJ1'],
      ['foobar', 'MZXW6YTBOI======', 'CPNMUOJ1E8======'],
    ] as const;
    for (const [plain, rfc4648, hex] of vectors)
      for (const [variant, encoded] of Object.entries({ rfc4648, hex })) {
        expect((await runTool(tool, { input: plain, options: { variant } })).text).toBe(encoded);
        for (const input of [encoded, encoded.toLowerCase(), encoded.replaceAll('=', ''), ` ${encoded}\r\n`])
          expect((await runTool(tool, { input, options: { variant, direction: 'decode' } })).text).toBe(plain);
      }
  });

  inRounds.skipIf(!hasProgram('basenc', ['--version'], 'base32 beside coreutils'))(
    'is what basenc writes and is read back',
    [8, 240],
    async (rounds) => {
      for (let index = 0; index < rounds; index++) {
        const hex = randomHex(1, index);
        const [variant, flag] = index % 2 === 0 ? ['rfc4648', '--base32'] : ['hex', '--base32hex'];
        const expected = runProgram('basenc', [flag!, '-w0'], Buffer.from(hex, 'hex')).toString();
        expect(await encodeHex(hex, variant!)).toBe(expected);
        expect(await decodeHex(expected, variant!)).toBe(hex);
      }
    },
  );

  const PYTHON = `
import base64, sys
rfc = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
for line in sys.stdin:
    digits = base64.b32encode(bytes.fromhex(line.strip())).decode().rstrip('=')
    print(digits.translate(str.maketrans(rfc, sys.argv[1])))`;

  inRounds.skipIf(!hasProgram('python3', ['--version'], 'base32 beside Python'))(
    'is what Python writes in the alphabets of Crockford and z-base-32',
    [20, 200],
    async (rounds) => {
      const all = Array.from({ length: rounds }, (_, index) => randomHex(2, index));
      for (const [variant, alphabet] of [
        ['crockford', '0123456789ABCDEFGHJKMNPQRSTVWXYZ'],
        ['z', 'ybndrfg8ejkmcpqxot1uwisza345h769'],
      ] as const) {
        const lines = runProgram('python3', ['-c', PYTHON, alphabet], all.join('\n')).toString().trim().split('\n');
        for (const [index, hex] of all.entries()) {
          expect(await encodeHex(hex, variant)).toBe(lines[index]);
          expect(await decodeHex(lines[index]!, variant)).toBe(hex);
        }
      }
    },
  );

  it('takes a file byte for byte and gives it back', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const { files } = await runTool(tool, { files: [{ name: 'a.bin', bytes }] });
    const text = files[0]!.bytes;
    expect(files[0]!.name).toBe('a.txt');
    const back = await runTool(tool, {
      files: [{ name: 'a.txt', bytes: text }],
      options: { direction: 'decode', encoding: 'hex' },
    });
    expect(back.files[0]!.bytes.toString()).toBe(Buffer.from(bytes).toString('hex'));
  });

  it('takes time by the length', async () => {
    await expectLinear(20_000, (length) =>
      runTool(tool, { input: 'A'.repeat(length), options: { direction: 'decode' } }),
    );
  });
});
