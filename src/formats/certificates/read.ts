import { refusing } from '../../core/refusing.js';
import { ContentFault, LimitFault, unlessFaulty } from '../../lib/faults.js';
import { readDer } from '../../lib/pki/der.js';
import { readPemBlocks } from '../../lib/pki/pem-blocks.js';
import { certificatesOfPkcs7, kindOf, type PkiKind } from '../../lib/pki/x509.js';

/** A structure found in what a caller sent. */
export interface PkiObject {
  readonly kind: PkiKind | 'encrypted-key';
  /** DER. */
  readonly bytes: Uint8Array;
  /** Bytes behind the structure that do not belong to it. */
  readonly extraBytes: number;
}

/** Most certificates in one run. */
const MAX_OBJECTS = 300;

/** Most bytes of one source. Chosen: a certificate with 10,000 names has 250,000. */
const MAX_BYTES = 1_000_000;

/** Labels whose content is not told apart by its bytes. */
const LABELS: Readonly<Record<string, PkiObject['kind']>> = {
  'ENCRYPTED PRIVATE KEY': 'encrypted-key',
  'OPENSSH PRIVATE KEY': 'private-key',
  'PUBLIC KEY': 'public-key',
  'RSA PUBLIC KEY': 'public-key',
  'EC PARAMETERS': 'unknown',
  'DH PARAMETERS': 'unknown',
};

/**
 * Everything that a text or file holds: PEM blocks among other text, DER, base64 without its lines (also inside JSON and XML), hex digits,
 * PKCS #7 taken apart. `label` names the source: `file "a.pem"`. Throws INVALID_INPUT saying what is there instead.
 */
export function readPkiObjects(source: Uint8Array | string, label: string): PkiObject[] {
  return refusing(`Cannot read ${label}`, () => {
    const objects = objectsOf(source);
    if (objects.length === 0) throw new ContentFault('it has no certificate, request or key in PEM, DER or base64');
    if (objects.length > MAX_OBJECTS) throw new LimitFault(`more than ${MAX_OBJECTS} certificates`, MAX_OBJECTS);
    const size = objects.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (size > MAX_BYTES) throw new LimitFault(`its certificates have more than ${MAX_BYTES} bytes`, MAX_BYTES);
    return objects;
  });
}

/** The same for those who can go on without: nothing where there is nothing. Throws ContentFault. */
export function objectsOf(source: Uint8Array | string): PkiObject[] {
  if (typeof source !== 'string') {
    if (source.length === 0) throw new ContentFault('it is empty');
    if (isKeystore(source)) throw new ContentFault('it is a Java keystore: pkcs12-converter lists it');
    if (source[0] === 0x30 && (source[1] ?? 0) >= 0x80) return derObjects(source);
  }
  const text = typeof source === 'string' ? source : textOf(source);
  if (/-{4,5} ?BEGIN /.test(text)) {
    return readPemBlocks(text).flatMap(({ label, bytes, isEncrypted }) => {
      const kind = isEncrypted ? 'encrypted-key' : LABELS[label];
      // OpenSSL's trusted certificates have settings of its own behind the certificate.
      const isTrusted = label === 'TRUSTED CERTIFICATE';
      if (kind !== undefined) return [{ kind, bytes, extraBytes: 0 }];
      return derObjects(bytes).map((found) => (isTrusted ? { ...found, extraBytes: 0 } : found));
    });
  }
  if (/-{4,5} ?END /.test(text))
    throw new ContentFault('its PEM block is cut short: the line -----BEGIN …----- is missing');
  return bareObjects(text);
}

/** UTF-16 is what Windows PowerShell writes. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return Buffer.from(bytes.subarray(2)).toString('utf16le');
  return Buffer.from(bytes).toString('latin1');
}

/** Base64 or hex digits of one structure, or of each that is found in another text. */
function bareObjects(text: string): PkiObject[] {
  const bare = text.trim().replace(/^data:[\w/.+-]{0,100};base64,/, '');
  const digits = bare.replace(/0x|[\s:,]/g, '');
  if (/^30[0-9a-f]{20,}$/i.test(digits) && digits.length % 2 === 0) return derObjects(Buffer.from(digits, 'hex'));
  const packed = bare.replace(/\s/g, '');
  if (/^[A-Za-z0-9+/_-]{30,}={0,2}$/.test(packed)) {
    const bytes = Buffer.from(packed, 'base64');
    // Secrets of Kubernetes have PEM in base64.
    return bytes[0] === 0x2d ? objectsOf(bytes) : derObjects(bytes);
  }
  // x5c of JWKs and X509Certificate of XML: a structure of 256 bytes or more begins with these three letters.
  const runs =
    text.replace(/\\[nr/]/g, (mark) => (mark === '\\/' ? '/' : ' ')).match(/MII[A-Za-z0-9+/\s]{200,}={0,2}/g) ?? [];
  return runs.flatMap((run) => unlessFaulty(() => derObjects(Buffer.from(run, 'base64'))) ?? []);
}

function derObjects(bytes: Uint8Array): PkiObject[] {
  checkLength(bytes);
  const kind = kindOf(bytes);
  const { raw } = readDer(bytes);
  const extraBytes = bytes.length - raw.length;
  if (kind === 'pkcs7') {
    const certificates = certificatesOfPkcs7(raw);
    if (certificates.length === 0) throw new ContentFault('it is PKCS #7 without certificates');
    return certificates.map((one) => ({ kind: 'certificate', bytes: one, extraBytes: 0 }));
  }
  return [{ kind, bytes: raw, extraBytes }];
}

/** A file that was cut is the most frequent damage, and the outermost header tells it. */
function checkLength(bytes: Uint8Array): void {
  if (bytes[0] !== 0x30) throw new ContentFault('it is not DER: it must begin with a sequence');
  const first = bytes[1] ?? 0;
  if (first < 0x81 || first > 0x84) return;
  let length = 2 + (first - 0x80);
  let value = 0;
  for (let i = 2; i < length; i += 1) value = value * 256 + (bytes[i] ?? 0);
  length += value;
  if (bytes.length < length) throw new ContentFault(`it is cut short: ${length} bytes expected, got ${bytes.length}`);
}

const isKeystore = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return start === 'feedfeed' || start === 'cececece';
};

/** What an object is, for messages that say what is there instead. */
export const KIND_NAMES: Readonly<Record<PkiObject['kind'], string>> = {
  certificate: 'a certificate',
  request: 'a certificate signing request',
  crl: 'a certificate revocation list',
  pkcs7: 'PKCS #7',
  pkcs12: 'a PKCS #12 file, which pkcs12-converter opens',
  'private-key': 'a private key',
  'encrypted-key': 'an encrypted private key',
  'public-key': 'a public key',
  unknown: 'another structure',
};

/** The kinds of objects, as one text for a message. */
export const namedKinds = (objects: readonly PkiObject[]): string =>
  [...new Set(objects.map(({ kind }) => KIND_NAMES[kind]))].join(' and ');
