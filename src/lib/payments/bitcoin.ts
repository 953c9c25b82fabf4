import { createHash } from 'node:crypto';

import { checkedLine, type PaymentPayload, paymentFault } from './fault.js';

export interface BitcoinPayment {
  /** Address. */
  readonly account: string;
  /** Bitcoin; 0 for none. */
  readonly amount: number;
  readonly name: string;
  readonly text: string;
}

const MAX_BITCOIN = 21_000_000;
const DECIMALS = 8;

/** A bitcoin link: BIP 21. Throws ContentFault. */
export function bitcoinPayload({ account, amount, name, text }: BitcoinPayment): PaymentPayload {
  const address = account.trim();
  const network = bitcoinNetwork(address);
  if (network === undefined) throw paymentFault('account', 'must be a Bitcoin address whose check characters fit');
  if (amount > MAX_BITCOIN) throw paymentFault('amount', `must be at most ${MAX_BITCOIN} for this kind, got ${amount}`);
  const written = amount.toFixed(DECIMALS);
  if (Number(written) !== amount)
    throw paymentFault('amount', `must have at most ${DECIMALS} decimals for this kind, got ${amount}`);
  const fields: readonly (readonly [string, string])[] = [
    ['amount', amount === 0 ? '' : written.replace(/\.?0+$/, '')],
    ['label', checkedLine('name', name, 200, 'optional')],
    ['message', checkedLine('text', text, 500, 'optional')],
  ];
  const query = fields.filter(([, value]) => value !== '').map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return {
    payload: `bitcoin:${address}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    warnings: network === 'test' ? ['The address belongs to a test network: what is sent there has no worth'] : [],
  };
}

/** The network of an address whose checksum fits: Base58Check, Bech32 or Bech32m. */
export const bitcoinNetwork = (address: string): 'main' | 'test' | undefined =>
  base58Network(address) ?? segwitNetwork(address);

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** First bytes of addresses: pay to public key hash, pay to script hash. */
const MAIN_VERSIONS = [0x00, 0x05];
const TEST_VERSIONS = [0x6f, 0xc4];

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Base58Check: a version, 20 bytes of a hash, and four of its double SHA-256. */
function base58Network(address: string): 'main' | 'test' | undefined {
  if (address.length < 26 || address.length > 35) return undefined;
  let value = 0n;
  for (const character of address) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16).padStart(50, '0');
  if (hex.length > 50) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  // Every leading 1 stands for a zero byte.
  const ones = /^1*/.exec(address)?.[0].length ?? 0;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  if (ones !== Math.max(0, zeros)) return undefined;
  if (
    !sha256(sha256(bytes.subarray(0, 21)))
      .subarray(0, 4)
      .equals(bytes.subarray(21))
  )
    return undefined;
  const version = bytes[0] ?? 0xff;
  if (MAIN_VERSIONS.includes(version)) return 'main';
  return TEST_VERSIONS.includes(version) ? 'test' : undefined;
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32_SUM = 1;
const BECH32M_SUM = 0x2bc830a3;

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, generator] of GENERATORS.entries()) if ((top >>> i) & 1) sum ^= generator;
  }
  return sum;
}

/** BIP 173 and BIP 350: version 0 has a Bech32 checksum and 20 or 32 bytes, later ones Bech32m and 2 to 40. */
function segwitNetwork(address: string): 'main' | 'test' | undefined {
  const isMixed = address !== address.toLowerCase() && address !== address.toUpperCase();
  const lower = address.toLowerCase();
  const separator = lower.lastIndexOf('1');
  const prefix = lower.slice(0, separator);
  if (isMixed || lower.length > 90 || !['bc', 'tb', 'bcrt'].includes(prefix)) return undefined;
  const values = [...lower.slice(separator + 1)].map((character) => BECH32.indexOf(character));
  if (values.length < 7 || values.includes(-1)) return undefined;
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  const sum = polymod([...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]);
  const [version = 32] = values;
  if (version > 16 || sum !== (version === 0 ? BECH32_SUM : BECH32M_SUM)) return undefined;
  const program = values.slice(1, -6);
  const length = Math.floor((program.length * 5) / 8);
  const padding = (program.length * 5) % 8;
  const last = program.at(-1) ?? 0;
  if (padding > 4 || (last & ((1 << padding) - 1)) !== 0 || length < 2 || length > 40) return undefined;
  if (version === 0 && length !== 20 && length !== 32) return undefined;
  return prefix === 'bc' ? 'main' : 'test';
}
