import { z } from 'zod';

import { invalid, quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { json, type OutputFile, withFiles } from '../../core/results.js';
import type { InputFile } from '../../core/tool.js';
import { publicInfo } from '../../lib/pki/build-x509.js';
import { commonNameOf, nameText } from '../../lib/pki/names.js';
import { keyFacts } from '../../lib/pki/public-keys.js';
import { writePkcs12 } from '../../lib/pki/write-pkcs12.js';
import { parseCertificate } from '../../lib/pki/x509.js';
import { type ReadKey, readPrivateKey } from '../keys/read-key.js';
import type { Random } from '../keys/write-key.js';
import { chainFor, openStore, protectionWarnings } from './keystores.js';
import { certificateFile, keyFile } from './make.js';
import { readPkiObjects } from './read.js';
import { fingerprintsOf } from './report.js';

export const storeRow = z.object({
  name: z.string().describe('Friendly name or alias; empty if there is none.'),
  type: z.enum(['private key', 'certificate']).describe('What it is.'),
  subject: z.string().describe('Owner of a certificate; empty for keys.'),
  notAfter: z.string().describe('End of validity of a certificate, ISO 8601; empty for keys.'),
  keyType: z.string().describe('Type of the key; empty for a key that stays closed.'),
  bits: z.int().describe('Size of the key in bits; 0 if unknown.'),
  sha256: z.string().describe('Fingerprint of a certificate in hex; empty for keys.'),
});

type Entry = z.output<typeof storeRow>;

interface Conversion {
  readonly password: string;
  readonly newPassword: string;
  readonly keyPassword: string;
  readonly name: string;
  readonly legacy: boolean;
}

function certificateEntry(name: string, bytes: Uint8Array): Entry {
  const { subject, notAfter, publicKey } = parseCertificate(bytes);
  const { keyType, bits } = keyFacts(publicKey);
  const { sha256 } = fingerprintsOf(bytes);
  return { name, type: 'certificate', subject: nameText(subject), notAfter, keyType, bits, sha256 };
}

const unpackedName = (base: string, index: number): string =>
  index === 0 ? `${base}.pem` : `${base}-${index + 1}.pem`;

/** Takes a container apart into PEM files. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export function unpackStore(
  { name: fileName, bytes }: InputFile,
  { password, newPassword }: Conversion,
  random: Random,
) {
  const label = `Cannot open file ${quote(fileName)}`;
  const store = refusing(label, () => openStore(bytes, password));
  const entries = store.entries.map(({ name, key, certificate }): Entry => {
    if (certificate !== undefined) return refusing(label, () => certificateEntry(name, certificate));
    const { keyType = '', bits = 0 } = key === undefined ? {} : keyFacts(publicInfo(key));
    return { name, type: 'private key', subject: '', notAfter: '', keyType, bits, sha256: '' };
  });
  const keys = store.entries.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const certificates = store.entries.flatMap(({ certificate }) => (certificate === undefined ? [] : [certificate]));
  const files: OutputFile[] = [];
  let rest: readonly Uint8Array[] = certificates;
  for (const [index, key] of keys.entries()) {
    files.push(keyFile(unpackedName('key', index), key, newPassword, random));
    const [own, ...others] = chainFor(key, rest) ?? [];
    if (own === undefined) continue;
    files.push(certificateFile(unpackedName('certificate', index), own));
    rest = others;
  }
  if (rest.length > 0) files.push(certificateFile(keys.length === 0 ? 'certificates.pem' : 'chain.pem', ...rest));
  const isClosed = store.format === 'jks' && password === '' && entries.some(({ type }) => type === 'private key');
  const warnings = [
    ...protectionWarnings(store),
    ...(isClosed ? ['The private keys stay closed: they need the password of the keystore'] : []),
    ...(keys.length > 0 && newPassword === ''
      ? ['The private key is not encrypted: set "newPassword" to protect it']
      : []),
  ];
  return withFiles(json({ format: store.format, protection: store.protection, entries, warnings }), files);
}

/** Packs one private key with its certificates as PKCS #12. Throws INVALID_INPUT. */
export async function packStore(input: string, files: readonly InputFile[], settings: Conversion, random: Random) {
  const { password, keyPassword, name, legacy } = settings;
  const sources = [
    ...(input.trim() === '' ? [] : [{ label: 'property "input"', content: input }]),
    ...files.map((file) => ({ label: `file ${quote(file.name)}`, content: file.bytes })),
  ];
  const certificates: Uint8Array[] = [];
  let found: ReadKey | undefined;
  for (const { label, content } of sources) {
    const objects = readPkiObjects(content, label);
    certificates.push(...objects.filter(({ kind }) => kind === 'certificate').map(({ bytes }) => bytes));
    const keys = objects.filter(({ kind }) => kind === 'private-key' || kind === 'encrypted-key');
    if (keys.length === 0) continue;
    if (found !== undefined || keys.length > 1) throw invalid('Cannot pack: only one private key can be packed');
    found = await readPrivateKey(content, { label, password: keyPassword });
  }
  if (found === undefined) throw invalid('Cannot pack: a private key is needed, in PEM or DER');
  const { key } = found;
  const chain = chainFor(key, certificates);
  if (chain === undefined)
    throw invalid(
      certificates.length === 0
        ? 'Cannot pack: the certificate of the private key is needed'
        : 'Cannot pack: none of the certificates belongs to the private key',
    );
  const own = parseCertificate(chain[0] as Uint8Array);
  const friendly = name.trim() === '' ? (commonNameOf(own.subject) ?? '') : name.trim();
  const bytes = writePkcs12({ key, certificates: chain, name: friendly, password, legacy, random });
  const { keyType, bits } = keyFacts(publicInfo(key));
  const keyEntry: Entry = { name: friendly, type: 'private key', subject: '', notAfter: '', keyType, bits, sha256: '' };
  const rows = chain.map((certificate, index) => certificateEntry(index === 0 ? friendly : '', certificate));
  const warnings = [
    ...(password === '' ? ['The password is empty: everyone can open the file'] : []),
    ...(legacy ? ['Weak protection: 3DES-CBC, HMAC-SHA-1; only for programs that cannot read AES'] : []),
  ];
  const protection = legacy ? ['HMAC-SHA-1', '3DES-CBC'] : ['HMAC-SHA-256', 'AES-256-CBC'];
  const file = { name: 'certificate.p12', mime: 'application/x-pkcs12', bytes };
  return withFiles(json({ format: 'pkcs12', protection, entries: [keyEntry, ...rows], warnings }), [file]);
}
