import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasOpenssl, makeKey, testFile } from '../../testing/openssl-certificates.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './csr-generator.js';

const OPENSSL = hasOpenssl('csr-generator against openssl req');
const CERTTOOL = hasProgram('certtool', ['--version'], 'csr-generator against certtool');

async function make(options: Readonly<Record<string, unknown>>) {
  const { status, data, files, message, cause } = await runTool(tool, { options });
  expect(status, String(message ?? cause)).toBe(200);
  const file = (name: string): string => files.find((one) => one.name === name)?.bytes.toString() ?? '';
  return { data: data as { subject: string; altNames: string[]; warnings: string[] }, file, files };
}

const openssl = (...args: string[]): string => runProgram('openssl', args).toString();
const SHOWN = ['-noout', '-subject', '-nameopt', 'utf8,sep_comma_plus_space,sname,esc_2253'];

describe.skipIf(!OPENSSL)('openssl req', () => {
  inRounds('verifies requests with names of all kinds, and finds the names and the key', [8, 200], async (rounds) => {
    const chance = chanceOf(10);
    for (let round = 0; round < rounds; round += 1) {
      const names = ['a.example', '*.b.example', '10.0.0.1', 'x@c.example', 'https://d.example/p'].filter(
        () => chance(2) === 0,
      );
      const { data, file } = await make({
        commonName: pick(chance, ['', 'www.example', 'Ünicode 🌍 + "quoted", <x>']),
        altNames: names.join('\n'),
        organization: pick(chance, ['', 'A, B = C\\D; "E" #']),
        state: pick(chance, ['', '# São Paulo ']),
        country: pick(chance, ['', 'BR']),
        algorithm: pick(chance, ['ec-p256', 'ec-p384', 'ed25519']),
        purpose: pick(chance, ['none', 'server', 'client', 'email', 'code-signing']),
      });
      const request = testFile('made.csr', file('request.csr'));
      expect(openssl('req', '-in', request, '-verify', ...SHOWN)).toBe(`subject=${data.subject}\n`);
      const key = testFile('made.key', file('key.pem'));
      expect(openssl('req', '-in', request, '-noout', '-pubkey')).toBe(openssl('pkey', '-in', key, '-pubout'));
      const text = openssl('req', '-in', request, '-noout', '-text');
      expect(text.match(/(?:DNS|IP Address|email|URI):/g)?.length ?? 0).toBe(data.altNames.length);
      for (const name of names) expect(text).toContain(`:${name}`);
    }
  });

  it.each(['rsa-2048', 'rsa-pss', 'p-384', 'p-521', 'secp256k1', 'ed25519', 'ed448'] as const)(
    'verifies a request with a key of its own, %s',
    async (name) => {
      const key = makeKey(name);
      const { file, files } = await make({ commonName: 'example.com', privateKey: key });
      expect(files.map((one) => one.name)).toEqual(['request.csr']);
      const request = testFile('own.csr', file('request.csr'));
      expect(openssl('req', '-in', request, '-verify', '-noout', '-pubkey')).toBe(
        openssl('pkey', '-in', testFile('own.key', key), '-pubout'),
      );
    },
  );

  it('signs with a weak key and says so, not with one that cannot sign', async () => {
    expect((await make({ privateKey: makeKey('rsa-1024'), commonName: 'a.example' })).data.warnings).toEqual([
      'Weak key: RSA with 1024 bits; 2048 are the least that browsers accept',
    ]);
    const exchange = openssl('genpkey', '-algorithm', 'X25519');
    const { status, message } = await runTool(tool, { options: { privateKey: exchange } });
    expect([status, message]).toEqual([400, 'Cannot sign the request: a key of type x25519 cannot sign certificates']);
  });
});

describe.skipIf(!CERTTOOL)('certtool', () => {
  it('reads the same names', async () => {
    const { file } = await make({ commonName: 'example.com', altNames: '*.example.com,10.0.0.1,2001:db8::1' });
    const text = runProgram('certtool', [
      '--crq-info',
      '--infile',
      testFile('made.csr', file('request.csr')),
    ]).toString();
    for (const line of [
      'DNSname: example.com',
      'DNSname: *.example.com',
      'IPAddress: 10.0.0.1',
      'IPAddress: 2001:db8::1',
      'Subject: CN=example.com',
    ])
      expect(text).toContain(line);
    expect(text).toContain('Self signature: verified');
  });
});
