/** How fast pages are: bytes, time until they can be used, and what Lighthouse says. */

import lighthouse, { desktopConfig } from 'lighthouse';
import type { Page } from 'playwright-core';

import { openBrowserPort } from './browser.js';
import type { Faults } from './check.js';
import { say } from './check.js';
import { openGrownService } from './services.js';

/** Of script and style as they travel, with their headers. */
const MAX_BYTES = { '/': 40_000, '/tools/merge-pdf': 80_000 } as const;
const MAX_MS = 500;
const LEAST_SCORE = 0.95;
const MANY_TOOLS = 500;
const TRIES = 3;

export async function speed(origin: string, page: Page, faults: Faults): Promise<void> {
  // Usable: the search or the form stands there, and the frame with it has been drawn.
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector('a.card, .run-bar') === null) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { usableAt: performance.now() })));
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/', '/tools/merge-pdf'] as const) {
    await faults.part(`${path}: script and style, and time until it can be used`, async () => {
      const { bytes, ms, html } = await firstLoad(page, `${origin}${path}`);
      say(
        `          ${(bytes / 1000).toFixed(1)} KB of script and style, ${(html / 1000).toFixed(1)} KB of HTML, ${Math.round(ms)} ms (median of 5)`,
      );
      faults.holds(bytes <= MAX_BYTES[path], `${path}: ${bytes} bytes of script and style`);
      faults.holds(ms <= MAX_MS, `${path}: usable after ${ms} ms`);
    });
  }

  await faults.part(
    `${MANY_TOOLS} tools: time until the catalog can be used, and from a letter to its results`,
    async () => {
      const grown = await openGrownService(MANY_TOOLS);
      try {
        const { ms, html } = await firstLoad(page, `${grown.origin}/`);
        const times: number[] = [];
        for (const query of ['merge pdf', 'photo', 'a', 'convert picture', 'subtitles']) {
          const before = await page.locator('.listing').innerText();
          const started = performance.now();
          await page.getByLabel('Find a tool').fill(query);
          await page.waitForFunction(
            (old) => document.querySelector<HTMLElement>('.listing')?.innerText !== old,
            before,
          );
          times.push(performance.now() - started);
        }
        const search = median(times);
        say(
          `          ${(html / 1000).toFixed(1)} KB of HTML, ${Math.round(ms)} ms; results ${Math.round(search)} ms after typing`,
        );
        faults.holds(ms <= MAX_MS, `${MANY_TOOLS} tools: usable after ${ms} ms`);
        faults.holds(search <= 200, `${MANY_TOOLS} tools: results after ${search} ms`);
      } finally {
        await grown.close();
      }
    },
  );

  const browser = await openBrowserPort();
  try {
    for (const path of ['/', '/tools/merge-pdf']) {
      for (const form of ['mobile', 'desktop'] as const) {
        await faults.part(`Lighthouse, ${form}: ${path}`, async () => {
          let scores = await lighthouseScores(`${origin}${path}`, browser.port, form);
          // Other work on the machine makes a page slower, never faster.
          for (let again = 1; again < TRIES && (scores.performance ?? 0) < LEAST_SCORE; again += 1) {
            scores = await lighthouseScores(`${origin}${path}`, browser.port, form);
          }
          say(
            `          ${Object.entries(scores)
              .map(([name, score]) => `${name} ${Math.round(score * 100)}`)
              .join(', ')}`,
          );
          for (const [name, score] of Object.entries(scores)) {
            faults.holds(score >= LEAST_SCORE, `${path}, ${form}: ${name} ${score}`);
          }
        });
      }
    }
  } finally {
    await browser.close();
  }
}

/** Compressed bytes of script and style, and the time from the request to a search field or form that works. */
async function firstLoad(page: Page, url: string): Promise<{ bytes: number; ms: number; html: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  let bytes = 0;
  let html = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Script' || kind === 'Stylesheet' || kind === 'Other')
      bytes += kind === 'Other' ? 0 : encodedDataLength;
    if (kind === 'Document') html += encodedDataLength;
  });
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    bytes = 0;
    html = 0;
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'networkidle' });
    times.push(await page.evaluate(() => (window as unknown as { usableAt: number }).usableAt));
  }
  await session.detach();
  return { bytes, ms: median(times), html };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function lighthouseScores(
  url: string,
  port: number,
  form: 'mobile' | 'desktop',
): Promise<Record<string, number>> {
  const flags = {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  } as const;
  const result = await lighthouse(
    url,
    { ...flags, onlyCategories: [...flags.onlyCategories] },
    form === 'desktop' ? desktopConfig : undefined,
  );
  const categories = result?.lhr.categories ?? {};
  return Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, score ?? 0]));
}
