import { ContentFault, LimitFault } from '../faults.js';

/** JSON objects of tokens are shallow; JSON.parse and its writers are recursive. */
const MAX_DEPTH = 100;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A token in compact form (RFC 7515 §7.1, RFC 7516 §7.1), taken apart; nothing is verified. */
export interface CompactToken {
  readonly form: 'jws' | 'jwe';
  readonly header: JsonObject;
  /** Three or five, as written. */
  readonly parts: readonly string[];
  /** What was odd about its writing. */
  readonly oddities: readonly string[];
}

/** As header, cookie or log have it: three or five parts of which the first is the base64 of `{`. */
const COMPACT = /(?<![\w.-])(?:eyJ|eyA|ewo|ew0|e30|ICA|CnsK)[\w+/=-]*(?:\.[\w+/=-]*){2,4}(?![\w.])/g;

/**
 * The token in a text: alone, after `Bearer`, in quotes, broken into lines, or in the middle of a log line. Throws ContentFault that says
 * what is wrong with it, LimitFault.
 */
export function readCompactToken(text: string): CompactToken {
  const oddities: string[] = [];
  const plain = text
    .trim()
    .replace(/^(?:authorization:\s*)?bearer\s+/i, '')
    .replace(/^(["'`])([\s\S]*)\1[,;]?$/, '$2');
  // A token of its own may be broken into lines; in other text, white space divides.
  const pieces = plain.split(/\s+/);
  const joined = pieces.join('');
  const isBroken = pieces.length === 1 || plain.split('\n').every((line) => !/\s/.test(line.trim()));
  const isAlone =
    isBroken &&
    pieces.filter((piece) => piece.split('.').length > 2).length < 2 &&
    /^[\w+/=-]+(?:\.[\w+/=-]*)+$/.test(joined);
  const found = isAlone ? [joined] : [...plain.matchAll(COMPACT)].map(([token]) => token);
  const [token] = found;
  if (token === undefined) throw new ContentFault(nothingFound(joined));
  if (found.length > 1) oddities.push(`The text has ${found.length} tokens; the first was read`);
  if (isAlone && joined !== plain) oddities.push('White space inside the token was removed');
  const parts = token.split('.');
  if (parts.length !== 3 && parts.length !== 5)
    throw new ContentFault(`a JWS has 3 parts separated by dots and a JWE has 5, got ${parts.length}`);
  if (/[+/]/.test(token))
    oddities.push('The token is written in base64 instead of base64url: strict readers refuse it');
  if (token.includes('=')) oddities.push('The token has padding ("="): strict readers refuse it');
  const header = jsonObjectOf(bytesOfPart(parts[0] ?? '', 'header').toString(), 'header');
  return { form: parts.length === 3 ? 'jws' : 'jwe', header, parts, oddities };
}

function nothingFound(text: string): string {
  if (text === '') return 'it is empty';
  if (text.startsWith('{'))
    return 'it is JSON; a token in compact form is needed, three or five parts separated by dots';
  const dots = text.split('.').length - 1;
  if (dots === 0) return 'it has no dots: a token has three or five parts separated by dots';
  return 'it has no token: three or five parts of base64url separated by dots, of which the first begins with eyJ';
}

/** The bytes of a part. Throws ContentFault. */
export function bytesOfPart(part: string, name: string): Buffer {
  const digits = part.replace(/=+$/, '');
  const wrong = digits.search(/[^\w+/-]/);
  if (wrong >= 0) throw new ContentFault(`its ${name} is not base64url: character ${wrong + 1} is not a digit of it`);
  if (digits.length % 4 === 1)
    throw new ContentFault(`its ${name} is cut short: ${digits.length} digits cannot be whole bytes`);
  return Buffer.from(digits, 'base64url');
}

/** A JSON object. Throws ContentFault without showing its content, and LimitFault where it is nested too deep. */
export function jsonObjectOf(text: string, name: string): JsonObject {
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ContentFault(`its ${name} is not a JSON object`);
  return value as JsonObject;
}

/** The value of a JSON text, `undefined` where it is none. Throws LimitFault where it is nested too deep. */
export function jsonOf(text: string): unknown {
  checkDepth(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A double has at most 309 digits before the point. */
const isExact = (digits: string): boolean => {
  const value = Number(digits);
  return Number.isFinite(value) && BigInt(digits) === BigInt(value);
};

/** A whole number of a JSON text that loses digits when it is read: beyond 2^53. `undefined` where there is none. */
export function lostNumber(text: string): string | undefined {
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g))
    if (/^-?\d{16,}$/.test(token) && !isExact(token)) return token;
  return undefined;
}

function checkDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth++;
      if (depth > MAX_DEPTH) throw new LimitFault(`its JSON must be nested at most ${MAX_DEPTH} deep`, MAX_DEPTH);
    } else if (character === '}' || character === ']') depth--;
  }
}

