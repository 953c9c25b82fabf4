import { decode, encode } from 'cbor2';
import { describe, expect, it } from 'vitest';

import { chanceOf, fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './cbor-converter.js';

/** RFC 8949 Appendix A: bytes, diagnostic notation, and JSON where it is the same both ways. */
const EXAMPLES: readonly (readonly [hex: string, diagnostic: string, json?: string])[] = [
  ['00', '0', '0'],
  ['0a', '10', '10'],
  ['17', '23', '23'],
  ['1818', '24', '24'],
  ['1903e8', '1000', '1000'],
  ['1a000f4240', '1000000', '1000000'],
  ['1b000000e8d4a51000', '1000000000000', '1000000000000'],
  ['1bffffffffffffffff', '18446744073709551615', '18446744073709551615'],
  ['c249010000000000000000', "2(h'010000000000000000')", '18446744073709551616'],
  ['3bffffffffffffffff', '-18446744073709551616', '-18446744073709551616'],
  ['c349010000000000000000', "3(h'010000000000000000')", '-18446744073709551617'],
  ['20', '-1', '-1'],
  ['3863', '-100', '-100'],
  ['3903e7', '-1000', '-1000'],
  ['f90000', '0.0', '0.0'],
  ['f98000', '-0.0', '-0.0'],
  ['f93c00', '1.0', '1.0'],
  ['fb3ff199999999999a', '1.1', '1.1'],
  ['f93e00', '1.5', '1.5'],
  ['f97bff', '65504.0', '65504.0'],
  ['fa47c35000', '100000.0', '100000.0'],
  ['fa7f7fffff', '3.4028234663852886e+38', '3.4028234663852886e+38'],
  ['fb7e37e43c8800759c', '1e+300', '1e+300'],
  ['f90001', '5.960464477539063e-8', '5.960464477539063e-8'],
  ['f90400', '0.00006103515625', '0.00006103515625'],
  ['f9c400', '-4.0', '-4.0'],
  ['fbc010666666666666', '-4.1', '-4.1'],
  ['f97c00', 'Infinity'],
  ['f97e00', 'NaN'],
  ['f9fc00', '-Infinity'],
  ['fa7f800000', 'Infinity'],
  ['fb7ff8000000000000', 'NaN'],
  ['f4', 'false', 'false'],
  ['f5', 'true', 'true'],
  ['f6', 'null', 'null'],
  ['f7', 'undefined'],
  ['f0', 'simple(16)'],
  ['f8ff', 'simple(255)'],
  ['c11a514b67b0', '1(1363896240)'],
  ['c1fb41d452d9ec200000', '1(1363896240.5)'],
  ['d74401020304', "23(h'01020304')"],
  ['d818456449455446', "24(h'6449455446')"],
  ['d82076687474703a2f2f7777772e6578616d706c652e636f6d', '32("http://www.example.com")'],
  ['40', "h''"],
  ['4401020304', "h'01020304'"],
  ['60', '""', '""'],
  ['6449455446', '"IETF"', '"IETF"'],
  ['62225c', '"\\"\\\\"', '"\\"\\\\"'],
  ['62c3bc', '"ü"', '"ü"'],
  ['64f0908591', '"𐅑"', '"𐅑"'],
  ['80', '[]', '[]'],
  ['8301820203820405', '[1, [2, 3], [4, 5]]', '[1,[2,3],[4,5]]'],
  ['a0', '{}', '{}'],
  ['a201020304', '{1: 2, 3: 4}'],
  ['826161a161626163', '["a", {"b": "c"}]', '["a",{"b":"c"}]'],
  ['5f42010243030405ff', "(_ h'0102', h'030405')"],
  ['7f657374726561646d696e67ff', '(_ "strea", "ming")'],
  ['9fff', '[_ ]'],
  ['9f018202039f0405ffff', '[_ 1, [2, 3], [_ 4, 5]]'],
  ['bf61610161629f0203ffff', '{_ "a": 1, "b": [_ 2, 3]}'],
];

const run = async (input: string, options: object): Promise<string> => {
  const answer = await runTool(tool, { input, options: { indent: 0, ...options } });
  expect(answer.status, `${input}: ${answer.message}`).toBe(200);
  return answer.text!;
};

describe('cbor-converter', () => {
  it('keeps the examples of RFC 8949 Appendix A', async () => {
    expect(EXAMPLES.length).toBe(60);
    for (const [hex, diagnostic, json] of EXAMPLES) {
      expect(await run(hex, { to: 'diagnostic' })).toBe(diagnostic);
      if (json === undefined) continue;
      expect(await run(hex, {})).toBe(json);
      expect(await run(json, { direction: 'encode' })).toBe(hex);
    }
  });

  inRounds('writes what cbor2 writes and reads it', [60, 240], async (rounds) => {
    const random = fractionsOf(8949);
    for (let round = 0; round < rounds; round++) {
      const value = randomPlain(random, 4);
      const json = JSON.stringify(value);
      const written = await run(json, { direction: 'encode' });
      expect(decode(Buffer.from(written, 'hex'))).toEqual(value);
      // cbor2 writes 1e21 as a bignum; here a number with an exponent is a float.
      if (!json.includes('e+')) expect(written).toBe(Buffer.from(encode(value)).toString('hex'));
      expect(JSON.parse(await run(written, {}))).toEqual(value);
    }
  });

  it('loses no digit', async () => {
    for (const json of [
      '[12345678901234567890123]',
      '[0.1234567890123456789]',
      '[-98765432109876543210]',
      '[3.14159265358979323846]',
    ]) {
      expect(await run(await run(json, { direction: 'encode' }), {})).toBe(json);
    }
  });

  it('refuses or reads every truncation and 500 random changes', async () => {
    const bytes = Buffer.from(
      encode({ a: [1, 2.5, 'text', null, { b: true }], c: new Uint8Array([1, 2, 3]), d: 2n ** 70n }),
    );
    const chance = chanceOf(4);
    const damaged = [
      ...Array.from({ length: bytes.length - 1 }, (_, length) => bytes.subarray(0, length + 1)),
      ...Array.from({ length: 500 }, () => {
        const changed = Buffer.from(bytes);
        for (let count = 1 + chance(3); count > 0; count--) changed[chance(changed.length)] = chance(256);
        return changed;
      }),
    ];
    for (const content of damaged)
      for (const to of ['json', 'diagnostic']) {
        const { status } = await runTool(tool, { files: [{ name: 'a.cbor', bytes: content }], options: { to } });
        expect([200, 400, 413]).toContain(status);
      }
  });

  it('takes time by the length', async () => {
    for (const part of ['01', '8101', 'a1616101', 'f93c00'])
      await expectLinear(4000, (length) => runTool(tool, { input: part.repeat(length) }));
    await expectLinear(4000, (length) =>
      runTool(tool, { input: `[${'1.5,'.repeat(length)}1]`, options: { direction: 'encode' } }),
    );
  });
});
