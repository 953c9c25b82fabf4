import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readSeconds } from '../../formats/media/times.js';
import { readTextFile } from '../../formats/text-source.js';
import { readSubtitles, SUBTITLE_FORMATS, type SubtitleFile } from '../../lib/subtitle-files/read.js';
import type { Subtitle } from '../../lib/subtitle-files/subtitles.js';
import { writeSubtitles } from '../../lib/subtitle-files/write.js';
import { bilingual, joined } from './_merged-subtitles.js';
import { fpsOption, fromOption, subtitleFile } from './_subtitle-files.js';

/** Milliseconds at which the parts after the first begin, where they are told. */
function readStarts(text: string, parts: number): readonly number[] | undefined {
  if (text.trim() === '') return undefined;
  const starts = text.split(/[,\n]/).map((time) => Math.round(1000 * readSeconds('starts', time.trim())));
  if (starts.length !== parts - 1)
    throw invalid(
      `Option "starts" must have as many times as there are files after the first, ${parts - 1}, got ${starts.length}`,
    );
  return starts;
}

/** What is told of subtitles that an offset moves out of the film. */
function lostBefore(list: readonly Subtitle[] | undefined, offsetMs: number): string[] {
  const lost = list?.filter(({ endMs }) => endMs + offsetMs <= 0).length ?? 0;
  return lost === 0 ? [] : [`Subtitles that would end before the start of the video were dropped: ${lost}`];
}

