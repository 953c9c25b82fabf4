import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { ESCAPE_LANGUAGES, escapeText, unescapeText } from '../../lib/text/string-escapes.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomText } from '../../testing/random-texts.js';

const hasPython = hasProgram('python3', ['--version'], 'escapes read and written by Python');
const hasBash = hasProgram('bash', ['--version'], 'escapes read and written by bash');
const hasJq = hasProgram('jq', ['--version'], 'escapes read and written by jq');
const hasGcc = hasProgram('gcc', ['--version'], 'escapes read by a C compiler');

const TEXTS = Array.from({ length: 200 }, (_, seed) => {
  const next = chanceOf(seed + 1);
  const odd = Array.from({ length: next(8) }, () => String.fromCharCode(1 + next(0x2ff))).join('');
  return `${randomText(seed, 12)}${odd}${['??=', '$' + '{x}', '\u2028', "'; DROP", '$(ls)', '</script>', '1e5', '\\u0041'][next(8)]}`;
});

const hasRust = hasProgram('rustc', ['--version'], 'escapes read by the Rust compiler');
const hasGo = hasProgram('go', ['version'], 'escapes read by Go');
const hasPhp = hasProgram('php', ['--version'], 'escapes read by PHP');
const hasXmllint = hasProgram('xmllint', ['--version'], 'attribute values read by xmllint');
const hasPandoc = hasProgram('pandoc', ['--version'], 'LaTeX beside pandoc');

const quoted = { quotes: true, ascii: false };

it('every text comes back in every language', () => {
  for (const language of ESCAPE_LANGUAGES) {
    for (const text of TEXTS) {
      if (language === 'markup' && /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) continue;
      for (const quotes of [true, false]) {
        for (const ascii of [true, false]) {
          const escaped = escapeText(text, language, { quotes, ascii });
          expect(unescapeText(escaped, language, { quotes }), `${language}: ${escaped}`).toBe(text);
          if (
            ascii &&
            ['json', 'javascript', 'python', 'java', 'c', 'csharp', 'go', 'php', 'rust', 'markup'].includes(language)
          )
            expect(escaped).toMatch(/^[\n\r\t -\u007f]*$/);
        }
      }
    }
  }
});

it('JavaScript reads what is written, in all three quotes, and the pattern matches its text', () => {
  for (const text of TEXTS) {
    for (const ascii of [true, false]) {
      const inside = escapeText(text, 'javascript', { quotes: false, ascii });
      for (const mark of ["'", '"', '`'])
        expect(new Function(`'use strict'; return ${mark}${inside}${mark}`)()).toBe(text);
      expect(JSON.parse(escapeText(text, 'json', { quotes: true, ascii }))).toBe(text);
    }
    const pattern = escapeText(text, 'regex', quoted);
    for (const flags of ['', 'u']) expect(new RegExp(`^(?:${pattern})$`, flags).test(text)).toBe(true);
    expect(decodeURIComponent(escapeText(text, 'url', quoted))).toBe(text);
  }
});

describe.skipIf(!hasPython)('Python', () => {
  it('reads and writes the same texts', () => {
    const literals = TEXTS.flatMap((text) => [
      escapeText(text, 'python', quoted),
      escapeText(text, 'python', { quotes: true, ascii: true }),
    ]);
    const script =
      'import sys, json, ast, re\nd=json.load(sys.stdin)\nprint(json.dumps([[ast.literal_eval(x) for x in d[0]],[repr(x) for x in d[1]],[ascii(x) for x in d[1]],[bool(re.fullmatch(p,t)) for p,t in d[2]]]))';
    const pairs = TEXTS.map((text) => [escapeText(text, 'regex', quoted), text]);
    const [read, repr, plain, matched] = JSON.parse(
      runProgram('python3', ['-c', script], JSON.stringify([literals, TEXTS, pairs])).toString(),
    );
    expect(read).toEqual(TEXTS.flatMap((text) => [text, text]));
    expect(repr.map((literal: string) => unescapeText(literal, 'python', quoted))).toEqual(TEXTS);
    expect(plain.map((literal: string) => unescapeText(literal, 'python', quoted))).toEqual(TEXTS);
    expect(matched).toEqual(TEXTS.map(() => true));
  });
});

describe.skipIf(!hasBash)('bash', () => {
  it('reads and writes the same texts', () => {
    for (const text of TEXTS.slice(0, 60)) {
      const word = escapeText(text, 'shell', quoted);
      expect(runProgram('bash', ['-c', `printf %s ${word}`]).toString()).toBe(text);
      const written = runProgram('env', ['LC_ALL=C.UTF-8', 'bash', '-c', 'printf %q "$1"', 'bash', text]).toString();
      expect(unescapeText(written, 'shell', quoted)).toBe(text);
    }
  });
});

it.skipIf(!hasJq)('jq reads and writes the same texts', () => {
  const literals = TEXTS.map((text) => escapeText(text, 'json', { quotes: true, ascii: true })).join('\n');
  const written = runProgram('jq', ['-c', '.'], literals).toString().trimEnd().split('\n');
  expect(written.map((literal) => unescapeText(literal, 'json', quoted))).toEqual(TEXTS);
});

