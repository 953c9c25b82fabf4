import { type KeyObject, X509Certificate } from 'node:crypto';

import { ContentFault } from '../../lib/faults.js';
import { isKeystore, openKeystoreKey, readKeystore } from '../../lib/pki/jks.js';
import { openPkcs12 } from '../../lib/pki/pkcs12.js';

/** A key or a certificate of a container. */
export interface StoreEntry {
  readonly name: string;
  readonly key: KeyObject | undefined;
  /** DER. */
  readonly certificate: Uint8Array | undefined;
}

export interface OpenedStore {
  readonly format: 'pkcs12' | 'jks';
  readonly protection: readonly string[];
  readonly entries: readonly StoreEntry[];
}

const WEAK = /RC2|DES|SHA-?1$|SHA1/;

/** What is weak in the way a container is protected. */
export const protectionWarnings = ({ protection }: OpenedStore): string[] => {
  const weak = protection.filter((name) => WEAK.test(name));
  return weak.length === 0 ? [] : [`Weak protection: ${weak.join(', ')}; pack it anew to protect it with AES-256`];
};

/** The keys and certificates of a PKCS #12 file or Java keystore (JKS). Throws ContentFault, PasswordFault, LimitFault. */
export function openStore(bytes: Uint8Array, password: string): OpenedStore {
  if (isKeystore(bytes)) {
    const entries = readKeystore(bytes, password).flatMap(({ name, certificates, key }) => [
      // Without a password, certificates can be listed; keys stay closed.
      ...(key === undefined
        ? []
        : [{ name, key: password === '' ? undefined : openKeystoreKey(key, password), certificate: undefined }]),
      ...certificates.map((certificate) => ({ name, key: undefined, certificate })),
    ]);
    return { format: 'jks', protection: ['JKS key protection with SHA-1'], entries };
  }
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (start === 'cececece')
    throw new ContentFault(
      'it is a JCEKS keystore: convert it with keytool -importkeystore -deststoretype pkcs12 first',
    );
  const { keys, certificates, protection } = openPkcs12(bytes, password);
  return {
    format: 'pkcs12',
    protection,
    entries: [
      ...keys.map(({ value, name }) => ({ name, key: value, certificate: undefined })),
      ...certificates.map(({ value, name }) => ({ name, key: undefined, certificate: value.raw })),
    ],
  };
}

/** The certificates in the order of a chain that begins with that of a key; those that do not belong to it follow. */
export function chainFor(key: KeyObject, certificates: readonly Uint8Array[]): Uint8Array[] | undefined {
  const left = certificates.map((raw) => new X509Certificate(raw));
  const own = left.findIndex((certificate) => certificate.checkPrivateKey(key));
  if (own < 0) return undefined;
  const chain = left.splice(own, 1);
  for (let next = 0; next >= 0; ) {
    const last = chain.at(-1) as X509Certificate;
    next = left.findIndex((candidate) => last.checkIssued(candidate));
    if (next >= 0) chain.push(...left.splice(next, 1));
  }
  return [...chain, ...left].map(({ raw }) => raw);
}
