import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './vlsm-calculator.js';

interface Plan {
  readonly network: string;
  readonly subnets: readonly { readonly cidr: string; readonly hostsNeeded: number; readonly name: string }[];
  readonly free: readonly string[];
}

const planOf = async (input: string, options: object): Promise<Plan> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Plan;
};

const PYTHON = `
import ipaddress as i
out = []
for plan in data:
    pool = i.ip_network(plan['network'])
    nets = [i.ip_network(s['cidr']) for s in plan['subnets']]
    parts = nets + [i.ip_network(f) for f in plan['free']]
    inside = all(n.subnet_of(pool) for n in parts)
    exact = sum(n.num_addresses for n in parts) == pool.num_addresses and list(i.collapse_addresses(parts)) == [pool]
    least = all(n.num_addresses - 2 >= s['hostsNeeded'] and (n.prefixlen == 30 or n.num_addresses // 2 - 2 < s['hostsNeeded'])
        for n, s in zip(nets, plan['subnets']))
    out.append(inside and exact and least)
print(json.dumps(out))`;

describe('vlsm-calculator', () => {
  it.skipIf(!hasProgram('python3', ['--version'], 'address plans beside Python'))(
    'fills the network exactly with the smallest subnets',
    async () => {
      const chance = chanceOf(31);
      const plans: Plan[] = [];
      while (plans.length < 300) {
        const hosts = Array.from({ length: 1 + chance(12) }, () => 1 + chance(2 ** (1 + chance(9))));
        const input = `10.${chance(256)}.${chance(256)}.0/${16 + chance(6)}`;
        const answer = await runTool(tool, { input, options: { hosts: hosts.join(',') } });
        if (answer.status === 200) plans.push(answer.data as Plan);
        else expect(answer.message).toMatch(/^The subnets need \d+ addresses/);
      }
      expect(runPython<readonly boolean[]>(PYTHON, plans)).toEqual(plans.map(() => true));
    },
  );

  it('fills a network to the last address', async () => {
    const plan = await planOf('10.0.0.0/24', { hosts: '126;62\n30, 30' });
    expect(plan.subnets.map(({ cidr }) => cidr)).toEqual([
      '10.0.0.0/25',
      '10.0.0.128/26',
      '10.0.0.192/27',
      '10.0.0.224/27',
    ]);
    expect(plan.free).toEqual([]);
  });

  it('gives links a /31 where wanted, and reads names', async () => {
    const plan = await planOf('10.0.0.0/29', { hosts: 'Site 1 = 2, B2: 2, 2', pointToPoint: true });
    expect(plan.subnets.map(({ name, cidr }) => [name, cidr])).toEqual([
      ['Site 1', '10.0.0.0/31'],
      ['B2', '10.0.0.2/31'],
      ['Subnet 3', '10.0.0.4/31'],
    ]);
  });

  it('plans the whole of IPv4', async () => {
    const plan = await planOf('0.0.0.0/0', { hosts: '4294967294' });
    expect(plan.subnets[0]!.cidr).toBe('0.0.0.0/0');
  });

  it.each(['::/0', 'x/24', '10.0.0.0/40', ''])('refuses %j', async (input) => {
    expect((await runTool(tool, { input })).status).toBe(400);
  });
});