export default defineTool({
  id: 'subtitle-merge',
  title: 'Subtitle Merge',
  summary: 'Merges subtitle files: two languages into bilingual subtitles, or the parts of a film one after another.',
  family: 'video-subtitles',
  class: 'standard',
  input: 'none',
  files: { min: 2, max: 20, formats: ['*'] },
  options: {
    action: z
      .enum(['bilingual', 'join'])
      .default('bilingual')
      .describe('Shows two languages at the same time, or joins the parts of a film in the order of the files.'),
    layout: z
      .enum(['stack', 'top-bottom'])
      .default('stack')
      .describe('Of two languages: the second below the first in one subtitle, or at the top of the screen by itself.'),
    secondStyle: z.enum(['none', 'italic', 'yellow']).default('none').describe('Look of the second language.'),
    starts: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Of parts: times at which the second and further files begin, such as "0:45:10, 1:31:02"; empty: each begins where the last subtitle before it ends.',
      ),
    offsetMs: z
      .number()
      .multipleOf(1)
      .min(-86_400_000)
      .max(86_400_000)
      .default(0)
      .describe('Milliseconds to add to the times of the second and further files; negative for earlier.'),
    to: z
      .enum(['keep', ...SUBTITLE_FORMATS])
      .default('keep')
      .describe('Format to write; keep: that of the first file.'),
    from: fromOption(),
    fps: fpsOption(),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.object({
    format: z.enum(SUBTITLE_FORMATS).describe('Format that was written.'),
    cues: count('Number of subtitles of the result.'),
    paired: count('Subtitles of the second language that are shown in one with the first.'),
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the file.'),
          cues: count('Number of its subtitles.'),
          start: z.number().describe('Seconds of the result at which it begins.'),
          warnings: warnings(),
        }),
      )
      .describe('The files in their order.'),
  }),
  notes: [
    'Two languages are stacked where they are on the screen together for at least half of the time of the shorter subtitle; the times are those of the first file. All other subtitles of the second stay by themselves, at their own times.',
    'Where the second language is early or late throughout, "offsetMs" moves it; for a drift use subtitle-shift first.',
    'A film that was cut in parts has silence after the last words of a part: give "starts" as the length of the videos before it.',
    'Reads and writes what subtitle-converter does, styles and places too; fonts, animations and style sheets are dropped.',
  ],
  aliases: [
    'bilingual subtitles',
    'dual subtitles',
    'combine srt files',
    'merge srt',
    'join subtitles',
    'two languages subtitles',
    'append subtitles',
    'subtitle joiner',
  ],
  verified: [
    '300 generated files and translations up to 0.4 s off: every subtitle is under the one it translates; 40 pairs of unrelated files: no line is lost.',
    'pysrt 1.0 (Debian): the times and texts of joined parts, for 30 generated pairs.',
    'FFmpeg 5.1: reads as many subtitles of the result as SRT, WebVTT and ASS as were written.',
  ],
  examples: [
    {
      title: 'English above German',
      files: [
        {
          name: 'film.en.srt',
          text: '1\n00:00:01,000 --> 00:00:03,000\nGood morning.\n\n2\n00:00:04,000 --> 00:00:06,000\nHow are you?\n',
        },
        {
          name: 'film.de.srt',
          text: '1\n00:00:01,200 --> 00:00:03,100\nGuten Morgen.\n\n2\n00:00:09,000 --> 00:00:10,000\n(Musik)\n',
        },
      ],
      output: {
        data: {
          format: 'srt',
          cues: 3,
          paired: 1,
          files: [
            { name: 'film.en.srt', cues: 2, start: 0, warnings: [] },
            { name: 'film.de.srt', cues: 2, start: 0, warnings: [] },
          ],
        },
        files: [
          {
            name: 'film.en-merged.srt',
            mime: 'application/x-subrip',
            text: '1\n00:00:01,000 --> 00:00:03,000\nGood morning.\nGuten Morgen.\n\n2\n00:00:04,000 --> 00:00:06,000\nHow are you?\n\n3\n00:00:09,000 --> 00:00:10,000\n(Musik)\n',
          },
        ],
      },
    },
    {
      title: 'Two parts of a film, as WebVTT',
      options: { action: 'join', starts: '0:45:00', to: 'vtt' },
      files: [
        { name: 'cd1.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nA\n' },
        { name: 'cd2.srt', text: '1\n00:00:01,500 --> 00:00:02,000\nB\n' },
      ],
      output: {
        files: [
          {
            name: 'cd1-merged.vtt',
            mime: 'text/vtt;charset=utf-8',
            text: 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nA\n\n2\n00:45:01.500 --> 00:45:02.000\nB\n',
          },
        ],
      },
    },
    {
      title: 'The second language at the top, in yellow',
      options: { layout: 'top-bottom', secondStyle: 'yellow' },
      files: [
        { name: 'a.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nOne\n' },
        { name: 'b.srt', text: '1\n00:00:01,000 --> 00:00:02,500\nUno\n' },
      ],
      output: {
        files: [
          {
            name: 'a-merged.srt',
            mime: 'application/x-subrip',
            text: '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:01,000 --> 00:00:02,500\n{\\an8}<font color="#ffff00">Uno</font>\n',
          },
        ],
      },
    },
    {
      title: 'Three languages',
      files: ['a.srt', 'b.srt', 'c.srt'].map((name) => ({ name, text: '1\n00:00:01,000 --> 00:00:02,000\nA\n' })),
      error: { code: 'INVALID_INPUT', message: 'Files must be two where "action" is bilingual, got 3' },
    },
    {
      title: 'A start too many',
      options: { action: 'join', starts: '0:45:00, 1:30:00' },
      files: ['a.srt', 'b.srt'].map((name) => ({ name, text: '1\n00:00:01,000 --> 00:00:02,000\nA\n' })),
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "starts" must have as many times as there are files after the first, 1, got 2',
      },
    },
    {
      title: 'Not subtitles',
      files: [
        { name: 'a.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nA\n' },
        { name: 'notes.txt', text: 'Hello, world!' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "notes.txt" as subtitles: it has no subtitles of a known format',
      },
    },
  ],
  async run({ files, options, signal }) {
    const { action, layout, secondStyle, offsetMs, from, fps, inputCharset } = options;
    if (action === 'bilingual' && files.length !== 2)
      throw invalid(`Files must be two where "action" is bilingual, got ${files.length}`);
    const starts = action === 'join' ? readStarts(options.starts, files.length) : undefined;
    const open = async (upload: InputFile): Promise<SubtitleFile> => {
      signal.throwIfAborted();
      const { text, label } = await readTextFile(upload, inputCharset);
      return refusing(`Cannot read ${label} as subtitles`, () => readSubtitles(text, from, fps));
    };
    const read: SubtitleFile[] = [];
    for (const upload of files) read.push(await open(upload));
    const lists = read.map(({ subtitles }) => subtitles);
    const result =
      action === 'join'
        ? { ...joined(lists, starts, offsetMs), paired: 0 }
        : { ...bilingual(lists, layout, secondStyle, offsetMs), begins: [] };
    const format = options.to === 'keep' ? (read[0]?.format ?? 'srt') : options.to;
    const report = {
      format,
      cues: result.subtitles.length,
      paired: result.paired,
      files: files.map(({ name }, i) => ({
        name,
        cues: lists[i]?.length ?? 0,
        start: (result.begins[i] ?? 0) / 1000,
        warnings: [
          ...(read[i]?.warnings ?? []),
          ...(action === 'bilingual' && i === 1 ? lostBefore(lists[i], offsetMs) : []),
        ],
      })),
    };
    const content = writeSubtitles(result.subtitles, format, fps);
    return withFiles(json(report), [
      subtitleFile(`${stemOf(files[0]?.name ?? 'subtitles')}-merged.x`, format, content),
    ]);
  },
});
