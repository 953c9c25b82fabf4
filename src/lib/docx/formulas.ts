import { attribute } from '../office/package.js';
import { childOf, childrenOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';

const BIG: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
};
const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
};

const escapeLatex = (text: string): string => text.replace(/[\\{}#$%&_]/g, (sign) => SIGNS[sign] ?? sign);

/** Office Math (ECMA-376 part 1, 22.1) as LaTeX: fractions, scripts, roots, brackets, sums, functions and matrices. */
export function latexOf(element: XmlElement): string {
  const part = (name: string): string => {
    const found = childOf(element, name);
    return found === undefined ? '' : latexOf(found);
  };
  const property = (name: string): string | undefined => {
    const properties = elementsOf(element).find((child) => localName(child.name).endsWith('Pr'));
    return attribute(properties && childOf(properties, name), 'val');
  };
  const name = localName(element.name);
  switch (name) {
    case 't':
      return escapeLatex(textOf(element));
    case 'f':
      return `\\frac{${part('num')}}{${part('den')}}`;
    case 'sSup':
      return `${base(part('e'))}^{${part('sup')}}`;
    case 'sSub':
      return `${base(part('e'))}_{${part('sub')}}`;
    case 'sSubSup':
      return `${base(part('e'))}_{${part('sub')}}^{${part('sup')}}`;
    case 'rad': {
      const degree = part('deg');
      return degree === '' ? `\\sqrt{${part('e')}}` : `\\sqrt[${degree}]{${part('e')}}`;
    }
    case 'd': {
      const inner = childrenOf(element, 'e').map(latexOf).join(',');
      return `\\left${bracket(property('begChr') ?? '(')}${inner}\\right${bracket(property('endChr') ?? ')')}`;
    }
    case 'nary': {
      const sign = property('chr') ?? '∫';
      const sub = part('sub');
      const sup = part('sup');
      return `${BIG[sign] ?? escapeLatex(sign)}${sub === '' ? '' : `_{${sub}}`}${sup === '' ? '' : `^{${sup}}`}{${part('e')}}`;
    }
    case 'func':
      return `\\operatorname{${part('fName')}}${part('e')}`;
    case 'm': {
      const rows = childrenOf(element, 'mr').map((row) => childrenOf(row, 'e').map(latexOf).join(' & '));
      return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`;
    }
    default:
      if (name.endsWith('Pr')) return '';
      return elementsOf(element).map(latexOf).join('');
  }
}

/** Letters alone need no braces. */
const base = (text: string): string => (/^\p{L}$/u.test(text) ? text : `{${text}}`);

function bracket(sign: string): string {
  if (sign === '') return '.';
  if (sign === '{' || sign === '}') return `\\${sign}`;
  return /^[()[\]|/⟨⟩⌈⌉⌊⌋‖]$/u.test(sign) ? sign : '.';
}
