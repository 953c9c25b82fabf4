import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto';

import { ContentFault } from '../faults.js';

/** Recipients of age that are SSH keys, as filippo.io/age/agessh has them: ssh-ed25519 and ssh-rsa. */
const ED25519_LABEL = 'age-encryption.org/v1/ssh-ed25519';
const RSA_LABEL = 'age-encryption.org/v1/ssh-rsa';

export interface SshStanza {
  readonly args: string[];
  readonly body: Uint8Array;
}

/** ChaCha20-Poly1305 under a key that is used once: `wrapFileKey` and `unwrapFileKey` of `engines/age.ts`. */
interface Wrapping {
  readonly wrap: (key: Uint8Array, fileKey: Uint8Array) => Uint8Array;
  readonly unwrap: (key: Uint8Array, body: Uint8Array) => Uint8Array | undefined;
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** RFC 4251, section 5: a string behind its length. */
function sshString(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** A positive number begins with a bit of zero. */
const sshNumber = (bytes: Buffer): Buffer =>
  sshString((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);

const jwkPart = (key: KeyObject, name: 'x' | 'd' | 'n' | 'e'): Buffer =>
  Buffer.from(key.export({ format: 'jwk' })[name] ?? '', 'base64url');

/** The public key as SSH sends it. */
const wireOf = (key: KeyObject): Buffer =>
  key.asymmetricKeyType === 'ed25519'
    ? Buffer.concat([sshString(Buffer.from('ssh-ed25519')), sshString(jwkPart(key, 'x'))])
    : Buffer.concat([sshString(Buffer.from('ssh-rsa')), sshNumber(jwkPart(key, 'e')), sshNumber(jwkPart(key, 'n'))]);

/** Which key is meant: four bytes of its SHA-256. */
const fingerprintOf = (wire: Buffer): string => unpadded(createHash('sha256').update(wire).digest().subarray(0, 4));

/** Whether a key can be a recipient. age refuses RSA below 2048 bits. */
export const isAgeSshKey = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'ed25519' ||
  (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048);

const PRIME = 2n ** 255n - 19n;

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % PRIME];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

/** The point of a public Ed25519 key on Curve25519: u = (1 + y) / (1 - y), RFC 7748, section 4.1. Nothing here is secret. */
function montgomeryOf(edwards: Buffer): Buffer {
  const bytes = Buffer.from(edwards);
  bytes[31] = (bytes[31] ?? 0) & 0x7f;
  const y = BigInt(`0x${bytes.reverse().toString('hex')}`);
  const u = ((1n + y) * power(PRIME + 1n - y, PRIME - 2n)) % PRIME;
  return Buffer.from(u.toString(16).padStart(64, '0'), 'hex').reverse();
}

// RFC 8410, section 7: what stands before the 32 bytes of a key.
const PRIVATE_START = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_START = Buffer.from('302a300506032b656e032100', 'hex');

const privateX25519 = (scalar: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_START, scalar]), format: 'der', type: 'pkcs8' });

const exchange = (privateKey: KeyObject, point: Uint8Array): Buffer =>
  diffieHellman({
    privateKey,
    publicKey: createPublicKey({ key: Buffer.concat([PUBLIC_START, point]), format: 'der', type: 'spki' }),
  });

const expand = (secret: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, ED25519_LABEL, 32));

/** The key that wraps the file key: the shared secret, tied to the SSH key by a tweak. */
function wrappingKey(shared: Buffer, { wire, share, point }: { wire: Buffer; share: Buffer; point: Buffer }): Buffer {
  const tweaked = exchange(privateX25519(expand(new Uint8Array(), wire)), shared);
  return expand(tweaked, Buffer.concat([share, point]));
}

/** The recipient of a public key for which `isAgeSshKey` holds. */
export function sshRecipient(key: KeyObject, { wrap }: Wrapping, random: (length: number) => Uint8Array) {
  const wire = wireOf(key);
  const fingerprint = fingerprintOf(wire);
  if (key.asymmetricKeyType === 'rsa') {
    const settings = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    const oaepLabel = Buffer.from(RSA_LABEL);
    return {
      wrapFileKey: (fileKey: Uint8Array): SshStanza[] => [
        { args: ['ssh-rsa', fingerprint], body: publicEncrypt({ ...settings, oaepLabel }, fileKey) },
      ],
    };
  }
  return {
    wrapFileKey(fileKey: Uint8Array): SshStanza[] {
      const point = montgomeryOf(jwkPart(key, 'x'));
      const own = privateX25519(random(32));
      const share = jwkPart(createPublicKey(own), 'x');
      const secret = wrappingKey(exchange(own, point), { wire, share, point });
      return [{ args: ['ssh-ed25519', fingerprint, unpadded(share)], body: wrap(secret, fileKey) }];
    },
  };
}

/** The identity of a private key for which `isAgeSshKey` holds. */
export function sshIdentity(key: KeyObject, { unwrap }: Wrapping) {
  const publicKey = createPublicKey(key);
  const wire = wireOf(publicKey);
  const type = key.asymmetricKeyType === 'rsa' ? 'ssh-rsa' : 'ssh-ed25519';
  const open = type === 'ssh-rsa' ? openRsa : openEd25519;
  return {
    unwrapFileKey(stanzas: readonly SshStanza[]): Uint8Array | null {
      for (const stanza of stanzas) {
        if (stanza.args[0] !== type || stanza.args[1] !== fingerprintOf(wire)) continue;
        const fileKey = open(stanza);
        if (fileKey !== undefined) return fileKey;
      }
      return null;
    },
  };

  function openRsa({ body }: SshStanza): Uint8Array | undefined {
    const settings = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    try {
      return privateDecrypt({ ...settings, oaepLabel: Buffer.from(RSA_LABEL) }, body);
    } catch {
      // Four bytes of the fingerprint may be those of another key.
      return undefined;
    }
  }

  function openEd25519({ args, body }: SshStanza): Uint8Array | undefined {
    const share = Buffer.from(args[2] ?? '', 'base64');
    if (share.length !== 32) throw new ContentFault('its header is damaged');
    const point = montgomeryOf(jwkPart(publicKey, 'x'));
    const scalar = createHash('sha512').update(jwkPart(key, 'd')).digest().subarray(0, 32);
    return unwrap(wrappingKey(exchange(privateX25519(scalar), share), { wire, share, point }), body);
  }
}
