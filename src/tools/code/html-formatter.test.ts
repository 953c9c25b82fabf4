import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { randomHtml, shownBy } from '../../testing/html-documents.js';
import { installedFiles } from '../../testing/installed-files.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './html-formatter.js';

const options = { language: 'html', embedded: false };

describe('what a browser shows stays', () => {
  inRounds('files of packages', [1, 100], async (count) => {
    for (const { name, text } of installedFiles(['.html'], count, 100_000)) {
      const { text: after, message } = await runTool(tool, { input: text, options });
      if (message?.includes('unexpected closing tag')) continue;
      expect(message, name).toBeUndefined();
      expect(shownBy(after ?? ''), name).toBe(shownBy(text));
    }
  });

  inRounds('random documents', [3, 500], async (count) => {
    let formatted = 0;
    for (let seed = 0; seed < count; seed += 1) {
      const html = randomHtml(chanceOf(seed));
      const { text, message } = await runTool(tool, { input: html, options });
      // A list item with nothing but <br> and no end tag is not told from the next one.
      if (message?.includes('would not be read as this text is')) continue;
      expect(message, html).toBeUndefined();
      formatted += 1;
      expect(shownBy(text ?? ''), html).toBe(shownBy(html));
      expect((await runTool(tool, { input: text ?? '', options })).text, html).toBe(text);
    }
    expect(formatted).toBeGreaterThan(0.9 * count);
  });
});

it.each([
  ['<template><b/></template><script></script>', '<template><b /></template>\n<script></script>\n'],
  ['<template><b>x</b></template>', '<template><b>x</b></template>\n'],
  ['{{! note }}{{#each a as |b|}}<i>{{b}}</i>{{/each}}', '{{! note }}{{#each a as |b|}}<i>{{b}}</i>{{/each}}'],
  ['<p>{{ a }}</p>', '<p>{{ a }}</p>\n'],
])('%s is formatted as what it is', async (input, text) => {
  expect((await runTool(tool, { input })).text).toBe(text);
});

it('a script that is not well-formed stays as written', async () => {
  const { text } = await runTool(tool, { input: '<script>let  1</script><style>a{b:c</style>' });
  expect(text).toContain('let  1');
});

it.each([
  '\r'.repeat(500_000),
  ' \n'.repeat(200_000),
  'a'.repeat(300_000),
  '<'.repeat(50_000),
  '<!--'.repeat(10_000),
  '<a b="'.repeat(2_000),
  '<p>'.repeat(300),
  '{{'.repeat(5_000),
  '{{#if a}}'.repeat(300),
  '\0\ud800<p>\0',
  `<script>${'['.repeat(20_000)}</script>`,
  `<style>${'a{'.repeat(20_000)}</style>`,
])('%.10j is answered', async (input) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});
