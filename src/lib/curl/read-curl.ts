import { ContentFault } from '../faults.js';

export interface FormField {
  readonly name: string;
  readonly value: string;
  /** The value is the path of a file. */
  readonly isFile: boolean;
  readonly filename?: string;
  readonly type?: string;
}

export type CurlBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'form'; readonly fields: readonly FormField[] };

/** What a command of curl sends, and how. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** One value per name; those that came twice are joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: CurlBody | undefined;
  readonly follow: boolean;
  readonly insecure: boolean;
  readonly proxy: string;
  /** 0 for none. */
  readonly timeoutSeconds: number;
  readonly warnings: readonly string[];
}

/** Long names of the options that are read; a value of `true` where one follows. */
const VALUED: Readonly<Record<string, string>> = {
  X: 'request',
  request: 'request',
  H: 'header',
  header: 'header',
  d: 'data',
  data: 'data',
  'data-ascii': 'data',
  'data-raw': 'data-raw',
  'data-binary': 'data-binary',
  'data-urlencode': 'data-urlencode',
  json: 'json',
  F: 'form',
  form: 'form',
  'form-string': 'form-string',
  u: 'user',
  user: 'user',
  A: 'user-agent',
  'user-agent': 'user-agent',
  e: 'referer',
  referer: 'referer',
  b: 'cookie',
  cookie: 'cookie',
  x: 'proxy',
  proxy: 'proxy',
  m: 'max-time',
  'max-time': 'max-time',
  url: 'url',
  'oauth2-bearer': 'oauth2-bearer',
  T: 'upload-file',
  'upload-file': 'upload-file',
  r: 'range',
  range: 'range',
  'url-query': 'url-query',
};

/** Options without a value that change the request. */
const BARE: Readonly<Record<string, string>> = {
  G: 'get',
  get: 'get',
  I: 'head',
  head: 'head',
  k: 'insecure',
  insecure: 'insecure',
  L: 'location',
  location: 'location',
  'location-trusted': 'location',
  compressed: 'compressed',
  g: 'globoff',
  globoff: 'globoff',
};

/** Options that say nothing of the request; with a value in the first list, without in the second. */
const IGNORED_VALUED = new Set(
  'o output c cookie-jar w write-out D dump-header connect-timeout retry retry-delay retry-max-time max-redirs limit-rate resolve cacert capath cert E key cert-type key-type ciphers interface stderr trace trace-ascii K config C continue-at y Y speed-limit speed-time z time-cond proxy-user U noproxy dns-servers tls-max keepalive-time max-filesize proto proto-default connect-to aws-sigv4 output-dir create-file-mode rate'.split(
    ' ',
  ),
);
const IGNORED = new Set(
  's silent S show-error v verbose i include f fail fail-with-body O remote-name J remote-header-name N no-buffer no-keepalive # progress-bar http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only 0 1 2 3 4 6 ipv4 ipv6 tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 path-as-is basic anyauth digest create-dirs no-progress-meter tr-encoding raw retry-connrefused retry-all-errors parallel Z tcp-nodelay ssl ssl-reqd styled-output q disable no-alpn no-sessionid false-start'.split(
    ' ',
  ),
);

interface Draft {
  method: string | undefined;
  readonly urls: string[];
  readonly headers: [name: string, value: string | undefined][];
  readonly data: string[];
  readonly query: string[];
  file: string | undefined;
  readonly fields: FormField[];
  readonly set: Set<string>;
  readonly values: Map<string, string>;
  readonly warnings: string[];
}

/** Reads the words of a command. Throws ContentFault where it is no command of curl, or has an unknown option or no address. */
export function readCurl(words: readonly string[]): CurlRequest {
  const start = words.findIndex((word) => /(?:^|[/\\])curl(?:\.exe)?$/.test(word));
  if (start < 0) throw new ContentFault('it must begin with curl');
  const draft: Draft = {
    method: undefined,
    urls: [],
    headers: [],
    data: [],
    query: [],
    file: undefined,
    fields: [],
    set: new Set(),
    values: new Map(),
    warnings: [],
  };
  let at = start + 1;
  const next = (name: string): string => {
    const value = words[++at];
    if (value === undefined) throw new ContentFault(`option ${name} needs a value`);
    return value;
  };
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--' || word === '-') continue;
    if (word.startsWith('--')) readLong(draft, word.slice(2), next);
    else if (word.startsWith('-')) readShort(draft, word.slice(1), next);
    else draft.urls.push(word);
  }
  return finish(draft);
}

