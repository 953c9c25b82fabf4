import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { transformSync } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './typescript-to-javascript.js';

/** What TypeScript makes code of, and what it removes; each a module of its own. */
const MODULES: Readonly<Record<string, string>> = {
  'enums.ts':
    "export enum A { X, Y = 5, Z, S = 's' }\nexport const enum B { P = 1 << 2, Q = P | 1 }\ndeclare enum C { N }\nexport const all = [A.X, B.Q, C.N];\n",
  'spaces.ts':
    'export namespace N {\n  export const a = 1;\n  export namespace M { export function f(): number { return a; } }\n  interface Gone {}\n}\ndeclare namespace D { let x: number }\n',
  'classes.ts':
    'abstract class P<T> { protected abstract a(): T; constructor(private readonly x: number, public y?: string) {} }\nexport class Q extends P<number> implements Z {\n  static s = 1;\n  #h = 2;\n  declare gone: string;\n  z!: number;\n  override a(): number { return this.#h; }\n  get g(): number { return 1; }\n  [k: string]: unknown;\n}\ninterface Z {}\n',
  'types.ts':
    "import type A from 'a';\nimport { type B, c, D } from 'b';\nimport E, * as F from './e.ts';\nexport type { G } from './g.js';\nexport * from './h.mts';\nexport * as i from './i.tsx';\nlet d: D;\nconst x = c as unknown as B, y = <B>c, z = c!, s = c satisfies B;\nexport default function f<T extends A>(this: Window, p?: T, ...r: T[]): asserts p is T {}\nexport { x, y, z, s, E };\n",
  'newer.ts':
    'export async function* g(a: { b?: { c(): number } }) {\n  for await (const { b, ...rest } of [a]) { yield b?.c() ?? rest; }\n  let n = 2 ** 3; n ??= 1; n ||= 1_000;\n  try { await 0; } catch { return String.raw`a\\n`; }\n}\nexport const big = 1n, re = /(?<y>a)/s;\nexport class K { static { K.x = 1; } static x: number; #p() {} in(o: object) { return #p in o; } }\n',
  'using.ts': 'export function f(open: () => Disposable) { using a = open(); return [...[a], a]; }\n',
  'remarks.ts':
    '/*! licence */\n// line\n/** doc */\nexport const a /* inner */ = 1; // end\n/* type */ type T = 1;\n// last\n',
  'decorated.ts':
    'function d(...a: unknown[]): any { return a; }\n@d export class A { @d p: string = "x"; @d m(n: number): string { return String(n); } @d accessor q = 1; }\n',
  'view.tsx':
    'import { Other } from "./other.tsx";\nexport const V = <T,>({ a, ...r }: { a: T }) => (\n  <Other key="k" {...r} b="x&nbsp;y">\n    {a as any} text {/* none */}\n    <><i data-x={1} /> more</>\n  </Other>\n);\n',
};

const folder = mkdtempSync(join(tmpdir(), 'tsc-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What tsc 7, a compiler of its own in another language, writes for the same modules and options. */
function compiledByTsc(modules: Readonly<Record<string, string>>, flags: readonly string[]): Map<string, string> {
  const [source, out] = [mkdtempSync(join(folder, 'in-')), mkdtempSync(join(folder, 'out-'))];
  for (const [name, text] of Object.entries(modules)) {
    mkdirSync(dirname(join(source, name)), { recursive: true });
    writeFileSync(join(source, name), text);
  }
  const fixed = ['--noCheck', '--noResolve', '--isolatedModules', '--skipLibCheck', '--types', '', '--rootDir', source];
  const names = Object.keys(modules).map((name) => join(source, name));
  try {
    execFileSync(process.execPath, [
      join(projectRoot, 'node_modules/typescript/bin/tsc'),
      ...fixed,
      ...['--outDir', out, '--rewriteRelativeImportExtensions', '--ignoreConfig', '--esModuleInterop'],
      ...flags,
      ...names,
    ]);
  } catch (error) {
    // It tells of what it cannot resolve, and writes nevertheless.
    if (!(error instanceof Error && 'stdout' in error)) throw error;
  }
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsx?$/.test(name));
  return new Map(written.map((name) => [name, readFileSync(join(out, name), 'utf8')]));
}

/** Specifiers that are rewritten have other quotes in tsc 7, helpers and imported names another order: none of it means anything. */
function canonical(code: string): string {
  const helpers: string[] = [];
  const rest = code.replace(/^var __\w+ = \(this.*(?:\n(?: .*|\}\)?;?))*\n/gm, (helper) => {
    helpers.push(helper);
    return '';
  });
  const names = (list: string): string => list.split(', ').sort().join();
  return (
    helpers.sort().join('') +
    rest.replaceAll("'", '"').replace(/^import \{ (.*) \} from/gm, (_, list) => `import { ${names(list)} } from`)
  );
}

async function expectAsTsc(
  modules: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
  flags: readonly string[],
): Promise<void> {
  const expected = compiledByTsc(modules, flags);
  expect(expected.size).toBe(Object.keys(modules).length);
  for (const [name, text] of Object.entries(modules)) {
    const result = name.replace(/\.tsx$/, options.jsx === 'preserve' ? '.jsx' : '.js').replace(/\.ts$/, '.js');
    const made = await runTool(tool, {
      files: [{ name: name.replaceAll('/', '-'), bytes: Buffer.from(text) }],
      options,
    });
    expect(made.message, name).toBeUndefined();
    expect(made.files[0]?.name).toBe(result.replaceAll('/', '-'));
    expect(canonical(String(made.files[0]?.bytes)), `${name} ${flags.join(' ')}`).toBe(
      canonical(expected.get(result) ?? ''),
    );
  }
}

