import { z } from 'zod';

import { defineTool, type InputFile, invalid, json, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, place, warnings } from '../../core/shared-data.js';
import { colorOption, POSITIONS, shared } from '../../core/shared-options.js';
import { hexColor, onWhite, parseColor } from '../../engines/colors.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { readTextFile } from '../../formats/text-source.js';
import { mediaKindOf } from '../../lib/media/media-kind.js';
import { readSubtitles } from '../../lib/subtitle-files/read.js';
import { burnSubtitles, checkDrawing, placeOf } from './_burnt-subtitles.js';
import { embedTrack, extractTracks, trackLanguage } from './_subtitle-tracks.js';
import {
  checkVideoWork,
  codedContainer,
  costOf,
  crfOption,
  DAMAGED_VIDEO,
  FILM,
  NO_VIDEO,
  VIDEO_FILES,
  VIDEO_LIMIT_NOTE,
  VIDEO_NOTE,
  withVideo,
} from './_video-work.js';

const SUBTITLE_FILES = [
  '.srt',
  '.vtt',
  '.ass',
  '.ssa',
  '.sbv',
  '.ttml',
  '.dfxp',
  '.xml',
  '.lrc',
  '.sub',
  '.json',
  '.csv',
  '.txt',
] as const;

/** How much longer pictures take that are drawn on. */
const DRAWING_COST = 1.25;

/** Programs take no NUL, and players show names on one line. */
const plainName = (name: string): string => name.replace(/[\p{Cc}\s]+/gu, ' ').trim();

const isVideo = ({ bytes }: InputFile): boolean => mediaKindOf(bytes) !== undefined;

