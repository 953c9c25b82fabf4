import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, invalid } from '../../core/index.js';
import { fileReports, warnings } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_LENGTH_NOTE,
  AUDIO_NOTE,
  bitrateOption,
  eachAudio,
  keptFormatOption,
  shownSeconds,
} from './_audio-work.js';
import { exactSeconds, MAX_PARTS, partsOf } from './_split-parts.js';
import { copyParts, writeParts } from './_split-writing.js';

export default defineTool({
  id: 'split-audio',
  title: 'Split Audio',
  summary:
    'Splits audio into several files: equal parts, parts of a length, at silences, at times, at chapters or by a CUE sheet.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    by: z
      .enum(['parts', 'length', 'silence', 'times', 'chapters'])
      .default('parts')
      .describe('Where to split: into "parts" equal parts, every "seconds", at silences, at "times", or at chapters.'),
    parts: z.number().multipleOf(1).min(2).max(MAX_PARTS).default(2).describe('For parts: how many equal parts.'),
    seconds: z
      .number()
      .min(0.1)
      .max(7200)
      .default(60)
      .describe('For length: seconds of each part; the last is what is left.'),
    times: z
      .string()
      .max(20_000)
      .default('')
      .describe(
        'For times: where parts begin, such as 1:30, 4:00; a list of tracks such as 3:45 Title per line; or a CUE sheet.',
      ),
    levelDb: z
      .number()
      .min(-90)
      .max(-10)
      .default(-40)
      .describe('For silence: what is quieter than this is silence, in decibels below full scale.'),
    minSilence: z
      .number()
      .min(0.05)
      .max(60)
      .default(0.5)
      .describe('For silence: shortest pause to split at, in seconds.'),
    minPart: z
      .number()
      .min(0)
      .max(600)
      .default(1)
      .describe('For silence: shortest part in seconds; a shorter one stays with the next.'),
    keepSilence: z
      .boolean()
      .default(true)
      .describe('For silence: cuts in the middle of each pause. Without it the pauses are dropped.'),
    exact: z
      .boolean()
      .default(true)
      .describe(
        'Cuts at the exact sample. Without it sound is copied as it is coded, without loss, cut where packets begin.',
      ),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    seconds: z.number().describe('Length of the upload in seconds.'),
    parts: z
      .array(
        z.object({
          name: z.string().describe('Name of its file.'),
          title: z.string().optional().describe('Its title, where a list, a CUE sheet or a chapter gives one.'),
          start: z.number().describe('Start in the upload, in seconds.'),
          end: z.number().describe('End in the upload, in seconds.'),
          seconds: z.number().describe('Its length.'),
        }),
      )
      .describe('The parts in order.'),
    warnings: warnings(),
  }),
  notes: [
    AUDIO_NOTE,
    `${AUDIO_LENGTH_NOTE} At most ${MAX_PARTS} parts per file.`,
    'WAV, FLAC and AIFF are split without any loss: the parts, one after another, are the samples of the upload. MP3, M4A, Ogg and Opus are coded again, which costs a little quality, unless "exact" is false: then each packet of the upload is in exactly one part, and a cut is up to a packet (about 25 ms) off. Copied parts have no cover.',
    'Parts are named after the upload with a number, or by number and title; tags are those of the upload, with the number and title of the part. One part of a recording is what trim-audio cuts; create-zip packs many.',
    'Times are starts, counted from the beginning of the recording, not lengths of tracks. What is before the first is a part of its own.',
  ],
  aliases: [
    'mp3 splitter',
    'audio splitter',
    'split mp3',
    'split audio',
    'divide audio',
    'cut audio into parts',
    'split by silence',
    'cue splitter',
    'split album into tracks',
    'audiobook chapters',
    'split m4b',
    'audio into equal parts',
    'split a podcast',
    'chop audio',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): the parts of WAV and FLAC, one after another, are the samples of the upload, for random parts, lengths and times, and the cut is at the sample asked for; packets of copied MP3 and M4A parts are those of the upload, each once',
    'Recordings made with known pauses: the cuts are within 20 ms of the middle of each pause',
  ],
  examples: [
    {
      title: 'Two halves',
      files: [HELLO_MP3],
      output: {
        files: [
          { name: 'hello-01.mp3', mime: 'audio/mpeg' },
          { name: 'hello-02.mp3', mime: 'audio/mpeg' },
        ],
      },
    },
    {
      title: 'A list of tracks, as FLAC',
      options: { by: 'times', times: '0:00 Good morning\n00:02 To whom it may concern', format: 'flac' },
      files: [HELLO_MP3],
      output: {
        files: [
          { name: '01 Good morning.flac', mime: 'audio/flac' },
          { name: '02 To whom it may concern.flac', mime: 'audio/flac' },
        ],
      },
    },
    {
      title: 'Every two and a half seconds, copied without loss',
      options: { by: 'length', seconds: 2.5, exact: false },
      files: [HELLO_MP3],
      output: {
        files: [
          { name: 'hello-01.mp3', mime: 'audio/mpeg' },
          { name: 'hello-02.mp3', mime: 'audio/mpeg' },
          { name: 'hello-03.mp3', mime: 'audio/mpeg' },
        ],
      },
    },
    {
      title: 'A time after the end',
      options: { by: 'times', times: '0:00.5, 1:00' },
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      error: { code: 'INVALID_INPUT', message: 'Option "times" must be before the end at 1.000 s, got 60 s' },
    },
    {
      title: 'Lengths instead of starts',
      options: { by: 'times', times: 'One 3:45\nTwo 2:10' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "times": times must go up, each part\'s start after the one before, got 130 s after 225 s',
      },
    },
    {
      title: 'No times',
      options: { by: 'times' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "times" must hold times such as 1:30, 4:00, a list of tracks or a CUE sheet',
      },
    },
    {
      title: 'No chapters',
      options: { by: 'chapters' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Cannot split "hello.mp3" at chapters: it has none' },
    },
    {
      title: 'Nothing but silence',
      options: { by: 'silence' },
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot split "silence.flac" at silences: it holds nothing else',
      },
    },
    {
      title: 'Copied into another format',
      options: { exact: false, format: 'wav' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "exact" must be true for another format' },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { exact, format, bitrate } = run.options;
    if (!exact && format !== 'keep') throw invalid('Option "exact" must be true for another format');
    return eachAudio(run, async (audio) => {
      const total = await exactSeconds(audio);
      const parts = await partsOf(audio, total, run.options);
      const writing = { parts, total, stem: stemOf(audio.media.upload.name) };
      const outputs = exact ? await writeParts(audio, writing, { format, bitrate }) : await copyParts(audio, writing);
      const told = parts.slice(0, outputs.length).map(({ title, start, end }, at) => ({
        name: outputs[at]?.name ?? '',
        ...(title === undefined ? {} : { title }),
        start: shownSeconds(start),
        end: shownSeconds(end),
        seconds: shownSeconds(end - start),
      }));
      const lost = parts.length - outputs.length;
      return {
        report: {
          seconds: shownSeconds(total),
          parts: told,
          warnings: [
            ...(parts.length === 1 ? ['The recording is one part: there is nowhere to split it'] : []),
            ...(lost > 0 ? ['The last part is shorter than a packet of the upload and has no file'] : []),
          ],
        },
        outputs,
      };
    });
  },
});
