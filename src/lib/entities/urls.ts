import { type Entity, matchesOf } from './entity.js';

const URL_START =
  /(?<![\p{L}\p{N}+.-])(?:(?:https?|ftps?|sftp|wss?|git|ssh|svn|ldaps?|smb|telnet|rtsp|file|s3|gs|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|jdbc:[a-z]{2,12}|magnet|ipfs):(?:\/\/|(?<=magnet:)\?)|www\d?\.(?=[\p{L}\p{N}-]{1,63}\.))[^\s<>"`\\^{}|\u0000-\u001f\u00a0\u2028\u2029\u3000-\u303f\uff00-\uffef]{2,2048}/giu;

const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', "'": "'" };

/** The length of a URL in running text: marks of the sentence at its end, and brackets opened before it, are not of it. */
function trimmedUrl(found: string): string {
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1] ?? '';
    if (/[.,;:!?*_~…»”’]/.test(last)) continue;
    const opener = OPENERS[last];
    if (opener === undefined) break;
    if (opener !== last && countOf(found, opener, end) >= countOf(found, last, end)) break;
  }
  return found.slice(0, end);
}

function countOf(text: string, character: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && at < end; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** Addresses with a scheme, or beginning with `www.`. `type` is their scheme. */
export function* urlsIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'url', URL_START, ({ 0: found, index }) => {
    const value = trimmedUrl(found);
    const scheme = /^[a-z\d+:]+?(?=:\/\/|:\?)/i.exec(value)?.[0].toLowerCase() ?? '';
    // Something other than its scheme.
    if (value.length <= (scheme === '' ? 5 : scheme.length + 3)) return undefined;
    return { end: index + value.length, value, ...(scheme === '' ? {} : { type: scheme }) };
  });
}

/** The name and password within a URL (RFC 3986 §3.2.1), as `user:password`. */
const CREDENTIALS = /(?<=:\/\/)[^\s:/?#@<>"]{0,200}:[^\s/?#@<>"]{1,500}(?=@[\p{L}\p{N}[])/gu;

/** Names and passwords within URLs. */
export function* urlCredentialsIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'url', CREDENTIALS, () => ({ type: 'credentials' }));
}
