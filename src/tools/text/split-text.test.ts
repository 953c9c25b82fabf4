import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './split-text.js';

const PYTHON = '/usr/bin/python3';
const hasPython = hasProgram(PYTHON, ['--version'], 'texts split by Python');
const hasSplit = hasProgram('split', ['--version'], 'texts split by GNU split');

async function split(input: string, options: Record<string, unknown>): Promise<readonly string[]> {
  const answer = await runTool(tool, { input, options: { format: 'json', ...options } });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return (answer.data as { parts: string[] }).parts;
}

const drawn = (chance: Chance, alphabet: string, most: number): string =>
  Array.from({ length: 1 + chance(most) }, () => pick(chance, [...alphabet])).join('');

describe('split-text', () => {
  inRounds.skipIf(!hasPython)('has the parts of Python', [60, 600], async (rounds) => {
    const chance = chanceOf(4);
    const cases = Array.from({ length: rounds }, (_, i) => ({
      text: drawn(chance, 'ab,;, \n1é😀', 40),
      by: i % 2 === 0 ? 'delimiter' : 'regex',
      separator:
        i % 2 === 0
          ? drawn(chance, ',;a ', 2)
          : pick(chance, ['[,;]', ',+', 'a|b', '\\s+', '\\d', '(?:,|;)\\s*', 'b.']),
    }));
    const theirs = runPython<string[][]>(
      'import re\nprint(json.dumps([c["text"].split(c["separator"]) if c["by"] == "delimiter" else re.split(c["separator"], c["text"], flags=re.A) for c in data]))',
      cases,
      PYTHON,
    );
    for (const [i, { text, by, separator }] of cases.entries())
      expect(await split(text, { by, separator, trim: false })).toEqual(theirs[i]);
  });

  it.skipIf(!hasSplit)('has the lines of GNU split', async () => {
    const chance = chanceOf(6);
    for (let round = 0; round < 5; round++) {
      const text = Array.from({ length: 1 + chance(30) }, () => drawn(chance, 'abc é', 8)).join('\n');
      const size = 2 + chance(4);
      const { stdout } = spawnSync('split', ['-l', String(size), '--filter', 'cat; printf "\\001"', '-'], {
        input: text,
        encoding: 'utf8',
      });
      const theirs = stdout
        .split('\u0001')
        .slice(0, -1)
        .map((part) => part.replace(/\n$/, ''));
      expect(await split(text, { by: 'lines', size, trim: false })).toEqual(theirs);
    }
  });

  inRounds('nothing is lost', [20, 300], async (rounds) => {
    const chance = chanceOf(8);
    for (let round = 0; round < rounds; round++) {
      const text = drawn(chance, 'ab,e\u0301👩‍👧\r\n x', 60);
      for (const options of [
        { by: 'length', size: 1 + chance(7) },
        { by: 'characters' },
        { by: 'parts', size: 1 },
        { by: 'delimiter', keepSeparator: 'before', trim: false },
        { by: 'regex', separator: '[ab]+', keepSeparator: 'after', trim: false },
        { by: 'regex', separator: 'x*', keepSeparator: 'after', trim: false },
      ])
        expect((await split(text, options)).join('')).toBe(text);
      expect((await split(text, { separator: ',', trim: false })).join(',')).toBe(text);
    }
  });

  it('never cuts a character, and makes parts of even size', async () => {
    expect(await split('e\u0301👩‍👧\r\nb', { by: 'length', size: 2 })).toEqual(['e\u0301👩‍👧', '\r\nb']);
    expect(await split('abcdefgh', { by: 'parts', size: 3 })).toEqual(['abc', 'def', 'gh']);
  });

  it.each([
    // From the Golden Rules of pragmatic_segmenter, and the abbreviations of the note.
    ['en', 'Hello World. My name is Jonas.', ['Hello World.', 'My name is Jonas.']],
    ['en', 'My name is Jonas E. Smith.', ['My name is Jonas E. Smith.']],
    ['en', 'Please turn to p. 55.', ['Please turn to p. 55.']],
    ['en', 'Can you see Mr. Jones? He is here.', ['Can you see Mr. Jones?', 'He is here.']],
    ['de', 'Das ist z. B. richtig. Und gut.', ['Das ist z. B. richtig.', 'Und gut.']],
    ['ja', '今日は。元気です！', ['今日は。', '元気です！']],
  ])('%s: sentences of %s', async (locale, text, sentences) => {
    expect(await split(text, { by: 'sentences', locale })).toEqual(sentences);
  });

  it('knows words, paragraphs, lines and typed escapes', async () => {
    expect(await split("Don't stop: 3.5 km!", { by: 'words' })).toEqual(["Don't", 'stop', '3.5', 'km']);
    expect(await split('今日は良い', { by: 'words', locale: 'ja' })).toEqual(['今日', 'は', '良い']);
    expect(await split('a\nb\r\n \t\r\nc\n\n\nd', { by: 'paragraphs' })).toEqual(['a\nb', 'c', 'd']);
    expect(await split('a\r\nb\rc\n', { by: 'lines' })).toEqual(['a', 'b', 'c']);
    expect(await split('a\tb\nc', { separator: '\\t' })).toEqual(['a', 'b\nc']);
    expect(await split('a\\nb', { separator: '\\\\n' })).toEqual(['a', 'b']);
    expect(await split('aXbxc', { separator: 'x', caseSensitive: false })).toEqual(['a', 'b', 'c']);
    expect(await split('a,,b, ', { skipEmpty: true })).toEqual(['a', 'b']);
  });

  it('parts with line breaks are divided by an empty line, and files keep them', async () => {
    const answer = await runTool(tool, { input: 'a\nb,c' });
    expect(answer.text).toBe('a\nb\n\nc\n');
    const bytes = Buffer.from('x;y;z');
    const made = await runTool(tool, {
      files: [{ name: 'my.notes.md', bytes }],
      options: { separator: ';', format: 'files' },
    });
    expect(made.files.map(({ name, bytes: part }) => [name, part.toString()])).toEqual([
      ['my.notes-1.md', 'x'],
      ['my.notes-2.md', 'y'],
      ['my.notes-3.md', 'z'],
    ]);
  });

  it('ends with long and hostile texts', async () => {
    for (const [input, options, status] of [
      [','.repeat(1_000_000), {}, 413],
      [','.repeat(1_000_000), { by: 'regex', separator: ',*' }, 200],
      ['a'.repeat(1_000_000), { by: 'characters' }, 413],
      ['\n'.repeat(999_999), { by: 'paragraphs' }, 200],
      [' '.repeat(999_999), { by: 'paragraphs' }, 200],
      ['\n '.repeat(499_999), { by: 'paragraphs' }, 200],
      ['a. '.repeat(300_000), { by: 'sentences' }, 200],
      ['a,'.repeat(2_000), { format: 'files' }, 413],
      ['a', { by: 'regex', separator: '(' }, 400],
      ['a', { by: 'words', locale: '!' }, 400],
    ] as const)
      expect([input.slice(0, 5), (await runTool(tool, { input, options })).status]).toEqual([
        input.slice(0, 5),
        status,
      ]);
  });
});
