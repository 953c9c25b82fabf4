import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findChromium } from '../runner/installed-programs.js';
import { runProgram } from './programs.js';
import { noteUntested } from './untested.js';

const chromium = findChromium(process.env);
if (chromium === undefined) noteUntested('chromium', 'that style sheets mean the same');

/** Whether there is a browser to ask. */
export const hasBrowser = chromium !== undefined;

const PROPERTIES =
  'color margin-top margin-left padding-right padding-left width background-image background-repeat font-style font-weight font-size font-family line-height content transition-property transition-duration --gap grid-template-areas transform top left inset filter display'.split(
    ' ',
  );

const PAGE = `<div id="main" class="a b"><a href="http://x" class="card">1</a><p data-x="1">2</p><ul><li>3</li><li class="c">4</li><li>5</li></ul>
<h1>6</h1><h2>7<em>8</em></h2><x-y></x-y><z></z><p class="card">9</p><a>10</a><em class="c">11</em></div>`;

const SCRIPT = (pairs: readonly (readonly [string, string])[]) => `
  const pairs = ${JSON.stringify(pairs).replaceAll('<', '\\u003c')};
  const told = [];
  const style = document.createElement('style');
  document.head.append(style);
  const page = document.body.innerHTML;
  const read = (text) => {
    style.textContent = text;
    document.body.innerHTML = page;
    const said = [];
    for (const element of document.body.querySelectorAll('div, div *'))
      for (const pseudo of ['', '::before']) {
        const computed = getComputedStyle(element, pseudo);
        said.push(${JSON.stringify(PROPERTIES)}.map((name) => computed.getPropertyValue(name).trim()).join(';'));
      }
    return said.join('\\n');
  };
  for (const [before, after] of pairs) told.push(read(before) === read(after) ? 1 : 0);
  document.body.textContent = 'told:' + told.join('') + '.';
`;

/** For each pair of style sheets, whether a browser computes the same styles for the elements of a page. Transitions must take no time. */
export function sameStyles(pairs: readonly (readonly [string, string])[]): readonly boolean[] {
  const folder = mkdtempSync(join(tmpdir(), 'computed-styles-'));
  try {
    const path = join(folder, 'page.html');
    writeFileSync(path, `<!doctype html><meta charset="utf-8"><body>${PAGE}<script>${SCRIPT(pairs)}</script>`);
    const args = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}/profile`, '--dump-dom'];
    const dom = runProgram(chromium ?? 'chromium', [...args, `file://${path}`]).toString();
    return [...(/told:([01]*)\./.exec(dom)?.[1] ?? '')].map((digit) => digit === '1');
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
