import type { HarEntry, HarField } from './read.js';

/** A text for a POSIX shell, as one word. */
const quoted = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;

/** Headers that curl writes itself. */
const OWN: ReadonlySet<string> = new Set([
  'content-length',
  'host',
  'connection',
  'accept-encoding',
  'transfer-encoding',
]);

/** The same request as a command of curl, over several lines. */
export function curlCommand({ method, url, requestHeaders, postData }: HarEntry): string {
  const body = postData === undefined ? undefined : bodyOf(postData);
  const parts = [`curl ${quoted(url)}`];
  // Brackets and braces would be patterns.
  if (/[[\]{}]/.test(url)) parts.push('--globoff');
  if (method === 'HEAD') parts.push('--head');
  else if (method !== (body === undefined ? 'GET' : 'POST')) parts.push(`--request ${quoted(method)}`);
  const packs = requestHeaders.some(({ name }) => name.toLowerCase() === 'accept-encoding');
  for (const { name, value } of requestHeaders) {
    if (name.startsWith(':') || OWN.has(name.toLowerCase())) continue;
    // A header without a value would take it away.
    parts.push(`--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  const isTyped = requestHeaders.some(({ name }) => name.toLowerCase() === 'content-type');
  if (body !== undefined && !isTyped)
    parts.push(`--header ${quoted(postData?.mimeType ? `Content-Type: ${postData.mimeType}` : 'Content-Type:')}`);
  if (body !== undefined) parts.push(`--data-raw ${quoted(body)}`);
  if (packs) parts.push('--compressed');
  return parts.join(' \\\n  ');
}

const bodyOf = ({ text, params }: { readonly text: string; readonly params: readonly HarField[] }): string =>
  text !== '' || params.length === 0
    ? text
    : new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value])).toString();
