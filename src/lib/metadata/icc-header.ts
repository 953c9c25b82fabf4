import { latin1 } from '../bytes/latin1.js';

export interface IccSummary {
  readonly description?: string;
  readonly copyright?: string;
  readonly version: string;
  /** Four letters each, ICC.1:2022 7.2. */
  readonly class: string;
  readonly space: string;
  readonly connectionSpace: string;
  readonly created?: string;
  readonly renderingIntent: string;
  readonly bytes: number;
}

const INTENTS = ['perceptual', 'relative colorimetric', 'saturation', 'absolute colorimetric'];
const MAX_TAGS = 200;

/** What an ICC profile says about itself; `undefined` where it is none. */
export function iccSummary(profile: Uint8Array): IccSummary | undefined {
  if (profile.length < 132 || latin1(profile, 36, 40) !== 'acsp') return undefined;
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  const [year = 0, ...rest] = [0, 1, 2, 3, 4, 5].map((i) => view.getUint16(24 + 2 * i));
  const two = (i: number): string => String(rest[i] ?? 0).padStart(2, '0');
  const description = textOf(profile, view, 'desc');
  const copyright = textOf(profile, view, 'cprt');
  return {
    ...(description === undefined ? {} : { description }),
    ...(copyright === undefined ? {} : { copyright }),
    version: `${profile[8]}.${(profile[9] ?? 0) >> 4}.${(profile[9] ?? 0) & 15}`,
    class: latin1(profile, 12, 16),
    space: latin1(profile, 16, 20),
    connectionSpace: latin1(profile, 20, 24),
    ...(year === 0 ? {} : { created: `${year}-${two(0)}-${two(1)}T${two(2)}:${two(3)}:${two(4)}Z` }),
    renderingIntent: INTENTS[view.getUint32(64) & 0xffff] ?? 'unknown',
    bytes: profile.length,
  };
}

function textOf(profile: Uint8Array, view: DataView, wanted: string): string | undefined {
  const count = Math.min(MAX_TAGS, view.getUint32(128));
  for (let at = 132; at < 132 + 12 * count && at + 12 <= profile.length; at += 12) {
    if (latin1(profile, at, at + 4) !== wanted) continue;
    const [start, size] = [view.getUint32(at + 4), view.getUint32(at + 8)];
    if (start + size > profile.length || size < 12) return undefined;
    return decoded(profile.subarray(start, start + size));
  }
  return undefined;
}

/** ICC.1:2022 10.15 (mluc, the first language) and 10.24 (text), ICC.1:2001 6.5.17 (desc). */
function decoded(tag: Uint8Array): string | undefined {
  const view = new DataView(tag.buffer, tag.byteOffset, tag.byteLength);
  const type = latin1(tag, 0, 4);
  if (type === 'text') return latin1(tag, 8).replace(/\0[\s\S]*$/, '');
  if (type === 'desc') return latin1(tag, 12, 12 + view.getUint32(8)).replace(/\0[\s\S]*$/, '');
  if (type !== 'mluc' || tag.length < 28) return undefined;
  const [length, offset] = [view.getUint32(20), view.getUint32(24)];
  if (offset + length > tag.length) return undefined;
  return new TextDecoder('utf-16be').decode(tag.subarray(offset, offset + length)).replace(/\0+$/, '');
}
