/** A text that a terminal would show, and what is to be told to the terminal between: ECMA-48, and xterm's control sequences. */
export type TerminalPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Select Graphic Rendition: its parameters as written. */
  | { readonly kind: 'style'; readonly parameters: string }
  /** OSC 8: the address of a link, empty where it ends. */
  | { readonly kind: 'link'; readonly address: string }
  /** Everything else: the cursor, erasing, titles, keypads. */
  | { readonly kind: 'other' };

const OTHER: TerminalPart = { kind: 'other' };

// Introducers are ESC and one character, or one of C1. None of these patterns can begin where the one before it ended otherwise.
const CSI = /[0-?]{0,512}[ -/]{0,16}[@-~]/y;
/** The end of a string of OSC, DCS, SOS, PM or APC: BEL (xterm), ST, or another sequence. */
const STRING_END = /[\u0007\u0018\u001a\u001b\u0090\u0098\u009b-\u009f]/g;
/** Ends that belong to the string. */
const CLOSING = /[\u0007\u0018\u001a\u009c]/;
/** Longer strings are taken for text that was cut off. */
const MAX_STRING = 100_000;

/** The parts of a text, in order. Linear in its length. */
export function* terminalParts(text: string): Generator<TerminalPart> {
  const starts = /[\u001b\u0090\u0098\u009b\u009d-\u009f]/g;
  let from = 0;
  for (let found = starts.exec(text); found !== null; found = starts.exec(text)) {
    const { index } = found;
    if (index > from) yield { kind: 'text', text: text.slice(from, index) };
    const isEscape = found[0] === '\u001b';
    const introducer = isEscape ? (text[index + 1] ?? '') : String.fromCharCode(found[0].charCodeAt(0) - 0x40);
    const { part, end } = sequence(text, introducer, index + (isEscape ? 2 : 1));
    yield part;
    from = Math.min(end, text.length);
    starts.lastIndex = from;
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from) };
}

interface Sequence {
  readonly part: TerminalPart;
  /** Where it ends. */
  readonly end: number;
}

function sequence(text: string, introducer: string, start: number): Sequence {
  if (introducer === '[') {
    CSI.lastIndex = start;
    const body = CSI.exec(text)?.[0];
    if (body === undefined) return { part: OTHER, end: start };
    const isStyle = /^[\d;:]*m$/.test(body);
    return { part: isStyle ? { kind: 'style', parameters: body.slice(0, -1) } : OTHER, end: start + body.length };
  }
  if (/[P\]X^_]/.test(introducer)) return stringSequence(text, introducer, start);
  // nF: intermediate characters, then a final one; else one character, which was the introducer.
  if (/[ -/]/.test(introducer)) {
    let end = start;
    while (end < start + 4 && /[ -/]/.test(text[end] ?? '')) end++;
    return { part: OTHER, end: /[0-~]/.test(text[end] ?? '') ? end + 1 : end };
  }
  // Not a sequence: only the escape goes.
  return { part: OTHER, end: /[0-~]/.test(introducer) ? start : start - introducer.length };
}

function stringSequence(text: string, introducer: string, start: number): Sequence {
  STRING_END.lastIndex = start;
  const found = STRING_END.exec(text);
  // One that never ends would swallow the rest of a log.
  if (found === null || found.index - start > MAX_STRING) return { part: OTHER, end: start };
  const body = text.slice(start, found.index);
  const isSt = found[0] === '\u001b' && text[found.index + 1] === '\\';
  const end = found.index + (isSt ? 2 : CLOSING.test(found[0]) ? 1 : 0);
  const link = introducer === ']' ? /^8;[^;]*;([\s\S]*)$/.exec(body) : null;
  return { part: link === null ? OTHER : { kind: 'link', address: link[1] ?? '' }, end };
}