function readLong(draft: Draft, written: string, next: (name: string) => string): void {
  // `--no-` turns off what another option turns on.
  const name = written.startsWith('no-') && Object.hasOwn(BARE, written.slice(3)) ? written.slice(3) : written;
  if (name.length > 1 && Object.hasOwn(VALUED, name)) take(draft, VALUED[name] ?? '', next(`--${name}`));
  else if (name.length > 1 && Object.hasOwn(BARE, name)) {
    if (name === written) draft.set.add(BARE[name] ?? '');
    else draft.set.delete(BARE[name] ?? '');
  } else if (name.length > 1 && IGNORED_VALUED.has(name)) next(`--${name}`);
  else if (name.length < 2 || !IGNORED.has(name))
    throw new ContentFault(`curl has no option --${written.slice(0, 80)}, or it is not known here`);
}

function readShort(draft: Draft, letters: string, next: (name: string) => string): void {
  for (let index = 0; index < letters.length; index++) {
    const letter = letters.charAt(index);
    const rest = letters.slice(index + 1);
    if (Object.hasOwn(VALUED, letter) || IGNORED_VALUED.has(letter)) {
      const value = rest === '' ? next(`-${letter}`) : rest;
      if (Object.hasOwn(VALUED, letter)) take(draft, VALUED[letter] ?? '', value);
      return;
    }
    if (Object.hasOwn(BARE, letter)) draft.set.add(BARE[letter] ?? '');
    else if (!IGNORED.has(letter)) throw new ContentFault(`curl has no option -${letter}, or it is not known here`);
  }
}

function take(draft: Draft, name: string, value: string): void {
  switch (name) {
    case 'request':
      draft.method = value;
      break;
    case 'header':
      header(draft, value);
      break;
    case 'data':
    case 'data-binary':
    case 'json':
      if (name === 'json') draft.set.add('json');
      if (value.startsWith('@')) draft.file = value.slice(1);
      else draft.data.push(value);
      break;
    case 'data-raw':
      draft.data.push(value);
      break;
    case 'data-urlencode':
      draft.data.push(urlencoded(value));
      break;
    case 'url-query':
      draft.query.push(value.startsWith('+') ? value.slice(1) : urlencoded(value));
      break;
    case 'form':
    case 'form-string':
      draft.fields.push(formField(value, name === 'form-string'));
      break;
    case 'cookie':
      if (value.includes('=')) draft.headers.push(['Cookie', value]);
      else draft.warnings.push('Cookies of a file are not read');
      break;
    case 'user':
      draft.headers.push([
        'Authorization',
        `Basic ${Buffer.from(value.includes(':') ? value : `${value}:`).toString('base64')}`,
      ]);
      break;
    case 'oauth2-bearer':
      draft.headers.push(['Authorization', `Bearer ${value}`]);
      break;
    case 'user-agent':
      draft.headers.push(['User-Agent', value]);
      break;
    case 'referer':
      draft.headers.push(['Referer', value.replace(/;auto$/, '')]);
      break;
    case 'range':
      draft.headers.push(['Range', `bytes=${value}`]);
      break;
    case 'url':
      draft.urls.push(value);
      break;
    case 'upload-file':
      draft.file = value;
      draft.set.add('upload');
      break;
    default:
      draft.values.set(name, value);
  }
}

function header(draft: Draft, text: string): void {
  const [, name, value] = /^([^:;]+):\s*(.*)$/s.exec(text) ?? [];
  const [, empty] = /^([^:;]+);\s*$/.exec(text) ?? [];
  if (empty !== undefined) draft.headers.push([empty, '']);
  // A name without a value takes away the header that curl would send.
  else if (name !== undefined) draft.headers.push([name.trim(), value === '' ? undefined : value?.trimEnd()]);
  else draft.warnings.push(`The header ${JSON.stringify(text.slice(0, 80))} has no value`);
}

/** `content`, `=content`, `name=content`. */
function urlencoded(value: string): string {
  if (/^[^=]*@/.test(value)) throw new ContentFault('--data-urlencode with a file cannot be converted');
  const at = value.indexOf('=');
  // As curl_easy_escape, everything but unreserved characters; spaces as +.
  const encode = (text: string): string =>
    encodeURIComponent(text)
      .replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+');
  return at < 1 ? encode(value.slice(at + 1)) : `${value.slice(0, at)}=${encode(value.slice(at + 1))}`;
}

