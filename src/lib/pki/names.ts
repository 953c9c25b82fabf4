/** Distinguished names and general names (RFC 5280, 4.1.2.4 and 4.2.1.6). */

import { childAt, type DerNode, der, derChildren, oid, oidOf, sequence, setOf } from './der.js';
import { ATTRIBUTE_NAMES } from './oid-names.js';

export interface NamePart {
  /** As `CN`; the dotted identifier of an unknown attribute. */
  readonly type: string;
  readonly value: string;
}

const utf8 = new TextDecoder();

/** Characters that would change how a report reads: shown as `\u0000`. */
const visible = (text: string): string =>
  text.replace(
    // biome-ignore format: one class
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The text of a string type (X.680); `#` and hex digits for any other element. */
export function stringOf(node: DerNode): string {
  const bytes = Buffer.from(node.content);
  switch (node.tag) {
    case 0x0c:
      return visible(utf8.decode(bytes));
    case 0x12:
    case 0x13:
    case 0x14:
    case 0x16:
    case 0x1a:
    case 0x1b:
      return visible(bytes.toString('latin1'));
    case 0x1e:
      return visible(bytes.length % 2 === 0 ? bytes.swap16().toString('utf16le') : bytes.toString('latin1'));
    default:
      return `#${Buffer.from(node.raw).toString('hex')}`;
  }
}

/** The parts of a distinguished name in the order of the file; those of a multi-valued part follow each other. */
export const nameParts = (name: DerNode): NamePart[] =>
  derChildren(name).flatMap((set) =>
    derChildren(set).map((pair) => {
      const type = oidOf(childAt(pair, 0));
      return { type: ATTRIBUTE_NAMES.get(type) ?? type, value: stringOf(childAt(pair, 1)) };
    }),
  );

// RFC 4514, 2.4.
const escaped = (value: string): string => value.replace(/[\\,+"<>;]/g, '\\$&').replace(/^[ #]|(?<=.) $/g, '\\$&');

/** `C=US, O=Let's Encrypt, CN=R3`: the order of the file, escapes of RFC 4514. */
export const nameText = (name: DerNode): string =>
  nameParts(name)
    .map(({ type, value }) => `${type}=${escaped(value)}`)
    .join(', ');

/** The last common name, which is the one that software shows. */
export const commonNameOf = (name: DerNode): string | undefined =>
  nameParts(name).findLast(({ type }) => type === 'CN')?.value;

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['1.3.6.1.4.1.311.20.2.3', 'UPN'],
  ['1.3.6.1.5.5.7.8.5', 'XMPP'],
  ['1.3.6.1.5.5.7.8.7', 'SRV'],
  ['1.3.6.1.5.5.7.8.9', 'SmtpUTF8Mailbox'],
]);

export interface GeneralName {
  readonly type: 'DNS' | 'IP' | 'email' | 'URI' | 'DirName' | 'RID' | 'other';
  readonly value: string;
}

/** An IPv4 or IPv6 address of 4 or 16 bytes; hex digits of any other length. */
export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const hex = Buffer.from(bytes).toString('hex');
  if (bytes.length !== 16) return `#${hex}`;
  const groups = hex.match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}

export function generalName(node: DerNode): GeneralName {
  const text = (): string => visible(Buffer.from(node.content).toString('latin1'));
  switch (node.tag) {
    case 0x81:
      return { type: 'email', value: text() };
    case 0x82:
      return { type: 'DNS', value: text() };
    case 0x86:
      return { type: 'URI', value: text() };
    case 0x87:
      return { type: 'IP', value: addressText(node.content) };
    case 0x88:
      return { type: 'RID', value: oidOf({ ...node, tag: 0x06 }) };
    case 0xa4:
      return { type: 'DirName', value: nameText(childAt(node, 0, 0x30)) };
    case 0xa0: {
      const type = oidOf(childAt(node, 0));
      return {
        type: 'other',
        value: `${OTHER_NAMES.get(type) ?? type}:${stringOf(childAt(childAt(node, 1, 0xa0), 0))}`,
      };
    }
    default:
      return { type: 'other', value: `#${Buffer.from(node.raw).toString('hex')}` };
  }
}

/** `DNS:example.com`, `IP:127.0.0.1`, `UPN:user@example.com`. */
export const generalNameText = ({ type, value }: GeneralName): string =>
  type === 'other' ? value : `${type}:${value}`;

/** The names of a list of general names. */
export const generalNames = (list: DerNode): GeneralName[] => derChildren(list).map(generalName);

/** Attributes that are written as another type than UTF8String (RFC 5280, appendix A.1). */
const WRITTEN_AS: ReadonlyMap<string, number> = new Map([
  ['C', 0x13],
  ['emailAddress', 0x16],
  ['DC', 0x16],
]);
const IDENTIFIERS: ReadonlyMap<string, string> = new Map([...ATTRIBUTE_NAMES].map(([id, name]) => [name, id]));

/** A distinguished name of these parts, one after another; types as `NamePart` has them. */
export const writeName = (parts: readonly NamePart[]): Uint8Array =>
  sequence(
    ...parts.map(({ type, value }) =>
      setOf(sequence(oid(IDENTIFIERS.get(type) ?? type), der(WRITTEN_AS.get(type) ?? 0x0c, Buffer.from(value)))),
    ),
  );
