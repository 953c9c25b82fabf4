import { words } from './words/words.js';

/** Words that are not written as they are read. */
const SPELLINGS = new Map(
  'AAD AES AI API ASCII AWS BSD CA CRC CSP CSR CSS CSV DER DN DNS ECDSA GCD HEIC HKDF HMAC HTML HTTP ICC ID IEEE IP IP4 IP6 IV JPEG JPG JSON JWE JWK JWT KB LCM LLM MD5 MX OCR OTP PDF PEM PGP PNG PPK QR RGB RSA SAML SEO SHA SQL SRI SSH SVG TOTP TTL URI URL UUID XML YAML ZIP'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

export const familyName = (family: string): string => words.families[family] ?? spoken(family.split('-'));

/** `perLine` is `per` and `line`. */
const wordsOfName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);

/** `perLine` is `Per line`, `jpeg-quality` is `JPEG quality`. */
export const optionLabel = (name: string): string => spoken(wordsOfName(name));

/** A choice as people read it; what is not made of words stays as it is. */
export const choiceLabel = (choice: string): string => (choice === '' ? words.common.none : choice);

function spoken(words: readonly string[]): string {
  const text = words.map((word) => SPELLINGS.get(word.toLowerCase()) ?? word.toLowerCase()).join(' ');
  return withCapital(text);
}

export const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `.pdf` is `PDF`. */
export const formatName = (ending: string): string =>
  ending === '*' ? words.common.anyFile : ending.slice(1).toUpperCase();
