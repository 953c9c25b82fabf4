import type { Example } from '../../core/tool.js';

export const TRANSCRIPT_EXAMPLES: readonly Example[] = [
  {
    title: 'Two sentences by reading speed',
    input:
      'The meeting begins at nine in the large room on the second floor. Please bring your reports, and be on time!',
    output: {
      data: { cues: 2, seconds: 7.214, charactersPerSecond: 15, aligned: false, warnings: [] },
      files: [
        {
          name: 'subtitles.srt',
          mime: 'application/x-subrip',
          text: '1\n00:00:00,000 --> 00:00:04,334\nThe meeting begins at nine\nin the large room on the second floor.\n\n2\n00:00:04,414 --> 00:00:07,214\nPlease bring your reports, and be on time!\n',
        },
      ],
    },
  },
  {
    title: 'Lyrics over ten seconds, as WebVTT',
    input: 'Row, row, row your boat\nGently down the stream',
    options: { seconds: 10, keepLines: true, format: 'vtt' },
    output: {
      data: { cues: 2, seconds: 10, charactersPerSecond: 4.5, aligned: false, warnings: [] },
      files: [{ name: 'subtitles.vtt', mime: 'text/vtt;charset=utf-8' }],
    },
  },
  {
    title: 'In time with a recording',
    input: 'Hello, world! Dr. Smith paid $5.20 on March 3rd, 1999.',
    files: [{ name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
    output: {
      data: { cues: 1, seconds: 6.585, charactersPerSecond: 8.4, aligned: true, warnings: [] },
      files: [{ name: 'hello.srt', mime: 'application/x-subrip' }],
    },
  },
  {
    title: 'Subtitles to text with times',
    input:
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Good\nmorning.\n\n00:02.000 --> 00:03.000\n<v Ann>[door slams] How are you?\n\n01:10.000 --> 01:12.000\n<v Bob>Fine.\n',
    options: { direction: 'to-text', timestamps: true },
    output: { text: '[00:00:01] Ann: Good morning. How are you?\n\n[00:01:10] Bob: Fine.\n' },
  },
  {
    title: 'Too little time',
    input: 'One.\n\nTwo.\n\nThree.',
    options: { seconds: 0.1 },
    error: { code: 'INVALID_INPUT', message: 'Option "seconds" must be at least 0.3 for 3 subtitles, got 0.1' },
  },
  {
    title: 'Nothing to show',
    input: ' \n ',
    error: { code: 'INVALID_INPUT', message: 'Text must have words, got none' },
  },
  {
    title: 'A recording of something else',
    input: 'We were standing on the corner when the music started playing',
    files: [{ name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot align "hello.mp3": the transcript does not match what is heard',
    },
  },
  {
    title: 'A length beside a recording',
    input: 'Hello',
    options: { seconds: 5 },
    files: [{ name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
    error: { code: 'INVALID_INPUT', message: 'Option "seconds" must be 0 with a recording, got 5' },
  },
  {
    title: 'Not a language',
    input: 'Hello',
    options: { locale: '!' },
    error: {
      code: 'INVALID_INPUT',
      message: 'Option "locale" is not a BCP 47 language tag such as "en" or "zh-Hant", got "!"',
    },
  },
  {
    title: 'Not subtitles',
    input: 'Hello',
    options: { direction: 'to-text' },
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot read property "input" as subtitles: it has no subtitles of a known format',
    },
  },
];
