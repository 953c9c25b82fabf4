/** Results on large images are seen with every change of an option: the page sends a smaller copy, and says so. */

import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

import type { Page, Request } from 'playwright-core';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

/** A photo of 12 million pixels, stored: 12 MB. */
const FULL = { width: 4000, height: 3000 } as const;
/** Over what is sent whole with every change. */
const LARGE_BYTES = 7 * 2 ** 20;

export async function previews(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const open = async (id: string): Promise<void> => {
    await view.open(id);
    await page.evaluate(() => {
      window.name = 'runs while typing';
      localStorage.removeItem('run-while-typing');
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request);
  });
  const bytesOf = (request: Request | undefined): number => request?.postDataBuffer()?.length ?? 0;
  const caption = page.locator('.answer figcaption');
  /** Waits until the shown result has this size. */
  const result = (width: number, height: number) =>
    page.waitForFunction(
      ([w, h]) => {
        const image = document.querySelector<HTMLImageElement>('.answer .picture img');
        return image !== null && image.naturalWidth === w && image.naturalHeight === h;
      },
      [width, height],
    );
  const optionsOf = (request: Request | undefined): Record<string, unknown> =>
    JSON.parse(request?.postDataBuffer()?.toString() ?? '{}').options ?? {};
  const png = { name: 'photo.png', mimeType: 'image/png', buffer: greyPng(FULL, 0) };
  const small = { ...png, buffer: greyPng(FULL, 6) };
  const heic = Buffer.concat([readFileSync(fixture('metadata/photo.heic')), Buffer.alloc(LARGE_BYTES)]);

  await faults.part('a large image is shown by a smaller copy, which is not to be saved', async () => {
    await open('rotate-image');
    await page.locator('#files').setInputFiles(png);
    await page.getByText('Preview on a reduced copy: 1,633 × 1,225 pixels instead of 4,000 × 3,000').waitFor();
    faults.holds(bytesOf(sent.at(-1)) < 6_000_000, `bytes sent for a preview: ${bytesOf(sent.at(-1))}`);
    faults.equal(await view.result.getByRole('button', { name: 'Save' }).count(), 0, 'buttons that save a preview');
    await page.getByLabel('Angle', { exact: true }).fill('90');
    await result(1225, 1633);
    faults.equal(await caption.count(), 0, 'captions with pixels or bytes of a preview');
    faults.list.push(...(await accessibilityFaults(page, 'preview')));
    await view.run();
    await caption.filter({ hasText: '3,000 × 4,000 pixels' }).waitFor();
    faults.holds(bytesOf(sent.at(-1)) > 12_000_000, `bytes sent for a run: ${bytesOf(sent.at(-1))}`);
    faults.equal(await view.result.getByRole('button', { name: 'Save' }).count(), 1, 'buttons that save the result');
    faults.equal(await page.getByText('Preview on a reduced copy').count(), 0, 'notes of a preview on the result');
  });

  await faults.part('what is in pixels is scaled for the copy, and only for it', async () => {
    await open('resize-image');
    await page.locator('#files').setInputFiles(png);
    await page.getByLabel('Width', { exact: true }).fill('2000');
    await result(817, 613);
    faults.equal(optionsOf(sent.at(-1)).width, 817, 'width sent for a preview');
    faults.equal(await page.getByLabel('Width', { exact: true }).inputValue(), '2000', 'width in the form');
    faults.equal(await view.result.getByText('817').count(), 0, 'measures of the copy that are told');
    await view.run();
    await caption.filter({ hasText: '2,000 × 1,500 pixels' }).waitFor();
    faults.equal(optionsOf(sent.at(-1)).width, 2000, 'width sent for a run');
    await open('crop-image');
    await page.locator('#files').setInputFiles(png);
    await page.getByLabel('Box', { exact: true }).fill('2000,1500,2000,1500');
    await result(816, 612);
    const before = await view.result.innerText();
    await page.getByLabel('Box', { exact: true }).fill('2000,1500,2001,1500');
    await page.waitForResponse((response) => response.request().method() === 'POST');
    await page.waitForTimeout(200);
    faults.equal(await view.result.getByRole('alert').count(), 0, `messages with numbers of the copy after ${before}`);
  });

  await faults.part('many pixels in few bytes are seen on the copy first, then whole', async () => {
    await open('round-corners');
    const first = sent.length;
    await page.locator('#files').setInputFiles(small);
    await caption.filter({ hasText: '4,000 × 3,000 pixels' }).first().waitFor();
    const radii = sent.slice(first).map((request) => optionsOf(request).radius);
    // What has its default value may be left out.
    faults.equal(JSON.stringify(radii.map((radius) => radius ?? 20)), '[8,20]', 'radii sent');
    faults.equal(await page.getByText('Preview on a reduced copy').count(), 0, 'notes of a preview on the result');
  });

  await faults.part('what the browser cannot decode, and bytes that are asked for, are told of', async () => {
    await open('rotate-image');
    const before = sent.length;
    await page.locator('#files').setInputFiles({ name: 'photo.heic', mimeType: 'image/heic', buffer: heic });
    await page.getByText('This browser cannot decode “photo.heic”').waitFor();
    await open('compress-image');
    await page.getByLabel('Target KB', { exact: true }).fill('100');
    await page.locator('#files').setInputFiles(png);
    await page.getByText('No preview of images this large').waitFor();
    faults.equal(sent.length, before, 'requests');
  });
  await page.evaluate(() => {
    window.name = '';
  });
}

/** A PNG (ISO/IEC 15948) in 8-bit grey. `level`: of the compression, 0 for none. */
function greyPng({ width, height }: { readonly width: number; readonly height: number }, level: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = (x >> 4) ^ (y >> 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = chunk('IDAT', deflateSync(rows, { level }));
  return Buffer.concat([signature, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))]);
}
