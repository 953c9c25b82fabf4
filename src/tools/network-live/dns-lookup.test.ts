import { type Answer, encode, type Packet } from 'dns-packet';
import { describe, expect, it } from 'vitest';

import { readMessage, recordText } from '../../lib/dns/message.js';
import { ContentFault } from '../../lib/faults.js';
import { openBind } from '../../testing/bind.js';
import { chanceOf } from '../../testing/chance.js';
import { openDnsServer } from '../../testing/dns-server.js';
import { openExampleInternet } from '../../testing/example-internet.js';
import { EVERY_TYPE as RECORDS } from '../../testing/example-records.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';

import tool from './dns-lookup.js';

interface Row {
  readonly name: string;
  readonly type: string;
  readonly status: string | null;
  readonly answers: readonly {
    readonly name: string;
    readonly type: string;
    readonly ttl: number;
    readonly data: string;
  }[];
  readonly transport: string | null;
  readonly failure: { readonly reason: string; readonly message: string } | null;
}

async function look(
  input: string,
  options: object,
  surroundings: object = { settings: REACHING_LOOPBACK },
): Promise<readonly Row[]> {
  const answer = await runTool(tool, { input, options: options as Record<string, unknown> }, surroundings);
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
}

const ZONE = `$TTL 300
@ IN SOA ns hostmaster.example.com. 2026010100 7200 3600 1209600 60
@ NS ns
ns A 127.0.0.1
${Array.from({ length: 60 }, (_, index) => `big TXT "${String(index).padStart(100, 'x')}"`).join('\n')}
${RECORDS}`;

