import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import {
  derOf,
  hasOpenssl,
  KEY_ARGUMENTS,
  type KeyName,
  makeKey,
  makeRequest,
  testFile,
} from '../../testing/openssl-certificates.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import tool from './csr-decoder.js';

const OPENSSL = hasOpenssl('csr-decoder against openssl req');
const CERTTOOL = hasProgram('certtool', ['--version'], 'csr-decoder against certtool');

interface Told {
  readonly subject: string;
  readonly altNames: readonly string[];
  readonly valid: boolean;
  readonly reason: string;
  readonly key: { readonly pin: string };
  readonly signatureAlgorithm: string;
  readonly extensions: readonly { readonly name: string; readonly value: unknown }[];
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly warnings: readonly string[];
}

async function decode(input: string): Promise<Told> {
  const { status, data, message, cause } = await runTool(tool, { input });
  expect(status, String(message ?? cause)).toBe(200);
  return (data as { requests: [Told] }).requests[0];
}

describe.skipIf(!OPENSSL)('openssl req tells the same', () => {
  it.each(Object.keys(KEY_ARGUMENTS) as KeyName[])('of a request with a key %s', async (name) => {
    const key = makeKey(name);
    const pem = makeRequest(key, '/C=FR/ST=Île-de-France/O=Société, "Générale" + Fils/OU=#1; <a>/CN=日本 🌍', [
      'subjectAltName=DNS:a.example,DNS:*.b.example,IP:10.0.0.1,email:x@a.example',
      'keyUsage=critical,digitalSignature,keyAgreement',
      'extendedKeyUsage=clientAuth',
    ]);
    const told = await decode(pem);
    const shown = ['-noout', '-subject', '-nameopt', 'utf8,sep_comma_plus_space,sname,esc_2253'];
    expect(`subject=${told.subject}`).toBe(
      runProgram('openssl', ['req', ...shown], pem)
        .toString()
        .trim(),
    );
    const text = runProgram('openssl', ['req', '-noout', '-text'], pem).toString();
    const algorithm = /Signature Algorithm: (\S+)/.exec(text)?.[1] ?? '';
    if (name === 'rsa-pss') expect(told.signatureAlgorithm).toMatch(/^RSA-PSS/);
    else expect(told.signatureAlgorithm).toBe(algorithm);
    const spki = runProgram('openssl', ['pkey', '-pubout', '-outform', 'der'], key);
    expect(told.key.pin).toBe(runProgram('openssl', ['dgst', '-sha256', '-binary'], spki).toString('base64'));
    expect([told.valid, told.reason]).toEqual([true, '']);
    expect(told.altNames).toEqual(['DNS:a.example', 'DNS:*.b.example', 'IP:10.0.0.1', 'email:x@a.example']);
    expect(told.extensions.map(({ value }) => value).slice(1)).toEqual([
      ['digitalSignature', 'keyAgreement'],
      ['clientAuth'],
    ]);
  });

  it('of Windows labels, a challenge password, and no attributes', async () => {
    const key = testFile('plain.key', makeKey('p-256'));
    const config = testFile(
      'challenge.cnf',
      '[req]\nprompt=no\ndistinguished_name=dn\nattributes=a\n[dn]\nCN=a.example\n[a]\nchallengePassword=hunter2-hunter2\nunstructuredName=A box\n',
    );
    const pem = runProgram('openssl', ['req', '-new', '-newhdr', '-key', key, '-config', config]).toString();
    expect(pem).toContain('NEW CERTIFICATE REQUEST');
    const { body } = await runTool(tool, { input: pem });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    const told = await decode(pem);
    expect(told.attributes.map(({ name, value }) => [name, value])).toEqual([
      ['unstructuredName', 'A box'],
      ['challengePassword', '…'],
    ]);
    expect(told.warnings).toEqual([
      'No subject alternative names: public CAs refuse it for a server',
      'It holds a challenge password, which everyone who has the request can read; it is not shown',
    ]);
  });
});

describe.skipIf(!CERTTOOL)('certtool', () => {
  it('makes requests that are read and verify', async () => {
    const key = testFile(
      'gnutls.key',
      runProgram('certtool', ['--generate-privkey', '--key-type', 'ecdsa', '--curve', 'secp256r1']),
    );
    const template = testFile('gnutls.cfg', 'cn = "gnutls.example"\ndns_name = "gnutls.example"\n');
    const pem = runProgram('certtool', [
      '--generate-request',
      '--load-privkey',
      key,
      '--template',
      template,
    ]).toString();
    const told = await decode(pem);
    expect([told.valid, told.subject, told.altNames]).toEqual([true, 'CN=gnutls.example', ['DNS:gnutls.example']]);
  });
});

describe('damaged requests', () => {
  const der = derOf(readFixture('certificates/request.csr').toString());
  const answer = (bytes: Uint8Array) => runTool(tool, { files: [{ name: 'a.csr', bytes }] });

  inRounds('cut at any byte say so', [40, der.length], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const { status, message } = await answer(der.subarray(0, Math.floor((round * der.length) / rounds)));
      expect(status, message).toBe(400);
    }
  });

  inRounds('changed in many ways are refused, or decoded and not valid', [100, 1_000], async (rounds) => {
    const chance = chanceOf(23);
    for (let round = 0; round < rounds; round += 1) {
      const changed = Buffer.from(der);
      const at = chance(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 + chance(255));
      const { status, data, message, cause } = await answer(changed);
      expect([200, 400], String(message ?? cause)).toContain(status);
      // The signed part is bytes 4 to 241; what wraps the signature can be written in other ways.
      if (status === 200 && at >= 4 && at < 242)
        expect((data as { requests: [Told] }).requests[0].valid, `byte ${at}`).toBe(false);
    }
  });
});
