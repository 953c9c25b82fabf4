import type { PdfDocument } from '../document/document.js';
import { operationsOf } from '../pages/content.js';
import { isName, PdfDict, PdfName, PdfStream, type PdfValue } from '../syntax/objects.js';
import { Keyword, SyntaxReader } from '../syntax/syntax.js';
import { type GraySpace, graySpace, type SpaceReading, type Tone } from './gray-spaces.js';

/** A space of patterns, with that of their colour where they have none of their own. */
interface PatternSpace {
  readonly base: GraySpace | undefined;
}
/** `unknown` is what a form begins with: it takes the space of what draws it. */
type Current = GraySpace | PatternSpace | 'unknown';

interface Colors {
  readonly fill: Current;
  readonly stroke: Current;
}

export interface ContentTones extends SpaceReading {
  readonly tone: Tone;
  readonly keepsGrays: boolean;
  /** A name that no resource of the document has. */
  readonly newName: () => string;
}

interface Place {
  readonly resources: PdfDict | undefined;
  /** Content that begins in gray, as pages and patterns do. */
  readonly startsGray: boolean;
}

/** What became of content: its bytes, and the pictures that stood in it and need a name among the resources. */
export interface GrayContent {
  readonly bytes: Buffer;
  readonly pictures: ReadonlyMap<string, PdfStream>;
}

const MAX_SAVED = 512;
const gray: GraySpace = {
  kind: 'gray',
  channels: 1,
  initial: [0],
  gray: ([value = 0]) => Math.min(1, Math.max(0, value)),
};

/**
 * Content whose colours are grays, all else as it was, byte for byte. `undefined` where a colour cannot be told: a space that cannot be read,
 * or that of something else.
 */
export function grayContent(tones: ContentTones, content: Buffer, place: Place): GrayContent | undefined {
  const { document, tone } = tones;
  const reader = new SyntaxReader(content);
  const pieces: Uint8Array[] = [];
  const pictures = new Map<string, PdfStream>();
  const start: Current = place.startsGray ? gray : 'unknown';
  let colors: Colors = { fill: start, stroke: start };
  const saved: Colors[] = [];
  let copied = 0;
  const replace = (from: number, to: number, text: string): void => {
    pieces.push(content.subarray(copied, from), Buffer.from(text, 'latin1'));
    copied = to;
  };
  const written = (space: GraySpace, values: readonly number[]): string =>
    String(Number(tone(space.gray(values)).toFixed(4)));
  for (const operation of operationsOf(reader)) {
    const { operator, operands, start: from, end: to } = operation;
    const isStroke = /^[A-Z]/.test(operator);
    const use = (space: Current): void => {
      colors = isStroke ? { ...colors, stroke: space } : { ...colors, fill: space };
    };
    const numbers = operands.filter((value): value is number => typeof value === 'number');
    const [g, cs] = isStroke ? ['G', 'CS'] : ['g', 'cs'];
    switch (operator) {
      case 'q':
        if (saved.length < MAX_SAVED) saved.push(colors);
        break;
      case 'Q':
        colors = saved.pop() ?? colors;
        break;
      case 'g':
      case 'G':
        use(gray);
        if (!tones.keepsGrays) replace(from, to, `${written(gray, numbers.slice(-1))} ${g}`);
        break;
      case 'rg':
      case 'RG':
      case 'k':
      case 'K': {
        const space = graySpace(tones, new PdfName(/k/i.test(operator) ? 'DeviceCMYK' : 'DeviceRGB'));
        if (space === undefined) return undefined;
        use(space);
        replace(from, to, `${written(space, numbers.slice(-space.channels))} ${g}`);
        break;
      }
      case 'cs':
      case 'CS': {
        const space = spaceNamed(tones, operands.at(-1), place.resources);
        if (space === undefined) return undefined;
        use(space);
        if ('gray' in space) replace(from, to, `${written(space, space.initial)} ${g}`);
        else replace(from, to, `/${space.base === undefined ? 'Pattern' : UNCOLORED} ${cs}`);
        break;
      }
      case 'sc':
      case 'SC':
      case 'scn':
      case 'SCN': {
        const space = isStroke ? colors.stroke : colors.fill;
        if (space === 'unknown') return undefined;
        const pattern = operands.at(-1);
        if (pattern instanceof PdfName) {
          // A pattern where none is expected: viewers show nothing, and so it stays.
          const base = 'base' in space ? space.base : undefined;
          if (base !== undefined) replace(from, to, `${written(base, numbers)} /${escaped(pattern.value)} ${operator}`);
        } else if ('gray' in space) replace(from, to, `${written(space, numbers)} ${g}`);
        break;
      }
      case 'BI': {
        const name = tones.newName();
        const picture = inlinePicture(document, content.subarray(from, to), operation.picture, place.resources);
        if (picture === undefined) return undefined;
        if (picture === 'plain') break;
        pictures.set(name, picture);
        replace(from, to, `/${name} Do`);
        break;
      }
    }
  }
  pieces.push(content.subarray(copied));
  return { bytes: Buffer.concat(pieces), pictures };
}

