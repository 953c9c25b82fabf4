/** The installed application, opened while the service does not run: a page of ours, and nothing else that is kept. */

import type { Page } from 'playwright-core';

import { HEADS } from '../../src/web/words/head-words.js';
import { accessibilityFaults } from './accessibility.js';
import { openBrowser } from './browser.js';
import type { Faults } from './check.js';
import { startService } from './services.js';

const registrations = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

export async function offline(origin: string, page: Page, faults: Faults): Promise<void> {
  await faults.part('a browser’s window keeps no service worker', async () => {
    await page.goto(`${origin}/`);
    await page.locator('a.card').first().waitFor();
    faults.equal(await registrations(page), 0, 'service workers');
  });
  const head = HEADS.de;
  const browser = await openBrowser(faults, 'de-DE');
  const service = await startService();
  const { port } = new URL(service.origin);
  const app = browser.page;
  // As a browser tells the window of an installed application.
  await app.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === '(display-mode: standalone)' ? 'all' : query);
  });
  await faults.part('the application says that the service is not running, and finds it when it is again', async () => {
    await app.goto(`${service.origin}/`);
    await app.locator('a.card').first().waitFor();
    await app.evaluate(async () => void (await navigator.serviceWorker.ready));
    await service.stop();
    const answer = await app.goto(`${service.origin}/tools/merge-pdf`);
    faults.equal([answer?.status(), await app.title()], [503, `${head.down} · Tool Execution API`], 'page');
    faults.equal(await app.locator('main p').first().innerText(), head.downAdvice, 'advice');
    faults.list.push(...(await accessibilityFaults(app, 'offline page')));
    const again = await startService(port);
    try {
      await app.getByRole('link', { name: head.tryAgain }).click();
      await app.getByRole('heading', { level: 1, name: 'Merge PDF' }).waitFor();
      faults.equal(await app.evaluate(() => caches.keys()), [], 'caches');
      // A run does not pass through the worker's page, and an error of the service is its own.
      const missing = await app.evaluate(async () => (await fetch('/api/v1/tools/nope')).status);
      faults.equal(missing, 404, 'answers of the service');
    } finally {
      await again.stop();
    }
  });
  await browser.close();
}
