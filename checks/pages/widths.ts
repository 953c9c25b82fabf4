/** However long what people fill in and get back, no page is wider than its window. */

import type { Page } from 'playwright-core';

import type { PageIndexTool } from '../../src/core/pages.js';
import { sampleOfTools } from '../../src/testing/sample.js';

import type { Faults } from './check.js';
import { say } from './check.js';
import { ToolPage } from './tool-page.js';

const WIDTHS = [1280, 768, 360] as const;
const UNBROKEN = 'x'.repeat(10_000);

/**
 * No page scrolls sideways, on a desk, a tablet or a phone: with the first example and its result, and with 10,000 unbroken characters in
 * every field, and where the tool takes text, with what became of them.
 */
export async function widths(origin: string, page: Page, faults: Faults): Promise<void> {
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
