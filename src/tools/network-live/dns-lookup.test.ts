import { type Answer, encode, type Packet } from 'dns-packet';
import { describe, expect, it } from 'vitest';

import { readMessage, recordText } from '../../lib/dns/message.js';
import { ContentFault } from '../../lib/faults.js';
import { openBind } from '../../testing/bind.js';
import { chanceOf } from '../../testing/chance.js';
import { openDnsServer } from '../../testing/dns-server.js';
import { openExampleInternet } from '../../testing/example-internet.js';
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

/** A record of every type that BIND knows by name here; `TYPE65400` it knows by number. */
const RECORDS = `
a A 192.0.2.1
a AAAA 2001:db8::ff00:42:8329
aaaa AAAA ::ffff:192.0.2.9
aaaa AAAA 2001:db8:0:0:1::
afsdb AFSDB 1 server
caa CAA 0 issue "ca.example.net; policy=ev"
caa CAA 128 iodef "mailto:security@example.com"
cert CERT 1 0 0 MIIBCgKCAQEA
cname CNAME a
csync CSYNC 66 3 A NS AAAA
dhcid DHCID AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA=
dname DNAME elsewhere.example.net.
dnskey DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
ds DS 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118
ds NS a
cds CDS 60485 13 2 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A
cdnskey CDNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
eui EUI48 00-00-5e-00-53-2a
eui EUI64 00-00-5e-ef-10-00-00-2a
hinfo HINFO "PC-Intel-700mhz" "Redhat \\"Linux\\" 7.1"
https HTTPS 1 . alpn="h2,h3" port=8443 ipv4hint=192.0.2.1,192.0.2.2 ipv6hint=2001:db8::1
https HTTPS 2 svc.example.net. mandatory=alpn,port alpn=h3 port=1 key667="a b"
kx KX 10 a
loc LOC 52 22 23.000 N 4 53 32.000 E -2.00m 0.00m 10000m 10m
loc2 LOC 42 21 54 S 71 6 18.25 W 2000m 30m 10m 2m
mx MX 10 a
mx MX 65535 mail.example.net.
naptr NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .
naptr NAPTR 102 50 "s" "" "" _sip._udp
ns NS a
openpgp OPENPGPKEY mQENBFVHm5sBCADK
ptr PTR a
rp RP louie.trantor txt
smimea SMIMEA 3 0 0 308202C5308201AB
spf SPF "v=spf1 -all"
srv SRV 0 5 5060 a
sshfp SSHFP 4 2 123456789ABCDEF67890123456789ABCDEF67890123456789ABCDEF123456789
svcb SVCB 0 alias.example.net.
svcb SVCB 16 foo.example.org. alpn="h2,f\\\\\\\\oo\\\\,bar"
tlsa TLSA 3 1 1 0C72AC70B745AC19998811B131D662C9AC69DBDBE7CB23E5B514B56664C5D3D6
txt TXT "plain" "with \\"quotes\\" and \\\\ and \\195\\164" ""
txt TXT "semi;colon (bracket) tab\\009"
unknown TYPE65400 \\# 4 0A000001
unknown TYPE65401 \\# 0
uri URI 10 1 "ftp://ftp.example.com/public"
zonemd ZONEMD 2018031500 1 1 FEBE3D4CE2EC2FFA4BA99D46CD69D6D29711E55217057BEE7EB1A7B641A47BA7FED2DD5B97AE499FAFA4F22C6BD647DE
we\\.ird\\032name TXT "x"
*.wild TXT "anything"
`;

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

  it('reads random messages as dns-packet wrote them, damaged ones in a sentence', () => {
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
