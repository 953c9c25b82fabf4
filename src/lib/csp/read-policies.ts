import { isKnownDirective } from './policy.js';

/** Content Security Policies as they stand in headers, pages and settings of servers. */

export interface FoundPolicy {
  /** `header`, also of settings that send one; `meta` of a page; `policy` where only the policy itself was given. */
  readonly source: 'header' | 'meta' | 'policy';
  /** Sent as Content-Security-Policy-Report-Only. */
  readonly reportOnly: boolean;
  readonly text: string;
}

/** Each name may be that of a header; what stands before and behind it says where its value is. */
const NAME = /\b(?:x-)?(?:webkit-csp|content-security-policy)(-report-only)?\b/gi;
const META = /<meta\b/gi;

/** All policies of a text; the text itself where it names none. A value with commas is several policies. CSP Level 3 §2.2.2. */
export function findPolicies(text: string): FoundPolicy[] {
  const metas = [...metaPolicies(text)];
  const found = metas.length > 0 ? metas : [...namedPolicies(text)];
  if (found.length === 0) found.push({ source: 'policy', reportOnly: false, text });
  return found.flatMap((policy) =>
    policy.text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => ({ ...policy, text: part })),
  );
}

function* metaPolicies(text: string): Generator<FoundPolicy, void> {
  const starts = [...text.matchAll(META)].map(({ index }) => index);
  for (const [i, start] of starts.entries()) {
    const attributes = attributesOf(text.slice(start + '<meta'.length, starts[i + 1]));
    const name = attributes.get('http-equiv')?.toLowerCase() ?? '';
    const content = attributes.get('content');
    if (!name.startsWith('content-security-policy') || content === undefined) continue;
    yield { source: 'meta', reportOnly: name.endsWith('-report-only'), text: decoded(content) };
  }
}

const ATTRIBUTE = /[\s/]*([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y;

/** Attributes of a tag from after its name. */
function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (ATTRIBUTE.lastIndex = 0; ; ) {
    const found = ATTRIBUTE.exec(tag);
    if (found === null) return attributes;
    const [, name = '', quoted, single, bare = ''] = found;
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), quoted ?? single ?? bare);
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&quot;', '"'],
  ['&#34;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&#x27;', "'"],
  ['&amp;', '&'],
]);

/** The few characters that policies have and pages write as entities. */
const decoded = (value: string): string =>
  value.replace(/&(?:quot|apos|amp|#34|#39|#x27);/gi, (entity) => ENTITIES.get(entity.toLowerCase()) ?? entity);

function* namedPolicies(text: string): Generator<FoundPolicy, void> {
  let end = 0;
  for (const found of text.matchAll(NAME)) {
    if (found.index < end) continue;
    const value = valueAfter(text, found.index, found.index + found[0].length);
    if (value === undefined) continue;
    end = value.end;
    yield { source: 'header', reportOnly: found[1] !== undefined, text: value.text };
  }
}

interface Value {
  readonly text: string;
  readonly end: number;
}

/**
 * What follows the name of a header. `Name: value` to the end of the line and of lines folded below it; `"Name: value"` to that quote;
 * `Name "value"`, `"Name": "value"` and `"Name", "value"` what is in quotes.
 */
function valueAfter(text: string, start: number, after: number): Value | undefined {
  const before = text[start - 1] ?? '';
  if (/["'`]/.test(before) && text[after] === ':') return quotedValue(text, after + 1, before);
  let at = after;
  let isSaid = false;
  for (; at < text.length && at < after + 20; at++) {
    const sign = text[at] ?? '';
    if (/[:=,]/.test(sign)) isSaid = true;
    if (sign === before && /["'`]/.test(sign) && at === after) continue;
    if (/[\s:=,>(]/.test(sign)) continue;
    break;
  }
  const sign = text[at] ?? '';
  // A quote before a directive, not that of a lone 'self'.
  if (/^(?:["`]|'(?![a-z-]+'))\s*[a-z]/i.test(text.slice(at, at + 60))) return quotedValue(text, at + 1, sign);
  if (!isSaid || at >= text.length) return undefined;
  let end = lineEnd(text, at);
  while (goesOn(text.slice(end, end + 200))) end = lineEnd(text, end + 2);
  // header("…"); and the like end with what closed them.
  const value = text.slice(at, end).trimEnd();
  return { text: value.replace(/"?\)?;?$/, ''), end };
}

/** Whether the next line is folded, or has the next directive of a policy that was broken by hand. */
function goesOn(rest: string): boolean {
  const [, blank = '', word] = /^\r?\n([ \t]*)([a-z-]+|[^\s<])/i.exec(rest) ?? [];
  return word !== undefined && (blank !== '' || isKnownDirective(word.toLowerCase()));
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  if (found < 0) return text.length;
  return text[found - 1] === '\r' ? found - 1 : found;
}

function quotedValue(text: string, from: number, mark: string): Value {
  let value = '';
  let at = from;
  for (; at < text.length && text[at] !== mark; at++) {
    if (text[at] === '\\' && at + 1 < text.length) at++;
    value += text[at];
  }
  return { text: value, end: at };
}
