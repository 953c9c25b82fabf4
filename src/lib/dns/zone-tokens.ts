/** A word or a string in quotes, its escapes as they are. */
export interface ZoneToken {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A line of a zone file, or several that parentheses join: RFC 1035 §5.1. */
export interface ZoneEntry {
  /** From 1. */
  readonly line: number;
  /** Begins with white space: the owner is that of the record before. */
  readonly isIndented: boolean;
  readonly tokens: readonly ZoneToken[];
  /** Without their semicolons, in their order. */
  readonly comments: readonly string[];
  /** What cannot be read; there are no tokens then. */
  readonly fault: string | undefined;
}

/** What stands in quotes, and words, a part at a time: a loop over millions of letters outgrows the stack of a regular expression. */
const QUOTED = /(?:[^"\\\n\r]|\\[^\n\r]){1,10000}/y;
const WORD = /(?:[^\s;()"\\]|\\[^\n\r]){1,10000}/y;

/** Where what matches `part` again and again from `start` ends. */
function endOf(text: string, start: number, part: RegExp): number {
  let end = start;
  for (part.lastIndex = start; part.test(text); ) end = part.lastIndex;
  return end;
}

/** Every line of a zone file that is not empty; of one that is faulty, what is wrong. Linear in the text. */
export function* zoneEntries(text: string): Generator<ZoneEntry> {
  const pattern = /([ \t\f\v]+)|(\r\n|\n|\r)|;([^\n\r]*)|([()])|[\s\S]/y;
  let line = 1;
  let entry = emptyEntry(line);
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const [whole, space, lineEnd, comment, bracket] = pattern.exec(text) ?? [''];
    const isQuote = whole === '"';
    const start = isQuote ? at + 1 : at;
    const end = endOf(text, start, isQuote ? QUOTED : WORD);
    const isToken = isQuote ? text[end] === '"' : end > start;
    at = isToken ? end + Number(isQuote) : at + whole.length;
    if (lineEnd !== undefined) {
      line += 1;
      if (depth > 0) continue;
      if (entry.tokens.length > 0 || entry.comments.length > 0 || entry.fault !== undefined) yield entry;
      entry = emptyEntry(line);
      continue;
    }
    if (space !== undefined) entry.isIndented ||= entry.tokens.length === 0 && entry.isNew;
    else if (comment !== undefined) entry.comments.push(comment.trim());
    else if (bracket !== undefined) {
      depth += bracket === '(' ? 1 : -1;
      if (depth < 0 || depth > 1) {
        entry.fault ??= depth < 0 ? 'a closing parenthesis has no opening one' : 'parentheses are inside others';
        depth = Math.max(0, Math.min(depth, 1));
      }
    } else if (isToken) entry.tokens.push({ text: text.slice(start, end), isQuoted: isQuote });
    else entry.fault ??= whole === '"' ? 'a quote is not closed' : `${JSON.stringify(whole)} is not allowed here`;
    entry.isNew = false;
  }
  if (depth > 0) entry.fault ??= 'a parenthesis is not closed';
  if (entry.tokens.length > 0 || entry.comments.length > 0 || entry.fault !== undefined) yield entry;
}

const emptyEntry = (line: number) => ({
  line,
  isIndented: false,
  isNew: true,
  tokens: [] as ZoneToken[],
  comments: [] as string[],
  fault: undefined as string | undefined,
});
