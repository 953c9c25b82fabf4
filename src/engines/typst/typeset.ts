import { createRequire } from 'node:module';

import type { NodeCompiler as Compiler } from '@myriaddreamin/typst-ts-node-compiler';

import { invalid } from '../../core/errors.js';
import { builtFile } from '../../core/project-files.js';
import { ContentFault } from '../../lib/faults.js';
import { coverageOf } from '../../lib/fonts/coverage.js';
import { type FontStyle, fontBytes, fontFiles } from '../fonts.js';

type Typst = typeof import('@myriaddreamin/typst-ts-node-compiler');

declare const isTemplate: unique symbol;
/** Typst source of ours. */
export type Template = string & { readonly [isTemplate]: true };

/**
 * The only way to source for the compiler: a literal in our code, with nothing put in. What callers write is data, which a template
 * reads by `json("/data.json")`, and files, which it shows by `image("/…")`; no text of theirs is ever Typst source. A template that
 * could turn data into code again, or reach files and packages by other ways, is refused when its module is loaded.
 */
export function typstTemplate(literal: TemplateStringsArray, ...none: readonly never[]): Template {
  const [source = ''] = literal.raw;
  const reach = /\b(eval|read|import|include|plugin|std|csv|toml|yaml|xml|cbor|bibliography)\b/.exec(source);
  if (none.length > 0 || literal.length !== 1)
    throw new Error('a Typst template must be a literal with nothing put in');
  if (reach !== null) throw new Error(`a Typst template must not have "${reach[0]}"`);
  return source as Template;
}

/** A document to be set. */
export interface TypesetJob {
  /** Source, one part after another. */
  readonly templates: readonly Template[];
  readonly data: unknown;
  /** Bytes by names of ours such as `picture-1.png`. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Everything that is written: decides which fonts are loaded. */
  readonly text: string;
  readonly styles?: readonly FontStyle[];
  /** Part of ISO 19005 to which the PDF conforms, level B; Typst refuses letters that no font has. */
  readonly archive?: 'PDF/A-2b' | 'PDF/A-3b';
}

/** No folder of this name exists: files are only those that a job brings. */
const WORKSPACE = '/no-such-workspace';

/**
 * Scripts that the fonts hold. A letter of another one would be drawn as an empty box.
 * The list belongs to `engines/fonts.ts`: Noto Sans (Latin, Greek, Cyrillic, Devanagari) and the fonts for scripts.
 */
const WRITABLE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]/u;

let engine: Typst | undefined;

function typst(): Typst {
  if (engine !== undefined) return engine;
  engine = createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler') as Typst;
  return engine;
}

/** The compiler used last, for its fonts: most runs need the same. What it knew of a run is gone. */
let latest: { readonly key: string; readonly compiler: Compiler } | undefined;

function compilerFor(text: string, styles: readonly FontStyle[] | undefined): Compiler {
  const key = fontFiles(text, styles).join('\n');
  if (latest?.key === key) return latest.compiler;
  const blobs = fontBytes(text, styles).map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const compiler = withoutSystemFonts(() =>
    typst().NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs: blobs }] }),
  );
  latest = { key, compiler };
  return compiler;
}

/**
 * The result must not depend on the machine: the fonts of the package and ours are all there are. Only while the compiler looks for
 * fonts, because programs that are started inherit the variable.
 */
function withoutSystemFonts<Result>(create: () => Result): Result {
  const { FONTCONFIG_FILE: before } = process.env;
  process.env.FONTCONFIG_FILE = builtFile('fonts/no-system-fonts.conf');
  try {
    return create();
  } finally {
    if (before === undefined) delete process.env.FONTCONFIG_FILE;
    else process.env.FONTCONFIG_FILE = before;
  }
}

/** The first letter of a text that no font has. */
export function unwritableIn(text: string): string | undefined {
  for (const character of text) {
    if (!WRITABLE.test(character) && /[\p{L}\p{N}]/u.test(character)) return character;
  }
  return undefined;
}

/** The first letter, digit, mark or sign of a text that none of its fonts draws; symbols are not looked at. */
export function undrawnIn(text: string, styles?: readonly FontStyle[]): string | undefined {
  const fonts = fontBytes(text, styles).map(coverageOf);
  for (const character of new Set(text)) {
    // Fonts of the package have many symbols; what they lack is refused when a PDF/A is written.
    if (/[\p{Default_Ignorable_Code_Point}\s\p{S}\p{No}]/u.test(character)) continue;
    const code = character.codePointAt(0) ?? 0;
    if (!fonts.some((has) => has(code))) return character;
  }
  return undefined;
}

/** Throws INVALID_INPUT naming the first letter that no font has; `what` is what it stands in: `Option "text"`. */
export function checkLetters(what: string, text: string): void {
  const character = unwritableIn(text);
  if (character === undefined) return;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw invalid(
    `${what} has the letter U+${code}, no font has it: scripts are Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean`,
  );
}

/**
 * Sets a document with Typst and gives a PDF; the same job gives the same bytes. Synchronous: bound the amount of data first.
 * Throws what Typst says as a plain error: templates are ours, so that a failure is a fault of ours, or of a picture that
 * was not checked before.
 */
export function typeset({ templates, data, files, text, styles, archive }: TypesetJob): Uint8Array {
  const compiler = compilerFor(text, styles);
  try {
    compiler.mapShadow(`${WORKSPACE}/data.json`, Buffer.from(JSON.stringify(data)));
    for (const [name, bytes] of files ?? []) compiler.mapShadow(`${WORKSPACE}/${name}`, Buffer.from(bytes));
    const { result, failure } = compile(compiler, templates.join(''));
    if (result === null) throw new Error(`typesetting failed: ${failure}`);
    const { A_2b, A_3b, V_1_7 } = typst().PdfStandard;
    const pdfStandard = archive === undefined ? V_1_7 : archive === 'PDF/A-2b' ? A_2b : A_3b;
    return exported(() => compiler.pdf(result, { pdfStandard }), archive);
  } finally {
    compiler.resetShadow();
    // The cache is the process's, and nothing of a caller may stay in it.
    compiler.evictCache(0);
  }
}

/** Of PDF/A the exporter refuses letters that came out as boxes, which fonts do where letters do not go together. Throws ContentFault then. */
function exported(write: () => Uint8Array, archive: TypesetJob['archive']): Uint8Array {
  try {
    return new Uint8Array(write());
  } catch (error) {
    if (archive === undefined) throw error;
    const what = 'the fonts lack some of its letters or symbols';
    throw new ContentFault(what, what, undefined, { cause: error });
  }
}

function compile(compiler: Compiler, source: string) {
  const compiled = compiler.compile({ mainFileContent: source });
  if (!compiled.hasError()) return { result: compiled.result, failure: '' };
  return { result: null, failure: JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics) };
}
