import { words } from './words/words.js';

/** Words that are not written as they are read. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...`AAD AES AI ALPN ANSI API ARPA ASCII AUC AWS BBAN BCC BIC BIMI BLEU BOM BSD CA CAGR CC CIDR CMYK CPU CR CRC CRF CRLF CSP CSR CSS
  CSV DC DDM DER DKIM DMARC DMS DN DNS DNSSEC DPI EAP ECDSA FPS GCD GFM GPS GSM GTIN HDR HEIC HKDF HMAC HSL HSTS HSV HTML HTTP
  HTTPS HWB IBAN ICC ID IEEE IP IP4 IP6 IPTC ISO ISRC IV JPEG JPG JS JSON JSX JWE JWK JWT KB LCH LCM LCS LF LLM MAC MB MD5 MGRS
  MIME MSE MTA MX NAT64 NFC NFD NFKC NFKD OCR OID OK OS OTP PDF PEM PGP PIN PNG PPK PSNR QR RGB RGBA RMS ROC RSA RUA RUF SAML SEO
  SEPA SHA SMS SMTP SPF SQL SRI SSH SSID SSIM SSL SSML STS SVG TLD TLS TOC TOTP TTL UID UNC URI URL UTC UTF UTM UUID VAT VDS VIN
  VIS WMI XFA XML XMP XOR XYZ YAML ZIP`
    .split(/\s+/)
    .map((word) => [word.toLowerCase(), word] as const),
  ['crc32', 'CRC-32'],
  ['ean13', 'EAN-13'],
  ['exif', 'Exif'],
  ['ibans', 'IBANs'],
  ['ips', 'IPs'],
  ['isbn10', 'ISBN-10'],
  ['isbn13', 'ISBN-13'],
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['srgb', 'sRGB'],
  ['utf16', 'UTF-16'],
  ['utf8', 'UTF-8'],
]);

export const familyName = (family: string): string => words.families[family] ?? spoken(family.split('-'));

/** `perLine` is `per` and `line`. */
const wordsOfName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);

/** `perLine` is `Per line`, `jpeg-quality` is `JPEG quality`. */
export const optionLabel = (name: string): string => spoken(wordsOfName(name));

/** The same within a sentence: `JPEG quality`, `per line`. */
export const labelInText = (name: string): string => spelt(wordsOfName(name));

/** A choice as people read it; what is not made of words stays as it is. */
export const choiceLabel = (choice: string): string => (choice === '' ? words.common.none : choice);

const spoken = (words: readonly string[]): string =>
  SPELLINGS.has(words[0]?.toLowerCase() ?? '') ? spelt(words) : withCapital(spelt(words));

const spelt = (words: readonly string[]): string =>
  words.map((word) => SPELLINGS.get(word.toLowerCase()) ?? word.toLowerCase()).join(' ');

export const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `.pdf` is `PDF`. */
export const formatName = (ending: string): string =>
  ending === '*' ? words.common.anyFile : ending.slice(1).toUpperCase();
