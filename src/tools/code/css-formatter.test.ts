import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { installedFiles } from '../../testing/installed-files.js';
import { runTool } from '../../testing/run-tool.js';
import { randomStyleSheet } from '../../testing/style-sheets.js';
import tool from './css-formatter.js';

/** What a style sheet says, in the normal form of another program, which keeps the case of units and spaces after colons. */
const meaning = (css: string): string =>
  transformSync(css, { loader: 'css', minify: true, legalComments: 'none', logLevel: 'silent' })
    .code.toLowerCase()
    .replaceAll(': ', ':');

async function expectSameMeaning(css: string, name: string): Promise<void> {
  const { text, message } = await runTool(tool, { input: css, options: { language: 'css' } });
  expect(message, name).toBeUndefined();
  expect(meaning(text ?? ''), name).toBe(meaning(css));
  expect((await runTool(tool, { input: text ?? '', options: { language: 'css' } })).text, name).toBe(text);
}

describe('what a style sheet says stays', () => {
  inRounds('files of packages', [3, 500], async (count) => {
    for (const { name, text } of installedFiles(['.css'], count, 200_000)) await expectSameMeaning(text, name);
  });

  inRounds('random style sheets', [5, 1000], async (count) => {
    for (let seed = 0; seed < count; seed += 1) {
      const css = randomStyleSheet(chanceOf(seed));
      await expectSameMeaning(css, css);
    }
  });
});

it.each([
  ['$a: 1px;', 'SCSS'],
  ['.a { @extend .b; }', 'SCSS'],
  ['@w: 1px;', 'Less'],
  ['.a { .mixin(); }', 'Less'],
  ['@media (a) { b { c: d } }', 'CSS'],
  ['// line\na { b: c }', 'SCSS'],
])('%j is told as %s', async (sheet, language) => {
  const { message } = await runTool(tool, { input: `${sheet}\n}` });
  expect(message).toMatch(`Cannot format property "input" as ${language}: `);
});

it.each([
  '\r'.repeat(500_000),
  ' \n'.repeat(400_000),
  'a'.repeat(900_000),
  `/*${'x'.repeat(100_000)}`,
  '"'.repeat(9_999),
  'a{b:url('.repeat(2_000),
  '\0\ud800{}',
])('%.10j is answered', async (input) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});

it('says no more of a fault of the package than that the text is at fault', async () => {
  const { message } = await runTool(tool, {
    input: 'a {\n  color: red;\n {\n  color: red;\n}}\n',
    options: { language: 'css' },
  });
  expect(message).toMatch(/^Cannot format property "input" as CSS: it does not follow the grammar/);
});
