import { createHash } from 'node:crypto';

import { type HeadWords, SERVICE_TITLE } from '../core/page-head.js';
import { escapeHtml } from './page-html.js';

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:560px;margin:18vh auto;padding:0 24px}h1{font-size:26px;line-height:1.25}';

const PAGE_HEADERS = {
  'Content-Type': 'text/html;charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * The script of the service worker of the installed application. Its one page is in the script itself: it opens no cache and keeps nothing,
 * passes every request on, and answers only where a page is opened and nobody answers.
 */
export function offlineWorker(words: HeadWords, language: string): string {
  const page = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(words.down)} · ${SERVICE_TITLE}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${STYLE}</style>
</head>
<body><main>
<h1>${escapeHtml(words.down)}</h1>
<p>${escapeHtml(words.downAdvice)}</p>
<p><a href="">${escapeHtml(words.tryAgain)}</a></p>
</main></body>
</html>`;
  return `const page = ${JSON.stringify(page)};
const headers = ${JSON.stringify(PAGE_HEADERS)};
addEventListener('install', () => skipWaiting());
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return;
  event.respondWith(fetch(event.request).catch(() => new Response(page, { status: 503, headers })));
});
`;
}
