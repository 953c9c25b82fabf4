import { ContentFault } from '../faults.js';
import { checkEntryCount, isoOfSeconds } from './entry.js';
import type { TarEntry } from './tar.js';

const MAGIC = '!<arch>\n';
const HEADER = 60;

export const isAr = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 8)).toString('latin1') === MAGIC;

/**
 * The members of a Unix archive (ar(5) of FreeBSD): System V and GNU names, BSD names. Symbol tables and the table of long names
 * are left out. Throws ContentFault where it is damaged or ends early, LimitFault.
 */
export function readAr(bytes: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = [];
  let longNames: Uint8Array = new Uint8Array();
  for (let at = MAGIC.length; at + HEADER <= bytes.length; ) {
    const head = Buffer.from(bytes.subarray(at, at + HEADER)).toString('latin1');
    const size = /^\d{1,10} *$/.test(head.slice(48, 58)) ? Number(head.slice(48, 58)) : -1;
    if (size < 0 || head.slice(58) !== '`\n') throw new ContentFault(`the header at byte ${at} is damaged`);
    const end = at + HEADER + size;
    const name = head.slice(0, 16).trimEnd();
    if (end > bytes.length) throw new ContentFault(`it ends within entry ${JSON.stringify(name)}`);
    const data = bytes.subarray(at + HEADER, end);
    at = end + (size % 2);
    if (name === '//') longNames = data;
    else if (!/^(?:\/|\/SYM64\/|__\.SYMDEF.*)$/.test(name)) {
      checkEntryCount(entries.length + 1);
      entries.push(entryOf(head, name, data, longNames));
    }
  }
  return entries;
}

function entryOf(head: string, name: string, stored: Uint8Array, longNames: Uint8Array): TarEntry {
  const [rawPath, data] = nameAndData(name, stored, longNames);
  return {
    rawPath,
    rawTarget: undefined,
    kind: 'file',
    bytes: data.length,
    packedBytes: data.length,
    modified: isoOfSeconds(Number(/^\d+/.exec(head.slice(16, 28))?.[0] ?? 0)),
    method: undefined,
    encrypted: false,
    crc32: undefined,
    data,
    sparse: undefined,
  };
}

function nameAndData(name: string, data: Uint8Array, longNames: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const bsd = /^#1\/(\d{1,10})$/.exec(name);
  if (bsd !== null) {
    const length = Math.min(Number(bsd[1]), data.length);
    const raw = data.subarray(0, length);
    const end = raw.indexOf(0);
    return [end < 0 ? raw : raw.subarray(0, end), data.subarray(length)];
  }
  const gnu = /^\/(\d{1,10})$/.exec(name);
  if (gnu !== null) {
    const from = longNames.subarray(Number(gnu[1]));
    const end = from.indexOf(0x0a);
    const raw = end < 0 ? from : from.subarray(0, end);
    return [raw[raw.length - 1] === 0x2f ? raw.subarray(0, -1) : raw, data];
  }
  return [Buffer.from(name.replace(/\/$/, ''), 'latin1'), data];
}
