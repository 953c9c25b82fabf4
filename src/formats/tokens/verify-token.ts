import { bytesOfPart, type CompactToken, type JsonObject, timeClaim } from '../../lib/secrets/jwt.js';
import { keyWeaknesses } from '../keys/key-info.js';
import type { ReadKey } from '../keys/read-key.js';
import { algorithmsOf, allowsAlgorithm, isJwsAlgorithm, type JwsAlgorithm, leastBits, verifyJws } from './jws.js';
import { keyName } from './signing-key.js';

/** A finding: the key that fits, or why none does. */
export type SignatureFinding =
  | { readonly valid: true; readonly key: ReadKey; readonly warnings: readonly string[] }
  | { readonly valid: false; readonly reason: string };

const refused = (reason: string): SignatureFinding => ({ valid: false, reason });

/**
 * Whether one of the keys signed the token. The key decides which algorithms are possible, never the token: HS256 with a public key,
 * `none`, and an algorithm that is not among `allowed` (where there are any) are invalid. Keys in the header are not looked at.
 */
export function checkSignature(
  token: CompactToken,
  keys: readonly ReadKey[],
  allowed: readonly string[],
): SignatureFinding {
  const { alg, kid, crit, b64 } = token.header;
  if (token.form === 'jwe') return refused('The token is encrypted (JWE), not signed');
  if (typeof alg !== 'string') return refused('The header has no "alg"');
  if (alg.toLowerCase() === 'none') return refused('The token is not signed: its algorithm is "none"');
  if (!isJwsAlgorithm(alg))
    return refused(`The algorithm ${JSON.stringify(alg.slice(0, 40))} is unknown or not supported`);
  if (allowed.length > 0 && !allowed.includes(alg))
    return refused(`The algorithm ${alg} is not among those allowed: ${allowed.join(', ')}`);
  if (crit !== undefined || b64 === false)
    return refused('The header asks for extensions that are not supported ("crit")');
  const fitting = fittingKeys(alg, typeof kid === 'string' ? kid : '', keys);
  if (typeof fitting === 'string') return refused(fitting);
  const [header = '', payload = '', written = ''] = token.parts;
  const signature = bytesOfPart(written, 'signature');
  const found = fitting.find(({ key }) => verifyJws(alg, key, `${header}.${payload}`, signature));
  return found === undefined
    ? refused(signature.length === 0 ? 'The signature is empty' : 'The signature does not match the key')
    : { valid: true, key: found, warnings: weaknesses(alg, found) };
}

/** The keys to try, or why there is none. */
function fittingKeys(alg: JwsAlgorithm, kid: string, keys: readonly ReadKey[]): readonly ReadKey[] | string {
  const able = keys.filter((key) => algorithmsOf(key).includes(alg) && allowsAlgorithm(alg, key.key));
  const [first] = keys;
  if (able.length === 0) {
    const given =
      keys.length === 1 && first !== undefined ? `the key is ${keyName(first)}` : 'no key of the set is for it';
    return `The token says ${alg}, but ${given}`;
  }
  const named = kid === '' ? able : able.filter((key) => key.kid === kid || key.kid === '');
  if (named.length === 0) return 'No key of the set has the "kid" of the token';
  const meant = named.filter((key) => (key.use === '' || key.use === 'sig') && (key.alg === '' || key.alg === alg));
  return meant.length === 0 ? `The key is not meant for ${alg}: its "use" or "alg" says otherwise` : meant;
}

function weaknesses(alg: JwsAlgorithm, key: ReadKey): string[] {
  if (key.keyType === 'secret')
    return key.bits < leastBits(alg)
      ? [
          `The secret has ${key.bits} bits; RFC 7518 asks for at least ${leastBits(alg)} for ${alg}, shorter ones can be guessed`,
        ]
      : [];
  return keyWeaknesses(key);
}

export interface ClaimRules {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  readonly requiredClaims: readonly string[];
  /** Seconds by which clocks may differ. */
  readonly clockTolerance: number;
  /** Seconds since 1970. */
  readonly now: number;
}

/** Why the claims are not accepted; empty where they are. */
export function claimFaults(claims: JsonObject, rules: ClaimRules): string[] {
  const { issuer, audience, subject, requiredClaims, clockTolerance, now } = rules;
  const faults: string[] = [];
  for (const name of ['exp', 'nbf', 'iat'])
    if (claims[name] !== undefined && timeClaim(claims, name) === undefined)
      faults.push(`Claim "${name}" is not a number`);
  const [exp, nbf] = [timeClaim(claims, 'exp'), timeClaim(claims, 'nbf')];
  if (exp !== undefined && now - clockTolerance >= exp) faults.push(`The token expired ${spanOf(now - exp)} ago`);
  if (nbf !== undefined && now + clockTolerance < nbf)
    faults.push(`The token is not valid for another ${spanOf(nbf - now)}`);
  if (issuer !== '' && claims.iss !== issuer) faults.push('The issuer (claim "iss") is not the expected one');
  if (subject !== '' && claims.sub !== subject) faults.push('The subject (claim "sub") is not the expected one');
  const audiences: readonly unknown[] = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (audience !== '' && !audiences.includes(audience))
    faults.push('The audience (claim "aud") is not the expected one');
  for (const name of requiredClaims)
    if (!Object.hasOwn(claims, name)) faults.push(`Claim ${JSON.stringify(name)} is missing`);
  return faults;
}

const SPANS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** `3 days`, `1 second`. */
function spanOf(seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds));
  const [size, unit] = SPANS.find(([least]) => whole >= least) ?? [1, 'second'];
  const count = Math.floor(whole / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
