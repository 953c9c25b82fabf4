import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { TEX_FORMULAS } from '../../testing/tex-formulas.js';

import tool from './latex-to-image.js';

const draw = async (input: string, options: object = {}) => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 200)}: ${answer.message} ${answer.cause}`).toBe(200);
  return {
    svg: Buffer.from(answer.files[0]!.bytes).toString(),
    bytes: answer.files[0]!.bytes,
    data: answer.data as Data,
  };
};

interface Data {
  readonly width: number;
  readonly height: number;
  readonly depthPercent: number;
  readonly warnings: readonly string[];
}

describe('latex-to-image', () => {
  const xmllint = hasProgram('xmllint', ['--version'], 'SVG of formulas read by libxml2');
  inRounds('every formula of the list draws as outlines alone', [8, TEX_FORMULAS.length], async (rounds) => {
    expect(TEX_FORMULAS.length).toBeGreaterThan(300);
    const drawn: string[] = [];
    for (let i = 0; i < rounds; i++) {
      const { svg, data } = await draw(TEX_FORMULAS[(i * 7) % TEX_FORMULAS.length]!);
      expect(
        svg.match(/<text|<image|<style|<a |href="[^#]|data-|NaN|undefined|merror/)?.[0],
        TEX_FORMULAS[(i * 7) % TEX_FORMULAS.length],
      ).toBeUndefined();
      expect(svg).toMatch(/<path|<rect/);
      expect(data.width > 8 && data.height > 8 && data.width < 2000, svg.slice(0, 200)).toBe(true);
      drawn.push(svg);
    }
    if (xmllint) runProgram('xmllint', ['--noout', '-'], `<all>${drawn.join('')}</all>`);
  });

  it('colour, background, size and padding are there', async () => {
    const { svg, data } = await draw('x', { color: '#ff0000', background: 'yellow', padding: 0 });
    expect(svg).toContain('fill="#ff0000"');
    expect(svg).toContain('fill="#ffff00"');
    expect((await draw('x', { fontSize: 36, padding: 0 })).data.width).toBeCloseTo(2 * data.width, 1);
    expect((await draw('x', { padding: 9 })).data.width).toBeCloseTo(data.width + 24, 1);
    const png = await draw('x^2', { format: 'png', dpi: 600 });
    expect(Buffer.from(png.bytes).readUInt32BE(16)).toBe(png.data.width);
    expect((await draw('\\sum_i^n', { displayMode: false })).data.height).toBeLessThan(
      (await draw('\\sum_i^n')).data.height,
    );
    // An x of 18 points stands on the line.
    expect(Math.abs(data.depthPercent)).toBeLessThan(3);
  });

  it('a formula with a tag has a size of its own', async () => {
    const { svg, data } = await draw('\\begin{equation} a = b \\tag{7} \\end{equation}');
    expect(svg).toMatch(/viewBox="[-\d.]+ [-\d.]+ [\d.]+ [\d.]+"/);
    expect(svg.slice(0, 200)).not.toContain('100%');
    expect(data.width).toBeGreaterThan(100);
  });

  it('definitions of one formula are gone in the next', async () => {
    await draw('\\def\\mine{q}\\renewcommand{\\alpha}{zzz}\\mine\\alpha\\label{a}\\tag{1}');
    expect((await runTool(tool, { input: '\\mine' })).status).toBe(400);
    const fresh = await draw('\\alpha');
    expect(fresh.data.width).toBeLessThan((await draw('zzz')).data.width);
    await draw('x\\label{a}');
  });

  it('letters that the fonts lack are told', async () => {
    const { data } = await draw('\\text{Привет}');
    expect(data.warnings).toHaveLength(1);
    await draw('\\text{Привет 日本}', { format: 'png' });
  });

  it.each([
    ['\\href{http://a}{b}', 400],
    ['\\require{html}', 400],
    ['\\style{color:red}{b}', 400],
    ['\\bbox[background:url(http://x)]{y}', 400],
    ['\\def\\a{\\a\\a}\\a', 413],
    ['\\def\\x{\\frac{\\x}{1}}\\x', 413],
    ['{'.repeat(5000), 413],
    ['x'.repeat(20_001), 413],
    ['\\rule{100000em}{1em}', 413],
    [' ', 400],
    ['a^b^c', 400],
    ['\ud800', 200],
  ])('hostile %s', async (input, status) => {
    const answer = await runTool(tool, { input });
    if (input === '\ud800' || input.startsWith('\\bbox'))
      expect([200, 400], String(answer.cause)).toContain(answer.status);
    else expect(answer.status, `${answer.message} ${answer.cause}`).toBe(status);
    expect(JSON.stringify(answer)).not.toContain('http://x)');
  });

  inRounds('hostile formulas are answered or refused', [60, 1000], async (rounds) => {
    const chance = chanceOf(rounds);
    const parts = [
      '\\frac',
      '{',
      '}',
      '^',
      '_',
      '\\left(',
      '\\right)',
      '&',
      '\\\\',
      '\\begin{array}{c}',
      '\\end{array}',
      'x',
      '1',
      '\\sqrt[',
      ']',
      '\\def\\a#1{#1#1}',
      '\\a',
      '$',
      '%',
      '#1',
      '\\ce{',
      '\\text{',
      '\\color{',
      '\\verb|',
      '\\tag{',
      '\\begin{align}',
      '\\end{align}',
      '\\limits',
      '\\newenvironment{q}{a}{b}',
      '\ud83d\ude00',
      '\u0000',
      '\\hskip 1em',
      '\\raise 9999em',
      "'",
      '\\bbox[',
      '\\unicode{',
      '\\genfrac',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = Array.from({ length: 1 + chance(20) }, () => pick(chance, parts)).join('');
      const { status, cause } = await runTool(tool, {
        input,
        options: { format: pick(chance, ['svg', 'png']), dpi: 96 },
      });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
    }
  });

  exhaustive('the longest formulas end in time', async () => {
    for (const input of [
      'x'.repeat(20_000),
      '\\frac12'.repeat(2800),
      'x_1^2'.repeat(4000),
      `\\begin{matrix}${'a&'.repeat(9000)}\\end{matrix}`,
      `\\begin{matrix}${'a\\\\'.repeat(6000)}\\end{matrix}`,
      `${'\\sqrt{'.repeat(79)}x${'}'.repeat(79)}`,
      `\\def\\a{xxxxxxxxxxxxxxxxxxxx}${'\\a'.repeat(400)}`,
    ]) {
      const answer = await runTool(tool, { input });
      expect([200, 413], `${input.slice(0, 30)} ${answer.message} ${answer.cause}`).toContain(answer.status);
    }
  });
});
