import { chanceOf, pick } from './chance.js';
import { runProgram } from './programs.js';

const LETTERS = 'a b x y z n A \\alpha \\beta \\Omega \\mathbb{R} \\mathbf{v} \\infty 1 23'.split(' ');
const SIGNS = '+ - = < \\leq \\in \\times \\rightarrow \\cup \\neq , '.split(' ').filter((sign) => sign !== '');

/** A formula of TeX with fractions, scripts, roots, sums, brackets, accents, limits and matrices. */
export function randomTex(seed: number): string {
  const chance = chanceOf(seed);
  const some = (depth: number): string =>
    Array.from({ length: 1 + chance(3) }, () => part(depth)).join(` ${pick(chance, SIGNS)} `);
  const part = (depth: number): string => {
    const letter = pick(chance, LETTERS);
    if (depth === 0) return letter;
    const inner = (): string => some(depth - 1);
    switch (chance(14)) {
      case 0:
        return `\\frac{${inner()}}{${inner()}}`;
      case 1:
        return `${letter}^{${inner()}}`;
      case 2:
        return `${letter}_{${inner()}}`;
      case 3:
        return `${letter}_{${inner()}}^{${inner()}}`;
      case 4:
        return `\\sqrt{${inner()}}`;
      case 5:
        return `\\sqrt[3]{${inner()}}`;
      case 6:
        return `\\${pick(chance, ['sum', 'prod', 'int', 'oint', 'bigcup'])}_{${inner()}}^{${inner()}} ${letter}`;
      case 7:
        return `\\left${pick(chance, ['(', '[', '|', '\\{'])}${inner()}\\right${pick(chance, [')', ']', '|', '\\}'])}`;
      case 8:
        return `\\${pick(chance, ['hat', 'check', 'tilde', 'vec', 'dot', 'ddot', 'bar'])}{${letter}}`;
      case 9:
        return `\\begin{matrix}${inner()} & ${inner()} \\\\ ${inner()} & ${inner()}\\end{matrix}`;
      case 10:
        return `\\${pick(chance, ['overline', 'underbrace', 'overbrace'])}{${inner()}}`;
      case 11:
        return `\\lim_{${inner()}} ${letter}`;
      default:
        return letter;
    }
  };
  return some(3);
}

/** MathML of each formula in Markdown, as pandoc understands it, freed of groups and of how it is drawn. */
export const mathmlOf = (markdown: string): string[] =>
  runProgram('pandoc', ['-f', 'markdown', '-t', 'html', '--mathml', '--wrap=none'], markdown)
    .toString()
    .split('<math')
    .slice(1)
    .map((formula) =>
      formula
        .slice(formula.indexOf('<semantics>') + '<semantics>'.length, formula.indexOf('<annotation'))
        .replace(/<mrow>\s*<\/mrow>|<mspace[^>]*\/>|<mspace[^>]*>\s*<\/mspace>/g, '')
        .replace(/<\/?(?:mrow|mstyle)[^>]*>/g, '')
        .replace(/ [a-z]+="[^"]*"/g, '')
        .trim(),
    );
