/** Keyboard, sizes, colours, stillness: what holds on every kind of page. */

import type { Page } from 'playwright-core';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

/** Each kind of page, ready to be looked at. */
const KINDS: Readonly<Record<string, (view: ToolPage) => Promise<void>>> = {
  catalog: async ({ page, origin }) => {
    await page.goto(`${origin}/`);
    // Its families are drawn a few with each frame: those that came later would be looked at half laid out.
    await page.waitForFunction(() => {
      const told = Number(document.querySelector('.family-button .count')?.textContent);
      return told > 0 && document.querySelectorAll('.family a.card').length === told;
    });
  },
  'text tool with a result': async (view) => {
    await view.open('case-converter');
    await view.example();
    await view.run();
  },
  'data tool with a result': async (view) => {
    await view.open('token-counter');
    await view.example();
    await view.run();
  },
  'file tool with a result': async (view) => {
    await view.open('merge-pdf');
    await view.example();
    await view.run();
    await view.page.locator('canvas[data-drawn]').first().waitFor();
  },
  'table with data': async (view) => {
    await view.open('semantic-deduplication');
    await view.example();
    await view.run();
    await view.page.locator('.result table').waitFor();
  },
  'form with faults': async (view) => {
    await view.open('create-zip');
    await view.page.locator('#files').setInputFiles(fixture('pdf/letter.pdf'));
    await view.page.getByLabel('Level', { exact: true }).fill('11');
    await view.runButton.click();
  },
  'editor with its search': async (view) => {
    await view.open('json-formatter');
    await view.example();
    await view.page.locator('.cm-content').waitFor();
    await view.page.getByRole('button', { name: 'Find', exact: true }).click();
    await view.page.locator('.cm-search').waitFor();
  },
  'HTTP API': async ({ page, origin }) => {
    await page.goto(`${origin}/docs`);
    await page.locator('.operation').nth(3).waitFor();
    for (const more of await page.locator('.operation summary').all()) await more.click();
  },
  'no such tool': async ({ page, origin }) => {
    await page.goto(`${origin}/tools/nothing`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};

export async function looks(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);

  for (const [name, open] of Object.entries(KINDS)) {
    await faults.part(`${name}: light, dark, 360 px wide`, async () => {
      await open(view);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        faults.list.push(...(await accessibilityFaults(page, `${name}, ${colorScheme}`)));
      }
      const moving = await page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
      );
      faults.equal(moving, 0, `${name}: animations where motion is to be reduced`);
      await page.setViewportSize({ width: 360, height: 780 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      faults.equal(width, 360, `${name}: width on a phone`);
      faults.list.push(...(await accessibilityFaults(page, `${name}, phone`)));
      for (const small of await smallTargets(page)) faults.list.push(`${name}: target under 24 px: ${small}`);
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
      await page.setViewportSize({ width: 1360, height: 900 });
    });
  }

  await faults.part('nothing moves while pages load', async () => {
    await page.addInitScript(() => {
      const moved: number[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['/', '/tools/merge-pdf', '/tools/restore-old-photo#strength=12']) {
      await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(200);
      const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved);
      const sum = moved.reduce((total, value) => total + value, 0);
      faults.holds(sum < 0.005, `${path}: layout shift ${sum}`);
    }
  });

  await faults.part('a chosen theme stays, also over the next page', async () => {
    await page.goto(`${origin}/`);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /Colours as the system/ }).click();
    await page.getByRole('button', { name: /Light colours/ }).click();
    const dark = await background();
    faults.holds(light !== dark, 'dark is as light');
    await page.goto(`${origin}/tools/case-converter`);
    faults.equal(await background(), dark, 'background of the next page');
    await page.getByRole('button', { name: /Dark colours/ }).click();
    faults.equal(await background(), light, 'background as the system has it');
  });

  await faults.part('keyboard only: search, open, fill in, run, and every stop is seen', async () => {
    await page.goto(`${origin}/`);
    await page.locator('a.card').first().waitFor();
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.id === 'search');
    const answered = page.waitForResponse((response) => response.url().endsWith('q=letter%20case'));
    await page.keyboard.type('letter case');
    await (await answered).finished();
    await page.waitForFunction(() => document.querySelector('a.card .card-title')?.textContent === 'Case Converter');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
      () => document.activeElement?.querySelector('.card-title')?.textContent === 'Case Converter',
    );
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.activeElement?.id === 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Case Converter' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    const stops = await tabStops(page, faults, 40);
    faults.holds(
      stops.includes('input') && stops.includes('option-mode') && stops.includes('option-perLine'),
      `stops ${stops}`,
    );
    await page.goto(`${origin}/tools/case-converter`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (let i = 0; i < 30 && (await page.evaluate(() => document.activeElement?.id)) !== 'input'; i += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('by keyboard alone');
    await page.keyboard.press('Control+Enter');
    await view.ended();
    faults.equal(await page.locator('.answer pre').innerText(), 'byKeyboardAlone', 'result');
    await page.goto(`${origin}/tools/merge-pdf`);
    await view.example();
    await view.run();
    // The pages come in below the stops; what grows meanwhile moves what is below it.
    await page.locator('canvas[data-drawn]').nth(5).waitFor();
    await tabStops(page, faults, 60);
  });
}

/** Presses Tab, and looks at each place it stops at: in view, not covered, with a visible outline. */
async function tabStops(page: Page, faults: Faults, most: number): Promise<string[]> {
  const stops: string[] = [];
  for (let i = 0; i < most; i += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      // What is drawn for a hidden control is its label or the text beside it.
      const isHidden = element.getBoundingClientRect().width < 4 || getComputedStyle(element).opacity === '0';
      const drawn = isHidden
        ? element.matches('.segment input')
          ? element.nextElementSibling
          : element.closest('label')
        : element;
      if (drawn === null) return undefined;
      const box = drawn.getBoundingClientRect();
      const style = getComputedStyle(drawn);
      const at = document.elementFromPoint(
        box.left + box.width / 2,
        Math.max(box.top + Math.min(box.height / 2, 20), 0),
      );
      return {
        name:
          element.id ||
          element.getAttribute('aria-label') ||
          element.textContent?.trim().slice(0, 30) ||
          element.tagName,
        isOutlined: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
        isInView: box.bottom > 0 && box.top < innerHeight && box.width > 0,
        isCovered: at !== null && !(drawn.closest('label') ?? drawn).contains(at) && !at.contains(drawn),
      };
    });
    if (stop === undefined) break;
    stops.push(stop.name);
    faults.holds(stop.isOutlined, `no outline at "${stop.name}"`);
    faults.holds(stop.isInView, `out of view at "${stop.name}"`);
    faults.holds(!stop.isCovered, `covered at "${stop.name}"`);
  }
  return stops;
}

/** Controls that are smaller than WCAG 2.2 asks for (2.5.8); links in running text are exempt. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const small: string[] = [];
    for (const element of document.querySelectorAll('button, a, select, textarea, input:not([type="file"])')) {
      if (element.closest('p') !== null || element.matches('.segment input, .skip, .hidden-input')) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      if (box.width < 23.5 || box.height < 23.5) {
        small.push(`${element.tagName} ${element.textContent?.trim().slice(0, 30)} ${box.width} × ${box.height}`);
      }
    }
    return small;
  });
