import type { CodeSyntax } from './languages.data.js';

/** Every line is one of three: with code, with comments alone, or empty but for blanks (in a comment or string too), as cloc counts. */
export interface LineCounts {
  readonly code: number;
  readonly comments: number;
  readonly blanks: number;
}

/** What a mark begins. */
type Mark =
  | { readonly kind: 'line' }
  | { readonly kind: 'block'; readonly open: string; readonly close: string }
  | { readonly kind: 'string'; readonly close: string; readonly isRaw: boolean; readonly isLong: boolean };

interface Scanner {
  /** Finds the next mark from a place on. */
  readonly pattern: RegExp;
  readonly marks: ReadonlyMap<string, Mark>;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const scanners = new WeakMap<CodeSyntax, Scanner>();

function scannerOf(syntax: CodeSyntax): Scanner {
  const known = scanners.get(syntax);
  if (known !== undefined) return known;
  const marks = new Map<string, Mark>();
  for (const quote of syntax.quotes ?? [])
    marks.set(quote, { kind: 'string', close: quote, isRaw: false, isLong: false });
  for (const [open, close, raw] of syntax.long ?? [])
    marks.set(open, { kind: 'string', close, isRaw: raw === 'raw', isLong: true });
  for (const mark of syntax.line ?? []) marks.set(mark, { kind: 'line' });
  for (const [open, close] of syntax.block ?? [])
    if (!open.startsWith('^')) marks.set(open, { kind: 'block', open, close });
  const parts = [...marks.keys()].sort((a, b) => b.length - a.length).map(escaped);
  // A character such as '"' hides what is in it; any other ' is a letter.
  if (syntax.hasCharacters) parts.unshift(String.raw`'(?:\\[^\n]|[^'\\\n])'`);
  if (syntax.hasPatterns) parts.push('/');
  const made = { pattern: new RegExp(parts.length === 0 ? '(?!)' : parts.join('|'), 'g'), marks };
  scanners.set(syntax, made);
  return made;
}

/** After these a slash begins a regular expression, and does not divide. */
const BEFORE_PATTERN =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>]|=>|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new))\s*$/;

/** Longest regular expression that is told from a division. */
const MAX_PATTERN = 500;

/** Where the regular expression that begins at a slash ends, or the slash alone where it is none. */
function patternEnd(line: string, at: number): number {
  // What is before is looked at in a window: lines of minified code are long.
  if (!BEFORE_PATTERN.test(line.slice(Math.max(0, at - 40), at))) return at + 1;
  let isClass = false;
  for (let i = at + 1; i < Math.min(line.length, at + MAX_PATTERN); i++) {
    const letter = line[i];
    if (letter === '\\') i++;
    else if (letter === '[') isClass = true;
    else if (letter === ']') isClass = false;
    else if (letter === '/' && !isClass) return i + 1;
  }
  return at + 1;
}

/** What goes on from one line to the next. */
interface Open {
  readonly open: string;
  readonly close: string;
  readonly isComment: boolean;
  readonly isRaw: boolean;
  depth: number;
}

/** Where a string ends that is open at a place; -1 where this line does not end it. */
function stringEnd(line: string, from: number, close: string, isRaw: boolean): number {
  if (isRaw) {
    const at = line.indexOf(close, from);
    return at < 0 ? -1 : at + close.length;
  }
  for (let i = from; i < line.length; i++) {
    if (line[i] === '\\') i++;
    else if (line.startsWith(close, i)) return i + close.length;
  }
  return -1;
}

/** Goes on in a block comment; -1 where this line does not end it. */
function commentEnd(line: string, from: number, state: Open, isNested: boolean): number {
  if (state.close.startsWith('^')) return line.startsWith(state.close.slice(1)) ? line.length : -1;
  let at = from;
  // Each mark is looked for again only once it is passed: a line of a million marks would take hours otherwise.
  let [end, inner] = [-2, isNested ? -2 : -1];
  for (;;) {
    if (end !== -1 && end < at) end = line.indexOf(state.close, at);
    if (inner !== -1 && inner < at) inner = line.indexOf(state.open, at);
    if (inner >= 0 && (end < 0 || inner < end)) {
      state.depth++;
      at = inner + state.open.length;
      continue;
    }
    if (end < 0) return -1;
    at = end + state.close.length;
    state.depth--;
    if (state.depth === 0) return at;
  }
}

