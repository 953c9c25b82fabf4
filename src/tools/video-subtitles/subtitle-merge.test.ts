import { describe, expect, it } from 'vitest';

import { readSubtitles } from '../../lib/subtitle-files/read.js';
import { textOfRuns } from '../../lib/subtitle-files/subtitles.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './subtitle-merge.js';

const hasPython = hasProgram('/usr/bin/python3', ['-c', 'import pysrt'], 'joined subtitles beside pysrt');
const hasFfmpeg = hasProgram('ffmpeg', ['-version'], 'merged subtitles read by FFmpeg');

const stamp = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',');

type Cue = readonly [start: number, end: number, text: string];

const srt = (cues: readonly Cue[]): string =>
  cues.map(([start, end, text], i) => `${i + 1}\n${stamp(start)} --> ${stamp(end)}\n${text}\n`).join('\n');

/** Subtitles of 1 to 5 seconds, with gaps of 0.1 to 4. */
function randomCues(seed: number, word: string): Cue[] {
  const chance = chanceOf(seed);
  let at = 0;
  return Array.from({ length: 2 + chance(60) }, (_, i) => {
    const start = at + 100 + chance(3900);
    at = start + 1000 + chance(4000);
    return [start, at, `${word} ${i}`] as const;
  });
}

async function merged(texts: readonly string[], options: Record<string, unknown> = {}) {
  const files = texts.map((text, i) => ({ name: `${i}.srt`, bytes: Buffer.from(text) }));
  const answer = await runTool(tool, { files, options });
  expect(answer.message).toBeUndefined();
  return { text: answer.files[0]!.bytes.toString(), data: answer.data as { paired: number; cues: number } };
}

const cuesOf = (text: string): Cue[] =>
  readSubtitles(text, 'srt', 25).subtitles.map(({ startMs, endMs, runs }) => [startMs, endMs, textOfRuns(runs)]);

describe('two languages', () => {
  inRounds('a translation that is up to 0.4 s off is under what it translates', [20, 300], async (rounds) => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const chance = chanceOf(seed + 1000);
      const first = randomCues(seed, 'One');
      const shift = (): number => chance(800) - 400;
      const second = first.map(
        ([start, end, text]) => [Math.max(0, start + shift()), end + shift(), text.replace('One', 'Uno')] as const,
      );
      const { text, data } = await merged([srt(first), srt(second)]);
      expect(data.paired).toBe(first.length);
      expect(cuesOf(text)).toEqual(
        first.map(([start, end, one]) => [start, end, `${one}\n${one.replace('One', 'Uno')}`]),
      );
    }
  });

  it('loses no line of either, whatever their times', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const [first, second] = [randomCues(seed, 'One'), randomCues(seed + 500, 'Two')];
      for (const layout of ['stack', 'top-bottom']) {
        const { text } = await merged([srt(first), srt(second)], { layout });
        const lines = cuesOf(text).flatMap(([, , shown]) => shown.split('\n'));
        expect(lines.sort()).toEqual([...first, ...second].map(([, , line]) => line).sort());
      }
    }
  });

  it('two speakers at once get a translation each', async () => {
    const pair = (a: string, b: string): string =>
      srt([
        [1000, 3000, a],
        [1000, 3000, b],
      ]);
    const { text } = await merged([pair('A', 'B'), pair('a', 'b')]);
    expect(cuesOf(text)).toEqual([
      [1000, 3000, 'A\na'],
      [1000, 3000, 'B\nb'],
    ]);
  });

  it('a look of the second language is one, whatever was marked in it', async () => {
    const { text } = await merged([srt([[1000, 2000, 'A']]), srt([[1000, 2000, 'a <i>b</i> c']])], {
      secondStyle: 'italic',
    });
    expect(text).toBe('1\n00:00:01,000 --> 00:00:02,000\nA\n<i>a b c</i>\n');
  });

  it('says how many an offset moves out of the film', async () => {
    const one = srt([[5000, 6000, 'A']]);
    const other = srt([
      [0, 900, 'x'],
      [6000, 7000, 'a'],
    ]);
    const { text, data } = await merged([one, other], { offsetMs: -1000 });
    expect(cuesOf(text)).toEqual([[5000, 6000, 'A\na']]);
    const warnings = ['Subtitles that would end before the start of the video were dropped: 1'];
    expect(data).toMatchObject({ files: [{ warnings: [] }, { warnings }] });
  });

  it('two short ones go under the long one that they translate', async () => {
    const { text } = await merged([
      srt([[1000, 7000, 'Long']]),
      srt([
        [1000, 3500, 'x'],
        [3600, 6900, 'y'],
      ]),
    ]);
    expect(cuesOf(text)).toEqual([[1000, 7000, 'Long\nx\ny']]);
  });

  exhaustive('50,000 of each beside one that lasts as long as the film end in time', async () => {
    const many = Array.from({ length: 49_999 }, (_, i) => [100 * i, 100 * i + 90, 'x'] as const);
    const { data } = await merged([srt([[0, 5_000_000, 'All'], ...many]), srt([[0, 5_000_000, 'Alles'], ...many])]);
    expect(data.cues).toBeLessThan(100_000);
  });
});

describe('parts', () => {
  it.skipIf(!hasPython)('pysrt moves the second part by the same', async () => {
    const lists = Array.from({ length: 30 }, (_, i) => [srt(randomCues(i + 1, 'A')), srt(randomCues(i + 101, 'B'))]);
    const expected = runPython<[number, number, string][][]>(
      `
import pysrt
def joined(one, other):
    a, b = pysrt.from_string(one), pysrt.from_string(other)
    b.shift(milliseconds=2700500)
    return [[c.start.ordinal, c.end.ordinal, c.text] for c in [*a, *b]]
print(json.dumps([joined(*pair) for pair in data]))`,
      lists,
      '/usr/bin/python3',
    );
    for (const [i, list] of lists.entries()) {
      const { text } = await merged(list, { action: 'join', starts: '45:00', offsetMs: 500 });
      expect(cuesOf(text)).toEqual(expected[i]);
    }
  });

  it('begin where the last subtitle before them ends, if nothing is told', async () => {
    const { text, data } = await merged(
      [
        srt([
          [1000, 9000, 'A'],
          [2000, 3000, 'B'],
        ]),
        srt([[500, 1000, 'C']]),
        srt([[0, 1000, 'D']]),
      ],
      { action: 'join' },
    );
    expect(cuesOf(text).slice(2)).toEqual([
      [9500, 10_000, 'C'],
      [10_000, 11_000, 'D'],
    ]);
    expect(data).toMatchObject({ files: [{ start: 0 }, { start: 9 }, { start: 10 }] });
  });
});

it.skipIf(!hasFfmpeg).each(['srt', 'webvtt', 'ass'])('FFmpeg reads all of a merged %s', async (name) => {
  const [first, second] = [randomCues(5, 'One'), randomCues(6, 'Two')];
  const { text, data } = await merged([srt(first), srt(second)], {
    to: name === 'webvtt' ? 'vtt' : name,
    secondStyle: 'italic',
  });
  const read = runProgram(
    'ffmpeg',
    ['-v', 'error', '-f', name, '-i', 'pipe:0', '-f', 'srt', 'pipe:1'],
    text,
  ).toString();
  expect(cuesOf(read).length).toBe(data.cues);
});
