import { generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { readAnyKey, readKeySet, readPrivateKey, readPublicKey, readSecretKey } from './read-key.js';

const label = 'option "key"';
const faultOf = (work: () => unknown): Promise<string> =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'none',
      (error: Error) => error.message,
    );

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = publicKey.export({ format: 'jwk' });
const privateJwk = privateKey.export({ format: 'jwk' });
const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
const publicPem = String(publicKey.export({ format: 'pem', type: 'spki' }));

describe('sets of keys', () => {
  const set = JSON.stringify({
    keys: [
      { kty: 'PQC', kid: 'new' },
      { ...jwk, kid: 'a', alg: 'ES256', use: 'sig' },
      { kty: 'oct', kid: 'c', k: 'AAECAwQFBgcICQoLDA0ODw' },
      { ...jwk, kid: 'b' },
    ],
  });

  it('give the keys that can be read, with their names', async () => {
    const keys = await readKeySet(set, { label });
    expect(keys.map(({ kid, alg, use, keyType, bits }) => [kid, alg, use, keyType, bits])).toEqual([
      ['a', 'ES256', 'sig', 'ec', 256],
      ['c', '', '', 'secret', 128],
      ['b', '', '', 'ec', 256],
    ]);
  });

  it('give the one that is named, and ask for a name where several could be meant', async () => {
    expect((await readPublicKey(set, { label, kid: 'b' })).kid).toBe('b');
    expect(await faultOf(() => readPublicKey(set, { label }))).toBe(
      `Cannot read ${label}: it is a set of 3 keys; one is needed (it has "new", "a", "b")`,
    );
    expect(await faultOf(() => readPublicKey(set, { label, kid: 'z' }))).toContain('no key with the "kid"');
  });

  it('give the first fault where none can be read', async () => {
    expect(await faultOf(() => readKeySet('{"keys":[{"kty":"PQC"}]}', { label }))).toBe(
      `Cannot read ${label}: its "kty" must be RSA, EC, OKP or oct`,
    );
    expect(await faultOf(() => readKeySet('{"keys":[]}', { label }))).toContain('not a key in any known notation');
  });
});

describe('symmetric keys', () => {
  it('are text, hex, base64 or a JWK', () => {
    const bytesOf = (text: string, encoding: 'text' | 'hex' | 'base64') =>
      readSecretKey(text, encoding, label).export().toString('latin1');
    expect(bytesOf('abc', 'text')).toBe('abc');
    expect(bytesOf(' 61:62 63 ', 'hex')).toBe('abc');
    expect(bytesOf('YWJj', 'base64')).toBe('abc');
    expect(bytesOf('{"kty":"oct","k":"YWJj"}', 'text')).toBe('abc');
    expect(bytesOf('{"a', 'text')).toBe('{"a');
    expect(bytesOf('ssh-secret', 'text')).toBe('ssh-secret');
  });

  it('are never an asymmetric key taken for text, in whatever notation', async () => {
    for (const text of [
      pem,
      publicPem,
      publicPem.replaceAll('\n', '\\n'),
      `  ${publicPem}`,
      JSON.stringify(jwk),
      JSON.stringify(privateJwk),
    ])
      expect(await faultOf(() => readSecretKey(text, 'text', label))).toMatch(
        /it is a (?:public|private) key; a symmetric key is needed$/,
      );
  });

  it('are not in the message where their encoding is wrong', async () => {
    expect(await faultOf(() => readSecretKey('geheim!', 'hex', label))).toBe(
      `Cannot read ${label}: it must be hexadecimal digits, two per byte`,
    );
    expect(await faultOf(() => readSecretKey('gehe!m', 'base64', label))).toBe(
      `Cannot read ${label}: it must be base64`,
    );
  });
});

describe('messy text', () => {
  const forms: Readonly<Record<string, string | Uint8Array>> = {
    'Windows line ends': pem.replaceAll('\n', '\r\n'),
    indentation: pem.replaceAll('\n', '\n    '),
    'one line': pem.replaceAll('\n', ' '),
    'no line breaks at all': pem.replaceAll('\n', ''),
    'JSON quotes': JSON.stringify(pem),
    'a value in .env': `'${pem.replaceAll('\n', '\\n')}'`,
    'quoted mail': `> ${pem.replaceAll('\n', '\n> ')}`,
    'a dash lost at both ends': pem.trim().slice(1, -1),
    'text around it': `Bag Attributes\n    friendlyName: Zoë\n${pem}\nThanks`,
    'names in Latin-1 above it': Buffer.from(`friendlyName: Müller\n${pem}`, 'latin1'),
    'UTF-16 with its mark': Buffer.from(`\ufeff${pem}`, 'utf16le'),
    'a byte order mark': `\ufeff${pem}`,
    'a wrong label': pem.replaceAll('PRIVATE KEY', 'RSA PRIVATE KEY'),
    'a service account': JSON.stringify({ type: 'service_account', private_key: pem }),
    'after its parameters': `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${pem}`,
    'after its public key': `${publicPem}${pem}`,
    'base64 without armour': pem.replace(/-----[^-]+-----|\n/g, ''),
  };
  it.each(Object.entries(forms))('with %s is read', async (_, text) => {
    const { key } = await readPrivateKey(text, { label });
    expect(key.equals(privateKey)).toBe(true);
  });
});

describe('what else is found', () => {
  it('is named', async () => {
    expect(await faultOf(() => readPrivateKey(publicPem, { label }))).toBe(
      `Cannot read ${label}: it is a public key; a private key is needed`,
    );
    expect(await faultOf(() => readAnyKey('', { label }))).toBe(`Cannot read ${label}: it is empty; a key is needed`);
    expect(await faultOf(() => readPrivateKey('ssh-ed25519 AAAA', { label }))).toContain('a private key is needed');
  });
});
