import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { ESCAPE_LANGUAGES, escapeText, unescapeText } from '../../lib/text/string-escapes.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
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

const quoted = { quotes: true, ascii: false };

it('every text comes back in every language', () => {
  for (const language of ESCAPE_LANGUAGES) {
    for (const text of TEXTS) {
      if (language === 'xml' && /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) continue;
      for (const quotes of [true, false]) {
        for (const ascii of [true, false]) {
          const escaped = escapeText(text, language, { quotes, ascii });
          expect(unescapeText(escaped, language, { quotes }), `${language}: ${escaped}`).toBe(text);
          if (ascii && ['json', 'javascript', 'python', 'java', 'c', 'xml'].includes(language))
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

inRounds('random text is read or refused, and the work grows with its length', [25, 100], async (rounds) => {
  for (const language of ESCAPE_LANGUAGES) {
    for (let seed = 0; seed < rounds; seed++) {
      try {
        unescapeText(randomText(seed, 20), language, { quotes: seed % 2 === 0 });
      } catch (error) {
        expect((error as Error).name).toBe('ContentFault');
      }
    }
    for (const part of ['\\', '"', "'", '&']) {
      await expectLinear(4000, (length) => {
        const escaped = escapeText(part.repeat(length), language, quoted);
        expect(unescapeText(escaped, language, quoted)).toBe(part.repeat(length));
      });
    }
  }
});
