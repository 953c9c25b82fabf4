/** Pipelines put together by clicking: steps, their options, their order, saved, shared, run. */

import type { Page } from 'playwright-core';

import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

export async function pipelines(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const titles = () => page.locator('.step-title').allInnerTexts();
  const steps = () => page.getByLabel('Steps as JSON').inputValue();
  const add = async (words: string, title: string): Promise<void> => {
    await page.getByRole('button', { name: /^Add (?:a|the first) step$/ }).click();
    await page.getByLabel('Find a tool for this step').fill(words);
    await page.locator('.step-finder .use-item', { hasText: title }).first().click();
    await page.locator('.step-title', { hasText: title }).waitFor();
  };

  await faults.part('what a tool has done becomes the first step, and another follows', async () => {
    await view.open('remove-duplicate-lines');
    await page.locator('#input').fill('b\na\nb\n');
    await view.run();
    await page.getByRole('button', { name: 'And then…' }).click();
    await page.getByRole('heading', { level: 1, name: 'Run Pipeline' }).waitFor();
    await page.locator('.step-title').waitFor();
    faults.equal(await page.locator('#input').inputValue(), 'b\na\nb\n', 'text that came along');
    await add('sort lines', 'Sort Lines');
    await add('change case', 'Case Converter');
    const last = page.locator('.step').nth(2);
    await last.locator('summary').click();
    await last.locator('select, [role=radiogroup]').first().waitFor();
    await last.locator('select').first().selectOption('upper');
    const text = await steps();
    faults.holds(text.startsWith('[{"tool":"remove-duplicate-lines"},{"tool":"sort-lines"}'), `steps ${text}`);
    faults.holds(text.includes('"upper"'), `no chosen option in ${text}`);
    await view.run();
    faults.equal((await page.locator('.answer .text-area, .answer pre').first().innerText()).trim(), 'A\nB', 'result');
  });

  await faults.part('steps are moved and removed by keys, and a faulty one is marked', async () => {
    await page.getByRole('button', { name: 'Move step 3, Case Converter up' }).press('Enter');
    faults.equal(await titles(), ['Remove Duplicate Lines', 'Case Converter', 'Sort Lines'], 'order');
    await page.getByRole('button', { name: 'Remove step 1, Remove Duplicate Lines' }).press('Enter');
    faults.equal(await titles(), ['Case Converter', 'Sort Lines'], 'steps left');
    await page.locator('.step-json summary').click();
    await page
      .getByLabel('Steps as JSON')
      .fill('[{"tool":"sort-lines"},{"tool":"resize-image","options":{"width":5}}]');
    await page.locator('.step-title', { hasText: 'Resize Image' }).waitFor();
    await view.run();
    faults.equal(await view.phase(), 'failed', 'phase');
    faults.equal(await page.locator('.step.bad .step-title').allInnerTexts(), ['Resize Image'], 'marked step');
    faults.holds((await view.fault('option-steps')).includes('Step 2'), 'the fault does not name the step');
  });

  await faults.part('a pipeline is saved in the browser, opened again and shared without its password', async () => {
    await view.open('run-pipeline');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await add('compress pdf', 'Compress PDF');
    await add('protect pdf', 'Protect PDF');
    const last = page.locator('.step').nth(1);
    await last.locator('summary').click();
    await last.locator('[id$="option-userPassword"]').fill('open sesame');
    faults.holds((await steps()).includes('open sesame'), 'the password is not in the step');
    await page.getByLabel('Name to save this pipeline under').fill('small and safe');
    await page.getByRole('button', { name: 'Save in this browser' }).click();
    const stored = await page.evaluate(() => localStorage.getItem('pipelines') ?? '');
    faults.holds(stored.includes('protect-pdf') && !stored.includes('sesame'), `stored ${stored}`);
    await page.evaluate(() => {
      window.name = 'keeps forms';
    });
    await page.reload();
    await page.locator('.step-title', { hasText: 'Protect PDF' }).waitFor();
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    faults.holds(kept.includes('protect-pdf') && !kept.includes('sesame'), `kept ${kept}`);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('button', { name: 'small and safe', exact: true }).click();
    await page.locator('.step').nth(1).waitFor();
    faults.equal(await titles(), ['Compress PDF', 'Protect PDF'], 'steps opened');
    await page.locator('#files').setInputFiles(fixture('pdf/letter.pdf'));
    await page.locator('.step').nth(1).locator('summary').click();
    await page.locator('.step').nth(1).locator('[id$="option-userPassword"]').fill('x');
    await view.run();
    faults.equal(await page.locator('.answer .result-file').count(), 1, 'files');
    await page.getByRole('button', { name: 'Remove small and safe' }).click();
    faults.equal(await page.evaluate(() => localStorage.getItem('pipelines')), '[]', 'saved after removing');
  });

  await faults.part('a link opens with its steps; what cannot follow says why', async () => {
    const linked = [{ tool: 'sort-lines', options: { unique: true } }, { tool: 'case-converter' }];
    await page.goto(`${origin}/tools/run-pipeline#${new URLSearchParams({ steps: JSON.stringify(linked) })}`);
    await page.locator('.step').nth(1).waitFor();
    faults.equal((await titles()).length, 2, 'steps of the link');
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByLabel('Find a tool for this step').fill('merge pdf');
    const item = page.locator('.step-finder .use-item', { hasText: 'Merge PDF' }).first();
    await item.waitFor();
    faults.holds((await item.innerText()).includes('gives'), 'no reason beside what cannot follow');
    await page.keyboard.press('Escape');
    faults.equal(await page.locator('.step-finder').count(), 0, 'lists left open');
  });
}
