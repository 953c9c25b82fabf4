import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import {
  defineTool,
  type InputFile,
  invalid,
  json,
  overLimit,
  text as textResult,
  withFiles,
} from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readTextSource } from '../../formats/text-source.js';
import { mediaKindOf } from '../../lib/media/media-kind.js';
import { readSubtitles, SUBTITLE_FORMATS } from '../../lib/subtitle-files/read.js';
import { BOTTOM_CENTER, plainRun, type Subtitle } from '../../lib/subtitle-files/subtitles.js';
import { writeSubtitles } from '../../lib/subtitle-files/write.js';
import { type CutCue, cueLines, cutCues } from '../../lib/subtitles/cut-cues.js';
import { plainTranscript } from '../../lib/subtitles/plain-transcript.js';
import { type CueTime, timeAsHeard, timeByReading, timeWithin } from '../../lib/subtitles/time-cues.js';
import { transcriptTokens } from '../../lib/subtitles/transcript-tokens.js';
import { subtitleFile } from './_subtitle-files.js';
import { languageOf } from './_subtitle-tracks.js';
import { TRANSCRIPT_EXAMPLES } from './_transcript-examples.js';
import { heardTime, heardTokens } from './_transcript-times.js';

const SHORTEST_MS = 1000;
const MAX_SHOWN_MS = 7000;
/** Where the whole is so short that subtitles flash by, at least this. */
const LEAST_MS = 100;
const MAX_CUES = 50_000;
/** More than five hours of speech. */
const MAX_CHARACTERS = 300_000;

const isAudio = ({ bytes }: InputFile): boolean => mediaKindOf(bytes) !== undefined;

const charactersOf = (cue: CutCue): number => [...cueLines(cue).replaceAll('\n', ' ')].length;

const subtitleOf = (cue: CutCue, { startMs, endMs }: CueTime): Subtitle => ({
  startMs,
  endMs,
  runs: [plainRun(cueLines(cue))],
  place: BOTTOM_CENTER,
  speaker: '',
});

/** Characters per second of the subtitle that is hardest to read, to a tenth. */
const fastestOf = (times: readonly CueTime[], characters: readonly number[]): number =>
  Math.round(
    10 *
      times.reduce(
        (most, { startMs, endMs }, index) => Math.max(most, (1000 * (characters[index] ?? 0)) / (endMs - startMs)),
        0,
      ),
  ) / 10;

