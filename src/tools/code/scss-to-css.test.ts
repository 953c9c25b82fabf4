import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { minifyStyleSheet, minifyTime } from '../../engines/code/lightning-css.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './scss-to-css.js';

const folder = mkdtempSync(join(tmpdir(), 'scss-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function compiled(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { text, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return text ?? '';
}

/** Layout apart: both are read by a third engine. */
const canonical = (css: string): string => minifyStyleSheet(css, { skipInvalid: false }, minifyTime()).text;

/** Style sheets of what LibSass and Dart Sass define alike: variables, nesting, mixins, functions, lists, maps, control, placeholders. */
function randomScss(seed: number): string {
  const chance = chanceOf(seed);
  const pick = <Value>(list: readonly Value[]): Value => list[chance(list.length)] as Value;
  const number = () => `${chance(40)}${pick(['px', 'em', '%', ''])}`;
  const value = () =>
    pick([
      () => number(),
      () => `$a + ${chance(9)}px`,
      () => `double(${chance(9)}px)`,
      () => `nth($list, ${1 + chance(3)})`,
      () => `map-get($map, ${pick(['k', 'l'])})`,
      () => `percentage(0.${1 + chance(9)})`,
      () => `if(${pick(['true', 'false'])}, 1px, 2px)`,
      () => `#{"a" + ${chance(9)}}`,
      () => `length($list) * ${chance(9)}px`,
      () => `calc(#{$a} + ${number().replace(/\d$/, '$&px')})`,
      () => `quote(x#{$a}y)`,
    ])();
  const property = () => pick(['width', 'height', 'margin-left', 'top', 'content']);
  const isRule = (item: string) => /(?<!#)\{/.test(item) && !item.startsWith('@if');
  const rule = (depth: number): string => {
    const inner = Array.from({ length: 1 + chance(3) }, () =>
      depth > 0 && chance(3) === 0
        ? rule(depth - 1)
        : pick([
            () => `${property()}: ${value()};`,
            () => `@include m(${number()});`,
            () => `@extend %p;`,
            () => `@if ${chance(9)} > 4 { top: 1px } @else { top: 2px }`,
            () => `@each $x in $list { &.s-#{$x} { left: $x; } }`,
            () => `@for $i from 1 through 2 { .n#{$i} { right: 1px * $i } }`,
            () => `@media (min-width: ${1 + chance(9)}00px) { ${property()}: ${value()}; }`,
            () => `$a: ${1 + chance(9)}px; ${property()}: $a;`,
          ])(),
    )
      // LibSass moves declarations before the rules that stand above them; Sass of today leaves them there.
      .sort((a, b) => Number(isRule(a)) - Number(isRule(b)))
      .join(' ');
    return `${pick(['.a', '.b', '& > i', 'a, b', '+ u', '.c &', '[d="e"]'])} { ${inner} }`;
  };
  const head =
    '$a: 3px; $list: 1px 2px 3px; $map: (k: 1px, l: 2px); @function double($x) { @return $x * 2; } @mixin m($v) { bottom: $v; } %p { color: red; }';
  return `${head} ${Array.from({ length: 4 }, () => `.r { ${rule(2)} }`).join('\n')}`;
}

describe.skipIf(!hasProgram('sassc', ['--version'], 'that SCSS is compiled as LibSass does'))('as LibSass', () => {
  inRounds('random style sheets', [2, 400], async (count) => {
    for (let seed = 0; seed < count; seed += 1) {
      const scss = randomScss(seed);
      expect(canonical(await compiled(scss)), scss).toBe(canonical(String(runProgram('sassc', ['--stdin'], scss))));
    }
  });

  it('indented, and with partials', async () => {
    const main = '@import "part"\n.a\n  +m(2px)\n  &:hover\n    width: $w\n';
    const part = '$w: 9px;\n@mixin m($x) { top: $x * 2; }\n';
    writeFileSync(join(folder, 'main.sass'), main);
    writeFileSync(join(folder, '_part.scss'), part);
    const expected = String(runProgram('sassc', ['--sass', join(folder, 'main.sass')]));
    const { files } = await runTool(tool, {
      files: [
        { name: 'main.sass', bytes: Buffer.from(main) },
        { name: '_part.scss', bytes: Buffer.from(part) },
      ],
    });
    expect(files.map(({ name }) => name)).toEqual(['main.css']);
    expect(canonical(String(files[0]?.bytes))).toBe(canonical(expected));
  });
});

const zip = (entries: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, Buffer.from(text)]))));

