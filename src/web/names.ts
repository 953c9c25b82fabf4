/** Words that are not written as they are read. */
const SPELLINGS = new Map(
  'AAD AES AI API ASCII AWS BSD CA CRC CSP CSR CSS CSV DER DN DNS ECDSA GCD HEIC HKDF HMAC HTML HTTP ICC ID IEEE IP IP4 IP6 IV JPEG JPG JSON JWE JWK JWT KB LCM LLM MD5 MX OCR OTP PDF PEM PGP PNG PPK QR RGB RSA SAML SEO SHA SQL SRI SSH SVG TOTP TTL URI URL UUID XML YAML ZIP'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/** Families whose names are two things, or are said the other way round. */
const FAMILIES: Readonly<Record<string, string>> = {
  'ai-llm': 'AI & LLM',
  'archives-files': 'Archives & files',
  'charts-diagrams': 'Charts & diagrams',
  'color-design': 'Colour & design',
  'crypto-keys': 'Crypto & keys',
  'date-time': 'Date & time',
  devops: 'DevOps',
  'finance-everyday': 'Finance & everyday',
  image: 'Images',
  'network-live': 'Live network',
  'print-office': 'Print & office',
  'privacy-security': 'Privacy & security',
  'qr-barcode': 'QR & barcodes',
  'validators-lookups': 'Validators & lookups',
  'video-subtitles': 'Video & subtitles',
  'web-seo': 'Web & SEO',
};

export const familyName = (family: string): string => FAMILIES[family] ?? spoken(family.split('-'));

/** `perLine` is `per` and `line`. */
const wordsOfName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);

/** `perLine` is `Per line`, `jpeg-quality` is `JPEG quality`. */
export const optionLabel = (name: string): string => spoken(wordsOfName(name));

/** A choice as people read it; what is not made of words stays as it is. */
export const choiceLabel = (choice: string): string => (choice === '' ? 'None' : choice);

function spoken(words: readonly string[]): string {
  const text = words.map((word) => SPELLINGS.get(word.toLowerCase()) ?? word.toLowerCase()).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `.pdf` is `PDF`. */
export const formatName = (ending: string): string => (ending === '*' ? 'Any file' : ending.slice(1).toUpperCase());
