import { describe, expect, it } from 'vitest';

import { offsetAt, pointAt, positionAt, positionCounter } from './text-position.js';

describe('positionAt', () => {
  it('counts lines by LF, CRLF and CR, and columns by code points', () => {
    const text = 'a\r\nb😀c\rd\n';
    expect(positionAt(text, 0)).toEqual({ line: 1, column: 1 });
    expect(positionAt(text, text.indexOf('c'))).toEqual({ line: 2, column: 3 });
    expect(positionAt(text, text.indexOf('d'))).toEqual({ line: 3, column: 1 });
    expect(positionAt(text, text.length)).toEqual({ line: 4, column: 1 });
  });

  it('is what a counter gives that goes through the text once', () => {
    const text = 'a\r\nb😀c\rd\n\n😀😀x';
    const counter = positionCounter(text);
    for (let offset = 0; offset <= text.length; offset++) {
      if (/[\udc00-\udfff]/.test(text.charAt(offset))) continue;
      if (text.charAt(offset) === '\n' && text.charAt(offset - 1) === '\r') continue;
      expect(counter(offset)).toEqual(positionAt(text, offset));
    }
  });

  it('is the inverse of offsetAt', () => {
    const text = 'x\n\n😀y\r\nz\rend';
    for (let offset = 0; offset <= text.length; offset++) {
      const insidePair = /[\udc00-\udfff]/.test(text.charAt(offset));
      const insideBreak = text.charAt(offset) === '\n' && text.charAt(offset - 1) === '\r';
      if (!insidePair && !insideBreak) expect(offsetAt(text, positionAt(text, offset))).toBe(offset);
    }
  });
});

describe('pointAt', () => {
  it('shows part of a long line, tabs as one space', () => {
    expect(pointAt('one\n\ttwo three\nfour', 6)).toBe(' two three\n  ^');
    const [shown = '', pointer = ''] = pointAt(`${'x'.repeat(1000)}!${'y'.repeat(1000)}`, 1000).split('\n');
    expect(shown.length).toBe(60);
    expect(shown.charAt(pointer.indexOf('^'))).toBe('!');
  });

  it('stands behind the last character at the end', () => {
    expect(pointAt('ab', 2)).toBe('ab\n  ^');
    expect(pointAt('ab\n', 3)).toBe('\n^');
  });
});
