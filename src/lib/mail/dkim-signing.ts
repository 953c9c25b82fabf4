import { constants, createHash, type KeyObject, sign } from 'node:crypto';

import { type Canonicalization, canonicalHeader, type SignedMessage } from './dkim-message.js';

export interface Signing {
  readonly key: KeyObject;
  readonly domain: string;
  readonly selector: string;
  readonly header: Canonicalization;
  readonly body: Canonicalization;
  /** Names of the fields to sign; empty for those of RFC 6376 §5.4.1 that the message has. */
  readonly names: readonly string[];
  readonly now: Date;
  /** Seconds; 0 for no end. */
  readonly expiresIn: number;
}

/** RFC 6376 §5.4.1, and what shows how the body is to be read. */
const USUAL_FIELDS = new Set(
  (
    'from reply-to sender subject date message-id to cc resent-date resent-from resent-sender resent-to resent-cc in-reply-to references ' +
    'list-id list-help list-unsubscribe list-unsubscribe-post list-subscribe list-post list-owner list-archive ' +
    'mime-version content-type content-transfer-encoding content-id content-description'
  ).split(' '),
);

/** Lines of the signature have at most so many characters. */
const LINE = 74;

/**
 * The DKIM-Signature field for a message, folded, without a final line break. Each usual field is signed as often as the message has it,
 * and From once more than that: nobody can add a second one (RFC 6376 §8.15).
 */
export function signMessage(message: SignedMessage, signing: Signing): string {
  const { key, domain, selector, header, body, now, expiresIn } = signing;
  const isRsa = key.asymmetricKeyType === 'rsa';
  const present = message.fields.map(({ name }) => name.toLowerCase());
  const names =
    signing.names.length > 0 ? signing.names : [...present.filter((name) => USUAL_FIELDS.has(name)), 'from'];
  const seconds = Math.floor(now.getTime() / 1000);
  const bodyHash = createHash('sha256').update(message.body(body)).digest('base64');
  const tags = [
    'v=1;',
    `a=${isRsa ? 'rsa' : 'ed25519'}-sha256;`,
    `c=${header}/${body};`,
    `d=${domain};`,
    `s=${selector};`,
    `t=${seconds};`,
    ...(expiresIn === 0 ? [] : [`x=${seconds + expiresIn};`]),
    ...names.map((name, at) => `${at === 0 ? 'h=' : ''}${name}${at === names.length - 1 ? ';' : ':'}`),
    `bh=${bodyHash};`,
  ];
  const unsigned = `${folded(tags)}\r\n\tb=`;
  const hashed = Buffer.from(
    canonicalHeader(message.fields, names, { name: 'DKIM-Signature', raw: unsigned }, header),
    'latin1',
  );
  const value = isRsa
    ? sign('sha256', hashed, { key, padding: constants.RSA_PKCS1_PADDING })
    : sign(null, createHash('sha256').update(hashed).digest(), key);
  const lines = value.toString('base64').match(/.{1,72}/g) ?? [];
  return `${unsigned}${lines.join('\r\n\t ')}`;
}

/** The tags in lines, folded where white space may be. */
function folded(tags: readonly string[]): string {
  const lines = ['DKIM-Signature:'];
  for (const tag of tags) {
    const line = lines.at(-1) ?? '';
    const joined = `${line} ${tag}`;
    if (joined.length <= LINE) lines[lines.length - 1] = joined;
    else lines.push(`\t${tag}`);
  }
  return lines.join('\r\n');
}
