import { describe, expect, it } from 'vitest';

import { logAsHtml, withoutSequences } from '../../lib/terminal/plain-log.js';
import { hexOf } from '../../lib/terminal/styles.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './remove-ansi-codes.js';

const hasAnsi2txt = hasProgram('ansi2txt', ['/dev/null'], 'control sequences removed by ansi2txt');
const hasAha = hasProgram('aha', ['--version'], 'colours of logs by aha');

const plain = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.text ?? '';
};

const WORDS = ['error', 'ok', 'Größe', '100 %', '[x]', 'a;b', '✓', '猫'];
const OTHERS = ['\u001b[2K', '\u001b[10;5H', '\u001b[?25l', '\u001b[A', '\u001b]0;title\u0007', '\u001b='];

function randomLog(seed: number, others: readonly string[]): string {
  const next = chanceOf(seed);
  const styles = (): string => {
    const codes = [0, 1, 4, 22, 24, 39, 49, 30 + next(8), 40 + next(8), `38;5;${16 + next(216)}`];
    return `\u001b[${codes[next(codes.length)]}m`;
  };
  const part = (): string => {
    const kind = next(3);
    if (kind === 0) return styles();
    return kind === 1 ? (others[next(others.length)] ?? '') : `${WORDS[next(WORDS.length)]} `;
  };
  return `${Array.from({ length: 3 + next(30) }, part).join('')}end\n`;
}

/** Each letter with what is told of it in `style` attributes. */
function styledLetters(html: string): string[] {
  const letters: string[] = [];
  const open: string[] = [];
  for (const [, tag, style, text] of html.matchAll(/<(\/?span)(?: style="([^"]*)")?[^>]*>|([^<]+)/g)) {
    if (tag === 'span') open.push(style ?? '');
    else if (tag === '/span') open.pop();
    else {
      const own = open.join(';');
      const kept = [
        /(?:^|;)color:(#[\da-f]{6})/.exec(own)?.[1] ?? '',
        own.includes('bold') ? 'bold' : '',
        own.includes('underline') ? 'underline' : '',
      ];
      for (const letter of text ?? '') if (letter.trim() !== '') letters.push(`${letter} ${kept.join(' ').trim()}`);
    }
  }
  return letters;
}

describe('remove-ansi-codes', () => {
  it.skipIf(!hasAnsi2txt)('leaves the text that ansi2txt leaves', () => {
    const logs = Array.from({ length: 200 }, (_, seed) => randomLog(seed + 1, OTHERS)).join('');
    expect(withoutSequences(logs)).toBe(runProgram('ansi2txt', [], logs).toString());
  });

  it.skipIf(!hasAha)('shows letters as aha does', () => {
    // aha knows the sequences of colours and erasing; its sixteen colours are its own and its greys are rounded, so that those of the cube are compared.
    const logs = Array.from({ length: 60 }, (_, seed) => randomLog(seed + 1, ['']))
      .join('')
      .replace(/\u001b\[[34]\dm/g, '\u001b[39m');
    const theirs = runProgram('aha', ['--no-header'], logs).toString();
    expect(styledLetters(logAsHtml(logs, 'dark'))).toEqual(styledLetters(theirs));
  });

  it('takes every kind of sequence, and leaves text about them', async () => {
    for (const [input, text] of [
      ['a\u009b31mb', 'ab'],
      ['\u001bP1$r0m\u001b\\x', 'x'],
      ['\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\', 'link'],
      ['\u001b[38;2;1;2;3mx', 'x'],
      ['\u001b[4:3mx\u001b[58:5:1my', 'xy'],
      ['x\u001b', 'x'],
      // ansi2txt leaves the B.
      ['\u001b(Bx', 'x'],
      ['\u001b[31', '31'],
      ['\u001b]0;no end', '0;no end'],
      ['a\u0000\u0007b\tc\r\n', 'ab\tc\r\n'],
      ['the code \\033 and \\e stay', 'the code \\033 and \\e stay'],
      ['\\x1b[1mx\\u001b[0m ^[[2Ky', 'x y'],
    ])
      expect(await plain(input ?? ''), JSON.stringify(input)).toBe(text);
    expect(await plain('\\e[1mx', { written: false })).toBe('\\e[1mx');
    expect(await plain('ab\b\bc\r\nxyz\ru\n', { overwrite: true })).toBe('cb\r\nuyz\n');
  });

  it('HTML has colours, styles and safe links', () => {
    expect(logAsHtml('\u001b[38;5;196;48;2;1;2;3mx', 'dark')).toBe(
      '<span style="color:#ff0000;background-color:#010203">x</span>',
    );
    expect(logAsHtml('\u001b[3;9;2;8mx\u001b[23;29;22;28my', 'dark')).toBe(
      '<span style="opacity:0.6;font-style:italic;text-decoration:line-through;visibility:hidden">x</span>y',
    );
    expect(logAsHtml('\u001b[7mx', 'light')).toBe('<span style="color:#ffffff;background-color:#333333">x</span>');
    expect(logAsHtml('\u001b[91mx', 'light')).toContain('#cd3131');
    expect(logAsHtml('\u001b]8;;https://e.com/?a="b\u0007x\u001b]8;;\u0007', 'dark')).toBe(
      '<a href="https://e.com/?a=&quot;b">x</a>',
    );
    expect(logAsHtml('\u001b]8;;javascript:alert(1)\u0007<b>\u001b]8;;\u0007', 'dark')).toBe('&lt;b&gt;');
    // xterm's 256colres.h: the cube and the greys.
    expect([16, 21, 46, 130, 231, 232, 255].map((color) => hexOf(color, 'dark'))).toEqual(
      '#000000 #0000ff #00ff00 #af5f00 #ffffff #080808 #eeeeee'.split(' '),
    );
  });

  it('a file gives a page', async () => {
    const bytes = Buffer.from('\u001b[32mok\u001b[0m\n');
    const { files } = await runTool(tool, {
      files: [{ name: 'a.log', bytes }],
      options: { to: 'html', page: true, theme: 'light' },
    });
    expect(files[0]?.name).toBe('a.html');
    expect(files[0]?.bytes.toString()).toMatch(/^<!DOCTYPE html>[\s\S]*background-color:#ffffff[\s\S]*>ok<\/span>/);
  });

  exhaustive('is done with the longest logs', async () => {
    for (const part of [
      '\u001b',
      '\u001b]',
      '\u009d',
      '\u001b[0',
      '\u001b[31mx',
      '\u001bP1;',
      'x\r',
      'x\b',
      '\\e[',
      '\u001b[38;5;1;',
    ])
      for (const options of [{ overwrite: true }, { to: 'html' }]) {
        const bytes = Buffer.from(part.repeat(Math.floor(6_000_000 / Buffer.byteLength(part))));
        const { status } = await runTool(tool, { files: [{ name: 'a.log', bytes }], options });
        expect([200, 400, 413], JSON.stringify(part)).toContain(status);
      }
  });
});
