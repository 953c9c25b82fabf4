import { z } from 'zod';
import { stemOf } from '../../core/files.js';
import { defineTool, invalid, json, type OutputFile, quote, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { DECODED_RATE, decodeAudio } from '../../engines/media/decode-audio.js';
import { loadSpeechModel } from '../../engines/speech-model.js';
import { alignSpeech } from '../../lib/speech/align-speech.js';
import { writeAss } from '../../lib/subtitles/ass.js';
import type { Cue } from '../../lib/subtitles/cues.js';
import { writeLrc } from '../../lib/subtitles/lrc.js';
import { writeSrt } from '../../lib/subtitles/srt.js';
import { writeVtt } from '../../lib/subtitles/vtt.js';
import { readTranscript } from '../../lib/transcript/transcript.js';
import { makeCues } from './_karaoke-cues.js';
import { lineEntry, placeLines, placeWords, wordEntry } from './_karaoke-words.js';

const MAX_SECONDS = 60;
const TRANSCRIPT_CHARACTERS = 5000;

const FAULTS = {
  silence: 'it is silent',
  noise: 'no speech is heard in it, only noise',
  mismatch: 'the transcript does not match what is heard',
} as const;

/** Four forms of the same cues, one for each kind of player. */
function subtitles(stem: string, cues: readonly Cue[]): OutputFile[] {
  const encode = (value: string): Uint8Array => new TextEncoder().encode(value);
  return [
    { name: `${stem}.ass`, mime: 'text/x-ssa;charset=utf-8', bytes: encode(writeAss(cues)) },
    { name: `${stem}.vtt`, mime: 'text/vtt;charset=utf-8', bytes: encode(writeVtt(cues)) },
    { name: `${stem}.lrc`, mime: 'text/plain;charset=utf-8', bytes: encode(writeLrc(cues)) },
    { name: `${stem}.srt`, mime: 'application/x-subrip', bytes: encode(writeSrt(cues)) },
  ];
}

export default defineTool({
  id: 'karaoke-subtitles',
  title: 'Karaoke Subtitles',
  summary: 'Aligns the words of an English transcript with a recording and writes karaoke subtitles.',
  family: 'audio',
  class: 'model',
  needs: ['programs'],
  input: 'none',
  files: { min: 1, max: 1, formats: ['.wav', '.mp3', '.m4a', '.flac', '.mp4', '.webm'] },
  options: {
    transcript: z
      .string()
      .max(TRANSCRIPT_CHARACTERS)
      .default('')
      .describe('Matching English transcript or lyrics, up to 5,000 characters.'),
  },
  result: 'mixed',
  data: z.object({
    words: z
      .array(
        z.object({
          word: z.string().describe('Word as written in the transcript.'),
          start: z.number().describe('Start in seconds.'),
          end: z.number().describe('End in seconds.'),
          confidence: z.number().describe('Confidence of the position, 0 to 1.'),
        }),
      )
      .describe('Words in order.'),
    lines: z
      .array(
        z.object({
          text: z.string().describe('Line of the transcript.'),
          start: z.number().nullable().describe('Start in seconds; null if none of its words was heard.'),
          end: z.number().nullable().describe('End in seconds; null if none of its words was heard.'),
          words: count('Number of words.'),
        }),
      )
      .describe('Lines in order.'),
  }),
  notes: [
    'English only, up to 60 seconds of audio. Singing and overlapping voices may align poorly.',
    'Each line of the transcript becomes a subtitle line; longer lines are broken at 42 characters, between phrases where possible.',
    'Marks such as [Chorus] and speaker names such as "SAM:" are shown but not timed.',
    'Numbers, money, dates, times, ordinals, abbreviations and symbols are aligned as they are spoken and shown as they are written.',
    'A word that is not heard has confidence 0 and no duration: it is placed where the words around it meet. A line of such words has null times and no subtitle.',
    'The format is detected from the content, not from the file name.',
    'A better acoustic model in the folder MODEL_DIR (CMU Sphinx, 16 kHz, phonetically tied) is used if there is one.',
  ],
  aliases: [
    'karaoke maker',
    'lyrics sync',
    'lyrics to lrc',
    'word level timestamps',
    'forced alignment',
    'subtitle timing',
    'audio to ass',
    'sync subtitles to audio',
  ],
  verified: [
    'Known word times of 33 recordings (festival voices; read speech with the word times of the Montreal Forced Aligner): of clean synthetic speech 99 % of the word starts within 100 ms, of speech with noise 10 dB below it 97 %, with music 5 dB below it 92 %.',
    'soundswallower 0.6.3: the same mel spectra within 0.0001.',
    'ffmpeg 5.1: reads the four subtitle files with the cues that were written; libass draws the words while they are said.',
  ],
  examples: [
    {
      title: 'Lines, a mark, a speaker, money and a date',
      options: { transcript: '[Chorus]\nHello, world!\nSAM: Dr. Smith paid $5.20 on March 3rd, 1999.' },
      files: [{ name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
      output: {
        data: {
          words: [
            { word: 'Hello,', start: 0.174, end: 0.671, confidence: 0.89 },
            { word: 'world!', start: 0.879, end: 1.464, confidence: 0.88 },
            { word: 'Dr.', start: 1.545, end: 1.912, confidence: 0.93 },
            { word: 'Smith', start: 1.912, end: 2.327, confidence: 0.93 },
            { word: 'paid', start: 2.327, end: 2.576, confidence: 0.99 },
            { word: '$5.20', start: 2.576, end: 4.2, confidence: 0.92 },
            { word: 'on', start: 4.2, end: 4.334, confidence: 0.98 },
            { word: 'March', start: 4.334, end: 4.672, confidence: 0.95 },
            { word: '3rd,', start: 4.672, end: 4.961, confidence: 0.95 },
            { word: '1999.', start: 5.036, end: 6.585, confidence: 0.99 },
          ],
          lines: [
            { text: '[Chorus]', start: null, end: null, words: 0 },
            { text: 'Hello, world!', start: 0.174, end: 1.464, words: 2 },
            { text: 'SAM: Dr. Smith paid $5.20 on March 3rd, 1999.', start: 1.545, end: 6.585, words: 8 },
          ],
        },
        files: [
          { name: 'hello.ass', mime: 'text/x-ssa;charset=utf-8' },
          { name: 'hello.vtt', mime: 'text/vtt;charset=utf-8' },
          {
            name: 'hello.lrc',
            mime: 'text/plain;charset=utf-8',
            text: '[00:00.17]<00:00.17>(Chorus) <00:00.17>Hello, <00:00.88>world! <00:01.46>\n[00:01.55]<00:01.55>SAM: <00:01.55>Dr. <00:01.91>Smith <00:02.33>paid <00:02.58>$5.20 <00:04.20>\n[00:04.20]<00:04.20>on <00:04.33>March <00:04.67>3rd, <00:05.04>1999. <00:06.59>\n',
          },
          { name: 'hello.srt', mime: 'application/x-subrip' },
        ],
      },
    },
    {
      title: 'Words missing from the recording',
      options: { transcript: 'Hello, extraordinary elephant, world!\nDr. Smith paid $5.20 on March 3rd, 1999.' },
      files: [{ name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
      output: {
        data: {
          words: [
            { word: 'Hello,', start: 0.174, end: 0.671, confidence: 0.89 },
            { word: 'extraordinary', start: 0.671, end: 0.671, confidence: 0 },
            { word: 'elephant,', start: 0.671, end: 0.671, confidence: 0 },
            { word: 'world!', start: 0.879, end: 1.464, confidence: 0.88 },
            { word: 'Dr.', start: 1.545, end: 1.912, confidence: 0.93 },
            { word: 'Smith', start: 1.912, end: 2.327, confidence: 0.93 },
            { word: 'paid', start: 2.327, end: 2.576, confidence: 0.99 },
            { word: '$5.20', start: 2.576, end: 4.2, confidence: 0.92 },
            { word: 'on', start: 4.2, end: 4.334, confidence: 0.98 },
            { word: 'March', start: 4.334, end: 4.672, confidence: 0.95 },
            { word: '3rd,', start: 4.672, end: 4.961, confidence: 0.95 },
            { word: '1999.', start: 5.036, end: 6.585, confidence: 0.99 },
          ],
          lines: [
            { text: 'Hello, extraordinary elephant, world!', start: 0.174, end: 1.464, words: 4 },
            { text: 'Dr. Smith paid $5.20 on March 3rd, 1999.', start: 1.545, end: 6.585, words: 8 },
          ],
        },
        files: [
          { name: 'hello.ass', mime: 'text/x-ssa;charset=utf-8' },
          { name: 'hello.vtt', mime: 'text/vtt;charset=utf-8' },
          { name: 'hello.lrc', mime: 'text/plain;charset=utf-8' },
          { name: 'hello.srt', mime: 'application/x-subrip' },
        ],
      },
    },
    {
      title: 'The sound of a video, two lines',
      options: { transcript: 'Hello, world!\nDr. Smith paid $5.20 on March 3rd, 1999.' },
      files: [{ name: 'clip.webm', fixture: 'audio/hello.webm' }],
      output: {
        files: [
          { name: 'clip.ass', mime: 'text/x-ssa;charset=utf-8' },
          { name: 'clip.vtt', mime: 'text/vtt;charset=utf-8' },
          { name: 'clip.lrc', mime: 'text/plain;charset=utf-8' },
          { name: 'clip.srt', mime: 'application/x-subrip' },
        ],
      },
    },
    {
      title: 'No transcript',
      options: {},
      files: [{ name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
      error: { code: 'INVALID_INPUT', message: 'Option "transcript" must have English words to align, got none' },
    },
    {
      title: 'A transcript of something else',
      options: { transcript: 'We were standing on the corner when the music started playing' },
      files: [{ name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot align "hello.mp3": the transcript does not match what is heard',
      },
    },
    {
      title: 'A silent recording',
      options: { transcript: 'Hello' },
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot align "silence.flac": it is silent' },
    },
    {
      title: 'A recording of noise',
      options: { transcript: 'Hello, world!' },
      files: [{ name: 'noise.mp3', fixture: 'audio/noise.mp3' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot align "noise.mp3": no speech is heard in it, only noise' },
    },
    {
      title: 'Longer than a minute',
      options: { transcript: 'Hello' },
      files: [{ name: 'long.flac', fixture: 'audio/long.flac' }],
      error: { code: 'LIMIT_EXCEEDED', message: 'Audio must be at most 60 s long, got 75.0 s' },
    },
    {
      title: 'Not audio',
      options: { transcript: 'Hello' },
      files: [{ name: 'hello.wav', text: 'Hello, world!' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read audio "hello.wav": it is not a WAV, MP3, FLAC, Ogg, MP4 or WebM file',
      },
    },
    {
      title: 'A damaged recording',
      options: { transcript: 'Hello' },
      files: [{ name: 'cut.wav', base64: 'UklGRgQAAABXQVZF' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read audio "cut.wav": it is damaged or holds no sound' },
    },
  ],
  async run({ files: [upload], options, settings, signal }) {
    const lines = readTranscript(options.transcript);
    const words = lines.flatMap((line) => line.words);
    if (words.length === 0) throw invalid('Option "transcript" must have English words to align, got none');
    const samples = await decodeAudio(upload, { maxSeconds: MAX_SECONDS, ffmpegPath: settings.ffmpegPath, signal });
    const aligned = alignSpeech(samples, words, loadSpeechModel(settings.modelDir));
    if ('fault' in aligned) throw invalid(`Cannot align ${quote(upload.name)}: ${FAULTS[aligned.fault]}`);
    const placed = placeWords(words, aligned.words);
    const placedLines = placeLines(lines, placed);
    const cues = makeCues(placedLines, samples.length / DECODED_RATE);
    const answer = json({ words: placed.map(wordEntry), lines: placedLines.map(lineEntry) });
    return withFiles(answer, subtitles(stemOf(upload.name), cues));
  },
});
