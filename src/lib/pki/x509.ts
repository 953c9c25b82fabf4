/** Certificates (RFC 5280), requests (RFC 2986) and revocation lists as their bytes have them: nothing is judged here. */

import { ContentFault, inPart } from '../faults.js';
import { childAt, type DerNode, derChildren, integerOf, octetsOf, oidOf, readDer, timeOf } from './der.js';

export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  /** The DER inside the octet string. */
  readonly value: Uint8Array;
}

/** What is signed, and how. */
export interface Signed {
  /** The bytes that the signature covers. */
  readonly body: Uint8Array;
  readonly algorithm: DerNode;
  readonly signature: Uint8Array;
}

export interface ParsedCertificate extends Signed {
  readonly raw: Uint8Array;
  readonly version: number;
  /** Content bytes of the integer. */
  readonly serial: Uint8Array;
  /** The algorithm as the signed part repeats it. */
  readonly innerAlgorithm: DerNode;
  readonly issuer: DerNode;
  readonly subject: DerNode;
  /** ISO 8601, UTC. */
  readonly notBefore: string;
  readonly notAfter: string;
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array;
  readonly extensions: readonly Extension[];
}

export interface ParsedRequest extends Signed {
  readonly raw: Uint8Array;
  readonly subject: DerNode;
  readonly publicKey: Uint8Array;
  /** Extensions asked for. */
  readonly extensions: readonly Extension[];
  /** Identifiers and values of the other attributes. */
  readonly attributes: readonly { readonly oid: string; readonly value: DerNode | undefined }[];
}

/** What a structure in DER is. */
export type PkiKind = 'certificate' | 'request' | 'crl' | 'pkcs7' | 'pkcs12' | 'private-key' | 'public-key' | 'unknown';

/** Tells by the outermost elements what a DER structure is; content that is cut short is told by what is there. */
export function kindOf(bytes: Uint8Array): PkiKind {
  if (bytes[0] !== 0x30) return 'unknown';
  const [first, second, third] = derChildren(readDer(bytes));
  if (first === undefined || second === undefined) return 'unknown';
  if (first.tag === 0x06) return second.tag === 0xa0 ? 'pkcs7' : 'unknown';
  if (first.tag === 0x02) return first.content[0] === 3 && second.tag === 0x30 ? 'pkcs12' : 'private-key';
  if (first.tag !== 0x30 || second.tag === 0x04) return second.tag === 0x04 ? 'private-key' : 'unknown';
  if (second.tag === 0x03) return 'public-key';
  if (third?.tag !== 0x03) return 'unknown';
  const fields = derChildren(first);
  if (fields[0]?.tag === 0xa0) return 'certificate';
  if (fields[0]?.tag === 0x30) return 'crl';
  const next = fields[1] && derChildren(fields[1])[0];
  if (fields[0]?.tag !== 0x02) return 'unknown';
  if (next?.tag !== 0x06) return 'request';
  return fields[3]?.tag === 0x30 ? 'certificate' : 'crl';
}

/** The bytes of a bit string without its count of unused bits. */
function bitsOf({ tag, content }: DerNode): Uint8Array {
  if (tag !== 0x03 || content.length === 0) throw new ContentFault('a bit string is damaged');
  return content.subarray(1);
}

function signedParts(bytes: Uint8Array): Signed & { readonly fields: readonly DerNode[] } {
  const root = readDer(bytes);
  const [body, algorithm, signature] = derChildren(root);
  if (body === undefined || algorithm === undefined || signature === undefined)
    throw new ContentFault('it has no signature');
  return { body: body.raw, algorithm, signature: bitsOf(signature), fields: derChildren(body) };
}

function timeAt(node: DerNode, index: number): string {
  const time = timeOf(childAt(node, index));
  if (time === undefined || Number.isNaN(Date.parse(time))) throw new ContentFault('not a date');
  return time;
}

/** Reads a certificate in DER. Throws ContentFault that names the field. */
export function parseCertificate(bytes: Uint8Array): ParsedCertificate {
  const { fields, ...signed } = signedParts(bytes);
  const hasVersion = fields[0]?.tag === 0xa0;
  const version = hasVersion && fields[0] !== undefined ? integerOf(childAt(fields[0], 0)) + 1 : 1;
  const [serial, innerAlgorithm, issuer, validity, subject, publicKey, ...rest] = fields.slice(hasVersion ? 1 : 0);
  if (
    serial === undefined ||
    innerAlgorithm === undefined ||
    issuer === undefined ||
    validity === undefined ||
    subject === undefined ||
    publicKey === undefined
  )
    throw new ContentFault('fields are missing');
  const list = rest.find(({ tag }) => tag === 0xa3);
  return {
    ...signed,
    raw: readDer(bytes).raw,
    version,
    serial: serial.content,
    innerAlgorithm,
    issuer,
    subject,
    notBefore: inPart('start of validity', () => timeAt(validity, 0)),
    notAfter: inPart('end of validity', () => timeAt(validity, 1)),
    publicKey: publicKey.raw,
    extensions: list === undefined ? [] : inPart('extensions', () => readExtensions(childAt(list, 0))),
  };
}

/** A list of extensions, in requests too. */
function readExtensions(list: DerNode): Extension[] {
  return derChildren(list).map((item) => {
    const [id, ...rest] = derChildren(item);
    const value = rest.at(-1);
    if (id === undefined || value === undefined) throw new ContentFault('an extension has no value');
    const critical = rest.length > 1 && rest[0]?.tag === 0x01 && rest[0].content[0] !== 0;
    return { oid: oidOf(id), critical, value: octetsOf(value) };
  });
}

const EXTENSION_REQUESTS: readonly string[] = ['1.2.840.113549.1.9.14', '1.3.6.1.4.1.311.2.1.14'];

/** Reads a certificate signing request in DER. Throws ContentFault. */
export function parseRequest(bytes: Uint8Array): ParsedRequest {
  const { fields, ...signed } = signedParts(bytes);
  const [version, subject, publicKey, set] = fields;
  if (version === undefined || subject === undefined || publicKey === undefined)
    throw new ContentFault('fields are missing');
  const attributes = (set?.tag === 0xa0 ? derChildren(set) : []).map((attribute) => ({
    oid: oidOf(childAt(attribute, 0)),
    value: derChildren(childAt(attribute, 1))[0],
  }));
  const lists = attributes.filter(({ oid }) => EXTENSION_REQUESTS.includes(oid));
  return {
    ...signed,
    raw: readDer(bytes).raw,
    subject,
    publicKey: publicKey.raw,
    extensions: lists.flatMap(({ value }) => (value === undefined ? [] : readExtensions(value))),
    attributes: attributes.filter(({ oid }) => !EXTENSION_REQUESTS.includes(oid)),
  };
}

/** The certificates inside PKCS #7 (RFC 5652), in the order of the file. */
export function certificatesOfPkcs7(bytes: Uint8Array): Uint8Array[] {
  const content = childAt(childAt(readDer(bytes), 1, 0xa0), 0);
  return derChildren(content)
    .filter(({ tag }) => tag === 0xa0)
    .flatMap((set) => derChildren(set))
    .filter(({ tag }) => tag === 0x30)
    .map(({ raw }) => raw);
}
