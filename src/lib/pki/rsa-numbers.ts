import { ContentFault } from '../faults.js';

/** Numbers of an RSA key, the highest byte first. */
interface RsaCore {
  readonly n: Uint8Array;
  readonly e: Uint8Array;
  readonly d: Uint8Array;
}

interface RsaParts {
  readonly p: Uint8Array;
  readonly q: Uint8Array;
  readonly dp: Uint8Array;
  readonly dq: Uint8Array;
  readonly qi: Uint8Array;
}

const notAKey = () => new ContentFault('it is damaged: its numbers are not a key');
/** Longest modulus: powers of longer ones take seconds here. */
const MAX_BYTES = 512;

/** The factors of a modulus from both exponents (NIST SP 800-56B, appendix C), and what RFC 8017 keeps of them. Throws ContentFault. */
export function completeRsa({ n, e, d }: RsaCore): RsaParts {
  if (n.length > MAX_BYTES || d.length > n.length || e.length > 8)
    throw new ContentFault(`without its factors, an RSA key must have at most ${8 * MAX_BYTES} bits`);
  const [modulus, product] = [toBig(n), toBig(e) * toBig(d) - 1n];
  if (modulus < 15n || modulus % 2n === 0n || product <= 0n || product % 2n === 1n) throw notAKey();
  let odd = product;
  let halvings = 0;
  for (; odd % 2n === 0n; odd /= 2n) halvings += 1;
  // Each base finds the factors with a chance of one half or more.
  for (let base = 2n; base < 26n; base += 1n) {
    const factor = factorBy(base, odd, halvings, modulus);
    if (factor === undefined) continue;
    const [q, p] = [factor, modulus / factor].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
    const secret = toBig(d);
    return {
      ...{ p: toBytes(p), q: toBytes(q) },
      ...{ dp: toBytes(secret % (p - 1n)), dq: toBytes(secret % (q - 1n)) },
      qi: toBytes(power(q, p - 2n, p)),
    };
  }
  throw notAKey();
}

function factorBy(base: bigint, odd: bigint, halvings: number, modulus: bigint): bigint | undefined {
  let value = power(base, odd, modulus);
  if (value === 1n || value === modulus - 1n) return undefined;
  for (let step = 1; step <= halvings; step += 1) {
    const square = (value * value) % modulus;
    if (square === 1n) {
      const factor = greatestCommonDivisor(value - 1n, modulus);
      return factor === 1n || factor === modulus || modulus % factor !== 0n ? undefined : factor;
    }
    if (square === modulus - 1n) return undefined;
    value = square;
  }
  return undefined;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result;
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

/** A number from its bytes, the highest first. */
export const toBig = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);

/** The bytes of a number, without leading zeros. */
export function toBytes(value: bigint): Uint8Array {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}