export default defineTool({
  id: 'burn-subtitles',
  title: 'Burn Subtitles',
  summary:
    'Draws subtitles on the pictures of a video, adds them as a track that viewers can switch, or extracts such tracks.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 2, formats: [...VIDEO_FILES, ...SUBTITLE_FILES] },
  options: {
    action: z
      .enum(['burn', 'embed', 'extract'])
      .default('burn')
      .describe('Draws the subtitles, adds them as a track, or extracts the tracks of a video.'),
    font: z.enum(FONT_STYLES).default('sans').describe('Font of burned subtitles.'),
    fontSize: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(400)
      .default(0)
      .describe('Height of burned letters in pixels of the video; 0: 7 % of its height.'),
    bold: z.boolean().default(false).describe('Burns all subtitles in bold.'),
    color: colorOption('#ffffff', 'Colour of burned text that has none of its own.'),
    outlineColor: colorOption('#000000', 'Colour of the outline, or of the box.'),
    outline: z
      .number()
      .min(0)
      .max(40)
      .default(0)
      .describe('Width of the outline in pixels; 0: a sixteenth of the letters.'),
    box: z.boolean().default(false).describe('Draws a box behind the text in place of an outline.'),
    position: z
      .enum(POSITIONS)
      .default('bottom-center')
      .describe('Place of burned subtitles that do not state their own.'),
    locale: shared.locale().describe('Language of an embedded track, as a BCP 47 tag such as en, de or zh-Hant.'),
    name: z.string().max(100).default('').describe('Name of an embedded track in menus of players; empty for none.'),
    track: z.number().multipleOf(1).min(0).max(100).default(0).describe('Subtitle track to extract, from 1; 0: all.'),
    format: z.enum(['srt', 'vtt', 'ass']).default('srt').describe('Format of extracted subtitles.'),
    inputCharset: shared.inputCharset(),
    crf: crfOption(20),
  },
  result: 'mixed',
  data: z.object({
    tracks: z
      .array(
        z.object({
          track: place('Number among the subtitle tracks of the video; 1 if they are burned.'),
          codec: z.string().describe('How it is coded, or the format of the subtitle file.'),
          language: z.string().describe('Language, a code of three letters (ISO 639-2); empty if unknown.'),
          title: z.string().describe('Name of the track; empty if there is none.'),
          cues: count('Number of subtitles.'),
        }),
      )
      .describe('Tracks that were burned, embedded or extracted.'),
    warnings: warnings(),
  }),
  notes: [
    'Reads the subtitle formats that subtitle-converter reads: SRT, WebVTT, ASS and others. Burned are text, bold, italic, underline, strikeout, colours and the nine places; fonts, animations, drawings and exact positions of ASS are not.',
    'Fonts are Noto Sans, Serif and Mono, with Arabic, Hebrew, Thai, Chinese, Japanese, Korean, Devanagari and emoji (in one colour). No font of a subtitle file or of the server is used.',
    'Embedding copies pictures and sound: MP4 and MOV get a mov_text track, MKV SubRip or ASS with all its styles, WebM WebVTT; AVI and MPEG-TS become MKV. Extracting ASS as ASS keeps its styles.',
    'Tracks made of images (PGS, VobSub, DVB) are not extracted. Burned subtitles have at most 1,000 characters each and 20 at once.',
    VIDEO_NOTE,
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'hardcode subtitles',
    'add subtitles to video',
    'hardsub',
    'softsub',
    'embed srt in mp4',
    'extract subtitles from mkv',
    'mux subtitles',
    'captions on video',
    'open captions',
  ],
  verified: [
    'Tesseract 5.3 (Debian): reads the words of 40 random subtitles burned by both engines while they are shown, and nothing before, between and after',
    'FFmpeg and ffprobe 5.1 (Debian): embedded tracks of MP4, MOV and MKV have the codec, language, times and text that were given, every decoded picture is that of the upload; what is extracted is what was embedded',
    'Letters of Han, Hangul, Hebrew, Arabic, Thai, Devanagari, Cyrillic and emoji are drawn, each another, by both engines; places, colours and box by their pixels',
  ],
  examples: [
    {
      title: 'A subtitle drawn',
      files: [FILM, { name: 'film.srt', text: '1\n00:00:00,000 --> 00:00:01,000\nHello\n' }],
      output: {
        data: { tracks: [{ track: 1, codec: 'srt', language: '', title: '', cues: 1 }], warnings: [] },
        files: [{ name: 'film.mp4', mime: 'video/mp4' }],
      },
    },
    {
      title: 'WebVTT as a German track',
      options: { action: 'embed', locale: 'de-AT', name: 'Deutsch' },
      files: [
        { name: 'film.vtt', text: 'WEBVTT\n\n00:00.000 --> 00:00.500\nHallo\n\n00:00.500 --> 00:01.000\nWelt\n' },
        FILM,
      ],
      output: {
        data: { tracks: [{ track: 1, codec: 'vtt', language: 'deu', title: 'Deutsch', cues: 2 }], warnings: [] },
        files: [{ name: 'film.mp4', mime: 'video/mp4' }],
      },
    },
    {
      title: 'No track to extract',
      options: { action: 'extract' },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Cannot extract subtitles from "film.mp4": it has no subtitle track' },
    },
    {
      title: 'No subtitles to burn',
      files: [FILM],
      error: {
        code: 'INVALID_INPUT',
        message: 'Files must include one video and one subtitle file to burn, got 1 and 0',
      },
    },
    {
      title: 'A file too many to extract from',
      options: { action: 'extract' },
      files: [FILM, FILM],
      error: { code: 'INVALID_INPUT', message: 'Files must include one video to extract, got 2 and 0 others' },
    },
    {
      title: 'Not subtitles',
      files: [FILM, { name: 'film.srt', text: 'Hello' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "film.srt" as subtitles: it has no subtitles of a known format',
      },
    },
    {
      title: 'Not a language',
      options: { action: 'embed', locale: 'no language' },
      files: [FILM, { name: 'film.srt', text: '1\n00:00:00,000 --> 00:00:01,000\nHello\n' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" is not a BCP 47 language tag such as "en" or "zh-Hant", got "no language"',
      },
    },
    {
      title: 'A page of text at once',
      files: [FILM, { name: 'film.srt', text: `1\n00:00:00,000 --> 00:00:01,000\n${'Hello '.repeat(200)}\n` }],
      error: { code: 'LIMIT_EXCEEDED', message: 'Subtitle 1 must have at most 1000 characters to be burned, got 1199' },
    },
    { ...DAMAGED_VIDEO, options: { action: 'extract' } },
    { ...NO_VIDEO, options: { action: 'extract' } },
  ],
  async run(run) {
    const { action, inputCharset, crf, font, fontSize, bold, outline, box } = run.options;
    const videos = run.files.filter(isVideo);
    const [upload, ...more] = videos;
    const [text, ...others] = run.files.filter((file) => !isVideo(file));
    const told = `${videos.length} and ${run.files.length - videos.length}`;
    if (upload === undefined || more.length > 0 || others.length > 0 || (text === undefined) !== (action === 'extract'))
      throw invalid(
        action === 'extract'
          ? `Files must include one video to extract, got ${told} others`
          : `Files must include one video and one subtitle file to ${action}, got ${told}`,
      );
    if (text === undefined)
      return withVideo(run, upload, (video) => extractTracks(video, run.options.track, run.options.format));
    const source = await readTextFile(text, inputCharset);
    const read = refusing(`Cannot read ${source.label} as subtitles`, () => readSubtitles(source.text, 'auto', 25));
    const { subtitles, format, warnings: warned } = read;
    if (action === 'embed') {
      const [language, title] = [trackLanguage(run.options.locale), plainName(run.options.name)];
      const ass = format === 'ass' ? source.text : undefined;
      return withVideo(run, upload, async (video) => {
        const output = await embedTrack(video, { subtitles, ass, language, title });
        const before = video.media.info.streams.filter(({ type }) => type === 'subtitle').length;
        const tracks = [{ track: before + 1, codec: format, language, title, cues: subtitles.length }];
        return withFiles(json({ tracks, warnings: warned }), [output]);
      });
    }
    checkDrawing(subtitles);
    const [color, outlineColor] = (['color', 'outlineColor'] as const).map((option) =>
      hexColor(onWhite(parseColor(option, run.options[option]))),
    );
    const look = {
      font,
      fontSize,
      bold,
      color: color ?? '',
      outlineColor: outlineColor ?? '',
      outline,
      box,
      place: placeOf(run.options.position),
    };
    return withVideo(run, upload, async (video) => {
      checkVideoWork(video, { cost: DRAWING_COST * costOf(codedContainer(video.media)) });
      const output = await burnSubtitles(video, subtitles, look, crf);
      const tracks = [{ track: 1, codec: format, language: '', title: '', cues: subtitles.length }];
      return withFiles(json({ tracks, warnings: warned }), [output]);
    });
  },
});
