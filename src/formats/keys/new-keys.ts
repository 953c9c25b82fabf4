import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** Curves as options name them, and what the library calls them. */
export const CURVES = {
  p256: 'P-256',
  p384: 'P-384',
  p521: 'P-521',
  secp256k1: 'secp256k1',
  ed25519: 'ed25519',
  ed448: 'ed448',
  x25519: 'x25519',
  x448: 'x448',
} as const;

export type Curve = keyof typeof CURVES;

/** A new private key; the pair comes from the library's own generator, which draws from the system. */
export const newRsaKey = async (bits: number): Promise<KeyObject> =>
  (await generate('rsa', { modulusLength: bits, publicExponent: 65_537 })).privateKey;

export async function newCurveKey(curve: Curve): Promise<KeyObject> {
  switch (curve) {
    case 'ed25519':
      return (await generate('ed25519')).privateKey;
    case 'ed448':
      return (await generate('ed448')).privateKey;
    case 'x25519':
      return (await generate('x25519')).privateKey;
    case 'x448':
      return (await generate('x448')).privateKey;
    default:
      return (await generate('ec', { namedCurve: CURVES[curve] })).privateKey;
  }
}
