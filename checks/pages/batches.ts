/** More files than a request may have: several requests, one after another. */

import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

export async function batches(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const scene = readFileSync(fixture('image/edit/scene.jpg'));
  const scenes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `scene-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: scene,
    }));

  await faults.part('45 images are three requests, and one result', async () => {
    await view.open('compress-image');
    const counts: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') counts.push((request.postDataJSON() as { files: unknown[] }).files.length);
    });
    await page.locator('#files').setInputFiles(scenes(45));
    await view.runButton.click();
    await view.ended();
    faults.equal(await view.phase(), 'done', 'phase');
    faults.equal(counts, [20, 20, 5], 'files of each request');
    faults.equal(await page.locator('.answer .result-file').count(), 45, 'files of the result');
  });

  await faults.part('photos go one by one where a tool takes one; a broken one does not stop the others', async () => {
    await view.open('heic-to-jpg');
    const photo = readFileSync(fixture('image/heic/alpha.heic'));
    const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/heic', buffer });
    await page
      .locator('#files')
      .setInputFiles([named('a.heic', photo), named('b.heic', Buffer.from('no photo')), named('c.heic', photo)]);
    await view.runButton.click();
    await view.ended();
    faults.equal(await page.locator('.answer .file-title').allInnerTexts(), ['a.jpg', 'c.jpg'], 'results');
    const note = await page.locator('.result .stale').innerText();
    faults.holds(note.includes('b.heic'), `note ${note}`);
    await page.locator('#files').setInputFiles(named('d.heic', photo));
    faults.equal(await page.locator('.files .file-title').count(), 4, 'files after choosing another');
  });

  await faults.part('more than the form holds is refused before anything is sent', async () => {
    await view.open('compress-image');
    await page.locator('#files').setInputFiles(scenes(201));
    faults.holds((await view.fault('files')).includes('at most 200 files'), 'no fault for 201 files');
  });
}
