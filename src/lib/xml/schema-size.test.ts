import { expect, it } from 'vitest';

import { parseXml } from './parse.js';
import { schemaSize } from './schema-size.js';

const sizeOf = (text: string): number => schemaSize(parseXml(text).root, 1000);

const chain = (count: number, times: number): string => {
  const defined = Array.from(
    { length: count },
    (_, i) => `<define name="a${i}">${`<ref name="a${i + 1}"/>`.repeat(times)}</define>`,
  );
  return `<grammar><start><ref name="a0"/></start>${defined.join('')}<define name="a${count}"><element name="x"/></define></grammar>`;
};

it('counts what is referred to as often as it is', () => {
  expect(sizeOf(chain(5, 2))).toBeGreaterThan(2 ** 5);
  expect(sizeOf(chain(30, 2))).toBe(Number.POSITIVE_INFINITY);
  expect(sizeOf(chain(100, 1))).toBeLessThan(1000);
});

it('counts an element in a model as one, so that schemas may refer to themselves through elements', () => {
  const tree =
    '<grammar><start><ref name="a"/></start><define name="a"><element name="x"><ref name="a"/></element></define></grammar>';
  expect(sizeOf(tree)).toBeLessThan(10);
  expect(sizeOf('<grammar><define name="a"><ref name="a"/></define></grammar>')).toBe(Number.POSITIVE_INFINITY);
});

it('follows groups of XSD, with or without a prefix', () => {
  const group = (name: string, next: string): string =>
    `<xs:group name="${name}"><xs:sequence>${`<xs:group ref="t:${next}"/>`.repeat(40)}</xs:sequence></xs:group>`;
  const schema = `<xs:schema xmlns:xs="u" xmlns:t="t">${group('a', 'b')}${group('b', 'c')}<xs:group name="c"><xs:element name="x"/></xs:group></xs:schema>`;
  expect(sizeOf(schema)).toBe(Number.POSITIVE_INFINITY);
});
