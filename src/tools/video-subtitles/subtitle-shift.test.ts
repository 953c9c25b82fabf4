import { expect, it } from 'vitest';

import { readSubtitles, type SubtitleFormat } from '../../lib/subtitle-files/read.js';
import { writeSubtitles } from '../../lib/subtitle-files/write.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './subtitle-shift.js';

const hasFfmpeg = hasProgram('ffmpeg', ['-version'], 'shifts beside FFmpeg');
const hasPython = hasProgram('/usr/bin/python3', ['-c', 'import pysrt'], 'shifts beside pysrt');

const shift = async (input: string, options: Record<string, unknown>): Promise<string> => {
  const { files, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return files[0]?.bytes.toString() ?? '';
};

const timesOf = (text: string, fps = 25): number[][] =>
  readSubtitles(text, 'auto', fps).subtitles.map(({ startMs, endMs }) => [startMs, endMs]);

function randomSrt(seed: number): string {
  const chance = chanceOf(seed);
  const stamp = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',');
  let at = 60_000;
  const blocks = Array.from({ length: 1 + chance(40) }, (_, i) => {
    const start = at + chance(50_000);
    at = start + 100 + chance(9000);
    return `${i + 1}\n${stamp(start)} --> ${stamp(at)}\nLine ${i}\n`;
  });
  return blocks.join('\n');
}

const write = (srt: string, format: SubtitleFormat): string =>
  writeSubtitles(readSubtitles(srt, 'srt', 25).subtitles, format, 25);

exhaustive.skipIf(!hasFfmpeg)('FFmpeg shifts by the same', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const offsetMs = chanceOf(seed)(60_000) - 30_000;
    for (const [format, name] of [
      ['srt', 'srt'],
      ['vtt', 'webvtt'],
      ['ass', 'ass'],
    ] as const) {
      const given = write(randomSrt(seed), format);
      const args = [
        '-v',
        'error',
        '-itsoffset',
        String(offsetMs / 1000),
        '-f',
        name,
        '-i',
        'pipe:0',
        '-f',
        'srt',
        'pipe:1',
      ];
      const wanted = timesOf(runProgram('ffmpeg', args, given).toString());
      const found = timesOf(await shift(given, { offsetMs }));
      expect(found.length).toBe(wanted.length);
      for (const [i, times] of found.entries())
        for (const [j, time] of times.entries())
          expect(Math.abs(time - (wanted[i]?.[j] ?? 0)), `${format} ${seed}`).toBeLessThanOrEqual(
            format === 'ass' ? 10 : 1,
          );
    }
  }
});

inRounds.skipIf(!hasPython)('pysrt shifts and stretches by the same', [10, 100], async (rounds) => {
  const given = Array.from({ length: rounds }, (_, i) => randomSrt(i + 1));
  const wanted = runPython<number[][][]>(
    `
import pysrt
def times(text):
    subs = pysrt.from_string(text)
    subs.shift(ratio=25 / 23.976)
    subs.shift(seconds=5)
    return [[s.start.ordinal, s.end.ordinal] for s in subs]
print(json.dumps([times(t) for t in data]))`,
    given,
    '/usr/bin/python3',
  );
  for (const [i, text] of given.entries()) {
    // It calls the rates the other way round: the ratio multiplies.
    const found = timesOf(await shift(text, { fromFps: 25, toFps: 23.976, offsetMs: 5000 }));
    for (const [j, times] of found.entries())
      for (const [k, time] of times.entries())
        expect(Math.abs(time - (wanted[i]?.[j]?.[k] ?? 0))).toBeLessThanOrEqual(1);
  }
});

it.each(['srt', 'vtt', 'ass', 'sbv', 'lrc', 'sub', 'ttml', 'json', 'csv'] as const)(
  '%s there and back is as it was',
  async (format) => {
    for (let seed = 1; seed <= 5; seed++) {
      const given = write(randomSrt(seed), format);
      // A second is a whole number of every unit.
      expect(await shift(await shift(given, { offsetMs: 3000 }), { offsetMs: -3000 })).toBe(given);
      const stretched = await shift(given, { points: '10=20\n1010=2020' });
      const step = { ass: 10, lrc: 10, sub: 40 }[format as string] ?? 1;
      for (const [i, times] of timesOf(stretched).entries())
        for (const [j, time] of times.entries())
          expect(Math.abs(time - (20_000 + ((timesOf(given)[i]?.[j] ?? 0) - 10_000) * 2))).toBeLessThanOrEqual(step);
      expect(await shift(stretched, { points: '20=10\n2020=1010' })).toBe(given);
    }
  },
);
