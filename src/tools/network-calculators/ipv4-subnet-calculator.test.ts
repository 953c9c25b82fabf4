import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './ipv4-subnet-calculator.js';

type Row = Readonly<Record<string, unknown>>;

const rowsOf = async (input: string, options = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

const randomNetworks = (seed: number, count: number): string[] => {
  const chance = chanceOf(seed);
  return Array.from(
    { length: count },
    (_, index) => `${Array.from({ length: 4 }, () => chance(256)).join('.')}/${index % 33}`,
  );
};

const PYTHON = `
import ipaddress
out = []
for text in data:
    i = ipaddress.ip_interface(text); n = i.network
    big = n.prefixlen >= 31
    subnets = [str(s) for s in n.subnets(new_prefix=min(n.prefixlen + 3, 32))]
    out.append([str(i.ip), str(n.network_address), str(n), n.prefixlen, str(n.netmask), str(n.hostmask),
        None if big else str(n.broadcast_address), str(n[0] if big else n[1]), str(n[-1] if big else n[-2]),
        n.num_addresses if big else n.num_addresses - 2, n.num_addresses, subnets])
print(json.dumps(out))`;

const KEYS = [
  'address',
  'network',
  'cidr',
  'prefixLength',
  'mask',
  'wildcard',
  'broadcast',
  'firstHost',
  'lastHost',
  'hosts',
  'addresses',
];

describe('ipv4-subnet-calculator', () => {
  exhaustive.skipIf(!hasProgram('python3', ['--version'], 'IPv4 networks beside Python'))(
    'says what Python says',
    async () => {
      const texts = randomNetworks(4, 2000);
      const theirs = runPython<readonly unknown[][]>(PYTHON, texts);
      for (let half = 0; half < 2; half += 1) {
        const part = texts.slice(1000 * half, 1000 * half + 1000);
        const ours = await rowsOf(part.join('\n'));
        for (const [index, row] of ours.entries())
          expect(
            KEYS.map((key) => row[key]),
            part[index],
          ).toEqual(theirs[1000 * half + index]!.slice(0, KEYS.length));
      }
      for (let index = 0; index < 66; index += 1) {
        const length = index % 33;
        const [row] = await rowsOf(texts[index]!, { splitTo: Math.min(length + 3, 32) });
        const subnets = row!.subnets as readonly { cidr: string }[] | undefined;
        expect(subnets?.map(({ cidr }) => cidr)).toEqual(theirs[index]![KEYS.length]);
      }
    },
  );

  it.skipIf(!hasProgram('sipcalc', ['-v'], 'IPv4 networks beside sipcalc'))('says what sipcalc says', async () => {
    const texts = randomNetworks(7, 66).filter((text) => !/\/(?:0|31|32)$/.test(text));
    const ours = await rowsOf(texts.join('\n'));
    const said = runProgram('sipcalc', texts).toString().split('-[').slice(1);
    for (const [index, row] of ours.entries()) {
      const of = (name: string) => new RegExp(`^${name}\\s*- (.*)$`, 'm').exec(said[index]!)?.[1]?.trim();
      expect(row.network).toBe(of('Network address'));
      expect(row.mask).toBe(of('Network mask'));
      expect(row.broadcast).toBe(of('Broadcast address'));
      expect(row.wildcard).toBe(of('Cisco wildcard'));
      expect(`${row.firstHost} - ${row.lastHost}`.replaceAll(' ', '')).toBe(of('Usable range')?.replaceAll(' ', ''));
    }
  });

  it('reads masks and wildcard masks as lengths', async () => {
    const rows = await rowsOf('10.1.2.3 255.255.240.0\n10.1.2.3/0.0.15.255\r\n# note\n\n10.1.2.3', { mask: '20' });
    expect(rows.map(({ cidr }) => cidr)).toEqual(Array(3).fill('10.1.0.0/20'));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('lists no more subnets than "limit" over all lines', async () => {
    const rows = await rowsOf('10.0.0.0/8\n11.0.0.0/8', { splitTo: 32, limit: 5 });
    expect(rows.map((row) => [row.subnetCount, (row.subnets as unknown[]).length])).toEqual([
      [16_777_216, 5],
      [16_777_216, 0],
    ]);
  });

  it('takes files, and reports on each', async () => {
    const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
    const answer = await runTool(tool, { files: [file('a.txt', '10.0.0.1/8'), file('b.txt', 'nothing')] });
    const { files } = answer.data as { files: readonly { error?: string; results?: readonly Row[] }[] };
    expect(files[0]!.results![0]!.cidr).toBe('10.0.0.0/8');
    expect(files[1]!.error).toBe('Cannot read file "b.txt": line 1: "nothing" is not an IP address');
  });

  it.each(['33', '256.0.0.0', 'x', '255.0.255.0'])('refuses mask %s', async (mask) => {
    const answer = await runTool(tool, { input: '10.0.0.1', options: { mask } });
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(/^Cannot read option "mask": /);
  });
});

it('a line may list networks with their lengths', async () => {
  const cidrs = async (input: string): Promise<unknown> => (await rowsOf(input)).map(({ cidr }) => cidr);
  expect(await cidrs('192.0.2.5/26, 10.1.2.3/8;198.51.100.9/255.255.255.0')).toEqual([
    '192.0.2.0/26',
    '10.0.0.0/8',
    '198.51.100.0/24',
  ]);
});
