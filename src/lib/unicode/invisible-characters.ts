import { categoryOf, isIgnorable, scriptOf } from './unicode-properties.js';

/** What an invisible character is for. */
export type InvisibleKind =
  | 'bidi'
  | 'byte-order-mark'
  | 'control'
  | 'filler'
  | 'format'
  | 'joiner'
  | 'line-break'
  | 'soft-hyphen'
  | 'tab'
  | 'tag'
  | 'variation-selector'
  | 'zero-width';

const KINDS: readonly (readonly [InvisibleKind, number, number])[] = [
  ['tab', 0x09, 0x09],
  ['line-break', 0x0a, 0x0a],
  ['line-break', 0x0d, 0x0d],
  ['line-break', 0x85, 0x85],
  ['soft-hyphen', 0xad, 0xad],
  ['joiner', 0x34f, 0x34f],
  ['bidi', 0x61c, 0x61c],
  ['filler', 0x115f, 0x1160],
  ['filler', 0x17b4, 0x17b5],
  ['variation-selector', 0x180b, 0x180d],
  ['zero-width', 0x180e, 0x180e],
  ['variation-selector', 0x180f, 0x180f],
  ['zero-width', 0x200b, 0x200b],
  ['joiner', 0x200c, 0x200d],
  ['bidi', 0x200e, 0x200f],
  ['line-break', 0x2028, 0x2029],
  ['bidi', 0x202a, 0x202e],
  ['zero-width', 0x2060, 0x2064],
  ['bidi', 0x2066, 0x2069],
  ['filler', 0x2800, 0x2800],
  ['filler', 0x3164, 0x3164],
  ['variation-selector', 0xfe00, 0xfe0f],
  ['byte-order-mark', 0xfeff, 0xfeff],
  ['filler', 0xffa0, 0xffa0],
  ['format', 0xfff9, 0xfffb],
  ['tag', 0xe0001, 0xe0001],
  ['tag', 0xe0020, 0xe007f],
  ['variation-selector', 0xe0100, 0xe01ef],
];

/**
 * The kind of an invisible character, `undefined` for one that shows or is a space. Invisible are controls, line breaks, what
 * Unicode calls Default_Ignorable_Code_Point, interlinear annotation marks and the empty Braille pattern.
 */
export function invisibleKind(codePoint: number): InvisibleKind | undefined {
  if (codePoint >= 0x20 && codePoint < 0x7f) return undefined;
  const kind = KINDS.find(([, first, last]) => codePoint >= first && codePoint <= last)?.[0];
  if (kind !== undefined) return kind;
  if (categoryOf(codePoint) === 'Cc') return 'control';
  return isIgnorable(codePoint) ? 'format' : undefined;
}

/** Whether a text mixes directions by hand, so that it may read otherwise than it runs (CVE-2021-42574, Trojan Source). */
export const reordersText = (codePoint: number): boolean =>
  (codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069);

const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const BLACK_FLAG = 0x1f3f4;
const CANCEL_TAG = 0xe007f;

const isPictograph = (codePoint: number): boolean =>
  /^\p{Extended_Pictographic}/u.test(String.fromCodePoint(codePoint));
const isModifier = (codePoint: number): boolean => codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
const isMark = (codePoint: number): boolean => categoryOf(codePoint).startsWith('M');

/** Whether an invisible character makes an emoji what it is: a joiner between two, a selector behind one, tags of a flag. */
export function shapesEmoji(points: readonly number[], index: number): boolean {
  const point = points[index] ?? 0;
  const before = points[index - 1] ?? 0;
  const after = points[index + 1] ?? 0;
  if (point === ZWJ) {
    const joined = before === 0xfe0f || isModifier(before) ? (points[index - 2] ?? 0) : before;
    return isPictograph(joined) && isPictograph(after);
  }
  // Digits, # and * have an emoji form too: 1 U+FE0F U+20E3.
  if (point === 0xfe0e || point === 0xfe0f)
    return isPictograph(before) || (/[0-9#*]/.test(String.fromCodePoint(before)) && after === 0x20e3);
  if (point < 0xe0020 || point > CANCEL_TAG) return false;
  return isFlagTag(points, index);
}

// Subdivision flags have 3 to 6 tags and the cancel tag; a longer run hides a text.
const FLAG_TAGS = 7;

function isFlagTag(points: readonly number[], index: number): boolean {
  let start = index;
  while (index - start < FLAG_TAGS && isTag(points[start])) start--;
  if (points[start] !== BLACK_FLAG) return false;
  let end = start + 1;
  while (end - start <= FLAG_TAGS && isTag(points[end]) && points[end] !== CANCEL_TAG) end++;
  return end - start <= FLAG_TAGS && points[end] === CANCEL_TAG && index <= end;
}

const isTag = (point = 0): boolean => point >= 0xe0020 && point <= CANCEL_TAG;

// Scripts whose letters change shape: those with joining types or viramas in Unicode.
const SHAPED_SCRIPTS = new Set(
  `Adlam Arabic Balinese Bengali Brahmi Chakma Devanagari Grantha Gujarati Gurmukhi Hanifi_Rohingya Javanese Kaithi Kannada Khmer
  Khojki Lao Limbu Malayalam Mandaic Manichaean Meetei_Mayek Modi Mongolian Myanmar Newa Nko Oriya Phags_Pa Psalter_Pahlavi Saurashtra
  Sharada Sinhala Sogdian Sundanese Syloti_Nagri Syriac Takri Tamil Telugu Thai Tibetan Tirhuta`.split(/\s+/),
);

/** Whether an invisible character shapes letters: a joiner in Persian or Hindi, a selector of an ideograph, a filler of Hangul. */
export function shapesLetters(points: readonly number[], index: number): boolean {
  const point = points[index] ?? 0;
  const before = points[index - 1] ?? 0;
  const after = points[index + 1] ?? 0;
  if (point === ZWNJ || point === ZWJ) {
    const script = scriptBefore(points, index);
    if (!SHAPED_SCRIPTS.has(script)) return false;
    // At the end of a word only ZWJ does something: it shows the joined form.
    return point === ZWJ || scriptOf(after) === script;
  }
  if (point >= 0x180b && point <= 0x180f) return scriptOf(before) === 'Mongolian';
  if (point >= 0xe0100 && point <= 0xe01ef) return scriptOf(before) === 'Han';
  if (point >= 0xfe00 && point <= 0xfe02)
    return /^[\p{Sm}\p{scx=Han}\p{scx=Mymr}\uff01-\uff60]/u.test(String.fromCodePoint(before || 0x20));
  if (point === 0x115f || point === 0x1160) return isJamo(before) || isJamo(after);
  // Between base and mark it keeps the order of marks, as in Hebrew.
  if (point === 0x34f) return isMark(before) && isMark(after);
  return false;
}

const isJamo = (codePoint: number): boolean => codePoint >= 0x1100 && codePoint <= 0x11ff;

// Marks between the letter and the joiner: a virama, a nukta, vowel signs.
const MARKS_LOOKED_AT = 4;

function scriptBefore(points: readonly number[], index: number): string {
  for (let back = 1; back <= MARKS_LOOKED_AT; back++) {
    const point = points[index - back];
    if (point === undefined) return 'Unknown';
    const script = scriptOf(point);
    if (script !== 'Inherited') return script;
  }
  return 'Unknown';
}
