/** Tools that fetch a page, beside those that read the same page from their input; and headers beside pasted ones. */

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { openHttpServer } from '../../testing/pretend-internet.js';
import { hasProgram, runBeside } from '../../testing/programs.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';
import articleExtractor from '../web-seo/article-extractor.js';
import metadataExtractor from '../web-seo/html-metadata-extractor.js';
import htmlToMarkdown from '../web-seo/html-to-markdown.js';
import headersAnalyzer from '../web-seo/http-headers-analyzer.js';
import pageMetadata from './page-metadata.js';
import pageToMarkdown from './page-to-markdown.js';
import securityHeaders from './security-headers-check.js';

const surroundings = { settings: REACHING_LOOPBACK };

/** A page in Latin letters, with what metadata and articles have. */
function pageOf(seed: number): string {
  const chance = chanceOf(seed);
  const words = ['harbour', 'café', 'straße', 'ferry', 'naïve', 'brücke', 'tide', 'quay', 'niño', 'and', 'the', 'of'];
  const text = (count: number): string => Array.from({ length: count }, () => words[chance(words.length)]).join(' ');
  const paragraphs = Array.from(
    { length: 4 + chance(5) },
    () => `<p>${text(40 + chance(40))}, <a href="/a${chance(9)}">${text(2)}</a>.</p>`,
  );
  return `<!doctype html><html lang="en"><head><title>${text(5)}</title><meta name="description" content="${text(8)}"><meta property="og:image" content="/${chance(9)}.png"></head><body><nav><a href="/">${text(1)}</a></nav><article><h1>${text(4)}</h1>${paragraphs.join('\n')}</article></body></html>`;
}

describe('tools that fetch a page', () => {
  inRounds('read it as the tools do that are given it, in four character encodings', [4, 60], async (rounds) => {
    const encodings: readonly (readonly [string, BufferEncoding, string])[] = [
      ['text/html; charset=utf-8', 'utf8', ''],
      ['text/html; charset="ISO-8859-1"', 'latin1', ''],
      ['text/html', 'latin1', '<meta charset="windows-1252">'],
      ['application/xhtml+xml', 'utf16le', '\ufeff'],
    ];
    const site = await openHttpServer((request, response) => {
      const [seed = 0, kind = 0] = (request.url ?? '').slice(1).split('/').map(Number);
      const [type = '', encoding = 'utf8', before = ''] = encodings[kind] ?? [];
      const html = pageOf(seed);
      const body = before.startsWith('<') ? html.replace('<head>', `<head>${before}`) : before + html;
      response.setHeader('content-type', type).end(Buffer.from(body, encoding));
    });
    for (let seed = 0; seed < rounds; seed += 1) {
      const input = `http://127.0.0.1:${site.port}/${seed}/${seed % 4}`;
      const plain =
        seed % 4 === 2 ? pageOf(seed).replace('<head>', '<head><meta charset="windows-1252">') : pageOf(seed);
      const given = { input: plain, options: { baseUrl: input } };
      const metadata = await runTool(pageMetadata, { input }, surroundings);
      expect(metadata.data).toEqual({
        ...((await runTool(metadataExtractor, given)).data as object),
        url: input,
        status: 200,
      });
      const article = await runTool(pageToMarkdown, { input }, surroundings);
      expect(article.text).toBe((await runTool(articleExtractor, given)).text);
      const page = await runTool(pageToMarkdown, { input, options: { part: 'page' } }, surroundings);
      expect(page.text).toBe((await runTool(htmlToMarkdown, given)).text);
    }
    await site.close();
  });

  it('refuse what is not a page, and what is too large', async () => {
    const site = await openHttpServer((request, response) => {
      if (request.url === '/pdf') response.setHeader('content-type', 'application/pdf').end('%PDF-1.7');
      else if (request.url === '/large') response.setHeader('content-type', 'text/html').end('x'.repeat(5_000_000));
      else response.setHeader('content-type', 'text/html').end('<div>'.repeat(50_000));
    });
    for (const [path, status] of [
      ['/pdf', 400],
      ['/large', 413],
      ['/deep', 413],
    ] as const) {
      for (const tool of [pageMetadata, pageToMarkdown]) {
        const answer = await runTool(tool, { input: `http://127.0.0.1:${site.port}${path}` }, surroundings);
        expect([path, tool.id, answer.status < 500]).toEqual([path, tool.id, true]);
        if (path !== '/deep') expect(answer.status).toBe(status);
      }
    }
    await site.close();
  });
});

describe('security-headers-check', () => {
  inRounds.skipIf(!hasProgram('curl', ['--version'], 'security-headers-check beside curl'))(
    'finds what http-headers-analyzer finds in the output of curl',
    [8, 60],
    async (rounds) => {
      const chance = chanceOf(21);
      const pool = [
        "Content-Security-Policy: default-src 'self'",
        'Content-Security-Policy: script-src *',
        'Strict-Transport-Security: max-age=60',
        'X-Frame-Options: DENY',
        'X-Frame-Options: ALLOWALL',
        'X-Content-Type-Options: nosniff',
        'Server: Apache/2.4.1',
        'X-Powered-By: PHP/5',
        'Set-Cookie: a=1',
        'Set-Cookie: b=2; Secure; HttpOnly; SameSite=None',
        'Access-Control-Allow-Origin: *',
        'Cache-Control: no-store',
        'Referrer-Policy: unsafe-url',
      ];
      const site = await openHttpServer((request, response) => {
        const own = chanceOf(Number(request.url?.slice(1)));
        const chosen = pool.filter(() => own(3) === 0);
        for (const name of new Set(chosen.map((line) => line.split(': ')[0] ?? '')))
          response.setHeader(
            name,
            chosen.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2)),
          );
        response.sendDate = false;
        response.end('x');
      });
      for (let round = 0; round < rounds; round += 1) {
        const input = `http://127.0.0.1:${site.port}/${chance(1e6)}`;
        const ours = (await runTool(securityHeaders, { input }, surroundings)).data as { findings: unknown };
        const pasted = await runBeside('curl', ['-s', '-i', '-H', 'Connection: close', input]);
        const theirs = (await runTool(headersAnalyzer, { input: pasted, options: { isHttps: false } })).data as {
          findings: unknown;
        };
        expect(ours.findings).toEqual(JSON.parse(JSON.stringify(theirs.findings).replace(/ in line \d+/g, '')));
      }
      await site.close();
    },
  );
});
