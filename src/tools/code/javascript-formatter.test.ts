import { isDeepStrictEqual } from 'node:util';

import { type Loader, transformSync } from 'esbuild';
import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as typescript from 'prettier/plugins/typescript';
import * as prettier from 'prettier/standalone';
import { describe, expect, it } from 'vitest';

import { inRounds, inRows } from '../../testing/exhaustive.js';
import { installedFiles } from '../../testing/installed-files.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './javascript-formatter.js';

const { parse } = (
  prettier as unknown as {
    readonly __debug: {
      readonly parse: (code: string, options: object, how: object) => Promise<{ readonly ast: unknown }>;
    };
  }
).__debug;

/** The tree of a program as the package itself compares it in its own tests: brackets and types that matter are in it. */
const treeOf = async (code: string, loader: Loader): Promise<unknown> =>
  (
    await parse(
      code,
      { parser: loader === 'ts' ? 'typescript' : 'babel', plugins: [babel, estree, typescript] },
      { massage: true },
    )
  ).ast;

/**
 * What a program says, in the layout of another program; `undefined` where that does not read it. That keeps brackets around
 * functions, which make engines compile them at once, quotes around keys, and the order of flags.
 */
function meaning(code: string, loader: Loader): string | undefined {
  try {
    const { code: said } = transformSync(code, {
      loader,
      minifyWhitespace: true,
      minifySyntax: true,
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'silent',
    });
    return (
      said
        .replace(/\/(?:mg|ig)\b/g, (flags) => (flags === '/mg' ? '/gm' : '/gi'))
        // One writes `return(async…`, the other `return async…`.
        .replace(/([\w$\u0080-\uffff])[()]+(?=[\w$\u0080-\uffff])/g, '$1 ')
        .replace(/[()]/g, '')
        .replace(/"([\w$\u0080-\uffff]+)":/g, '$1:')
    );
  } catch {
    return undefined;
  }
}

/** How many files there were, at most `count`, and how many of them were formatted otherwise the second time. */
async function checkFiles(endings: readonly string[], loader: Loader, count: number) {
  let files = 0;
  let unsettled = 0;
  // Some are not what their ending says, or too deep.
  for (const { name, text } of installedFiles(endings, Math.ceil(1.2 * count) + 4)) {
    if (files === count) break;
    const before = meaning(text, loader);
    const language = loader === 'ts' ? 'typescript' : 'javascript';
    const { text: after, message, status } = await runTool(tool, { input: text, options: { language } });
    if (before === undefined || status === 413) continue;
    expect(message, name).toBeUndefined();
    expect(meaning(after ?? '', loader), name).toBe(before);
    expect(isDeepStrictEqual(await treeOf(after ?? '', loader), await treeOf(text, loader)), name).toBe(true);
    files += 1;
    // Files of white space alone become an empty text, which is not taken as input.
    if (after === '') continue;
    if ((await runTool(tool, { input: after ?? '', options: { language } })).text !== after) unsettled += 1;
  }
  return { files, unsettled };
}

describe('what a program says stays', () => {
  inRounds('JavaScript of packages', [2, 600], async (count) => {
    const { files, unsettled } = await checkFiles(['.js', '.mjs', '.cjs'], 'js', count);
    expect(files).toBe(count);
    expect(unsettled).toBeLessThanOrEqual(files / 100);
  });

  inRounds('TypeScript of packages', [2, 300], async (count) => {
    const { files, unsettled } = await checkFiles(['.ts', '.mts', '.cts', '.tsx'], 'ts', count);
    expect(files).toBe(count);
    expect(unsettled).toBeLessThanOrEqual(files / 100);
  });
});

it.each([
  ['{"a":1}', '{ "a": 1 }\n'],
  ['[1,2]', '[1, 2]\n'],
  ['[a,b]', '[a, b];\n'],
  ['{a}', '{\n  a;\n}\n'],
  ['type A={+x:number}', 'type A = { +x: number };\n'],
  ['let x:number=1', 'let x: number = 1;\n'],
  ['<a>{b}</a>', '<a>{b}</a>;\n'],
])('%s is told for what it is', async (input, text) => {
  expect((await runTool(tool, { input })).text).toBe(text);
});

inRows(6, [
  '"'.repeat(9_999),
  'f(()=>'.repeat(150) + ')'.repeat(150),
  `${'a<'.repeat(300)}b${'>'.repeat(300)}()`,
  '`${'.repeat(2_000),
  '\0\ud800',
  `{${'\n'.repeat(20_000)}`,
  '\r'.repeat(900_000),
  ' \n'.repeat(400_000),
  'a'.repeat(900_000),
  '/*'.repeat(100_000),
])('what is hostile is answered, %#', async (input) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});
