import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { areWellFormed, canonicalForms, randomXml, spoiled } from '../../testing/xml-samples.js';
import { LimitFault } from '../faults.js';
import { formatXml } from './format.js';
import { MAX_XML_DEPTH, parseXml } from './parse.js';

const hasXmllint = hasProgram('xmllint', ['--version'], 'decisions of libxml2 on random XML');

const isRead = (text: string): boolean => {
  try {
    parseXml(text);
    return true;
  } catch (error) {
    expect(String(error)).toMatch(/line \d+, column \d+: /);
    return false;
  }
};

describe('parseXml', () => {
  inRounds.skipIf(!hasXmllint)(
    'decides on random documents, most of them damaged, as libxml2 does',
    [40, 300],
    (rounds) => {
      const chance = chanceOf(7);
      const texts = Array.from({ length: rounds }, (_, round) =>
        round % 4 === 0 ? randomXml(chance) : spoiled(randomXml(chance), chance),
      )
        // libxml2 takes a name right behind the word for good.
        .filter((text) => !/<!DOCTYPE[^ \r\n]/.test(text));
      const counts = { good: 0, bad: 0 };
      for (const [i, expected] of areWellFormed(texts).entries()) {
        counts[expected ? 'good' : 'bad']++;
        expect(isRead(texts[i]!), JSON.stringify(texts[i])).toBe(expected);
      }
      expect(counts.good).toBeGreaterThan(rounds / 4);
      expect(counts.bad).toBeGreaterThan(rounds / 4);
    },
  );

  it('stops at its depth, not at the end of the stack', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(parseXml(nested(MAX_XML_DEPTH)).root.name).toBe('a');
    expect(() => parseXml(nested(MAX_XML_DEPTH + 1))).toThrow(LimitFault);
    expect(() => parseXml('<a>'.repeat(300_000))).toThrow(LimitFault);
    expect(() => parseXml(`<!DOCTYPE a [<!ELEMENT a ${'('.repeat(300_000)}`)).toThrow('at most 1000 deep');
  });

  it('takes the characters and the names of XML, no others', () => {
    expect(parseXml('<a>\u{10ffff}\ud7ff</a>').root.children.length).toBe(1);
    for (const character of ['\u0000', '\u000b', '\ufffe', '\ud800']) {
      expect(() => parseXml(`<a>${character}</a>`), character).toThrow('must not stand in XML');
    }
    for (const name of ['-a', '1', '\u00d7', '.', '\u0300'])
      expect(() => parseXml(`<${name}/>`)).toThrow('element name');
  });
});

describe('formatXml', () => {
  const layouts = [
    { indent: '  ', isLined: true, sortAttributes: false, mostUnits: 1e6 },
    { indent: '', isLined: false, sortAttributes: true, mostUnits: 1e6 },
  ];

  exhaustive.skipIf(!hasXmllint)(
    'leaves Canonical XML of 150 random documents as it was, by xmllint without white space between',
    () => {
      const chance = chanceOf(11);
      const read = Array.from({ length: 300 }, () => randomXml(chance)).filter(isRead);
      const expected = canonicalForms(read);
      const texts = read.filter((_, i) => expected[i] !== undefined).slice(0, 150);
      const forms = expected.filter((form) => form !== undefined);
      expect(texts.length).toBe(150);
      const written = layouts.flatMap((layout) => texts.map((text) => formatXml(parseXml(text), layout)));
      for (const [i, form] of canonicalForms(written).entries()) {
        expect(form, JSON.stringify(texts[i % 150])).toBe(forms[i % 150]);
        const layout = layouts[Math.floor(i / 150)]!;
        expect(formatXml(parseXml(written[i]!), layout)).toBe(written[i]);
      }
    },
  );

  it('gives the same from any layout of a document without a DOCTYPE', () => {
    const chance = chanceOf(12);
    for (let round = 0; round < 300; round++) {
      const text = randomXml(chance);
      if (text.includes('<!DOCTYPE') || !isRead(text)) continue;
      const [lined, minified] = layouts.map((layout) => formatXml(parseXml(text), { ...layout, sortAttributes: true }));
      for (const layout of layouts) {
        const sorted = { ...layout, sortAttributes: true };
        expect(formatXml(parseXml(lined ?? ''), sorted)).toBe(formatXml(parseXml(minified ?? ''), sorted));
      }
    }
  });
});
