import { describe, expect, it } from 'vitest';

import { ContentFault, LimitFault } from '../faults.js';
import { attributeOf, childOf, childrenOf, elementsOf, textOf, trimmedTextOf } from './content.js';
import { parseXml } from './parse.js';

const rootOf = (text: string) => parseXml(text).root;

describe('the content of an element', () => {
  it('is found by local names, whatever the prefixes are', () => {
    const root = rootOf('<x:a xmlns:x="u">t<x:b i="1"/><!-- b --><b i="2"/><c/></x:a>');
    expect(childrenOf(root, 'b').map((child) => attributeOf(child, 'i'))).toEqual(['1', '2']);
    expect(childOf(root, 'b')).toBe(elementsOf(root)[0]);
    expect(childOf(root, 'd')).toBeUndefined();
    expect(elementsOf(root).map(({ name }) => name)).toEqual(['x:b', 'b', 'c']);
  });

  it('is text and CDATA without comments, line breaks as one line feed', () => {
    // XML 1.0 (fifth edition) §2.11: CR LF and CR alone are read as LF, in CDATA too; §4.1: a reference to a CR stays one.
    const root = rootOf('<a> 1 &lt;\r\n<!-- 2 --><b>3</b><![CDATA[&lt;\r4\r\n]]>&#13; </a>');
    expect(textOf(root)).toBe(' 1 <\n&lt;\n4\n\r ');
    expect(trimmedTextOf(root)).toBe('1 <\n&lt;\n4');
    // §3.3.3: white space in an attribute is spaces, except where a reference stands for it.
    expect(attributeOf(rootOf('<a b="1\t2\r\n3&#10;&amp;"/>'), 'b')).toBe('1 2 3\n&');
  });

  it('is refused where an entity of the document stands in it', () => {
    const root = rootOf('<!DOCTYPE a [<!ENTITY e "x">]><a b="&e;"><c>&e;</c><d>y</d></a>');
    expect(() => attributeOf(root, 'b')).toThrow(ContentFault);
    expect(() => textOf(childOf(root, 'c')!)).toThrow('it refers to the entity "e", which is not expanded');
    expect(textOf(childOf(root, 'd')!)).toBe('y');
  });
});

it('a document has at most the elements that are allowed', () => {
  const text = '<a><b/><c>d</c></a>';
  expect(parseXml(text, { maxElements: 3 }).root.name).toBe('a');
  expect(() => parseXml(text, { maxElements: 2 })).toThrow(LimitFault);
  expect(() => parseXml(text, { maxElements: 2 })).toThrow('it must have at most 2 elements');
});

it('what a document holds is as it was after its lists are cut to their length', () => {
  const many = Array.from({ length: 40 }, (_, i) => i);
  const root = rootOf(`<a ${many.map((i) => `n${i}="${i}"`).join(' ')}>${many.map((i) => `<b>${i}</b>`).join('')}</a>`);
  expect(many.map((i) => attributeOf(root, `n${i}`))).toEqual(many.map(String));
  expect(childrenOf(root, 'b').map(textOf)).toEqual(many.map(String));
  expect(() => rootOf('<a b="1" c="2" b="3"/>')).toThrow('the attribute "b" stands twice');
  expect(() => rootOf('<a b="1" b="3"/>')).toThrow('the attribute "b" stands twice');
});
