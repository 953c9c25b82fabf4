import { createRequire } from 'node:module';

import type { CompilerOptions, Diagnostic, TranspileOutput } from 'typescript-transpiler';

import { overLimit } from '../../core/errors.js';
import { spendProcess } from '../../core/run-end.js';
import { scriptMapLink } from '../../lib/code/map-links.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { WorkTime } from '../work-time.js';
import { carriedScript } from './carried-scripts.js';

/** Chosen: below the 12 s of class standard. Measured: a million characters of real code take 2 s. */
const COMPILE_SECONDS = 9;

/** Longest program in UTF-16 units: as much as `input` may have. */
const MAX_PROGRAM = 1_000_000;

/** Targets by their names in the package, the oldest first. */
export const SCRIPT_TARGETS = [
  'es5',
  'es2015',
  'es2016',
  'es2017',
  'es2018',
  'es2019',
  'es2020',
  'es2021',
  'es2022',
  'es2023',
  'es2024',
  'es2025',
  'esnext',
] as const;

export interface CompileRequest {
  readonly target: (typeof SCRIPT_TARGETS)[number];
  readonly module: 'esm' | 'commonjs';
  readonly jsx: 'automatic' | 'classic' | 'preserve';
  /** Package whose functions make elements, where `jsx` is automatic. */
  readonly jsxSource: string;
  readonly comments: boolean;
  readonly decorators: 'standard' | 'legacy' | 'metadata';
  readonly keepImports: boolean;
  readonly rewriteExtensions: boolean;
  /** Names of the source and of the result, for a map between them. */
  readonly map?: { readonly source: string; readonly result: string };
}

/** In `ts`, angle brackets before an expression assert a type; in `tsx` they begin an element. */
export type Dialect = 'ts' | 'tsx';

export interface CompiledScript {
  readonly text: string;
  readonly map: string | undefined;
}

/** Time for the programs of one run. */
export const compileTime = (): WorkTime =>
  new WorkTime(COMPILE_SECONDS, () => {
    // The package has one parser, left where it was.
    spendProcess();
    return overLimit(`The programs must be compiled within ${COMPILE_SECONDS} seconds; shorter ones are faster`);
  });

/** Not a name that a program imports: one that imports itself stops the package. */
const STEM = 'the-module-that-is-compiled';

/**
 * TypeScript as JavaScript, each text by itself: types are removed, not checked. It is read in the first of `dialects` in which it has
 * no fault. Throws ContentFault where there is none, LimitFault where it is too long, nested too deep or takes too long.
 */
export async function compileTypeScript(
  text: string,
  dialects: readonly Dialect[],
  request: CompileRequest,
  time: WorkTime,
): Promise<CompiledScript> {
  if (text.length > MAX_PROGRAM)
    throw new LimitFault(`it must have at most ${MAX_PROGRAM} characters, got ${text.length}`, MAX_PROGRAM);
  const ts = createRequire(import.meta.url)(
    carriedScript('typescript-transpiler'),
  ) as typeof import('typescript-transpiler');
  const { map } = request;
  const compilerOptions: CompilerOptions = {
    target: ts.ScriptTarget[TARGET_NAMES[request.target]],
    module: request.module === 'commonjs' ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit[JSX_NAMES[request.jsx]],
    ...(request.jsx === 'automatic' ? { jsxImportSource: request.jsxSource } : {}),
    removeComments: !request.comments,
    experimentalDecorators: request.decorators !== 'standard',
    emitDecoratorMetadata: request.decorators === 'metadata',
    // The package refuses to keep imports as written where they are to become calls of require.
    verbatimModuleSyntax: request.keepImports && request.module === 'esm',
    rewriteRelativeImportExtensions: request.rewriteExtensions,
    esModuleInterop: true,
    sourceMap: map !== undefined,
    inlineSources: map !== undefined,
    // ES5 is deprecated, and works.
    ignoreDeprecations: '6.0',
  };
  let fault: Diagnostic | undefined;
  for (const dialect of dialects) {
    const made = compiled(() =>
      time.run(() =>
        ts.transpileModule(text, { fileName: `${STEM}.${dialect}`, reportDiagnostics: true, compilerOptions }),
      ),
    );
    const found = made.diagnostics?.find(({ start }) => start !== undefined);
    if (found === undefined) return written(made, map);
    // What has its first fault farther on is more likely meant.
    if (fault === undefined || (found.start ?? 0) > (fault.start ?? 0)) fault = found;
  }
  const said = ts.flattenDiagnosticMessageText(fault?.messageText, ' ');
  throw ContentFault.at(text, Math.min(fault?.start ?? 0, text.length), plain(said));
}

const TARGET_NAMES = {
  es5: 'ES5',
  es2015: 'ES2015',
  es2016: 'ES2016',
  es2017: 'ES2017',
  es2018: 'ES2018',
  es2019: 'ES2019',
  es2020: 'ES2020',
  es2021: 'ES2021',
  es2022: 'ES2022',
  es2023: 'ES2023',
  es2024: 'ES2024',
  es2025: 'ES2025',
  esnext: 'ESNext',
} as const;

const JSX_NAMES = { automatic: 'ReactJSX', classic: 'React', preserve: 'Preserve' } as const;

function compiled(work: () => TranspileOutput): TranspileOutput {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'ToolError') throw error;
    spendProcess();
    if (error instanceof RangeError) throw new LimitFault('it is nested deeper than can be followed');
    throw new ContentFault('a part of it cannot be followed', undefined, undefined, { cause: error });
  }
}

const MAP_LINE = /\r?\n?\/\/# sourceMappingURL=[^\r\n]*\s*$/;

function written({ outputText, sourceMapText }: TranspileOutput, map: CompileRequest['map']): CompiledScript {
  if (map === undefined || sourceMapText === undefined) return { text: outputText, map: undefined };
  const named = { ...JSON.parse(sourceMapText), file: map.result, sources: [map.source] };
  const code = outputText.replace(MAP_LINE, '');
  return {
    text: `${code}\n${scriptMapLink(map.result)}`,
    map: JSON.stringify(named),
  };
}

const MAX_FAULT = 160;

/** `Type expected.` is told as `type expected`; names of tokens stand in the package's quotes. */
function plain(message: string): string {
  const visible = message.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/\.$/, '');
  const cut = visible.length > MAX_FAULT ? `${visible.slice(0, MAX_FAULT)}…` : visible;
  const quoted = cut.replace(/'([^']{1,40})'/g, '"$1"');
  return /^[A-Z][a-z]/.test(quoted) ? quoted.charAt(0).toLowerCase() + quoted.slice(1) : quoted;
}
