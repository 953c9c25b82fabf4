import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, invalid, json, overLimit, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { readTextSource } from '../../formats/text-source.js';
import { cleanSubtitles } from '../../lib/subtitle-edits/clean.js';
import { readSubtitles, SUBTITLE_FORMATS } from '../../lib/subtitle-files/read.js';
import { writeSubtitles } from '../../lib/subtitle-files/write.js';
import { CLEANER_REPORT, cleanerReport } from './_cleaner-report.js';
import { fpsOption, fromOption, subtitleFile } from './_subtitle-files.js';

const MAX_WORDS = 100;
/** Lines of the whole file: many times those of the longest film. */
const MAX_LINES = 300_000;

function checkLines(text: string, label: string): void {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  if (lines > MAX_LINES) throw overLimit(`Cannot clean ${label}: it has ${lines} lines, the limit is ${MAX_LINES}`);
}

const NOTHING = {
  note: 0,
  speaker: 0,
  music: 0,
  advert: 0,
  style: 0,
  overlap: 0,
  gap: 0,
  speed: 0,
  joined: 0,
  rewrapped: 0,
};

function wordsOf(text: string): string[] {
  const words = text
    .split('\n')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
  if (words.length > MAX_WORDS)
    throw invalid(`Option "advertWords" must have at most ${MAX_WORDS} lines, got ${words.length}`);
  return words;
}

