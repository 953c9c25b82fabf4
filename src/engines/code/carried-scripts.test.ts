/** That the scripts which the build makes smaller do what those of their packages do. */

import { createRequire } from 'node:module';

import { expect, it } from 'vitest';

import { builtFile } from '../../core/project-files.js';
import { carriedFile, carriedScript } from './carried-scripts.js';

const require = createRequire(import.meta.url);

it('TypeScript', () => {
  type TypeScript = typeof import('typescript-transpiler');
  const [built, packaged] = [
    require(builtFile(carriedFile('typescript-transpiler'))),
    require(carriedScript('typescript-transpiler')),
  ] as [TypeScript, TypeScript];
  expect(built).not.toBe(packaged);
  const source = `
    enum Side { Left = 'l', Right = 'r' }
    export class Box<T> { #at = 0; constructor(private readonly items: readonly T[]) {} get first(): T | undefined { return this.items[this.#at]; } }
    export const view = async (box: Box<string>) => <b title={Side.Left}>{box.first ?? await other(box)}</b>;`;
  for (const [target, module] of [
    [packaged.ScriptTarget.ES5, packaged.ModuleKind.CommonJS],
    [packaged.ScriptTarget.ES2022, packaged.ModuleKind.ESNext],
  ] as const) {
    const asked = {
      fileName: 'a.tsx',
      compilerOptions: { target, module, jsx: packaged.JsxEmit.ReactJSX, ignoreDeprecations: '6.0' },
    };
    const expected = packaged.transpileModule(source, asked).outputText;
    expect(expected).toContain('Side');
    expect(built.transpileModule(source, asked).outputText).toBe(expected);
  }
  const wrong = { reportDiagnostics: true, fileName: 'a.ts' };
  const faults = [built, packaged].map((ts) =>
    ts.transpileModule('let x: = 1', wrong).diagnostics?.map(({ messageText, start }) => [messageText, start]),
  );
  expect(faults[0]).toEqual(faults[1]);
  expect(faults[0]).not.toEqual([]);
});

it('Sass', () => {
  type Sass = Pick<typeof import('sass'), 'compileString'>;
  const room = globalThis as { _cliPkgExports?: { load(given: object, exports: object): void }[] };
  const [built, packaged] = [builtFile(carriedFile('sass')), carriedScript('sass')].map((path) => {
    // It may have been read before, and hands itself over once only.
    delete require.cache[path];
    require(path);
    const exports = {};
    room._cliPkgExports?.pop()?.load({ immutable: require('immutable') }, exports);
    delete room._cliPkgExports;
    return exports as Sass;
  }) as [Sass, Sass];
  const sheet = `@use 'sass:math'; $gap: 3px; @mixin box($n) { @for $i from 1 through $n { &-#{$i} { width: math.div($gap * $i, 2); color: darken(red, 5% * $i); } } } .a { @include box(3); &:hover > b { @extend .c; } } .c { margin: -$gap auto; }`;
  for (const style of ['expanded', 'compressed'] as const) {
    const expected = packaged.compileString(sheet, { style }).css;
    expect(expected).toContain('.a-3');
    expect(built.compileString(sheet, { style }).css).toBe(expected);
  }
  expect(() => built.compileString('.a { width: ')).toThrow('Expected expression');
});
