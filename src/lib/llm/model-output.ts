/** What is found in the answer of a language model: parts of its text, by UTF-16 offsets. */

export interface OutputPart {
  readonly start: number;
  readonly end: number;
  /** `fence` for a fenced code block, `text` for what is in the words. */
  readonly place: 'fence' | 'text';
  /** The text ends before the part does. */
  readonly isCutOff: boolean;
}

export interface CodeBlock extends OutputPart {
  /** As written behind the fence; empty where there is none. */
  readonly language: string;
  /** With the fences. */
  readonly outerStart: number;
  readonly outerEnd: number;
}

const FENCE_LINE = /^[ \t>]*(`{3,}|~{3,})[ \t]*([^\r\n]*)$/gm;

/** The fenced code blocks of a text; the last one may have no end. */
export function codeBlocks(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { fence: string; language: string; outer: number; start: number } | undefined;
  for (const { 0: line, 1: fence = '', 2: info = '', index } of text.matchAll(FENCE_LINE)) {
    const after = Math.min(text.length, index + line.length + (text.startsWith('\r\n', index + line.length) ? 2 : 1));
    if (open === undefined) {
      // Code between fences on one line is not a block.
      if (fence.startsWith('`') && info.includes('`')) continue;
      open = { fence, language: info.trim().split(/[\s{,]/, 1)[0] ?? '', outer: index, start: after };
    } else if (fence.startsWith(open.fence) && info.trim() === '') {
      const end = Math.max(open.start, withoutBreak(text, index));
      blocks.push({ ...ofBlock(open), end, outerEnd: after, place: 'fence', isCutOff: false });
      open = undefined;
    }
  }
  if (open !== undefined)
    blocks.push({ ...ofBlock(open), end: text.length, outerEnd: text.length, place: 'fence', isCutOff: true });
  return blocks;
}

const ofBlock = ({
  language,
  outer,
  start,
}: {
  readonly language: string;
  readonly outer: number;
  readonly start: number;
}) => ({
  language,
  outerStart: outer,
  start,
});

/** Where the line before `at` ends. */
function withoutBreak(text: string, at: number): number {
  if (text[at - 1] !== '\n') return at;
  return text[at - 2] === '\r' ? at - 2 : at - 1;
}

/** Reasoning that models write before their answer, by the tags of DeepSeek, Qwen and others; blanks of the same length in its place. */
export const withoutThinking = (text: string): string => ['think', 'thinking', 'reasoning'].reduce(blankTag, text);

function blankTag(text: string, tag: string): string {
  const [opening, closing] = [`<${tag}>`, `</${tag}>`];
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(opening, from);
    if (start < 0) break;
    const found = text.indexOf(closing, start);
    const end = found < 0 ? text.length : found + closing.length;
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    from = end;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

/** A text whose code blocks are blanked out, letters by spaces, so that offsets stay. */
export function withoutBlocks(text: string, blocks: readonly CodeBlock[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { outerStart, outerEnd } of blocks) {
    parts.push(text.slice(from, outerStart), text.slice(outerStart, outerEnd).replace(/[^\n]/g, ' '));
    from = outerEnd;
  }
  return parts.join('') + text.slice(from);
}

const CLOSING: Readonly<Record<string, string>> = { '}': '{', ']': '[' };
/** A brace that a key follows, or a bracket that a value follows. */
const LIKE_JSON =
  /^(?:\{\s{0,200}(?:["'“][^"'”\n]{0,200}["'”]|[A-Za-z_$][\w$]{0,100})\s{0,20}:|\{\s{0,200}\}|\[\s{0,200}(?:["'“[{\]]|-?\d|true|false|null|True|None))/;

/**
 * The outermost parts of a text from an opening bracket to the one that closes it, brackets in strings aside, and at its end one that is
 * not closed. Linear: each bracket is put on a stack once.
 */
export function bracketParts(text: string): OutputPart[] {
  const closed: OutputPart[] = [];
  const stack: { readonly sign: string; readonly at: number }[] = [];
  const open = { '{': 0, '[': 0 };
  const bracket = /["{}[\]]/g;
  for (let found = bracket.exec(text); found !== null; found = bracket.exec(text)) {
    const [sign] = found;
    if (sign === '"') {
      if (stack.length > 0) bracket.lastIndex = stringEnd(text, found.index);
    } else if (sign === '{' || sign === '[') {
      stack.push({ sign, at: found.index });
      open[sign]++;
    } else {
      const opening = CLOSING[sign] as '{' | '[';
      if (open[opening] === 0) continue;
      let top = stack.pop();
      for (; top !== undefined && top.sign !== opening; top = stack.pop()) open[top.sign as '{' | '[']--;
      open[opening]--;
      if (top !== undefined) addOuter(closed, { start: top.at, end: found.index + 1, place: 'text', isCutOff: false });
    }
  }
  const cut = stack.find(({ at }) => LIKE_JSON.test(text.slice(at, at + 800)));
  if (cut === undefined) return closed;
  const before = closed.filter(({ end }) => end <= cut.at);
  return [...before, { start: cut.at, end: text.trimEnd().length, place: 'text', isCutOff: true }];
}

/** Adds a part; what is inside of it goes. */
function addOuter(parts: OutputPart[], part: OutputPart): void {
  while ((parts.at(-1)?.start ?? -1) > part.start) parts.pop();
  parts.push(part);
}

/** Behind the string that begins at a quote; a quote that its line does not close is a letter. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === 0x22) return at + 1;
    else if (unit === 0x0a) return start + 1;
  }
  return start + 1;
}

/** Whether a part is meant to be JSON, by how it begins. */
export const looksLikeJson = (part: string): boolean => LIKE_JSON.test(part.trimStart().slice(0, 800));

/** A number in brackets within a sentence, `[1]` or `[2, 3]`, or the text of a link. */
export function isReference(text: string, { start, end }: OutputPart): boolean {
  if (text[end] === '(') return true;
  const isCitation = /^\[[\d\s,;–-]{1,40}\]$/.test(text.slice(start, Math.min(end, start + 50)));
  return isCitation && end - start <= 50 && /[\p{L}\p{P}\d][ \t]?$/u.test(text.slice(Math.max(0, start - 3), start));
}

export interface TagPart extends OutputPart {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const TAG = /<(\/?)([A-Za-z_][\w.:-]{0,80})((?:\s[^<>]{0,2000})?)>/g;
const ATTRIBUTE = /([A-Za-z_][\w.:-]{0,80})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g;

/** The outermost elements of a text, as models write them: not well-formed where they hold code, the last one maybe cut off. */
export function tagParts(text: string): TagPart[] {
  const parts: TagPart[] = [];
  let open: { readonly tag: string; readonly attributes: string; readonly start: number } | undefined;
  let depth = 0;
  for (const { 0: whole, 1: slash, 2: tag = '', 3: attributes = '', index } of text.matchAll(TAG)) {
    if (open === undefined) {
      if (slash !== '') continue;
      const start = index + whole.length;
      if (attributes.endsWith('/') || tag.endsWith('/'))
        parts.push({ tag, attributes: attributesOf(attributes), start, end: start, place: 'text', isCutOff: false });
      else open = { tag, attributes, start };
      depth = 1;
    } else if (tag === open.tag && !attributes.endsWith('/')) {
      depth += slash === '' ? 1 : -1;
      if (depth > 0) continue;
      parts.push({
        tag,
        attributes: attributesOf(open.attributes),
        start: open.start,
        end: index,
        place: 'text',
        isCutOff: false,
      });
      open = undefined;
    }
  }
  if (open !== undefined)
    parts.push({
      tag: open.tag,
      attributes: attributesOf(open.attributes),
      start: open.start,
      end: text.length,
      place: 'text',
      isCutOff: true,
    });
  return parts;
}

const attributesOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, double ?? single ?? '']));
