import { describe, expect, it } from 'vitest';

import { whoisFacts, whoisFields } from '../../lib/whois/answers.js';
import { chanceOf } from '../../testing/chance.js';
import { openExampleInternet } from '../../testing/example-internet.js';
import { openTcpServer } from '../../testing/pretend-internet.js';
import { hasProgram, runBeside } from '../../testing/programs.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';

import tool from './whois-lookup.js';

interface Report {
  readonly answers: readonly { readonly server: string; readonly text: string }[];
  readonly failure: { readonly reason: string } | null;
}

/** Forms that registries publish in their manuals, with what they say. */
const FORMS: readonly (readonly [string, object])[] = [
  [
    'Domain Name: EXAMPLE.COM\nRegistrar: Reg, Inc.\nCreation Date: 1995-08-14T04:00:00Z\nRegistry Expiry Date: 2026-08-13T04:00:00Z\nName Server: A.IANA-SERVERS.NET\nDomain Status: ok https://icann.org/epp#ok',
    {
      registrar: 'Reg, Inc.',
      created: '1995-08-14T04:00:00Z',
      expires: '2026-08-13T04:00:00Z',
      nameServers: ['a.iana-servers.net'],
      status: ['ok'],
    },
  ],
  [
    'Domain: example.de\nNserver: ns1.example.de 192.0.2.1\nNserver: ns2.example.de.\nStatus: connect\nChanged: 2018-03-12T21:44:25+01:00',
    { updated: '2018-03-12T20:44:25Z', nameServers: ['ns1.example.de', 'ns2.example.de'], status: ['connect'] },
  ],
  [
    '    Domain name:\n        example.co.uk\n\n    Registrar:\n        Reg Ltd [Tag = REG]\n\n    Relevant dates:\n        Registered on: 26-Nov-1996\n        Expiry date:  05-Dec-2027\n        Last updated:  06-Nov-2025\n',
    { created: '1996-11-26', expires: '2027-12-05', updated: '2025-11-06' },
  ],
  [
    'domain:        EXAMPLE.RU\nnserver:       ns1.example.ru.\nstate:         REGISTERED, DELEGATED\nregistrar:     RU-CENTER-RU\ncreated:       1997-09-23T09:45:07Z\npaid-till:     2026-09-30T21:00:00Z\n',
    { registrar: 'RU-CENTER-RU', expires: '2026-09-30T21:00:00Z', status: ['REGISTERED, DELEGATED'] },
  ],
  [
    '[Domain Name]                EXAMPLE.JP\n[Name Server]                ns1.example.jp\n[Created on]                 2001/03/26\n[Expires on]                 2026/03/31\n[Status]                     Active\n',
    { created: '2001-03-26', expires: '2026-03-31', nameServers: ['ns1.example.jp'], status: ['Active'] },
  ],
  [
    'domain:       example.fr\nstatus:       ACTIVE\nregistrar:    OVH\nExpiry Date:  2026-12-30T12:00:00Z\ncreated:      1995-01-01T00:00:00Z\nlast-update:  2025-12-01T08:00:00.123456Z\n',
    {
      registrar: 'OVH',
      expires: '2026-12-30T12:00:00Z',
      created: '1995-01-01T00:00:00Z',
      updated: '2025-12-01T08:00:00Z',
    },
  ],
  [
    'domain............: example.fi\nstatus............: Registered\ncreated...........: 27.7.2004 00:00:00\nexpires...........: 27.7.2027 00:00:00\nnserver...........: ns1.example.fi [OK]\n',
    { status: ['Registered'], nameServers: ['ns1.example.fi'], created: '27.7.2004 00:00:00' },
  ],
  [
    'NetRange:       192.0.2.0 - 192.0.2.255\nNetName:        TEST-NET-1\nRegDate:        2009-06-29\nUpdated:        2024-12-17\n',
    { created: '2009-06-29', updated: '2024-12-17' },
  ],
  [
    'domain: example.br\nnserver: a.example.br\ncreated: 19980915 #123\nexpires: 20270915\nstatus: published\n',
    { expires: '2027-09-15', status: ['published'] },
  ],
  [
    'Domain name: example.se\ncreated: 1990-08-27\nexpires: 2026-08-27\ndnssec: unsigned delegation\nregistrar: Loopia AB\n',
    { created: '1990-08-27', expires: '2026-08-27', dnssec: 'unsigned delegation', registrar: 'Loopia AB' },
  ],
  [
    'Domain Name: example.cn\nSponsoring Registrar: Reg Co.\nRegistration Time: 2003-03-17 12:20:05\nExpiration Time: 2027-03-17 12:48:36\nDNSSEC: unsigned\n',
    { registrar: 'Reg Co.', created: '2003-03-17', expires: '2027-03-17' },
  ],
  [
    'Domain Name:                     example.nz\nExpiration Date: Tue, 14 Sep 2027 04:00:00 GMT\n',
    { expires: '2027-09-14' },
  ],
];

