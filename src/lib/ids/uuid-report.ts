import { ContentFault } from '../faults.js';
import type { RandomBytes } from '../secrets/draw.js';
import {
  bytesOfUuid,
  gregorianTicks,
  integerOfUuid,
  isoOfTicks,
  orderedUuids,
  randomUuid,
  readUuid,
  timedUuid,
  uuidParts,
} from './uuid.js';

const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Makes UUIDs of a version that holds a time, one after another. Throws ContentFault for a time before what the version can hold. */
function timedMaker(version: 1 | 6 | 7, at: Date, random: RandomBytes): () => string {
  const milliseconds = at.getTime();
  const start = gregorianTicks(milliseconds);
  if (version === 7 ? milliseconds < 0 : start < 0n)
    throw ContentFault.whole(`Option "at" is before the first time that version ${version} can hold`);
  if (version === 7) return orderedUuids(milliseconds, random);
  const [high = 0, low = 0, first = 0, ...rest] = random(8);
  // A node that is not the address of a network card has the multicast bit (RFC 9562, section 6.10).
  const node = Uint8Array.of(first | 1, ...rest);
  let ticks = start;
  return () => timedUuid(version, ticks++, (high << 8) | low, node);
}

/** Makes UUIDs of a version, one after another. Throws as `timedMaker`. */
export function uuidMaker(
  version: 'v1' | 'v4' | 'v6' | 'v7' | 'nil' | 'max',
  at: Date,
  random: RandomBytes,
): () => string {
  if (version === 'nil') return () => NIL;
  if (version === 'max') return () => MAX;
  if (version === 'v4') return () => randomUuid(random);
  return timedMaker(version === 'v1' ? 1 : version === 'v6' ? 6 : 7, at, random);
}

/** How UUIDs are written, from the usual form. */
export const UUID_NOTATIONS = {
  standard: (uuid: string) => uuid,
  compact: (uuid: string) => uuid.replaceAll('-', ''),
  braces: (uuid: string) => `{${uuid}}`,
  urn: (uuid: string) => `urn:uuid:${uuid}`,
  base64url: (uuid: string) => bytesOfUuid(uuid).toString('base64url'),
  integer: (uuid: string) => String(integerOfUuid(uuid)),
} as const;

/** Whether the notation has hexadecimal digits that may be in uppercase. */
export const isUppercased = (notation: keyof typeof UUID_NOTATIONS): boolean =>
  !['urn', 'base64url', 'integer'].includes(notation);

/** What a line says that may be a UUID in any notation. */
export function uuidReport(line: string) {
  const uuid = readUuid(line);
  const input = line.trim().slice(0, 100);
  if (uuid === undefined) return { input, isValid: false };
  const { variant, version, ticks, milliseconds, clockSequence, node } = uuidParts(uuid);
  return {
    input,
    isValid: true,
    uuid,
    variant,
    ...(version === undefined ? {} : { version }),
    ...(milliseconds === undefined
      ? {}
      : { time: ticks === undefined ? new Date(milliseconds).toISOString() : isoOfTicks(ticks) }),
    ...(clockSequence === undefined ? {} : { clockSequence }),
    ...(node === undefined
      ? {}
      : { node: node.replace(/(..)(?=.)/g, '$1:'), isNodeRandom: (Number.parseInt(node.slice(0, 2), 16) & 1) === 1 }),
    integer: String(integerOfUuid(uuid)),
  };
}
