import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';

import tool from './mac-address-tools.js';

type Row = Readonly<Record<string, string | null>>;

const rowsOf = async (input: string, options: object = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

const REGISTRY = '/usr/share/ieee-data';
const hasRegistry = existsSync(`${REGISTRY}/oui.csv`);
if (!hasRegistry) noteUntested('ieee-data', 'vendors beside the registry of Debian');

const randomMacs = (seed: number, count: number): string[] => {
  const chance = chanceOf(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 6 }, () => chance(256).toString(16).padStart(2, '0')).join(':'),
  );
};

/** Letters and digits, without what companies are called by law. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\b(?:inc|ltd|co|corp|corporation|gmbh|llc|limited|company|technologies|technology)\b/g, '')
    .replace(/[^a-z0-9]/g, '');

describe('mac-address-tools', () => {
  it.skipIf(!hasRegistry)('names the vendors that the registry names', async () => {
    const chance = chanceOf(9);
    const known = ['oui', 'mam', 'oui36'].flatMap((name) => {
      const lines = readFileSync(`${REGISTRY}/${name}.csv`, 'utf8').split('\n').slice(1);
      return Array.from({ length: 1000 }, () => lines[chance(lines.length)]!)
        .map((line) => /^[^,]*,([0-9A-F]+),(?:"((?:[^"]|"")*)"|([^,]*))/.exec(line))
        .filter((found) => found !== null)
        .map(([, prefix = '', quoted, bare = '']) => ({ prefix, name: (quoted ?? bare).trim() }))
        .filter(({ name: vendor, prefix }) => vendor !== 'Private' && !/^.[2367abef]/i.test(prefix));
    });
    const rows = await rowsOf(known.map(({ prefix }) => prefix.padEnd(12, '0')).join('\n'));
    const same = rows.filter(({ vendor }, at) => plain(vendor ?? '') === plain(known[at]!.name));
    expect(same.length / known.length).toBeGreaterThan(0.95);
  });

  it.skipIf(!hasProgram('python3', ['--version'], 'link-local addresses beside Python'))(
    'derives the link-local address as Python computes it',
    async () => {
      const macs = randomMacs(2, 500);
      const theirs = runPython<readonly string[]>(
        `
import ipaddress
def local(m):
    b = bytes.fromhex(m.replace(':', ''))
    return str(ipaddress.ip_address(bytes([0xfe, 0x80] + [0] * 6 + [b[0] ^ 2]) + b[1:3] + b'\\xff\\xfe' + b[3:]))
print(json.dumps([local(m) for m in data]))`,
        macs,
      );
      expect((await rowsOf(macs.join('\n'))).map(({ linkLocal }) => linkLocal)).toEqual(theirs);
    },
  );

  it('reads back every notation it writes', async () => {
    const macs = randomMacs(3, 200);
    for (const format of ['colon', 'dash', 'dot', 'plain'])
      for (const uppercase of [true, false]) {
        const rows = await rowsOf(macs.join('\n'), { format, uppercase });
        const back = await rowsOf(rows.map(({ mac }) => mac).join('\n'));
        expect(back.map(({ mac }) => mac)).toEqual(macs);
      }
    const rows = await rowsOf('001b21-aabbcc\n00 1B 21 AA BB CC\n0:1b:21:aa:bb:cc\n00.1b.21.aa.bb.cc');
    expect(new Set(rows.map(({ mac }) => mac))).toEqual(new Set(['00:1b:21:aa:bb:cc']));
  });

  it('tells groups and local addresses', async () => {
    const rows = await rowsOf(
      'ff:ff:ff:ff:ff:ff\n01:00:5e:00:00:fb\n01:80:c2:00:00:00\n02:42:ac:11:00:02\n00:00:00:00:00:00\n02-1b-21-ff-fe-aa-bb-cc',
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'broadcast',
      'IPv4 multicast',
      'bridge group address',
      'unicast',
      'unspecified',
      'unicast',
    ]);
    expect(rows[3]).toMatchObject({ isLocal: true, localUse: 'administratively assigned', vendor: null });
    expect(rows[5]).toMatchObject({ bits: 64, linkLocal: 'fe80::1b:21ff:feaa:bbcc' });
  });

  it.each(['00:1b:21:aa:bb', '00:1b-21:aa:bb:cc', '000:1b:21:aa:bb:cc', ':::::', 'é'.repeat(30), '0'.repeat(1e5)])(
    'refuses %.40s',
    async (input) => {
      const answer = await runTool(tool, { input });
      expect(answer.status).toBe(400);
      expect(answer.message!.length).toBeLessThan(300);
    },
  );
});
