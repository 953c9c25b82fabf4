import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { readSubtitles, SUBTITLE_FORMATS } from '../../lib/subtitle-files/read.js';
import { BOTTOM_CENTER, plainRun, type Subtitle, textOfRuns } from '../../lib/subtitle-files/subtitles.js';
import { writeSubtitles } from '../../lib/subtitle-files/write.js';
import { fpsOption, fromOption, subtitleFile, subtitleMime } from './_subtitle-files.js';

const withoutStyles = (subtitle: Subtitle): Subtitle => ({
  ...subtitle,
  runs: [plainRun(textOfRuns(subtitle.runs))],
  place: BOTTOM_CENTER,
});

export default defineTool({
  id: 'subtitle-converter',
  title: 'Subtitle Converter',
  summary:
    'Converts subtitles between SRT, WebVTT, ASS, SBV, TTML, LRC, MicroDVD, JSON and CSV, and repairs their times.',
  family: 'video-subtitles',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    from: fromOption(),
    to: z.enum(SUBTITLE_FORMATS).default('srt').describe('Format to write.'),
    keepStyles: z
      .boolean()
      .default(true)
      .describe(
        'Keeps bold, italic, underlined, struck and colored text, and the place on the screen, where the format can.',
      ),
    fps: fpsOption(),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: fileReports({
    from: z.enum(SUBTITLE_FORMATS).describe('Format that was read.'),
    cues: count('Number of subtitles.'),
    warnings: warnings(),
  }).describe('For files: what became of each.'),
  notes: [
    'Reads SubRip (.srt), WebVTT (.vtt), ASS and SSA, SBV and SubViewer, TTML (DFXP, IMSC, SMPTE-TT text), LRC, MicroDVD (.sub), JSON (of this tool, Whisper and YouTube) and CSV with columns for start, end and text. The format is detected from the content, not from the file name. VobSub and other formats made of images are not read.',
    'Subtitles are sorted by start, empty ones are dropped, and an end that is not after its start is replaced; for files, "warnings" says so. Text sent as "input" gives text without a report.',
    'LRC and SBV have no styles and no place. WebVTT writes the colours it has names for; MicroDVD styles whole subtitles. Fonts, positions in pixels, animations, karaoke times and style sheets are dropped, and the text of ruby stays.',
    'LRC lines end where the next one starts, at most 4 seconds after the last one. JSON and CSV hold styled text with tags such as <i>; "keepStyles" false gives plain text.',
    'At most 50,000 subtitles per file. Output is UTF-8 with LF line breaks.',
  ],
  aliases: [
    'srt to vtt',
    'vtt to srt',
    'ass to srt',
    'srt to ass',
    'ttml to srt',
    'sbv to srt',
    'sub to srt',
    'lrc to srt',
    'whisper json to srt',
    'convert subtitles',
    'caption converter',
    'fix subtitle encoding',
    'subtitles in another format',
  ],
  verified: [
    'FFmpeg 5.1: reads what is written as SRT, WebVTT, ASS, LRC and MicroDVD with the same times and text, and what it writes from SRT as WebVTT, ASS and TTML is read with the same times and text: 60 generated files of up to 40 subtitles each',
    'pysrt 1.0 and webvtt-py 0.4 (Debian): the same times and text of the SRT and WebVTT',
    'Every pair of the nine formats: there and back gives the same times, within the precision of the format, and the same text',
  ],
  examples: [
    {
      title: 'SubRip to WebVTT',
      input:
        '1\r\n00:00:01,000 --> 00:00:02,500\r\nFish & <i>chips</i>\r\n\r\n2\r\n00:00:03,5 --> 00:00:04\r\n{\\an8}At the top\r\n',
      options: { to: 'vtt' },
      output: {
        text: 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nFish &amp; <i>chips</i>\n\n2\n00:00:03.500 --> 00:00:04.000 line:0\nAt the top\n',
      },
    },
    {
      title: 'A file of MicroDVD in another encoding, out of order, to SubRip',
      files: [{ name: 'film.sub', base64: 'ezUwfXs3NX17WTppfU9s6XxvbOkKezI1fXsyNX1PbgoK' }],
      output: {
        data: {
          files: [
            {
              name: 'film.sub',
              outputs: ['film.srt'],
              from: 'sub',
              cues: 2,
              warnings: [
                'Subtitles were sorted by their start',
                'Ends that were not after their start were replaced: 1',
              ],
            },
          ],
        },
        files: [
          {
            name: 'film.srt',
            mime: 'application/x-subrip',
            text: '1\n00:00:01,000 --> 00:00:02,000\nOn\n\n2\n00:00:02,000 --> 00:00:03,000\n<i>Olé\nolé</i>\n',
          },
        ],
      },
    },
    {
      title: 'ASS with a style, a speaker and commands, to JSON without styles',
      input:
        '[V4+ Styles]\nFormat: Name, PrimaryColour, Italic, Alignment\nStyle: Song,&H0000FFFF,-1,8\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.50,0:00:03.00,Song,Ann,0,0,0,,{\\b1}La{\\b0}, la\\Nla',
      options: { to: 'json', keepStyles: false },
      output: {
        text: '{\n  "cues": [\n    {\n      "start": 1.5,\n      "end": 3,\n      "text": "La, la\\nla",\n      "speaker": "Ann"\n    }\n  ]\n}\n',
      },
    },
    {
      title: 'Not subtitles',
      input: 'Hello, world!',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as subtitles: it has no subtitles of a known format',
      },
    },
    {
      title: 'A format without subtitles in it',
      input: 'WEBVTT\n\nNOTE nothing here',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as subtitles: it has no WebVTT subtitles',
      },
    },
    {
      title: 'JSON of something else',
      input: '{"name": "Ann"}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as subtitles: its JSON must be a list of subtitles, or an object with such a list in "cues"',
      },
    },
    {
      title: 'Broken JSON',
      input: '[{"start": 1,]',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input" as subtitles: it is not valid JSON' },
    },
    {
      title: 'XML of something else',
      input: '<?xml version="1.0"?><tv/>',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as subtitles: its root element must be "tt", got "tv"',
      },
    },
    {
      title: 'Too many subtitles',
      input: '[0:1]a\n'.repeat(50_001),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as subtitles: it must have at most 50000 subtitles, got 50001',
      },
    },
  ],
  async run({ input, files, signal, options }) {
    const { from, to, keepStyles, fps, inputCharset } = options;
    const convert = (source: TextSource) => {
      const read = refusing(`Cannot read ${source.label} as subtitles`, () => readSubtitles(source.text, from, fps));
      const subtitles = keepStyles ? read.subtitles : read.subtitles.map(withoutStyles);
      return { ...read, content: writeSubtitles(subtitles, to, fps) };
    };
    if (files.length === 0 || input !== '') {
      const { content } = convert(await readTextSource({ input, files }, inputCharset));
      return text(content, { name: `result.${to}`, mime: subtitleMime(to) });
    }
    return eachFile({ files, signal }, async (upload) => {
      const { content, format, subtitles, warnings: told } = convert(await readTextFile(upload, inputCharset));
      return {
        report: { from: format, cues: subtitles.length, warnings: told },
        outputs: [subtitleFile(upload.name, to, content)],
      };
    });
  },
});
