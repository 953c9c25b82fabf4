import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { TEX_FORMULAS } from '../../testing/tex-formulas.js';

import tool from './latex-to-mathml.js';

const convert = async (input: string, options: object = {}): Promise<string> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 200)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.text!;
};

/** Characters that mean the same here: the two choose differently. */
const ALIKE: Readonly<Record<string, string>> = { '⌀': '∅', '□': '◻', '⟂': '⊥', '|': '∣', ˆ: '^', '⟶': '→' };

/** Characters of the tokens, whatever alphabet or element they are in. */
const tokens = (mathml: string): string =>
  mathml
    .replace(/<annotation[\s\S]*?<\/annotation>/g, '')
    .replace(/<mphantom>[\s\S]*?<\/mphantom>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .normalize('NFKC')
    .replace(/[\s\u2061-\u2064\u200b]|\u0338|\ufe00|\ufe0e/g, '')
    // Lines above and below are characters, marks or borders.
    .replace(/\u0304|\u0305|\u2015|\u20db|\.\.\.(?=\+|$)/g, '')
    .replace(/[⌀□⟂|ˆ⟶]/gu, (sign) => ALIKE[sign] ?? sign);

async function openOther() {
  const [
    { TeX },
    { HTMLDocument },
    { liteAdaptor },
    { RegisterHTMLHandler },
    { mathjax },
    { SerializedMmlVisitor },
    { STATE },
  ] = await Promise.all([
    import('mathjax-full/js/input/tex.js'),
    import('mathjax-full/js/handlers/html/HTMLDocument.js'),
    import('mathjax-full/js/adaptors/liteAdaptor.js'),
    import('mathjax-full/js/handlers/html.js'),
    import('mathjax-full/js/mathjax.js'),
    import('mathjax-full/js/core/MmlTree/SerializedMmlVisitor.js'),
    import('mathjax-full/js/core/MathItem.js'),
    import('mathjax-full/js/input/tex/AllPackages.js'),
  ]);
  expect(HTMLDocument).toBeDefined();
  RegisterHTMLHandler(liteAdaptor());
  const visitor = new SerializedMmlVisitor();
  return (tex: string): string => {
    const packages = [
      'base',
      'ams',
      'boldsymbol',
      'braket',
      'cancel',
      'color',
      'mathtools',
      'mhchem',
      'newcommand',
      'textmacros',
    ];
    const page = mathjax.document('', { InputJax: new TeX({ packages }) });
    return visitor.visitTree(page.convert(tex, { display: true, end: STATE.CONVERT }));
  };
}

describe('latex-to-mathml', () => {
  const xmllint = hasProgram('xmllint', ['--version'], 'MathML read by libxml2');
  exhaustive('tokens of every formula are those of MathJax', async () => {
    expect(TEX_FORMULAS.length).toBeGreaterThan(300);
    const other = await openOther();
    const all = (await convert(TEX_FORMULAS.join('\n'), { perLine: true, indent: 0 })).split('\n');
    expect(all).toHaveLength(TEX_FORMULAS.length);
    if (xmllint) runProgram('xmllint', ['--noout', '-'], `<all>${all.join('')}</all>`);
    const apart = TEX_FORMULAS.flatMap((tex, i) => {
      const [ours, theirs] = [tokens(all[i]!), tokens(other(tex))];
      return ours === theirs ? [] : [`${tex}: ${ours} | ${theirs}`];
    });
    // The same in another order.
    expect(apart).toEqual(['\\prescript{14}{6}{C}: C146 | C614']);
  });

  it('is well-formed with indentation, and keeps its source', async () => {
    const written = await convert(
      '\\begin{align} a &= b < c \\\\ &= \\text{d & e} \\end{align}'.replace('d & e', 'd'),
      { annotation: true },
    );
    expect(written).toContain('<annotation encoding="application/x-tex">');
    expect(written).toContain('columnalign="right"');
    expect(written).not.toContain('class=');
    if (xmllint) runProgram('xmllint', ['--noout', '-'], written);
  });

  it('definitions of one formula are gone in the next', async () => {
    await convert('\\gdef\\mine{q}\\mine');
    expect((await runTool(tool, { input: '\\mine' })).status).toBe(400);
    const lines = await runTool(tool, { input: '\\gdef\\mine{q}\\mine\n\\mine', options: { perLine: true } });
    expect(lines.message).toContain('line 2');
  });

  inRounds('hostile formulas are answered or refused', [100, 1000], async (rounds) => {
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
      '\ud83d\ude00',
      '\ud800',
      '\u0000',
      '\\kern 9em',
      "'",
      '\\genfrac',
      '<',
      '"',
      '\\textcolor{"><script>}',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = Array.from({ length: 1 + chance(20) }, () => pick(chance, parts)).join('');
      const { status, cause, text } = await runTool(tool, { input });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
      expect(text ?? '').not.toContain('<script');
    }
    for (const [input, status] of [
      ['{'.repeat(5000), 413],
      ['x'.repeat(20_001), 413],
      ['\\def\\a{\\a\\a}\\a', 400],
      ['\\includegraphics{a.png}', 400],
      ['\\style{color:red}{x}', 400],
      ['\\frac12'.repeat(2800), 200],
    ] as const)
      expect((await runTool(tool, { input })).status, input.slice(0, 20)).toBe(status);
  });
});