it.skipIf(!hasGcc)('a C compiler reads the same texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'escapes-'));
  try {
    const strings = TEXTS.flatMap((text) => [
      escapeText(text, 'c', quoted),
      escapeText(text, 'c', { quotes: true, ascii: true }),
    ]);
    const lines = strings.map((literal) => `  fwrite(${literal}, 1, sizeof(${literal}) - 1, stdout); putchar(0);`);
    writeFileSync(join(folder, 'a.c'), `#include <stdio.h>\nint main(void) {\n${lines.join('\n')}\n  return 0;\n}\n`);
    runProgram('gcc', ['-std=c99', '-trigraphs', '-w', '-o', join(folder, 'a'), join(folder, 'a.c')]);
    const read = runProgram(join(folder, 'a'), []).toString().split('\0').slice(0, -1);
    expect(read).toEqual(TEXTS.flatMap((text) => [text, text]));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'escapes-'));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bothWays = (language: 'go' | 'php' | 'rust'): string[] =>
  TEXTS.flatMap((text) => [false, true].map((ascii) => escapeText(text, language, { quotes: true, ascii })));

it.skipIf(!hasRust)('the Rust compiler reads the same texts', () => {
  inFolder((folder) => {
    const prints = bothWays('rust').map((literal) => `print!("{}\\0", ${literal});`);
    writeFileSync(join(folder, 'a.rs'), `fn main() {\n${prints.join('\n')}\n}\n`);
    runProgram('rustc', ['-o', join(folder, 'a'), join(folder, 'a.rs')]);
    expect(runProgram(join(folder, 'a'), []).toString().split('\0').slice(0, -1)).toEqual(
      TEXTS.flatMap((text) => [text, text]),
    );
  });
});

exhaustive.skipIf(!hasGo)('Go reads the same texts', () => {
  inFolder((folder) => {
    const prints = bothWays('go').map((literal) => `\tfmt.Print(${literal}, "\\x00")`);
    writeFileSync(join(folder, 'a.go'), `package main\n\nimport "fmt"\n\nfunc main() {\n${prints.join('\n')}\n}\n`);
    const read = runProgram('go', ['run', join(folder, 'a.go')])
      .toString()
      .split('\0')
      .slice(0, -1);
    expect(read).toEqual(TEXTS.flatMap((text) => [text, text]));
  });
});

it.skipIf(!hasPhp)('PHP reads the same texts', () => {
  const script = `<?php\n${bothWays('php')
    .map((literal) => `echo ${literal}, "\\0";`)
    .join('\n')}\n`;
  const read = runProgram('php', [], script).toString().split('\0').slice(0, -1);
  expect(read).toEqual(TEXTS.flatMap((text) => [text, text]));
});

exhaustive.skipIf(!hasXmllint)('xmllint reads the same attribute values and texts', () => {
  inFolder((folder) => {
    const texts = TEXTS.filter((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)).slice(
      0,
      60,
    );
    expect(texts.length).toBeGreaterThan(20);
    for (const text of ['a\tb\nc\r\nd "e" \'f\'', ...texts]) {
      const value = escapeText(text, 'markup', { quotes: false, ascii: false });
      writeFileSync(join(folder, 'a.xml'), `<a b="${value}">${value}</a>`);
      for (const path of ['string(/a/@b)', 'string(/a)'])
        expect(runProgram('xmllint', ['--xpath', path, join(folder, 'a.xml')]).toString()).toBe(`${text}\n`);
    }
  });
});

it.skipIf(!hasPandoc)('pandoc writes the same LaTeX', () => {
  const write = (text: string): string =>
    runProgram(
      'pandoc',
      ['-f', 'json', '-t', 'latex'],
      JSON.stringify({ 'pandoc-api-version': [1, 22], meta: {}, blocks: [{ t: 'Plain', c: [{ t: 'Str', c: text }] }] }),
    )
      .toString()
      .trimEnd();
  // Pandoc leaves out the group where nothing but a letter would run into the command.
  for (const sign of ['a\\b', '{', '}', '$', '&', '#', '_', '%', '<<', '>>', 'a|b', 'a~b'])
    expect(escapeText(sign, 'latex', quoted).replace(/\{\}/g, ''), sign).toBe(write(sign).replace(/\{\}| /g, ''));
});

it('reads what people write in C#, Go, PHP and Rust, and refuses what these do not know', () => {
  const read = (text: string, language: 'csharp' | 'go' | 'php' | 'rust'): string =>
    unescapeText(text, language, { quotes: false });
  expect(read('\\x41\\x4a4b\\u00e9\\U0001F600\\0', 'csharp')).toBe('A䩋é😀\0');
  expect(read('\\xc3\\xa9\\303\\251\\u00e9\\U0001f600\\a', 'go')).toBe('ééé😀\u0007');
  expect(read('\\xc3\\xa9\\303\\251\\u{e9}\\$x\\q\\e', 'php')).toBe('ééé$x\\q\u001b');
  expect(read('\\x41\\u{1F600}a\\\n   b', 'rust')).toBe('A😀ab');
  for (const [text, language] of [
    ['\\q', 'csharp'],
    ["\\'", 'go'],
    ['\\12', 'go'],
    ['\\xe9', 'rust'],
    ['\\u00e9', 'rust'],
    ['\\b', 'rust'],
  ] as const)
    expect(() => read(text, language), `${language} ${text}`).toThrow();
});

inRounds('random text is read or refused, and the work grows with its length', [25, 100], async (rounds) => {
  for (const language of ESCAPE_LANGUAGES) {
    for (let seed = 0; seed < rounds; seed++) {
      try {
        unescapeText(randomText(seed, 20), language, { quotes: seed % 2 === 0 });
      } catch (error) {
        expect((error as Error).name).toBe('ContentFault');
      }
    }
    for (const part of ['\\', '"', "'", '&'].slice(0, rounds === 25 ? 1 : 4)) {
      await expectLinear(4000, (length) => {
        const escaped = escapeText(part.repeat(length), language, quoted);
        expect(unescapeText(escaped, language, quoted)).toBe(part.repeat(length));
      });
    }
  }
});
