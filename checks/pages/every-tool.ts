import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Page } from 'playwright-core';

import type { PageIndexTool } from '../../src/core/pages.js';
import type { Example, Tool } from '../../src/core/tool.js';
import { sampleOfTools } from '../../src/testing/sample.js';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { say } from './check.js';
import { ROOT } from './services.js';
import { ToolPage } from './tool-page.js';
import { widthsOfTool } from './widths.js';

interface Answer {
  readonly result: {
    readonly text: string | null;
    readonly data?: unknown;
    readonly files: readonly {
      readonly name: string;
      readonly mime: string;
      readonly bytes: number;
      readonly base64: string;
    }[];
  };
}

type Success = Extract<Example, { readonly output: unknown }>;

/**
 * The page of every tool of the catalog, or of a sample of many: opened, its first example that has a result filled in and run. The
 * answer must be the declared one, and the page must show it, and be as wide as its window at most. New tools are covered by being in
 * the catalog.
 */
export async function everyTool(origin: string, page: Page, faults: Faults): Promise<void> {
  const index = (await (await fetch(`${origin}/pages/index.json`)).json()) as {
    readonly tools: readonly PageIndexTool[];
  };
  // What a run says on its way has its own tests: here the answer is compared, which comes whole.
  await page.route('**/api/v1/tools/*/run', (route) =>
    route.continue({ headers: { ...route.request().headers(), accept: 'application/json' } }),
  );
  const times: { readonly id: string; readonly ms: number }[] = [];
  let run = 0;
  const tools = sampleOfTools(index.tools);
  for (const tool of tools) {
    const started = performance.now();
    try {
      if (await oneTool(origin, page, tool, faults)) run += 1;
    } catch (error) {
      faults.list.push(`${tool.id}: ${error instanceof Error ? error.message.split('\n')[0] : 'failed'}`);
    }
    times.push({ id: tool.id, ms: performance.now() - started });
  }
  const slowest = [...times].sort((a, b) => b.ms - a.ms).slice(0, 3);
  const total = times.reduce((sum, { ms }) => sum + ms, 0);
  say(
    `   ${tools.length} of ${index.tools.length} pages opened, ${run} first examples run, ${(total / 1000).toFixed(1)} s; slowest: ${slowest
      .map(({ id, ms }) => `${id} ${(ms / 1000).toFixed(1)} s`)
      .join(', ')}`,
  );
}

async function oneTool(
  origin: string,
  page: Page,
  { id, family, title }: PageIndexTool,
  faults: Faults,
): Promise<boolean> {
  const source = join(ROOT, 'src/tools', family, `${id}.ts`);
  const view = new ToolPage(page, origin);
  await view.open(id);
  faults.equal(await page.getByRole('heading', { level: 1 }).innerText(), title, `${id}: heading`);
  if (!existsSync(source)) return false;
  const { default: tool } = (await import(pathToFileURL(source).href)) as { readonly default: Tool };
  const example = tool.examples.find((known): known is Success => 'output' in known);
  if (example === undefined) {
    faults.list.push(`${id}: no example with a result`);
    return false;
  }
  await view.example();
  const response = await view.run();
  faults.equal(response.status(), 200, `${id}: status`);
  const { result } = (await response.json()) as Answer;
  compareWithDeclaration(id, example, result, isRepeatable(source), faults);
  await compareWithPage(id, page, result, faults);
  faults.list.push(...(await accessibilityFaults(page, id)));
  await widthsOfTool(view, id, faults);
  return true;
}

/** A tool that takes the time or chance answers differently each time; the harness fixes both, a service does not. */
const isRepeatable = (source: string): boolean => !/\b(now|random)\b/.test(readFileSync(source, 'utf8'));

function compareWithDeclaration(
  id: string,
  { output }: Success,
  result: Answer['result'],
  repeatable: boolean,
  faults: Faults,
): void {
  const { text, data, files = [] } = output;
  faults.equal(
    result.files.map(({ name, mime }) => ({ name, mime })),
    files.map(({ name, mime }) => ({ name, mime })),
    `${id}: files`,
  );
  if (!repeatable) return;
  if (text !== undefined) faults.equal(result.text, text, `${id}: text`);
  if (data !== undefined) faults.equal(result.data, data, `${id}: data`);
  for (const [index, { base64, bytes, text: content }] of files.entries()) {
    const file = result.files[index];
    if (base64 !== undefined) faults.equal(file?.base64, base64, `${id}: content of file ${index + 1}`);
    if (bytes !== undefined) faults.equal(file?.bytes, bytes, `${id}: size of file ${index + 1}`);
    if (content !== undefined) {
      faults.equal(Buffer.from(file?.base64 ?? '', 'base64').toString(), content, `${id}: text of file ${index + 1}`);
    }
  }
}

const MAX_DRAWN = 100_000;
const MAX_ROWS = 50;

async function compareWithPage(id: string, page: Page, result: Answer['result'], faults: Faults): Promise<void> {
  const names = await page.locator('.result-row .file-title').allInnerTexts();
  faults.equal(
    names,
    result.files.slice(0, MAX_ROWS).map(({ name }) => name),
    `${id}: files on the page`,
  );
  const { text } = result;
  if (text !== null && Object.hasOwn(result, 'data')) {
    await page.locator('.result .segment', { hasText: 'JSON' }).click();
  }
  // Tables, changes and drawings are looked at first.
  const asText = page.locator('.answer > .result-part .segment', { hasText: /^Text$/ });
  if ((await asText.count()) > 0) await asText.click();
  // A text that came as a file too is shown with the file.
  const isRepeated =
    text !== null &&
    !Object.hasOwn(result, 'data') &&
    result.files.length === 1 &&
    Buffer.from(result.files[0]?.base64 ?? '', 'base64').toString() === text;
  if (isRepeated) faults.equal(await page.locator('.answer > .result-part').count(), 0, `${id}: texts shown twice`);
  else if (text !== null && text !== '' && text.length < MAX_DRAWN) {
    const shown = await page.locator('.answer > .result-part pre').last().textContent();
    faults.equal(shown, text, `${id}: text on the page`);
  }
  const notes = await page.locator('.result .hint').allInnerTexts();
  for (const note of notes) {
    faults.holds(!/cannot be (shown|drawn|read)|cannot show/.test(note), `${id}: the page says "${note}"`);
  }
}