/** The name of the space of patterns without colours, `[/Pattern /DeviceGray]`, that resources are given. */
export const UNCOLORED = 'TonePattern';

const escaped = (name: string): string =>
  name.replace(/[^!-~]|[#%()/<>[\]{}]/g, (sign) => `#${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

function spaceNamed(
  tones: SpaceReading,
  value: PdfValue | undefined,
  resources: PdfDict | undefined,
): GraySpace | PatternSpace | undefined {
  const { document } = tones;
  if (!(value instanceof PdfName)) return undefined;
  const spaces = resources && document.getDict(resources, 'ColorSpace');
  const named = spaces?.has(value.value) ? document.get(spaces, value.value) : value;
  if (isName(named, 'Pattern')) return { base: undefined };
  if (Array.isArray(named) && isName(document.resolve(named[0]), 'Pattern')) {
    if (named.length < 2) return { base: undefined };
    const base = graySpace(tones, named[1]);
    return base === undefined ? undefined : { base };
  }
  return graySpace(tones, named);
}

/** ISO 32000-2, table 91. */
const LONG_KEYS: Readonly<Record<string, string>> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  W: 'Width',
};
const LONG_FILTERS: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
};

/** A picture in the content as an object of its own; `plain` for a stencil, which has no colour. */
function inlinePicture(
  document: PdfDocument,
  source: Buffer,
  entries: PdfDict | undefined,
  resources: PdfDict | undefined,
): PdfStream | 'plain' | undefined {
  if (entries === undefined || entries.size === 0) return undefined;
  const dict = new PdfDict([
    ['Type', new PdfName('XObject')],
    ['Subtype', new PdfName('Image')],
  ]);
  for (const [key, value] of entries) dict.set(Object.hasOwn(LONG_KEYS, key) ? (LONG_KEYS[key] ?? key) : key, value);
  if (document.get(dict, 'ImageMask') === true) return 'plain';
  const space = dict.get('ColorSpace');
  const spaces = resources && document.getDict(resources, 'ColorSpace');
  if (space instanceof PdfName && spaces?.has(space.value)) dict.set('ColorSpace', spaces.get(space.value) ?? null);
  const filters = document.get(dict, 'Filter');
  const long = (name: PdfValue): PdfValue =>
    name instanceof PdfName && Object.hasOwn(LONG_FILTERS, name.value)
      ? new PdfName(LONG_FILTERS[name.value] ?? '')
      : name;
  if (filters !== null) dict.set('Filter', Array.isArray(filters) ? filters.map(long) : long(filters));
  // The data begins behind `ID` and one white space, and ends before `EI` and the white space in front of it.
  if (source[0] !== 0x42 || source[1] !== 0x49) return undefined;
  const head = new SyntaxReader(source, 2);
  while (!(head.read() instanceof Keyword)) if (head.position >= source.length) return undefined;
  return new PdfStream(dict, source.subarray(head.position + 1, source.length - 3));
}
