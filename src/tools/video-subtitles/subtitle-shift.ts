import { z } from 'zod';

import { defineTool, invalid, json, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readSeconds } from '../../formats/media/times.js';
import { readTextSource } from '../../formats/text-source.js';
import { readSubtitles, SUBTITLE_FORMATS } from '../../lib/subtitle-files/read.js';
import { retime, type TimeMap } from '../../lib/subtitle-files/retime.js';
import { fpsOption, fromOption, subtitleFile } from './_subtitle-files.js';

const MAX_POINTS = 100;

/** Milliseconds. */
const readTime = (option: string, text: string): number => Math.round(1000 * readSeconds(option, text));

type Point = readonly [before: number, after: number];

function readPoints(given: string): Point[] {
  const pairs = given.split(/[;\n]|,(?=\s)/).filter((pair) => pair.trim() !== '');
  if (pairs.length > MAX_POINTS)
    throw invalid(`Option "points" must have at most ${MAX_POINTS} points, got ${pairs.length}`);
  const points = pairs.map((pair): Point => {
    const [before, after, more] = pair.split('=');
    if (before === undefined || after === undefined || more !== undefined)
      throw invalid(`Option "points" must hold pairs such as 0:01:00=0:01:02, got ${quote(pair.trim())}`);
    return [readTime('points', before), readTime('points', after)];
  });
  points.sort(([one], [other]) => one - other);
  for (const [index, [before, after]] of points.entries()) {
    const [earlier, sooner] = points[index - 1] ?? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    if (before <= earlier || after <= sooner) throw invalid('Option "points" must have times that rise on both sides');
  }
  return points;
}

/** Straight lines through the points, the outer ones going on; one point moves everything by the same time. */
function throughPoints(points: readonly Point[]): TimeMap {
  const [first, ...more] = points;
  if (first === undefined) return (ms) => ms;
  if (more.length === 0) return (ms) => ms + first[1] - first[0];
  return (ms) => {
    const next = points.findIndex(([before], index) => index > 0 && ms < before);
    const end = next < 0 ? points.length - 1 : next;
    const [from, to] = [points[end - 1] ?? first, points[end] ?? first];
    return from[1] + ((ms - from[0]) * (to[1] - from[1])) / (to[0] - from[0]);
  };
}

