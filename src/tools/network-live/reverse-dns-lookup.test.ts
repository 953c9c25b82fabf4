import { describe, expect, it } from 'vitest';

import { openBind } from '../../testing/bind.js';
import { chanceOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';

import tool from './reverse-dns-lookup.js';

describe('reverse-dns-lookup', () => {
  it('finds the names that dig finds', async ({ skip }) => {
    const untested = 'reverse-dns-lookup beside dig';
    if (!hasProgram('named', ['-v'], untested) || !hasProgram('dig', ['-v'], untested)) skip('no BIND is installed');
    const chance = chanceOf(6);
    const addresses = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0
        ? [10, chance(256), chance(256), chance(256)].join('.')
        : `2001:db8:${Array.from({ length: 6 }, () => (chance(4) === 0 ? 0 : chance(65_536)).toString(16)).join(':')}`,
    );
    const reversed = runPython<string[]>(
      'import ipaddress\nprint(json.dumps([ipaddress.ip_address(one).reverse_pointer for one in data]))',
      addresses,
    );
    const lines = addresses.flatMap((_, index) =>
      Array.from({ length: index % 3 }, (_, count) => `${reversed[index]}. PTR host${count}-${index}.example.com.`),
    );
    const zone = `$TTL 60\n@ SOA ns. a. 1 2 3 4 5\n@ NS ns.\n${lines.join('\n')}\n`;
    const bind = await openBind('arpa', zone);
    try {
      const options = { resolver: `127.0.0.1:${bind.port}`, confirm: false };
      const answer = await runTool(tool, { input: addresses.join('\n'), options }, { settings: REACHING_LOOPBACK });
      expect(answer.status, answer.message).toBe(200);
      const { results } = answer.data as {
        results: readonly { readonly names: readonly { readonly name: string }[] }[];
      };
      for (const [index, address] of addresses.slice(0, 24).entries()) {
        // On a busy machine dig also remarks on packets that are no answers, in lines that begin with a semicolon.
        const dig = runProgram('dig', ['@127.0.0.1', '-p', String(bind.port), '+short', '-x', address])
          .toString()
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith(';'))
          .sort()
          .join('\n');
        const names = results[index]?.names
          .map(({ name }) => `${name}.`)
          .sort()
          .join('\n');
        expect([address, names]).toEqual([address, dig]);
      }
    } finally {
      await bind.close();
    }
  });
});
