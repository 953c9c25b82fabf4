/** Every class of error, most of them from a service whose tools fail on purpose; waiting, cancelling. */

import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { fixture, openHostileService } from './services.js';
import { ToolPage } from './tool-page.js';

export async function failures(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);

  await faults.part('400, found before sending: format, count, size, option, empty text, at their fields', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await view.open('restore-old-photo');
    await view.runButton.click();
    faults.equal(await view.fault('files'), 'Property "files" must have at least 1 file, got 0', 'no file');
    await page.locator('#files').setInputFiles(fixture('pdf/letter.pdf'));
    faults.equal(
      await view.fault('files'),
      'File "letter.pdf" is not of a format that restore-old-photo takes: .png, .jpg, .jpeg, .webp',
      'format',
    );
    await page.getByLabel('Strength', { exact: true }).fill('33');
    await page.getByRole('button', { name: 'Remove letter.pdf' }).click();
    await page
      .locator('#files')
      .setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(21_000_000) });
    faults.equal(
      await view.fault('files'),
      'Property "files" has 20 MiB (21000000 bytes) decoded, the limit is 20 MiB (20971520 bytes)',
      'size',
    );
    await view.runButton.click();
    faults.equal(await view.fault('option-strength'), 'Option "strength" must be between 1 and 20, got 33', 'bound');
    // The option's fault is shown as it is typed; the focus moves a frame after the button.
    await page.waitForFunction(() => document.activeElement?.id === 'files');
    faults.list.push(...(await accessibilityFaults(page, 'faults')));
    await view.open('merge-pdf');
    await page.locator('#files').setInputFiles(Array.from({ length: 21 }, () => fixture('pdf/letter.pdf')));
    faults.equal(await view.fault('files'), 'Property "files" must have at most 20 files, got 21', 'count');
    await view.open('case-converter');
    await view.runButton.click();
    faults.equal(await view.fault('input'), 'Property "input" must not be empty', 'empty text');
    // Typing a megabyte takes the browser ten seconds; pasting it does not.
    await page.locator('#input').evaluate((field: HTMLTextAreaElement) => {
      field.value = `${'word '.repeat(199_999)}last😀😀`;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await view.runButton.click();
    faults.equal(
      await view.fault('input'),
      'Property "input" has 1000001 characters, the limit is 1000000',
      'text over its limit',
    );
    faults.equal(sent, 0, 'requests that were sent');
  });

  await faults.part('400 and 413 of the service, at the file they name', async () => {
    await view.open('merge-pdf');
    await page.locator('#files').setInputFiles([
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: readFileSync(fixture('pdf/letter.pdf')) },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') },
    ]);
    faults.equal((await view.run()).status(), 400, 'status');
    faults.holds((await view.fault('files')).includes('"broken.pdf"'), 'the fault names the file');
    faults.equal(await page.locator('.file-row.bad .file-title').allInnerTexts(), ['broken.pdf'], 'files marked');
    faults.list.push(...(await accessibilityFaults(page, 'a refusal')));
    await view.open('restore-old-photo');
    await page.locator('#files').setInputFiles(fixture('photo/large.png'));
    faults.equal((await view.run()).status(), 413, 'status');
    faults.holds((await view.fault('files')).includes('the limit is 50000000'), 'the fault names the limit');
    faults.holds((await view.result.innerText()).includes('Over a limit'), 'the result says what happened');
  });

  await faults.part('404: a page for a tool that there is not', async () => {
    const response = await page.goto(`${origin}/tools/no-such-tool`);
    faults.equal(response?.status(), 404, 'status');
    await page.getByRole('heading', { level: 1, name: /no-such-tool/ }).waitFor();
    faults.list.push(...(await accessibilityFaults(page, 'no such tool')));
    await page.getByRole('link', { name: 'All tools' }).click();
    await page.locator('a.card').first().waitFor();
  });

  const hostile = await openHostileService();
  const there = new ToolPage(page, hostile.origin);
  const api = (id: string, body: object, signal?: AbortSignal) =>
    fetch(`${hostile.origin}/api/v1/tools/${id}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  try {
    for (const [id, status, title] of [
      ['throw-path', 500, 'The tool failed'],
      ['crash', 500, 'The tool failed'],
      ['spin', 504, 'Stopped at the time limit'],
    ] as const) {
      await faults.part(`${status}: ${id}`, async () => {
        await there.open(id);
        faults.equal((await there.run()).status(), status, 'status');
        const text = await there.result.innerText();
        faults.holds(text.includes(title), `the result says ${text}`);
        faults.holds(!/secret|srv|ENOENT/.test(await page.content()), 'the page shows what is inside the service');
        faults.list.push(...(await accessibilityFaults(page, id)));
      });
    }

    for (const [what, option, status, title] of [
      ['a text that is too long', 'textBytes', 413, 'Over a limit'],
      ['a file that is too large', 'fileBytes', 500, 'too large to send'],
    ] as const) {
      await faults.part(`${status}: ${what}`, async () => {
        await there.open('output');
        await page.locator(`#option-${option}`).fill('9000000');
        faults.equal((await there.run()).status(), status, 'status');
        const text = await there.result.innerText();
        faults.holds(text.includes(title), `the result says ${text}`);
      });
    }

    await faults.part('429: waits with a countdown and goes on by itself', async () => {
      await there.open('wait-standard');
      const stop = new AbortController();
      const others = Array.from({ length: 4 }, () => api('wait-standard', { options: { ms: 2500 } }, stop.signal));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await there.runButton.click();
      await page.getByText('The service is busy. Next try in').waitFor();
      const first = await page.locator('.countdown b').innerText();
      await page.waitForFunction((shown) => document.querySelector('.countdown b')?.textContent !== shown, first);
      faults.list.push(...(await accessibilityFaults(page, 'waiting')));
      await there.ended();
      faults.equal(await there.phase(), 'done', 'after waiting');
      await Promise.allSettled(others);
      stop.abort();
    });

    await faults.part('cancel stops the work on the service and frees its place', async () => {
      await there.open('wait-native');
      await page.locator('#option-ms').fill('60000');
      await there.runButton.click();
      await page.getByText(/\d\.\d s of at most 90 s/).waitFor();
      faults.list.push(...(await accessibilityFaults(page, 'running')));
      const before = hostile.lines.filter(({ fields }) => fields.outcome === 'aborted').length;
      await page.getByRole('button', { name: 'Cancel' }).click();
      await there.ended();
      faults.equal(await there.phase(), 'cancelled', 'the page');
      const started = performance.now();
      const isStopped = () => hostile.lines.filter(({ fields }) => fields.outcome === 'aborted').length > before;
      while (!isStopped() && performance.now() - started < 3000)
        await new Promise((resolve) => setTimeout(resolve, 20));
      faults.holds(isStopped(), 'the run goes on after Cancel');
      // Both native places are free again.
      const answers = await Promise.all([
        api('wait-native', { options: { ms: 50 } }),
        api('wait-native', { options: { ms: 50 } }),
      ]);
      faults.equal(
        answers.map(({ status }) => status),
        [200, 200],
        'runs after Cancel',
      );
    });

    await faults.part('statuses that only a proxy or another page would see', async () => {
      await there.open('echo-files');
      for (const [status, code, title] of [
        [403, 'ORIGIN_REJECTED', 'does not accept requests from this page'],
        [403, 'HOST_REJECTED', 'does not accept this address'],
        [404, 'TOOL_NOT_FOUND', 'no longer available here'],
        [405, 'METHOD_NOT_ALLOWED', 'does not accept this kind'],
        [408, 'REQUEST_TIMEOUT', 'Sending took too long'],
        [413, 'LIMIT_EXCEEDED', 'Over a limit'],
        [415, 'JSON_REQUIRED', 'not understood'],
        [431, 'HEADERS_TOO_LARGE', 'too long'],
        [502, undefined, 'The tool failed'],
      ] as const) {
        const body =
          code === undefined ? '<html>Bad gateway</html>' : JSON.stringify({ error: { code, message: 'Said so' } });
        await page.route('**/run', (route) => route.fulfill({ status, body, contentType: 'application/json' }));
        await there.runButton.click();
        await page.locator('.failure h3', { hasText: title }).waitFor();
        await page.unroute('**/run');
      }
    });
  } finally {
    await hostile.close();
  }

  await faults.part('a service that has gone is said to have gone, and the form is kept', async () => {
    await page.locator('#input').fill('still here');
    await there.runButton.click();
    await page.locator('.failure h3', { hasText: 'cannot be reached' }).waitFor();
    faults.equal(await page.locator('#input').inputValue(), 'still here', 'text');
    faults.list.push(...(await accessibilityFaults(page, 'no service')));
    await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: 'All tools' }).click();
    await page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor();
  });
}
