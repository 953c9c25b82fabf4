import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { randomPlain } from '../../testing/random-json.js';
import { layoutJsonTokens } from './layout.js';
import { layoutJsonBytes } from './layout-bytes.js';
import { MAX_DEPTH } from './syntax.js';

const tokens = (text: string, indent: string): string | undefined => {
  try {
    return layoutJsonTokens(text, { dialect: 'json', indent, sortKeys: false, keepComments: false });
  } catch {
    // Whatever is wrong with it: the bytes must say so too.
    return undefined;
  }
};

describe('layoutJsonBytes', () => {
  it('lays out as the layout by tokens does, and refuses what that refuses', () => {
    const random = fractionsOf(21);
    const odd = [
      '"',
      '\\',
      '{',
      ']',
      ',',
      ':',
      '0',
      '-',
      'e',
      '.',
      ' ',
      '\n',
      '\u0001',
      '\u00e9',
      '\ud83d',
      'u00',
      'nul',
    ];
    for (let round = 0; round < 1500; round++) {
      let text = JSON.stringify(randomPlain(random, 4), null, [0, 1, '\t', 7][round % 4]);
      for (let change = 0; change < round % 3; change++) {
        const at = Math.floor(random() * (text.length + 1));
        const put = odd[Math.floor(random() * odd.length)] ?? '';
        text = text.slice(0, at) + put + text.slice(at + (random() < 0.5 ? 1 : 0));
      }
      const isLone = /\p{Surrogate}/u.test(text);
      for (const indent of ['', '  ', '\t'])
        expect(layoutJsonBytes(text, indent), text).toBe(isLone ? undefined : tokens(text, indent));
    }
  });

  it('grows for what is indented deep, and stops at its limits', () => {
    const nested = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    expect(layoutJsonBytes(nested(MAX_DEPTH), '        ')).toBe(tokens(nested(MAX_DEPTH), '        '));
    expect(layoutJsonBytes(nested(MAX_DEPTH + 2), '')).toBeUndefined();
    expect(layoutJsonBytes(`${'['.repeat(900)}${'1,'.repeat(5000)}1${']'.repeat(900)}`, ' '.repeat(8))).toBeUndefined();
  });

  it('reads behind a byte order mark, and numbers to their ends', () => {
    expect(layoutJsonBytes('\ufeff [1.10, -0E+400 ,0]\n', '')).toBe('[1.10,-0E+400,0]');
    for (const text of ['01', '-', '1.', '.5', '1e', '1e+', '+1', '0x1', '1 2', '', ' ', '\ufeff\ufeff1']) {
      expect(layoutJsonBytes(text, ''), text).toBeUndefined();
    }
  });
});
