import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { overLimit } from '../../core/errors.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { offsetAt } from '../../lib/text/text-position.js';
import { WorkTime } from '../work-time.js';

/** Chosen: below the 12 s of class standard. Measured: a million characters take a second. */
const MINIFY_SECONDS = 8;

/** A file of more needs as much memory as a process has: 160 times its bytes were measured. */
const MAX_STYLE_SHEET = 2_000_000;

/** The package's flag for conditions of media as min-width and max-width. */
const MEDIA_QUERIES = 448;

export interface StyleSheetRequest {
  /** Omits rules that cannot be read, as browsers do, and tells of them. */
  readonly skipInvalid: boolean;
  /** Name of the source in the map that is made; none where left out. */
  readonly mapOf?: string;
}

export interface MinifiedStyleSheet {
  readonly text: string;
  readonly map: string | undefined;
  /** What was omitted, with its place. */
  readonly skipped: readonly string[];
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Transformed {
  readonly code: Uint8Array;
  readonly map: Uint8Array | null | undefined;
  readonly warnings: readonly { readonly message: string; readonly type: string; readonly loc?: Place }[];
}

interface Environment {
  readonly exports: { readonly transform: (options: object) => Transformed };
  readonly memory: Uint8Array;
  readonly destroy: () => void;
}

interface Bindings {
  readonly napi: Readonly<Record<string, () => unknown>>;
  readonly Environment: new (instance: WebAssembly.Instance) => Environment;
}

let loaded: { readonly module: WebAssembly.Module; readonly bindings: Bindings } | undefined;

function load() {
  if (loaded !== undefined) return loaded;
  const { resolve } = createRequire(import.meta.url);
  const bindings = createRequire(resolve('lightningcss-wasm'))('napi-wasm') as Bindings;
  const module = new WebAssembly.Module(readFileSync(resolve('lightningcss-wasm/lightningcss_node.wasm')));
  loaded = { module, bindings };
  return loaded;
}

/** An instance for one style sheet: nothing of a caller stays, and one that has trapped is not used again. */
function openEnvironment(): Environment {
  const { module, bindings } = load();
  let environment: Environment | undefined;
  const instance = new WebAssembly.Instance(module, {
    env: {
      ...bindings.napi,
      await_promise_sync: () => {
        throw new Error('nothing is waited for');
      },
      // Seeds of hash tables: the same, so that the result is.
      __getrandom_v03_custom: (at: number, length: number) => environment?.memory.subarray(at, at + length).fill(1),
    },
  });
  (instance.exports.register_module as () => void)();
  environment = new bindings.Environment(instance);
  return environment;
}

/** Time for the style sheets of one run. */
export const minifyTime = (): WorkTime =>
  new WorkTime(MINIFY_SECONDS, () =>
    overLimit(`The style sheets must be minified within ${MINIFY_SECONDS} seconds; shorter ones are faster`),
  );

/** Minifies a style sheet. Throws ContentFault where it cannot be read, LimitFault where it is nested too deep or takes too long. */
export function minifyStyleSheet(text: string, request: StyleSheetRequest, time: WorkTime): MinifiedStyleSheet {
  if (text.length > MAX_STYLE_SHEET)
    throw new LimitFault(`it must have at most ${MAX_STYLE_SHEET} characters, got ${text.length}`, MAX_STYLE_SHEET);
  const environment = openEnvironment();
  const options = {
    filename: request.mapOf ?? 'input.css',
    code: Buffer.from(text.toWellFormed()),
    minify: true,
    sourceMap: request.mapOf !== undefined,
    errorRecovery: request.skipInvalid,
    // Width as a range is shorter and unknown to older browsers: it is written only where it was.
    include: /@(?:media|container)[^{;]{0,1000}[<>]/i.test(text) ? 0 : MEDIA_QUERIES,
  };
  try {
    const { code, map, warnings } = time.run(() => environment.exports.transform(options));
    return {
      text: Buffer.from(code).toString(),
      map: map === undefined || map === null ? undefined : Buffer.from(map).toString(),
      skipped: warnings
        .filter(({ type }) => type !== 'AtRuleInvalid' && type !== 'SelectorError')
        .map(({ message, loc }) => `line ${loc?.line ?? 1}, column ${loc?.column ?? 1}: ${plain(message)}`),
    };
  } catch (error) {
    throw faultOf(error, text);
  } finally {
    environment.destroy();
  }
}

interface ReadFault {
  readonly message: string;
  readonly loc?: Place;
  readonly data?: { readonly type: string };
}

function faultOf(error: unknown, text: string): unknown {
  // A trap for want of stack, or the stack of this process.
  if (error instanceof RangeError || (error instanceof WebAssembly.RuntimeError && !/unreachable/.test(error.message)))
    return new LimitFault('it is nested deeper than can be followed');
  if (error instanceof WebAssembly.RuntimeError)
    return new ContentFault('a part of it cannot be followed', undefined, undefined, { cause: error });
  if (!(error instanceof SyntaxError)) return error;
  const { message, loc, data } = error as ReadFault;
  if (data?.type === 'MaximumNestingDepth') return new LimitFault('it is nested deeper than can be followed');
  if (loc === undefined) return new ContentFault(plain(message));
  return ContentFault.at(text, offsetAt(text, { line: loc.line, column: Math.max(1, loc.column) }), plain(message));
}

const MAX_FAULT = 120;

/** The package tells of tokens as its language writes them: `Unexpected token Ident("c")`. */
function plain(message: string): string {
  const token = /^Unexpected token (\w+)(?:\((.*)\))?$/s.exec(message);
  const said =
    token === null ? message.replace(/\. Did you mean.*/s, '') : `unexpected ${tokenName(token[1] ?? '', token[2])}`;
  const visible = said.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  const cut = visible.length > MAX_FAULT ? `${visible.slice(0, MAX_FAULT)}…` : visible;
  return /^Unexpected end/.test(cut) ? 'a rule is not complete here' : cut.charAt(0).toLowerCase() + cut.slice(1);
}

const tokenName = (kind: string, value: string | undefined): string =>
  kind === 'Function'
    ? `${value?.slice(1, -1)}()`
    : (value ?? kind.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase());
