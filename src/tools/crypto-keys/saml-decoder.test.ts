import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasOpenssl, makeCertificate, makeKey, testFile } from '../../testing/openssl-certificates.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import tool from './saml-decoder.js';

const XMLSEC =
  hasProgram('xmlsec1', ['--version'], 'saml-decoder against xmlsec1') && hasOpenssl('saml-decoder against xmlsec1');
const SIGNED = readFixture('saml/response.xml').toString();
const CERTIFICATE = readFixture('saml/idp.pem').toString();
const AT = '2026-01-02T03:01:00Z';

interface Told {
  readonly message: string;
  readonly binding: string;
  readonly relayState: string;
  readonly valid: boolean;
  readonly reason: string;
  readonly issuer: string;
  readonly assertions: readonly {
    readonly nameId: string;
    readonly attributes: readonly { readonly values: readonly string[] }[];
  }[];
  readonly signatures: readonly {
    readonly element: string;
    readonly key: string;
    readonly valid: boolean;
    readonly reason: string;
  }[];
  readonly warnings: readonly string[];
}

async function decode(input: string, options = {}): Promise<Told> {
  const { status, data, message, cause } = await runTool(tool, { input, options: { at: AT, ...options } });
  expect(status, String(message ?? cause)).toBe(200);
  return data as Told;
}

describe('forms of a message', () => {
  const base64 = Buffer.from(SIGNED).toString('base64');
  const deflated = deflateRawSync(SIGNED).toString('base64');
  const FORMS: readonly (readonly [string, string, string])[] = [
    ['base64', base64, 'post'],
    ['base64 with line breaks', base64.replace(/.{76}/g, '$&\r\n'), 'post'],
    ['base64 without padding', base64.replace(/=+$/, ''), 'post'],
    ['base64url', Buffer.from(SIGNED).toString('base64url'), 'post'],
    ['a form body', `SAMLResponse=${encodeURIComponent(base64)}&RelayState=a+b`, 'post'],
    ['deflated', deflated, 'redirect'],
    ['deflated and percent-encoded', encodeURIComponent(deflated), 'redirect'],
    ['a URL', `https://sp.example/acs?SAMLResponse=${encodeURIComponent(deflated)}&RelayState=a%20b`, 'redirect'],
    ['XML', `\ufeff${SIGNED}`, 'xml'],
  ];
  it.each(FORMS)('%s', async (_, input, binding) => {
    const told = await decode(input, { certificate: CERTIFICATE });
    expect([told.message, told.binding, told.valid, told.reason]).toEqual(['Response', binding, true, '']);
    expect(told.assertions[0]?.attributes[0]?.values).toEqual(['admins', 'staff & co']);
    expect(told.relayState).toBe(input.includes('RelayState') ? 'a b' : '');
  });
});

describe('signatures', () => {
  it('without a certificate are checked with the one inside, which does not make it valid', async () => {
    const told = await decode(SIGNED);
    expect(told.signatures.map(({ key, valid }) => [key, valid])).toEqual([['embedded', true]]);
    expect([told.valid, told.reason]).toEqual([
      false,
      'The sender is not known: the certificate inside the message was used',
    ]);
  });

  inRounds('do not hold once anything signed is changed', [30, 300], async (rounds) => {
    const chance = chanceOf(7);
    const [start, end] = [SIGNED.indexOf('<saml:Subject>'), SIGNED.indexOf('</saml:Assertion>')];
    for (let round = 0; round < rounds; round += 1) {
      const at = start + chance(end - start);
      const letter = SIGNED[at] ?? '';
      if (!/[a-z0-9]/i.test(letter)) continue;
      const changed = `${SIGNED.slice(0, at)}${letter === 'x' ? 'y' : 'x'}${SIGNED.slice(at + 1)}`;
      const { status, data } = await runTool(tool, { input: changed, options: { certificate: CERTIFICATE } });
      if (status === 200) expect((data as Told).valid, `at ${at}`).toBe(false);
      else expect(status).toBe(400);
    }
  });

  it('that cover another element are told as wrapping', async () => {
    const assertion = SIGNED.slice(SIGNED.indexOf('<saml:Assertion'), SIGNED.indexOf('</samlp:Response>'));
    const signature = assertion.slice(assertion.indexOf('<ds:Signature '), assertion.indexOf('</ds:Signature>') + 15);
    const forged = assertion.replace(signature, '').replace('ID="_a1"', 'ID="_evil"').replace('ada@', 'admin@');
    const put = (inner: string): string => SIGNED.replace(assertion, inner);
    // A forged assertion before the signed one: the signature holds, and covers the other.
    const beside = await decode(put(forged + assertion), { certificate: CERTIFICATE });
    expect([beside.valid, beside.reason]).toEqual([false, 'An assertion is not covered by any signature: _evil']);
    expect(beside.warnings).toContain('Assertion _evil is not covered by a valid signature');
    // The signature moved into the forged one, the signed one kept in an extension.
    const moved = forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    const wrapped = await decode(
      put(`${moved}<samlp:Extensions>${assertion.replace(signature, '')}</samlp:Extensions>`),
      { certificate: CERTIFICATE },
    );
    expect([wrapped.valid, wrapped.reason]).toEqual([
      false,
      'Signature wrapping: it is in saml:Assertion, but covers saml:Assertion',
    ]);
    // Two elements of one ID.
    const twins = await decode(put(forged.replace('_evil', '_a1') + assertion), { certificate: CERTIFICATE });
    expect([twins.valid, twins.reason]).toEqual([false, 'Signature wrapping: 2 elements have the ID it refers to']);
  });

  it('are told to be missing', async () => {
    const bare = SIGNED.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, '');
    expect((await decode(bare, { certificate: CERTIFICATE })).reason).toBe('It is not signed');
  });

  it('of an expired assertion still hold, with a warning', async () => {
    const told = await decode(SIGNED, { certificate: CERTIFICATE, at: '2026-02-01' });
    expect([told.valid, told.warnings]).toEqual([true, ['Assertion _a1 expired on 2026-01-02T03:05:00Z']]);
  });
});

