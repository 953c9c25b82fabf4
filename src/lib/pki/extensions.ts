/** What extensions of certificates say, decoded (RFC 5280, 4.2; others as named). */

import { unlessFaulty } from '../faults.js';
import { childAt, type DerNode, derChildren, integerOf, octetsOf, oidOf, readDer, timeOf } from './der.js';
import { addressText, type GeneralName, generalName, generalNames, generalNameText, stringOf } from './names.js';
import {
  ACCESS_METHODS,
  EXTENSION_NAMES,
  EXTENSIONS,
  type ExtensionName,
  POLICIES,
  PURPOSES,
  QC_STATEMENTS,
} from './oid-names.js';
import { readTimestamps } from './timestamps.js';
import type { Extension } from './x509.js';

const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
const REASONS = [
  'unused',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'privilegeWithdrawn',
  'aACompromise',
] as const;
const NETSCAPE_TYPES = ['client', 'server', 'email', 'object', 'reserved', 'sslCa', 'emailCa', 'objectCa'] as const;

/** Names of the bits that are set, the first bit of a bit string first. */
function bitNames({ content }: DerNode, names: readonly string[]): string[] {
  return names.filter((_, i) => ((content[1 + (i >> 3)] ?? 0) & (0x80 >> (i & 7))) !== 0);
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const texts = (list: DerNode): string[] => generalNames(list).map(generalNameText);
const purpose = (node: DerNode): string => {
  const id = oidOf(node);
  return PURPOSES.get(id) ?? id;
};
/** A whole number that a tag of its own replaces. */
const implicitInteger = (node: DerNode | undefined): number | null =>
  node === undefined ? null : integerOf({ ...node, tag: 0x02 });
const tagged = (node: DerNode, tag: number): DerNode | undefined =>
  derChildren(node).find((child) => child.tag === tag);

function distributionPoints(list: DerNode) {
  return derChildren(list).map((point) => {
    const name = tagged(point, 0xa0);
    const full = name && derChildren(name).find(({ tag }) => tag === 0xa0);
    const issuer = tagged(point, 0xa2);
    const reasons = tagged(point, 0x81);
    return {
      names: full === undefined ? [] : texts(full),
      ...(reasons === undefined ? {} : { reasons: bitNames(reasons, REASONS) }),
      ...(issuer === undefined ? {} : { issuer: texts(issuer) }),
    };
  });
}

function policies(list: DerNode) {
  return derChildren(list).map((item) => {
    const [id, qualifiers] = derChildren(item);
    const policy = id === undefined ? '' : oidOf(id);
    const told = (qualifiers === undefined ? [] : derChildren(qualifiers)).flatMap((qualifier) => {
      const value = derChildren(qualifier)[1];
      if (value === undefined) return [];
      // A notice is a sequence whose last part is its text (4.2.1.4).
      const text = value.tag === 0x30 ? derChildren(value).findLast(({ tag }) => tag !== 0x30) : value;
      return text === undefined ? [] : [stringOf(text)];
    });
    const name = POLICIES.get(policy);
    return { policy, ...(name === undefined ? {} : { name }), ...(told.length === 0 ? {} : { qualifiers: told }) };
  });
}

const access = (list: DerNode) =>
  derChildren(list).map((item) => {
    const id = oidOf(childAt(item, 0));
    return { method: ACCESS_METHODS.get(id) ?? id, location: generalNameText(generalName(childAt(item, 1))) };
  });

/** A subtree of names; addresses with their mask as `10.0.0.0/255.0.0.0`. */
function subtree(node: DerNode): GeneralName {
  const base = childAt(node, 0);
  if (base.tag !== 0x87) return generalName(base);
  const half = base.content.length / 2;
  const [address, mask] = [base.content.subarray(0, half), base.content.subarray(half)];
  return { type: 'IP', value: `${addressText(address)}/${addressText(mask)}` };
}

export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

function nameConstraints(node: DerNode): NameConstraints {
  const list = (tag: number): GeneralName[] => {
    const found = tagged(node, tag);
    return found === undefined ? [] : derChildren(found).map(subtree);
  };
  return { permitted: list(0xa0), excluded: list(0xa1) };
}

function basicConstraints(node: DerNode): { ca: boolean; pathLength: number | null } {
  const [first, second] = derChildren(node);
  const ca = first?.tag === 0x01 && first.content[0] !== 0;
  const length = first?.tag === 0x02 ? first : second;
  return { ca, pathLength: length === undefined ? null : integerOf(length) };
}

function authorityKeyIdentifier(node: DerNode) {
  const [key, issuer, serial] = [0x80, 0xa1, 0x82].map((tag) => tagged(node, tag));
  return {
    keyIdentifier: key === undefined ? null : hexOf(key.content),
    ...(issuer === undefined ? {} : { issuer: texts(issuer) }),
    ...(serial === undefined ? {} : { serialNumber: hexOf(serial.content) }),
  };
}

/** [MS-WCCE] 2.2.2.7.7.4: the identifier of an account, as a text inside another name. */
const objectSid = (node: DerNode): string =>
  Buffer.from(octetsOf(childAt(childAt(childAt(node, 0, 0xa0), 1, 0xa0), 0))).toString('latin1');

const DECODERS = {
  subjectKeyIdentifier: (node) => hexOf(octetsOf(node)),
  keyUsage: (node) => bitNames(node, KEY_USAGES),
  privateKeyUsagePeriod: (node) => {
    const time = (tag: number) => {
      const found = tagged(node, tag);
      return (found && timeOf({ ...found, tag: 0x18 })) ?? null;
    };
    return { notBefore: time(0x80), notAfter: time(0x81) };
  },
  subjectAltName: texts,
  issuerAltName: texts,
  basicConstraints,
  cRLNumber: (node) => hexOf(node.content),
  nameConstraints: (node) => {
    const { permitted, excluded } = nameConstraints(node);
    return { permitted: permitted.map(generalNameText), excluded: excluded.map(generalNameText) };
  },
  cRLDistributionPoints: distributionPoints,
  freshestCRL: distributionPoints,
  certificatePolicies: policies,
  policyMappings: (node) =>
    derChildren(node).map((pair) => ({ issuer: oidOf(childAt(pair, 0)), subject: oidOf(childAt(pair, 1)) })),
  authorityKeyIdentifier,
  policyConstraints: (node) => ({
    requireExplicitPolicy: implicitInteger(tagged(node, 0x80)),
    inhibitPolicyMapping: implicitInteger(tagged(node, 0x81)),
  }),
  extendedKeyUsage: (node) => derChildren(node).map(purpose),
  inhibitAnyPolicy: integerOf,
  authorityInfoAccess: access,
  subjectInfoAccess: access,
  qcStatements: (node) =>
    derChildren(node).map((statement) => {
      const id = oidOf(childAt(statement, 0));
      return QC_STATEMENTS.get(id) ?? id;
    }),
  // RFC 7633: numbers of TLS extensions, 5 and 17 are those of OCSP stapling.
  tlsFeature: (node) =>
    derChildren(node).map((feature) => {
      const number = integerOf(feature);
      return { 5: 'status_request', 17: 'status_request_v2' }[number] ?? String(number);
    }),
  acmeIdentifier: (node) => hexOf(octetsOf(node)),
  ocspNoCheck: () => true,
  signedCertificateTimestamps: (node) => readTimestamps(octetsOf(node)),
  certificateTransparencyPoison: () => true,
  delegationUsage: () => true,
  msCertificateTemplateName: stringOf,
  msCaVersion: integerOf,
  msCertificateTemplate: (node) => {
    const [id, major, minor] = derChildren(node);
    const number = (part: DerNode | undefined) => (part === undefined ? null : integerOf(part));
    return { template: id === undefined ? '' : oidOf(id), major: number(major), minor: number(minor) };
  },
  msApplicationPolicies: (node) => derChildren(node).map((item) => purpose(childAt(item, 0))),
  msObjectSid: objectSid,
  netscapeCertificateType: (node) => bitNames(node, NETSCAPE_TYPES),
  netscapeComment: stringOf,
} as const satisfies Partial<Record<ExtensionName, (node: DerNode) => unknown>>;

type Decoders = typeof DECODERS;

/** The value of an extension; `undefined` where the certificate does not have it, or it is damaged. */
export function extensionValue<Name extends keyof Decoders>(
  extensions: readonly Extension[],
  name: Name,
): ReturnType<Decoders[Name]> | undefined {
  const found = extensions.find(({ oid }) => oid === EXTENSIONS[name]);
  if (found === undefined) return undefined;
  const decode = DECODERS[name] as (node: DerNode) => ReturnType<Decoders[Name]>;
  return unlessFaulty(() => decode(readDer(found.value)));
}

/** The alternative names of a certificate or request, unlike `extensionValue` with their types. */
export function altNamesOf(extensions: readonly Extension[]): GeneralName[] {
  const found = extensions.find(({ oid }) => oid === EXTENSIONS.subjectAltName);
  return (found && unlessFaulty(() => generalNames(readDer(found.value)))) ?? [];
}

/** Name constraints with the types of their names. */
export function nameConstraintsOf(extensions: readonly Extension[]): NameConstraints | undefined {
  const found = extensions.find(({ oid }) => oid === EXTENSIONS.nameConstraints);
  return found && unlessFaulty(() => nameConstraints(readDer(found.value)));
}

export interface DecodedExtension {
  readonly name: string;
  readonly oid: string;
  readonly critical: boolean;
  /** Bytes in hex where the extension is unknown or damaged. */
  readonly value: unknown;
  readonly state: 'decoded' | 'unknown' | 'damaged';
}

export function decodeExtension({ oid, critical, value }: Extension): DecodedExtension {
  const name = EXTENSION_NAMES.get(oid);
  const decode =
    name === undefined ? undefined : (DECODERS as Partial<Record<string, (node: DerNode) => unknown>>)[name];
  const told = { name: name ?? oid, oid, critical };
  if (decode === undefined) return { ...told, value: hexOf(value), state: 'unknown' };
  const decoded = unlessFaulty(() => decode(readDer(value)));
  if (decoded === undefined) return { ...told, value: hexOf(value), state: 'damaged' };
  return { ...told, value: decoded, state: 'decoded' };
}
