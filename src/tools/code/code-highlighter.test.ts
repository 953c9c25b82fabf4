import { createOnigurumaEngine } from '@shikijs/engine-oniguruma';
import { codeToTokensBase, createShikiPrimitive } from '@shikijs/primitive';
import { expect, it } from 'vitest';

import { CODE_LANGUAGES, CODE_THEMES, openHighlighter } from '../../engines/code/highlighter.js';
import { elementsBelow, parseHtml, textBelow } from '../../engines/xml/html-document.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { installedFiles } from '../../testing/installed-files.js';
import { runTool } from '../../testing/run-tool.js';
import { codeTime } from './_code-options.js';
import tool from './code-highlighter.js';

const KINDS = [
  ['.ts', 'typescript'],
  ['.mjs', 'javascript'],
  ['.json', 'json'],
  ['.md', 'markdown'],
  ['.css', 'css'],
  ['.html', 'html'],
  ['.py', 'python'],
  ['.sh', 'bash'],
  ['.yml', 'yaml'],
  ['.c', 'c'],
  ['.rs', 'rust'],
  ['.xml', 'xml'],
] as const;

/** Of half of the kinds where there is one of each. */
const files = (count: number) =>
  KINDS.slice(0, count === 1 ? 6 : KINDS.length).flatMap(([ending, language]) =>
    installedFiles([ending], count, 12_000).map(({ name, text }) => ({
      name,
      language,
      text: text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, ''),
    })),
  );

exhaustive('Oniguruma finds the same tokens', async () => {
  const rounds = 20;
  const engine = await createOnigurumaEngine(import('@shikijs/engine-oniguruma/wasm-inlined'));
  const theme = (await import('@shikijs/themes/github-dark')).default;
  let compared = 0;
  for (const { name, language, text } of files(rounds)) {
    const grammar = (await import(`@shikijs/langs/${language}`)).default;
    const primitive = createShikiPrimitive({ langs: [grammar], themes: [theme], engine });
    const theirs = codeToTokensBase(primitive, text, {
      lang: language,
      theme: 'github-dark',
      tokenizeMaxLineLength: 5000,
      tokenizeTimeLimit: 0,
    });
    const { lines, foreground } = (await openHighlighter(language, 'github-dark'))(text, codeTime());
    expect(
      lines.map((line) => line.map((token) => [token.text, token.color])),
      name,
    ).toEqual(
      theirs.map((line) =>
        line
          // Empty ones are not kept; one in a line that is too long has no colour.
          .filter(({ content }) => content !== '')
          .map(({ content, color }) => [content, (color || foreground).toLowerCase()]),
      ),
    );
    compared++;
  }
  expect(compared).toBeGreaterThan(rounds * 4);
});

exhaustive('the text of the result is the code', async () => {
  for (const { name, language, text } of files(10)) {
    const html = (await runTool(tool, { input: text, options: { language } })).text ?? '';
    const [pre] = elementsBelow(parseHtml(html), 'pre');
    expect(pre && textBelow(pre), name).toBe(text.replaceAll('\0', '\ufffd'));
    const ansi =
      (await runTool(tool, { input: text, options: { language, format: 'ansi', theme: 'nord' } })).text ?? '';
    expect(ansi.replace(/\u001b\[[\d;]*m/g, ''), name).toBe(`${text}\n`);
  }
});

it('keeps empty lines at the start', async () => {
  for (const text of ['\na', '\n\na\n', '\n']) {
    const html = (await runTool(tool, { input: text, options: { language: 'javascript' } })).text ?? '';
    const [pre] = elementsBelow(parseHtml(html), 'pre');
    expect(pre && textBelow(pre)).toBe(text);
  }
});

exhaustive('every language and every theme can be loaded', async () => {
  for (const language of CODE_LANGUAGES) {
    const { lines } = (await openHighlighter(language, 'nord'))('a = "b" // c\n<d>1</d>', codeTime());
    expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n'), language).toBe(
      'a = "b" // c\n<d>1</d>',
    );
  }
  for (const theme of CODE_THEMES) {
    const { lines, background } = (await openHighlighter('json', theme))('{"a": 1}', codeTime());
    for (const color of [background, ...lines.flat().map((token) => token.color)])
      expect(color, theme).toMatch(/^#[\da-f]{6}(?:[\da-f]{2})?$/);
  }
});

it.each([
  ['#!/usr/bin/env python3\nprint(1)', 'python'],
  ['{"a": [1]}', 'json'],
  ['<!DOCTYPE html><p>', 'html'],
  ['SELECT a FROM b', 'sql'],
  ['package main\n\nimport "fmt"\n', 'go'],
  ['def f(a):\n    return a\n', 'python'],
  ['const a = 1;\n', 'javascript'],
  ['plain words only', 'text'],
])('auto is told by signs: %j is %s', async (input, language) => {
  const guessed = await runTool(tool, { input });
  expect(guessed.text).toBe((await runTool(tool, { input, options: { language } })).text);
});

exhaustive.each<readonly [string, string]>([
  ['javascript', '('.repeat(4000)],
  ['javascript', '`${'.repeat(20_000)],
  ['markdown', '*'.repeat(4900)],
  ['markdown', '> '.repeat(2400)],
  ['html', '<b '.repeat(100_000)],
  ['yaml', `${'- '.repeat(2400)}a`],
  ['php', '<?php '.repeat(20_000)],
  ['python', `${'f"{'.repeat(1500)}\n`.repeat(3)],
  ['cpp', 'template<'.repeat(500)],
  ['text', 'x'.repeat(999_999)],
  ['json', '\n'.repeat(300_000)],
  ['latex', '$'.repeat(4900)],
])('%s that is hostile, %#', async (language, input) => {
  expect([200, 413]).toContain((await runTool(tool, { input, options: { language } })).status);
});