/** Counts the lines of a source. Linear in its length. */
export function countLines(text: string, syntax: CodeSyntax): LineCounts {
  const counts = { code: 0, comments: 0, blanks: 0 };
  const scanner = scannerOf(syntax);
  const atStart = (syntax.block ?? []).filter(([open]) => open.startsWith('^'));
  let open: Open | undefined;
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  for (const [i, line] of lines.entries()) {
    if (i === 0 && line.startsWith('#!')) {
      counts.code++;
      continue;
    }
    if (line.trim() === '') {
      counts.blanks++;
      continue;
    }
    const seen = { hasCode: false, hasComment: false };
    open = scanLine(line, open, { syntax, scanner, atStart, seen });
    if (seen.hasCode || !seen.hasComment) counts.code++;
    else counts.comments++;
  }
  return counts;
}

interface LineScan {
  readonly syntax: CodeSyntax;
  readonly scanner: Scanner;
  readonly atStart: readonly (readonly [string, string])[];
  readonly seen: { hasCode: boolean; hasComment: boolean };
}

function scanLine(line: string, before: Open | undefined, scan: LineScan): Open | undefined {
  const { syntax, scanner, atStart, seen } = scan;
  const isNested = syntax.isNested === true;
  let open = before;
  let at = 0;
  if (open === undefined) {
    const bare = line.trimStart().toLowerCase();
    const [start, close] = atStart.find(([mark]) => line.startsWith(mark.slice(1))) ?? [];
    if (start !== undefined && close !== undefined && /^[a-z%]/i.test(line.slice(start.length - 1) || '%')) {
      seen.hasComment = true;
      return { open: start, close, isComment: true, isRaw: true, depth: 1 };
    }
    if (syntax.lineStart?.some((mark) => bare.startsWith(mark) || bare === mark.trim())) {
      seen.hasComment = true;
      return undefined;
    }
  }
  while (at < line.length) {
    if (open !== undefined) {
      if (open.isComment) seen.hasComment = true;
      else seen.hasCode = true;
      const end: number = open.isComment
        ? commentEnd(line, at, open, isNested)
        : stringEnd(line, at, open.close, open.isRaw);
      if (end < 0) return open;
      at = end;
      open = undefined;
      continue;
    }
    scanner.pattern.lastIndex = at;
    const found = scanner.pattern.exec(line);
    const between = line.slice(at, found?.index ?? line.length);
    // The r of a raw docstring is no code by itself.
    const isPrefix = syntax.hasDocstrings === true && at === 0 && /^\s*[rRuU]$/.test(between);
    if (between.trim() !== '' && !isPrefix) seen.hasCode = true;
    if (found === null) return undefined;
    const [mark] = found;
    const begin = scanner.marks.get(mark);
    const after = found.index + mark.length;
    if (begin === undefined) {
      seen.hasCode = true;
      at = mark === '/' ? patternEnd(line, found.index) : after;
    } else if (begin.kind === 'line') {
      if (syntax.isWordStart && found.index > 0 && !/[\s;&|(){}[\],]/.test(line[found.index - 1] ?? '')) {
        seen.hasCode = true;
        at = after;
        continue;
      }
      seen.hasComment = true;
      return undefined;
    } else if (begin.kind === 'block') {
      open = { open: begin.open, close: begin.close, isComment: true, isRaw: true, depth: 1 };
      seen.hasComment = true;
      at = after;
      if (at >= line.length) return open;
    } else {
      const isComment =
        syntax.hasDocstrings === true && begin.isLong && /^\s*[rRuU]?$/.test(line.slice(0, found.index));
      if (isComment) seen.hasComment = true;
      else seen.hasCode = true;
      const end = stringEnd(line, after, begin.close, begin.isRaw);
      if (end >= 0) at = end;
      else if (!begin.isLong) return continued(line, begin.close);
      else return { open: mark, close: begin.close, isComment, isRaw: isComment || begin.isRaw, depth: 1 };
    }
  }
  return open;
}

/** A string of one line goes on where a backslash ends the line. */
const continued = (line: string, close: string): Open | undefined =>
  line.endsWith('\\') ? { open: close, close, isComment: false, isRaw: false, depth: 1 } : undefined;
