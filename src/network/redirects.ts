import { quote } from '../core/errors.js';

import { NetworkFailure } from './failures.js';
import { targetOf, type UrlTarget } from './targets.js';

/** What is sent, as far as redirects change it. Names of headers are in lower case. */
export interface Step {
  readonly target: UrlTarget;
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array | undefined;
}

/** Fetch standard, "redirect status". */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Headers that go on to another origin. Everything else may be a secret of the first one: the Fetch standard takes only `Authorization`
 * away, and keys in headers such as `X-Api-Key` would follow.
 */
const PUBLIC_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-type',
  'user-agent',
]);

/** Fetch standard, "request-body-header name". */
const BODY_HEADERS: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-location',
  'content-type',
]);

/**
 * The request that follows a response by the rules of the Fetch standard ("HTTP-redirect fetch"), `undefined` where it is not a redirect.
 * Stricter: no credentials in the address, from `https:` to `http:` only where that is allowed, secrets stay with their origin. Throws
 * `NetworkFailure`.
 */
export function nextStep(
  step: Step,
  status: number,
  location: string | undefined,
  allowDowngrade: boolean,
): Step | undefined {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  const from = quote(step.target.host);
  const refuse = (why: string, cause?: unknown) =>
    new NetworkFailure('bad-redirect', `Cannot follow the redirect of ${from} to ${quote(location)}: ${why}`, cause);
  const base = new URL(step.target.href);
  const written = asUtf8(location);
  if (!URL.canParse(written, base.href)) throw refuse('it is not a URL');
  const url = new URL(written, base);
  let target: UrlTarget;
  try {
    target = targetOf(url, { label: 'it' });
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : 'it is not a URL', error);
  }
  if (base.protocol === 'https:' && url.protocol === 'http:' && !allowDowngrade)
    throw refuse('it leaves https for http');

  const isPostToGet = (status === 301 || status === 302) && step.method === 'POST';
  const isSeeOther = status === 303 && step.method !== 'GET' && step.method !== 'HEAD';
  const dropsBody = isPostToGet || isSeeOther;
  const isSameOrigin = base.origin === url.origin;
  const headers = [...step.headers].filter(
    ([name]) => !(dropsBody && BODY_HEADERS.has(name)) && (isSameOrigin || PUBLIC_HEADERS.has(name)),
  );
  return {
    target: isSameOrigin ? { ...target, credentials: step.target.credentials } : target,
    method: dropsBody ? 'GET' : step.method,
    headers: new Map(headers),
    body: dropsBody ? undefined : step.body,
  };
}

/** Node gives headers as Latin-1; browsers read them as UTF-8 where they are. */
function asUtf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    // Not UTF-8, so it is what it looks like.
    return text;
  }
}
