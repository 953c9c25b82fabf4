import type { CurlRequest } from './read-curl.js';

/** The request as HTTP/1.1 sends it, as .http files and REST clients read it. */
export function httpText({ method, url, headers, body, warnings }: CurlRequest): string {
  const lines = [
    ...warnings.map((one) => `# ${one}`),
    `${method} ${url} HTTP/1.1`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  if (body?.kind === 'form') {
    lines.push('Content-Type: multipart/form-data; boundary=form', '');
    for (const { name, value, isFile, filename, type } of body.fields) {
      const file = isFile ? `; filename="${filename ?? value.split(/[/\\]/).at(-1)}"` : '';
      lines.push('--form', `Content-Disposition: form-data; name="${name}"${file}`);
      if (type !== undefined) lines.push(`Content-Type: ${type}`);
      lines.push('', isFile ? `< ${value}` : value);
    }
    lines.push('--form--');
  } else if (body?.kind === 'file') lines.push('', `< ${body.path}`);
  else lines.push('', ...(body === undefined ? [] : [body.text]));
  return `${lines.join('\n').replace(/\n+$/, '')}\n`;
}

const pairs = (entries: Iterable<readonly [string, string]>) => [...entries].map(([name, value]) => ({ name, value }));

/** An HTTP Archive 1.2 of one entry that was never answered. */
export function harText({ method, url, headers, body }: CurlRequest, now: Date): string {
  const query = URL.canParse(url) ? new URL(url).searchParams.entries() : [];
  const type = [...headers].find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const postData =
    body === undefined
      ? undefined
      : body.kind === 'form'
        ? {
            mimeType: 'multipart/form-data',
            params: body.fields.map(({ name, value, isFile, type: contentType }) => ({
              name,
              ...(isFile ? { fileName: value } : { value }),
              ...(contentType === undefined ? {} : { contentType }),
            })),
          }
        : { mimeType: type, text: body.kind === 'text' ? body.text : '' };
  const request = {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: pairs(query),
    ...(postData && { postData }),
    headersSize: -1,
    bodySize: -1,
  };
  const response = {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  };
  const entry = {
    startedDateTime: now.toISOString(),
    time: 0,
    request,
    response,
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
  return `${JSON.stringify({ log: { version: '1.2', creator: { name: 'curl-converter', version: '1' }, entries: [entry] } }, null, 2)}\n`;
}

export const jsonText = ({ headers, proxy, timeoutSeconds, body, ...request }: CurlRequest): string =>
  `${JSON.stringify({ ...request, headers: Object.fromEntries(headers), body: body ?? null, proxy: proxy === '' ? null : proxy, timeoutSeconds: timeoutSeconds === 0 ? null : timeoutSeconds }, null, 2)}\n`;