describe.skipIf(!XMLSEC)('xmlsec1', () => {
  const METHODS = [
    ['rsa-2048', 'rsa-sha256', 'xmlenc#sha256'],
    ['rsa-2048', 'rsa-sha512', 'xmlenc#sha512'],
    ['rsa-2048', 'rsa-sha384', 'xmldsig-more#sha384'],
    ['p-256', 'ecdsa-sha256', 'xmlenc#sha256'],
    ['p-384', 'ecdsa-sha384', 'xmldsig-more#sha384'],
    ['p-521', 'ecdsa-sha512', 'xmlenc#sha512'],
  ] as const;
  inRows(2, METHODS)('signs what verifies here: %s, %#', async (...row) => {
    const [keyName, method, digest] = row;
    const key = makeKey(keyName);
    const certificate = makeCertificate({ key, subject: '/CN=idp' });
    const namespaces = { 'xmlenc#sha256': '2001/04', 'xmlenc#sha512': '2001/04', 'xmldsig-more#sha384': '2001/04' };
    const template = SIGNED.replace(/xmldsig-more#ecdsa-sha256/, `xmldsig-more#${method}`)
      .replace(/2001\/04\/xmlenc#sha256/, `${namespaces[digest]}/${digest}`)
      .replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>')
      .replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')
      .replace(/<ds:X509Data>[\s\S]*<\/ds:X509Data>/, '<ds:X509Data/>');
    const files = [testFile('saml.key', key), testFile('saml.pem', certificate)].join(',');
    const id = ['--id-attr:ID', 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion'];
    const signed = runProgram('xmlsec1', [
      '--sign',
      '--privkey-pem',
      files,
      ...id,
      testFile('template.xml', template),
    ]).toString();
    const told = await decode(signed, { certificate });
    expect([told.valid, told.reason]).toEqual([true, '']);
    const other = makeCertificate({ key: makeKey(keyName), subject: '/CN=other' });
    expect((await decode(signed, { certificate: other })).valid).toBe(false);
  });

  it('signs redirects: the URL is covered as it is', async () => {
    const key = makeKey('rsa-2048');
    const certificate = makeCertificate({ key, subject: '/CN=sp' });
    const xml = '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_q" Version="2.0"/>';
    const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
    const query = `SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}&RelayState=x%2fy&SigAlg=${encodeURIComponent(algorithm)}`;
    const signature = sign('sha256', Buffer.from(query), key).toString('base64');
    const url = `https://idp.example/sso?${query}&Signature=${encodeURIComponent(signature)}`;
    expect((await decode(url, { certificate })).valid).toBe(true);
    expect((await decode(url.replace('x%2fy', 'x%2fz'), { certificate })).valid).toBe(false);
    expect((await decode(url)).reason).toContain('Not checked');
  });
});

describe('hostile messages', () => {
  const answer = async (input: string) => {
    const { status, message, cause } = await runTool(tool, { input, options: { certificate: CERTIFICATE } });
    expect([200, 400, 413], String(message ?? cause)).toContain(status);
    return { status, message };
  };

  it('of great depth, size and expansion are refused', async () => {
    const root = '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">';
    expect((await answer(`${root}${'<a>'.repeat(500)}${'</a>'.repeat(500)}</samlp:Response>`)).status).toBe(413);
    expect((await answer(`${root}${'<a/>'.repeat(30_000)}</samlp:Response>`)).status).toBe(413);
    expect((await answer(deflateRawSync(`${root}${' '.repeat(5_000_000)}`).toString('base64'))).status).toBe(413);
    expect(
      (
        await answer(
          `${root}${SIGNED.match(/<ds:Signature [\s\S]*<\/ds:Signature>/)?.[0].repeat(9) ?? ''}</samlp:Response>`,
        )
      ).status,
    ).toBe(400);
  });

  inRounds('cut and changed are refused, or decoded', [60, 500], async (rounds) => {
    const chance = chanceOf(31);
    for (let round = 0; round < rounds; round += 1) {
      const changed = Buffer.from(SIGNED);
      for (let count = 1 + chance(3); count > 0; count -= 1) changed[chance(changed.length)] = 32 + chance(95);
      await answer(changed.toString());
      await answer(SIGNED.slice(0, Math.floor((round * SIGNED.length) / rounds)) || '<');
      await answer(
        Buffer.from(changed)
          .toString('base64')
          .slice(0, 1 + chance(4_000)),
      );
    }
  });
});
