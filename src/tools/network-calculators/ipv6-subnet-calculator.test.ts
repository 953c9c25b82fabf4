import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './ipv6-subnet-calculator.js';

type Row = Readonly<Record<string, unknown>>;

const rowsOf = async (input: string, options = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

/** Groups of zeros are frequent, so that `::` is tried everywhere. */
const randomNetworks = (seed: number, count: number): string[] => {
  const chance = chanceOf(seed);
  const group = () => (chance(2) === 0 ? '0' : chance(65_536).toString(16));
  return Array.from({ length: count }, (_, index) => `${Array.from({ length: 8 }, group).join(':')}/${index % 129}`);
};

const PYTHON = `
import ipaddress
out = []
for text in data:
    i = ipaddress.ip_interface(text); n = i.network
    subnets = [str(s) for s in n.subnets(new_prefix=min(n.prefixlen + 2, 128))]
    out.append([str(i.ip), i.ip.exploded, str(n), n.prefixlen, n.netmask.exploded, str(n[0]), str(n[-1]),
        str(n.num_addresses), subnets])
print(json.dumps(out))`;

const KEYS = ['address', 'full', 'cidr', 'prefixLength', 'mask', 'first', 'last', 'addresses'];

describe('ipv6-subnet-calculator', () => {
  exhaustive.skipIf(!hasProgram('python3', ['--version'], 'IPv6 networks beside Python'))(
    'says what Python says',
    async () => {
      const texts = randomNetworks(6, 1290);
      const theirs = runPython<readonly unknown[][]>(PYTHON, texts);
      const ours = [...(await rowsOf(texts.slice(0, 645).join('\n'))), ...(await rowsOf(texts.slice(645).join('\n')))];
      for (const [index, row] of ours.entries())
        expect(
          KEYS.map((key) => row[key]),
          texts[index],
        ).toEqual(theirs[index]!.slice(0, KEYS.length));
      for (let length = 1; length < 129; length += 1) {
        const [row] = await rowsOf(texts[length]!, { splitTo: Math.min(length + 2, 128) });
        expect(row!.subnets).toEqual(theirs[length]![KEYS.length]);
      }
    },
  );

  it.skipIf(!hasProgram('sipcalc', ['-v'], 'IPv6 networks beside sipcalc'))('says what sipcalc says', async () => {
    const texts = randomNetworks(8, 129).map((text) => text.replace(/\/0$/, '/4'));
    const ours = await rowsOf(texts.join('\n'));
    const said = runProgram('sipcalc', ['-a', ...texts])
      .toString()
      .split('-[')
      .slice(1);
    for (const [index, row] of ours.entries()) {
      const [, first, last] = /^Network range\s*- (\S+) -\s+(\S+)/m.exec(said[index]!) ?? [];
      const full = async (address: unknown) => (await rowsOf(String(address)))[0]!.full;
      expect(await full(row.first)).toBe(first);
      expect(await full(row.last)).toBe(last);
    }
  });

  it('writes addresses as RFC 5952 wants them', async () => {
    const written = {
      '2001:0db8::0001': '2001:db8::1',
      '2001:db8:0:0:0:0:2:1': '2001:db8::2:1',
      '2001:db8:0:1:1:1:1:1': '2001:db8:0:1:1:1:1:1',
      '2001:0:0:1:0:0:0:1': '2001:0:0:1::1',
      '2001:db8:0:0:1:0:0:1': '2001:db8::1:0:0:1',
      '2001:DB8::AAAA': '2001:db8::aaaa',
      '::ffff:c000:201': '::ffff:192.0.2.1',
    };
    const rows = await rowsOf(Object.keys(written).join('\n'));
    expect(rows.map(({ address }) => address)).toEqual(Object.values(written));
  });

  it('covers a prefix with as few reverse zones as there are', async () => {
    const rows = await rowsOf('2001:db8::/32\n2001:db8::/33\n::/0\n::1/128');
    expect(rows.map(({ reverseZones }) => (reverseZones as string[]).length)).toEqual([1, 8, 1, 1]);
    expect((rows[2]!.reverseZones as string[])[0]).toBe('ip6.arpa');
  });
});
