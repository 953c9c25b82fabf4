import { MACINTOSH_NAMES } from './glyph-names.js';

const HEADER_LENGTH = 32;
/** Versions of the table `post` (OpenType 1.9, "post") as their first two bytes. */
const VERSION = { macintosh: 0x1_0000, names: 0x2_0000, none: 0x3_0000 } as const;

/** The names of glyphs in a table `post`, in their order: none where it has none, `undefined` where they cannot be read. */
export function postNames(post: Uint8Array, glyphs: number): readonly string[] | undefined {
  const view = new DataView(post.buffer, post.byteOffset, post.byteLength);
  if (post.length < HEADER_LENGTH) return undefined;
  const version = view.getUint32(0);
  if (version === VERSION.none) return [];
  if (version === VERSION.macintosh) return MACINTOSH_NAMES.slice(0, glyphs);
  if (version !== VERSION.names || post.length < HEADER_LENGTH + 2) return undefined;
  const count = view.getUint16(HEADER_LENGTH);
  const start = HEADER_LENGTH + 2 + 2 * count;
  if (start > post.length) return undefined;
  const own: string[] = [];
  for (let at = start; at < post.length; at += 1 + (post[at] ?? 0)) {
    own.push(Buffer.from(post.subarray(at + 1, at + 1 + (post[at] ?? 0))).toString('latin1'));
  }
  return Array.from({ length: Math.min(count, glyphs) }, (_, glyph) => {
    const index = view.getUint16(HEADER_LENGTH + 2 + 2 * glyph);
    return (index < MACINTOSH_NAMES.length ? MACINTOSH_NAMES[index] : own[index - MACINTOSH_NAMES.length]) ?? '';
  });
}

/** The table with the names of some glyphs only. */
export function withFewerNames(post: Uint8Array, glyphs: number, kept: ReadonlySet<number>): Uint8Array {
  const names = postNames(post, glyphs) ?? [];
  if (names.length === 0 || new DataView(post.buffer, post.byteOffset).getUint32(0) === VERSION.macintosh) return post;
  const head = Buffer.alloc(HEADER_LENGTH + 2 + 2 * names.length);
  head.set(post.subarray(0, HEADER_LENGTH));
  head.writeUInt16BE(names.length, HEADER_LENGTH);
  const own: Uint8Array[] = [];
  let next: number = MACINTOSH_NAMES.length;
  for (const [glyph, name] of names.entries()) {
    if (!kept.has(glyph)) continue;
    const known = MACINTOSH_NAMES.indexOf(name);
    head.writeUInt16BE(known < 0 ? next : known, HEADER_LENGTH + 2 + 2 * glyph);
    if (known >= 0) continue;
    next += 1;
    own.push(Uint8Array.of(Math.min(name.length, 255)), Buffer.from(name.slice(0, 255), 'latin1'));
  }
  return Buffer.concat([head, ...own]);
}