function formField(text: string, isPlain: boolean): FormField {
  const at = text.indexOf('=');
  if (at < 0) throw new ContentFault(`the form field ${JSON.stringify(text.slice(0, 80))} must be name=value`);
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (isPlain) return { name, value, isFile: false };
  const [content = '', ...settings] = value.split(';');
  const given = new Map(settings.map((one) => one.split('=', 2).map((part) => part.trim()) as [string, string]));
  const known = settings.length > 0 && settings.every((one) => /^\s*(?:type|filename)=/.test(one));
  const own = known ? content : value;
  const type = known ? given.get('type') : undefined;
  const filename = known ? given.get('filename')?.replace(/^"(.*)"$/, '$1') : undefined;
  const extras = { ...(type === undefined ? {} : { type }), ...(filename === undefined ? {} : { filename }) };
  if (own.startsWith('@')) return { name, value: own.slice(1), isFile: true, ...extras };
  return { name, value: own.replace(/^"(.*)"$/s, '$1'), isFile: false, ...(type === undefined ? {} : { type }) };
}

function finish(draft: Draft): CurlRequest {
  const { set, data, file, fields, warnings } = draft;
  const [first, second] = draft.urls;
  if (first === undefined) throw new ContentFault('the address is missing');
  if (second !== undefined) warnings.push('Only the first of several addresses is converted');
  let url = /^[a-z][a-z\d+.-]*:\/\//i.test(first) ? first : `http://${first}`;
  if (!set.has('globoff') && /[[\]{}]/.test(url.replace(/^\w+:\/\/\[[\d:a-f]+\]/i, '')))
    warnings.push('Brackets and braces in the address are patterns to curl; here they are text');
  const query = [...draft.query];
  if (set.has('get')) query.push(...data);
  if (query.length > 0) url = withQuery(url, query.join('&'));
  const body = bodyOf(draft);
  const headers = headersOf(draft, body);
  const method =
    draft.method ??
    (set.has('head') ? 'HEAD' : set.has('get') || body === undefined ? 'GET' : set.has('upload') ? 'PUT' : 'POST');
  if (file !== undefined && data.length > 0) warnings.push('Of data and a file, the file alone is sent');
  if (fields.length > 0 && (data.length > 0 || file !== undefined))
    warnings.push('Of a form and data, the form alone is sent');
  const seconds = Number(draft.values.get('max-time') ?? 0);
  return {
    method,
    url,
    headers,
    body,
    follow: set.has('location'),
    insecure: set.has('insecure'),
    proxy: draft.values.get('proxy') ?? '',
    timeoutSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 0,
    warnings,
  };
}

/** Before a fragment, behind what is there. */
function withQuery(url: string, query: string): string {
  const [base = '', fragment] = url.split(/(?=#)/, 2);
  return `${base}${base.includes('?') ? '&' : '?'}${query}${fragment ?? ''}`;
}

function bodyOf({ set, data, file, fields }: Draft): CurlBody | undefined {
  if (fields.length > 0) return { kind: 'form', fields };
  if (file !== undefined) return { kind: 'file', path: file };
  if (data.length === 0 || set.has('get')) return undefined;
  return { kind: 'text', text: data.join(set.has('json') ? '' : '&') };
}

function headersOf(draft: Draft, body: CurlBody | undefined): Map<string, string> {
  const headers = new Map<string, string>();
  const nameOf = (name: string): string =>
    [...headers.keys()].find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
  for (const [written, value] of draft.headers) {
    if (value === undefined) continue;
    const name = nameOf(written);
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${/^cookie$/i.test(name) ? '; ' : ', '}${value}`);
  }
  const has = (name: string): boolean => draft.headers.some(([known]) => known.toLowerCase() === name);
  const isJson = draft.set.has('json');
  if (isJson && !has('accept')) headers.set('Accept', 'application/json');
  if (body !== undefined && body.kind !== 'form' && !has('content-type') && !draft.set.has('upload'))
    headers.set('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded');
  // The boundary is made by what sends the form.
  if (body?.kind === 'form') headers.delete(nameOf('content-type'));
  if (draft.set.has('compressed') && !has('accept-encoding')) headers.set('Accept-Encoding', 'gzip, deflate');
  return headers;
}
