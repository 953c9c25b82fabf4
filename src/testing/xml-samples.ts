import { runPrograms } from './programs.js';
/** XML that nobody would write, and what libxml2 says of it. */

import { type Chance, pick } from './chance.js';

const NAMES = ['a', 'b', 'x:c', 'é', '_1', 'long-name.2', '名', 'xml-not', 'A'];
const SPACES = ['', '', '', ' ', '\n', '\n  ', '\t', '\r\n', '  \n\n '];
const TEXTS = ['text', 'x y', '&amp;', '&#233;', '&#x1F600;', '&lt;b&gt;', '😀', ' ', 'é', ']]', '"', "'", '>', '&e;'];
const DOCTYPES = [
  '<!DOCTYPE a>',
  '<!DOCTYPE a SYSTEM "none.dtd">',
  '<!DOCTYPE a PUBLIC "-//X//Y" "none.dtd" [ <!ENTITY e "ee"> ]>',
  '<!DOCTYPE a [<!ELEMENT a ANY><!ELEMENT b (#PCDATA|a)*><!ELEMENT c ((a,b?)+|(b|a)*)><!ENTITY e "e<b>&#38;</b>">]>',
  '<!DOCTYPE a [\n<!ATTLIST a id ID #IMPLIED k (x|y) "x" f CDATA #FIXED \'z\'>\n<!NOTATION n SYSTEM "n">\n<!ENTITY u SYSTEM "u" NDATA n><!ENTITY e \'\'>]>',
  '<!DOCTYPE a [<!-- c --><?p d?><!ENTITY % p "">%p;<!ENTITY f SYSTEM "f">]>',
];

/** A document that is well-formed but for entities that it may forget to declare. */
export function randomXml(chance: Chance): string {
  const declaration = pick(chance, [
    '',
    '',
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding='UTF-8' standalone='no' ?>\n",
  ]);
  const doctype = chance(3) === 0 ? pick(chance, DOCTYPES) : '';
  const around = (): string => (chance(4) === 0 ? markup(chance) : '') + pick(chance, SPACES);
  return `${declaration}${around()}${doctype}${around()}${element(chance, 0)}${around()}`;
}

function markup(chance: Chance): string {
  return pick(chance, ['<!-- c\n - é -->', '<!---->', '<?p?>', '<?pi some <data> ??>', '<?xml-stylesheet href="a"?>']);
}

function element(chance: Chance, depth: number): string {
  const name = pick(chance, NAMES);
  const names = new Set(
    Array.from({ length: chance(4) }, () => pick(chance, [...NAMES, 'xml:space', 'xmlns', 'xmlns:x'])),
  );
  const attributes = [...names].map((attribute) => {
    const value =
      attribute === 'xml:space'
        ? pick(chance, ['preserve', 'default'])
        : `urn:${pick(chance, ['', '&amp;', 'é', "'", '>'])}`;
    return `${pick(chance, [' ', '\n', '  '])}${attribute}${pick(chance, ['=', ' = '])}"${value}"`;
  });
  const start = `<${name}${attributes.join('')}${pick(chance, ['', ' '])}`;
  if (chance(4) === 0) return `${start}/>`;
  const isMixed = chance(2) === 0;
  const children = Array.from({ length: chance(depth > 4 ? 2 : 5) }, () => {
    const space = pick(chance, SPACES);
    const kind = chance(6);
    if (kind === 0) return space + markup(chance);
    if (isMixed && kind === 1) return `<![CDATA[${pick(chance, ['', '<x>&', ' ', ']] >'])}]]>`;
    if (isMixed && kind < 4) return pick(chance, TEXTS);
    return depth > 6 ? space : space + element(chance, depth + 1) + pick(chance, SPACES);
  });
  return `${start}>${children.join('')}</${name}${pick(chance, ['', ' '])}>`;
}

const PIECES = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '/',
  '=',
  ' ',
  '--',
  '<!',
  '<?',
  '?>',
  ']]>',
  '&#0;',
  '&x;',
  'xml',
  '<a>',
  '</a>',
  '\u0001',
  '[',
  ']',
  '%',
  '!',
  ';',
  'é',
  '-',
  '(',
  ')',
  '|',
  '\ufffe',
];

/** With one or two letters behind the XML declaration taken away, doubled or put in (libxml2 takes version `1.` for good). */
export function spoiled(text: string, chance: Chance): string {
  const first = text.startsWith('<?xml ') ? text.indexOf('?>') : 0;
  let result = text;
  for (let count = 1 + chance(2); count > 0; count--) {
    const at = first + chance(result.length + 1 - first);
    const kind = chance(3);
    if (kind === 0) result = result.slice(0, at) + result.slice(at + 1);
    else if (kind === 1) result = result.slice(0, at) + pick(chance, PIECES) + result.slice(at);
    else result = result.slice(0, at) + result.slice(at, at + 3) + result.slice(at);
  }
  return Buffer.from(result).toString();
}

/** Whether xmllint reads each text; faults of namespaces and validity do not count. */
export const areWellFormed = (texts: readonly string[]): boolean[] =>
  runPrograms(texts.map((input) => ({ program: 'xmllint', args: ['--nonet', '--noout', '-'], input }))).map(
    ({ status }) => status === 0,
  );

/**
 * Canonical XML of each text without white space between elements, comments kept; undefined where xmllint cannot write it, as for
 * relative namespaces.
 */
export const canonicalForms = (texts: readonly string[]): (string | undefined)[] =>
  runPrograms(
    texts.map((input) => ({ program: 'xmllint', args: ['--nonet', '--noblanks', '--c14n', '-'], input })),
  ).map(({ status, stdout }) => (status === 0 ? stdout : undefined));
