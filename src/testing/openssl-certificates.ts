/** Keys, certificates and requests that OpenSSL makes for tests, in a folder that goes with the process. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hasProgram, runProgram } from './programs.js';

export const hasOpenssl = (untested: string): boolean => hasProgram('openssl', ['version'], untested);

/** A folder for files of tests, removed when the process ends. */
function testFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Arguments of `openssl genpkey` by a name of the key. */
export const KEY_ARGUMENTS = {
  'rsa-1024': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
  'rsa-2048': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'rsa-pss': ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'p-256': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'p-384': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'p-521': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  secp256k1: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
  brainpool: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  ed25519: ['-algorithm', 'ED25519'],
  ed448: ['-algorithm', 'ED448'],
} as const;

export type KeyName = keyof typeof KEY_ARGUMENTS;

/** A new private key in PEM form, PKCS #8. */
export const makeKey = (name: KeyName): string => runProgram('openssl', ['genpkey', ...KEY_ARGUMENTS[name]]).toString();

interface CertificateWish {
  readonly key: string;
  readonly subject: string;
  /** Lines of an OpenSSL configuration such as `basicConstraints=CA:TRUE`. */
  readonly extensions?: readonly string[];
  readonly digest?: string;
  readonly days?: number;
  readonly more?: readonly string[];
  readonly issuer?: { readonly certificate: string; readonly key: string };
}

let folder: string | undefined;

/** Writes a text into the folder; gives its path. */
export function testFile(name: string, text: string | Uint8Array): string {
  folder ??= testFolder('openssl-test');
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A certificate in PEM form, self-signed where no issuer is given; valid from now on. */
export function makeCertificate(wish: CertificateWish): string {
  const { key, subject, extensions = [], digest, days = 365, more = [], issuer } = wish;
  const keyFile = testFile('subject.key', key);
  const config = testFile('config.cnf', `[req]\ndistinguished_name=dn\n[dn]\n[x]\n${extensions.join('\n')}\n`);
  const hash = digest === undefined ? [] : [`-${digest}`];
  const request = ['req', '-new', '-config', config, '-key', keyFile, '-subj', subject, '-utf8', ...hash];
  if (issuer === undefined)
    return runProgram('openssl', [...request, '-x509', '-days', `${days}`, '-extensions', 'x', ...more]).toString();
  const csr = testFile('request.csr', runProgram('openssl', request));
  const [ca, caKey] = [testFile('ca.pem', issuer.certificate), testFile('ca.key', issuer.key)];
  const sign = ['x509', '-req', '-in', csr, '-CA', ca, '-CAkey', caKey, '-days', `${days}`, '-CAcreateserial'];
  return runProgram('openssl', [...sign, '-extfile', config, '-extensions', 'x', ...hash, ...more]).toString();
}

/** A request in PEM form. */
export function makeRequest(key: string, subject: string, extensions: readonly string[] = []): string {
  const keyFile = testFile('subject.key', key);
  const more = extensions.flatMap((line) => ['-addext', line]);
  const config = testFile('config.cnf', '[req]\ndistinguished_name=dn\n[dn]\n');
  return runProgram('openssl', [
    'req',
    '-new',
    '-config',
    config,
    '-key',
    keyFile,
    '-subj',
    subject,
    '-utf8',
    ...more,
  ]).toString();
}

/** The DER of one PEM block. */
export const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');

/** The certificates that Debian trusts; `undefined` where the machine has none. */
export function machineBundle(): string | undefined {
  try {
    return readFileSync('/etc/ssl/certs/ca-certificates.crt', 'utf8');
  } catch {
    // The caller skips its test, and says so.
    return undefined;
  }
}
