/** Writes PKCS #12 files (RFC 7292); the ciphers and derivations are node:crypto's. */

import { createCipheriv, createHash, createHmac, type KeyObject, pbkdf2Sync } from 'node:crypto';

import { der, NULL, octets, oid, sequence, setOf, smallInteger, unsignedInteger } from './der.js';
import { candidates, derive } from './pkcs12.js';

interface Pkcs12Wish {
  readonly key: KeyObject;
  /** DER; that of the key first. */
  readonly certificates: readonly Uint8Array[];
  /** Friendly name; empty for none. */
  readonly name: string;
  readonly password: string;
  /** Triple-DES and SHA-1, which Windows before 2016, macOS before 15 and Java before 8u301 need. */
  readonly legacy: boolean;
  readonly random: (length: number) => Uint8Array;
}

/** Chosen: Windows, macOS, Java and Firefox open it; a guess takes 0.1 s. OpenSSL's default is 2,048. */
const ROUNDS = 100_000;
/** As OpenSSL's -legacy. */
const LEGACY_ROUNDS = 2_048;

const DATA = oid('1.2.840.113549.1.7.1');
const integer = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return unsignedInteger(bytes);
};

/** Encrypts; gives the algorithm and the content. */
function seal(bytes: Uint8Array, { password, legacy, random }: Pkcs12Wish): readonly [Uint8Array, Buffer] {
  if (legacy) {
    const salt = random(8);
    const wide = candidates(password)[0]?.wide ?? new Uint8Array(0);
    const [key, iv] = [
      derive('sha1', wide, salt, 1, LEGACY_ROUNDS, 24),
      derive('sha1', wide, salt, 2, LEGACY_ROUNDS, 8),
    ];
    const cipher = createCipheriv('des-ede3-cbc', key, iv);
    const algorithm = sequence(oid('1.2.840.113549.1.12.1.3'), sequence(octets(salt), integer(LEGACY_ROUNDS)));
    return [algorithm, Buffer.concat([cipher.update(bytes), cipher.final()])];
  }
  const [salt, iv] = [random(16), random(16)];
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256'), iv);
  const derivation = sequence(
    oid('1.2.840.113549.1.5.12'),
    sequence(octets(salt), integer(ROUNDS), sequence(oid('1.2.840.113549.2.9'), NULL)),
  );
  const scheme = sequence(oid('2.16.840.1.101.3.4.1.42'), octets(iv));
  const algorithm = sequence(oid('1.2.840.113549.1.5.13'), sequence(derivation, scheme));
  return [algorithm, Buffer.concat([cipher.update(bytes), cipher.final()])];
}

const attribute = (id: string, value: Uint8Array): Uint8Array => sequence(oid(id), setOf(value));

/** A key with its certificates as a PKCS #12 file. */
export function writePkcs12(wish: Pkcs12Wish): Uint8Array {
  const { key, certificates, name, password, legacy, random } = wish;
  const [own = new Uint8Array(0)] = certificates;
  const label = Buffer.from(name, 'utf16le').swap16();
  // The identifier ties the key to its certificate (RFC 2985, 5.5.2).
  const attributes = setOf(
    ...(name === '' ? [] : [attribute('1.2.840.113549.1.9.20', der(0x1e, label))]),
    attribute('1.2.840.113549.1.9.21', octets(createHash('sha1').update(own).digest())),
  );
  const bags = certificates.map((certificate, index) =>
    sequence(
      oid('1.2.840.113549.1.12.10.1.3'),
      der(0xa0, sequence(oid('1.2.840.113549.1.9.22.1'), der(0xa0, octets(certificate)))),
      ...(index === 0 ? [attributes] : []),
    ),
  );
  const [algorithm, content] = seal(sequence(...bags), wish);
  const encrypted = sequence(smallInteger(0), sequence(DATA, algorithm, der(0x80, content)));
  const [keyAlgorithm, keyContent] = seal(key.export({ format: 'der', type: 'pkcs8' }), wish);
  const keyBag = sequence(
    oid('1.2.840.113549.1.12.10.1.2'),
    der(0xa0, sequence(keyAlgorithm, octets(keyContent))),
    attributes,
  );
  const safe = sequence(
    sequence(oid('1.2.840.113549.1.7.6'), der(0xa0, encrypted)),
    sequence(DATA, der(0xa0, octets(sequence(keyBag)))),
  );
  const [hash, hashId, rounds] = legacy
    ? (['sha1', '1.3.14.3.2.26', LEGACY_ROUNDS] as const)
    : (['sha256', '2.16.840.1.101.3.4.2.1', ROUNDS] as const);
  const salt = random(16);
  const wide = candidates(password)[0]?.wide ?? new Uint8Array(0);
  const macKey = derive(hash, wide, salt, 3, rounds, hash === 'sha1' ? 20 : 32);
  const digest = createHmac(hash, macKey).update(safe).digest();
  const mac = sequence(sequence(sequence(oid(hashId), NULL), octets(digest)), octets(salt), integer(rounds));
  return sequence(smallInteger(3), sequence(DATA, der(0xa0, octets(safe))), mac);
}
