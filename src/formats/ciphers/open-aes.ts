import { invalid } from '../../core/errors.js';
import type { InputFile } from '../../core/tool.js';
import { type AesCipher, aesShape, checkWholeBlocks, openAes, type Padding, TAG_BYTES } from '../../lib/ciphers/aes.js';
import { decryptJwe, isJwe } from '../../lib/ciphers/jwe.js';
import { decryptEnc, encKeys, isOpensslEnc } from '../../lib/ciphers/openssl-enc.js';
import { ContentFault } from '../../lib/faults.js';
import { aesWarnings, readAesKey, readRawSecret } from './aes-secret.js';
import { readWrittenBytes, type WrittenAs } from './encrypted-input.js';
import { readSecretBytes } from './secret-bytes.js';

type Options = Parameters<typeof readRawSecret>[0] & {
  readonly password: string;
  readonly padding: Padding;
  readonly tag: string;
  readonly keyDerivation: 'auto' | 'pbkdf2' | 'evp';
  readonly digest: 'auto' | 'sha256' | 'sha512' | 'sha1' | 'md5';
  readonly iterations: number;
};

interface Opened {
  readonly plain: Buffer;
  readonly container: 'jwe' | 'openssl' | 'none';
  readonly cipher: string;
  readonly keyDerivation: string;
  readonly iterations: number;
  readonly warnings: readonly string[];
}

const RAW = { container: 'none', keyDerivation: 'none', iterations: 0 } as const;

/** A file may hold the bytes or the text that was written of them. */
export function encryptedContent(input: string, upload: InputFile | undefined, from: WrittenAs): string | Uint8Array {
  const start = upload === undefined ? input : Buffer.from(upload.bytes.subarray(0, 64)).toString('latin1');
  const isText = upload === undefined || from !== 'auto' || /^\s*(?:U2FsdGVkX1|eyJ)/.test(start);
  if (!isText) return upload.bytes;
  const text = upload === undefined ? input : Buffer.from(upload.bytes).toString();
  const joined = text.replace(/[\s"'`]+/g, '');
  return isJwe(joined) ? joined : readWrittenBytes(text, from);
}

function openJwe(token: string, options: Options): Opened {
  const key = options.key === '' ? new Uint8Array() : readSecretBytes('key', options.key, options.keyEncoding);
  const { plain, header } = decryptJwe(token, { password: options.password, key });
  const isOfPassword = header.alg.startsWith('PBES2');
  const weak = isOfPassword && header.p2c < 100_000 ? [`PBKDF2 with ${header.p2c} iterations is weak today`] : [];
  return {
    plain,
    container: 'jwe',
    cipher: header.enc,
    keyDerivation: header.alg,
    iterations: header.p2c,
    warnings: weak,
  };
}

function openSalted(bytes: Uint8Array, options: Options): Opened {
  const { cipher: asked, keyDerivation, digest } = options;
  const cipher: AesCipher = asked === 'auto' ? 'aes-256-cbc' : asked;
  if (aesShape(cipher).isAuthenticated)
    throw invalid(`Option "cipher" must not be a GCM cipher for the OpenSSL format, got "${cipher}"`);
  const keys = encKeys(keyDerivation, digest, options.iterations);
  const { plain, isUnsure, ...used } = decryptEnc(bytes, options.password, cipher, keys);
  const warnings = [
    ...aesWarnings(cipher),
    ...(used.derivation === 'evp' ? ['The key comes from a single hash of the password, which is fast to guess'] : []),
    ...(isUnsure ? ['Several key derivations fit: give "keyDerivation", "digest" and "iterations"'] : []),
  ];
  return {
    plain,
    container: 'openssl',
    cipher,
    keyDerivation: `${used.derivation}-${used.digest}`,
    iterations: used.iterations,
    warnings,
  };
}

function openRaw(bytes: Uint8Array, options: Options): Opened {
  const { cipher, key, iv: given, aad } = readRawSecret(options);
  const { ivBytes, isAuthenticated } = aesShape(cipher);
  const rest = given === undefined ? bytes.subarray(ivBytes) : bytes;
  const givenTag = readSecretBytes('tag', options.tag, 'hex');
  if (givenTag.length > 0 && !isAuthenticated) throw invalid(`Option "tag" must be empty for ${cipher}`);
  if (givenTag.length > 0 && (givenTag.length < 12 || givenTag.length > TAG_BYTES))
    throw invalid(`Option "tag" must have 12 to ${TAG_BYTES} bytes, got ${givenTag.length}`);
  const hasTag = isAuthenticated && givenTag.length === 0;
  if (bytes.length < (given === undefined ? ivBytes : 0) + (hasTag ? TAG_BYTES : 0))
    throw new ContentFault(`it has ${bytes.length} bytes, too few for ${cipher}`);
  const tag = hasTag ? rest.subarray(-TAG_BYTES) : givenTag;
  const ciphertext = hasTag ? rest.subarray(0, -TAG_BYTES) : rest;
  checkWholeBlocks(ciphertext, cipher, options.padding);
  const iv = given ?? bytes.subarray(0, ivBytes);
  const plain = openAes(ciphertext, { cipher, key, iv, aad, tag, padding: options.padding });
  if (plain === undefined)
    throw new ContentFault(
      isAuthenticated
        ? 'key, IV, tag or additional data is wrong, or the data is damaged'
        : 'the key or the cipher is wrong, or the data is damaged',
    );
  return { ...RAW, plain, cipher, warnings: aesWarnings(cipher) };
}

/** Opens a JWE, the OpenSSL format or raw bytes. Throws ContentFault and LimitFault, and INVALID_INPUT for options that do not fit. */
export function openContent(content: string | Uint8Array, options: Options): Opened {
  if (typeof content === 'string') return openJwe(content, options);
  if (options.password === '') {
    readAesKey(options);
    return openRaw(content, options);
  }
  if (!isOpensslEnc(content))
    throw new ContentFault(
      'it is neither a JWE nor in the OpenSSL format ("Salted__"), which are what a password opens',
    );
  return openSalted(content, options);
}