describe('whois-lookup', () => {
  it('finds dates, registrar and name servers in the forms of registries', () => {
    for (const [text, facts] of FORMS) expect(whoisFacts(whoisFields(text)), text).toMatchObject(facts);
  });

  it('gets the text that whois gets', async ({ skip }) => {
    if (!hasProgram('whois', ['--version'], 'whois-lookup beside whois')) skip('no whois is installed');
    const chance = chanceOf(5);
    const word = (): string =>
      Array.from({ length: 1 + chance(12) }, () => 'abcdefghij äöé'[chance(14)] ?? 'x').join('');
    const texts = Array.from({ length: 40 }, () =>
      Array.from({ length: 1 + chance(30) }, () => `${word().trim() || 'x'}: ${word().trim() || 'y'}`)
        .join('\r\n')
        .concat('\r\n'),
    );
    const server = await openTcpServer((socket) => {
      let line = '';
      socket.on('data', (chunk) => {
        line += chunk.toString();
        if (!line.includes('\n')) return;
        const index = Number(/\d+/.exec(line)?.[0]);
        socket.end(Buffer.from(texts[index] ?? '', index % 3 === 0 ? 'latin1' : 'utf8'));
      });
    });
    for (const index of texts.keys()) {
      const answer = await runTool(
        tool,
        { input: `d${index}.example`, options: { server: `127.0.0.1:${server.port}`, follow: false } },
        { settings: REACHING_LOOPBACK },
      );
      expect(answer.status, answer.message).toBe(200);
      const { answers } = answer.data as Report;
      const whois = await runBeside('sh', [
        '-c',
        `whois -h 127.0.0.1 -p ${server.port} d${index}.example | base64 -w0`,
      ]);
      const theirs = Buffer.from(whois, 'base64')
        .toString(index % 3 === 0 ? 'latin1' : 'utf8')
        .replace(/\r/g, '');
      expect(answers[0]?.text.trimEnd()).toBe(theirs.trimEnd());
    }
    await server.close();
  });

  it('ends with referrals that go round, into a network, or to one that is silent', async () => {
    const internet = await openExampleInternet();
    const refer = async (to: string) => {
      const server = await openTcpServer((socket) => socket.once('data', () => socket.end(`refer: ${to}\r\n`)));
      internet.put('192.0.47.59:43', server.port);
      const answer = await runTool(
        tool,
        { input: 'example.com', options: { timeoutMs: 300 } },
        { network: internet.way },
      );
      await server.close();
      expect(answer.status).toBe(200);
      const { answers, failure } = answer.data as Report;
      return [answers.length, failure?.reason ?? null];
    };
    expect(await refer('whois.iana.org')).toEqual([1, null]);
    expect(await refer('private.example.net')).toEqual([1, 'not-public']);
    expect(await refer('10.0.0.1')).toEqual([1, 'not-public']);
    expect(await refer('silent.example.net')).toEqual([1, 'timeout']);
    expect(internet.dialled.filter((place) => place.startsWith('10.'))).toEqual([]);
    await internet.close();
  });

  it('refuses an answer without end', async () => {
    const server = await openTcpServer((socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(16_384)));
      };
      socket.on('drain', more).once('data', more);
    });
    const answer = await runTool(
      tool,
      { input: 'example.com', options: { server: `127.0.0.1:${server.port}` } },
      { settings: REACHING_LOOPBACK },
    );
    expect((answer.data as Report).failure?.reason).toBe('too-large');
    await server.close();
  });
});
