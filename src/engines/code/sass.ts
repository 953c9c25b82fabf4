import { createRequire } from 'node:module';

import type { Exception, Importer, Logger, StringOptions, Syntax } from 'sass';

import { overLimit } from '../../core/errors.js';
import { spendProcess } from '../../core/run-end.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { WorkTime } from '../work-time.js';
import { carriedScript } from './carried-scripts.js';

/** Chosen: below the 12 s of class standard. A style sheet can loop for ever. */
const COMPILE_SECONDS = 8;

/** Longest style sheet in UTF-16 units: as much as `input` may have. */
const MAX_SHEET = 1_000_000;

const MAX_WARNINGS = 100;

type Sass = Pick<typeof import('sass'), 'compileString'>;

let loaded: Sass | undefined;

/** The package's one script without what it takes of Node.js in its own wrapping: files, folders and programs do not exist for it. */
function load(): Sass {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  require(carriedScript('sass'));
  const room = globalThis as { _cliPkgExports?: { load(given: object, exports: object): void }[] };
  const exports = {};
  room._cliPkgExports?.pop()?.load({ immutable: require('immutable') }, exports);
  delete room._cliPkgExports;
  loaded = exports as Sass;
  return loaded;
}

/** A style sheet by its path among the uploads. */
export interface Sheet {
  readonly path: string;
  readonly text: string;
  readonly syntax: Syntax;
}

export interface SheetRequest {
  readonly style: 'expanded' | 'compressed';
  readonly sourceMap: boolean;
}

export interface CompiledSheet {
  readonly text: string;
  readonly map: string | undefined;
  readonly warnings: readonly string[];
}

/** Finds what a style sheet imports: by what is written in it, and by the path of the sheet that says so. Throws ContentFault. */
export type SheetFinder = (wanted: string, fromImport: boolean) => Sheet | undefined;

/** Time for the style sheets of one run. */
export const sheetTime = (): WorkTime =>
  new WorkTime(COMPILE_SECONDS, () => {
    spendProcess();
    return overLimit(`The style sheets must be compiled within ${COMPILE_SECONDS} seconds; does one of them loop?`);
  });

const SCHEME = 'upload:/';

const urlOf = (path: string): URL => new URL(SCHEME + path.split('/').map(encodeURIComponent).join('/'));
const pathOf = (url: string): string => decodeURIComponent(url.slice(SCHEME.length));

/**
 * SCSS or indented Sass as CSS. Imports are what `find` gives; nothing is read from anywhere else. Throws ContentFault where a sheet is
 * not well-formed, or stops itself, LimitFault where it is too long, nested too deep or takes too long.
 */
export function compileSheet(sheet: Sheet, find: SheetFinder, request: SheetRequest, time: WorkTime): CompiledSheet {
  checkLength(sheet);
  const warnings: string[] = [];
  const importer: Importer<'sync'> = {
    canonicalize(url, { fromImport }) {
      // Any other scheme is not a path, and `pkg:` names a package.
      if (/^[a-z][a-z\d+.-]+:/i.test(url) && !url.startsWith(SCHEME)) return null;
      const found = find(url.startsWith(SCHEME) ? pathOf(url) : url.replace(/^\/+/, ''), fromImport);
      return found === undefined ? null : urlOf(found.path);
    },
    load(url) {
      const found = find(pathOf(String(url)), false);
      if (found === undefined) return null;
      checkLength(found);
      return { contents: found.text, syntax: found.syntax, sourceMapUrl: url };
    },
  };
  const options: StringOptions<'sync'> = {
    url: urlOf(sheet.path),
    syntax: sheet.syntax,
    importer,
    importers: [importer],
    style: request.style,
    // Compressed, it would be a byte order mark.
    charset: request.style === 'expanded',
    sourceMap: request.sourceMap,
    sourceMapIncludeSources: true,
    logger: loggerInto(warnings),
  };
  try {
    const { css, sourceMap } = time.run(() => load().compileString(sheet.text, options));
    if (sourceMap === undefined) return { text: ended(css), map: undefined, warnings };
    const sources = sourceMap.sources.map((source) => (source.startsWith(SCHEME) ? pathOf(source) : source));
    return { text: ended(css), map: JSON.stringify({ ...sourceMap, sources }), warnings };
  } catch (error) {
    throw faultOf(error, sheet);
  }
}

const ended = (css: string): string => (css === '' ? '' : `${css}\n`);

function checkLength({ text, path }: Sheet): void {
  if (text.length > MAX_SHEET)
    throw new LimitFault(`"${path}" must have at most ${MAX_SHEET} characters, got ${text.length}`, MAX_SHEET);
}

function loggerInto(warnings: string[]): Logger {
  const add = (
    message: string,
    span: { readonly url?: URL; readonly start: { readonly line: number } } | undefined,
  ) => {
    if (warnings.length >= MAX_WARNINGS) return;
    const from = span?.url === undefined ? '' : `${pathOf(String(span.url))}, `;
    const place = span === undefined ? '' : `${from}line ${span.start.line + 1}: `;
    warnings.push(place + visible(message.split('\n\n')[0] ?? ''));
  };
  return {
    warn: (message, { span }) => add(message, span),
    debug: (message, { span }) => add(`@debug ${message}`, span),
  };
}

function faultOf(error: unknown, { text, path }: Sheet): unknown {
  if (!(error instanceof Error) || error.name === 'ToolError' || error instanceof LimitFault) return error;
  if (error instanceof ContentFault) return error;
  if (error instanceof RangeError) {
    spendProcess();
    return new LimitFault(
      /string length/i.test(error.message)
        ? 'a text in it grows longer than can be held'
        : 'it is nested, or calls itself, deeper than can be followed',
    );
  }
  const { sassMessage, span } = error as Partial<Exception>;
  if (sassMessage === undefined || span === undefined) {
    spendProcess();
    return new ContentFault('a part of it cannot be followed', undefined, undefined, { cause: error });
  }
  const said = visible(sassMessage).replace(/\.$/, '');
  const plain = SAID.get(said) ?? said.charAt(0).toLowerCase() + said.slice(1);
  const { line, column, offset } = span.start;
  const where = span.url === undefined ? path : pathOf(String(span.url));
  if (where === path) return ContentFault.at(text, Math.min(offset, text.length), plain);
  return new ContentFault(`in "${where}", line ${line + 1}, column ${column + 1}: ${plain}`, plain);
}

const SAID: ReadonlyMap<string, string> = new Map([
  ["Can't find stylesheet to import", 'the style sheet to import is not among the uploads'],
]);

const MAX_SAID = 300;

function visible(message: string): string {
  const plain = message
    .replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return plain.length > MAX_SAID ? `${plain.slice(0, MAX_SAID)}…` : plain;
}
