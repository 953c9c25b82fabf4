import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';

import { verifyCms } from './verify-cms.js';

const folder = mkdtempSync(join(tmpdir(), 'verify-cms-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const openssl = (...args: readonly string[]) => runProgram('openssl', args);

/** An authority, a certificate that it has issued, and a signature by the authority that names its key and carries both. */
function signByIssuer(): Uint8Array {
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-keyout'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    at('authority.key'),
    '-out',
    at('authority.pem'),
    '-subj',
    '/CN=Authority of a long name',
  );
  openssl('req', ...newKey, at('issued.key'), '-out', at('issued.csr'), '-subj', '/CN=I');
  writeFileSync(at('issued.cnf'), 'authorityKeyIdentifier=keyid\n');
  const authority = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    at('issued.csr'),
    ...authority,
    '-extfile',
    at('issued.cnf'),
    '-out',
    at('issued.pem'),
  );
  writeFileSync(at('data'), 'signed');
  const signer = ['-signer', at('authority.pem'), '-inkey', at('authority.key'), '-certfile', at('issued.pem')];
  openssl(
    'cms',
    '-sign',
    '-binary',
    '-keyid',
    ...signer,
    '-in',
    at('data'),
    '-outform',
    'DER',
    '-out',
    at('signature'),
  );
  return readFileSync(at('signature'));
}

it.runIf(hasProgram('openssl', ['version'], 'signatures that name a key'))(
  'a signer named by its key is found behind a certificate that it has issued',
  () => {
    const { certificate, certificates, isSignatureRight, isDigestRight } = verifyCms(
      signByIssuer(),
      Buffer.from('signed'),
    );
    // The set is sorted by bytes, so the shorter certificate, which holds the key identifier of its issuer too, comes first.
    expect(certificates.map(({ subject }) => subject)).toEqual(['CN=I', 'CN=Authority of a long name']);
    expect([certificate?.subject, isSignatureRight, isDigestRight]).toEqual([
      'CN=Authority of a long name',
      true,
      true,
    ]);
  },
);