describe('dns-lookup', () => {
  it('reads what dig reads, of a zone of BIND with every type', async ({ skip }) => {
    const untested = 'dns-lookup beside dig';
    if (!hasProgram('named', ['-v'], untested) || !hasProgram('dig', ['-v'], untested)) skip('no BIND is installed');
    const bind = await openBind('example.com', ZONE);
    try {
      const asked = new Map<string, Set<string>>();
      for (const line of RECORDS.trim().split('\n')) {
        const [, name = '', type = ''] = /^(\S+) (\S+)/.exec(line) ?? [];
        asked.set(type, (asked.get(type) ?? new Set()).add(name.replace('*', 'any')));
      }
      asked.set('NS', new Set([...(asked.get('NS') ?? []), '@'])).set('SOA', new Set(['@']));
      const types = [...asked.keys()].filter((type) => tool.options.type?.safeParse(type).success === true);
      let count = 0;
      for (const type of types) {
        const names = [...(asked.get(type) ?? [])].map((name) =>
          name === '@' ? 'example.com' : `${name}.example.com`,
        );
        for (const transport of ['udp', 'tcp']) {
          const rows = await look(names.join('\n'), { type, transport, resolver: `127.0.0.1:${bind.port}` });
          for (const { name, answers, failure, status } of rows) {
            expect([name, failure, status]).toEqual([name, null, 'NOERROR']);
            const dig = runProgram('dig', [
              '@127.0.0.1',
              '-p',
              String(bind.port),
              '+noall',
              '+answer',
              '+nosplit',
              '+rrcomments',
              name,
              type,
            ]);
            const expected = dig
              .toString()
              .split('\n')
              .filter((line) => line !== '' && !line.startsWith(';'))
              .map((line) =>
                line
                  .replace('CERT\tPKIX', 'CERT\t1')
                  .replace(/\s+;.*$/, '')
                  .replace(/\s+/g, ' '),
              );
            const ours = answers.map(({ name: owner, ttl, type: kind, data }) =>
              `${owner} ${ttl} IN ${kind} ${data}`.replace(/\s+/g, ' '),
            );
            expect(ours.sort()).toEqual(expected.sort());
            count += ours.length;
          }
        }
      }
      expect([types.length, count]).toEqual([35, 92]);
      const [big] = await look('big.example.com', { type: 'TXT', resolver: `127.0.0.1:${bind.port}` });
      expect([big?.transport, big?.answers.length]).toEqual(['tcp', 60]);
    } finally {
      await bind.close();
    }
  });

  exhaustive('reads random messages as dns-packet wrote them, damaged ones in a sentence', () => {
    const chance = chanceOf(11);
    const label = (): string => 'abcdefgh'.slice(0, 1 + chance(8)).concat(String(chance(50)));
    const name = (): string => Array.from({ length: 1 + chance(4) }, label).join('.');
    const one = (): Answer => {
      const common = { name: name(), ttl: chance(100_000), class: 'IN' } as const;
      const kinds: readonly (() => [Answer, string])[] = [
        () => {
          const data = Array.from({ length: 4 }, () => chance(256)).join('.');
          return [{ ...common, type: 'A', data }, data];
        },
        () => {
          const [preference, exchange] = [chance(65_536), name()];
          return [{ ...common, type: 'MX', data: { preference, exchange } }, `${preference} ${exchange}.`];
        },
        () => {
          const data = name();
          return [{ ...common, type: 'CNAME', data }, `${data}.`];
        },
        () => {
          const [priority, weight, port, target] = [chance(9), chance(9), chance(9), name()];
          return [
            { ...common, type: 'SRV', data: { priority, weight, port, target } },
            `${priority} ${weight} ${port} ${target}.`,
          ];
        },
        () => {
          const data = [label(), label()];
          return [{ ...common, type: 'TXT', data }, data.map((text) => `"${text}"`).join(' ')];
        },
      ];
      const [answer, written] = (kinds[chance(kinds.length)] as (typeof kinds)[number])();
      texts.push(`${answer.name}.\t${common.ttl}\tIN\t${answer.type}\t${written}`);
      return answer;
    };
    let texts: string[] = [];
    for (let round = 0; round < 2_000; round += 1) {
      texts = [];
      const packet: Packet = {
        type: 'response',
        id: round,
        flags: 0,
        questions: [{ name: name(), type: 'A' }],
        answers: Array.from({ length: chance(8) }, one),
      };
      const bytes = encode(packet);
      expect(readMessage(bytes).answers.map(recordText)).toEqual(texts);
      const damaged = Buffer.from(bytes).subarray(0, 1 + chance(bytes.length));
      damaged[chance(damaged.length)] = chance(256);
      try {
        readMessage(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(ContentFault);
      }
    }
  });

  it('follows pointers of names back only', () => {
    const head = Buffer.from('000081800001000000000000', 'hex');
    const read = (name: string) => () => readMessage(Buffer.concat([head, Buffer.from(`${name}00010001`, 'hex')]));
    expect(read('c00c')).toThrow('points to itself');
    expect(read('0161c00c')).toThrow('more than 255 bytes');
    expect(read(`${'01610162'.repeat(70)}00`)).toThrow('more than 255 bytes');
    expect(read('800161')).toThrow('unknown kind');
  });

  it('tells of servers that fail, keep silent or answer another question', async () => {
    const failing = await openDnsServer(({ name }) => (name === 'silent.example' ? 'silence' : 'SERVFAIL'));
    const [bad] = await look('any.example', { type: 'A', resolver: failing.address });
    expect([bad?.status, bad?.failure]).toEqual(['SERVFAIL', null]);
    const [silent] = await look('silent.example', { type: 'A', resolver: failing.address, timeoutMs: 300 });
    expect([silent?.status, silent?.failure?.reason]).toEqual([null, 'timeout']);
    await failing.close();
    const [gone] = await look('any.example', {
      type: 'A',
      resolver: failing.address,
      timeoutMs: 300,
      transport: 'tcp',
    });
    expect(gone?.failure?.reason).toBe('refused');
  });

  it('asks nobody that is private', async () => {
    const internet = await openExampleInternet();
    for (const [resolver, transport] of [
      ['10.0.0.1', 'udp'],
      ['127.0.0.1:5353', 'tcp'],
      ['private.example.net', 'tls'],
      ['https://169.254.169.254/dns-query', 'https'],
    ]) {
      const answer = await runTool(
        tool,
        { input: 'example.com', options: { resolver, transport } },
        { network: internet.way },
      );
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_INPUT']);
      expect(answer.message).toMatch(/not public|not a public/);
    }
    expect(internet.dialled).toEqual([]);
    await internet.close();
  });
});
