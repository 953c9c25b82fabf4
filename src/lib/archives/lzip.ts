import { ContentFault, LimitFault } from '../faults.js';

/** One member of an lzip file, ready for a decoder of plain LZMA. */
export interface LzipMember {
  /** The stream behind a header of 13 bytes, as .lzma files have it. */
  readonly lzma: Uint8Array;
  readonly crc32: number;
  readonly bytes: number;
}

const HEADER_BYTES = 6;
const TRAILER_BYTES = 20;
/** A decoder starts for each. Chosen: a quarter of the time limit. */
const MAX_MEMBERS = 500;
/** Properties of every lzip stream: lc 3, lp 0, pb 2. */
const PROPERTIES = 0x5d;

export const isLzip = (bytes: Uint8Array): boolean =>
  bytes.length >= HEADER_BYTES && Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'LZIP' && bytes[4] === 1;

/**
 * The members of an lzip file, in their order, found from its end by the size that each states (lzip manual, "File format"); `trailing`:
 * bytes behind the last member. Throws ContentFault.
 */
export function lzipMembers(file: Uint8Array): { readonly members: LzipMember[]; readonly trailing: boolean } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const end = endOfMembers(bytes);
  const members: LzipMember[] = [];
  for (let at = end; at > 0; ) {
    const size = memberSize(bytes, at);
    if (size === undefined) throw new ContentFault('it is damaged');
    if (members.length === MAX_MEMBERS)
      throw new LimitFault(`it must have at most ${MAX_MEMBERS} members`, MAX_MEMBERS);
    members.push(memberOf(bytes.subarray(at - size, at)));
    at -= size;
  }
  members.reverse();
  return { members, trailing: end < bytes.length };
}

/** The size of the member that ends at `end`, where one does. */
function memberSize(bytes: Buffer, end: number): number | undefined {
  if (end < HEADER_BYTES + TRAILER_BYTES) return undefined;
  const size = Number(bytes.readBigUInt64LE(end - 8));
  return size >= HEADER_BYTES + TRAILER_BYTES && size <= end && isLzip(bytes.subarray(end - size)) ? size : undefined;
}

/** Most bytes behind the last member that are looked through. Chosen: tapes pad to 10 KiB. */
const MAX_TRAILING = 1_048_576;

function endOfMembers(bytes: Buffer): number {
  for (let end = bytes.length; end > 0 && bytes.length - end <= MAX_TRAILING; end -= 1) {
    if (memberSize(bytes, end) !== undefined) return end;
  }
  throw new ContentFault('it ends early');
}

function memberOf(member: Buffer): LzipMember {
  const coded = member[5] ?? 0;
  const base = 2 ** (coded & 31);
  const dictionary = base - (base / 16) * (coded >> 5);
  if (dictionary < 4096 || dictionary > 2 ** 29)
    throw new ContentFault('its dictionary has a size that lzip does not have');
  const trailer = member.length - TRAILER_BYTES;
  const head = Buffer.alloc(13, 0xff);
  head[0] = PROPERTIES;
  // Decoders of .lzma take powers of two only; a larger one holds as much.
  head.writeUInt32LE(2 ** Math.ceil(Math.log2(dictionary)), 1);
  return {
    lzma: Buffer.concat([head, member.subarray(HEADER_BYTES, trailer)]),
    crc32: member.readUInt32LE(trailer),
    bytes: Number(member.readBigUInt64LE(trailer + 4)),
  };
}
