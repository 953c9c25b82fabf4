import { decode, encode } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';

import { chanceOf, fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './messagepack-converter.js';

const run = async (input: string, options: object): Promise<string> => {
  const answer = await runTool(tool, { input, options: { indent: 0, ...options } });
  expect(answer.status, `${input.slice(0, 200)}: ${answer.message}`).toBe(200);
  return answer.text!;
};

describe('messagepack-converter', () => {
  it('keeps every format of the specification at its bounds', async () => {
    const both = [
      ['7f', '127'],
      ['e0', '-32'],
      ['cc80', '128'],
      ['ccff', '255'],
      ['cd0100', '256'],
      ['cdffff', '65535'],
      ['ce00010000', '65536'],
      ['ceffffffff', '4294967295'],
      ['cf0000000100000000', '4294967296'],
      ['cfffffffffffffffff', '18446744073709551615'],
      ['d0df', '-33'],
      ['d080', '-128'],
      ['d1ff7f', '-129'],
      ['d18000', '-32768'],
      ['d2ffff7fff', '-32769'],
      ['d3ffffffff7fffffff', '-2147483649'],
      ['d38000000000000000', '-9223372036854775808'],
      ['cb3ff8000000000000', '1.5'],
      [`bf${'61'.repeat(31)}`, JSON.stringify('a'.repeat(31))],
      [`d920${'61'.repeat(32)}`, JSON.stringify('a'.repeat(32))],
      [`da0100${'61'.repeat(256)}`, JSON.stringify('a'.repeat(256))],
      [`9f${'c0'.repeat(15)}`, JSON.stringify(new Array(15).fill(null))],
      [`dc0010${'c2'.repeat(16)}`, JSON.stringify(new Array(16).fill(false))],
      ['80', '{}'],
    ] as const;
    for (const [hex, json] of both) {
      expect(await run(hex, {})).toBe(json);
      expect(await run(json, { direction: 'encode' })).toBe(hex);
    }
    const onlyRead = [
      ['ca3fc00000', '1.5'],
      ['d9016b', '"k"'],
      ['dd00000001c3', '[true]'],
      ['df00000001a16b01', '{"k":1}'],
      ['d40102', '{"type":1,"data":"Ag=="}'],
      ['c7030a010203', '{"type":10,"data":"AQID"}'],
      // 2^34 - 1 seconds, and one nanosecond.
      ['d7ff00000007ffffffff', '"2514-05-30T01:53:03.000000001Z"'],
      ['c70cff000000010000000000000000', '"1970-01-01T00:00:00.000000001Z"'],
      ['cb7ff8000000000000', 'null'],
    ] as const;
    for (const [hex, json] of onlyRead) expect(await run(hex, {})).toBe(json);
  });

  inRounds('writes what @msgpack/msgpack writes and reads it', [60, 240], async (rounds) => {
    const random = fractionsOf(77);
    for (let round = 0; round < rounds; round++) {
      const value = randomPlain(random, 4);
      const json = JSON.stringify(value);
      const written = await run(json, { direction: 'encode' });
      expect(decode(Buffer.from(written, 'hex'))).toEqual(value);
      // The package takes 1e21 for a whole number, and writes the same double.
      expect(written).toBe(Buffer.from(encode(value)).toString('hex'));
      expect(JSON.parse(await run(written, {}))).toEqual(value);
    }
  });

  it('refuses or reads every truncation and 500 random changes', async () => {
    const bytes = Buffer.from(
      encode({ a: [1, 2.5, 'text', null, { b: true }], c: new Uint8Array([1, 2, 3]), d: new Date(0), e: -70000 }),
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
    for (const content of damaged) {
      const { status } = await runTool(tool, { files: [{ name: 'a.msgpack', bytes: content }] });
      expect([200, 400, 413]).toContain(status);
    }
  });

  it('takes time by the length', async () => {
    for (const part of ['01', '9101', '81a16101', 'ccff'])
      await expectLinear(4000, (length) => runTool(tool, { input: part.repeat(length) }));
    await expectLinear(4000, (length) =>
      runTool(tool, { input: `[${'1.5,'.repeat(length)}1]`, options: { direction: 'encode' } }),
    );
  });
});