/** A claim that is a time: seconds since 1970. `undefined` where it is missing or not a number. */
export function timeClaim(claims: JsonObject, name: string): number | undefined {
  const value = claims[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Beyond it, seconds since 1970 are milliseconds: it is the year 5138. */
const MILLISECONDS = 1e11;
const YEAR_SECONDS = 366 * 86_400;
const TELLING = /pass(?:word|wd|phrase)|secret|private.?key|credit.?card|card.?number|\bssn\b|\bcvv\b/i;

/** What is wrong or surprising about the header of a token, in sentences. */
export function headerWarnings({ form, header, parts }: CompactToken): string[] {
  const said: string[] = [];
  const { alg, kid, zip, b64, crit } = header;
  if (alg === undefined) said.push('The header has no "alg": the token cannot be verified');
  else if (typeof alg === 'string' && alg.toLowerCase() === 'none')
    said.push('The algorithm is "none": the token is not signed, anyone can change it');
  else if (form === 'jws' && parts[2] === '') said.push('The signature is empty: anyone can change the token');
  if (typeof alg === 'string' && WEAK[alg] !== undefined) said.push(`${alg}: ${WEAK[alg]}`);
  for (const name of ['jku', 'x5u', 'jwk', 'x5c'])
    if (header[name] !== undefined)
      said.push(`The header brings its own key or its address ("${name}"): a verifier must not trust it`);
  if (typeof kid === 'string' && /\.\.|[/\\'"`;|<>]|\s(?:or|union|select)\s/i.test(kid))
    said.push('The "kid" has characters as in path or SQL injection: look it up in a fixed list only');
  if (zip !== undefined) said.push('The content is compressed ("zip"): its size is not known before it is unpacked');
  if (b64 === false) said.push('The payload is not base64url-encoded ("b64": false, RFC 7797)');
  if (Array.isArray(crit))
    said.push(`A verifier must understand the extensions in "crit": ${crit.slice(0, 10).join(', ')}`);
  return said;
}

const WEAK: Readonly<Record<string, string>> = {
  RS1: 'SHA-1 signatures can be forged',
  RSA1_5: 'this key encryption is open to padding attacks',
  'RSA-OAEP': 'it uses SHA-1; RSA-OAEP-256 replaces it',
};

/** What is wrong or surprising about the claims of a token. */
export function claimWarnings(claims: JsonObject): string[] {
  const said: string[] = [];
  for (const name of ['exp', 'nbf', 'iat']) {
    const value = claims[name];
    if (value === undefined) continue;
    if (typeof value !== 'number') said.push(`"${name}" must be a number of seconds since 1970, it is not a number`);
    else if (value > MILLISECONDS) said.push(`"${name}" looks like milliseconds; it counts seconds since 1970`);
  }
  const [exp, iat, nbf] = ['exp', 'iat', 'nbf'].map((name) => timeClaim(claims, name));
  if (claims.exp === undefined) said.push('There is no "exp": the token never expires');
  const from = iat ?? nbf;
  if (exp !== undefined && from !== undefined && exp < MILLISECONDS) {
    if (exp <= from) said.push('It expires before it begins');
    else if (exp - from > YEAR_SECONDS) said.push(`It is valid for ${Math.round((exp - from) / 86_400)} days`);
  }
  const telling = Object.keys(claims).filter((name) => TELLING.test(name));
  if (telling.length > 0)
    said.push(`Claims that should not be in a token that anyone can read: ${telling.slice(0, 10).join(', ')}`);
  return said;
}
