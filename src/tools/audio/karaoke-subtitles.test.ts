import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { hasFfmpeg } from '../../engines/media/ffmpeg.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import { makeCues } from './_karaoke-cues.js';
import type { PlacedLine } from './_karaoke-words.js';
import tool from './karaoke-subtitles.js';

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

const corpus = sharedPath('corpus/audio', 'errors of word starts');
const hasCorpus = existsSync(join(corpus, 'MANIFEST.tsv'));
const hasLibass = hasProgram('sh', ['-c', 'ffmpeg -hide_banner -filters | grep -q " ass "'], 'rendering of the ASS');

const LINES = 'Hello, world!\nDr. Smith paid $5.20 on March 3rd, 1999.';

async function align(name: string, bytes: Uint8Array, transcript: string): Promise<readonly Word[]> {
  const answer = await runTool(tool, { files: [{ name, bytes }], options: { transcript } });
  expect([answer.status, answer.message]).toEqual([200, undefined]);
  return (answer.data as { words: readonly Word[] }).words;
}

const fromCorpus = (name: string): Promise<readonly Word[]> =>
  align(name, readFileSync(join(corpus, name)), readFileSync(join(corpus, name.replace(/\.\w+$/, '.txt')), 'utf8'));

describe.skipIf(!hasCorpus)('speech with known word times', () => {
  // The targets of the issue; bench/align prints them for all files.
  const targets = [
    ['real_mary.flac', 1, 0.05],
    ['syn_kal_3.flac', 0.98, 0.02],
    ['syn_kal_1-title.flac', 0.88, 0.05],
  ] as const;
  inRounds('enough of the word starts are within 100 ms', [1, targets.length], async (rounds) => {
    for (const [name, share, meanError] of targets.slice(0, rounds)) {
      const words = await fromCorpus(name);
      const known = JSON.parse(readFileSync(join(corpus, name.replace('.flac', '.json')), 'utf8')) as {
        words: { start: number | null }[];
      };
      const errors = known.words.flatMap(({ start }, i) =>
        start === null ? [] : [Math.abs((words[i]?.start ?? 0) - start)],
      );
      expect(errors.filter((error) => error <= 0.1).length / errors.length, name).toBeGreaterThanOrEqual(share);
      expect(errors.reduce((sum, error) => sum + error, 0) / errors.length, name).toBeLessThanOrEqual(meanError);
    }
  });
});

exhaustive.skipIf(!hasFfmpeg(undefined))(
  'the same clip as MP3, M4A and WebM has the same word starts within 60 ms',
  async () => {
    const [mp3, m4a, webm] = await Promise.all(
      ['hello.mp3', 'hello.m4a', 'hello.webm'].map((name) => align(name, readFixture(`audio/${name}`), LINES)),
    );
    for (const [i, { start }] of (mp3 ?? []).entries()) {
      expect(Math.abs((m4a?.[i]?.start ?? 0) - start)).toBeLessThanOrEqual(0.061);
      expect(Math.abs((webm?.[i]?.start ?? 0) - start)).toBeLessThanOrEqual(0.061);
    }
  },
);

exhaustive.skipIf(!hasLibass)('libass draws the words of the ASS while they are said, and not before', async () => {
  const answer = await runTool(tool, {
    files: [{ name: 'hello.mp3', bytes: readFixture('audio/hello.mp3') }],
    options: { transcript: LINES },
  });
  const script = answer.files.find(({ name }) => name.endsWith('.ass'))?.bytes ?? Buffer.alloc(0);
  // The bright pixels of a frame at a time: the script comes as an attachment of a data address, so no file is written.
  const bright = (seconds: number): number => {
    const frame = runProgram(
      'sh',
      [
        '-c',
        `file=$(mktemp) && cat > "$file" && ffmpeg -v error -f lavfi -i color=black:s=640x360:d=8:r=25 -vf "ass=$file" -ss ${seconds} -frames:v 1 -f rawvideo -pix_fmt gray pipe:1; rm "$file"`,
      ],
      script,
    );
    return frame.filter((level) => level > 128).length;
  };
  expect(bright(0.05)).toBe(0);
  expect(bright(0.5)).toBeGreaterThan(200);
});

describe('cues', () => {
  const word = (text: string, start: number, end: number) => ({
    text,
    start,
    end,
    confidence: end > start ? 1 : 0,
    isHeard: end > start,
  });
  const line = (label: string, ...words: ReturnType<typeof word>[]): PlacedLine => ({ text: '', label, words });

  it('a mark is shown before its line where there is room, else with it', () => {
    expect(makeCues([line('[Chorus]'), line('', word('Go', 5, 5.5))], 10)[0]).toMatchObject({
      start: 3,
      end: 5,
      label: '[Chorus]',
      words: [],
    });
    expect(makeCues([line('[Chorus]'), line('', word('Go', 0.2, 0.5))], 10)).toMatchObject([
      { start: 0.2, label: '[Chorus]', words: [{ text: 'Go' }] },
    ]);
  });

  it('a cue stays long enough to be read, but never into the next', () => {
    const cues = makeCues(
      [line('', word('Yes', 1, 1.2)), line('', word('No', 1.5, 1.7)), line('', word('Maybe', 9.8, 9.9))],
      10,
    );
    expect(cues.map(({ start, end }) => [start, end])).toEqual([
      [1, 1.5],
      [1.5, 2.5],
      [9.8, 10],
    ]);
  });

  it('a line that was not heard has no cue; unheard words stay with their line', () => {
    const cues = makeCues([line('', word('Title', 1, 1)), line('', word('Go', 1, 2), word('on', 2, 2))], 10);
    expect(cues.map(({ words }) => words.map(({ text }) => text))).toEqual([['Go', 'on']]);
  });
});

exhaustive('hostile transcripts end in a result or a ToolError', async () => {
  const bytes = readFixture('audio/hello.mp3');
  const texts = [
    '\u0000',
    '{\\pos(0,0)}',
    '<script>hello</script>',
    '--> hello world',
    '[00:01.00]hello',
    '😀'.repeat(2500),
    'a'.repeat(5000),
    'a '.repeat(2500),
    '1'.repeat(5000),
    '\u202e hello',
    "'".repeat(5000),
    '1/0 0/0 $ % 99:99 00/00/0000',
  ];
  for (const transcript of texts) {
    const { status } = await runTool(tool, { files: [{ name: 'a.mp3', bytes }], options: { transcript } });
    expect([200, 400]).toContain(status);
  }
});
