/**
 * White space of one line only: each of U+000D, U+2028 and U+2029 begins a line for `^` too, and a run of them that could be taken as
 * white space would be looked through again from each of its places.
 */
const LINE_START = /^[^\S\r\n\u2028\u2029]*[[{]/m;
const FENCE = /^[^\S\r\n\u2028\u2029]*```[^\n`]*\n/gm;

/** What stands before a value in a program or between tags: `const x = `, `export default `, `window.data = `, `return `, `<json>`. */
const ASSIGNED =
  /^\ufeff?\s*(?:(?:export\s+)?(?:const|let|var)\s+[\w$]+(?:\s*:\s*[\w$<>[\]., ]{1,200})?\s*=|[A-Za-z_$][\w$]*(?:\.[\w$]+|\[[^\]\r\n]{1,100}\])*\s*=|export\s+default\b|return\b|<[A-Za-z][\w-]*>|[\p{L}\p{N}]+(?=\s+[[{]))\s*(?=[[{])/u;

/** Offsets of a part of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a text that is meant to be JSON: what stands in a fenced code block, or from the first bracket to the last, where
 * words stand around it, as in answers of language models. The text itself where nothing tells them apart.
 */
export function embeddedJson(text: string): TextRange {
  const whole = { start: text.startsWith('\ufeff') ? 1 : 0, end: text.length };
  const fenced = fencedBlock(text);
  if (fenced !== undefined) return fenced;
  const assigned = ASSIGNED.exec(text)?.[0];
  if (assigned !== undefined) return { start: assigned.length, end: text.length };
  const start = LINE_START.exec(text) ?? /[[{]/.exec(text);
  if (start === null) return whole;
  const open = start.index + start[0].length - 1;
  const before = text.slice(0, open);
  // Comments, names of callbacks and quotes before a bracket are parts of what is repaired, words are not.
  if (!/[\p{L}\p{N}][\p{P}\s]+[\p{L}\p{N}]|[:.!?]\s*$/u.test(before) || /^\s*(?:["'/]|\/\*|\w+\s*\()/.test(before))
    return whole;
  const last = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  return { start: open, end: last > open && closes(text, open, last) ? last + 1 : text.length };
}

/** The content of the first fenced block that begins like JSON, or of one that has no end. */
function fencedBlock(text: string): TextRange | undefined {
  for (const fence of text.matchAll(FENCE)) {
    const start = fence.index + fence[0].length;
    if (!/^\s*["'[{]/.test(text.slice(start, start + 200))) continue;
    const end = text.indexOf('\n```', start);
    return { start, end: end < 0 ? text.length : end };
  }
  return undefined;
}

/** Whether as many brackets close as open, so that the last one ends what the first began. */
function closes(text: string, from: number, to: number): boolean {
  let depth = 0;
  for (let index = from; index <= to; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x7b || unit === 0x5b) depth++;
    else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return depth <= 0;
}

/** A text with each document on lines of its own, where one closes right before the next opens: `{"a":1}{"b":2}`. */
export function separateDocuments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isInString) {
      if (unit === 0x5c) index++;
      else if (unit === 0x22) isInString = false;
    } else if (unit === 0x22) isInString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      if (depth === 0 && index > from && /[}\]]\s*$/.test(text.slice(Math.max(from, index - 20), index))) {
        parts.push(text.slice(from, index));
        from = index;
      }
      depth++;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return [...parts, text.slice(from)].join('\n');
}
