import type { Loose } from './read.js';

export interface Removed {
  readonly headers: number;
  readonly cookies: number;
  /** Parameters in addresses and forms, and fields of JSON. */
  readonly parameters: number;
  readonly tokens: number;
  readonly bodies: number;
}

const REMOVED = '[removed]';

/** Headers that say who somebody is, or let others be them. */
const SECRET_HEADER =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?|(?:x-)?api-?key|.*(?:token|secret|session|csrf|xsrf|passwor|credential|signature).*|x-amz-security.*|x-goog-.*key.*|x-forwarded-user|www-authenticate|authentication-info)$/i;

/** Names of parameters and fields. */
const SECRET_NAME =
  /(?:^|[^a-z])(?:auth|authorization|code|jwt|key|otp|pin|pwd|sid|sig|state|nonce)(?:$|[^a-z])|api[-_]?key|passw|passwd|secret|token|session|credential|signature|saml(?:request|response)|[a-z](?:Key|Pin|Otp|Sid|Sig)$/;

const isSecretName = (name: string): boolean => SECRET_NAME.test(name) || SECRET_NAME.test(name.toLowerCase());

const JWT = /\bey[\w-]{10,}\.ey[\w-]{4,}\.[\w-]*/g;
const ADDRESS = /^(?:https?|wss?):\/\//i;

/** What lists of an entry hold. */
const LISTS: Readonly<Record<string, 'headers' | 'cookies' | 'parameters'>> = {
  headers: 'headers',
  cookies: 'cookies',
  queryString: 'parameters',
  params: 'parameters',
};

/**
 * The archive without what gives access or says who somebody is: values of cookies, of headers and parameters with such names, JSON
 * Web Tokens and names in addresses; and without bodies and messages, unless `keepBodies`. The document is not changed.
 */
export function sanitizeHar(
  document: Loose,
  keepBodies: boolean,
): { readonly document: unknown; readonly removed: Removed } {
  const cleaner = new Cleaner(keepBodies);
  return { document: cleaner.value(document, '', 0), removed: cleaner.removed };
}

const MAX_DEPTH = 200;

class Cleaner {
  readonly removed = { headers: 0, cookies: 0, parameters: 0, tokens: 0, bodies: 0 };

  constructor(private readonly keepBodies: boolean) {}

  value(value: unknown, name: string, depth: number): unknown {
    if (depth > MAX_DEPTH) return null;
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) {
      const kind = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
      return value.map((item: unknown) =>
        kind === undefined ? this.value(item, '', depth + 1) : this.#field(item, kind, depth + 1),
      );
    }
    if (typeof value !== 'object' || value === null) return value;
    if (name === 'postData' || name === 'content') return this.#body(value as Loose, depth);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        if (key === '_webSocketMessages' && !this.keepBodies) {
          this.removed.bodies++;
          return [];
        }
        return [[key, this.value(member, key, depth + 1)]];
      }),
    );
  }

  /** A header, cookie or parameter: its value goes where its name tells. */
  #field(item: unknown, kind: 'headers' | 'cookies' | 'parameters', depth: number): unknown {
    const cleaned = this.value(item, '', depth);
    if (typeof cleaned !== 'object' || cleaned === null || !('value' in cleaned)) return cleaned;
    const name = 'name' in cleaned && typeof cleaned.name === 'string' ? cleaned.name : '';
    const isSecret = kind === 'cookies' || (kind === 'headers' ? SECRET_HEADER.test(name) : isSecretName(name));
    if (!isSecret || cleaned.value === '') return cleaned;
    this.removed[kind]++;
    return { ...cleaned, value: REMOVED };
  }

  #body(body: Loose, depth: number): unknown {
    const { text, ...rest } = body;
    const cleaned = this.value(this.keepBodies ? rest : { ...rest, params: undefined }, '', depth + 1) as Loose;
    if (!this.keepBodies) {
      if (text !== undefined || body.params !== undefined) this.removed.bodies++;
      const { params: _, ...without } = cleaned;
      return text === undefined ? without : { ...without, text: '' };
    }
    if (typeof text !== 'string') return cleaned;
    return { ...cleaned, text: this.#bodyText(text, String(body.mimeType ?? ''), body.encoding === 'base64') };
  }

  #bodyText(text: string, mimeType: string, isBase64: boolean): string {
    const plain = isBase64 ? Buffer.from(text, 'base64').toString() : text;
    const cleaned = this.#plainBody(plain, mimeType);
    if (cleaned === plain) return text;
    return isBase64 ? Buffer.from(cleaned).toString('base64') : cleaned;
  }

  #plainBody(text: string, mimeType: string): string {
    if (/^application\/x-www-form-urlencoded/i.test(mimeType)) return this.#query(this.#text(text));
    try {
      const value: unknown = JSON.parse(text);
      const before = { ...this.removed };
      const cleaned = this.#fields(value, 0);
      const isSame = Object.entries(before).every(([kind, count]) => this.removed[kind as keyof Removed] === count);
      return isSame ? text : JSON.stringify(cleaned);
    } catch {
      return this.#text(text);
    }
  }

  /** JSON without the values of fields whose names tell. */
  #fields(value: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) return null;
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#fields(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (!isSecretName(name) || member === null || member === '' || typeof member === 'object')
          return [name, this.#fields(member, depth + 1)];
        this.removed.parameters++;
        return [name, REMOVED];
      }),
    );
  }

  #text(text: string): string {
    const cleaned = text.includes('ey')
      ? text.replace(JWT, () => {
          this.removed.tokens++;
          return REMOVED;
        })
      : text;
    return ADDRESS.test(cleaned) || /^[^\s?#]{0,2000}[?#]\S*=/.test(cleaned) ? this.#address(cleaned) : cleaned;
  }

  /** An address without the name and password in it, and without the values of parameters whose names tell. */
  #address(address: string): string {
    const named = address.replace(/^([a-z]+:\/\/)[^/?#@]+@/i, (_, scheme: string) => {
      this.removed.parameters++;
      return scheme;
    });
    const [, before = '', rest = ''] = /^([^?#]*)([\s\S]*)$/.exec(named) ?? [];
    return before + rest.replace(/[?#&]([^=&#?]+)=([^&#]*)/g, (pair, name: string) => this.#pair(pair, name));
  }

  #query(query: string): string {
    return query.replace(/(?:^|&)([^=&]+)=([^&]*)/g, (pair, name: string) => this.#pair(pair, name));
  }

  #pair(pair: string, name: string): string {
    const at = pair.indexOf('=') + 1;
    if (at === pair.length || !isSecretName(decoded(name))) return pair;
    this.removed.parameters++;
    return pair.slice(0, at) + REMOVED;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
