import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

interface Page {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const to = (location: string, status = 302, headers: Page['headers'] = {}): Page => ({
  status,
  headers: { ...headers, location },
});

const HOME = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Domain</title>
<meta name="description" content="A site of the pretend internet."><meta property="og:title" content="Example"><meta property="og:image" content="/image.png">
<link rel="icon" href="/favicon.ico"><link rel="alternate" type="application/rss+xml" href="/feed.xml" title="News"></head>
<body><h1 id="top">Example Domain</h1><p>See <a href="/about">about us</a>, <a href="/missing">this</a>, <a href="#top">the top</a>,
<a href="#nowhere">nowhere</a>, <a href="https://example.org/">a friend</a>, <a href="/old">an old page</a> and <a href="mailto:a@example.com">mail</a>.</p>
<img src="/image.png" alt=""></body></html>`;

const ARTICLE = `<!doctype html><html lang="en"><head><title>Ferries return to the old harbour - The Coast</title><meta name="author" content="Ann Reed"></head>
<body><nav><a href="/">Home</a></nav><article><h1>Ferries return to the old harbour</h1>
<p>After eleven years of works, ferries come to the old harbour again. The <a href="/quay">new quay</a>, which is twice as long as the one before, was opened on Friday, and the first boat came in at noon.</p>
<p>Three lines go to the islands from May to October, with up to nine boats a day. Tickets are sold on board, and bicycles travel free of charge, said the operator, who expects 40,000 passengers in the first year.</p>
</article><footer>Imprint</footer></body></html>`;

/** Pages by host and path; an origin where the scheme matters. */
const PAGES: Readonly<Record<string, Page>> = {
  'http://example.com/': to('https://example.com/', 301),
  'https://example.com/': {
    headers: {
      ...HTML,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      server: 'nginx/1.25.3',
      'set-cookie': ['id=7; Path=/; Secure; HttpOnly; SameSite=Lax'],
    },
    body: HOME,
  },
  'example.com/about': { headers: HTML, body: '<title>About</title><h1 id="who">Who</h1>' },
  'example.com/article': { headers: HTML, body: ARTICLE },
  'example.com/old': to('/older'),
  'example.com/older': to('/about', 301),
  'example.com/loop': to('/loop/again'),
  'example.com/loop/again': to('/loop'),
  'example.com/down': to('http://example.com/about'),
  'example.com/inside': to('http://10.0.0.1/'),
  'example.com/image.png': { headers: { 'content-type': 'image/png' }, body: 'PNG' },
  'example.com/favicon.ico': { headers: { 'content-type': 'image/x-icon' }, body: 'ICO' },
  'example.com/data.json': { headers: { 'content-type': 'application/json' }, body: '{"status": "ok"}' },
  'example.com/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /private/\nSitemap: https://example.com/sitemap.xml\n',
  },
  'example.com/sitemap.xml': {
    headers: { 'content-type': 'application/xml' },
    body: '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/about</loc></url><url><loc>https://example.com/missing</loc></url></urlset>',
  },
  'example.com/.well-known/security.txt': {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: 'Contact: mailto:security@example.com\nExpires: 2027-01-01T00:00:00Z\nPreferred-Languages: en\n',
  },
  'example.org/': { headers: HTML, body: '<title>Example Organisation</title>' },
  'mta-sts.example.com/.well-known/mta-sts.txt': {
    headers: { 'content-type': 'text/plain' },
    body: 'version: STSv1\r\nmode: enforce\r\nmx: mail.example.com\r\nmax_age: 604800\r\n',
  },
};

/** The web sites of the pretend internet. */
export const WEB_SITE =
  (scheme: 'http' | 'https'): RequestListener =>
  (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const place = `${host}${(request.url ?? '/').replace(/\?.*$/, '')}`;
    if (place === 'example.com/echo') echo(request, response);
    else if (place === 'example.com/api') shareWithOrigin(request, response);
    else
      answer(
        request,
        response,
        PAGES[`${scheme}://${place}`] ?? PAGES[place] ?? { status: 404, headers: HTML, body: 'No page' },
      );
  };

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, headers = {}, body = '' }: Page,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string | string[]);
  response.sendDate = false;
  response.setHeader('content-length', Buffer.byteLength(body));
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
}

/** Says what was sent. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, headers } = request;
    const body = JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() });
    answer(request, response, { headers: { 'content-type': 'application/json' }, body });
  });
}

/** Lets one origin read, as the Fetch standard has it. */
function shareWithOrigin(request: IncomingMessage, response: ServerResponse): void {
  const isAllowed = request.headers.origin === 'https://app.example.com';
  const headers = isAllowed
    ? {
        'access-control-allow-origin': 'https://app.example.com',
        vary: 'Origin',
        'access-control-allow-methods': 'GET, PUT',
        'access-control-max-age': '600',
      }
    : {};
  answer(request, response, { status: request.method === 'OPTIONS' ? 204 : 200, headers, body: '' });
}
