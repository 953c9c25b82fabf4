import { CRYPT_LETTERS } from './crypt-text.js';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** bcrypt has an order of its own: `.`, `/`, uppercase, lowercase, digits. */
const LETTERS = `${CRYPT_LETTERS.slice(0, 2)}${BASE64.slice(0, 62)}`;

/** The 16 bytes of the 22 letters after the cost. */
export const readBcryptSalt = (letters: string): Uint8Array =>
  Buffer.from([...letters].map((letter) => BASE64[LETTERS.indexOf(letter)]).join(''), 'base64').subarray(0, 16);
