import { attribute } from '../office/package.js';
import { childOf, childrenOf, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { LATEX_SYMBOLS } from './latex-symbols.data.js';

/** Functions that LaTeX has a command for. */
const FUNCTIONS = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '^': '\\hat{}',
  '~': '\\sim ',
  '−': '-',
};
/** Within words: signs of formulas have other names there. */
const WORD_SIGNS: Readonly<Record<string, string>> = {
  ...SIGNS,
  '\\': '\\textbackslash ',
  '^': '\\textasciicircum ',
  '~': '\\textasciitilde ',
};

/** Styles of U+1D400 to U+1D6A3, 52 letters each; of Greek from U+1D6A8, 58 each; of digits from U+1D7CE, ten each. */
const LATIN = ['bf', '', 'bi', 'cal', 'bcal', 'frak', 'bb', 'bfrak', 'sf', 'bsf', 'sf', 'bsf', 'tt'];
const GREEK = ['bf', '', 'bi', 'bsf', 'bsf'];
const DIGITS = ['bf', 'bb', 'sf', 'bsf', 'tt'];
const STYLED: Readonly<Record<string, (text: string) => string>> = {
  '': (text) => text,
  rm: (text) => `\\mathrm{${text}}`,
  bf: (text) => `\\mathbf{${text}}`,
  bi: (text) => `\\boldsymbol{${text}}`,
  cal: (text) => `\\mathcal{${text}}`,
  bcal: (text) => `\\boldsymbol{\\mathcal{${text}}}`,
  frak: (text) => `\\mathfrak{${text}}`,
  bfrak: (text) => `\\boldsymbol{\\mathfrak{${text}}}`,
  bb: (text) => `\\mathbb{${text}}`,
  sf: (text) => `\\mathsf{${text}}`,
  bsf: (text) => `\\boldsymbol{\\mathsf{${text}}}`,
  tt: (text) => `\\mathtt{${text}}`,
};
/** Letters of those alphabets that Unicode has elsewhere. */
const ELSEWHERE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['', 'ℎ'],
    ['cal', 'ℬℰℱℋℐℒℳℛℯℊℴ'],
    ['frak', 'ℭℌℑℜℨ'],
    ['bb', 'ℂℍℕℙℚℝℤ'],
  ].flatMap(([style = '', letters = '']) => [...letters].map((letter) => [letter, style])),
);

/** The look of a letter of the mathematical alphabets; `undefined` of others. */
function alphabetOf(letter: string): string | undefined {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x1d400) return ELSEWHERE[letter];
  if (code <= 0x1d6a3) return LATIN[Math.floor((code - 0x1d400) / 52)];
  if (code >= 0x1d6a8 && code <= 0x1d7c9) return GREEK[Math.floor((code - 0x1d6a8) / 58)];
  return code >= 0x1d7ce && code <= 0x1d7ff ? DIGITS[Math.floor((code - 0x1d7ce) / 10)] : undefined;
}

const signOf = (letter: string): string => SIGNS[letter] ?? LATEX_SYMBOLS.get(letter) ?? letter;

/** Text of a formula in LaTeX: letters of mathematical alphabets are plain letters in a style, Greek and signs are commands. */
export function symbolsOf(text: string, isAligned = false): string {
  let latex = '';
  for (const letter of text) {
    const style = alphabetOf(letter);
    if (style !== undefined) latex += (STYLED[style] ?? signOf)(signOf(letter.normalize('NFKC')));
    else latex += isAligned && letter === '&' ? '&' : signOf(letter);
  }
  return latex;
}

const wordsOf = (text: string): string =>
  `\\text{${text.replace(/[\\{}#$%&_^~]/g, (sign) => WORD_SIGNS[sign] ?? sign)}}`;

/** A function by its command, or as an operator of that name. */
export const functionOf = (name: string): string =>
  FUNCTIONS.has(name) ? `\\${name} ` : `\\operatorname{${symbolsOf(name)}}`;

const SCRIPTS: Readonly<Record<string, string>> = {
  script: 'cal',
  fraktur: 'frak',
  'double-struck': 'bb',
  'sans-serif': 'sf',
  monospace: 'tt',
};
const LOOKS: Readonly<Record<string, string>> = { p: 'rm', b: 'bf', bi: 'bi' };

/** A run (22.1.2.87): its text in the script and the look that its properties name. */
export function runLatex(run: XmlElement, isAligned: boolean): string {
  const text = childrenOf(run, 't').map(textOf).join('');
  if (text === '') return '';
  const properties = childOf(run, 'rPr');
  if (properties === undefined) return symbolsOf(text, isAligned);
  if (isOn(childOf(properties, 'nor'))) return wordsOf(text);
  const look = LOOKS[attribute(childOf(properties, 'sty'), 'val') ?? ''];
  const script = SCRIPTS[attribute(childOf(properties, 'scr'), 'val') ?? ''];
  if (look === 'rm' && script === undefined && FUNCTIONS.has(text)) return functionOf(text);
  const scripted = (STYLED[script ?? ''] ?? signOf)(symbolsOf(text, isAligned));
  // Digits and signs are upright as they are; in a script the look is whether it is bold.
  if (look === undefined || (look === 'rm' && (script !== undefined || !/\p{L}/u.test(text)))) return scripted;
  return script === undefined ? (STYLED[look] ?? signOf)(scripted) : `\\boldsymbol{${scripted}}`;
}

/** 22.9.2.7: a switch is on where it has no value. */
export function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !/^(?:0|off|false)$/.test(attribute(element, 'val') ?? '1');
}
