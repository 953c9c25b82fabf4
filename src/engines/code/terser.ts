import type { MinifyOptions, MinifyOutput } from 'terser';

import { overLimit } from '../../core/errors.js';
import { spendProcess } from '../../core/run-end.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { offsetAt } from '../../lib/text/text-position.js';
import { WorkTime } from '../work-time.js';

/** Chosen: below the 12 s of class standard, so that its end is an answer. Measured: a million characters of real code take 5 s. */
const MINIFY_SECONDS = 9;

/** Longest program in UTF-16 units: as much as `input` may have. */
const MAX_PROGRAM = 1_000_000;

export interface ScriptRequest {
  readonly compress: boolean;
  readonly mangle: boolean;
  /** Names at the top level too: nothing outside knows them. */
  readonly topLevel: boolean;
  readonly keepNames: boolean;
  readonly dropConsole: boolean;
  readonly comments: 'licence' | 'all' | 'none';
  readonly target: 'es5' | 'es2015' | 'es2020';
  /** Names of the source and of the result, for a map between them. */
  readonly map?: { readonly source: string; readonly result: string };
}

export interface MinifiedScript {
  readonly text: string;
  readonly map: string | undefined;
}

const VERSIONS = { es5: 5, es2015: 2015, es2020: 2020 } as const;

/**
 * The package takes `'a' + undefined + 0` for `'aNaN'` when it works out constants (every version up to 5.51): it does not where a
 * program adds undefined in so many words.
 */
const ADDS_UNDEFINED = /\+[\s(]{0,20}(?:void|undefined)\b|\b(?:void 0|undefined)[\s)]{0,20}\+/;

/** Time for the programs of one run. */
export const scriptTime = (): WorkTime =>
  new WorkTime(MINIFY_SECONDS, () => {
    // What it was at is kept in its modules.
    spendProcess();
    return overLimit(`The programs must be minified within ${MINIFY_SECONDS} seconds; shorter ones are faster`);
  });

/** Minifies a program. Throws ContentFault where it is not JavaScript, LimitFault where it is nested too deep or takes too long. */
export async function minifyScript(text: string, request: ScriptRequest, time: WorkTime): Promise<MinifiedScript> {
  if (text.length > MAX_PROGRAM)
    throw new LimitFault(`it must have at most ${MAX_PROGRAM} characters, got ${text.length}`, MAX_PROGRAM);
  const { minify_sync: minify } = await import('terser');
  const { map } = request;
  const options: MinifyOptions = {
    ecma: VERSIONS[request.target],
    compress: request.compress ? { drop_console: request.dropConsole, evaluate: !ADDS_UNDEFINED.test(text) } : false,
    mangle: request.mangle,
    toplevel: request.topLevel,
    keep_classnames: request.keepNames,
    keep_fnames: request.keepNames,
    format: { comments: request.comments === 'licence' ? 'some' : request.comments === 'all' },
    // Its messages go nowhere: what is read from options of the environment does not exist here.
    sourceMap:
      map === undefined
        ? false
        : { filename: map.result, url: `${encodeURIComponent(map.result)}.map`, includeSources: true },
  };
  try {
    const made: MinifyOutput = time.run(() => minify({ [map?.source ?? 'input.js']: text }, options));
    return { text: made.code ?? '', map: typeof made.map === 'string' ? made.map : undefined };
  } catch (error) {
    throw faultOf(error, text);
  }
}

function faultOf(error: unknown, text: string): unknown {
  if (!(error instanceof Error) || error.name === 'ToolError') return error;
  if (error instanceof RangeError) {
    spendProcess();
    return new LimitFault('it is nested deeper than can be followed');
  }
  const { line, col } = error as { readonly line?: unknown; readonly col?: unknown };
  if (typeof line !== 'number' || typeof col !== 'number') {
    spendProcess();
    return new ContentFault('a part of it cannot be followed', undefined, undefined, { cause: error });
  }
  return ContentFault.at(text, Math.min(offsetAt(text, { line, column: col + 1 }), text.length), plain(error.message));
}

const MAX_FAULT = 120;

/** The package tells of tokens by kind and value: `Unexpected token: eof (undefined)`, `Unexpected token name «b», expected punc «,»`. */
function plain(message: string): string {
  const [, kind, value, , wanted] =
    /^Unexpected token:? (\w+) [(«](.*?)[)»](?:, expected (\w+)(?: «(.*)»)?)?$/s.exec(message) ?? [];
  const found = kind === undefined ? message : kind === 'eof' ? 'unexpected end' : `unexpected "${value}"`;
  const said = wanted === undefined || wanted === 'undefined' ? found : `${found}, "${wanted}" expected`;
  const visible = said.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  const cut = visible.length > MAX_FAULT ? `${visible.slice(0, MAX_FAULT)}…` : visible;
  return cut.charAt(0).toLowerCase() + cut.slice(1);
}
