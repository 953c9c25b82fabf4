/** What people fill in is never lost by an accident, and results follow it. */

import type { Page } from 'playwright-core';

import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

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

  await faults.part('an image is seen again with every change of an option', async () => {
    await view.open('resize-image');
    await page.evaluate(() => {
      window.name = 'runs while typing';
      localStorage.removeItem('run-while-typing');
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByLabel('Width', { exact: true }).fill('80');
    await page.locator('#files').setInputFiles(fixture('image/edit/scene.jpg'));
    const caption = page.locator('.answer figcaption');
    await caption.filter({ hasText: '80 × 60 pixels' }).waitFor();
    await page.getByLabel('Width', { exact: true }).fill('40');
    await caption.filter({ hasText: '40 × 30 pixels' }).waitFor();
    await page.locator('#files').setInputFiles([fixture('image/edit/logo.png'), fixture('image/edit/product.png')]);
    await page.locator('.stale').waitFor();
    await page.waitForTimeout(1000);
    const words = await caption.innerText();
    faults.holds(words.includes('After: 40 × 30 pixels'), `result after more images were added: ${words}`);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.evaluate(() => {
      window.name = '';
    });
  });

  await faults.part('results follow what is typed, only the last text is run, and a switch is remembered', async () => {
    await view.open('case-converter');
    await page.evaluate(() => {
      window.name = 'runs while typing';
      localStorage.removeItem('run-while-typing');
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    let sent = 0;
    const count = (request: { method(): string }) => {
      if (request.method() === 'POST') sent += 1;
    };
    page.on('request', count);
    await page.locator('#input').pressSequentially('two words', { delay: 20 });
    await page.locator('.answer pre', { hasText: 'twoWords' }).waitFor();
    faults.equal(sent, 1, 'runs for nine keys');
    await page.getByLabel('Mode').selectOption('snake');
    await page.locator('.answer pre', { hasText: 'two_words' }).waitFor();
    await page.getByLabel('Run while typing').uncheck();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    faults.equal(await page.getByLabel('Run while typing').isChecked(), false, 'the switch after a reload');
    await page.locator('#input').fill('not run');
    await page.waitForTimeout(1000);
    faults.equal(sent, 2, 'runs after the switch is off');
    page.off('request', count);
    await page.evaluate(() => {
      window.name = '';
    });
  });

  await faults.part('tabs and line breaks are put into a separator by buttons', async () => {
    await view.open('join-lines');
    await page.locator('#input').fill('a\nb');
    const field = page.getByLabel('Separator', { exact: true });
    await field.fill('');
    const option = page.locator('.option', { has: page.locator('#option-separator') });
    await option.getByRole('button', { name: 'Tab' }).click();
    await option.getByRole('button', { name: 'Line break' }).click();
    faults.equal(await field.inputValue(), '\t\n', 'separator');
    await view.run();
    faults.equal(await page.locator('.answer pre').textContent(), 'a\t\nb', 'result');
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
