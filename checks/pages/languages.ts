/** The pages in other languages than English: their own words translated, the rest marked as English. */

import type { Page } from 'playwright-core';

import { INPUT_CHARACTERS } from '../../src/core/limits.js';
import type { Words } from '../../src/web/words/en.data.js';
import { LANGUAGES, type LanguageCode } from '../../src/web/words/languages.js';
import { setNumberLanguage } from '../../src/web/words/numbers.js';
import { accessibilityFaults } from './accessibility.js';
import { openBrowser } from './browser.js';
import type { Faults } from './check.js';

const LOCALES = { de: 'de-AT', fr: 'fr-CA', es: 'es-MX' } as const;

export async function languages(origin: string, page: Page, faults: Faults): Promise<void> {
  await faults.part('English: no other language is fetched', async () => {
    const fetched = languagesFetched(page);
    await page.goto(`${origin}/`);
    await page.locator('a.card').first().waitFor();
    faults.equal([...fetched], [], 'languages fetched');
    faults.equal(await page.locator('[lang="en"]:not(html, .language-list *)').count(), 0, 'marked as English');
  });
  for (const code of Object.keys(LOCALES) as (keyof typeof LOCALES)[]) {
    const browser = await openBrowser(faults, LOCALES[code]);
    setNumberLanguage(code);
    await inLanguage(code, origin, browser.page, faults);
    await browser.close();
  }
}

async function inLanguage(code: keyof typeof LOCALES, origin: string, page: Page, faults: Faults): Promise<void> {
  const words = await LANGUAGES[code].load();
  const english = englishPhrases(await LANGUAGES.en.load(), words);
  const lookAt = async (name: string, axe = true): Promise<void> => {
    faults.equal(await page.evaluate(() => document.documentElement.lang), code, `${name}: language of the page`);
    for (const phrase of await leftInEnglish(page, english)) faults.list.push(`${name}, ${code}: ${phrase}`);
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 780 });
      const drawn = await page.evaluate(() => document.documentElement.scrollWidth);
      faults.equal(drawn, width, `${name}, ${code}: drawn width`);
      const right = await page
        .locator('header.top')
        .evaluate((header) =>
          Math.max(...[...header.querySelectorAll('a, button')].map((each) => each.getBoundingClientRect().right)),
        );
      faults.holds(right <= width, `${name}, ${code}: the header ends at ${right} of ${width}`);
    }
    if (axe) faults.list.push(...(await accessibilityFaults(page, `${name}, ${code}`)));
    await page.setViewportSize({ width: 1360, height: 900 });
  };
  const runExample = async (id: string): Promise<void> => {
    await page.goto(`${origin}/tools/${id}`);
    const examples = page.waitForResponse((response) => response.url().includes('/pages/examples/'));
    await page.getByRole('button', { name: words.form.example }).click();
    await (await examples).finished();
    await page.getByRole('button', { name: words.form.run, exact: true }).click();
    await page.locator('.result[data-phase=done]').waitFor();
  };

  await faults.part(`${code}: catalog`, async () => {
    const fetched = languagesFetched(page);
    await page.goto(`${origin}/`);
    await page.getByRole('heading', { level: 1, name: words.catalog.title }).waitFor();
    await page.locator('a.card').first().waitFor();
    faults.equal([...fetched], [code], 'languages fetched');
    faults.equal(await page.locator('.card-title:not([lang=en]), .card-summary:not([lang=en])').count(), 0, 'unmarked');
    faults.equal(await headOf(page), [words.head.about, 'Tool Execution API', code], 'description, title, manifest');
    await page.getByPlaceholder(words.catalog.placeholder).fill('case converter');
    await page.getByRole('heading', { name: words.catalog.bestFirst }).waitFor();
    await page.getByRole('button', { name: words.frame.language }).click();
    await page.locator('.language-list').waitFor();
    await lookAt('catalog');
  });

  await faults.part(`${code}: a text tool, its result and its fault`, async () => {
    await runExample('case-converter');
    const facts = await page.locator('.facts li').allInnerTexts();
    faults.holds(facts.includes(words.tool.textUpTo(INPUT_CHARACTERS)), `facts: ${facts.join(', ')}`);
    for (const place of ['h1', '.tool-head .lead', '.option .label', '.option .about']) {
      faults.equal(await page.locator(place).first().getAttribute('lang'), 'en', `${place}: marked`);
    }
    await lookAt('case-converter');
    await page.getByRole('button', { name: words.form.clearAll }).click();
    await page.getByRole('button', { name: words.form.run, exact: true }).click();
    await page.locator('#input-fault p[lang=en]').waitFor();
  });

  await faults.part(`${code}: a file tool and its result`, async () => {
    await runExample('merge-pdf');
    await page.locator('canvas[data-drawn]').first().waitFor();
    await page.locator('.result').getByRole('button', { name: words.common.save }).first().waitFor();
    await lookAt('merge-pdf', false);
  });

  // The same in every language: once is enough.
  if (code !== 'de') return;
  await faults.part(`${code}: another language is chosen and kept, and the form with it`, async () => {
    await page.goto(`${origin}/tools/case-converter`);
    await page.evaluate(() => {
      window.name = 'keeps forms';
    });
    await page.locator('#input').fill('kept over the change');
    const isIn = (lang: LanguageCode) =>
      page.waitForFunction((expected) => document.documentElement.lang === expected, lang);
    await page.getByRole('button', { name: words.frame.language }).press('Enter');
    await page.locator('.language[aria-pressed=true]:focus').waitFor();
    await page.keyboard.press('ArrowUp');
    faults.equal(await page.locator(':focus').innerText(), LANGUAGES.en.name, 'reached by arrow keys');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    faults.equal(await page.locator('#input').inputValue(), 'kept over the change', 'text');
    await page.goto(`${origin}/docs`);
    const english = await LANGUAGES.en.load();
    await page.getByRole('heading', { level: 1, name: english.docs.title }).waitFor();
    // The service has answered in the browser's language, which is not the chosen one.
    faults.equal(await headOf(page), [english.head.docsAbout, 'HTTP API · Tool Execution API', 'en'], 'chosen');
    await page.getByRole('button', { name: english.frame.language }).click();
    await page.keyboard.press('Escape');
    faults.equal(await page.locator('.language-list').count(), 0, 'lists after Escape');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: LANGUAGES[code].name }).press('Enter');
    await isIn(code);
    await page.goto(`${origin}/tools/case-converter`);
    await page.getByRole('button', { name: words.form.run, exact: true }).waitFor();
  });
}