export default defineTool({
  id: 'subtitle-shift',
  title: 'Subtitle Shift',
  summary:
    'Moves the times of subtitles: by an offset, for another frame rate, or so that given lines start when they should.',
  family: 'video-subtitles',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    offsetMs: z
      .number()
      .multipleOf(1)
      .min(-86_400_000)
      .max(86_400_000)
      .default(0)
      .describe('Milliseconds to add to every time; negative for earlier.'),
    points: z
      .string()
      .max(5000)
      .default('')
      .describe(
        'Times as they are and as they should be, such as "0:01:00=0:01:02; 1:30:00=1:30:05"; empty for none. Two correct a drift.',
      ),
    fromFps: z
      .number()
      .min(0)
      .max(240)
      .default(0)
      .describe('Frames per second of the video that the subtitles were made for; 0: no change of speed.'),
    toFps: z
      .number()
      .min(0)
      .max(240)
      .default(0)
      .describe('Frames per second of the video at hand; 0: no change of speed.'),
    after: z
      .string()
      .max(40)
      .default('')
      .describe('Only times from here on are moved, such as 0:45:00; empty for all. For films with a part cut out.'),
    from: fromOption(),
    fps: fpsOption(),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.object({
    format: z.enum(SUBTITLE_FORMATS).describe('Format that was read and written.'),
    cues: count('Number of subtitles.'),
    shifted: count('Subtitles whose times changed.'),
    dropped: count('Subtitles that would end before the start of the video, which are gone.'),
  }),
  notes: [
    'The frame rate is applied first, then the points, then the offset. Subtitles made for 25 frames per second and a video of 23.976 need "fromFps" 25 and "toFps" 23.976.',
    'One point moves everything by the same time. With two, times between and around them are stretched evenly; more points bend the line at each. Divide points by a semicolon or a line break.',
    'Only times change in SRT, WebVTT, ASS and SSA, SBV, LRC and MicroDVD: text, styles and comments stay as they are, with LF line breaks and in UTF-8. TTML, JSON and CSV are written anew, as subtitle-converter writes them.',
    'Times before the start of the video become 0; subtitles that would end before it are dropped, and the numbers of SRT close the gap.',
  ],
  aliases: [
    'sync subtitles',
    'subtitle delay',
    'shift srt',
    'resync',
    'subtitle offset',
    'fix subtitle timing',
    'srt 25 to 23.976 fps',
    'subtitle drift',
    'subtitles late',
    'subtitles early',
  ],
  verified: [
    'FFmpeg 5.1: -itsoffset gives the same times for 40 generated files as SRT, WebVTT and ASS',
    'pysrt 1.0 (Debian): shift and shift by ratio give the same times, within a millisecond, for 100 generated files',
    'There and back with the opposite offset and the points turned round gives the file that was sent, byte for byte',
  ],
  examples: [
    {
      title: 'Two seconds earlier',
      input: '1\n00:00:01,000 --> 00:00:01,900\nGone\n\n2\n00:00:03,000 --> 00:00:04,250\nStays\n',
      options: { offsetMs: -2000 },
      output: {
        data: { format: 'srt', cues: 2, shifted: 1, dropped: 1 },
        files: [
          {
            name: 'subtitles.srt',
            mime: 'application/x-subrip',
            text: '1\n00:00:01,000 --> 00:00:02,250\nStays\n',
          },
        ],
      },
    },
    {
      title: 'A drift corrected by two points, styles kept',
      files: [
        {
          name: 'film.ass',
          text: '[Script Info]\n; kept\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:01:00.00,0:01:02.00,Top,,0,0,0,,{\\i1}A, b\nDialogue: 0,0:31:00.00,0:31:03.00,Top,,0,0,0,,C',
        },
      ],
      options: { points: '0:01:00=0:01:01; 0:31:00=0:31:04' },
      output: {
        data: { format: 'ass', cues: 2, shifted: 2, dropped: 0 },
        files: [
          {
            name: 'film.ass',
            mime: 'text/x-ssa;charset=utf-8',
            text: '[Script Info]\n; kept\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:01:01.00,0:01:03.00,Top,,0,0,0,,{\\i1}A, b\nDialogue: 0,0:31:04.00,0:31:07.01,Top,,0,0,0,,C',
          },
        ],
      },
    },
    {
      title: 'From 25 frames per second to 23.976, from ten minutes on',
      input: 'WEBVTT\n\n09:59.000 --> 10:00.500\nA\n\n01:00:00.000 --> 01:00:01.000\nB <01:00:00.500>c',
      options: { fromFps: 25, toFps: 23.976, after: '10:00' },
      output: {
        files: [
          {
            name: 'subtitles.vtt',
            mime: 'text/vtt;charset=utf-8',
            text: 'WEBVTT\n\n09:59.000 --> 10:26.147\nA\n\n01:02:33.754 --> 01:02:34.796\nB <01:02:34.275>c',
          },
        ],
      },
    },
    {
      title: 'A point that is not a pair',
      input: '1\n00:00:01,000 --> 00:00:02,000\nA\n',
      options: { points: '0:01:00' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "points" must hold pairs such as 0:01:00=0:01:02, got "0:01:00"',
      },
    },
    {
      title: 'A time that is not one',
      input: '1\n00:00:01,000 --> 00:00:02,000\nA\n',
      options: { after: 'noon' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "after" must hold times such as 1:02:03.500 or 90.5, got "noon"',
      },
    },
    {
      title: 'Points that run backwards',
      input: '1\n00:00:01,000 --> 00:00:02,000\nA\n',
      options: { points: '10=20; 20=15' },
      error: { code: 'INVALID_INPUT', message: 'Option "points" must have times that rise on both sides' },
    },
    {
      title: 'One frame rate only',
      input: '1\n00:00:01,000 --> 00:00:02,000\nA\n',
      options: { toFps: 25 },
      error: { code: 'INVALID_INPUT', message: 'Options "fromFps" and "toFps" must be given together' },
    },
    {
      title: 'Too many points',
      input: '1\n00:00:01,000 --> 00:00:02,000\nA\n',
      options: { points: '1=1;'.repeat(101) },
      error: { code: 'INVALID_INPUT', message: 'Option "points" must have at most 100 points, got 101' },
    },
    {
      title: 'Not subtitles',
      input: 'Hello, world!',
      options: { offsetMs: 1 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as subtitles: it has no subtitles of a known format',
      },
    },
  ],
  async run({ input, files, options }) {
    const { offsetMs, fromFps, toFps, fps, from } = options;
    if (fromFps > 0 !== toFps > 0) throw invalid('Options "fromFps" and "toFps" must be given together');
    const after = options.after === '' ? 0 : readTime('after', options.after);
    const ratio = fromFps > 0 ? fromFps / toFps : 1;
    const bend = throughPoints(readPoints(options.points));
    const source = await readTextSource({ input, files }, options.inputCharset);
    const text = source.text
      .replace(/^\ufeff/, '')
      .replaceAll('\r\n', '\n')
      .replaceAll('\r', '\n');
    return refusing(`Cannot read ${source.label} as subtitles`, () => {
      const { format, subtitles } = readSubtitles(text, from, fps);
      const moved = retime(text, format, (ms) => (ms < after ? ms : bend(ms * ratio) + offsetMs), fps);
      const report = { format, cues: subtitles.length, shifted: moved.shifted, dropped: moved.dropped };
      return withFiles(json(report), [subtitleFile(source.file?.name ?? 'subtitles', format, moved.text)]);
    });
  },
});
