import { describe, expect, it } from 'vitest';

import { ContentFault } from '../../../lib/faults.js';
import { expectLinear } from '../../../testing/growth.js';
import { serialize } from '../document/save.js';
import { dictOf, PdfDict, PdfName, PdfRef, PdfString, stringText, textString } from './objects.js';
import { SyntaxReader } from './syntax.js';

const read = (text: string) => new SyntaxReader(Buffer.from(text, 'latin1')).readValue();
const stringOf = (text: string): string => {
  const value = read(text);
  return value instanceof PdfString ? Buffer.from(value.bytes).toString('latin1') : `no string: ${String(value)}`;
};

describe('SyntaxReader', () => {
  it.each([
    ['123', 123],
    ['+17', 17],
    ['-98', -98],
    ['34.5', 34.5],
    ['-.002', -0.002],
    ['4.', 4],
    ['--5', -5],
    ['12-34', 1234],
    ['true', true],
    ['null', null],
  ])('reads the number or word %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['(a string)', 'a string'],
    ['(with (balanced) ones)', 'with (balanced) ones'],
    ['(two \\\nlines)', 'two lines'],
    ['(\\n\\r\\t\\b\\f\\(\\)\\\\)', '\n\r\t\b\f()\\'],
    ['(\\245\\307\\0053\\53)', '\xa5\xc7\x053+'],
    ['(a\r\nb\rc)', 'a\nb\nc'],
    ['<4E6F76 20736D6F6B>', 'Nov smok'],
    ['<901FA>', '\x90\x1f\xa0'],
    ['()', ''],
  ])('reads the string %j of ISO 32000-2, 7.3.4', (text, expected) => {
    expect(stringOf(text)).toBe(expected);
  });

  it('reads names with escapes', () => {
    expect(read('/A;Name_With-Various***Characters?')).toEqual(new PdfName('A;Name_With-Various***Characters?'));
    expect(read('/paired#28#29parentheses')).toEqual(new PdfName('paired()parentheses'));
    expect(read('/')).toEqual(new PdfName(''));
  });

  it('tells references from numbers', () => {
    expect(read('[1 0 R 2 3 4 0 R 5 6 RG 7]')).toEqual([new PdfRef(1), 2, 3, new PdfRef(4), 5, 6, null, 7]);
  });

  it('reads nested dictionaries; the last of equal keys counts', () => {
    expect(read('<</A<</B[1<00>]>>/C(x)% comment\n/C 2>>')).toEqual(
      dictOf({ A: dictOf({ B: [1, new PdfString(Buffer.from([0]), true)] }), C: 2 }),
    );
  });

  it('ends what is left open at the end of the object', () => {
    for (const text of ['<< /A 1 endobj', '<< /A [1 2 >> endobj', '<< /A << /B 1 >> endobj', '[1 2 endobj']) {
      const reader = new SyntaxReader(Buffer.from(text));
      const value = reader.readValue();
      expect(value instanceof PdfDict || Array.isArray(value)).toBe(true);
      expect([reader.isDamaged, reader.take('endobj')]).toEqual([true, true]);
    }
  });

  it('refuses endless nesting', () => {
    expect(() => read('['.repeat(100_000))).toThrow(ContentFault);
    expect(() => read('<</A'.repeat(100_000))).toThrow(ContentFault);
  });

  it('grows with the length of the text', async () => {
    for (const piece of ['(', '<', '[1 ', '/a#', '1 0 ', '<</A ', '%']) {
      await expectLinear(50_000, (length) => {
        try {
          read(`[${piece.repeat(length)}`);
        } catch (error) {
          if (!(error instanceof ContentFault)) throw error;
        }
      });
    }
  });
});

describe('serialize', () => {
  it('writes what reads back the same', () => {
    const values = [
      '<< /A [1 -2.5 true null (a\\)b\\r\\\\) <00ff>] /B#20C /D#2FE /F 12 0 R >>',
      '[/ /a#23b 0.000001 123456789012 -0.5]',
    ];
    for (const text of values) expect(serialize(read(serialize(read(text))))).toBe(serialize(read(text)));
  });

  it('writes numbers without exponents', () => {
    expect([1e-7, 1.5e-9, 1e21, -1e22, 0.1].map(serialize)).toEqual([
      '0.0000001000',
      '0.0000000015',
      '1000000000000000000000',
      '-10000000000000000000000',
      '0.1',
    ]);
  });

  it('keeps text strings of every script', () => {
    for (const text of ['plain', 'Grüße', '日本語 😀', '•†Œž', '']) expect(stringText(textString(text))).toBe(text);
    expect(stringText(new PdfString(Buffer.from([0x80, 0xa0, 0x9b, 0xe9])))).toBe('•€łé');
    expect(stringText(new PdfString(Buffer.from('\xef\xbb\xbf\xc3\xa9', 'latin1')))).toBe('é');
  });
});
