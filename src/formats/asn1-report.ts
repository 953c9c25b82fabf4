import { unlessFaulty } from '../lib/faults.js';
import { type Asn1Element, readAsn1Elements } from '../lib/pki/asn1-elements.js';
import { oidOf, timeOf } from '../lib/pki/der.js';
import {
  ACCESS_METHODS,
  ATTRIBUTE_NAMES,
  DIGEST_NAMES,
  EXTENSION_NAMES,
  KEY_NAMES,
  POLICIES,
  PURPOSES,
  QC_STATEMENTS,
  SIGNATURES,
} from '../lib/pki/oid-names.js';

/** An element as people read it. */
export interface Asn1Row {
  readonly offset: number;
  readonly depth: number;
  readonly headerBytes: number;
  readonly length: number;
  readonly isConstructed: boolean;
  readonly tag: string;
  readonly value?: string;
  readonly name?: string;
  /** Offset of the string whose bytes hold this element. */
  readonly within?: number;
}

/** X.680 Table 1, as OpenSSL writes them. */
const UNIVERSAL = (
  'EOC,BOOLEAN,INTEGER,BIT STRING,OCTET STRING,NULL,OBJECT,OBJECT DESCRIPTOR,EXTERNAL,REAL,ENUMERATED,EMBEDDED PDV,UTF8STRING,RELATIVE-OID,' +
  'TIME,,SEQUENCE,SET,NUMERICSTRING,PRINTABLESTRING,T61STRING,VIDEOTEXSTRING,IA5STRING,UTCTIME,GENERALIZEDTIME,GRAPHICSTRING,' +
  'VISIBLESTRING,GENERALSTRING,UNIVERSALSTRING,CHARACTER STRING,BMPSTRING'
).split(',');
const CLASSES = ['', 'appl', 'cont', 'priv'];

/** Content types, key stores and named curves, which the tables for certificates do not have. */
const MORE_NAMES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.7.1', 'pkcs7-data'],
  ['1.2.840.113549.1.7.2', 'pkcs7-signedData'],
  ['1.2.840.113549.1.7.3', 'pkcs7-envelopedData'],
  ['1.2.840.113549.1.7.6', 'pkcs7-encryptedData'],
  ['1.2.840.113549.1.9.3', 'contentType'],
  ['1.2.840.113549.1.9.4', 'messageDigest'],
  ['1.2.840.113549.1.9.5', 'signingTime'],
  ['1.2.840.113549.1.9.14', 'extensionRequest'],
  ['1.2.840.113549.1.9.15', 'S/MIME capabilities'],
  ['1.2.840.113549.1.9.16.1.4', 'id-smime-ct-TSTInfo'],
  ['1.2.840.113549.1.9.20', 'friendlyName'],
  ['1.2.840.113549.1.9.21', 'localKeyID'],
  ['1.2.840.113549.1.12.10.1.2', 'pkcs8ShroudedKeyBag'],
  ['1.2.840.113549.1.12.10.1.3', 'certBag'],
  ['1.2.840.113549.1.5.12', 'PBKDF2'],
  ['1.2.840.113549.1.5.13', 'PBES2'],
  ['1.2.840.113549.1.1.7', 'rsaesOaep'],
  ['1.2.840.113549.1.1.8', 'mgf1'],
  ['1.2.840.113549.2.7', 'hmacWithSHA1'],
  ['1.2.840.113549.2.9', 'hmacWithSHA256'],
  ['1.2.840.113549.3.7', 'des-ede3-cbc'],
  ['2.16.840.1.101.3.4.1.2', 'aes-128-cbc'],
  ['2.16.840.1.101.3.4.1.42', 'aes-256-cbc'],
  ['2.16.840.1.101.3.4.1.46', 'aes-256-gcm'],
  ['1.2.840.10045.3.1.7', 'prime256v1 (P-256)'],
  ['1.3.132.0.10', 'secp256k1'],
  ['1.3.132.0.34', 'secp384r1 (P-384)'],
  ['1.3.132.0.35', 'secp521r1 (P-521)'],
  ['1.3.36.3.3.2.8.1.1.7', 'brainpoolP256r1'],
]);
const NAMES = [
  MORE_NAMES,
  ATTRIBUTE_NAMES,
  EXTENSION_NAMES,
  PURPOSES,
  KEY_NAMES,
  DIGEST_NAMES,
  POLICIES,
  ACCESS_METHODS,
  QC_STATEMENTS,
] as const;

const nameOfOid = (oid: string): string | undefined =>
  NAMES.map((names: ReadonlyMap<string, string>) => names.get(oid)).find((name) => name !== undefined) ??
  SIGNATURES.get(oid)?.[0];

/** Digits shown of bytes; a certificate's longest is 512 bytes. */
const SHOWN_BYTES = 1024;
/** Whole numbers of up to 64 bits are shown in decimal digits. */
const DECIMAL_BYTES = 8;
/** Strings within strings: an extension in a certificate in a signature. */
const MAX_WITHIN = 4;

