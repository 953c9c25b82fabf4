import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { installedFiles } from '../../testing/installed-files.js';
import { runProgram } from '../../testing/programs.js';
import { printedByNode, randomScript } from '../../testing/random-scripts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './javascript-minifier.js';

const STYLES = [
  {},
  { topLevel: true },
  { compress: false },
  { mangle: false, target: 'es5' },
  { keepNames: true, comments: 'all', topLevel: true },
];

describe('a program does the same', () => {
  inRounds('random programs', [2, 500], async (count) => {
    const programs = Array.from({ length: count }, (_, seed) => randomScript(chanceOf(seed)));
    const before = printedByNode(programs);
    for (const options of STYLES) {
      const minified: string[] = [];
      for (const input of programs) {
        const { text, message } = await runTool(tool, { input, options });
        expect(message, input).toBeUndefined();
        minified.push(text ?? '');
      }
      const after = printedByNode(minified);
      for (const [at, printed] of before.entries()) expect(after[at], programs[at]).toBe(printed);
    }
  });

  exhaustive('modules of packages export the same', async () => {
    const shape = `
      const told = (value, depth = 0) =>
        value !== null && (typeof value === 'object' || typeof value === 'function') && depth < 3
          ? [typeof value, value.length, Object.keys(value).sort().map((key) => [key, told(value[key], depth + 1)])]
          : typeof value === 'object' || typeof value === 'function' ? 'deep' : String(value);
      const { texts } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
      process.stdout.write('\\n\\0' + JSON.stringify(texts.map((text) => {
        const module = { exports: {} };
        try { new Function('module', 'exports', 'require', text)(module, module.exports, require); } catch (error) { return 'threw'; }
        return JSON.stringify(told(module.exports));
      })));`;
    const texts: string[] = [];
    const minified: string[] = [];
    for (const { text } of installedFiles(['.cjs', '.js'], 400)) {
      if (/^\s*(?:import|export)\s|\bprocess\.(?:exit|argv|std)|\.on\('exit'/m.test(text)) continue;
      const { text: after } = await runTool(tool, { input: text });
      if (after === null) continue;
      texts.push(text);
      minified.push(after);
    }
    const read = (list: readonly string[]): readonly string[] =>
      // Some modules print when they are loaded.
      JSON.parse(
        runProgram(process.execPath, ['-e', shape], JSON.stringify({ texts: list }))
          .toString()
          .split('\n\0')
          .at(-1) ?? '',
      );
    expect(read(minified)).toEqual(read(texts));
    expect(texts.length).toBeGreaterThan(150);
  });
});

it('a source map leads back to the source', async () => {
  const input = 'function add(first, second) {\n  return first + second;\n}\n';
  const { text, files } = await runTool(tool, { input, options: { sourceMap: true } });
  expect(text).toBe('function add(n,d){return n+d}\n//# sourceMappingURL=input.min.js.map');
  expect(JSON.parse(String(files[0]?.bytes))).toMatchObject({
    version: 3,
    file: 'input.min.js',
    sources: ['input.js'],
    sourcesContent: [input],
    names: ['add', 'first', 'second'],
  });
});

it.each([
  '\r'.repeat(900_000),
  'a'.repeat(900_000),
  '/*'.repeat(100_000),
  '"'.repeat(9_999),
  '`${'.repeat(20_000),
  'f(()=>'.repeat(20_000),
  `${'a+'.repeat(50_000)}b`,
  '\0\ud800',
  'x=`\ud800`',
  '<!-- a',
])('%.10j is answered', async (input) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});

exhaustive('what would take for ever is given up', async () => {
  const { status, message } = await runTool(tool, { input: `${'if(a)'.repeat(900)}b` });
  expect([status, message]).toEqual([413, 'The programs must be minified within 9 seconds; shorter ones are faster']);
});

it.each([
  ['function area(wid', 'line 1, column 18: unexpected end, "," expected'],
  ['f(a b)', 'line 1, column 5: unexpected "b", "," expected'],
  ['let x = 1 2', 'line 1, column 11: unexpected "2"'],
])('says what is wrong with %s', async (input, expected) => {
  const { message } = await runTool(tool, { input });
  expect(message?.split('\n')[0]).toBe(`Cannot minify property "input": ${expected}`);
});
