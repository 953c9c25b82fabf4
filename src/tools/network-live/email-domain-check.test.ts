import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { openDnsServer } from '../../testing/dns-server.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';

import tool from './email-domain-check.js';

const PYTHON = `
import spf
out = []
for zone in data:
    def ask(name, qtype, *rest, **named):
        name = name.lower().rstrip('.')
        if qtype == 'TXT' and name in zone: return [((name, 'TXT'), (zone[name].encode(),))]
        if qtype == 'A': return [((name, 'A'), '192.0.2.1')]
        if qtype == 'MX': return [((name, 'MX'), (10, 'mx.example.com'))]
        return []
    spf.DNSLookup = ask
    q = spf.query(i='203.0.113.77', s='someone@site0.example', h='helo.example')
    result = q.check()
    out.append([q.lookups, 'Too many DNS lookups' in str(result[2])])
print(json.dumps(out))`;

interface Report {
  readonly spf: { readonly lookups: number; readonly errors: readonly string[]; readonly included: readonly unknown[] };
}

describe('email-domain-check', () => {
  const hasPySpf = hasProgram('/usr/bin/python3', ['-c', 'import spf'], 'email-domain-check beside pyspf');
  inRounds.skipIf(!hasPySpf)(
    'counts the lookups of SPF as pyspf does, over random trees',
    [15, 150],
    async (rounds) => {
      const chance = chanceOf(14);
      const zones = Array.from({ length: rounds }, () => {
        const zone: Record<string, string> = {};
        const count = 1 + chance(12);
        for (let index = 0; index < count; index += 1) {
          // Each includes some that come after it, so that there are no circles, and nothing matches.
          const later = Array.from({ length: count - index - 1 }, (_, more) => index + 1 + more).filter(
            () => chance(3) === 0,
          );
          const own = ['a', 'mx', 'ip4:198.51.100.0/24', 'exists:none.example'].filter(
            (term) => chance(4) === 0 && !term.startsWith('exists'),
          );
          zone[`site${index}.example`] = [
            'v=spf1',
            ...own,
            ...later.map((one) => `include:site${one}.example`),
            '-all',
          ].join(' ');
        }
        return zone;
      });
      const theirs = runPython<[number, boolean][]>(PYTHON, zones, '/usr/bin/python3');
      let tooMany = 0;
      for (const [index, zone] of zones.entries()) {
        const server = await openDnsServer(({ name, type }) => {
          const text = zone[name.toLowerCase()];
          if (text === undefined) return type === 'A' || type === 'AAAA' ? [] : 'NXDOMAIN';
          return type === 'TXT' ? [{ name, type: 'TXT', ttl: 1, class: 'IN', data: [text] }] : [];
        });
        const options = { resolver: server.address, selectors: 'none' };
        const answer = await runTool(tool, { input: 'site0.example', options }, { settings: REACHING_LOOPBACK });
        await server.close();
        expect(answer.status, answer.message).toBe(200);
        const { spf } = answer.data as Report;
        const [lookups, isOver] = theirs[index] as [number, boolean];
        if (isOver) tooMany += 1;
        expect(spf.errors.some((error) => error.includes('more than 10 DNS lookups'))).toBe(isOver);
        if (!isOver) expect([JSON.stringify(zone), spf.lookups]).toEqual([JSON.stringify(zone), lookups]);
      }
      expect(tooMany).toBeGreaterThan(5);
    },
  );

  it('ends where records include each other, and tells of servers that fail', async () => {
    const circle = await openDnsServer(({ name, type }) =>
      type === 'TXT'
        ? [
            {
              name,
              type: 'TXT',
              ttl: 1,
              class: 'IN',
              data: [`v=spf1 include:${name === 'a.example' ? 'b' : 'a'}.example -all`],
            },
          ]
        : [],
    );
    const options = { resolver: circle.address, selectors: 'none' };
    const answer = await runTool(tool, { input: 'a.example', options }, { settings: REACHING_LOOPBACK });
    expect((answer.data as Report).spf.errors.join()).toContain('b.example includes a.example, which includes it');
    await circle.close();
    const failing = await openDnsServer(() => 'SERVFAIL');
    const failed = await runTool(
      tool,
      { input: 'a.example', options: { resolver: failing.address } },
      { settings: REACHING_LOOPBACK },
    );
    expect([failed.status, failed.message]).toEqual([
      400,
      'Cannot check "a.example": DNS answers SERVFAIL for "a.example"',
    ]);
    await failing.close();
  });
});
