/** Texts that are code: line numbers, colours and find, in a field that works as the plain one does. */

import type { Page } from 'playwright-core';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { ToolPage } from './tool-page.js';

export async function editing(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const editor = page.locator('.cm-content');
  const lines = (): Promise<string[]> => page.locator('.cm-line').allInnerTexts();
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.id || (document.activeElement?.tagName ?? ''));

  await faults.part('the editor is fetched on the first focus and takes what is typed, Ctrl-Enter runs', async () => {
    const fetched: string[] = [];
    const note = (request: { url(): string }) => void fetched.push(request.url());
    page.on('request', note);
    await view.open('json-formatter');
    await page.waitForLoadState('networkidle');
    faults.equal(fetched.filter((url) => url.includes('editor')).length, 0, 'parts of the editor before it is used');
    page.off('request', note);
    await page.getByLabel('Text', { exact: true }).focus();
    await editor.waitFor();
    await page.keyboard.type('{"a":1}');
    faults.equal(await editor.getAttribute('id'), 'input', 'id of the field');
    faults.holds((await page.locator('.cm-lineNumbers').count()) === 1, 'there are no line numbers');
    await page.locator('.cm-line span[class]', { hasText: '1' }).first().waitFor();
    await page.keyboard.press('Control+Enter');
    await view.ended();
    faults.equal(await lines(), ['{"a":1}'], 'text after Ctrl-Enter');
    faults.equal(await page.locator('.answer pre').first().innerText(), '{\n  "a": 1\n}', 'result');
  });

  await faults.part('a fault with an excerpt keeps its lines, marks the place and fits a narrow page', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    await view.open('json-minifier');
    await page.locator('#input').fill(`[1,\n"${'word'.repeat(12)}" }]`);
    await view.runButton.click();
    await view.ended();
    const excerpt = page.locator('#input-fault .fault-excerpt');
    await excerpt.waitFor();
    const shown = await excerpt.evaluate((node) => ({
      text: node.textContent ?? '',
      marked: node.querySelector('mark')?.textContent,
      before: node.firstChild?.textContent,
      font: getComputedStyle(node).fontFamily,
    }));
    // Forty letters before the place are shown.
    const before = `rd${'word'.repeat(9)}" `;
    faults.equal(shown.text, `${before}}]`, 'the excerpt, without the line of the caret');
    faults.equal([shown.before, shown.marked], [before, '}'], 'what stands before the mark, and in it');
    faults.holds(shown.font.includes('Mono'), `the font is ${shown.font}`);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    faults.holds(sideways <= 0, `the page scrolls ${sideways} px sideways`);
    const box = await excerpt.boundingBox();
    const said = await page.locator('#input-fault').boundingBox();
    faults.holds(box !== null && said !== null && box.x + box.width <= said.x + said.width, 'it leaves its box');
    faults.list.push(...(await accessibilityFaults(page, 'a fault with an excerpt')));
    if (size !== null) await page.setViewportSize(size);
  });

  await faults.part('keys: Tab leaves the editor both ways, Ctrl-F finds, Escape closes the search', async () => {
    await view.open('yaml-to-json');
    await page.locator('#input').focus();
    await editor.waitFor();
    await page.keyboard.type('one: 1');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two: 2');
    await page.keyboard.press('Tab');
    faults.holds((await focused()) !== 'input', 'Tab stays in the editor');
    await page.keyboard.press('Shift+Tab');
    faults.equal(await focused(), 'input', 'Shift-Tab');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    faults.equal(await page.locator('.cm-searchMatch').allInnerTexts(), ['two'], 'what was found');
    faults.equal(await view.phase(), 'idle', 'Enter in the search runs nothing');
    await page.keyboard.press('Escape');
    faults.equal(await page.locator('.cm-search').count(), 0, 'searches left open');
    faults.equal(await focused(), 'input', 'focus after the search');
    await page.locator('label[for=input]').click();
    faults.equal(await focused(), 'input', 'focus after a click on the label');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.locator('.cm-search').waitFor();
  });

  await faults.part('what is typed or deleted takes the place of what is selected', async () => {
    await view.open('json-minifier');
    await page.locator('#input').fill('[1,\n22,\n3]');
    await editor.waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('45');
    faults.equal(await lines(), ['[452,', '3]'], 'text typed over a part of two lines');
    await page.keyboard.press('Control+z');
    faults.equal(await lines(), ['[1,', '22,', '3]'], 'text after taking it back');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('[7]');
    faults.equal(await lines(), ['[7]'], 'text typed over all');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Delete');
    faults.equal(await page.locator('.cm-placeholder').count(), 1, 'signs that the text is empty');
  });

  await faults.part('examples, undo, clearing, a reload and going on to another tool', async () => {
    await view.open('json-minifier');
    await page.evaluate(() => {
      window.name = 'keeps forms';
    });
    await page.locator('#input').fill('[1, 2]');
    await editor.waitFor();
    await view.example();
    faults.holds((await lines()).join('\n') !== '[1, 2]', 'the example is not there');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    faults.equal(await lines(), ['[1, 2]'], 'text after undoing the example');
    await page.reload();
    await editor.waitFor();
    faults.equal(await lines(), ['[1, 2]'], 'text after a reload');
    await page.getByRole('button', { name: 'Clear text' }).click();
    faults.equal(await page.locator('.cm-placeholder').innerText(), 'Type or paste', 'text after clearing');
    await page.evaluate(() => {
      window.name = '';
    });
  });

  await faults.part('the place of a fault is marked, and the cursor is there', async () => {
    await view.open('json-formatter');
    await page.locator('#input').fill('[\n1,\n2 3\n]');
    await editor.waitFor();
    await view.run();
    faults.equal(await editor.getAttribute('aria-invalid'), 'true', 'aria-invalid');
    faults.equal(await page.locator('.cm-fault-line').allInnerTexts(), ['2 3'], 'the marked line');
    await page.waitForFunction(() => document.activeElement?.id === 'input');
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    faults.equal(await lines(), ['[', '1,', '2 3x', ']'], 'where one writes on');
    faults.equal(await page.locator('.cm-fault-line').count(), 0, 'marks after a change');
  });

  await faults.part(
    'files dropped on the editor belong to the form, and a large paste becomes the plain field',
    async () => {
      await view.open('xml-formatter');
      await page.locator('#input').fill('<a/>');
      await editor.waitFor();
      await editor.evaluate((target) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['<b/>'], 'dropped.xml', { type: 'text/xml' }));
        target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      });
      await page.locator('.file-title', { hasText: 'dropped.xml' }).waitFor();
      faults.equal(await lines(), ['<a/>'], 'text after the drop');
      await paste(page, `<a>${'\nb'.repeat(101_000)}</a>`);
      await page.locator('textarea#input').waitFor();
      faults.equal(await focused(), 'input', 'focus after a large paste');
      await paste(page, '<c/>');
      await editor.waitFor();
      faults.equal(await lines(), ['<c/>'], 'text after a small paste');
      faults.equal(await focused(), 'input', 'focus after a small paste');
    },
  );

  await faults.part(
    'a line that grows too long for the editor is written on in the plain field at the same place',
    async () => {
      await view.open('json-minifier');
      await page.locator('#input').fill(`"${'a'.repeat(4997)}"`);
      await editor.waitFor();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('xy');
      await page.locator('textarea#input').waitFor();
      await page.keyboard.type('z');
      faults.equal((await page.locator('#input').inputValue()).slice(0, 6), '"xyzaa', 'where one writes on');
    },
  );

  await faults.part('where the editor cannot be fetched, the plain field does', async () => {
    await page.route('**/code-editor-*', (route) => route.abort());
    await view.open('json-minifier');
    await page.locator('#input').pressSequentially('[1, 2]');
    await view.run();
    faults.equal(await page.locator('.answer pre').first().innerText(), '[1,2]', 'result');
    faults.equal(await page.locator('textarea#input').inputValue(), '[1, 2]', 'text');
    await page.unroute('**/code-editor-*');
  });
}

/** Pastes in place of everything. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.locator('#input').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
}
