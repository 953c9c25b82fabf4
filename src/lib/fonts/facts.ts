import { POSTSCRIPT, type SfntFont, tagAt, viewOf } from './sfnt.js';

/** Names that are read at most, and letters of each. */
const MAX_NAMES = 2000;
const MAX_NAME = 500;

const WEIGHTS: readonly (readonly [number, RegExp])[] = [
  [100, /thin|hairline/i],
  [200, /(?:extra|ultra)[ -]?light/i],
  [300, /light/i],
  [500, /medium/i],
  [600, /(?:semi|demi)[ -]?bold/i],
  [800, /(?:extra|ultra)[ -]?bold/i],
  [900, /black|heavy/i],
  [700, /bold/i],
];

export interface FontAxis {
  readonly tag: string;
  readonly min: number;
  readonly default: number;
  readonly max: number;
}

/** What a font says of itself. */
export interface FontFacts {
  readonly names: {
    readonly family: string;
    readonly style: string;
    readonly fullName: string;
    readonly postScriptName: string;
    readonly version: string;
    readonly licence: string;
  };
  /** 100 to 900. */
  readonly weight: number;
  readonly isItalic: boolean;
  readonly outlines: 'truetype' | 'postscript' | 'bitmap';
  readonly glyphs: number;
  readonly axes: readonly FontAxis[];
  /** Bits of `fsType` in OS/2: what the maker allows others to embed. */
  readonly embedding: 'installable' | 'editable' | 'preview-and-print' | 'restricted' | 'unknown';
}

/** Reads what a font says of itself; what is missing or damaged is empty or the usual. */
export function readFacts({ flavor, tables }: SfntFont): FontFacts {
  const names = readNames(tables.get('name'));
  const name = (...ids: readonly number[]): string =>
    ids.map((id) => names.get(id)).find((text) => text !== undefined) ?? '';
  const style = name(17, 2) || 'Regular';
  const os2 = tables.get('OS/2');
  const hasOs2 = os2 !== undefined && os2.length >= 64;
  const stated = hasOs2 ? viewOf(os2).getUint16(4) : 0;
  const maxp = tables.get('maxp');
  const family = name(16, 1);
  return {
    names: {
      family,
      style,
      fullName: name(4) || [family, style].join(' ').trim(),
      postScriptName: name(6),
      version: name(5),
      licence: name(13, 14),
    },
    weight: stated >= 1 && stated <= 1000 ? stated : (WEIGHTS.find(([, words]) => words.test(style))?.[0] ?? 400),
    isItalic: hasOs2 ? (viewOf(os2).getUint16(62) & 1) === 1 : /italic|oblique/i.test(style),
    outlines: tables.has('glyf')
      ? 'truetype'
      : flavor === POSTSCRIPT || tables.has('CFF ') || tables.has('CFF2')
        ? 'postscript'
        : 'bitmap',
    glyphs: maxp === undefined || maxp.length < 6 ? 0 : viewOf(maxp).getUint16(4),
    axes: readAxes(tables.get('fvar')),
    embedding: hasOs2 ? embeddingOf(viewOf(os2).getUint16(8)) : 'unknown',
  };
}

function embeddingOf(type: number): FontFacts['embedding'] {
  const level = type & 0xf;
  if (level === 0) return 'installable';
  if ((level & 8) !== 0) return 'editable';
  if ((level & 4) !== 0) return 'preview-and-print';
  return (level & 2) !== 0 ? 'restricted' : 'unknown';
}

/** Names by their number: English of Windows first, then any of Windows, then those of the Macintosh. */
function readNames(table: Uint8Array | undefined): ReadonlyMap<number, string> {
  const found = new Map<number, { readonly text: string; readonly rank: number }>();
  if (table === undefined || table.length < 6) return new Map();
  const view = viewOf(table);
  const strings = view.getUint16(4);
  const count = Math.min(view.getUint16(2), MAX_NAMES);
  for (let index = 0; index < count && 6 + 12 * (index + 1) <= table.length; index++) {
    const at = 6 + 12 * index;
    const platform = view.getUint16(at);
    const id = view.getUint16(at + 6);
    const start = strings + view.getUint16(at + 10);
    const data = table.subarray(start, start + view.getUint16(at + 8));
    const isEnglish = platform === 3 ? view.getUint16(at + 4) === 0x409 : view.getUint16(at + 4) === 0;
    const rank = (platform === 1 ? 2 : 4) + (isEnglish ? 1 : 0);
    if (rank <= (found.get(id)?.rank ?? 0)) continue;
    const text = (platform === 1 ? Buffer.from(data).toString('latin1') : new TextDecoder('utf-16be').decode(data))
      .replace(/[\p{Cc}\p{Cs}]/gu, '')
      .trim()
      .slice(0, MAX_NAME);
    if (text !== '') found.set(id, { text, rank });
  }
  return new Map([...found].map(([id, { text }]) => [id, text]));
}

function readAxes(table: Uint8Array | undefined): FontAxis[] {
  if (table === undefined || table.length < 16) return [];
  const view = viewOf(table);
  const start = view.getUint16(4);
  const count = Math.min(view.getUint16(8), 64);
  const size = view.getUint16(10);
  const fixed = (at: number): number => view.getInt32(at) / 65_536;
  return Array.from({ length: count }, (_, index) => start + size * index)
    .filter((at) => at + 20 <= table.length)
    .map((at) => ({ tag: tagAt(table, at), min: fixed(at + 4), default: fixed(at + 8), max: fixed(at + 12) }));
}
