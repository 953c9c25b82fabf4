/** What people fill in: never lost by an accident, and however long, never wider than the page. */

import type { Page } from 'playwright-core';

import type { PageIndexTool } from '../../src/core/pages.js';
import { sampleOfTools } from '../../src/testing/sample.js';

import type { Faults } from './check.js';
import { say } from './check.js';
import { ToolPage } from './tool-page.js';

const WIDTHS = [1280, 768, 360] as const;
const UNBROKEN = 'x'.repeat(10_000);

export async function forms(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);

  await faults.part('a file dropped beside the drop zone stays on the page and in the form', async () => {
    await view.open('merge-pdf');
    await dropFile(page, 'letter.pdf', 'application/pdf', '%PDF-1.7');
    faults.equal(await page.locator('.file-title').allInnerTexts(), ['letter.pdf'], 'files after the drop');
    await view.open('case-converter');
    await dropFile(page, 'words.txt', 'text/plain', 'dropped words');
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#input')?.value === 'dropped words');
    faults.holds(page.url().endsWith('/tools/case-converter'), `left for ${page.url()}`);
  });

  await faults.part('text and options outlive a reload, secrets do not, files are asked for again', async () => {
    await view.open('hmac-generator');
    await page.evaluate(() => {
      window.name = 'keeps forms';
    });
    await page.locator('#input').fill('a text to keep');
    await page.getByLabel('Key', { exact: true }).fill('a secret');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    faults.equal(await page.locator('#input').inputValue(), 'a text to keep', 'text after the reload');
    faults.equal(await page.getByLabel('Key', { exact: true }).inputValue(), '', 'secret after the reload');
    faults.equal(
      await page.evaluate(() => JSON.stringify(sessionStorage).includes('a secret')),
      false,
      'secret in the storage',
    );
    await view.open('merge-pdf');
    await dropFile(page, 'letter.pdf', 'application/pdf', '%PDF-1.7');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    faults.holds((await page.locator('.lost-files').innerText()).includes('letter.pdf'), 'the lost file is not named');
    await page.evaluate(() => {
      window.name = '';
    });
  });

  await faults.part('an example and "Clear all" can be taken back', async () => {
    await view.open('case-converter');
    await page.locator('#input').fill('my own words');
    await view.example();
    await page.getByRole('button', { name: 'Undo' }).click();
    faults.equal(await page.locator('#input').inputValue(), 'my own words', 'text after undoing an example');
    await page.getByRole('button', { name: 'Clear all' }).click();
    faults.equal(await page.locator('#input').inputValue(), '', 'text after clearing');
    await page.getByRole('button', { name: 'Undo' }).click();
    faults.equal(await page.locator('#input').inputValue(), 'my own words', 'text after undoing the clearing');
    await page.locator('#input').fill('edited');
    faults.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'buttons to undo after an edit');
  });

  await faults.part('a result of another input says so', async () => {
    await view.open('case-converter');
    await page.locator('#input').fill('one two');
    await view.run();
    faults.equal(await page.locator('.stale').count(), 0, 'notes beside a fresh result');
    await page.locator('#input').fill('one two three');
    faults.equal(await page.locator('.stale').count(), 1, 'notes after an edit');
    await page.locator('#input').fill('one two');
    faults.equal(await page.locator('.stale').count(), 0, 'notes after the edit was taken back');
  });

  await faults.part('a text file that is too long is refused before it is read', async () => {
    await view.open('case-converter');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(6_000_000, 'a') });
    const fault = page.locator('.fault', { hasText: 'long.txt' });
    await fault.waitFor();
    faults.equal(await page.locator('#input').inputValue(), '', 'text');
  });

  await unbrokenTexts(origin, page, faults);
}

/** Drops a file onto the heading, as a hand that misses the drop zone does. */
async function dropFile(page: Page, name: string, type: string, content: string): Promise<void> {
  await page.locator('h1').evaluate(
    (target, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([file.content], file.name, { type: file.type }));
      for (const kind of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, type, content },
  );
}

/**
 * No page scrolls sideways, on a desk, a tablet or a phone: with the first example and its result, and with 10,000 unbroken characters in
 * every field, and where the tool takes text, with what became of them.
 */
async function unbrokenTexts(origin: string, page: Page, faults: Faults): Promise<void> {
  const index = (await (await fetch(`${origin}/pages/index.json`)).json()) as {
    readonly tools: readonly PageIndexTool[];
  };
  const tools = sampleOfTools(index.tools);
  const view = new ToolPage(page, origin);
  const began = performance.now();
  for (const { id } of tools) {
    try {
      await view.open(id);
      await view.example();
      await view.run();
      await expectWidths(page, faults, `${id}, first example`);
      await fillFields(page);
      await expectWidths(page, faults, `${id}, long fields`);
      if ((await page.locator('#input').count()) === 0) continue;
      await page.getByRole('button', { name: 'Clear all' }).click();
      await page.locator('#input').fill(UNBROKEN);
      await view.runButton.click();
      // Refused before it is sent where more than text is needed.
      await Promise.race([view.ended(), page.locator('.fault').first().waitFor()]);
      await expectWidths(page, faults, `${id}, long result`);
    } catch (error) {
      faults.list.push(`${id}: ${error instanceof Error ? error.message.split('\n')[0] : 'failed'}`);
    }
  }
  await page.setViewportSize({ width: 1360, height: 900 });
  say(
    `   ${tools.length} pages with unbroken texts at ${WIDTHS.join(', ')} px (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}

async function expectWidths(page: Page, faults: Faults, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const drawn = await page.evaluate(() => document.documentElement.scrollWidth);
    faults.holds(drawn <= width, `${what}: ${drawn} px wide at ${width}`);
  }
}

/** Every field that takes text, in one go: typing so much takes a browser minutes. */
async function fillFields(page: Page): Promise<void> {
  await page.evaluate((text) => {
    for (const field of document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(
      'form textarea, form input[type=text], form input[type=password]',
    )) {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, UNBROKEN);
}
