import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const WEBHOOK_PROVIDERS = ['github', 'stripe', 'slack', 'shopify', 'standard', 'twilio', 'generic'] as const;
export type WebhookProvider = (typeof WEBHOOK_PROVIDERS)[number];

/** What a provider signs, besides the body. */
export interface WebhookFacts {
  readonly body: Uint8Array;
  /** Seconds since 1970 as text; empty where there is none. */
  readonly timestamp: string;
  readonly id: string;
  readonly url: string;
}

interface Scheme {
  /** Headers with the signature; the first is the one that is written. */
  readonly headers: readonly string[];
  readonly timestampHeaders: readonly string[];
  readonly idHeaders: readonly string[];
  readonly digest: string;
  readonly encoding: 'hex' | 'base64';
  /** What is hashed. */
  readonly content: (facts: WebhookFacts) => Uint8Array;
  /** The value of the header. */
  readonly write: (signature: string, facts: WebhookFacts) => string;
  /** The signatures in the value of the header; more than one while secrets are rotated. */
  readonly read: (value: string) => readonly string[];
}

const joined = (before: string, body: Uint8Array): Uint8Array => Buffer.concat([Buffer.from(before), body]);
const one = (value: string): readonly string[] => [value.replace(/^[\w-]{1,12}=(?=[\w+/]{16})/, '')];

const PLAIN = {
  timestampHeaders: [],
  idHeaders: [],
  digest: 'sha256',
  encoding: 'hex',
  content: ({ body }: WebhookFacts) => body,
  read: one,
} as const;

const SCHEMES: Readonly<Record<WebhookProvider, Scheme>> = {
  github: {
    ...PLAIN,
    headers: ['X-Hub-Signature-256', 'X-Hub-Signature'],
    write: (signature) => `sha256=${signature}`,
  },
  stripe: {
    ...PLAIN,
    headers: ['Stripe-Signature'],
    content: ({ timestamp, body }) => joined(`${timestamp}.`, body),
    write: (signature, { timestamp }) => `t=${timestamp},v1=${signature}`,
    read: (value) => value.split(',').flatMap((item) => (/^\s*v1=(.*?)\s*$/.exec(item) ?? []).slice(1)),
  },
  slack: {
    ...PLAIN,
    headers: ['X-Slack-Signature'],
    timestampHeaders: ['X-Slack-Request-Timestamp'],
    content: ({ timestamp, body }) => joined(`v0:${timestamp}:`, body),
    write: (signature) => `v0=${signature}`,
  },
  shopify: { ...PLAIN, headers: ['X-Shopify-Hmac-Sha256'], encoding: 'base64', write: (signature) => signature },
  standard: {
    ...PLAIN,
    headers: ['webhook-signature', 'svix-signature'],
    timestampHeaders: ['webhook-timestamp', 'svix-timestamp'],
    idHeaders: ['webhook-id', 'svix-id'],
    encoding: 'base64',
    content: ({ id, timestamp, body }) => joined(`${id}.${timestamp}.`, body),
    write: (signature) => `v1,${signature}`,
    read: (value) => value.split(/\s+/).flatMap((item) => (item.startsWith('v1,') ? [item.slice(3)] : [])),
  },
  twilio: {
    ...PLAIN,
    headers: ['X-Twilio-Signature'],
    digest: 'sha1',
    encoding: 'base64',
    content: twilioContent,
    write: (signature) => signature,
  },
  generic: { ...PLAIN, headers: ['X-Signature'], write: (signature) => signature },
};

/** The address, then name and value of each field of the form, sorted by name. JSON bodies are signed by their hash in the address. */
function twilioContent({ url, body }: WebhookFacts): Uint8Array {
  if (/[?&]bodySHA256=/.test(url)) return Buffer.from(url);
  const fields = [...new URLSearchParams(Buffer.from(body).toString())].sort(([a], [b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
  return Buffer.from(url + fields.map(([name, value]) => name + value).join(''));
}

/** Whether the hash of the body in a Twilio address, if any, is that of the body. */
export const hasTwilioBody = ({ url, body }: WebhookFacts): boolean => {
  const [, hash] = /[?&]bodySHA256=([0-9a-fA-F]{64})/.exec(url) ?? [];
  return hash === undefined || hash.toLowerCase() === createHash('sha256').update(body).digest('hex');
};

/** How a provider signs; of `generic` the caller decides digest and encoding. */
export interface WebhookRules {
  readonly provider: WebhookProvider;
  readonly digest: string;
  readonly encoding: 'hex' | 'base64';
}

const schemeOf = ({ provider, digest, encoding }: WebhookRules): Scheme =>
  provider === 'generic' ? { ...SCHEMES.generic, digest, encoding } : SCHEMES[provider];

export interface ReceivedSignature {
  readonly signatures: readonly string[];
  readonly timestamp: string;
  readonly id: string;
  /** The header it came from is one with SHA-1. */
  readonly isSha1: boolean;
}

const LINE = /^["']?([A-Za-z][\w-]{1,60})["']?[ \t]*:[ \t]*["']?([^"']*)["']?,?$/;

/** The signature, time and id in received headers, one per line, or in the bare value of the signature header. */
export function readSignatureHeaders(rules: WebhookRules, text: string): ReceivedSignature {
  const scheme = schemeOf(rules);
  const named = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = LINE.exec(line.trim()) ?? [];
    if (name !== undefined) named.set(name.toLowerCase(), value);
  }
  const firstOf = (names: readonly string[]): string =>
    names.map((name) => named.get(name.toLowerCase()) ?? '').find((value) => value !== '') ?? '';
  const value = firstOf(scheme.headers) || (named.size === 0 ? text.trim() : '');
  const [, stripeTime = ''] = rules.provider === 'stripe' ? (/(?:^|,)\s*t=(\d+)/.exec(value) ?? []) : [];
  return {
    signatures: value === '' ? [] : scheme.read(value),
    timestamp: stripeTime || firstOf(scheme.timestampHeaders),
    id: firstOf(scheme.idHeaders),
    isSha1: rules.provider === 'github' && /^(?:sha1=)?[0-9a-f]{40}$/i.test(value),
  };
}

/** The headers that the provider would send. */
export function webhookHeaders(rules: WebhookRules, key: Uint8Array, facts: WebhookFacts): Record<string, string> {
  const scheme = schemeOf(rules);
  const signature = createHmac(scheme.digest, key).update(scheme.content(facts)).digest(scheme.encoding);
  const [name = ''] = scheme.headers;
  const [time] = scheme.timestampHeaders;
  const [id] = scheme.idHeaders;
  return {
    ...(id === undefined ? {} : { [id]: facts.id }),
    ...(time === undefined ? {} : { [time]: facts.timestamp }),
    [name]: scheme.write(signature, facts),
  };
}

/** Whether one of the signatures is that of the body under the key; compared in constant time. */
export function isSigned(
  rules: WebhookRules,
  key: Uint8Array,
  facts: WebhookFacts,
  { signatures, isSha1 }: ReceivedSignature,
): boolean {
  const { digest, encoding, content } = schemeOf(rules);
  const expected = createHmac(isSha1 ? 'sha1' : digest, key)
    .update(content(facts))
    .digest();
  return signatures
    .map((signature) => Buffer.from(signature, encoding))
    .map((given) => given.length === expected.length && timingSafeEqual(given, expected))
    .includes(true);
}

export const needsTimestamp = (provider: WebhookProvider): boolean =>
  provider === 'stripe' || provider === 'slack' || provider === 'standard';
