import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import {
  hasOpenssl,
  KEY_ARGUMENTS,
  type KeyName,
  makeCertificate,
  makeKey,
  makeRequest,
  testFile,
} from '../../testing/openssl-certificates.js';
import { runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './certificate-key-matcher.js';

const OPENSSL = hasOpenssl('certificate-key-matcher against openssl');

async function match(input: string, options = {}, files: { name: string; bytes: Uint8Array }[] = []) {
  const { status, data, message, cause } = await runTool(tool, { input, options, files });
  expect(status, String(message ?? cause)).toBe(200);
  return data as { valid: boolean; reason: string; items: { type: string; pin: string }[]; warnings: string[] };
}

describe.skipIf(!OPENSSL)('keys that OpenSSL made', () => {
  const NAMES = Object.keys(KEY_ARGUMENTS) as KeyName[];
  const made = OPENSSL
    ? NAMES.map((name) => {
        const key = makeKey(name);
        return {
          name,
          key,
          certificate: makeCertificate({ key, subject: `/CN=${name}` }),
          request: makeRequest(key, `/CN=${name}`),
        };
      })
    : [];

  it.each(NAMES)('match their certificate and request, %s', async (name) => {
    const { key, certificate, request } = made.find((one) => one.name === name) as (typeof made)[number];
    const told = await match(certificate + request, { key });
    expect([told.valid, told.reason]).toEqual([true, '']);
    expect(told.items.map(({ type }) => type)).toEqual(['certificate', 'request', 'private key']);
    const info = runProgram('openssl', ['pkey', '-pubout', '-outform', 'der'], key);
    const pin = runProgram('openssl', ['dgst', '-sha256', '-binary'], info).toString('base64');
    expect(told.items.map((item) => item.pin)).toEqual([pin, pin, pin]);
    expect(told.warnings).toHaveLength(name === 'rsa-1024' ? 1 : 0);
  });

  exhaustive('match nothing else', async () => {
    for (const { key, name } of made)
      for (const other of made.filter((one) => one.name !== name)) {
        expect((await match(other.certificate, { key })).valid, `${name} ${other.name}`).toBe(false);
        expect((await match(other.request, { key })).valid).toBe(false);
      }
  });

  it('that are encrypted match with their password only', async () => {
    const [{ key, certificate }] = made as [(typeof made)[number]];
    const locked = runProgram('openssl', [
      'pkcs8',
      '-topk8',
      '-in',
      testFile('plain.key', key),
      '-passout',
      'pass:secret',
    ]).toString();
    expect((await match(certificate + locked, { password: 'secret' })).valid).toBe(true);
    for (const password of ['', 'wrong']) {
      const { status, message } = await runTool(tool, { input: certificate + locked, options: { password } });
      expect([status, message]).toEqual([400, expect.stringMatching(/password/)]);
    }
  });
});

describe('chains', () => {
  const read = (name: string): string => readFixture(`certificates/${name}`).toString();
  it('match where one of their certificates does, in any order', async () => {
    const chain = read('issuing.pem') + read('server.pem') + read('root.pem');
    expect((await match(chain, { key: read('server.key') })).valid).toBe(true);
    const told = await match(chain, { key: read('other.key') });
    expect(told.reason).toBe('The certificate of input and the private key of key have different keys');
  });
});
