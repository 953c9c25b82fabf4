/** A PDF's form filled in where its fields are. */

import { readFileSync } from 'node:fs';

import type { Locator, Page } from 'playwright-core';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { fixture } from './services.js';
import { ToolPage } from './tool-page.js';

export async function filling(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const form = page.locator('.scroll-form');
  const open = async (file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
    await view.open('fill-pdf-form');
    await page.locator('#files').setInputFiles(typeof file === 'string' ? fixture(file) : file);
    await page.getByRole('button', { name: 'Fill in on the pages' }).click();
    await form.locator('.form-page :is(input, select)').first().waitFor();
    await form.locator('canvas[data-drawn]').first().waitFor();
  };
  const values = async (): Promise<unknown> => {
    if ((await page.locator('.cm-placeholder').count()) > 0) return '';
    const text = (await page.locator('.cm-line').allInnerTexts()).join('\n');
    return text.trim() === '' ? '' : JSON.parse(text);
  };

  await faults.part('fields of every kind are filled in on the page, and are the text of the run', async () => {
    await open('pdf/forms/application.pdf');
    await form.getByLabel('Full name').fill('Ada Lovelace');
    await page.locator('.cm-content').waitFor();
    await form.getByLabel('remarks').fill('one\ntwo');
    await form.getByLabel('iban').fill('DE12345678');
    await form.getByLabel('agree').check();
    await form.getByLabel('colour: green').check();
    await form.getByLabel('country').selectOption('fr');
    await form.getByLabel('languages').selectOption(['French', 'Polish']);
    await form.getByLabel('title').fill('Dipl.-Ing.');
    await form.getByLabel('person.city').fill('');
    const expected = {
      'person.name': 'Ada Lovelace',
      remarks: 'one\ntwo',
      iban: 'DE12345678',
      agree: true,
      colour: 'green',
      country: 'fr',
      languages: ['French', 'Polish'],
      title: 'Dipl.-Ing.',
      'person.city': null,
    };
    faults.equal(await values(), expected, 'values');
    faults.holds(await form.getByLabel('secret').isDisabled(), 'a field that is only read can be written');
    const answer = await view.run();
    const { result } = (await answer.json()) as { result: { data: { forms: { filled: number }[] } } };
    faults.equal(result.data.forms[0]?.filled, 9, 'fields that were filled in');
    await form.getByLabel('agree').uncheck();
    await form.getByLabel('person.city').fill('Berlin');
    const { agree: _, 'person.city': __, ...left } = expected;
    faults.equal(await values(), left, 'values that differ from the file');
  });

  await faults.part('a radio button is cleared again, by a click and by keys', async () => {
    await open('pdf/forms/application.pdf');
    const green = form.getByLabel('colour: green');
    for (const clear of [() => green.click(), () => green.press('Space'), () => green.press('Delete')]) {
      await green.click();
      faults.equal(await values(), { colour: 'green' }, 'chosen');
      await clear();
      faults.equal([await values(), await green.isChecked()], ['', false], 'cleared');
    }
    await green.press('Space');
    await green.press('ArrowDown');
    faults.holds(!(await green.isChecked()), 'the arrow key chooses no other');
    const held = await page.request.post(`${origin}/api/v1/tools/fill-pdf-form/run`, {
      data: {
        input: '{"colour": "green"}',
        files: [{ name: 'a.pdf', base64: readFileSync(fixture('pdf/forms/application.pdf'), 'base64') }],
      },
    });
    const { result } = (await held.json()) as { result: { files: { base64: string }[] } };
    const buffer = Buffer.from(result.files[0]?.base64 ?? '', 'base64');
    await open({ name: 'held.pdf', mimeType: 'application/pdf', buffer });
    faults.holds(await green.isChecked(), 'what the file holds is not shown');
    await green.click();
    faults.equal(
      [await values(), await green.isChecked()],
      [{ colour: null }, false],
      'cleared though the file holds it',
    );
    await view.run();
    faults.equal(await view.phase(), 'done', 'phase after clearing');
  });

  await faults.part(
    'what is written as text is shown on the page, and several forms are left to the text',
    async () => {
      await open('pdf/forms/application.pdf');
      await page.locator('#input').fill('{"person.name": "Grace", "colour": "blue", "country": "Italy"}');
      faults.equal(await form.getByLabel('Full name').inputValue(), 'Grace', 'text');
      faults.holds(await form.getByLabel('colour: blue').isChecked(), 'the radio button is not chosen');
      faults.equal(await form.getByLabel('country').inputValue(), 'Italy', 'choice');
      await page.locator('#input').fill('[{}, {}]');
      faults.holds(await form.getByLabel('Full name').isDisabled(), 'a field for several forms can be written');
      await page.getByRole('button', { name: 'Clear text' }).click();
      faults.holds(await form.getByLabel('Full name').isEnabled(), 'the field is still closed');
    },
  );

  await faults.part('by keys alone, from the left of the first line to the last page', async () => {
    await open('pdf/forms/application.pdf');
    await form.getByLabel('Full name').focus();
    await page.keyboard.type('Ada');
    const stops: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''));
    }
    const order = ['person.city', 'remarks', 'iban', 'country', 'agree', 'languages', 'colour: red', 'title'];
    faults.equal([...stops].sort(), [...order].sort(), 'stops');
    faults.equal(stops[0], 'person.city', 'the first stop');
    faults.equal(stops.at(-1), 'title', 'the last stop');
    await form.getByLabel('agree').press('Space');
    faults.equal(await values(), { 'person.name': 'Ada', agree: true }, 'values by keys');
    await form.getByLabel('Full name').press('Enter');
    await view.ended();
    faults.equal(await view.phase(), 'done', 'phase after Enter');
  });

  await faults.part('fields lie where the engine draws them, on turned pages too', async () => {
    await open('pdf/forms/application.pdf');
    // Rectangle 20 230 180 250 of a page of 400 × 300 points.
    faults.equal(await placeOf(form.getByLabel('Full name')), [0.05, 0.17, 0.4, 0.07], 'place of a field');
    const response = await page.request.post(`${origin}/api/v1/tools/rotate-pdf/run`, {
      data: {
        files: [{ name: 'a.pdf', base64: readFileSync(fixture('pdf/forms/application.pdf'), 'base64') }],
        options: { angle: 90 },
      },
    });
    const { result } = (await response.json()) as { result: { files: { base64: string }[] } };
    const turned = Buffer.from(result.files[0]?.base64 ?? '', 'base64');
    await open({ name: 'turned.pdf', mimeType: 'application/pdf', buffer: turned });
    faults.equal(await placeOf(form.getByLabel('Full name')), [0.77, 0.05, 0.07, 0.4], 'place on a turned page');
  });

  await faults.part('accessible, in the dark and on a phone, and a PDF without fields says so', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      faults.list.push(...(await accessibilityFaults(page, `form on its pages, ${colorScheme}`)));
    }
    await page.setViewportSize({ width: 360, height: 780 });
    faults.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, 'width on a phone');
    faults.list.push(...(await accessibilityFaults(page, 'form on its pages, phone')));
    await form.getByLabel('person.city').fill('Paris');
    await page.locator('.cm-content').waitFor();
    faults.equal(await values(), { 'person.city': 'Paris' }, 'values on a phone');
    await page.setViewportSize({ width: 1360, height: 900 });
    await page.emulateMedia({ colorScheme: null });
    await view.open('fill-pdf-form');
    await page.locator('#files').setInputFiles(fixture('pdf/letter.pdf'));
    await page.getByRole('button', { name: 'Fill in on the pages' }).click();
    await page.locator('.filling .hint', { hasText: 'no fields that can be filled in' }).waitFor();
    await view.open('fill-pdf-form');
    await page.locator('#files').setInputFiles(fixture('pdf/locked-256.pdf'));
    await page.getByRole('button', { name: 'Fill in on the pages' }).click();
    await page.locator('.filling .hint', { hasText: 'needs a password' }).waitFor();
  });
}

/** Left, top, width and height in parts of the page's. */
const placeOf = (field: Locator): Promise<number[]> =>
  field.evaluate((element) => {
    const place = element.getBoundingClientRect();
    const around = element.closest('.form-page')?.querySelector('canvas')?.getBoundingClientRect();
    if (around === undefined) return [];
    return [
      (place.left - around.left) / around.width,
      (place.top - around.top) / around.height,
      place.width / around.width,
      place.height / around.height,
    ].map((part) => Math.round(part * 100) / 100);
  });