export default defineTool({
  id: 'subtitle-cleaner',
  title: 'Subtitle Cleaner',
  summary:
    'Cleans subtitles: removes notes for the hearing impaired, names of speakers, adverts and styles, and fixes overlaps, long lines and reading speed.',
  family: 'video-subtitles',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    notes: z.boolean().default(true).describe('Removes notes of sounds in brackets, such as [door slams] and (sighs).'),
    speakers: z
      .enum(['capitals', 'all', 'keep'])
      .default('capitals')
      .describe('Names of speakers to remove: those in capitals (JOHN:), also John: and the like, or none.'),
    music: z.boolean().default(false).describe('Removes lines of song, which begin or end with ♪.'),
    adverts: z.boolean().default(true).describe('Removes adverts and lines that say who made the subtitles.'),
    advertWords: z
      .string()
      .max(5000)
      .default('')
      .describe('Further texts, one per line: subtitles that contain one are removed as adverts.'),
    styles: z
      .enum(['italics', 'keep', 'none'])
      .default('italics')
      .describe('Looks to keep: only italics and places on the screen, all, or none.'),
    overlaps: z
      .boolean()
      .default(true)
      .describe('Ends each subtitle before the next in the same place, and joins those that begin together.'),
    gapMs: z.number().multipleOf(1).min(0).max(2000).default(80).describe('Least milliseconds between subtitles.'),
    maxLine: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(42)
      .describe('Longest line in characters; wide letters of East Asia count twice; 0 for any length.'),
    charactersPerSecond: z
      .number()
      .min(0)
      .max(50)
      .default(20)
      .describe('Reading speed: faster subtitles are shown for longer where there is time; 0 for any speed.'),
    to: z
      .enum(['keep', ...SUBTITLE_FORMATS])
      .default('keep')
      .describe('Format to write; keep: that of the upload.'),
    from: fromOption(),
    fps: fpsOption(),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: CLEANER_REPORT,
  notes: [
    'All that is removed is in the report, with the number of its subtitle, so that nothing is lost unseen. Subtitles of which nothing is left are dropped.',
    'Text in round and square brackets is taken for a note, whatever it says; brackets that are not closed within a subtitle stay. Two speakers in one subtitle are told apart by dashes when their names go.',
    'Only subtitles with a line that is too long get new line breaks, at ends of sentences and phrases first; a subtitle is never cut in two, and one of more than 10,000 characters is not broken. Those that are still too long or too fast are in "issues".',
    'Adverts are known by names of subtitle sites, offers, and lines such as "Subtitles by" and "Untertitel von".',
    'The file is written anew: fonts, animations and style sheets are dropped, as by subtitle-converter. At most 300,000 lines.',
  ],
  aliases: [
    'remove hearing impaired',
    'remove sdh',
    'sdh to normal subtitles',
    'clean srt',
    'remove subtitle ads',
    'fix subtitle overlap',
    'subtitle fixer',
    'remove closed caption notes',
    'strip tags from srt',
    'subtitle line length',
  ],
  verified: [
    '300 generated files with notes, names, adverts and tags planted: the text before planting comes back to the letter, and the report has all that was planted.',
    'pysrt 1.0 (Debian) reads 60 generated files with overlaps, long lines and fast text: no subtitle begins before the one before it ends, gaps, lines and speeds are as asked for or in "issues", and no word is lost.',
    'FFmpeg 5.1 reads as many subtitles as the report says.',
  ],
  examples: [
    {
      title: 'Notes, speakers and an advert',
      input:
        '1\n00:00:01,000 --> 00:00:03,000\n[door slams]\nJOHN: Who is <b>there</b>?\n\n2\n00:00:04,000 --> 00:00:06,000\n(sighs)\n\n3\n00:00:07,000 --> 00:00:09,000\nMARY: Me. (laughs)\nJOHN: Oh, <i>you</i>.\n\n4\n00:00:10,000 --> 00:00:12,000\nSubtitles by SomeGroup\nwww.opensubtitles.org\n',
      output: {
        data: {
          format: 'srt',
          cuesBefore: 4,
          cues: 2,
          counts: { ...NOTHING, note: 3, speaker: 3, advert: 1, style: 1 },
          removed: [
            { cue: 1, kind: 'note', text: '[door slams]' },
            { cue: 1, kind: 'speaker', text: 'JOHN:' },
            { cue: 1, kind: 'style', text: 'bold' },
            { cue: 2, kind: 'note', text: '(sighs)' },
            { cue: 3, kind: 'note', text: '(laughs)' },
            { cue: 3, kind: 'speaker', text: 'MARY:' },
            { cue: 3, kind: 'speaker', text: 'JOHN:' },
            { cue: 4, kind: 'advert', text: 'Subtitles by SomeGroup\nwww.opensubtitles.org' },
          ],
          retimed: [],
          issues: [],
          warnings: [],
        },
        files: [
          {
            name: 'subtitles-clean.srt',
            mime: 'application/x-subrip',
            text: '1\n00:00:01,000 --> 00:00:03,000\nWho is there?\n\n2\n00:00:07,000 --> 00:00:09,000\n- Me.\n- Oh, <i>you</i>.\n',
          },
        ],
      },
    },
    {
      title: 'An overlap, a long line and text too fast',
      files: [
        {
          name: 'film.vtt',
          text: 'WEBVTT\n\n00:01.000 --> 00:05.000\nThis line is much too long for one row, so it is broken.\n\n00:04.000 --> 00:04.500\nTwenty letters in it.\n',
        },
      ],
      output: {
        data: {
          format: 'vtt',
          cuesBefore: 2,
          cues: 2,
          counts: { ...NOTHING, overlap: 1, speed: 1, rewrapped: 1 },
          removed: [],
          retimed: [
            { cue: 1, kind: 'overlap', before: 5, after: 3.92 },
            { cue: 2, kind: 'speed', before: 4.5, after: 5.05 },
          ],
          issues: [],
          warnings: [],
        },
        files: [
          {
            name: 'film-clean.vtt',
            mime: 'text/vtt;charset=utf-8',
            text: 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:03.920\nThis line is much too long for one row,\nso it is broken.\n\n2\n00:00:04.000 --> 00:00:05.050\nTwenty letters in it.\n',
          },
        ],
      },
    },
    {
      title: 'Nothing left',
      input: '1\n00:00:01,000 --> 00:00:02,000\n[music]\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot clean property "input": all of its 1 subtitles are removed by the options',
      },
    },
    {
      title: 'Too many words',
      input: '1\n00:00:01,000 --> 00:00:02,000\nA\n',
      options: { advertWords: 'a\n'.repeat(101) },
      error: { code: 'INVALID_INPUT', message: 'Option "advertWords" must have at most 100 lines, got 101' },
    },
    {
      title: 'Not subtitles',
      input: 'Hello, world!',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as subtitles: it has no subtitles of a known format',
      },
    },
  ],
  async run({ input, files, options }) {
    const { from, fps, overlaps, advertWords, ...wishes } = options;
    const words = wordsOf(advertWords);
    const source = await readTextSource({ input, files }, options.inputCharset);
    checkLines(source.text, source.label);
    const read = refusing(`Cannot read ${source.label} as subtitles`, () => readSubtitles(source.text, from, fps));
    const cleaned = cleanSubtitles(read.subtitles, { ...wishes, words, fixesOverlaps: overlaps });
    if (cleaned.subtitles.length === 0)
      throw invalid(
        `Cannot clean ${source.label}: all of its ${read.subtitles.length} subtitles are removed by the options`,
      );
    const format = options.to === 'keep' ? read.format : options.to;
    const content = writeSubtitles(cleaned.subtitles, format, fps);
    return withFiles(json(cleanerReport(format, read, cleaned)), [
      subtitleFile(`${stemOf(source.file?.name ?? 'subtitles')}-clean.x`, format, content),
    ]);
  },
});
