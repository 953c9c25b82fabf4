/** `npx tsx screens.ts <folder>`: pictures of the pages, to be looked at by people. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { openBrowser } from './browser.js';
import { Faults, say } from './check.js';
import { fixture, startService } from './services.js';
import { ToolPage } from './tool-page.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('a folder is needed');
mkdirSync(folder, { recursive: true });

const service = await startService();
const faults = new Faults();
const browser = await openBrowser(faults);
const { page } = browser;
const view = new ToolPage(page, service.origin);

const shoot = async (name: string, fullPage = false): Promise<void> => {
  await page.waitForTimeout(400);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
  say(name);
};
const ran = async (id: string): Promise<void> => {
  await view.open(id);
  await view.example();
  await view.run();
};
const catalog = async (): Promise<void> => {
  await page.goto(`${service.origin}/`);
  await page.locator('a.card').first().waitFor();
};

await catalog();
await shoot('catalog');
await page.getByLabel('Find a tool').fill('iphone photo to jpg');
await page.waitForTimeout(300);
await page.keyboard.press('ArrowDown');
await shoot('search');
await ran('case-converter');
await shoot('text-tool', true);
await ran('heic-to-jpg');
await shoot('file-tool');
await ran('merge-pdf');
await page.locator('canvas[data-drawn]').nth(5).waitFor();
await shoot('pdf-pages');
await ran('semantic-deduplication');
await shoot('table', true);
await ran('restore-old-photo');
await page.waitForTimeout(600);
await shoot('before-and-after');
await ran('karaoke-subtitles');
await page.locator('.karaoke audio').evaluate((audio: HTMLAudioElement) => {
  audio.currentTime = 2.1;
});
await shoot('karaoke');
await view.open('create-zip');
await page.locator('#files').setInputFiles([fixture('pdf/letter.pdf'), fixture('photo/portrait.jpg')]);
await page.getByLabel('Level', { exact: true }).fill('11');
await view.runButton.click();
await shoot('faults');
await view.open('merge-pdf');
await page.locator('#files').setInputFiles(fixture('pdf/locked-256.pdf'));
await view.run();
await shoot('refusal');
await page.emulateMedia({ colorScheme: 'dark' });
await catalog();
await shoot('catalog-dark');
await ran('merge-pdf');
await page.locator('canvas[data-drawn]').nth(5).waitFor();
await shoot('pdf-pages-dark');
await ran('token-counter');
await shoot('data-dark', true);
await page.emulateMedia({ colorScheme: 'light' });
await page.setViewportSize({ width: 360, height: 780 });
await catalog();
await shoot('catalog-phone');
await ran('heic-to-jpg');
await shoot('tool-phone', true);
await page.setViewportSize({ width: 1920, height: 1080 });
await catalog();
await shoot('catalog-wide');

await browser.close();
await service.stop();
for (const fault of faults.list) say(`! ${fault}`);
process.exitCode = faults.list.length === 0 ? 0 : 1;