const DEFAULTS = ['--target', 'es2022', '--module', 'esnext', '--jsx', 'react-jsx'];

describe('as tsc 7 writes it', () => {
  it('by default', async () => {
    await expectAsTsc(MODULES, {}, DEFAULTS);
  });

  it('for es2015, CommonJS, classic elements, legacy decorators with types, without comments', async () => {
    await expectAsTsc(
      MODULES,
      { target: 'es2015', module: 'commonjs', jsx: 'classic', decorators: 'metadata', comments: false },
      [
        ...['--target', 'es2015', '--module', 'commonjs', '--jsx', 'react', '--removeComments'],
        ...['--experimentalDecorators', '--emitDecoratorMetadata'],
      ],
    );
  });

  for (const target of ['es2016', 'es2017', 'es2018', 'es2019', 'es2020', 'es2021', 'es2023', 'es2024', 'esnext'])
    for (const module of ['esm', 'commonjs'])
      for (const [jsx, flag] of [['automatic', 'react-jsx'] as const, ['preserve', 'preserve'] as const])
        exhaustive(`${target}, ${module}, ${jsx}`, () =>
          expectAsTsc(MODULES, { target, module, jsx }, [
            ...['--target', target, '--module', module === 'esm' ? 'esnext' : module, '--jsx', flag],
          ]),
        );

  exhaustive('for the sources of this project', async () => {
    const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !name.startsWith('generated'))
      .filter((_, at) => at % 7 === 0);
    const modules = Object.fromEntries(
      sources.map((name) => [name, readFileSync(join(projectRoot, 'src', name), 'utf8')]),
    );
    await expectAsTsc(modules, {}, DEFAULTS);
  });
});

it('what is made for es5 has nothing newer in it', async () => {
  for (const name of ['enums.ts', 'spaces.ts', 'classes.ts', 'newer.ts', 'view.tsx']) {
    // Big integers and named groups have no older form: they stay.
    const source = (MODULES[name] ?? '').replace('big = 1n, re = /(?<y>a)/s', 'big = 1');
    const { files, message } = await runTool(tool, {
      files: [{ name, bytes: Buffer.from(source) }],
      options: { target: 'es5', module: 'commonjs' },
    });
    expect(message, name).toBeUndefined();
    const code = String(files[0]?.bytes);
    // esbuild refuses const, let, classes and generators for es5: whatever is left of them is a fault.
    expect(() => transformSync(code, { target: 'es5' }), code).not.toThrow();
  }
});

it.each([
  ['let a = <string>b;', '"use strict";\nlet a = b;\n'],
  ['let a = <b>{c}</b>;', 'import { jsx as _jsx } from "react/jsx-runtime";\nlet a = _jsx("b", { children: c });\n'],
  ['\ufefflet a: 1\r\nlet b', '"use strict";\nlet a;\nlet b;\n'],
  ['#!/usr/bin/env node\nlet a: 1', '#!/usr/bin/env node\n"use strict";\nlet a;\n'],
  ['export type A = 1;', 'export {};\n'],
  ["import './the-module-that-is-compiled'", "import './the-module-that-is-compiled';\n"],
  ['/// <reference path="/etc/passwd" />\nlet a = 1', '"use strict";\nlet a = 1;\n'],
])('%j is told apart by itself', async (input, text) => {
  expect((await runTool(tool, { input })).text?.replace(/^\/\/\/.*\n/m, '')).toBe(text);
});

it.each([
  ['a.mts', 'a.mjs'],
  ['a.cts', 'a.cjs'],
  ['a.b.tsx', 'a.b.js'],
  ['a.js', 'a.out.js'],
  ['a.jsx', 'a.js'],
  ['notes', 'notes.js'],
  ['a.txt', 'a.txt.js'],
])('%s becomes %s', async (name, result) => {
  const { files } = await runTool(tool, { files: [{ name, bytes: Buffer.from('let a') }] });
  expect(files.map((file) => file.name)).toEqual([result]);
});

it('a source map leads back to the lines of the source', async () => {
  const { files, text } = await runTool(tool, {
    input: 'export type A = 1;\n\nlet a: A = f();\n',
    options: { sourceMap: true },
  });
  expect(text).toBe('let a = f();\nexport {};\n//# sourceMappingURL=input.js.map\n');
  const map = JSON.parse(String(files[0]?.bytes));
  expect(map).toMatchObject({ version: 3, file: 'input.js', sources: ['input.ts'] });
  // The first segment: column 0 comes from the first source, two lines on, column 0 (Base64 VLQ).
  expect(map.mappings.slice(0, 4)).toBe('AAEA');
});

it('a fault in one file does not spoil the other, and the farther reading is told', async () => {
  const { data } = await runTool(tool, {
    files: [
      { name: 'a.ts', bytes: Buffer.from('let a: number') },
      { name: 'b.ts', bytes: Buffer.from('let b = "') },
    ],
  });
  expect(data).toMatchObject({
    files: [
      { outputs: ['a.js'] },
      { error: 'Cannot convert file "b.ts": line 1, column 10: unterminated string literal\nlet b = "\n         ^' },
    ],
  });
  const { message } = await runTool(tool, { input: 'let a = <b>x</b>;\nlet c = ;' });
  expect(message).toMatch(/line 2, column 9: expression expected/);
});

it.each([
  '('.repeat(3_000),
  'a?b:'.repeat(5_000),
  '`${'.repeat(5_000),
  'x<'.repeat(50_000),
  '\0\ud800',
  '\\'.repeat(9_000),
])('%.10j is answered', async (input) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});
