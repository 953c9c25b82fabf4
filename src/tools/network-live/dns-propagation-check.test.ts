import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { type DnsServer, openDnsServer, records } from '../../testing/dns-server.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';

import tool from './dns-propagation-check.js';

interface Data {
  readonly isSame: boolean;
  readonly groups: readonly { readonly answers: readonly string[]; readonly servers: number }[];
  readonly results: readonly { readonly group: number; readonly status: string | null }[];
}

describe('dns-propagation-check', () => {
  it('groups servers by what they answer, as it was planted', async () => {
    const chance = chanceOf(9);
    let plan: readonly string[] = [];
    const servers: DnsServer[] = [];
    for (let index = 0; index < 8; index += 1)
      servers.push(
        await openDnsServer(({ name }) => {
          const planned = plan[index] ?? '';
          if (planned === 'NXDOMAIN' || planned === 'SERVFAIL') return planned;
          return records(name, 'A', ...planned.split(' '));
        }),
      );
    for (let round = 0; round < 100; round += 1) {
      const kinds = ['192.0.2.1', '192.0.2.2 192.0.2.3', '192.0.2.3 192.0.2.2', 'NXDOMAIN', 'SERVFAIL'];
      plan = servers.map(() => kinds[chance(1 + chance(5))] ?? '');
      const options = { resolvers: servers.map(({ address }) => address).join(',') };
      const answer = await runTool(tool, { input: 'site.example', options }, { settings: REACHING_LOOPBACK });
      expect(answer.status, answer.message).toBe(200);
      const { isSame, groups, results } = answer.data as Data;
      const keys = plan.map((planned) => planned.split(' ').sort().join(' '));
      const counts = new Map(keys.map((key) => [key, keys.filter((other) => other === key).length]));
      expect(isSame).toBe(counts.size === 1);
      expect(groups.map((group) => group.servers)).toEqual([...counts.values()].sort((a, b) => b - a));
      for (const [a, first] of results.entries())
        for (const [b, second] of results.entries()) expect(first.group === second.group).toBe(keys[a] === keys[b]);
    }
    await Promise.all(servers.map((server) => server.close()));
  });

  it('tells of servers that are silent or private, and goes on with the others', async () => {
    const silent = await openDnsServer(() => 'silence');
    const good = await openDnsServer(({ name }) => records(name, 'A', '192.0.2.1'));
    const options = { resolvers: `${silent.address} ${good.address} 169.254.169.254`, timeoutMs: 300 };
    const answer = await runTool(tool, { input: 'site.example', options }, { settings: REACHING_LOOPBACK });
    const { results, groups } = answer.data as Data;
    expect([results.map(({ status }) => status), groups.length]).toEqual([[null, 'NOERROR', null], 1]);
    await Promise.all([silent.close(), good.close()]);
  });
});
