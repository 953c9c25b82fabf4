/** Primes and factors of whole numbers of any length. */

import { absoluteOf, greatestCommonDivisor } from './rational.js';

const SMALL = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];

/** `base ** exponent` modulo `modulus`, never negative; for exponents from 0. */
export function modularPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (modulus === 1n) return 0n;
  let result = 1n;
  let square = ((base % modulus) + modulus) % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function passesMillerRabin(value: bigint, base: bigint): boolean {
  let [odd, twos] = [value - 1n, 0];
  for (; odd % 2n === 0n; odd /= 2n) twos++;
  let power = modularPower(base, odd, value);
  if (power === 1n || power === value - 1n) return true;
  for (let i = 1; i < twos; i++) {
    power = (power * power) % value;
    if (power === value - 1n) return true;
  }
  return false;
}

/** (a/n), n odd and positive. */
function jacobi(a: bigint, n: bigint): number {
  let [top, bottom, sign] = [((a % n) + n) % n, n, 1];
  while (top !== 0n) {
    for (; top % 2n === 0n; top /= 2n) if (bottom % 8n === 3n || bottom % 8n === 5n) sign = -sign;
    [top, bottom] = [bottom, top];
    if (top % 4n === 3n && bottom % 4n === 3n) sign = -sign;
    top %= bottom;
  }
  return bottom === 1n ? sign : 0;
}

function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Strong Lucas test with Selfridge's parameters: Baillie and Wagstaff 1980. */
function passesLucas(n: bigint): boolean {
  if (wholeRoot(n) ** 2n === n) return false;
  let d = 5n;
  while (jacobi(d, n) !== -1) {
    if (jacobi(d, n) === 0 && absoluteOf(d) % n !== 0n) return false;
    d = d > 0n ? -d - 2n : -d + 2n;
  }
  const q = (1n - d) / 4n;
  const mod = (value: bigint): bigint => ((value % n) + n) % n;
  const half = (value: bigint): bigint => mod(value % 2n === 0n ? value / 2n : (value + n) / 2n);
  let [odd, twos] = [n + 1n, 0];
  for (; odd % 2n === 0n; odd /= 2n) twos++;
  let [u, v, power] = [1n, 1n, mod(q)];
  for (const bit of odd.toString(2).slice(1)) {
    [u, v, power] = [mod(u * v), mod(v * v - 2n * power), mod(power * power)];
    if (bit === '1') [u, v, power] = [half(mod(u + v)), half(mod(d * u + v)), mod(power * q)];
  }
  if (u === 0n || v === 0n) return true;
  for (let i = 1; i < twos; i++) {
    [v, power] = [mod(v * v - 2n * power), mod(power * power)];
    if (v === 0n) return true;
  }
  return false;
}

/** The first 12 primes as bases decide below this: Sorenson and Webster 2015. */
const DECIDED_BELOW = 318665857834031151167461n;

/** Proven below 3.1 × 10^23; above it by the Baillie–PSW test, of which no false answer is known. */
export function isPrime(value: bigint): boolean {
  if (value < 2n) return false;
  for (const prime of SMALL) if (value % prime === 0n) return value === prime;
  if (value < 1369n) return true;
  if (value < DECIDED_BELOW) return SMALL.every((base) => passesMillerRabin(value, base));
  return passesMillerRabin(value, 2n) && passesLucas(value);
}

export const isProven = (value: bigint): boolean => value < DECIDED_BELOW;

/** A factor of an odd composite number: Brent's variant of Pollard's rho, 1980. Takes as long as it takes: bound its time. */
function findFactor(n: bigint): bigint {
  const root = wholeRoot(n);
  if (root * root === n) return root;
  for (let c = 1n; ; c++) {
    let [x, y, saved, product, divisor] = [2n, 2n, 2n, 1n, 1n];
    for (let length = 1; divisor === 1n; length *= 2) {
      x = y;
      for (let i = 0; i < length; i++) y = (y * y + c) % n;
      for (let done = 0; done < length && divisor === 1n; done += 128) {
        saved = y;
        for (let i = 0; i < Math.min(128, length - done); i++) {
          y = (y * y + c) % n;
          product = (product * absoluteOf(x - y)) % n;
        }
        divisor = greatestCommonDivisor(product, n);
      }
    }
    if (divisor === n) {
      divisor = 1n;
      while (divisor === 1n) {
        saved = (saved * saved + c) % n;
        divisor = greatestCommonDivisor(absoluteOf(x - saved), n);
      }
    }
    if (divisor !== n) return divisor;
  }
}

export interface PrimePower {
  readonly prime: bigint;
  readonly exponent: number;
}

const TRIALS = 10_000n;

/** The factors of a number from 1, in ascending order. */
export function factorize(value: bigint): readonly PrimePower[] {
  const counts = new Map<bigint, number>();
  const count = (prime: bigint): void => void counts.set(prime, (counts.get(prime) ?? 0) + 1);
  let left = value;
  for (let prime = 2n; prime < TRIALS && prime * prime <= left; prime += prime === 2n ? 1n : 2n) {
    for (; left % prime === 0n; left /= prime) count(prime);
  }
  const waiting = left > 1n ? [left] : [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isPrime(next)) {
      count(next);
      continue;
    }
    const divisor = findFactor(next);
    waiting.push(divisor, next / divisor);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([prime, exponent]) => ({ prime, exponent }));
}

/** The nearest prime above or below; `undefined` where none is below. */
export function nextPrime(value: bigint, step: 1n | -1n): bigint | undefined {
  let candidate = value + step;
  for (; candidate >= 2n; candidate += step) if (isPrime(candidate)) return candidate;
  return step === 1n ? 2n : undefined;
}

/** Euclid's extended algorithm: gcd = x · a + y · b, gcd never negative. */
export function extendedGcd(a: bigint, b: bigint): { readonly gcd: bigint; readonly x: bigint; readonly y: bigint } {
  let [oldRest, rest, oldX, x, oldY, y] = [a, b, 1n, 0n, 0n, 1n];
  while (rest !== 0n) {
    const quotient = oldRest / rest;
    [oldRest, rest] = [rest, oldRest - quotient * rest];
    [oldX, x] = [x, oldX - quotient * x];
    [oldY, y] = [y, oldY - quotient * y];
  }
  const sign = oldRest < 0n ? -1n : 1n;
  return { gcd: sign * oldRest, x: sign * oldX, y: sign * oldY };
}
