import { LARGE } from '../formula/office-math.js';
import { attribute } from '../office/package.js';
import { childOf, childrenOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { functionOf, isOn, runLatex, symbolsOf } from './formula-text.js';

/** Accents by the combining character, or its like that stands alone: 22.1.2.1. */
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030a': 'mathring',
  '\u030c': 'check',
  '\u0331': 'underline',
  '\u0332': 'underline',
  '\u20d0': 'overset{\\leftharpoonup}',
  '\u20d1': 'overset{\\rightharpoonup}',
  '\u20d6': 'overleftarrow',
  '\u20d7': 'vec',
  '\u20db': 'dddot',
  '\u20e1': 'overleftrightarrow',
  '\u20ee': 'underleftarrow',
  '\u20ef': 'underrightarrow',
  '^': 'hat',
  '~': 'tilde',
  '¯': 'bar',
  '→': 'vec',
};

/** Characters above or below a group, by where they stand: 22.1.2.41. */
const GROUPS: Readonly<Record<string, Readonly<Record<'top' | 'bot', string>>>> = {
  '⏞': { top: 'overbrace', bot: 'underset{⏞}' },
  '⏟': { top: 'overset{⏟}', bot: 'underbrace' },
  '←': { top: 'overleftarrow', bot: 'underleftarrow' },
  '→': { top: 'overrightarrow', bot: 'underrightarrow' },
  '↔': { top: 'overleftrightarrow', bot: 'underleftrightarrow' },
};

/** Office Math (ECMA-376 part 1, 22.1) as LaTeX with amsmath. */
export const latexOf = (element: XmlElement): string =>
  // A command ends where no letter follows.
  latexWithin(element, false).replace(/(\\[A-Za-z]+) (?![A-Za-z])/g, '$1');

function latexWithin(element: XmlElement, isAligned: boolean): string {
  const part = (name: string): string => {
    const found = childOf(element, name);
    return found === undefined ? '' : latexWithin(found, isAligned);
  };
  const properties = elementsOf(element).find((child) => localName(child.name).endsWith('Pr'));
  const property = (name: string): string | undefined => attribute(properties && childOf(properties, name), 'val');
  const isSet = (name: string): boolean => isOn(properties && childOf(properties, name));
  const name = localName(element.name);
  switch (name) {
    case 'r':
      return runLatex(element, isAligned);
    case 't':
      return symbolsOf(textOf(element));
    case 'f':
      return fraction(property('type') ?? 'bar', part('num'), part('den'));
    case 'sSup':
      return `${base(part('e'))}^{${part('sup')}}`;
    case 'sSub':
      return `${base(part('e'))}_{${part('sub')}}`;
    case 'sSubSup':
      return `${base(part('e'))}_{${part('sub')}}^{${part('sup')}}`;
    case 'sPre':
      return `{}_{${part('sub')}}^{${part('sup')}}${base(part('e'))}`;
    case 'rad': {
      const degree = isSet('degHide') ? '' : part('deg');
      return degree === '' ? `\\sqrt{${part('e')}}` : `\\sqrt[${degree}]{${part('e')}}`;
    }
    case 'd':
      return delimited(element, property, isAligned);
    case 'nary': {
      const sub = isSet('subHide') ? '' : part('sub');
      const sup = isSet('supHide') ? '' : part('sup');
      const sign = symbolsOf(property('chr') ?? '∫').trimEnd();
      const limits = property('limLoc') === 'undOvr' && sign.includes('int') ? '\\limits' : '';
      return `${sign}${limits}${sub === '' ? '' : `_{${sub}}`}${sup === '' ? '' : `^{${sup}}`}{${part('e')}}`;
    }
    case 'func':
      return `${functionName(element, isAligned)}{${part('e')}}`;
    case 'acc': {
      const sign = property('chr') ?? '\u0302';
      return `\\${ACCENTS[sign] ?? `overset{${symbolsOf(sign)}}`}{${part('e')}}`;
    }
    case 'bar':
      return `\\${property('pos') === 'top' ? 'overline' : 'underline'}{${part('e')}}`;
    case 'groupChr': {
      const where = property('pos') === 'top' ? 'top' : 'bot';
      const sign = property('chr') ?? '⏟';
      const set = where === 'top' ? 'overset' : 'underset';
      return `\\${GROUPS[sign]?.[where] ?? `${set}{${symbolsOf(sign)}}`}{${part('e')}}`;
    }
    case 'limLow':
      return limited(element, 'under', part('e'), part('lim'));
    case 'limUpp':
      return limited(element, 'over', part('e'), part('lim'));
    case 'borderBox':
      return `\\boxed{${part('e')}}`;
    case 'phant':
      return properties && childOf(properties, 'show') && !isSet('show') ? `\\phantom{${part('e')}}` : part('e');
    case 'm':
      return grid(
        'matrix',
        childrenOf(element, 'mr').map((row) => childrenOf(row, 'e').map((cell) => latexWithin(cell, false))),
      );
    case 'eqArr':
      // A "&" in its runs is where the lines are aligned.
      return grid(
        'aligned',
        childrenOf(element, 'e').map((line) => [latexWithin(line, true)]),
      );
    default:
      if (name.endsWith('Pr')) return '';
      return elementsOf(element)
        .map((child) => latexWithin(child, isAligned))
        .join('');
  }
}

