import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findChromium } from '../runner/installed-programs.js';
import { runProgram } from './programs.js';
import { noteUntested } from './untested.js';

const chromium = findChromium(process.env);

/** Whether there is a browser to ask. Where there is none, prints what that leaves untested. */
export function hasBrowser(untested: string): boolean {
  if (chromium === undefined) noteUntested('chromium', untested);
  return chromium !== undefined;
}

/**
 * What a script gives (`return …`, it may `await`) in a page of a browser, with `value` as `data`. `body` is the page's HTML before the
 * script. Its timers run fast.
 */
export function inBrowser<Result>(script: string, value: unknown, body = ''): Result {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'));
  try {
    const path = join(folder, 'page.html');
    const run = `
      const data = ${JSON.stringify(value).replaceAll('<', '\\u003c')};
      const work = async () => { ${script} };
      work().then((result) => ({ result }), (error) => ({ fault: String(error) })).then((told) => { document.documentElement.innerHTML = '<body>' + ['told', encodeURIComponent(JSON.stringify(told)), 'end'].join(':'); });`;
    writeFileSync(path, `<!doctype html><meta charset="utf-8"><body>${body}<script>${run}</script>`);
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=20000', '--dump-dom'];
    const profile = `--user-data-dir=${folder}/profile`;
    const dom = runProgram(chromium ?? 'chromium', [...args, profile, `file://${path}`]).toString();
    const told = /told:([^:]*):end/.exec(dom)?.[1];
    if (told === undefined) throw new Error(`the script told nothing: ${dom.slice(0, 1000)}`);
    const { result, fault } = JSON.parse(decodeURIComponent(told)) as { result: Result; fault?: string };
    if (fault !== undefined) throw new Error(`the script failed: ${fault}`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
