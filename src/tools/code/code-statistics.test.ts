import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { countLines } from '../../lib/code-counts/count-lines.js';
import { languageOf } from '../../lib/code-counts/language-of.js';
import { CODE_LANGUAGES } from '../../lib/code-counts/languages.data.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import codeStatistics from './code-statistics.js';

const hasCloc = hasProgram('cloc', ['--version'], 'code-statistics against cloc');

interface ClocFile {
  readonly language: string;
  readonly code: number;
  readonly comment: number;
  readonly blank: number;
}

/** Files below a folder, their names in order. */
const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** What cloc counts in each file. */
function clocOf(files: readonly string[]): [string, ClocFile][] {
  const folder = mkdtempSync(join(tmpdir(), 'cloc-'));
  try {
    writeFileSync(join(folder, 'list'), files.join('\n'));
    // By itself it gives up on a file after a thousandth of a second for each line, and counts it wrongly.
    const options = ['--by-file', '--json', '--skip-uniqueness', '--quiet', '--timeout=0'];
    const args = [...options, `--list-file=${join(folder, 'list')}`];
    const printed = runProgram('cloc', args).toString();
    const counted = JSON.parse(printed.slice(printed.indexOf('{'))) as Record<string, ClocFile>;
    return Object.entries(counted).filter(([name]) => name !== 'header' && name !== 'SUM');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How many of the files that cloc calls the same have the same three counts, and how far code is apart in all. */
function agreement(files: readonly string[]) {
  const [sum, own] = [{ code: 0, same: 0, files: 0 }, { code: 0 }];
  for (const [file, cloc] of clocOf(files)) {
    const text = readFileSync(file, 'utf8');
    const language = languageOf(file, text);
    if (language?.name !== cloc.language) continue;
    const counts = countLines(text, language);
    sum.files++;
    sum.code += cloc.code;
    own.code += counts.code;
    if (counts.code === cloc.code && counts.comments === cloc.comment && counts.blanks === cloc.blank) sum.same++;
  }
  return { files: sum.files, same: sum.same / sum.files, apart: Math.abs(own.code / sum.code - 1) };
}

const counted = (text: string, language: string) =>
  countLines(text, CODE_LANGUAGES.find(({ name }) => name === language)!);

const run = (files: Record<string, string>, options: Record<string, unknown> = {}) =>
  runTool(codeStatistics, {
    files: Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    options,
  });

describe('beside cloc', () => {
  inRounds.skipIf(!hasCloc)('over sources of this project', [32, 1], (every) => {
    // By their names, so that a new file leaves the others of the sample as they are.
    const own = filesBelow(join(projectRoot, 'src'), /\.(?:ts|css)$/).filter(
      (file) => createHash('sha256').update(relative(projectRoot, file)).digest().readUInt32BE() % every === 0,
    );
    const others = ['scripts', 'docs/decisions'].flatMap((folder) =>
      filesBelow(join(projectRoot, folder), /\.(?:m?[jt]s|ya?ml|json|md|py)$/).filter(
        (file) => !file.includes('node_modules'),
      ),
    );
    const { files, same, apart } = agreement([...own, ...others]);
    expect(files).toBeGreaterThan(100);
    // The others hold code in template strings, whose comment marks cloc takes for comments: 44 of 3,468 in all of src.
    expect(same).toBeGreaterThan(0.95);
    expect(apart).toBeLessThan(0.005);
  });

  inRounds.skipIf(!hasCloc)('over scripts and typings of packages', [24, 1], (every) => {
    const packages = ['jsdom/lib', 'prettier', '@types/node'].flatMap((name) =>
      filesBelow(join(projectRoot, 'node_modules', name), /\.(?:d\.ts|js)$/),
    );
    const { same, apart, files } = agreement(packages.filter((_, i) => i % every === 0));
    expect(files).toBeGreaterThan(25);
    expect(same).toBeGreaterThan(0.97);
    expect(apart).toBeLessThan(0.02);
  });
});

describe('comments and what looks like them', () => {
  it.each([
    [
      'JavaScript',
      'a = "/*"; // x\nb = \'//\';\nc = `\n// no comment\n`;\nd = /\\/*"/;\ne = 4 / 2; /* f */\n/* g\n\n*/ h()',
      8,
      1,
      1,
    ],
    ['JavaScript', 'return /[/*]/g\n// one\nx = a / b / c // "\n', 2, 1, 0],
    ['Rust', "/* a /* b */ c */\nfn f<'a>(x: &'a str) {}\nlet c = '\"'; // x\nlet s = r#\"\n// \"#;\n", 4, 1, 0],
    [
      'Python',
      '#!/usr/bin/env python3\n"""Doc.\n\n# in it\n"""\nx = """\n# text\n"""\ny = \'#\' # z\n# w\n    r"""raw"""\n',
      5,
      5,
      1,
    ],
    ['Bourne Shell', 'echo "$#x # no" $#\n# yes\necho a#b # c\nx=\'\n# no\n\'\n', 5, 1, 0],
    ['C', 'char *s = "a\\\n// b"; /* c */\n/* d */ int i; /* e\n f */\n', 3, 1, 0],
    ['C', "/* x */ /* y */\n'\"'; // z\n", 1, 1, 0],
    ['Haskell', "{- a {- b -}\n-} x = '\"' -- y\n-- z\n", 1, 2, 0],
    ['Lua', '--[[ a\nb ]] x = 1\n-- c\ns = [[\n-- d\n]]\n', 4, 2, 0],
    ['SQL', "select '--', '/*' -- x\n-- y\n/* z */\n", 1, 2, 0],
    ['HTML', '<p>\n<!-- a\nb -->\n<b>x</b> <!-- c -->\n', 2, 2, 0],
    ['Perl', '=head1 A\n\ntext\n\n=cut\nmy $x = $#a; # b\n', 1, 3, 2],
    ['Ruby', '=begin\na\n=end\nputs "#{x} # y"\n', 1, 3, 0],
    ['DOS Batch', '@echo off\nREM x\n:: y\n@rem z\n', 1, 3, 0],
    ['Go', 'x := `a\n// b`\n// c\n', 2, 1, 0],
    ['C#', 'var p = @"C:\\";\n// c\nvar q = @"\n// d"; \n', 3, 1, 0],
    ['Markdown', '# Title\n\n<!-- note -->\n', 1, 1, 1],
    ['YAML', 'a: b#c # d\n# e\n', 1, 1, 0],
    ['JSON', '{\n\n}\n', 2, 0, 1],
  ])('%s %#', (language, text, code, comments, blanks) => {
    expect(counted(text, language)).toEqual({ code, comments, blanks });
    expect(counted(text.replaceAll('\n', '\r\n'), language)).toEqual({ code, comments, blanks });
  });
});

describe('languages', () => {
  it.each([
    ['Makefile', '', 'make'],
    ['a/b/Dockerfile', '', 'Dockerfile'],
    ['Dockerfile.dev', '', 'Dockerfile'],
    ['dockerfile-rules.ts', '', 'TypeScript'],
    ['x.m', '#import <a.h>\n', 'Objective-C'],
    ['x.m', 'y = 1; % z\n', 'MATLAB'],
    ['run', '#!/usr/bin/env python3\n', 'Python'],
    ['run', '#!/bin/bash -e\n', 'Bourne Again Shell'],
    ['A.TS', '', 'TypeScript'],
    ['notes', 'hello', undefined],
  ])('%s %j', (path, text, language) => {
    expect(languageOf(path, text)?.name).toBe(language);
  });

  it('have no ending twice', () => {
    const endings = CODE_LANGUAGES.flatMap((language) => [...language.endings, ...(language.names ?? [])]);
    expect(new Set(endings).size).toBe(endings.length);
    expect(CODE_LANGUAGES.length).toBe(86);
  });
});

describe('projects', () => {
  const entry = (name: string, text: string | Uint8Array) => ({ name, bytes: Buffer.from(text) });
  const zip = writeZip(
    [
      entry('src/a.ts', 'a\n// b\n'),
      entry('src/b.ts', 'a\n// b\n'),
      entry('node_modules/x/c.js', 'c\n'),
      entry('logo.png', Uint8Array.of(0x89, 0, 1)),
      entry('LICENSE', 'x'),
      entry('e.py', ''),
    ],
    { level: 6 },
  );

  it('in an archive are counted by language and file, without folders that are excluded', async () => {
    const answer = await runTool(codeStatistics, { files: [{ name: 'p.zip', bytes: zip }], options: { byFile: true } });
    expect(answer.data).toMatchObject({
      total: { files: 2, code: 2, comments: 2, blanks: 0, lines: 4 },
      languages: [{ language: 'TypeScript', files: 2, codePercent: 100 }],
      files: [{ path: 'src/a.ts' }, { path: 'src/b.ts' }],
      skippedCount: 3,
      skipped: [
        { path: 'logo.png', reason: 'not text' },
        { path: 'LICENSE', reason: 'unknown language' },
        { path: 'e.py', reason: 'empty' },
      ],
    });
  });

  it('with equal files once, or with every folder', async () => {
    const files = [{ name: 'p.zip', bytes: zip }];
    expect((await runTool(codeStatistics, { files, options: { unique: true } })).data).toMatchObject({
      total: { files: 1 },
      skippedCount: 4,
    });
    expect((await runTool(codeStatistics, { files, options: { exclude: '' } })).data).toMatchObject({
      total: { files: 3 },
    });
    expect((await runTool(codeStatistics, { files, options: { exclude: 'src' } })).data).toMatchObject({
      languages: [{ language: 'JavaScript' }],
    });
  });

  it('in UTF-16, and damaged archives', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\n\n// b\n', 'utf16le')]);
    expect((await runTool(codeStatistics, { files: [{ name: 'a.js', bytes }] })).data).toMatchObject({
      total: { code: 1, comments: 1, blanks: 1 },
    });
    expect((await run({ 'a.zip': 'no archive' })).status).toBe(400);
  });

  exhaustive.each(['(/[', '/', '/*', '*/', '"', '`', "'", '{-', '#', 'r#"', '\\', '"""', '[['])(
    'a million characters of %s in each of five languages end soon',
    async (part) => {
      const text = part.repeat(Math.floor(1_000_000 / part.length));
      const names = ['js', 'rs', 'py', 'lua', 'hs'];
      const answer = await run(Object.fromEntries(names.map((ending) => [`a.${ending}`, text])));
      expect(answer.status).toBe(200);
    },
  );
});