export interface Asn1Report {
  readonly elements: readonly Asn1Row[];
  readonly warnings: readonly string[];
}

/** All elements of DER or BER. With `nested`, octet and bit strings that hold elements of their own are opened. Throws as `readAsn1Elements`. */
export function asn1Report(bytes: Uint8Array, nested: boolean): Asn1Report {
  const { elements, notDer } = readAsn1Elements(bytes);
  const top = elements.filter(({ depth }) => depth === 0).length;
  return {
    elements: elements.flatMap((element) => rowsOf(element, 0, 0, nested ? MAX_WITHIN : 0)),
    warnings: [
      ...(notDer.length === 0
        ? []
        : [`This is BER, not DER: ${notDer.slice(0, 3).join('; ')}${notDer.length > 3 ? ' and more' : ''}`]),
      ...(top > 1 ? [`There are ${top} elements one after another, where files have one`] : []),
    ],
  };
}

function rowsOf(element: Asn1Element, base: number, depth: number, levels: number): Asn1Row[] {
  const { offset, headerBytes, length, isConstructed, tagClass, number } = element;
  const inner = levels > 0 ? withinString(element) : undefined;
  const tag = tagClass === 0 ? UNIVERSAL[number] || `universal [ ${number} ]` : `${CLASSES[tagClass]} [ ${number} ]`;
  const row = { offset: base + offset, depth: depth + element.depth, headerBytes, length, isConstructed, tag };
  if (inner !== undefined) {
    const start = base + offset + headerBytes + inner.skipped;
    const rows = inner.elements.flatMap((one) => rowsOf(one, start, row.depth + 1, levels - 1));
    return [row, ...rows.map((one) => ({ within: row.offset, ...one }))];
  }
  return [{ ...row, ...(isConstructed ? {} : valueIn(element)) }];
}

/** The elements in an octet string, or in a bit string of whole bytes, where its content is nothing but one element of parts. */
function withinString({ tagClass, number, isConstructed, content }: Asn1Element) {
  if (tagClass !== 0 || isConstructed || (number !== 4 && number !== 3)) return undefined;
  const skipped = number === 3 ? 1 : 0;
  const first = content[skipped] ?? 0;
  if ((skipped === 1 && content[0] !== 0) || content.length - skipped < 2) return undefined;
  // Random bytes are often a short primitive by chance; a sequence, set or string of the whole length is not.
  if (![0x30, 0x31, 0x04, 0x03, 0x02, 0x16, 0x01, 0x0a].includes(first)) return undefined;
  const reading = unlessFaulty(() => readAsn1Elements(content.subarray(skipped)));
  if (reading === undefined || reading.notDer.length > 0) return undefined;
  return reading.elements.filter(({ depth }) => depth === 0).length === 1
    ? { skipped, elements: reading.elements }
    : undefined;
}

function valueIn({ tagClass, number, content }: Asn1Element): Pick<Asn1Row, 'value' | 'name'> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (tagClass !== 0) return { value: textOrHex(buffer) };
  switch (number) {
    case 1:
      return { value: content.length === 1 ? String(content[0] !== 0) : hexOf(buffer) };
    case 2:
    case 10:
      return { value: integerText(buffer) };
    case 3:
      return { value: `${hexOf(buffer.subarray(1))}${(content[0] ?? 0) > 0 ? ` (${content[0]} unused bits)` : ''}` };
    case 5:
      return {};
    case 6: {
      const oid = unlessFaulty(() => oidOf({ tag: 6, content, raw: content }));
      const name = oid === undefined ? undefined : nameOfOid(oid);
      return { value: oid ?? hexOf(buffer), ...(name === undefined ? {} : { name }) };
    }
    case 12:
      return { value: buffer.toString() };
    case 23:
    case 24:
      return { value: timeOf({ tag: number, content, raw: content }) ?? textOrHex(buffer) };
    case 30:
      return { value: content.length % 2 === 0 ? Buffer.from(buffer).swap16().toString('utf16le') : hexOf(buffer) };
    case 4:
      return { value: textOrHex(buffer) };
    default:
      return { value: number >= 18 && number <= 27 ? buffer.toString('latin1') : hexOf(buffer) };
  }
}

function integerText(buffer: Buffer): string {
  if (buffer.length === 0 || buffer.length > DECIMAL_BYTES) return hexOf(buffer);
  return BigInt.asIntN(8 * buffer.length, BigInt(`0x${buffer.toString('hex')}`)).toString();
}

const hexOf = (buffer: Buffer): string =>
  buffer.length > SHOWN_BYTES
    ? `${buffer.subarray(0, SHOWN_BYTES).toString('hex')}… (${buffer.length} bytes)`
    : buffer.toString('hex');

/** Printable ASCII as text in quotes, all else in hexadecimal digits. */
const textOrHex = (buffer: Buffer): string =>
  buffer.length > 0 && buffer.length <= SHOWN_BYTES && /^[\x20-\x7e]+$/.test(buffer.toString('latin1'))
    ? JSON.stringify(buffer.toString('latin1'))
    : hexOf(buffer);
