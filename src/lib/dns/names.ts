import { ContentFault } from '../faults.js';

/** RFC 1035 §3.1: 63 bytes a label, 255 a name as it travels. */
const LABEL_BYTES = 63;
const NAME_BYTES = 255;
/** More pointers than a name of 255 bytes can have labels is a loop. */
const POINTERS = 128;

/** A name in a message, and where what follows it begins. */
export interface ReadName {
  /** In presentation form with its final dot: `www.example.com.`, `.` for the root. */
  readonly name: string;
  readonly end: number;
}

/** Reads a name, following compression pointers (RFC 1035 §4.1.4), which may only lead back. Throws ContentFault. */
export function readName(bytes: Uint8Array, start: number): ReadName {
  const labels: string[] = [];
  let at = start;
  let end: number | undefined;
  let length = 1;
  for (let pointers = 0; ; ) {
    const size = bytes[at];
    if (size === undefined) throw new ContentFault(`the name at byte ${start} is cut off`);
    if (size === 0) return { name: labels.length === 0 ? '.' : `${labels.join('.')}.`, end: end ?? at + 1 };
    if (size >= 0xc0) {
      const to = ((size & 0x3f) << 8) | (bytes[at + 1] ?? 0);
      end ??= at + 2;
      pointers += 1;
      if (to >= at || pointers > POINTERS) throw new ContentFault(`the name at byte ${start} points to itself`);
      at = to;
      continue;
    }
    if (size > LABEL_BYTES) throw new ContentFault(`the name at byte ${start} has a label of an unknown kind`);
    length += size + 1;
    if (at + 1 + size > bytes.length) throw new ContentFault(`the name at byte ${start} is cut off`);
    if (length > NAME_BYTES) throw new ContentFault(`the name at byte ${start} has more than ${NAME_BYTES} bytes`);
    labels.push(labelText(bytes.subarray(at + 1, at + 1 + size)));
    at += size + 1;
  }
}

/** A label as zone files write it: dots, backslashes, quotes and the like escaped, other bytes as `\ddd`. RFC 4343 §2.1. */
function labelText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const letter = String.fromCharCode(byte);
    if (byte <= 0x20 || byte >= 0x7f) text += `\\${String(byte).padStart(3, '0')}`;
    else text += '.\\"();@$'.includes(letter) ? `\\${letter}` : letter;
  }
  return text;
}

/** The labels of a name in presentation form, as bytes; a final dot makes none. Throws ContentFault. */
export function labelsOf(name: string): Uint8Array[] {
  if (name === '.') return [];
  const labels: number[][] = [[]];
  for (let i = 0; i < name.length; i += 1) {
    const code = name.charCodeAt(i);
    const label = labels.at(-1) as number[];
    if (name[i] === '.') {
      if (label.length === 0) throw new ContentFault(`${quoted(name)} has an empty label`);
      labels.push([]);
    } else if (name[i] === '\\') {
      const digits = /^\d{3}/.exec(name.slice(i + 1, i + 4))?.[0];
      if (digits !== undefined && Number(digits) > 255)
        throw new ContentFault(`${quoted(name)} has \\${digits}, over \\255`);
      label.push(digits === undefined ? name.charCodeAt(i + 1) || 0x5c : Number(digits));
      i += digits === undefined ? 1 : 3;
    } else if (code > 0x7e || code <= 0x20) {
      throw new ContentFault(`${quoted(name)} has a character that is not ASCII; use Punycode (xn--) or \\ddd`);
    } else label.push(code);
  }
  if (labels.at(-1)?.length === 0) labels.pop();
  for (const label of labels) {
    if (label.length > LABEL_BYTES)
      throw new ContentFault(`${quoted(name)} has a label of more than ${LABEL_BYTES} bytes`);
  }
  const all = labels.map((label) => Uint8Array.from(label));
  if (all.reduce((sum, label) => sum + label.length + 1, 1) > NAME_BYTES)
    throw new ContentFault(`${quoted(name)} has more than ${NAME_BYTES} bytes`);
  return all;
}

/** A name as it travels, without compression. Throws ContentFault. */
export const writeName = (name: string): Buffer =>
  Buffer.concat([...labelsOf(name).flatMap((label) => [Uint8Array.of(label.length), label]), Uint8Array.of(0)]);

/** A name in its one form: whole, with a final dot, as written otherwise. Throws ContentFault. */
export function wholeName(name: string): string {
  const labels = labelsOf(name);
  return labels.length === 0 ? '.' : `${labels.map(labelText).join('.')}.`;
}

/** A name of a zone file in its one form: `@` is the origin, and one without a final dot is below it. Throws ContentFault. */
export function absoluteName(text: string, origin: string): string {
  if (text === '@') return wholeName(origin);
  const escapes = /\\*\.$/.exec(text)?.[0].length ?? 0;
  // An even number of backslashes before the dot are escaped themselves.
  if (escapes % 2 === 1) return wholeName(text);
  return wholeName(origin === '.' ? `${text}.` : `${text}.${origin}`);
}

/** Names are compared without regard to the case of ASCII letters: RFC 4343. */
export const nameKey = (name: string): string => name.toLowerCase().replace(/\.$/, '');

const quoted = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 79)}…` : name);
