import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';

import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasOpenssl, testFile } from '../../testing/openssl-certificates.js';
import { runProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import decoder from './certificate-decoder.js';
import tool from './self-signed-certificate.js';

const OPENSSL = hasOpenssl('self-signed-certificate against openssl verify');
/** The clock of tests. */
const AT = ['-attime', String(Math.floor(Date.parse('2026-01-02T03:05:00Z') / 1000))];

interface Made {
  readonly data: {
    readonly altNames: string[];
    readonly notAfter: string;
    readonly subject: string;
    readonly warnings: string[];
  };
  readonly file: (name: string) => string;
}

async function make(options: Readonly<Record<string, unknown>> = {}): Promise<Made> {
  const { status, data, files, message, cause } = await runTool(tool, { options });
  expect(status, String(message ?? cause)).toBe(200);
  const file = (name: string): string => files.find((one) => one.name === name)?.bytes.toString() ?? '';
  return { data: data as Made['data'], file };
}

const ALGORITHMS = ['ec-p256', 'ec-p384', 'rsa-2048', 'ed25519'];

describe.skipIf(!OPENSSL)('openssl verify accepts', () => {
  const verify = (certificate: string, trusted: string, ...more: string[]): string =>
    runProgram('openssl', [
      'verify',
      '-x509_strict',
      ...AT,
      ...more,
      '-CAfile',
      testFile('trusted.pem', trusted),
      testFile('one.pem', certificate),
    ]).toString();

  it.each(ALGORITHMS)('a self-signed certificate and one of a new CA, %s', async (algorithm) => {
    const alone = await make({ algorithm });
    const check = ['-purpose', 'sslserver', '-verify_ip', '::1'];
    verify(alone.file('certificate.pem'), alone.file('certificate.pem'), '-verify_hostname', 'localhost');
    const { file } = await make({ algorithm, ca: true });
    verify(file('certificate.pem'), file('ca.pem'), ...check);
    expect(file('chain.pem')).toBe(file('certificate.pem') + file('ca.pem'));
    const modulus = (args: string[]): string => runProgram('openssl', args).toString();
    const key = testFile('made.key', file('key.pem'));
    expect(modulus(['pkey', '-in', key, '-pubout'])).toBe(
      modulus(['x509', '-in', testFile('made.pem', file('certificate.pem')), '-noout', '-pubkey']),
    );
  });

  exhaustive('a certificate of a given CA, whose key is encrypted', async () => {
    const first = await make({ ca: true, newPassword: 'correct horse' });
    expect(first.file('ca-key.pem')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    const given = { issuerCertificate: first.file('ca.pem'), issuerKey: first.file('ca-key.pem') };
    const { file } = await make({ ...given, password: 'correct horse', purpose: 'client', commonName: 'Ada Lovelace' });
    verify(file('certificate.pem'), first.file('ca.pem'), '-purpose', 'sslclient');
    expect(
      runPrograms([
        {
          program: 'openssl',
          args: ['pkey', '-in', testFile('k', first.file('key.pem')), '-passin', 'pass:correct horse', '-noout'],
          input: '',
        },
      ])[0]?.status,
    ).toBe(0);
    for (const [options, message] of [
      [{ ...given, password: 'no' }, 'Cannot read option "issuerKey": the password is wrong'],
      [
        { ...given, issuerKey: file('key.pem') },
        'Option "issuerKey" must be the key of "issuerCertificate", got another key',
      ],
      [
        { issuerCertificate: file('certificate.pem'), issuerKey: file('key.pem') },
        'must be that of a CA, got CN=Ada Lovelace',
      ],
    ] as const) {
      const answer = await runTool(tool, { options });
      expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  inRounds('names, dates and purposes of all kinds', [2, 80], async (rounds) => {
    const chance = chanceOf(11);
    const names = [
      'a.example',
      '*.b.example',
      '10.0.0.1',
      '2001:db8::1',
      'x@c.example',
      'https://d.example/p',
      '::ffff:192.0.2.1',
      'bücher.example',
    ];
    for (let round = 0; round < rounds; round += 1) {
      const altNames = names.filter(() => chance(2) === 0);
      const days = 1 + chance(3_650);
      const purpose = pick(chance, ['server', 'client', 'server-client', 'email', 'code-signing']);
      const options = {
        altNames: altNames.join(', '),
        days,
        purpose,
        commonName: `Ünit ${round}`,
        organization: 'A, "B" + C',
        state: 'São Paulo',
      };
      const { data, file } = await make({
        ...options,
        algorithm: pick(chance, ['ec-p256', 'ed25519']),
        ca: chance(2) === 0,
      });
      const pem = file('certificate.pem');
      const asked = {
        server: 'sslserver',
        client: 'sslclient',
        'server-client': 'sslserver',
        email: 'smimesign',
        'code-signing': 'any',
      };
      verify(pem, file('ca.pem') || pem, '-purpose', asked[purpose as keyof typeof asked]);
      const shown = runProgram(
        'openssl',
        [
          'x509',
          '-noout',
          '-subject',
          '-enddate',
          '-dateopt',
          'iso_8601',
          '-nameopt',
          'utf8,sep_comma_plus_space,sname,esc_2253',
        ],
        pem,
      ).toString();
      expect(shown).toContain(`subject=${data.subject}\n`);
      expect(shown).toContain(`notAfter=${data.notAfter.replace('T', ' ')}`);
      expect(Date.parse(data.notAfter)).toBe(Date.parse('2026-01-02T02:59:05Z') + days * 86_400_000);
      const told = runProgram('openssl', ['x509', '-noout', '-ext', 'subjectAltName'], pem).toString();
      expect(told.match(/DNS:|IP Address:|email:|URI:/g)?.length ?? 0).toBe(altNames.length);
      for (const name of ['a.example', '*.b.example', 'x@c.example'].filter((one) => altNames.includes(one)))
        expect(told).toContain(`:${name}`);
      const decoded = await runTool(decoder, { input: pem });
      expect((decoded.data as { certificates: { altNames: string[] }[] }).certificates[0]?.altNames).toEqual(
        data.altNames,
      );
    }
  });
});

describe('a server with it', () => {
  const shakeHands = async (cert: string, key: string, ca: string, servername: string): Promise<boolean> => {
    // A handshake judges by the real time, so the certificate is made for it.
    const server = createServer({ cert, key }, (socket) => socket.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const isAddress = /^[\d.:]+$/.test(servername);
    const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca, ...(isAddress ? {} : { servername }) });
    try {
      await once(socket, 'secureConnect');
      return socket.authorized;
    } catch {
      // The client does not trust it.
      return false;
    } finally {
      socket.destroy();
      server.close();
    }
  };

  it.each(ALGORITHMS)('is trusted by Node by its name and address, %s', async (algorithm) => {
    // The clock of tests is in the past, so ten years are needed.
    const alone = await make({ algorithm, days: 3_650 });
    const [certificate, key] = [alone.file('certificate.pem'), alone.file('key.pem')];
    expect(await shakeHands(certificate, key, certificate, 'localhost')).toBe(true);
    expect(await shakeHands(certificate, key, certificate, '127.0.0.1')).toBe(true);
    expect(await shakeHands(certificate, key, certificate, 'other.example')).toBe(false);
    const { file } = await make({ algorithm, ca: true, days: 3_650 });
    expect(await shakeHands(file('chain.pem'), file('key.pem'), file('ca.pem'), 'localhost')).toBe(true);
    expect(await shakeHands(file('chain.pem'), file('key.pem'), certificate, 'localhost')).toBe(false);
  });
});

describe('alternative names', () => {
  const namesOf = async (commonName: string, altNames: string) => (await make({ commonName, altNames })).data.altNames;

  it('have the common name first, once', async () => {
    expect(await namesOf('a.example', 'b.example a.example;DNS:c.example\nIP:10.0.0.1')).toEqual([
      'DNS:a.example',
      'DNS:b.example',
      'DNS:c.example',
      'IP:10.0.0.1',
    ]);
    expect(await namesOf('My device', '')).toEqual([]);
    expect(await namesOf('10.1.2.3', '[::1], ::ffff:10.0.0.1')).toEqual(['IP:10.1.2.3', 'IP:::1', 'IP:::ffff:a00:1']);
    expect(await namesOf('bücher.example', 'MAIL.Example.')).toEqual(['DNS:xn--bcher-kva.example', 'DNS:mail.example']);
  });

  it('say when a server has none', async () => {
    expect((await make({ commonName: 'My device' })).data.warnings[0]).toContain('No subject alternative names');
  });
});
