/** The longest texts that an input may be. */

import type { CatalogEntry } from '../../src/core/catalog.js';
import type { RandomBody } from '../../src/testing/random-requests.js';

const CHARACTERS = 1_000_000;

/** Whole pieces, as many as there is room for. */
const full = (piece: string): string => piece.repeat(Math.floor(CHARACTERS / [...piece].length));

const record = (index: number): string => `{"id":${index},"name":"Ann \\u00e9","tags":["a","b"],"score":${index / 8}}`;
const list = (item: (index: number) => string, count: number, between: string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(between);

const TEXTS: readonly (readonly [string, string])[] = [
  ['sentences', full('The quick brown fox jumps over the lazy dog. It was, she said, “naïve”! ')],
  ['one word', full('a')],
  ['one long line', full('word and another, ')],
  ['short lines', full('a\n')],
  ['distinct lines', list((index) => `line ${(index * 7919) % 40_000} é ${index}`, 40_000, '\r\n')],
  ['joined emoji', full('👨‍👩‍👧‍👦')],
  ['letters beyond the BMP', full('𝒳😀')],
  ['marks upon marks', full('e\u0301\u0302')],
  ['Chinese and Arabic', full('東京は日本の首都です。 مرحبا بالعالم ')],
  ['records of JSON', `[${list(record, 14_000, ',')}]`],
  ['lines of JSON', list(record, 14_000, '\n')],
  ['one object', `{${list((index) => `"key ${index}":${index}`, 50_000, ',')}}`],
  ['brackets', full('[')],
  ['rows of CSV', `id,name,score\n${list((index) => `${index},"Ann, ""A""",${index / 8}`, 35_000, '\n')}`],
  ['YAML', list((index) => `- id: ${index}\n  name: Ann`, 30_000, '\n')],
  ['XML', `<r>${list((index) => `<a id="${index}">b &amp; c</a>`, 30_000, '')}</r>`],
  ['hexadecimal', full('0123456789abcdef')],
  ['base64', full('QUJD')],
  ['percent signs', full('%41')],
  ['random letters', list((index) => String.fromCharCode(33 + (((index * 7919) % 13 ** 4) % 94)), CHARACTERS, '')],
];

/** Bodies for a tool and what each is: every kind of text with default options, and the worked examples again and again. */
export function* bodiesFor(tool: CatalogEntry): Generator<readonly [string, RandomBody]> {
  for (const [name, input] of TEXTS) yield [name, { input }];
  for (const { title, request } of tool.examples) {
    const { input = '', options = {} } = request as RandomBody;
    if (input !== '') yield [`"${title}" again and again`, { input: full(input), options }];
  }
}
