import { countCodePoints } from './code-points.js';

/** Repair of text that was decoded with the wrong character encoding: UTF-8 bytes read as something else, once or several times. */

/** How one encoding turns text into bytes and back; `undefined` for a character that it lacks. */
export interface ByteEncoding {
  readonly name: string;
  readonly byteOf: (character: string) => number | undefined;
  /** The caller says that it is this one: for the outermost layer nothing more must show it. */
  readonly isCertain?: boolean;
}

export interface MojibakeFix {
  readonly text: string;
  /** The wrong encodings, the last one first: undone in this order. */
  readonly steps: readonly { readonly encoding: string; readonly replaced: number }[];
}

const MAX_LAYERS = 6;

/**
 * Undoes layers until none is left. Only runs of characters that are whole UTF-8 sequences in the wrong encoding change, so correct
 * letters beside them stay. Encodings other than Windows-1252 and Latin-1 count only where nearly all characters outside ASCII fit.
 */
export function fixMojibake(text: string, encodings: readonly ByteEncoding[]): MojibakeFix {
  let fixed = text;
  const steps: { encoding: string; replaced: number }[] = [];
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const attempts = encodings.map((encoding) => ({ encoding: encoding.name, ...undo(fixed, encoding, layer === 0) }));
    const best = attempts.reduce((a, b) => (b.gain > a.gain ? b : a), {
      encoding: '',
      text: fixed,
      replaced: 0,
      gain: 0,
    });
    if (best.gain <= 0) break;
    fixed = best.text;
    steps.push({ encoding: best.encoding, replaced: best.replaced });
  }
  return { text: fixed, steps };
}

/** Runs of characters outside ASCII. */
const RUN = /[\u0080-\u{10ffff}]+/gu;

/** Encodings that nearly all mojibake comes from; their pairs of characters hardly occur in correct text. */
const USUAL = new Set(['windows-1252', 'iso-8859-1']);

/** The share of all characters outside ASCII that must fit in another encoding. */
const LEAST_SHARE = 0.8;
/** Sequences that must fit in another encoding: one may be chance. */
const LEAST_SEQUENCES = 2;

interface Undone {
  readonly text: string;
  readonly replaced: number;
  /** Characters that were replaced; 0 where the attempt does not count. */
  readonly gain: number;
}

function undo(text: string, encoding: ByteEncoding, isOutermost: boolean): Undone {
  const isUsual = USUAL.has(encoding.name) || (encoding.isCertain === true && isOutermost);
  const bytesOf = byteTable(encoding);
  const isClear = isUsual && hasClearSequence(text, bytesOf);
  let replaced = 0;
  let letters = 0;
  let used = 0;
  const changed = text.replace(RUN, (run) => {
    letters += countCodePoints(run);
    const decoded = decodeRun(run, bytesOf, isClear || !isUsual);
    replaced += decoded.sequences;
    used += decoded.used;
    return decoded.text;
  });
  const isBelieved = isUsual || (used / letters >= LEAST_SHARE && replaced >= LEAST_SEQUENCES);
  return replaced > 0 && isBelieved ? { text: changed, replaced, gain: used } : { text, replaced: 0, gain: 0 };
}

/** The byte of a UTF-16 unit, -1 where there is none. */
type ByteTable = (unit: number) => number;

const UNASKED = -2;

/** A table that is filled as it is asked: a million lookups by text take a second. */
function byteTable({ byteOf }: ByteEncoding): ByteTable {
  const table = new Int16Array(0x10000).fill(UNASKED);
  return (unit) => {
    const known = table[unit] ?? -1;
    if (known !== UNASKED) return known;
    const byte = byteOf(String.fromCharCode(unit)) ?? -1;
    table[unit] = byte;
    return byte;
  };
}

/** Whether any sequence stands in the text that correct text would not have. */
function hasClearSequence(text: string, bytesOf: ByteTable): boolean {
  for (const [run] of text.matchAll(RUN)) {
    if (decodeRun(run, bytesOf, false).sequences > 0) return true;
  }
  return false;
}

/** Replaces every whole UTF-8 sequence of a run; the rest stays. `used` counts the characters that went into sequences. */
function decodeRun(
  run: string,
  bytesOf: ByteTable,
  takesDoubtful: boolean,
): { readonly text: string; readonly sequences: number; readonly used: number } {
  const parts: string[] = [];
  let sequences = 0;
  let used = 0;
  let from = 0;
  for (let index = 0; index < run.length; ) {
    const sequence = sequenceAt(run, index, bytesOf);
    if (sequence === undefined || (!takesDoubtful && isDoubtful(run, index, sequence))) {
      index++;
      continue;
    }
    parts.push(run.slice(from, index), sequence.character);
    index += sequence.length;
    from = index;
    sequences++;
    used += sequence.length;
  }
  return sequences === 0 ? { text: run, sequences, used } : { text: parts.join('') + run.slice(from), sequences, used };
}

interface Sequence {
  readonly character: string;
  readonly length: number;
}

/** Marks that follow a capital or ß in correct text: „Spaß“, MENÜ…, Å–Ö. */
const CLOSING = /^[‘’“”…–—›»‹«•™]$/;

/**
 * Two characters that correct text may have side by side: a letter and a closing mark. Letters with C2 and C3 (Â, Ã) hardly
 * ever end a word.
 */
function isDoubtful(run: string, index: number, { length, character }: Sequence): boolean {
  return length === 2 && (character.codePointAt(0) ?? 0) >= 0x100 && CLOSING.test(run[index + 1] ?? '');
}

/** Least code points of sequences of two, three and four bytes: what is lower is written with fewer. */
const LEAST_POINTS = [0, 0, 0x80, 0x800, 0x10000];

/** The character that the bytes from `index` on are in UTF-8 (RFC 3629), if they are one. */
function sequenceAt(run: string, index: number, bytesOf: ByteTable): Sequence | undefined {
  const lead = bytesOf(run.charCodeAt(index));
  const length = sequenceLength(lead);
  if (length === 0 || index + length > run.length) return undefined;
  let point = lead & (0x7f >> length);
  for (let next = 1; next < length; next++) {
    const byte = bytesOf(run.charCodeAt(index + next));
    if (byte < 0x80 || byte > 0xbf) return undefined;
    point = point * 64 + (byte & 0x3f);
  }
  const isCharacter =
    point >= (LEAST_POINTS[length] ?? 0) && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter && point !== 0xfffd ? { character: String.fromCodePoint(point), length } : undefined;
}

/** Bytes of the UTF-8 sequence that a lead byte begins; 0 for any other byte. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}
