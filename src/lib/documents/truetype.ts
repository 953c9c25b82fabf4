import { postNames, withFewerNames } from '../fonts/post-names.js';

/** Where a table of a TrueType font is stored (OpenType 1.9, "Organization of an OpenType Font"). */
interface Table {
  readonly offset: number;
  readonly length: number;
}

/** What a PDF viewer needs of a TrueType font (ISO 32000-2, 9.9): layout, names and bitmaps are for other programs. */
const NEEDED = ['OS/2', 'cmap', 'cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post', 'prep'];
/** Composite glyphs in composite glyphs. */
const MAX_DEPTH = 16;
const POST_LENGTH = 32;
/** Looks into character maps: a hostile font has many that are the same bytes. Chosen: it takes about a second. */
const MAX_LOOKS = 50_000_000;

/** A TrueType font with outlines in `glyf`, read as far as its glyphs need it. */
export class TrueTypeFont {
  readonly #tables = new Map<string, Table>();
  readonly #view: DataView;
  readonly #glyphs: number;
  readonly #isLong: boolean;
  #looksLeft = MAX_LOOKS;

  private constructor(
    private readonly bytes: Uint8Array,
    private readonly start: number,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = this.#view.getUint16(start + 4);
    for (let i = 0; i < count; i += 1) {
      const at = start + 12 + 16 * i;
      const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
      const [offset, length] = [this.#view.getUint32(at + 8), this.#view.getUint32(at + 12)];
      if (offset + length > bytes.length) throw new RangeError(tag);
      this.#tables.set(tag, { offset, length });
    }
    this.#isLong = this.#view.getInt16(this.#table('head').offset + 50) === 1;
    this.#glyphs = this.#view.getUint16(this.#table('maxp').offset + 4);
    const least = (this.#glyphs + 1) * (this.#isLong ? 4 : 2);
    if (this.#table('loca').length < least) throw new RangeError('loca');
    for (const tag of ['glyf', 'hhea', 'hmtx']) this.#table(tag);
  }

  /** The font at a place. `undefined` for what is damaged, of another kind or a collection. */
  static read(bytes: Uint8Array, start = 0): TrueTypeFont | undefined {
    const tag = Buffer.from(bytes.subarray(start, start + 4)).toString('latin1');
    if (tag !== '\0\u0001\0\0' && tag !== 'true') return undefined;
    try {
      return new TrueTypeFont(bytes, start);
    } catch (error) {
      // A place outside of the file: viewers have their own way with damaged fonts.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** The glyphs that any of its character maps gives for one of the characters. */
  glyphsOf(characters: ReadonlySet<number>): ReadonlySet<number> | undefined {
    const cmap = this.#tables.get('cmap');
    const glyphs = new Set<number>();
    if (cmap === undefined) return glyphs;
    try {
      const count = this.#view.getUint16(cmap.offset + 2);
      for (let i = 0; i < count; i += 1) {
        const at = cmap.offset + this.#view.getUint32(cmap.offset + 4 + 8 * i + 4);
        if (!this.#lookUp(at, characters, glyphs)) return undefined;
      }
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
    return glyphs;
  }

  /** Whether characters have glyphs. */
  get hasMap(): boolean {
    return this.#tables.has('cmap');
  }

  /** The names of its glyphs in their order; none where it has no names, `undefined` where they cannot be read. */
  glyphNames(): readonly string[] | undefined {
    if (!this.#tables.has('post')) return [];
    return postNames(this.#copy('post'), this.#glyphs);
  }

  /**
   * The font with the outlines of some glyphs only; numbers of glyphs stay. `hasMap`: characters are looked up in it; `hasNames`: so are
   * names.
   */
  subset(wanted: ReadonlySet<number>, hasMap: boolean, hasNames = false): Uint8Array | undefined {
    try {
      return this.#written(this.#closed(wanted), hasMap, hasNames);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #table(tag: string): Table {
    const table = this.#tables.get(tag);
    if (table === undefined) throw new RangeError(tag);
    return table;
  }

  /** Looks characters up in one map; tells whether its format is known. */
  #lookUp(at: number, characters: ReadonlySet<number>, glyphs: Set<number>): boolean {
    const view = this.#view;
    const format = view.getUint16(at);
    this.#look(characters.size);
    if (format === 0) {
      for (const character of characters) if (character < 256) glyphs.add(view.getUint8(at + 6 + character));
      return true;
    }
    if (format === 6) {
      const [first, count] = [view.getUint16(at + 6), view.getUint16(at + 8)];
      for (const character of characters) {
        if (character >= first && character < first + count)
          glyphs.add(view.getUint16(at + 10 + 2 * (character - first)));
      }
      return true;
    }
    if (format === 12) {
      const count = view.getUint32(at + 12);
      for (let i = 0; i < count; i += 1) {
        const group = at + 16 + 12 * i;
        this.#look(characters.size);
        const [start, end, glyph] = [view.getUint32(group), view.getUint32(group + 4), view.getUint32(group + 8)];
        for (const character of characters)
          if (character >= start && character <= end) glyphs.add(glyph + character - start);
      }
      return true;
    }
    if (format !== 4) return false;
    const segments = view.getUint16(at + 6) / 2;
    for (let i = 0; i < segments; i += 1) {
      this.#look(characters.size);
      const end = view.getUint16(at + 14 + 2 * i);
      const start = view.getUint16(at + 16 + 2 * (segments + i));
      const delta = view.getInt16(at + 16 + 2 * (2 * segments + i));
      const rangeAt = at + 16 + 2 * (3 * segments + i);
      const range = view.getUint16(rangeAt);
      for (const character of characters) {
        if (character < start || character > end) continue;
        const glyph = range === 0 ? character : view.getUint16(rangeAt + range + 2 * (character - start));
        if (glyph !== 0) glyphs.add((glyph + delta) & 0xffff);
      }
    }
    return true;
  }

  #look(count: number): void {
    this.#looksLeft -= count;
    if (this.#looksLeft < 0) throw new RangeError('cmap');
  }

  #outline(glyph: number): Table {
    const loca = this.#table('loca').offset;
    const at = (i: number): number =>
      this.#isLong ? this.#view.getUint32(loca + 4 * i) : 2 * this.#view.getUint16(loca + 2 * i);
    const [start, end] = [at(glyph), at(glyph + 1)];
    if (end < start || end > this.#table('glyf').length) throw new RangeError('glyf');
    return { offset: this.#table('glyf').offset + start, length: end - start };
  }

  /** With the glyphs that others are composed of. */
  #closed(wanted: ReadonlySet<number>): ReadonlySet<number> {
    const all = new Set<number>([0]);
    let waiting = [...wanted].filter((glyph) => glyph < this.#glyphs);
    for (let depth = 0; depth < MAX_DEPTH && waiting.length > 0; depth += 1) {
      for (const glyph of waiting) all.add(glyph);
      const parts = new Set(waiting.flatMap((glyph) => this.#partsOf(glyph)));
      waiting = [...parts].filter((glyph) => !all.has(glyph));
    }
    return all;
  }

  /** OpenType 1.9, "glyf", composite glyph description. */
  #partsOf(glyph: number): number[] {
    const { offset, length } = this.#outline(glyph);
    if (length < 10 || this.#view.getInt16(offset) >= 0) return [];
    const parts: number[] = [];
    for (let at = offset + 10; at + 4 <= offset + length; ) {
      const flags = this.#view.getUint16(at);
      parts.push(this.#view.getUint16(at + 2));
      at += 4 + ((flags & 1) === 0 ? 2 : 4);
      at += (flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
      if ((flags & 0x20) === 0) break;
    }
    return parts;
  }

  #written(glyphs: ReadonlySet<number>, hasMap: boolean, hasNames: boolean): Uint8Array {
    const loca = new DataView(new ArrayBuffer(4 * (this.#glyphs + 1)));
    const outlines: Uint8Array[] = [];
    let end = 0;
    for (let glyph = 0; glyph < this.#glyphs; glyph += 1) {
      loca.setUint32(4 * glyph, end);
      if (!glyphs.has(glyph)) continue;
      const { offset, length } = this.#outline(glyph);
      // Outlines that overlap: not what a font is made of.
      if (end > this.#table('glyf').length + 4 * glyph) throw new RangeError('glyf');
      const padded = new Uint8Array((length + 3) & ~3);
      padded.set(this.bytes.subarray(offset, offset + length));
      outlines.push(padded);
      end += padded.length;
    }
    loca.setUint32(4 * this.#glyphs, end);
    const head = this.#copy('head');
    new DataView(head.buffer).setInt16(50, 1);
    const made = new Map<string, Uint8Array>([
      ['glyf', Buffer.concat(outlines)],
      ['loca', new Uint8Array(loca.buffer)],
      ['head', head],
      ['hmtx', this.#metrics(glyphs)],
    ]);
    if (this.#tables.has('post')) {
      const post = this.#copy('post');
      made.set('post', hasNames ? withFewerNames(post, this.#glyphs, glyphs) : plainNames(post));
    }
    const tags = NEEDED.filter((tag) => this.#tables.has(tag) && (hasMap || tag !== 'cmap'));
    return assembled(
      this.bytes.subarray(this.start, this.start + 4),
      tags.map((tag) => [tag, made.get(tag) ?? this.#copy(tag)]),
    );
  }

  #copy(tag: string): Uint8Array {
    const { offset, length } = this.#table(tag);
    return Uint8Array.from(this.bytes.subarray(offset, offset + length));
  }

  /** Widths of glyphs that are left out are zero: they take no space when packed. */
  #metrics(glyphs: ReadonlySet<number>): Uint8Array {
    const metrics = this.#copy('hmtx');
    const full = Math.min(this.#view.getUint16(this.#table('hhea').offset + 34), this.#glyphs);
    // The last full entry is the width of all glyphs after it.
    for (let glyph = 0; glyph < full - 1; glyph += 1) if (!glyphs.has(glyph)) metrics.fill(0, 4 * glyph, 4 * glyph + 4);
    for (let glyph = full; glyph < this.#glyphs; glyph += 1) {
      if (!glyphs.has(glyph)) metrics.fill(0, 4 * full + 2 * (glyph - full), 4 * full + 2 * (glyph - full) + 2);
    }
    return metrics;
  }
}

/** A `post` table without names of glyphs (version 3.0). */
function plainNames(post: Uint8Array): Uint8Array {
  const plain = new Uint8Array(POST_LENGTH);
  plain.set(post.subarray(0, POST_LENGTH));
  plain.set([0, 3, 0, 0]);
  return plain;
}

function assembled(version: Uint8Array, tables: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  const start = 12 + 16 * tables.length;
  const size = tables.reduce((sum, [, bytes]) => sum + ((bytes.length + 3) & ~3), start);
  const font = new Uint8Array(size);
  const view = new DataView(font.buffer);
  font.set(version);
  const exponent = Math.floor(Math.log2(tables.length));
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 * 2 ** exponent);
  view.setUint16(8, exponent);
  view.setUint16(10, 16 * tables.length - 16 * 2 ** exponent);
  let offset = start;
  for (const [i, [tag, bytes]] of tables.entries()) {
    font.set(bytes, offset);
    const padded = (bytes.length + 3) & ~3;
    let sum = 0;
    for (let at = offset; at < offset + padded; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
    font.set(Buffer.from(tag, 'latin1'), 12 + 16 * i);
    view.setUint32(12 + 16 * i + 4, sum);
    view.setUint32(12 + 16 * i + 8, offset);
    view.setUint32(12 + 16 * i + 12, bytes.length);
    offset += padded;
  }
  return font;
}
