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
  const isClear = isUsual && hasClearSequence(text, encoding);
  let replaced = 0;
  let letters = 0;
  let used = 0;
  const changed = text.replace(RUN, (run) => {
    const points = [...run];
    letters += points.length;
    const decoded = decodeRun(points, encoding, isClear || !isUsual);
    replaced += decoded.sequences;
    used += decoded.used;
    return decoded.text;
  });
  const isBelieved = isUsual || (used / letters >= LEAST_SHARE && replaced >= LEAST_SEQUENCES);
  return replaced > 0 && isBelieved ? { text: changed, replaced, gain: used } : { text, replaced: 0, gain: 0 };
}

/** Whether any sequence stands in the text that correct text would not have. */
function hasClearSequence(text: string, encoding: ByteEncoding): boolean {
  for (const [run] of text.matchAll(RUN)) {
    if (decodeRun([...run], encoding, false).sequences > 0) return true;
  }
  return false;
}

/** Replaces every whole UTF-8 sequence of a run; the rest stays. `used` counts the characters that went into sequences. */
function decodeRun(
  points: readonly string[],
  encoding: ByteEncoding,
  takesDoubtful: boolean,
): { readonly text: string; readonly sequences: number; readonly used: number } {
  const parts: string[] = [];
  let sequences = 0;
  let used = 0;
  for (let index = 0; index < points.length; ) {
    const sequence = sequenceAt(points, index, encoding);
    if (sequence === undefined || (!takesDoubtful && isDoubtful(points, index, sequence))) {
      parts.push(points[index] ?? '');
      index++;
    } else {
      parts.push(sequence.character);
      index += sequence.length;
      sequences++;
      used += sequence.length;
    }
  }
  return { text: parts.join(''), sequences, used };
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
function isDoubtful(points: readonly string[], index: number, { length, character }: Sequence): boolean {
  return length === 2 && (character.codePointAt(0) ?? 0) >= 0x100 && CLOSING.test(points[index + 1] ?? '');
}

/** The character that the bytes from `index` on are in UTF-8 (RFC 3629), if they are one. */
function sequenceAt(points: readonly string[], index: number, { byteOf }: ByteEncoding): Sequence | undefined {
  const length = sequenceLength(byteOf(points[index] ?? ''));
  if (length === 0 || index + length > points.length) return undefined;
  const buffer = Buffer.from(points.slice(index, index + length).map((point) => byteOf(point) ?? 0));
  const character = buffer.toString();
  return Buffer.from(character).equals(buffer) && character !== '\ufffd' ? { character, length } : undefined;
}

/** Bytes of the UTF-8 sequence that a lead byte begins; 0 for any other byte. */
function sequenceLength(lead = 0): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}
