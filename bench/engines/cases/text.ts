import { RE2JS } from 're2js';

import { groupEdits, writeUnified } from '../../../src/lib/diff/hunks.js';
import { diffSequences, internPieces } from '../../../src/lib/diff/sequence-diff.js';
import { cutCharacters, cutLines } from '../../../src/lib/diff/text-pieces.js';
import findAndReplace from '../../../src/tools/text/find-and-replace.js';
import textDiff from '../../../src/tools/text/text-diff.js';
import type { EngineCase } from '../engine-case.js';

const WORDS = ['lorem', 'ipsum', 'dolor', 'sit', 'amet', 'été', 'foo123', 'x=42', '日本', 'GET', '/index.html', '200'];

/** Lines of words: the same for the same seed. */
function makeText(bytes: number, seed: number): string {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pieces: string[] = [];
  for (let length = 0; length < bytes; ) {
    const piece = `${WORDS[next(WORDS.length)]}${next(9) === 0 ? `${next(10_000)}\n` : ' '}`;
    pieces.push(piece);
    length += Buffer.byteLength(piece);
  }
  return pieces.join('');
}

const one = makeText(900_000, 1);
const large = makeText(2_400_000, 2);
const fewChanges = one.replaceAll('foo123 x=42 GET', 'foo 42 POST');
const largeChanged = large.replaceAll('lorem ipsum', 'lorem  ipsum');
const largeFiles = [
  { name: 'old.txt', bytes: Buffer.from(large) },
  { name: 'new.txt', bytes: Buffer.from(largeChanged) },
];

const diffLines = (old: string, changed: string): string => {
  const [before, after] = [cutLines(old), cutLines(changed)];
  const { edits } = diffSequences(...internPieces(before, after));
  return writeUnified(before, after, groupEdits(edits, 3, before.length), ['a', 'b']);
};
const diffCharacters = (old: string, changed: string): unknown =>
  diffSequences(...internPieces(cutCharacters(old), cutCharacters(changed)));
const largeBytes = Buffer.from(large + large.slice(0, 2_000_000));
const largeFile = [{ name: 'large.txt', bytes: largeBytes }];

const replaceBy = (text: string, pattern: string, replacement: string, flags = 0): string =>
  RE2JS.compile(pattern, flags).matcher(text).replaceAll(replacement);

export default [
  {
    tool: textDiff,
    title: 'lines, few changes',
    bytes: 2 * one.length,
    input: one,
    options: { other: fewChanges },
    engine: () => diffLines(one, fewChanges),
  },
  {
    tool: textDiff,
    title: 'lines of two files, many changes',
    bytes: large.length + largeChanged.length,
    files: largeFiles,
    options: {},
    engine: () => diffLines(...(largeFiles.map(({ bytes }) => bytes.toString()) as [string, string])),
  },
  {
    tool: textDiff,
    title: 'characters, few changes',
    bytes: 2 * one.length,
    input: one,
    options: { other: fewChanges, by: 'char' },
    engine: () => diffCharacters(one, fewChanges),
  },
  {
    tool: findAndReplace,
    title: 'an expression with groups',
    bytes: one.length,
    input: one,
    options: { find: '([a-z]+)(\\d+)', replace: '$2$1', regex: true },
    engine: () => replaceBy(one, '([a-z]+)(\\d+)', '$2$1', RE2JS.MULTILINE),
  },
  {
    tool: findAndReplace,
    title: 'text whatever its case, in a file',
    bytes: largeBytes.length,
    files: largeFile,
    options: { find: 'IPSUM', replace: 'x', caseSensitive: false },
    engine: () => Buffer.from(replaceBy(largeBytes.toString(), 'IPSUM', 'x', RE2JS.CASE_INSENSITIVE)),
  },
  {
    tool: findAndReplace,
    title: 'plain text in a file',
    bytes: largeBytes.length,
    files: largeFile,
    options: { find: 'ipsum', replace: 'x' },
    engine: () => Buffer.from(largeBytes.toString().replaceAll('ipsum', 'x')),
  },
] satisfies readonly EngineCase[];
