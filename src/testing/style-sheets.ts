import { type Chance, pick } from './chance.js';

const SELECTORS = [
  'a',
  '.card',
  '#main',
  'ul > li',
  'a:hover',
  'p::before',
  '[data-x="1"]',
  'h1 + h2',
  'x-y ~ z',
  '.a.b',
  ':not(.c)',
  'li:nth-child(2n+1)',
  '*',
  "a[href^='http' i]",
  ':is(h1,h2) em',
];
const DECLARATIONS = [
  'color:red',
  'color : #FFEE00',
  'margin:0 auto',
  'padding:1px 2px 3px',
  'width:calc(100% - (2*1em))',
  'background:url("a b.png") no-repeat',
  'background:url(x.png)',
  'font:italic bold .8em/1.2 Arial,sans-serif',
  'content:"\\201C"',
  'transition:all .3s ease-in-out,color 1s',
  '--gap:4px',
  'grid-template-areas:"a b" "c d"',
  'color:RED!important',
  'filter:progid:x',
  'transform:translate(-50%,-50%) rotate(45DEG)',
  'inset:0',
  'width:+.50px',
  "content:'it\"s'",
  'margin:-1px -0.0px',
];
const AT_RULES = [
  '@media (min-width:640px) and (max-width : 1000px)',
  '@supports (display:grid)',
  '@layer base',
  '@media print,screen',
  '@container (width>400px)',
];
const BREAKS = ['', ' ', '\n', '\n\n\n', '/* note */', '\t', '\r\n'];

/** A style sheet of rules, conditions and comments in any layout. */
export function randomStyleSheet(chance: Chance): string {
  const gap = () => pick(chance, BREAKS);
  const many = (most: number, make: () => string): string => Array.from({ length: chance(most) + 1 }, make).join('');
  const rule = (): string => {
    const selectors = Array.from({ length: chance(3) + 1 }, () => pick(chance, SELECTORS)).join(`${gap()},${gap()}`);
    return `${selectors}${gap()}{${many(5, () => `${gap()}${pick(chance, DECLARATIONS)};${gap()}`)}}${gap()}`;
  };
  const block = (): string =>
    chance(5) > 0 ? rule() : `${pick(chance, AT_RULES)}${gap()}{${gap()}${many(3, rule)}}${gap()}`;
  return `${chance(5) > 0 ? '' : '@charset "utf-8";'}${chance(5) > 0 ? '' : '@import url(a.css) screen;'}${many(6, block)}`;
}
