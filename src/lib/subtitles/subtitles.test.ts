import { describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { writeAss } from './ass.js';
import { breakLine, LINE_CHARACTERS } from './break-lines.js';
import type { Cue } from './cues.js';
import { writeLrc } from './lrc.js';
import { writeSrt } from './srt.js';
import { writeVtt } from './vtt.js';

const CUES: readonly Cue[] = [
  {
    start: 1.05,
    end: 2.5,
    label: 'SAM:',
    words: [
      { text: '“Rock', start: 1.05, end: 1.333 },
      { text: '&', start: 1.333, end: 1.333 },
      { text: 'roll”', start: 1.6, end: 2.004 },
    ],
  },
  { start: 61, end: 62.5, label: '[Chorus]', words: [] },
  { start: 62.5, end: 64, label: '', words: [{ text: 'a{b}\\Nc<i>', start: 62.5, end: 64 }] },
];

describe('Advanced SubStation Alpha', () => {
  const dialogues = writeAss(CUES)
    .split('\n')
    .filter((line) => line.startsWith('Dialogue'));

  it('the centiseconds of a line add up to its length', () => {
    expect(dialogues[0]).toBe(
      'Dialogue: 0,0:00:01.05,0:00:02.50,Karaoke,,0,0,0,,{\\k0}SAM: {\\kf28}“Rock {\\kf0}& {\\k27}{\\kf40}roll”{\\k50}',
    );
    const sum = [...(dialogues[0] ?? '').matchAll(/\\kf?(\d+)/g)].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
    expect(sum).toBe(145);
  });

  it('text cannot command the player', () => {
    expect(dialogues[2]).toContain('{\\kf150}a(b)\\\u2060Nc<i>');
  });
});

it('WebVTT has inline times that rise inside the cue, and escapes', () => {
  expect(writeVtt(CUES)).toBe(`WEBVTT

1
00:00:01.050 --> 00:00:02.500
SAM: “Rock <00:00:01.333>&amp; <00:00:01.600>roll”

2
00:01:01.000 --> 00:01:02.500
[Chorus]

3
00:01:02.500 --> 00:01:04.000
a{b}\\Nc&lt;i&gt;
`);
});

it('enhanced LRC has a time before each heard word and after the last', () => {
  expect(writeLrc(CUES)).toBe(`[00:01.05]<00:01.05>SAM: <00:01.05>“Rock & <00:01.60>roll” <00:02.00>
[01:01.00]<01:01.00>(Chorus) <01:02.50>
[01:02.50]<01:02.50>a{b}\\Nc‹i› <01:04.00>
`);
});

it('SubRip has a cue a line', () => {
  expect(writeSrt(CUES)).toBe(`1
00:00:01,050 --> 00:00:02,500
SAM: “Rock & roll”

2
00:01:01,000 --> 00:01:02,500
[Chorus]

3
00:01:02,500 --> 00:01:04,000
a{b}\\Nc<i>
`);
});

const hasFfmpeg = hasProgram('ffmpeg', ['-version'], 'that other programs read the subtitles');

describe.skipIf(!hasFfmpeg)('ffmpeg', () => {
  it.each([
    ['ass', writeAss(CUES)],
    ['webvtt', writeVtt(CUES)],
    ['srt', writeSrt(CUES)],
    ['lrc', writeLrc(CUES)],
  ])('reads the %s with its three cues and their starts', (format, content) => {
    const out = runProgram(
      'ffmpeg',
      ['-v', 'error', '-f', format, '-i', 'pipe:0', '-f', 'srt', 'pipe:1'],
      content,
    ).toString();
    const starts = [...out.matchAll(/^(\S+) -->/gm)].map(([, start]) => start?.slice(0, 11));
    expect(starts).toEqual(['00:00:01,05', '00:01:01,00', '00:01:02,50']);
  });
});

describe('line breaking', () => {
  const words = (text: string): { text: string; start: number; end: number }[] =>
    text.split(' ').map((word, i) => ({ text: word, start: i, end: i + 1 }));
  const broken = (text: string): string[] =>
    breakLine(words(text), 0).map((line) => line.map((word) => word.text).join(' '));

  it('a line that fits stays whole', () => {
    expect(broken('Row, row, row your boat, gently down the')).toHaveLength(1);
  });

  it('sentences and phrases end lines', () => {
    const sentences = broken('Please remember to bring the signed contract. The office opens at nine in the morning.');
    expect(sentences.filter((line) => line.endsWith('.'))).toEqual([
      'to bring the signed contract.',
      'The office opens at nine in the morning.',
    ]);
    const phrases = 'I was walking down the street one day, I met a man who smiled at me again';
    expect(broken(phrases)).toEqual(['I was walking down the street one day,', 'I met a man who smiled at me again']);
  });

  it('no line is longer than 42 characters unless a word is, and no word is lost', () => {
    const text = `${'supercalifragilistic '.repeat(30)}${'x'.repeat(60)} end`;
    const lines = broken(text);
    expect(lines.join(' ')).toBe(text);
    for (const line of lines) expect(line.length <= LINE_CHARACTERS || !line.includes(' ')).toBe(true);
  });
});
