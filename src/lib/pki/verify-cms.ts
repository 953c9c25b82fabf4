import { constants, createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { ContentFault } from '../faults.js';
import { issuerAndSerial } from './cms.js';
import { childAt, type DerNode, derChildren, integerOf, octetsOf, oidOf, readDer, timeOf } from './der.js';

/** What a CMS signature (RFC 5652) says, and whether it holds. */
export interface CmsResult {
  readonly certificate: X509Certificate | undefined;
  readonly certificates: readonly X509Certificate[];
  /** As `SHA-256`. */
  readonly digestAlgorithm: string;
  /** As `RSA`, `RSA-PSS`, `ECDSA`, `EdDSA`. */
  readonly signatureAlgorithm: string;
  /** The data are those that were signed. */
  readonly isDigestRight: boolean;
  /** The signature was made with the key of the certificate. */
  readonly isSignatureRight: boolean;
  /** Time that the signer states in the CMS, ISO 8601. */
  readonly signingTime: string | undefined;
  /** Time of a time-stamp token for the signature, not checked; ISO 8601. */
  readonly timestamp: string | undefined;
}

const DIGESTS: ReadonlyMap<string, readonly [hash: string, name: string]> = new Map([
  ['1.2.840.113549.2.5', ['md5', 'MD5']],
  ['1.3.14.3.2.26', ['sha1', 'SHA-1']],
  ['2.16.840.1.101.3.4.2.4', ['sha224', 'SHA-224']],
  ['2.16.840.1.101.3.4.2.1', ['sha256', 'SHA-256']],
  ['2.16.840.1.101.3.4.2.2', ['sha384', 'SHA-384']],
  ['2.16.840.1.101.3.4.2.3', ['sha512', 'SHA-512']],
  ['2.16.840.1.101.3.4.2.8', ['sha3-256', 'SHA3-256']],
  ['2.16.840.1.101.3.4.2.9', ['sha3-384', 'SHA3-384']],
  ['2.16.840.1.101.3.4.2.10', ['sha3-512', 'SHA3-512']],
]);

const ATTRIBUTES = {
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  timestamp: '1.2.840.113549.1.9.16.2.14',
} as const;

const RSA_PSS = '1.2.840.113549.1.1.10';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TIMESTAMP_INFO = '1.2.840.113549.1.9.16.1.4';

interface SignedData {
  readonly contentType: string;
  readonly content: Uint8Array | undefined;
  readonly certificates: readonly X509Certificate[];
  readonly signer: readonly DerNode[];
}

function readSignedData(bytes: Uint8Array): SignedData {
  const root = readDer(bytes);
  if (oidOf(childAt(root, 0)) !== SIGNED_DATA) throw new ContentFault('it is not a signature');
  const [, , encapsulated, ...rest] = derChildren(childAt(childAt(root, 1, 0xa0), 0));
  if (encapsulated === undefined) throw new ContentFault('it is damaged');
  const [type, content] = derChildren(encapsulated);
  const certificates = rest.filter(({ tag }) => tag === 0xa0).flatMap((set) => derChildren(set).flatMap(certificateOf));
  const signers = rest.find(({ tag }) => tag === 0x31);
  const signer = signers && derChildren(signers)[0];
  if (type === undefined || signer === undefined) throw new ContentFault('it has no signer');
  return {
    contentType: oidOf(type),
    content: content && octetsOf(childAt(content, 0)),
    certificates,
    signer: derChildren(signer),
  };
}

function certificateOf({ tag, raw }: DerNode): X509Certificate[] {
  if (tag !== 0x30) return [];
  try {
    return [new X509Certificate(raw)];
  } catch {
    // One that the library cannot read is as good as missing: then no signer is found, which is told.
    return [];
  }
}

type HashData = (hash: string) => Uint8Array;

/** Checks a CMS signature over data that are not in it, or of which only a digest is. Throws ContentFault. */
export function verifyCms(bytes: Uint8Array, data: Uint8Array): CmsResult {
  const { contentType, content, certificates, signer } = readSignedData(bytes);
  const hashData: HashData = (name) => createHash(name).update(data).digest();
  const [, id, digestNode, ...rest] = signer;
  if (id === undefined || digestNode === undefined) throw new ContentFault('it is damaged');
  const digest = DIGESTS.get(oidOf(childAt(digestNode, 0)));
  if (digest === undefined) throw new ContentFault('its digest algorithm is not supported');
  const [hash, digestAlgorithm] = digest;
  const signed = rest.find(({ tag }) => tag === 0xa0);
  const [algorithm, value] = rest.filter(({ tag }) => tag === 0x30 || tag === 0x04);
  if (algorithm === undefined || value === undefined) throw new ContentFault('it is damaged');
  const candidates = certificates.filter((candidate) => isSigner(candidate, id));
  const attribute = (holder: DerNode | undefined, oid: string): DerNode | undefined => {
    const found = holder && derChildren(holder).find((item) => oidOf(childAt(item, 0)) === oid);
    return found && childAt(childAt(found, 1, 0x31), 0);
  };
  // The data are what is in the CMS where something is: their digest (adbe.pkcs7.sha1), or a time stamp's (RFC 3161).
  const isRight = content === undefined || isContentRight(contentType, content, hashData);
  const direct = content === undefined ? hashData(hash) : createHash(hash).update(content).digest();
  const stated = attribute(signed, ATTRIBUTES.messageDigest);
  const isDigestRight =
    isRight && (signed === undefined || (stated !== undefined && Buffer.from(octetsOf(stated)).equals(direct)));
  const time = attribute(signed, ATTRIBUTES.signingTime);
  const unsigned = rest.findLast(({ tag }) => tag === 0xa1);
  const token = attribute(unsigned, ATTRIBUTES.timestamp);
  // What is signed has the tag of a set (RFC 5652, 5.4).
  const message = signed === undefined ? undefined : Buffer.concat([Uint8Array.of(0x31), signed.raw.subarray(1)]);
  const tries = candidates.map((certificate) => ({
    certificate,
    ...checkSignature(certificate, algorithm, hash, octetsOf(value), message ?? content ?? data),
  }));
  const { certificate, name, isSignatureRight } = tries.find((tried) => tried.isSignatureRight) ??
    tries[0] ?? { certificate: undefined, name: isPss(algorithm) ? 'RSA-PSS' : 'unknown', isSignatureRight: false };
  return {
    certificate,
    certificates,
    digestAlgorithm,
    signatureAlgorithm: name,
    isDigestRight,
    isSignatureRight,
    signingTime: contentType === TIMESTAMP_INFO && content !== undefined ? stampTime(content) : time && timeOf(time),
    timestamp: token && tokenTime(token.raw),
  };
}

function isSigner(certificate: X509Certificate, id: DerNode): boolean {
  if (id.tag === 0x80) {
    // A key identifier: the library does not give it, so a certificate that holds its bytes may be the signer's, or one that the signer
    // has issued. Each is tried.
    return Buffer.from(certificate.raw).includes(Buffer.from(id.content));
  }
  const [issuer, serial] = derChildren(id);
  const own = issuerAndSerial(certificate.raw);
  return (
    issuer !== undefined &&
    serial !== undefined &&
    Buffer.from(issuer.raw).equals(Buffer.from(own.issuer)) &&
    Buffer.from(serial.raw).equals(Buffer.from(own.serial))
  );
}

function isContentRight(type: string, content: Uint8Array, hashData: HashData): boolean {
  if (type !== TIMESTAMP_INFO) return Buffer.from(content).equals(Buffer.from(hashData('sha1')));
  const imprint = childAt(readDer(content), 2, 0x30);
  const digest = DIGESTS.get(oidOf(childAt(childAt(imprint, 0), 0)));
  if (digest === undefined) throw new ContentFault('its digest algorithm is not supported');
  return Buffer.from(octetsOf(childAt(imprint, 1))).equals(Buffer.from(hashData(digest[0])));
}

const stampTime = (content: Uint8Array): string | undefined => timeOf(childAt(readDer(content), 4));

function tokenTime(token: Uint8Array): string | undefined {
  const { contentType, content } = readSignedData(token);
  return contentType === TIMESTAMP_INFO && content !== undefined ? stampTime(content) : undefined;
}

const isPss = (algorithm: DerNode): boolean => oidOf(childAt(algorithm, 0)) === RSA_PSS;

function checkSignature(
  certificate: X509Certificate,
  algorithm: DerNode,
  hash: string,
  signature: Uint8Array,
  data: Uint8Array,
): { name: string; isSignatureRight: boolean } {
  const key = publicKeyOf(certificate);
  const type = key?.asymmetricKeyType;
  const name = isPss(algorithm)
    ? 'RSA-PSS'
    : type === 'rsa' || type === 'rsa-pss'
      ? 'RSA'
      : type === 'ec'
        ? 'ECDSA'
        : type?.startsWith('ed')
          ? 'EdDSA'
          : (type ?? 'unknown');
  if (key === undefined) return { name, isSignatureRight: false };
  try {
    if (name === 'EdDSA') return { name, isSignatureRight: verify(null, data, key, signature) };
    if (!isPss(algorithm)) return { name, isSignatureRight: verify(hash, data, key, signature) };
    const { hash: own, saltLength } = pssParameters(algorithm, hash);
    const plain = createPublicKey(key.export({ format: 'pem', type: 'spki' }));
    const options = { key: plain, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
    return { name, isSignatureRight: verify(own, data, options, signature) };
  } catch (error) {
    if (error instanceof ContentFault) throw error;
    // The library refuses a signature or a key that is none.
    return { name, isSignatureRight: false };
  }
}

/** RFC 8017, A.2.3. */
function pssParameters(algorithm: DerNode, hash: string): { hash: string; saltLength: number } {
  const parameters = derChildren(algorithm)[1];
  const fields = parameters === undefined ? [] : derChildren(parameters);
  const digest = fields.find(({ tag }) => tag === 0xa0);
  const salt = fields.find(({ tag }) => tag === 0xa2);
  const own = digest && DIGESTS.get(oidOf(childAt(childAt(digest, 0), 0)));
  return {
    hash: own?.[0] ?? (digest === undefined ? 'sha1' : hash),
    saltLength: salt === undefined ? 20 : integerOf(childAt(salt, 0)),
  };
}

/** The key of a certificate; `undefined` for one of a kind that the library does not know, or damaged. */
function publicKeyOf(certificate: X509Certificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    // Nothing can be checked with it, which the result tells.
    return undefined;
  }
}

/** A signature of the old kind `adbe.x509.rsa_sha1`: RSA and SHA-1 over the data, the certificate beside it. */
export function verifyPlainRsa(contents: Uint8Array, certificate: Uint8Array, data: Uint8Array): CmsResult {
  let own: X509Certificate;
  let signature: Uint8Array;
  try {
    own = new X509Certificate(certificate);
    signature = octetsOf(readDer(contents));
  } catch {
    // Nothing of it can be read.
    throw new ContentFault('it is damaged');
  }
  const key = publicKeyOf(own);
  const isRight = key?.asymmetricKeyType === 'rsa' && verify('sha1', data, key, signature);
  return {
    certificate: own,
    certificates: [own],
    digestAlgorithm: 'SHA-1',
    signatureAlgorithm: 'RSA',
    isDigestRight: isRight,
    isSignatureRight: isRight,
    signingTime: undefined,
    timestamp: undefined,
  };
}

/** Whether a certificate leads to one that is trusted, over those that came with it. */
export type Trust = 'trusted' | 'self-signed' | 'unknown-issuer' | 'invalid-chain';

/** Longest chain that is followed. */
const MAX_CHAIN = 10;

/** Follows the issuers of a certificate; validity in time is that of the time given. */
export function checkChain(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  at: Date,
): { trust: Trust; chain: readonly X509Certificate[] } {
  const chain = [certificate];
  const isIn = (list: readonly X509Certificate[], one: X509Certificate): boolean =>
    list.some(({ raw }) => raw.equals(one.raw));
  const isValidThen = ({ validFrom, validTo }: X509Certificate): boolean =>
    at >= new Date(validFrom) && at <= new Date(validTo);
  for (let current = certificate; chain.length <= MAX_CHAIN; ) {
    if (isIn(anchors, current)) return { trust: chain.every(isValidThen) ? 'trusted' : 'invalid-chain', chain };
    const issued = (issuer: X509Certificate): boolean =>
      issuer.ca && !isIn(chain, issuer) && current.checkIssued(issuer) && isSignedBy(current, issuer);
    const next = [...anchors, ...others].find(issued);
    if (next === undefined) {
      const isOwn = current.checkIssued(current) && isSignedBy(current, current);
      return { trust: isOwn && chain.length === 1 ? 'self-signed' : 'unknown-issuer', chain };
    }
    chain.push(next);
    current = next;
  }
  return { trust: 'unknown-issuer', chain };
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    // A key of another kind than the signature.
    return false;
  }
}
