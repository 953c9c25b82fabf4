import { describe, expect, it } from 'vitest';
import { formatIp, readRange } from '../../lib/network-addresses/networks.js';
import { SPECIAL_ROWS } from '../../lib/network-addresses/special-addresses.data.js';
import { chanceOf } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './ip-info.js';

type Row = Readonly<Record<string, unknown>>;

const rowsOf = async (input: string): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

/** The first, the last and those beside them of every entry, and random ones. */
function addresses(): string[] {
  const chance = chanceOf(3);
  const edges = SPECIAL_ROWS.flatMap(([block = '']) => {
    const { family, first, last } = readRange(block);
    const top = (1n << (family === 4 ? 32n : 128n)) - 1n;
    return [first - 1n, first, last, last + 1n]
      .filter((value) => value >= 0n && value <= top)
      .map((value) => formatIp(family, value));
  });
  const four = Array.from({ length: 700 }, () => formatIp(4, BigInt(chance(2 ** 32))));
  const six = Array.from({ length: 700 }, () => Array.from({ length: 8 }, () => chance(65_536).toString(16)).join(':'));
  return [...edges, ...four, ...six];
}

const PYTHON = `
import ipaddress as i
own = [i.ip_network(t) for t in ('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7')]
out = []
for text in data:
    a = i.ip_address(text)
    four = isinstance(a, i.IPv4Address)
    t = None if four else a.teredo
    out.append([any(a in n for n in own), a.is_multicast, a.is_loopback, a.is_link_local, a.reverse_pointer,
        [] if four else [['mapped', str(a.ipv4_mapped)]] if a.ipv4_mapped else [['6to4', str(a.sixtofour)]] if a.sixtofour
        else [['teredo-server', str(t[0])], ['teredo-client', str(t[1])]] if t else []])
print(json.dumps(out))`;

describe('ip-info', () => {
  it.skipIf(!hasProgram('python3', ['--version'], 'kinds of addresses beside Python'))(
    'says what Python says',
    async () => {
      const chance = chanceOf(5);
      const tail = () => Array.from({ length: 6 }, () => chance(65_536).toString(16)).join(':');
      const tunnels = Array.from({ length: 600 }, (_, at) => {
        if (at % 3 === 0) return `2002:${chance(65_536).toString(16)}:${tail()}`;
        return at % 3 === 1 ? `2001:0:${tail()}` : `::ffff:${tail().split(':').slice(0, 2).join(':')}`;
      });
      const texts = [...addresses(), ...tunnels];
      const theirs = runPython<readonly unknown[][]>(PYTHON, texts);
      const ours = [
        ...(await rowsOf(texts.slice(0, 1100).join('\n'))),
        ...(await rowsOf(texts.slice(1100).join('\n'))),
      ];
      for (const [index, row] of ours.entries()) {
        const embedded = (row.embedded as readonly { kind: string; address: string }[])
          .filter(({ kind }) => !['compatible', 'nat64', 'isatap'].includes(kind))
          .map(({ kind, address }) => [kind, address]);
        expect(
          [row.isPrivate, row.isMulticast, row.isLoopback, row.isLinkLocal, row.reverseName, embedded],
          texts[index],
        ).toEqual(theirs[index]);
      }
    },
  );

  it('names every entry of the registries at its first address', async () => {
    const rows = await rowsOf(SPECIAL_ROWS.map(([block = '']) => block.split('/')[0]).join('\n'));
    for (const [index, [block, name]] of SPECIAL_ROWS.entries()) {
      const blocks = rows[index]!.blocks as readonly { block: string; name: string }[];
      expect(blocks.find((one) => one.block === block)?.name).toBe(name);
    }
  });

  it('judges reachability by the narrowest entry that says something', async () => {
    const rows = await rowsOf(
      '192.0.0.9\n192.0.0.1\n8.8.8.8\n2606:4700::1111\n4000::1\n224.0.1.1\n239.1.1.1\nff0e::1\nff02::1\n2002::1\n64:ff9b::1\n255.255.255.255\n192.88.99.1',
    );
    expect(rows.map(({ isGloballyReachable }) => isGloballyReachable)).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
      false,
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('decodes the Teredo address that is published as an example', async () => {
    const [row] = await rowsOf('2001:0000:4136:e378:8000:63bf:3fff:fdd2');
    expect(row).toMatchObject({
      kind: 'Teredo',
      teredoPort: 40_000,
      embedded: [
        { kind: 'teredo-server', address: '65.54.227.120' },
        { kind: 'teredo-client', address: '192.0.2.45' },
      ],
    });
  });
});

it('a line may list addresses', async () => {
  expect((await rowsOf('8.8.8.8, 10.0.0.1;::1')).map(({ address }) => address)).toEqual(['8.8.8.8', '10.0.0.1', '::1']);
});

it('reads addresses with spaces between', async () => {
  const rows = await rowsOf('8.8.8.8 2001:db8::1\n10.0.0.1, 127.0.0.1');
  expect(rows.map(({ address }) => address)).toEqual(['8.8.8.8', '2001:db8::1', '10.0.0.1', '127.0.0.1']);
});
