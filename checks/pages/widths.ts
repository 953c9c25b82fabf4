/** However long what people fill in and get back, no page is wider than its window. */

import type { Page } from 'playwright-core';

import type { Faults } from './check.js';
import type { ToolPage } from './tool-page.js';

const WIDTHS = [1280, 768, 360] as const;
const WINDOW = { width: 1360, height: 900 };
const UNBROKEN = 'x'.repeat(10_000);

/**
 * The page of a tool scrolls sideways at no width, on a desk, a tablet or a phone: as it is now, with 10,000 unbroken characters in
 * every field, and where the tool takes text, with what became of them.
 */
export async function widthsOfTool(view: ToolPage, id: string, faults: Faults): Promise<void> {
  const { page } = view;
  await expectWidths(page, faults, `${id}, first example`);
  await fillFields(page);
  await expectWidths(page, faults, `${id}, long fields`);
  if ((await page.locator('#input').count()) > 0) {
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.locator('#input').fill(UNBROKEN);
    await view.runButton.click();
    await view.endedOrRefused();
    await expectWidths(page, faults, `${id}, long result`);
  }
  await page.setViewportSize(WINDOW);
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
