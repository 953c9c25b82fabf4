import { randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';
import { writeShare } from '../../lib/ciphers/share-text.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './shamir-secret-sharing.js';

const chance = chanceOf(26);
const run = (input: string, options: object) => runTool(tool, { input, options: { ...options } });
const split = async (input: string, options: object) => (await run(input, options)).text?.split('\n') ?? [];
const combine = (shares: readonly string[], options: object = {}) =>
  run(shares.join('\n'), { ...options, action: 'combine' });

/** Some of the shares, in another order. */
function someOf(shares: readonly string[], count: number): string[] {
  const left = [...shares];
  return Array.from({ length: count }, () => left.splice(chance(left.length), 1)[0] ?? '');
}

/** Independent of the package: multiplication by shifts, inverses by powers, random polynomials of its own. */
const PYTHON = `
import sys, json, secrets
def mul(a, b):
    r = 0
    while b:
        if b & 1: r ^= a
        a <<= 1
        if a & 256: a ^= 0x11b
        b >>= 1
    return r
def inv(a):
    r = 1
    for _ in range(254): r = mul(r, a)
    return r
def combine(shares):
    xs = [s[-1] for s in shares]; weights = []; out = []
    for j, xj in enumerate(xs):
        w = 1
        for m, x in enumerate(xs):
            if m != j: w = mul(w, mul(x, inv(x ^ xj)))
        weights.append(w)
    for i in range(len(shares[0]) - 1):
        v = 0
        for s, w in zip(shares, weights): v ^= mul(s[i], w)
        out.append(v)
    return bytes(out).hex()
def split(secret, n, k):
    xs = secrets.SystemRandom().sample(range(1, 256), n)
    shares = [bytearray() for _ in xs]
    for byte in secret:
        c = [byte] + [secrets.randbelow(256) for _ in range(k - 1)]
        for x, s in zip(xs, shares):
            v = 0
            for a in reversed(c): v = mul(v, x) ^ a
            s.append(v)
    return [(bytes(s) + bytes([x])).hex() for x, s in zip(xs, shares)]
out = []
for row in json.load(sys.stdin):
    if 'shares' in row: out.append(combine([bytes.fromhex(s) for s in row['shares']]))
    else: out.append(split(bytes.fromhex(row['secret']), row['n'], row['k']))
print(json.dumps(out))`;

const python = (rows: readonly object[]) =>
  JSON.parse(runProgram('python3', ['-c', PYTHON], JSON.stringify(rows)).toString()) as (string | string[])[];

describe.skipIf(!hasProgram('python3', ['--version'], 'Shamir Secret Sharing beside a program in Python'))(
  'Python',
  () => {
    const cases = Array.from({ length: 200 }, () => {
      const shares = 2 + chance(9);
      return { secret: randomBytes(1 + chance(64)).toString('hex'), shares, threshold: 2 + chance(shares - 1) };
    });

    exhaustive('combines shares that are made, labelled or not', async () => {
      const rows: { shares: string[] }[] = [];
      for (const [index, { secret, ...options }] of cases.entries()) {
        const made = await split(secret, { ...options, inputEncoding: 'hex', labels: index % 2 === 0 });
        const digits = made.map((share) => /\.([0-9a-f]{10,}|[0-9a-f]{4,})\.[0-9a-f]{8}$/.exec(share)?.[1] ?? share);
        rows.push({ shares: someOf(digits, options.threshold) });
      }
      expect(python(rows)).toEqual(cases.map(({ secret }) => secret));
    });

    it('splits secrets that are restored', async () => {
      const made = python(cases.map(({ secret, shares: n, threshold: k }) => ({ secret, n, k })));
      for (const [index, { secret, threshold }] of cases.entries())
        expect((await combine(someOf(made[index] as string[], threshold), { encoding: 'hex' })).text).toBe(secret);
    });
  },
);

it('all shares, and the fewest, restore a text', async () => {
  const input = 'Grüße 🌍\n'.repeat(50);
  for (const [shares, threshold] of [
    [2, 2],
    [5, 3],
    [10, 10],
    [255, 2],
  ]) {
    const made = await split(input, { shares, threshold });
    expect((await combine(made)).text).toBe(input);
    expect((await combine(someOf(made, threshold ?? 0))).text).toBe(input);
  }
});

it('every changed digit of a labelled share is found', async () => {
  const [first = '', second = ''] = await split('secret', { shares: 2, threshold: 2 });
  for (let at = 0; at < first.length; at += 1) {
    const other = first[at] === '7' ? '8' : '7';
    const { status, message } = await combine([first.slice(0, at) + other + first.slice(at + 1), second]);
    expect(status).toBe(400);
    expect(message).not.toContain(first.slice(20, 30));
  }
});

it('shares that do not belong together, or cannot be shares, are refused', async () => {
  const share = (set: string, hex: string, threshold = 2) =>
    writeShare(Buffer.from(hex, 'hex'), { threshold, count: 5, set });
  const rows: readonly (readonly [string[], string])[] = [
    [[share('00000001', 'aa01'), share('00000002', 'bb02')], 'its shares are not of the same set'],
    [[share('00000001', 'aa01'), share('00000001', 'bb02', 3)], 'its shares are not of the same set'],
    [[share('00000001', 'aa01'), 'bb02'], 'its shares are not of the same set'],
    [['aa01', 'bbcc02'], 'its shares differ in length'],
    [['aa01', 'bb01'], 'have the same place'],
    [['aa01', 'bb00'], 'ends in 00'],
    [['aa01', 'AA01'], '2 different shares are needed, got 1'],
    [[share('00000001', 'aa01', 0)], 'line 1 is incomplete'],
    [['# nothing'], 'it has no shares'],
  ];
  for (const [shares, message] of rows) {
    const answer = await combine(shares);
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(message)]);
  }
});

it('text that is not shares is a 400, whatever it is', async () => {
  const [first = '', second = ''] = await split('secret', { shares: 2, threshold: 2 });
  const text = `${first}\n${second}`;
  for (let round = 0; round < 300; round += 1) {
    const at = chance(text.length);
    const spoilt = text.slice(0, at) + String.fromCharCode(33 + chance(90)) + text.slice(at + chance(4));
    expect([200, 400]).toContain((await combine([spoilt])).status);
  }
});

it('too much work is refused before any', async () => {
  const { status, message } = await run('x'.repeat(10_000), { shares: 255, threshold: 255 });
  expect([status, message]).toEqual([413, 'Bytes × shares × threshold must be at most 250000000, got 650250000']);
  expect((await run('x'.repeat(1_000_000), { shares: 5, threshold: 3 })).status).toBe(413);
});
