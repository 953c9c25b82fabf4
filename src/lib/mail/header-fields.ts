import { ContentFault, LimitFault } from '../faults.js';

/** A field of a message header, its folding undone (RFC 5322 §2.2.3). */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

const MAX_FIELDS = 2_000;
/** Longer than any field that mail systems pass on. */
const MAX_FIELD = 100_000;

/**
 * The fields at the start of a message, in their order, up to the first empty line. Lines that are not fields, such as the `From `
 * of mailboxes, are skipped. Throws ContentFault where there is no field, LimitFault.
 */
export function readHeaderFields(message: string): HeaderField[] {
  const fields: { name: string; parts: string[]; length: number }[] = [];
  let start = 0;
  const text = message.replace(/^\ufeff?\s*/, '');
  while (start <= text.length) {
    const [line, next] = lineAt(text, start);
    start = next;
    if (line.trim() === '') break;
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last.parts.push(line.trim());
      last.length += line.length;
      if (last.length > MAX_FIELD)
        throw new LimitFault(`a header field has more than ${MAX_FIELD} characters`, MAX_FIELD);
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd();
    if (!/^[\x21-\x7e]{1,200}$/.test(name)) continue;
    if (line.length > MAX_FIELD)
      throw new LimitFault(`a header field has more than ${MAX_FIELD} characters`, MAX_FIELD);
    if (fields.length === MAX_FIELDS) throw new LimitFault(`it has more than ${MAX_FIELDS} header fields`, MAX_FIELDS);
    fields.push({ name, parts: [line.slice(colon + 1).trim()], length: line.length });
  }
  if (fields.length === 0) throw new ContentFault('it has no header field such as "From: someone@example.com"');
  return fields.map(({ name, parts }) => ({ name, value: parts.join(' ').trim() }));
}

function lineAt(text: string, start: number): [line: string, next: number] {
  const feed = text.indexOf('\n', start);
  const end = feed === -1 ? text.length : feed;
  return [text.slice(start, end).replace(/\r$/, ''), end + 1];
}

/** A text without its comments in parentheses, which may be nested, and the comments. Quoted strings stay. */
export function withoutComments(value: string): { readonly text: string; readonly comments: readonly string[] } {
  const comments: string[] = [];
  let [text, comment, depth, isQuoted] = ['', '', 0, false];
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    if (character === '\\' && (depth > 0 || isQuoted)) {
      const pair = value.slice(at, at + 2);
      if (depth > 0) comment += pair.slice(1);
      else text += pair;
      at += 1;
    } else if (character === '"' && depth === 0) {
      isQuoted = !isQuoted;
      text += character;
    } else if (character === '(' && !isQuoted) {
      if (depth > 0) comment += character;
      depth += 1;
    } else if (character === ')' && !isQuoted && depth > 0) {
      depth -= 1;
      if (depth > 0) comment += character;
      else {
        comments.push(comment.trim());
        comment = '';
        text += ' ';
      }
    } else if (depth > 0) comment += character;
    else text += character;
  }
  if (comment !== '') comments.push(comment.trim());
  return { text: text.replace(/\s+/g, ' ').trim(), comments };
}

/** One server that passed a message on (RFC 5321 §4.4). `null` where the field does not say. */
export interface Hop {
  readonly from: string | null;
  readonly address: string | null;
  readonly by: string | null;
  readonly protocol: string | null;
  readonly id: string | null;
  readonly recipient: string | null;
  readonly isEncrypted: boolean;
  /** The date as it was written. */
  readonly date: string;
}

const ADDRESS = /\[(?:IPv6:)?([0-9a-f:.]{3,45})\]/i;

/** Reads a `Received` field. */
export function readHop(value: string): Hop {
  const cut = value.lastIndexOf(';');
  const route = cut === -1 ? value : value.slice(0, cut);
  const { text, comments } = withoutComments(route);
  const words = text.split(' ');
  const after = (word: string): string | null => {
    const at = words.findIndex((one) => one.toLowerCase() === word);
    return at === -1 ? null : (words[at + 1]?.replace(/^<|>[;,]?$/g, '') ?? null);
  };
  const protocol = after('with');
  return {
    from: after('from'),
    address: ADDRESS.exec(route.slice(0, 2_000))?.[1] ?? null,
    by: after('by'),
    protocol,
    id: after('id'),
    recipient: after('for'),
    // RFC 3848: ESMTPS and ESMTPSA; others say it in a comment.
    isEncrypted:
      /(?:smtp|lmtp|http)s/i.test(protocol ?? '') || comments.some((comment) => /\bTLS|\bcipher/i.test(comment)),
    date: cut === -1 ? '' : withoutComments(value.slice(cut + 1)).text,
  };
}

/** A verdict of one method in an `Authentication-Results` field (RFC 8601). */
export interface AuthenticationResult {
  readonly method: string;
  readonly result: string;
  readonly reason: string | null;
  /** `header.d` and the like. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Reads an `Authentication-Results` field: the server that judged, and its verdicts. */
export function readAuthentication(value: string): {
  readonly server: string;
  readonly results: AuthenticationResult[];
} {
  const { text } = withoutComments(value);
  const [head = '', ...parts] = splitQuoted(text);
  const isVerdict = /^\s*[a-z][\w-]*\s*(?:\/\s*\d+\s*)?=/i.test(head);
  const results = (isVerdict ? [head, ...parts] : parts).flatMap((part) => {
    const pairs = [...part.matchAll(/([a-z][\w.-]{0,60}(?:\s?\/\s?\d+)?)\s?=\s?("(?:[^"\\]|\\.)*"|[^\s"]+)/gi)].map(
      ([, name = '', word = '']) => [name.toLowerCase().replace(/\s/g, ''), unquoted(word)] as const,
    );
    const [verdict, ...rest] = pairs;
    if (verdict === undefined) return [];
    const reason = rest.find(([name]) => name === 'reason')?.[1] ?? null;
    const properties = Object.fromEntries(
      rest.filter(([name]) => name !== 'reason' && name !== '__proto__').slice(0, 50),
    );
    return [{ method: verdict[0].replace(/\/\d+$/, ''), result: verdict[1].toLowerCase(), reason, properties }];
  });
  return { server: isVerdict ? '' : (head.trim().split(' ')[0] ?? ''), results };
}

const unquoted = (word: string): string =>
  word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word.replace(/;$/, '');

/** Parts between semicolons outside of quotes. */
const splitQuoted = (text: string): string[] => {
  const parts: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && isQuoted) at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ';' && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
};