const grid = (environment: string, rows: readonly (readonly string[])[]): string =>
  `\\begin{${environment}}${rows.map((cells) => cells.join(' & ')).join(' \\\\ ')}\\end{${environment}}`;

function fraction(type: string, above: string, below: string): string {
  if (type === 'noBar') return `\\genfrac{}{}{0pt}{}{${above}}{${below}}`;
  return type === 'lin' || type === 'skw' ? `{${above}}/{${below}}` : `\\frac{${above}}{${below}}`;
}

/** 22.1.2.24: what stands between is separated by a line, where nothing else is named. */
function delimited(element: XmlElement, property: (name: string) => string | undefined, isAligned: boolean): string {
  const parts = childrenOf(element, 'e').map((part) => latexWithin(part, isAligned));
  const separator = property('sepChr') ?? '|';
  const between = separator === '|' ? ' \\middle| ' : symbolsOf(separator);
  return `\\left${bracket(property('begChr') ?? '(')}${parts.join(between)}\\right${bracket(property('endChr') ?? ')')}`;
}

/** The name of a function: its letters, with a limit below or a script where it has one. */
function functionName(element: XmlElement, isAligned: boolean): string {
  const name = childOf(element, 'fName');
  if (name === undefined) return '';
  const plain = plainRuns(name);
  return plain === undefined ? latexWithin(name, isAligned) : functionOf(plain);
}

/** The text of an element that has runs alone. */
function plainRuns(element: XmlElement): string | undefined {
  const children = contentOf(element);
  if (children.length === 0 || children.some((child) => localName(child.name) !== 'r')) return undefined;
  const text = children.flatMap((run) => childrenOf(run, 't').map(textOf)).join('');
  return /^\p{L}[\p{L}\p{N}]*$/u.test(text) ? text : undefined;
}

/** 22.1.2.54, 22.1.2.56: a limit below or above; of functions, sums and braces it is their script. */
function limited(element: XmlElement, where: 'under' | 'over', inner: string, limit: string): string {
  const side = where === 'under' ? 'bot' : 'top';
  // Of long texts nothing is looked at here: a formula may be nested a thousand times.
  const group = limit.length === 1 ? GROUPS[limit]?.[side] : undefined;
  if (group !== undefined) return `\\${group}{${inner}}`;
  const script = `${where === 'under' ? '_' : '^'}{${limit}}`;
  const of = childOf(element, 'e');
  const plain = of === undefined ? undefined : plainRuns(of);
  const name = plain === undefined ? '' : functionOf(plain);
  if (/^\\[a-zA-Z]+ $/.test(name)) return `${name.trimEnd()}${script}`;
  if (of !== undefined && isBraced(of, side)) return `${inner}${script}`;
  return of !== undefined && isLarge(of) ? `${inner.trimEnd()}${script}` : `\\${where}set{${limit}}{${inner}}`;
}

/** Whether an element is a group with a brace on that side, alone. */
function isBraced(element: XmlElement, side: 'top' | 'bot'): boolean {
  const [only, ...more] = contentOf(element);
  if (only === undefined || more.length > 0 || localName(only.name) !== 'groupChr') return false;
  const properties = childOf(only, 'groupChrPr');
  const isTop = attribute(properties && childOf(properties, 'pos'), 'val') === 'top';
  const sign = attribute(properties && childOf(properties, 'chr'), 'val') ?? '⏟';
  return isTop === (side === 'top') && sign === (isTop ? '⏞' : '⏟');
}

/** What an element has but its properties. */
const contentOf = (element: XmlElement): XmlElement[] =>
  elementsOf(element).filter((child) => !localName(child.name).endsWith('Pr'));

/** Whether an element is the sign of a sum or the like, alone or with its other limit. */
function isLarge(element: XmlElement): boolean {
  const [only, ...more] = contentOf(element);
  if (only === undefined || more.length > 0) return false;
  if (/^lim(?:Low|Upp)$/.test(localName(only.name))) return isLarge(childOf(only, 'e') ?? only);
  return localName(only.name) === 'r' && LARGE.test(childrenOf(only, 't').map(textOf).join(''));
}

/** Letters alone need no braces. */
const base = (text: string): string => (text.length < 3 && /^\p{L}$/u.test(text) ? text : `{${text}}`);

function bracket(sign: string): string {
  if (sign === '') return '.';
  const latex = symbolsOf(sign);
  return /^[()[\]|/]$|^\\[{}]$|^\\(?:[lr](?:angle|ceil|floor)|Vert|[Uu]parrow|[Dd]ownarrow|backslash) $/.test(latex)
    ? latex
    : '.';
}
