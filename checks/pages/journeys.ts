/** What people come for, from the first click to the result. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

export async function journeys(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const cards = page.locator('a.card:not(.chip)');

  await faults.part('a tool is found by search, ranked as the API ranks it', async () => {
    await page.goto(`${origin}/`);
    await cards.first().waitFor();
    for (const query of ['join pdfs', 'iphone photo to jpg', 'coutn tokens', 'zip']) {
      const answered = page.waitForResponse((response) => response.url().endsWith(encodeURIComponent(query)));
      await page.getByLabel('Find a tool').fill(query);
      await (await answered).finished();
      await page.getByRole('heading', { name: 'Best first' }).waitFor();
      const { tools } = (await (
        await fetch(`${origin}/api/v1/tools?limit=1000&q=${encodeURIComponent(query)}`)
      ).json()) as {
        tools: { title: string }[];
      };
      await page.waitForFunction(
        (first) => document.querySelector('a.card .card-title')?.textContent === first,
        tools[0]?.title,
      );
      const ranked = tools.map(({ title }) => title);
      const less = await page.locator('.less-close .card-title').allInnerTexts();
      const all = await cards.locator('.card-title').allInnerTexts();
      const close = all.slice(0, all.length - less.length);
      for (const shown of [close, less]) {
        faults.equal(
          shown,
          ranked.filter((title) => shown.includes(title)),
          `search for "${query}"`,
        );
      }
      faults.holds(close.length > 0 && close.length < 20 && less.length <= 20, `search for "${query}": ${all.length}`);
    }
    faults.list.push(...(await accessibilityFaults(page, 'search')));
    await page.goto(`${origin}/?q=join%20pdfs`);
    await page.getByRole('heading', { name: 'Less close' }).waitFor();
    const before = await page.locator('.family:not(.less-close) .card-title').allInnerTexts();
    faults.holds(before.includes('Merge PDF') && !before.includes('Split PDF'), `close to "join pdfs": ${before}`);
    await page.getByLabel('Find a tool').fill('join walruses');
    await page.getByRole('heading', { name: 'Best first' }).waitFor({ state: 'detached' });
    faults.equal(await page.locator('h2:has(.count)').count(), 1, 'lists where nothing fits well');
    await page.getByLabel('Find a tool').fill('qqqqxxxx');
    await page.getByText('No tool matches').waitFor();
    faults.list.push(...(await accessibilityFaults(page, 'search without a result')));
    await page.getByLabel('Find a tool').fill('join pdfs');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Merge PDF' }).waitFor();
    await page.goBack();
    faults.equal(await page.getByLabel('Find a tool').inputValue(), 'join pdfs', 'search after going back');
  });

  await faults.part('a family narrows the list, and the address keeps it', async () => {
    await page.goto(`${origin}/`);
    await page.getByRole('navigation', { name: 'Families' }).getByRole('button', { name: /PDF/ }).click();
    await cards.filter({ hasText: 'Merge PDF' }).first().waitFor();
    const titles = await cards.locator('.card-title').allTextContents();
    faults.holds(titles.length >= 2 && titles.includes('Merge PDF'), `family PDF shows ${titles}`);
    await page.reload();
    await cards.filter({ hasText: 'Merge PDF' }).first().waitFor();
    faults.equal(await cards.locator('.card-title').allTextContents(), titles, 'family after loading anew');
  });

  await faults.part('a text tool runs, and its address carries the options but not the text', async () => {
    await view.open('case-converter');
    await page.locator('#input').fill('hello big world');
    await page.getByLabel('Mode', { exact: true }).selectOption('snake');
    await page.getByRole('switch', { name: 'Per line' }).check();
    await view.run();
    faults.equal(await page.locator('.answer pre').innerText(), 'hello_big_world', 'result');
    faults.equal(new URL(page.url()).hash, '#mode=snake&perLine=true', 'address');
    await page.getByRole('button', { name: 'Copy the text' }).click();
    faults.equal(await page.evaluate(() => navigator.clipboard.readText()), 'hello_big_world', 'clipboard');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save result.txt' }).click();
    const saved = readFileSync((await (await download).path()) ?? '', 'utf8');
    faults.equal([(await download).suggestedFilename(), saved], ['result.txt', 'hello_big_world'], 'saved file');
    await page.reload();
    faults.equal(await page.getByLabel('Mode', { exact: true }).inputValue(), 'snake', 'mode after loading anew');
    faults.equal(await page.locator('#input').inputValue(), '', 'text after loading anew');
    await page.getByRole('button', { name: 'Reset Mode to camel' }).click();
    faults.equal(new URL(page.url()).hash, '#perLine=true', 'address after a reset');
  });

  await faults.part('a secret stays out of the address and off the screen', async () => {
    await view.open('hmac-generator');
    await page.getByLabel('Key', { exact: true }).fill('Jefe');
    await page.locator('#input').fill('what do ya want for nothing?');
    await view.run();
    // RFC 4231 §4.3.
    const digest = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    faults.equal(await page.locator('.answer pre').innerText(), digest, 'result');
    faults.holds(!page.url().includes('Jefe'), 'the key is in the address');
    faults.holds(!(await page.locator('#call-code').innerText()).includes('Jefe'), 'the key is on the screen');
    await page.getByRole('button', { name: 'Copy the call as curl' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    faults.holds(copied.includes('Jefe'), 'the copied call has no key');
  });

  await faults.part('the length of a text is counted as the service counts it', async () => {
    await view.open('token-counter');
    await page.locator('#input').fill('👩‍👩‍👧 é');
    faults.equal(await page.locator('#input-count').innerText(), '7 of 1,000,000 characters', 'count');
    await view.run();
    faults.equal(await page.locator('.facts-list dt').count(), 5, 'names of the data');
    await page.getByRole('radio', { name: 'Tree' }).check();
    faults.equal(await page.locator('.tree .leaf').count(), 5, 'leaves of the tree');
  });

  await faults.part('a HEIC photo becomes a JPEG that is shown and saved', async () => {
    await view.open('heic-to-jpg');
    await page.locator('#files').setInputFiles(fixture('image/heic/phone.heic'));
    await page.getByLabel('Quality', { exact: true }).fill('70');
    faults.equal(await page.getByLabel('Quality, slider').inputValue(), '70', 'slider');
    await view.run();
    const picture = page.locator('.picture-box img').first();
    await picture.waitFor();
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('.picture-box img')?.naturalWidth ?? 0) > 0,
    );
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save phone.jpg' }).click();
    const bytes = readFileSync((await (await download).path()) ?? '');
    faults.equal(bytes.subarray(0, 3).toString('hex'), 'ffd8ff', 'first bytes of what was saved');
  });

  await faults.part('what a tool returned is used in another, and going back finds the first as it was', async () => {
    await page.getByRole('button', { name: 'Use in… another tool: phone.jpg' }).click();
    faults.list.push(...(await accessibilityFaults(page, 'list of tools to use a file in')));
    await page.getByRole('button', { name: 'Restore Old Photo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Restore Old Photo' }).waitFor();
    faults.equal(await page.locator('.file-row .file-title').allInnerTexts(), ['phone.jpg'], 'files handed over');
    await view.run();
    const divider = page.getByLabel('How much of the picture before is shown');
    await divider.fill('80');
    const clip = await page.locator('.picture-box .before').evaluate((image) => getComputedStyle(image).clipPath);
    faults.equal(clip, 'inset(0px 20% 0px 0px)', 'how much of the picture before is shown');
    faults.list.push(...(await accessibilityFaults(page, 'pictures before and after')));
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'HEIC to JPG' }).waitFor();
    faults.equal(await view.phase(), 'done', 'the first tool after going back');
  });

  await faults.part('PDFs are put in order by buttons and by dragging, merged and drawn', async () => {
    await view.open('merge-pdf');
    await page.locator('#files').setInputFiles([fixture('pdf/letter.pdf'), fixture('pdf/report.pdf')]);
    await page.locator('#files').setInputFiles(fixture('pdf/damaged.pdf'));
    const rows = page.locator('.file-row .file-title');
    await page.getByRole('button', { name: 'Move damaged.pdf up' }).click();
    faults.equal(await rows.allInnerTexts(), ['letter.pdf', 'damaged.pdf', 'report.pdf'], 'order by a button');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move damaged.pdf up');
    await page.locator('.file-row').nth(2).dragTo(page.locator('.file-row').nth(0));
    faults.equal(await rows.allInnerTexts(), ['report.pdf', 'letter.pdf', 'damaged.pdf'], 'order by dragging');
    await page.getByRole('button', { name: 'Remove damaged.pdf' }).click();
    const response = await view.run();
    const { result } = (await response.json()) as { result: { data: { files: { name: string; pages: number }[] } } };
    faults.equal(
      result.data.files.map(({ name }) => name),
      ['report.pdf', 'letter.pdf'],
      'order in the result',
    );
    await page.locator('.pdf-page').nth(5).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('canvas[data-drawn]').length >= 6);
    faults.holds(await hasInk(page, '.pdf-page canvas'), 'the first page is drawn empty');
    await page.getByRole('button', { name: 'Page 1 of merged.pdf, larger' }).click();
    await page.locator('.pdf-large canvas[data-drawn]').waitFor();
    faults.list.push(...(await accessibilityFaults(page, 'PDF pages')));
  });

  await faults.part('files are dropped and pasted', async () => {
    await view.open('create-zip');
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['one'], 'one.txt'));
      const zone = document.querySelector('.drop');
      zone?.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      zone?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      const pasted = new DataTransfer();
      pasted.items.add(new File(['two'], 'two.txt'));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }));
    });
    faults.equal(await page.locator('.file-row .file-title').allInnerTexts(), ['one.txt', 'two.txt'], 'files');
    await view.run();
    await page.locator('.result table').waitFor();
    const names = await page.locator('.result tbody td:first-child').allInnerTexts();
    faults.equal(names, ['one.txt', 'two.txt'], 'list of the archive');
  });

  await faults.part('a table, a tree and several files are shown', async () => {
    await view.open('semantic-deduplication');
    await view.example();
    await view.run();
    await page.locator('.result table').waitFor();
    faults.equal(await page.locator('.result tbody tr').count(), 4, 'rows of the table');
    await view.open('split-pdf');
    await view.example();
    await view.run();
    const count = await page.locator('.result-file').count();
    faults.holds(count > 1, `${count} files`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Save all/ }).click();
    const archive = await download;
    faults.equal(archive.suggestedFilename(), 'split-pdf.zip', 'name of the archive');
    const listed = spawnSync('unzip', ['-Z1', await archive.path()], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    faults.equal(listed, await page.locator('.result-row .file-title').allInnerTexts(), 'files in the archive');
  });

  await faults.part('karaoke: the words are lit while they are said', async () => {
    await view.open('karaoke-subtitles');
    await view.example();
    await view.run();
    await page.locator('.karaoke-line').first().waitFor();
    const player = page.locator('.karaoke audio');
    await player.evaluate((audio: HTMLAudioElement) => audio.play());
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.3);
    await player.evaluate((audio: HTMLAudioElement) => {
      audio.pause();
      audio.currentTime = 2.1;
    });
    await page.waitForFunction(() => document.querySelector('.saying')?.textContent?.includes('Smith'));
    faults.equal(
      (await page.locator('.said').allInnerTexts()).join(' ').includes('world!'),
      true,
      'words that were said',
    );
    faults.list.push(...(await accessibilityFaults(page, 'karaoke')));
  });

  await faults.part('tools used last are remembered here and can be forgotten', async () => {
    await page.goto(`${origin}/`);
    const recent = page.locator('.recent-links a');
    await recent.first().waitFor();
    faults.equal((await recent.allInnerTexts())[0], 'Karaoke Subtitles', 'used last');
    await page.getByRole('button', { name: 'Forget' }).click();
    faults.equal(await recent.count(), 0, 'used last, after forgetting');
  });

  await faults.part('a favourite stays at hand until it is taken away', async () => {
    await view.open('merge-pdf');
    const star = page.getByRole('button', { name: 'Favourite' });
    await star.press('Enter');
    faults.equal(await star.getAttribute('aria-pressed'), 'true', 'pressed');
    await page.goto(`${origin}/`);
    const chosen = page.locator('.recent', { hasText: 'Favourites' }).locator('a');
    await chosen.first().waitFor();
    faults.equal(await chosen.allInnerTexts(), ['Merge PDF'], 'favourites');
    await chosen.first().click();
    await page.getByRole('heading', { level: 1, name: 'Merge PDF' }).waitFor();
    await star.click();
    await page.goto(`${origin}/`);
    await cards.first().waitFor();
    faults.equal(await chosen.count(), 0, 'favourites, after taking it away');
  });
}

/** Whether anything dark is drawn. */
const hasInk = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const copy = document.createElement('canvas');
      copy.width = canvas.width;
      copy.height = canvas.height;
      const context = copy.getContext('2d');
      context?.drawImage(canvas, 0, 0);
      const pixels = context?.getImageData(0, 0, copy.width, copy.height).data ?? [];
      let dark = 0;
      for (let i = 0; i < pixels.length; i += 4) if ((pixels[i] ?? 255) < 128) dark += 1;
      return dark > 20;
    });
