/** Where people point at the image or the pages instead of typing numbers. */

import type { Locator, Page } from 'playwright-core';

import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

export async function pointing(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const option = (name: string): Locator => page.locator(`#option-${name}`);
  const choose = async (tool: string, ...names: string[]): Promise<void> => {
    await view.open(tool);
    await page.locator('#files').setInputFiles(names.map(fixture));
  };

  await faults.part(
    'a box is drawn on an image with the mouse, moved and resized by keys, and cropped to',
    async () => {
      await choose('crop-image', 'image/edit/scene.jpg');
      const surface = await loadedSurface(page, 'img');
      // The image has 160 × 120 pixels.
      await drag(page, surface, [0.25, 0.25], [0.75, 0.5]);
      faults.equal(await option('box').inputValue(), '40,30,80,30', 'box after the drag');
      await page.locator('.box').focus();
      await page.keyboard.press('Control+ArrowRight');
      await page.keyboard.press('Control+Shift+ArrowDown');
      faults.equal(await option('box').inputValue(), '41,30,80,31', 'box after the keys');
      await drag(page, surface, [0.5, 0.4], [0.9, 0.9]);
      faults.equal(await option('box').inputValue(), '80,89,80,31', 'box dragged to the corner');
      await view.run();
      const size = await page.locator('.answer img[alt^="Result"]').evaluate((image) => {
        const { naturalWidth, naturalHeight } = image as HTMLImageElement;
        return [naturalWidth, naturalHeight];
      });
      faults.equal(size, [80, 31], 'size of the result');
      await page.locator('.box').focus();
      await page.keyboard.press('Delete');
      faults.equal(await option('box').inputValue(), '', 'box after Delete');
      await page.getByRole('button', { name: 'Add a box' }).press('Enter');
      faults.equal(await option('box').inputValue(), '40,30,80,60', 'box by the button');
      await page.getByRole('radio', { name: 'percent' }).check();
      await option('box').fill('');
      await drag(page, surface, [0.25, 0.5], [0.75, 1]);
      faults.equal(await option('box').inputValue(), '25,50,50,50', 'box in percent');
      await page.getByRole('radio', { name: 'pixels' }).check();
      await option('box').fill('0,0,160,60');
      const drawn = await page.locator('.box').evaluate((box) => box.getAttribute('style') ?? '');
      faults.holds(drawn.includes('height: 50%') && drawn.includes('width: 100%'), `a typed box is drawn at ${drawn}`);
    },
  );

  await faults.part('several boxes are drawn, and one of them is taken away', async () => {
    await choose('pixelate-image', 'image/edit/scene.jpg');
    const surface = await loadedSurface(page, 'img');
    await drag(page, surface, [0.05, 0.05], [0.3, 0.3]);
    await drag(page, surface, [0.5, 0.5], [0.95, 0.95]);
    faults.equal(await option('boxes').inputValue(), '8,6,40,30; 80,60,72,54', 'two boxes');
    await page.locator('.box').first().focus();
    await page.keyboard.press('Backspace');
    faults.equal(await option('boxes').inputValue(), '80,60,72,54', 'one box');
    await view.run();
    faults.equal(await view.phase(), 'done', 'phase');
  });

  await faults.part('the place of a text is chosen by a click, by dragging and by keys', async () => {
    await choose('add-text-to-image', 'image/edit/scene.jpg');
    await option('text').fill('Hello');
    const surface = await loadedSurface(page, 'img');
    await drag(page, surface, [0.1, 0.1], [0.25, 0.5]);
    faults.equal([await option('x').inputValue(), await option('y').inputValue()], ['25', '50'], 'place dragged to');
    await page.locator('.place').press('ArrowRight');
    await page.locator('.place').press('Shift+ArrowUp');
    faults.equal(
      [await option('x').inputValue(), await option('y').inputValue()],
      ['26', '40'],
      'place after the keys',
    );
    await view.run();
    faults.equal(await view.phase(), 'done', 'phase');
  });

  await faults.part('areas of two pages of a PDF are drawn and redacted', async () => {
    await choose('redact-pdf', 'pdf/report.pdf');
    await page.getByRole('button', { name: 'Draw on the pages' }).click();
    await drag(page, await loadedSurface(page, 'canvas'), [0.1, 0.1], [0.9, 0.3]);
    await page.getByRole('button', { name: 'Next page' }).click();
    faults.equal(await page.locator('.box').count(), 0, 'boxes of the second page');
    await drag(page, await loadedSurface(page, 'canvas'), [0.1, 0.5], [0.5, 0.6]);
    const boxes = await option('boxes').inputValue();
    faults.holds(/^1:[\d.,]+; 2:[\d.,]+$/.test(boxes), `boxes ${boxes}`);
    await view.run();
    faults.equal(await view.phase(), 'done', 'phase');
  });

  await faults.part('pages are chosen by clicking, with Shift from the last one', async () => {
    await choose('rotate-pdf', 'pdf/many-pages.pdf');
    await page.getByRole('button', { name: 'Choose pages' }).click();
    await page.locator('.thumbnails canvas[data-drawn]').first().waitFor();
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.getByRole('button', { name: 'Page 5', exact: true }).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Page 4', exact: true }).press('Enter');
    faults.equal(await option('pages').inputValue(), '2-3,5', 'pages');
    await option('pages').fill('1');
    faults.equal(
      await page.getByRole('button', { name: 'Page 1', exact: true }).getAttribute('aria-pressed'),
      'true',
      'a typed page',
    );
  });

  await faults.part('pages are put in order by dragging and by keys, and a blank one comes between', async () => {
    await choose('organize-pdf', 'pdf/report.pdf');
    await page.getByRole('button', { name: 'Arrange pages' }).click();
    await page.locator('.order canvas[data-drawn]').first().waitFor();
    const count = await page.locator('.order li').count();
    await page
      .locator('.order li')
      .nth(count - 1)
      .dragTo(page.locator('.order li').first());
    const rest = count === 2 ? '1' : `1-${count - 1}`;
    faults.equal(await option('order').inputValue(), `${count},${rest}`, 'order after dragging');
    await page.getByRole('button', { name: `Insert a blank page after page ${count}` }).click();
    faults.equal(await option('order').inputValue(), `${count},blank,${rest}`, 'order with a blank page');
    await page.getByRole('button', { name: 'Move the blank page forward' }).press('Enter');
    faults.equal(await option('order').inputValue(), `blank,${count},${rest}`, 'order after a key');
    await page.getByRole('button', { name: `Remove page ${count}` }).click();
    await view.run();
    faults.equal(await view.phase(), 'done', 'phase');
  });

  await faults.part('a PDF is cut where people click between its pages', async () => {
    await choose('split-pdf', 'pdf/many-pages.pdf');
    await page.getByRole('button', { name: 'Choose where to cut' }).click();
    await page.getByRole('button', { name: 'Join all' }).click();
    await page.getByRole('button', { name: 'Cut after page 3', exact: true }).click();
    const text = await option('pages').inputValue();
    faults.holds(/^1-3,4-\d+$/.test(text), `pages ${text}`);
    await view.run();
    faults.equal(await page.locator('.answer .result-file').count(), 2, 'parts');
  });

  await faults.part('files dropped on the catalog show what can be done with them, and go along', async () => {
    await page.goto(origin);
    await page.locator('a.card').first().waitFor();
    await page.getByLabel('Files to start from').setInputFiles([fixture('pdf/letter.pdf'), fixture('pdf/report.pdf')]);
    await page.locator('.dropped', { hasText: '2 files' }).waitFor();
    faults.equal(await page.locator('a.card', { hasText: 'HEIC to JPG' }).count(), 0, 'cards that take no PDF');
    await page.getByLabel('Find a tool', { exact: true }).first().fill('merge pdf');
    // The list of before stands there until the answer comes.
    await page.locator('a.card').first().filter({ hasText: 'Merge PDF' }).click();
    await page.getByRole('heading', { level: 1, name: 'Merge PDF' }).waitFor();
    faults.equal(await page.locator('.file-title').allInnerTexts(), ['letter.pdf', 'report.pdf'], 'files in the form');
  });

  await faults.part('Ctrl-K finds a tool from any page, by keys alone', async () => {
    await view.open('case-converter');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Name or purpose').fill('iphone photo to jpg');
    await page.locator('.palette-tool', { hasText: 'HEIC to JPG' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'HEIC to JPG' }).waitFor();
    faults.equal(await page.locator('.palette').count(), 0, 'lists left open');
  });

  await faults.part('a table is sorted by its columns, and changes are coloured', async () => {
    await view.open('word-frequency');
    await page.locator('#input').fill('b a b c c c');
    await page.locator('#option-format').getByRole('radio', { name: 'csv' }).check();
    await view.run();
    const cells = () => page.locator('.table-view tbody tr td:nth-of-type(1)').allInnerTexts();
    faults.equal(await cells(), ['c', 'b', 'a'], 'rows as they came');
    await page.getByRole('button', { name: 'text', exact: true }).click();
    faults.equal(await cells(), ['a', 'b', 'c'], 'rows by the first column');
    await page.getByRole('columnheader', { name: 'count' }).getByRole('button').click();
    faults.equal(await cells(), ['a', 'b', 'c'], 'rows by number');
    await view.open('text-diff');
    await view.example();
    await view.run();
    faults.holds((await page.locator('.diff-line.added').count()) > 0, 'no added line is marked');
    faults.holds((await page.locator('.diff-line.removed').count()) > 0, 'no removed line is marked');
  });
}

/** The image or page to draw on, when it is there. */
async function loadedSurface(page: Page, what: 'img' | 'canvas'): Promise<Locator> {
  const surface = page.locator('.surface');
  if (what === 'canvas') await surface.locator('canvas[data-drawn]').waitFor();
  else
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.surface img')?.naturalWidth ?? 0) > 0);
  await surface.scrollIntoViewIfNeeded();
  return surface;
}

/** Drags from one place to another, each in parts of the width and height. */
async function drag(page: Page, surface: Locator, from: readonly number[], to: readonly number[]): Promise<void> {
  const inner = await surface.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });
  const at = ([x = 0, y = 0]: readonly number[]): [number, number] => [
    inner.x + x * inner.width,
    inner.y + y * inner.height,
  ];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(from.map((value, index) => (value + (to[index] ?? 0)) / 2)));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}