describe('imports', () => {
  it('are found in an archive by their folders', async () => {
    const bytes = zip({
      'app/main.scss': '@use "../lib"; @use "parts/a"; @import "plain"; b { c: lib.$x; @include a.m; }',
      'app/parts/_a.scss': '@use "b" as *; @mixin m { d: $y; }',
      'app/parts/_b.sass': '$y: 2\n',
      'app/_plain.css': '.plain { e: f }',
      'lib/_index.scss': '@forward "vars";',
      'lib/_vars.scss': '$x: 1;',
      'node_modules/z/z.scss': 'z {',
      'readme.md': 'text',
    });
    const { files, message } = await runTool(tool, { files: [{ name: 'site.zip', bytes }] });
    expect(message).toBeUndefined();
    expect(files.map(({ name }) => name)).toEqual(['app-main.css']);
    expect(canonical(String(files[0]?.bytes))).toBe('.plain{e:f}b{c:1;d:2}');
  });

  it.each([
    '@use "file:///etc/passwd"',
    '@import "/etc/passwd"',
    '@use "../../etc/passwd"',
    '@use "pkg:sass"',
    '@use "sass:meta"; @include meta.load-css("http://127.0.0.1/a.scss")',
    '@use "upload:/a"',
    '@import "%zz"',
    '@use "//host/a"',
  ])('%s is not found', async (input) => {
    expect((await runTool(tool, { input })).message).toMatch(/the style sheet to import is not among the uploads/);
  });

  it('of addresses stay', async () => {
    expect(await compiled('@import "http://a.example/b.css", url(c.css); @import "d.css" screen;')).toBe(
      '@import "http://a.example/b.css";\n@import url(c.css);\n@import "d.css" screen;\n',
    );
  });

  it('that go round in a circle, or fit two files, are refused by their names', async () => {
    const circle = [
      { name: 'a.scss', bytes: Buffer.from('@use "b";') },
      { name: '_b.scss', bytes: Buffer.from('@use "a";') },
    ];
    expect((await runTool(tool, { files: circle })).message).toMatch(/"_b\.scss", line 1, column 1: module loop/);
    const two = [
      ...circle.slice(0, 1),
      ...['_b.scss', 'b.scss'].map((name) => ({ name, bytes: Buffer.from('x{y:z}') })),
    ];
    const { data } = await runTool(tool, { files: two });
    expect(JSON.stringify(data)).toContain('it is not clear which file \\"b\\" is');
  });
});

it('a fault in an import is told with its file and place', async () => {
  const { message } = await runTool(tool, {
    input: '@use "x";',
    files: [{ name: 'x.scss', bytes: Buffer.from('a {\n  b: $c;\n}') }],
  });
  expect(message).toBe('Cannot compile property "input": in "x.scss", line 2, column 6: undefined variable');
});

it('a source map names the sources', async () => {
  const { files, text } = await runTool(tool, { input: 'a{b:c}', options: { sourceMap: true, style: 'compressed' } });
  expect(text).toBe('a{b:c}\n/*# sourceMappingURL=input.css.map */\n');
  expect(JSON.parse(String(files[0]?.bytes))).toMatchObject({ version: 3, sources: ['input.scss'], mappings: 'AAAA' });
});

it.each([
  ['\ufeffa { b: "é" }', {}, '@charset "UTF-8";\na {\n  b: "é";\n}\n'],
  ['a { b: "é" }', { style: 'compressed' }, 'a{b:"é"}\n'],
  ['a\r\n  b: c\r\n', {}, 'a {\n  b: c;\n}\n'],
  ['// only a comment', {}, ''],
  ['a { b: c }', { syntax: 'scss' }, 'a {\n  b: c;\n}\n'],
])('%j', async (input, options, css) => {
  expect(await compiled(input, options)).toBe(css);
});

inRows(2, [
  '@error "x"',
  '\0\ud800',
  '@function f($x) { @return f($x); } a { b: f(1) }',
  'a{b:'.repeat(9_000),
  '('.repeat(99_999),
  '#{'.repeat(5_000),
])('%s is refused', async (input) => {
  expect([400, 413]).toContain((await runTool(tool, { input })).status);
});