export default defineTool({
  id: 'transcript-to-subtitles',
  title: 'Transcript to Subtitles',
  summary:
    'Cuts a transcript into timed subtitles that are easy to read, in time with a recording if there is one, and turns subtitles into a clean transcript.',
  family: 'video-subtitles',
  class: 'model',
  needs: ['programs'],
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    direction: z
      .enum(['to-subtitles', 'to-text'])
      .default('to-subtitles')
      .describe('Writes subtitles of a transcript, or the transcript of subtitles.'),
    format: z.enum(SUBTITLE_FORMATS).default('srt').describe('Format of the subtitles to write.'),
    seconds: z
      .number()
      .min(0)
      .max(86_400)
      .default(0)
      .describe('Length of the whole in seconds, shared out by characters; 0: as long as it takes to read.'),
    start: z
      .number()
      .min(0)
      .max(86_400)
      .default(0)
      .describe('Seconds at which the first subtitle is shown, without a recording.'),
    charactersPerSecond: z
      .number()
      .min(5)
      .max(50)
      .default(15)
      .describe('Reading speed; 15 to 17 suit adults, 20 is fast.'),
    maxLine: z
      .number()
      .multipleOf(1)
      .min(10)
      .max(100)
      .default(42)
      .describe('Longest line in characters; wide letters of East Asia count twice.'),
    lines: z.number().multipleOf(1).min(1).max(3).default(2).describe('Most lines of a subtitle.'),
    gapMs: z.number().multipleOf(1).min(0).max(2000).default(80).describe('Milliseconds between subtitles.'),
    keepLines: z
      .boolean()
      .default(false)
      .describe(
        'Begins a subtitle with every line of the text, as for lyrics; otherwise only with paragraphs and speakers.',
      ),
    locale: shared.locale(),
    timestamps: z.boolean().default(false).describe('Writes the time before each paragraph of a transcript.'),
    keepSounds: z
      .boolean()
      .default(false)
      .describe('Keeps notes of sounds such as [laughs], (music) and ♪ in a transcript.'),
    pauseSeconds: z
      .number()
      .min(0)
      .max(60)
      .default(2)
      .describe('Silence in seconds after which a transcript begins a paragraph.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.object({
    cues: count('Number of subtitles.'),
    seconds: z.number().describe('End of the last subtitle in seconds.'),
    charactersPerSecond: z.number().describe('Reading speed of the fastest subtitle.'),
    aligned: z.boolean().describe('Whether the times are those of a recording.'),
    warnings: warnings(),
  }),
  notes: [
    'Takes the transcript as text or as a file, and with it a recording: an audio or video file of up to 10 minutes in English, with a transcript of up to 15,000 characters. Words that are not said, and parts of the recording that are not in the transcript, are passed over. Without a recording, times are by reading speed or share out "seconds".',
    'Subtitles end at sentences and clauses where possible, lines between phrases; of two lines the lower is rather longer. Each is shown for 1 second or more where there is room, and in a given length for 7 seconds at most.',
    'Chinese, Japanese, Thai, Khmer, Lao and Burmese break between words of a dictionary. Words longer than a line are cut.',
    'Reading: the formats that subtitle-converter reads. Lines that scroll are told once, speakers and pauses begin a paragraph, styles are dropped.',
    'A transcript has at most 300,000 characters and makes at most 50,000 subtitles.',
  ],
  aliases: [
    'text to srt',
    'transcript to srt',
    'srt to text',
    'srt to txt',
    'vtt to text',
    'subtitles to transcript',
    'script to subtitles',
    'split text into captions',
    'caption timing',
    'captions from a text and a recording',
  ],
  verified: [
    'pysrt 1.0 and webvtt-py 0.4 (Debian): of 300 random transcripts read as many subtitles with the same text; by pysrt none is read faster than asked, all are shown for a second or more, and lines and their lengths are within the limits',
    'The words of every transcript come back from its subtitles, in order, in scripts with and without spaces; subtitles in a given length end with it to the millisecond',
    'With a recording, subtitles begin and end with the words of karaoke-subtitles, whose aligner it shares (see there); of a recording of two minutes, made sentence by sentence, each sentence begins where it was put',
  ],
  examples: TRANSCRIPT_EXAMPLES,
  async run({ input, files, options, settings, signal }) {
    const { direction, format, seconds, start, charactersPerSecond, maxLine, lines, gapMs, keepLines, locale } =
      options;
    languageOf(locale);
    const [recording, ...more] = files.filter(isAudio);
    const texts = files.filter((upload) => !isAudio(upload));
    if (more.length > 0 || texts.length > 1 || (direction === 'to-text' && recording !== undefined))
      throw invalid('Files must include at most one text and, to write subtitles, one recording');
    const source = await readTextSource({ input, files: texts }, options.inputCharset);
    if (direction === 'to-text') {
      const { subtitles } = refusing(`Cannot read ${source.label} as subtitles`, () =>
        readSubtitles(source.text, 'auto', 25),
      );
      const { timestamps, keepSounds } = options;
      const rules = { pauseMs: 1000 * options.pauseSeconds, timestamps, keepSpeakers: true, keepSounds };
      return textResult(plainTranscript(subtitles, rules));
    }
    if (recording !== undefined && seconds > 0)
      throw invalid(`Option "seconds" must be 0 with a recording, got ${seconds}`);
    if (source.text.length > MAX_CHARACTERS)
      throw overLimit(`Text must have at most ${MAX_CHARACTERS} characters, got ${source.text.length}`);
    const heard =
      recording === undefined
        ? undefined
        : await heardTokens({ text: source.text, upload: recording, lineWidth: maxLine, keepLines, settings, signal });
    const tokens = heard?.tokens ?? transcriptTokens(source.text, locale, maxLine, keepLines);
    if (tokens.length === 0) throw invalid('Text must have words, got none');
    const cues = cutCues(tokens, { lineWidth: maxLine, lines, fewCharacters: charactersPerSecond });
    if (cues.length > MAX_CUES) throw overLimit(`Text must make at most ${MAX_CUES} subtitles, got ${cues.length}`);
    const characters = cues.map(charactersOf);
    const rules = { charactersPerSecond, gapMs, shortestMs: SHORTEST_MS, longestMs: MAX_SHOWN_MS };
    if (seconds > 0 && 1000 * seconds < LEAST_MS * cues.length)
      throw invalid(
        `Option "seconds" must be at least ${(cues.length * LEAST_MS) / 1000} for ${cues.length} subtitles, got ${seconds}`,
      );
    const startMs = Math.round(1000 * start);
    const times =
      heard === undefined
        ? seconds > 0
          ? timeWithin(characters, startMs, Math.round(1000 * seconds), rules)
          : timeByReading(characters, startMs, rules)
        : timeAsHeard(cues.map(heardTime), characters, heard.lengthMs, rules);
    const fastest = fastestOf(times, characters);
    const told = {
      cues: cues.length,
      seconds: (times.at(-1)?.endMs ?? 0) / 1000,
      charactersPerSecond: fastest,
      aligned: heard !== undefined,
      warnings:
        fastest > charactersPerSecond + 0.1
          ? [`Some subtitles must be read faster than ${charactersPerSecond} characters per second: up to ${fastest}`]
          : [],
    };
    const subtitles = cues.map((cue, index) => subtitleOf(cue, times[index] ?? { startMs: 0, endMs: 1 }));
    const name = recording?.name ?? source.file?.name ?? 'subtitles.txt';
    return withFiles(json(told), [subtitleFile(`${stemOf(name)}.txt`, format, writeSubtitles(subtitles, format, 25))]);
  },
});