/** What a page says outside of its body: description, title, and the language of the application's manifest. */
async function headOf(page: Page): Promise<readonly (string | undefined)[]> {
  const [description, title, manifest] = await page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
    const { lang } = (await (await fetch(address)).json()) as { lang: string };
    return [document.querySelector<HTMLMetaElement>('meta[name=description]')?.content, document.title, lang] as const;
  });
  return [description, title, manifest];
}

/** Languages whose words are fetched from now on. */
function languagesFetched(page: Page): Set<string> {
  const fetched = new Set<string>();
  page.on('request', (request) => {
    const code = /\/(\w\w)\.data-[^/]*\.js$/.exec(request.url())?.[1];
    if (code !== undefined) fetched.add(code);
  });
  return fetched;
}

const stringsOf = (words: object): string[] =>
  Object.values(words).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? stringsOf(value) : [],
  );

/** Phrases that no page in this language has a reason to say. */
function englishPhrases(english: Words, own: Words): string[] {
  const known = new Set(stringsOf(own));
  return stringsOf(english).filter((phrase) => !known.has(phrase));
}

/** English phrases that are on the page without being marked, as texts or in what is spoken and shown of controls. */
const leftInEnglish = (page: Page, phrases: readonly string[]): Promise<string[]> =>
  page.evaluate((list) => {
    const english = new Set(list.map((phrase) => phrase.trim()));
    const said: [Element | null, string][] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      said.push([node.parentElement, node.textContent?.trim() ?? '']);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        said.push([element, element.getAttribute(name) ?? '']);
      }
    }
    return said.flatMap(([element, text]) =>
      english.has(text) && element?.closest('[lang=en], script, noscript, code, pre, section.scroll-table') === null
        ? [`${text} in ${element.outerHTML.slice(0, 80)}`]
        : [],
    );
  }, phrases);
