import { createHash } from 'node:crypto';

export const DIGEST_ALGORITHMS = [
  'md5',
  'md5-sess',
  'sha-256',
  'sha-256-sess',
  'sha-512-256',
  'sha-512-256-sess',
] as const;

/** Names as headers have them (RFC 7616 §6.1). */
const NAMES: Readonly<Record<string, string>> = {
  md5: 'MD5',
  'md5-sess': 'MD5-sess',
  'sha-256': 'SHA-256',
  'sha-256-sess': 'SHA-256-sess',
  'sha-512-256': 'SHA-512-256',
  'sha-512-256-sess': 'SHA-512-256-sess',
};

/** What a server asks for in `WWW-Authenticate: Digest`. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly algorithm: (typeof DIGEST_ALGORITHMS)[number];
  /** `auth`, `auth-int`, or empty as in RFC 2069. */
  readonly qop: 'auth' | 'auth-int' | '';
  readonly opaque: string;
  readonly userhash: boolean;
}

export interface DigestRequest {
  readonly username: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  /** How often the nonce was used, this time included. */
  readonly nonceCount: number;
  readonly cnonce: string;
  readonly body: Uint8Array;
}

/** The `response` of RFC 7616 §3.4.1. */
function digestResponse(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, algorithm, qop } = challenge;
  const { username, password, method, uri, cnonce, body } = request;
  const hash = (data: string | Uint8Array): string => hashHex(algorithm, data);
  const plain = hash(`${username}:${realm}:${password}`);
  const a1 = algorithm.endsWith('-sess') ? hash(`${plain}:${nonce}:${cnonce}`) : plain;
  const a2 = hash(`${method}:${uri}${qop === 'auth-int' ? `:${hash(body)}` : ''}`);
  return hash(qop === '' ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${countText(request)}:${cnonce}:${qop}:${a2}`);
}

const hashHex = (algorithm: DigestChallenge['algorithm'], data: string | Uint8Array): string =>
  createHash(algorithm.startsWith('md5') ? 'md5' : algorithm.startsWith('sha-256') ? 'sha256' : 'sha512-256')
    .update(data)
    .digest('hex');

const countText = ({ nonceCount }: DigestRequest): string => nonceCount.toString(16).padStart(8, '0');

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The value of the Authorization header. */
export function digestHeader(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, algorithm, qop, opaque, userhash } = challenge;
  const { username, uri, cnonce } = request;
  const isPlain = /^[\u0020-\u007e]*$/.test(username);
  const user = userhash
    ? `username=${quoted(hashHex(algorithm, `${username}:${realm}`))}`
    : isPlain
      ? `username=${quoted(username)}`
      : // RFC 7616 §3.4, RFC 8187.
        `username*=UTF-8''${encodeURIComponent(username).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
  const parts = [
    user,
    `realm=${quoted(realm)}`,
    `uri=${quoted(uri)}`,
    `algorithm=${NAMES[algorithm]}`,
    `nonce=${quoted(nonce)}`,
    ...(qop === '' ? [] : [`nc=${countText(request)}`, `cnonce=${quoted(cnonce)}`, `qop=${qop}`]),
    `response=${quoted(digestResponse(challenge, request))}`,
    ...(opaque === '' ? [] : [`opaque=${quoted(opaque)}`]),
    ...(userhash ? ['userhash=true'] : []),
  ];
  return `Digest ${parts.join(', ')}`;
}

/** The parameters of a challenge or of credentials: `name=value` and `name="value"`. */
export function authParameters(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', inQuotes, plain = ''] of text.matchAll(
    /([A-Za-z][\w*-]{0,40})\s{0,5}=\s{0,5}(?:"((?:[^"\\]|\\.){0,5000})"|([^\s,"]{1,5000}))/g,
  ))
    if (!found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), inQuotes === undefined ? plain : inQuotes.replace(/\\(.)/g, '$1'));
  return found;
}

/** A challenge as a server sends it; `undefined` where its algorithm is unknown. */
export function readDigestChallenge(text: string): DigestChallenge | undefined {
  const values = authParameters(text.replace(/^.*?\bdigest\s+/is, ''));
  const algorithm = DIGEST_ALGORITHMS.find((name) => name === (values.get('algorithm') ?? 'md5').toLowerCase());
  if (algorithm === undefined) return undefined;
  const qops = (values.get('qop') ?? '').split(',').map((name) => name.trim().toLowerCase());
  return {
    realm: values.get('realm') ?? '',
    nonce: values.get('nonce') ?? '',
    algorithm,
    qop: qops.includes('auth') ? 'auth' : qops.includes('auth-int') ? 'auth-int' : '',
    opaque: values.get('opaque') ?? '',
    userhash: values.get('userhash')?.toLowerCase() === 'true',
  };
}
