import { describe, expect, it } from 'vitest';

import {
  escapeHtml,
  escapeHtmlAttribute,
  escapeHtmlText,
  escapeXmlAttribute,
  escapeXmlText,
  NOT_XML,
  resolveAttribute,
  resolveReferences,
} from './references.js';

const ALL = `a & b < c > d " e ' f\tg\nh\ri`;
const refuse = (name: string): never => {
  throw new Error(name);
};

describe('escapes', () => {
  it('of XML are read back as they were, line ends and tabs too (XML 1.0 §2.11, §3.3.3)', () => {
    expect(resolveReferences(escapeXmlText(ALL), refuse)).toBe(ALL);
    expect(resolveAttribute(escapeXmlAttribute(ALL), refuse)).toBe(ALL);
  });

  it('of HTML escape what the place calls for (WHATWG HTML §13.1.2)', () => {
    expect(escapeHtmlText(`<a b="c">'&amp;'`)).toBe(`&lt;a b="c"&gt;'&amp;amp;'`);
    expect(escapeHtmlAttribute(`<a b="c">'`)).toBe(`&lt;a b=&quot;c&quot;&gt;'`);
    expect(escapeHtml(`<a b="c">'`)).toBe('&lt;a b=&quot;c&quot;&gt;&#39;');
  });
});

it('XML 1.0 §2.2, production Char, is what can be written', () => {
  for (const point of [0x9, 0xa, 0xd, 0x20, 0x7f, 0xd7ff, 0xe000, 0xfffd, 0x10000, 0x10ffff])
    expect(NOT_XML.test(String.fromCodePoint(point)), point.toString(16)).toBe(false);
  for (const point of [0x0, 0x8, 0xb, 0xc, 0xe, 0x1f, 0xd800, 0xdfff, 0xfffe, 0xffff])
    expect(NOT_XML.test(String.fromCharCode(point)), point.toString(16)).toBe(true);
});
