import { createHash, createHmac } from 'node:crypto';

import { ContentFault } from '../faults.js';

/** A request to sign; docs.aws.amazon.com, "Signature Version 4 signing process". */
export interface SigV4Request {
  readonly method: string;
  /** Absolute, as it will be sent. */
  readonly url: string;
  /** Headers to sign besides those that are added; a name may occur several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

export interface SigV4Scope {
  readonly region: string;
  readonly service: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string;
  readonly at: Date;
}

export interface SigV4Result {
  readonly canonicalRequest: string;
  readonly stringToSign: string;
  readonly signature: string;
  readonly signedHeaders: string;
  readonly credential: string;
  /** The address as it must be sent. */
  readonly url: string;
  /** Headers that were added, the signature among them where it is not in the address. */
  readonly headers: Readonly<Record<string, string>>;
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** RFC 3986: everything but unreserved characters. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** As a client sends it: what an address cannot hold is encoded, what is encoded stays. */
const onWire = (text: string): string =>
  text.replace(/%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9\-._~!$&'()*+,;=:@/]+/g, (found) => encodeURIComponent(found));

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ContentFault('it has percent-encoded bytes that are not UTF-8');
  }
}

interface UrlParts {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Parts as written: a parser for browsers would resolve dots and slashes, which S3 keeps. Throws ContentFault. */
export function splitUrl(url: string): UrlParts {
  const [, scheme = '', host = '', path = '', query = ''] =
    /^(https?):\/\/([^/?#\s@]{1,300})(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/is.exec(url.trim()) ?? [];
  if (host === '') throw new ContentFault('it must be an absolute http or https address without user name');
  const pairs = query.split('&').flatMap((pair) => {
    if (pair === '') return [];
    const equals = pair.indexOf('=');
    const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    return [[decodedPart(name), decodedPart(value)] as const];
  });
  const port = scheme.toLowerCase() === 'https' ? ':443' : ':80';
  const plain = host.toLowerCase().endsWith(port) ? host.slice(0, -port.length) : host;
  return {
    origin: `${scheme.toLowerCase()}://${host}`,
    host: plain.toLowerCase(),
    path: path === '' ? '/' : onWire(path),
    query: pairs,
  };
}

/** S3 takes a path as it is; all others remove dots and double slashes, and encode what is sent once more. */
function canonicalPath(path: string, service: string): string {
  if (service === 's3')
    return path
      .split('/')
      .map((part) => encoded(decodedPart(part)))
      .join('/');
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(encoded(part));
  }
  const isFolder = kept.length > 0 && /\/\.{0,2}$/.test(path);
  return `/${kept.join('/')}${isFolder ? '/' : ''}`;
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorted by encoded name, then value. */
const canonicalQuery = (query: UrlParts['query']): string =>
  query
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort((a, b) => byCode(a[0], b[0]) || byCode(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Proxies change these, so they are never signed. */
const UNSIGNED = new Set([
  'authorization',
  'user-agent',
  'expect',
  'connection',
  'transfer-encoding',
  'x-amzn-trace-id',
]);

function canonicalHeaders(headers: SigV4Request['headers']): readonly (readonly [string, string])[] {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (!UNSIGNED.has(key)) values.set(key, [...(values.get(key) ?? []), value.trim().replace(/ {2,}/g, ' ')]);
  }
  return [...values].map(([name, list]) => [name, list.join(',')] as const).sort((a, b) => byCode(a[0], b[0]));
}

/** `20130524T000000Z`. */
const amzDate = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

interface Signing {
  readonly query: UrlParts['query'];
  readonly headers: SigV4Request['headers'];
  readonly payloadHash: string;
}

const nameList = (headers: SigV4Request['headers']): string =>
  canonicalHeaders(headers)
    .map(([name]) => name)
    .join(';');
const scopeOf = ({ at, region, service }: SigV4Scope): string =>
  `${amzDate(at).slice(0, 8)}/${region}/${service}/aws4_request`;

function signed(method: string, path: string, scope: SigV4Scope, { query, headers, payloadHash }: Signing) {
  const lines = canonicalHeaders(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonicalRequest = [
    ...[method, canonicalPath(path, scope.service), canonicalQuery(query)],
    ...[lines.join(''), nameList(headers), payloadHash],
  ].join('\n');
  const stringToSign = ['AWS4-HMAC-SHA256', amzDate(scope.at), scopeOf(scope), sha256(canonicalRequest)].join('\n');
  const key = scopeOf(scope)
    .split('/')
    .reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${scope.secretKey}`);
  return { canonicalRequest, stringToSign, signature: hmac(key as Buffer, stringToSign).toString('hex') };
}

/** Signs in the Authorization header. Of S3, `unsignedPayload` leaves the body unsigned. Throws ContentFault. */
export function signRequest(request: SigV4Request, scope: SigV4Scope, unsignedPayload: boolean): SigV4Result {
  const { origin, host, path, query } = splitUrl(request.url);
  const payloadHash = unsignedPayload ? 'UNSIGNED-PAYLOAD' : sha256(request.body);
  const added: readonly (readonly [string, string])[] = [
    ['X-Amz-Date', amzDate(scope.at)],
    ...(scope.service === 's3' || unsignedPayload ? [['X-Amz-Content-Sha256', payloadHash] as const] : []),
    ...(scope.sessionToken === '' ? [] : [['X-Amz-Security-Token', scope.sessionToken] as const]),
  ];
  const own = new Set(['host', ...added.map(([name]) => name.toLowerCase())]);
  const given = request.headers.filter(([name]) => !own.has(name.toLowerCase()));
  const headers = [['host', host] as const, ...added, ...given];
  const result = signed(request.method, path, scope, { query, headers, payloadHash });
  const credential = `${scope.accessKey}/${scopeOf(scope)}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${nameList(headers)}, Signature=${result.signature}`;
  const text = canonicalQuery(query);
  return {
    ...result,
    credential,
    signedHeaders: nameList(headers),
    url: `${origin}${path}${text === '' ? '' : `?${text}`}`,
    headers: { ...Object.fromEntries(added), Authorization: authorization },
  };
}

/** Signs in the address, valid for `expires` seconds. Throws ContentFault. */
export function presignUrl(request: SigV4Request, scope: SigV4Scope, expires: number): SigV4Result {
  const { origin, host, path, query } = splitUrl(request.url);
  const headers = [['host', host] as const, ...request.headers.filter(([name]) => name.toLowerCase() !== 'host')];
  const credential = `${scope.accessKey}/${scopeOf(scope)}`;
  const whole: UrlParts['query'] = [
    ...query.filter(([name]) => !/^x-amz-(?:algorithm|credential|date|expires|signedheaders|signature)$/i.test(name)),
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', credential],
    ['X-Amz-Date', amzDate(scope.at)],
    ['X-Amz-Expires', String(expires)],
    ['X-Amz-SignedHeaders', nameList(headers)],
    ...(scope.sessionToken === '' ? [] : [['X-Amz-Security-Token', scope.sessionToken] as const]),
  ];
  const payloadHash = scope.service === 's3' ? 'UNSIGNED-PAYLOAD' : sha256(request.body);
  const result = signed(request.method, path, scope, { query: whole, headers, payloadHash });
  const url = `${origin}${path}?${canonicalQuery(whole)}&X-Amz-Signature=${result.signature}`;
  return { ...result, credential, signedHeaders: nameList(headers), url, headers: {} };
}

const REGION = /^[a-z]{2}(?:-[a-z]+){1,2}-\d$/;

/** Service and region as the host of AWS names them; empty where it does not. */
export function scopeOfHost(host: string): { readonly service: string; readonly region: string } {
  const [, name = ''] = /^([a-z0-9.-]{1,250})\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/.exec(host) ?? [];
  const labels = name.split('.').filter((label) => label !== 'dualstack');
  const region = REGION.test(labels.at(-1) ?? '') ? (labels.pop() ?? '') : '';
  const service = labels.at(-1) ?? '';
  // Of the first years of S3: s3-eu-west-1.amazonaws.com.
  return service.startsWith('s3-') ? { service: 's3', region: service.slice('s3-'.length) } : { service, region };
}
