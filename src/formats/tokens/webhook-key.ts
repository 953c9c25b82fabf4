import { refusing } from '../../core/refusing.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';
import { ContentFault } from '../../lib/faults.js';
import { isSigned, type ReceivedSignature, type WebhookFacts, type WebhookRules } from '../../lib/secrets/webhooks.js';

interface WebhookValues extends WebhookRules {
  readonly secret: string;
  readonly secretEncoding: 'text' | 'hex' | 'base64';
}

/** The key that a provider makes of its secret. Throws INVALID_INPUT without showing it. */
export function readWebhookKey({ provider, secret, secretEncoding }: WebhookValues): Uint8Array {
  if (provider === 'standard') return decoded(secret.trim().replace(/^whsec_/, ''), 'base64');
  return provider === 'generic' && secretEncoding !== 'text' ? decoded(secret, secretEncoding) : Buffer.from(secret);
}

function decoded(secret: string, encoding: 'hex' | 'base64'): Uint8Array {
  return refusing('Cannot read option "secret"', () => {
    try {
      return encoding === 'hex' ? readHex(secret) : readBase64(secret, { strict: false });
    } catch {
      // The reader's fault would show the secret.
      throw new ContentFault(`it must be ${encoding === 'hex' ? 'hexadecimal digits, two per byte' : 'base64'}`);
    }
  });
}

/** Why a signature does not match: the usual mistake with which it would, where one is found. */
export function whyUnsigned(values: WebhookValues, facts: WebhookFacts, received: ReceivedSignature): string {
  const plain = 'The signature does not match';
  const key = readWebhookKey(values);
  const body = Buffer.from(facts.body).toString();
  const bodies: readonly (readonly [what: string, body: string])[] = [
    ['without the line break at the end of the body', body.replace(/\r?\n$/, '')],
    ['with a line break at the end of the body', `${body}\n`],
    ['with line feeds alone (LF) in the body', body.replaceAll('\r\n', '\n')],
    ['with CR LF line breaks in the body', body.replace(/\r?\n/g, '\r\n')],
    ['with the JSON of the body written without spaces', rewritten(body)],
  ];
  for (const [what, other] of bodies)
    if (other !== body && isSigned(values, key, { ...facts, body: Buffer.from(other) }, received))
      return `${plain}; it would ${what}`;
  for (const [what, other] of keysOf(values.secret))
    if (isSigned(values, other, facts, received)) return `${plain}; it would ${what}`;
  return plain;
}

function rewritten(body: string): string {
  // Deeper JSON than this is not what webhooks send, and parsing is recursive.
  if (body.length > 1_000_000 || /[[{](?:\s*[[{]){50}/.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    // It is not JSON: nothing to write anew.
    return body;
  }
}

const keysOf = (secret: string): readonly (readonly [string, Uint8Array])[] => [
  ['without white space around the secret', Buffer.from(secret.trim())],
  ['with the secret decoded from hexadecimal', Buffer.from(secret.trim(), 'hex')],
  ['with the secret decoded from base64', Buffer.from(secret.trim(), 'base64')],
];
