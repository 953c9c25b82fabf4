import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './cidr-tools.js';

const linesOf = async (input: string, options: object): Promise<string[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return answer.text === '' ? [] : answer.text!.split('\n');
};

/** In a small block, so that lists meet each other. */
const network = (chance: Chance): string => {
  const length = 24 + chance(9);
  const host = chance(256) & (0xff << (32 - length));
  return `192.0.2.${host}/${length}`;
};
const listOf = (chance: Chance): string[] => Array.from({ length: 1 + chance(8) }, () => network(chance));

describe('cidr-tools', () => {
  const beside = it.skipIf(!hasProgram('python3', ['--version'], 'networks beside Python'));

  beside('merges and summarizes as Python does', async () => {
    const chance = chanceOf(12);
    const lists = Array.from({ length: 300 }, () => listOf(chance));
    const wide = () => [chance(2 ** 32), chance(2 ** 32)].sort((a, b) => a - b);
    const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
    const ranges = Array.from({ length: 300 }, (_, index) =>
      wide().map((value) =>
        index % 2 === 0 ? dotted(value) : `2001:db8:${value.toString(16).padStart(8, '0').replace(/....$/, ':$&')}::5`,
      ),
    );
    const theirs = runPython<{ merged: string[][]; summed: string[][] }>(
      `
import ipaddress as i
merged = [[str(n) for n in i.collapse_addresses(i.ip_network(t) for t in l)] for l in data['lists']]
summed = [[str(n) for n in i.summarize_address_range(i.ip_address(a), i.ip_address(b))] for a, b in data['ranges']]
print(json.dumps({'merged': merged, 'summed': summed}))`,
      { lists, ranges },
    );
    for (const [index, list] of lists.entries())
      expect(await linesOf(list.join('\n'), {})).toEqual(theirs.merged[index]);
    for (const [index, range] of ranges.entries())
      expect(await linesOf(range.join('-'), { action: 'from-range' }), range.join('-')).toEqual(theirs.summed[index]);
  });

  beside('subtracts, intersects and compares as sets of addresses do', async () => {
    const chance = chanceOf(13);
    const pairs = Array.from({ length: 200 }, () => [listOf(chance), listOf(chance)] as const);
    const theirs = runPython<readonly { out: string[]; both: string[]; contains: string[]; overlaps: string[] }[]>(
      `
import ipaddress as i
out = []
for left, right in data:
    one, two = [[i.ip_network(t) for t in l] for l in (left, right)]
    a, b = [set(x for n in l for x in n) for l in (one, two)]
    cidrs = lambda s: [str(n) for n in i.collapse_addresses(sorted(s))]
    out.append({'out': cidrs(a - b), 'both': cidrs(a & b),
        'contains': sorted(f'{p}>{q}' for p, n in enumerate(one, 1) for q, m in enumerate(two, 1) if m.subnet_of(n)),
        'overlaps': sorted(f'{p}>{q}' for p, n in enumerate(one, 1) for q, m in enumerate(two, 1) if m.overlaps(n))})
print(json.dumps(out))`,
      pairs,
    );
    for (const [index, [left, right]] of pairs.entries()) {
      const [input, other] = [left.join('\n'), right.join('\n')];
      const found = async (action: string) => {
        const { data } = await runTool(tool, { input, options: { action, other } });
        const { matches } = data as { matches: readonly { line: number; otherLine: number }[] };
        return matches.map(({ line, otherLine }) => `${line}>${otherLine}`).sort();
      };
      const wanted = theirs[index]!;
      expect(await linesOf(input, { action: 'exclude', other })).toEqual(wanted.out);
      expect(await linesOf(input, { action: 'intersect', other })).toEqual(wanted.both);
      expect(await found('contains')).toEqual(wanted.contains);
      expect(await found('overlaps')).toEqual(wanted.overlaps);
    }
  });

  it('expands and writes ranges', async () => {
    expect(await linesOf('10.0.0.254/31\n2001:db8::ffff/127', { action: 'expand' })).toEqual([
      '10.0.0.254',
      '10.0.0.255',
      '2001:db8::fffe',
      '2001:db8::ffff',
    ]);
    expect(await linesOf('10.0.0.0/9\n10.128.0.0/9 # rest\n::/0', { action: 'to-range' })).toEqual([
      '10.0.0.0-10.255.255.255',
      '::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    ]);
    expect(await linesOf('0.0.0.0-255.255.255.255', { action: 'from-range' })).toEqual(['0.0.0.0/0']);
    expect(await linesOf('10.0.0.0/8', { action: 'exclude', other: '10.0.0.0/7' })).toEqual([]);
  });

  it('takes two files as the two lists, and one alone', async () => {
    const files = ['10.0.0.0/30', '10.0.0.0'].map((text, at) => ({ name: `${at}.txt`, bytes: Buffer.from(text) }));
    const answer = await runTool(tool, { files, options: { action: 'exclude' } });
    expect(answer.files[0]!.bytes.toString()).toBe('10.0.0.1/32\n10.0.0.2/31');
    const alone = await runTool(tool, { files: files.slice(0, 1) });
    expect(alone.files[0]!.bytes.toString()).toBe('10.0.0.0/30');
  });

  it('compares long lists in linear time', async () => {
    await expectLinear(1000, async (length) => {
      const list = Array.from({ length }, (_, at) => (at === 0 ? '0.0.0.0/0' : `10.${at >> 8}.${at & 255}.0/24`)).join(
        '\n',
      );
      const answer = await runTool(tool, { input: list, options: { action: 'overlaps', other: '11.0.0.0/8' } });
      expect(answer.status).toBe(200);
    });
  });
});
