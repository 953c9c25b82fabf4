/** An image before and after: the divider by mouse, touch and keys, in the place's size and in its own. */

import type { Page } from 'playwright-core';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

export async function comparing(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const divider = page.getByLabel('How much of the picture before is shown');
  const box = page.locator('.picture-box');
  const share = async (): Promise<number> => Number(await divider.inputValue());
  const compress = async (): Promise<void> => {
    await view.open('compress-image');
    await page.locator('#files').setInputFiles(fixture('image/edit/scene.jpg'));
    await view.run();
    await divider.waitFor();
    await box.scrollIntoViewIfNeeded();
  };

  await faults.part('the divider follows the mouse on the image, and keys', async () => {
    await compress();
    const { x, y, width, height } = await rectangle(box);
    await page.mouse.move(x + width * 0.5, y + height * 0.3);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.25, y + height * 0.4);
    await page.mouse.up();
    faults.equal(await share(), 25, 'share after the drag');
    await page.mouse.move(x + width * 0.9, y + height * 0.4);
    faults.equal(await share(), 25, 'share after a move without a button');
    await divider.press('ArrowRight');
    faults.equal(await share(), 26, 'share after a key');
    const clip = await page.locator('.picture-box .before').evaluate((image) => getComputedStyle(image).clipPath);
    faults.equal(clip, 'inset(0px 74% 0px 0px)', 'how much of the picture before is shown');
  });

  await faults.part('both images lie on each other, and the words below say what has changed', async () => {
    const [after, before] = await page
      .locator('.picture-box img')
      .evaluateAll((images) => images.map((image) => JSON.stringify(image.getBoundingClientRect())));
    faults.equal(before, after, 'place of the image before');
    const words = await page.locator('.picture figcaption').innerText();
    faults.holds(
      /^Before: 160 × 120 pixels, [\d.,]+ (?:KB|bytes)\. After: 160 × 120 pixels, [\d.,]+ (?:KB|bytes), \d+ % (?:smaller|larger)\.$/.test(
        words,
      ),
      `words ${words}`,
    );
  });

  await faults.part('in its own size an image scrolls by itself, and its divider has a grip', async () => {
    await page.getByRole('radio', { name: '1:1' }).check();
    const ratio = await page.evaluate(() => devicePixelRatio);
    faults.equal((await rectangle(box)).width * ratio, 160, 'device pixels');
    const grip = await rectangle(page.locator('.divider-grip'));
    const { x, y, width } = await rectangle(box);
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.75, y + 5);
    await page.mouse.up();
    faults.equal(await share(), 75, 'share after the grip was dragged');
    faults.list.push(...(await accessibilityFaults(page, 'an image in its own size')));
    await page.setViewportSize({ width: 360, height: 780 });
    faults.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, 'width on a phone');
    await page.setViewportSize({ width: 1360, height: 900 });
    await page.getByRole('radio', { name: 'Fit' }).check();
  });

  await faults.part('a finger moves the divider', async () => {
    await box.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await rectangle(box);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: part === undefined ? [] : [{ x: x + width * part, y: y + height / 2 }],
      });
    await touch('touchStart', 0.6);
    await touch('touchMove', 0.5);
    await touch('touchMove', 0.4);
    await touch('touchEnd');
    faults.equal(await share(), 40, 'share after the finger');
    await session.detach();
  });

  await faults.part('each of several images is compared with its own, and a cropped one with none', async () => {
    await view.open('resize-image');
    await page.locator('#files').setInputFiles([fixture('image/edit/scene.jpg'), fixture('image/edit/scene.jpg')]);
    await page.getByLabel('Width', { exact: true }).fill('80');
    await view.run();
    await divider.waitFor();
    await page.locator('.result-file').nth(1).getByRole('button', { name: 'Show' }).click();
    await page.locator('.result-file').nth(1).locator('.divider').waitFor();
    await view.open('crop-image');
    await page.locator('#files').setInputFiles(fixture('image/edit/scene.jpg'));
    await page.locator('#option-box').fill('0,0,160,30');
    await view.run();
    await page.locator('.picture figcaption', { hasText: '160 × 30 pixels' }).waitFor();
    faults.equal(await divider.count(), 0, 'dividers over an image of another shape');
  });
}

async function rectangle(place: ReturnType<Page['locator']>) {
  return place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });
}
