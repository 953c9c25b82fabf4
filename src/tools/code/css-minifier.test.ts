import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../testing/browser.js';
import { chanceOf } from '../../testing/chance.js';
import { sameStyles } from '../../testing/computed-styles.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { installedFiles } from '../../testing/installed-files.js';
import { runTool } from '../../testing/run-tool.js';
import { randomStyleSheet } from '../../testing/style-sheets.js';
import tool from './css-minifier.js';

async function minified(css: string): Promise<string> {
  const { text, message } = await runTool(tool, { input: css });
  expect(message, css).toBeUndefined();
  return text ?? '';
}

describe('what a style sheet does stays', () => {
  exhaustive.skipIf(!hasBrowser('that style sheets mean the same'))('in a browser', async () => {
    const pairs: [string, string][] = [];
    for (let seed = 0; seed < 500; seed += 1) {
      const css = randomStyleSheet(chanceOf(seed))
        .replaceAll('filter:progid:x', 'filter:none')
        .replaceAll(/(?:.3|1)s\b/g, '0s');
      pairs.push([css, await minified(css)]);
    }
    const same = sameStyles(pairs);
    expect(same).toHaveLength(500);
    expect(pairs.filter((_, at) => same[at] === false)).toEqual([]);
  });

  inRounds('never longer, and readable', [3, 500], async (count) => {
    for (const { name, text } of installedFiles(['.css'], count, 200_000)) {
      // Sheets of the past have *zoom and the like.
      const { text: after, message } = await runTool(tool, { input: text, options: { skipInvalid: true } });
      expect(message, name).toBeUndefined();
      if (after === null) continue;
      expect(after.length, name).toBeLessThanOrEqual(text.length);
      expect(transformSync(after, { loader: 'css', logLevel: 'silent' }).warnings, name).toEqual([]);
      expect(await minified(after), name).toBe(after);
    }
  });
});

it.each([
  ['a{&:hover{x:y}color:blue}', 'a{&:hover{x:y}color:#00f}'],
  ['@media (400px<=width<=700px){a{b:c}}', '@media (400px<=width<=700px){a{b:c}}'],
  ['@media (min-width:1px) and (max-width:2px){a{b:c}}', '@media (min-width:1px) and (max-width:2px){a{b:c}}'],
  ['@container (width > 1px){a{b:c}}', '@container (width>1px){a{b:c}}'],
  ['@tailwind base;', '@tailwind base;'],
  ['a{--x:  #FFF }', 'a{--x:#fff}'],
  ['/*! keep */a{b:c}/* drop */', '/*! keep */\na{b:c}'],
  ['a{content:"\ud83d\ude00"}', 'a{content:"\ud83d\ude00"}'],
])('%s is minified as it is', async (css, text) => {
  expect(await minified(css)).toBe(text);
});

it('a source map names the source', async () => {
  const { files, text } = await runTool(tool, { input: 'a { b: c }', options: { sourceMap: true } });
  expect(text).toBe('a{b:c}\n/*# sourceMappingURL=input.min.css.map */\n');
  expect(JSON.parse(String(files[0]?.bytes))).toMatchObject({ version: 3, sources: ['input.css'], mappings: 'AAAA' });
});

it.each([
  '\r'.repeat(500_000),
  'a'.repeat(900_000),
  '/*'.repeat(100_000),
  '"'.repeat(99_999),
  'a{b:url('.repeat(20_000),
  ':not('.repeat(3_000),
  '@media print{'.repeat(20_000),
  'a{b:calc('.repeat(20_000),
  '\0\ud800{}',
  `a{b:${'['.repeat(100_000)}}`,
])('%.10j is answered', async (input) => {
  for (const skipInvalid of [false, true])
    expect([200, 400, 413]).toContain((await runTool(tool, { input, options: { skipInvalid } })).status);
});
