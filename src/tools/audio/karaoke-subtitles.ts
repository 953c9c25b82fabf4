import { z } from 'zod';

import { defineTool, invalid, json, type OutputFile, quote, withFiles } from '../../core/index.js';
import { stemOf } from '../../core/files.js';
import { alignSpeech } from '../../engines/align/align-speech.js';
import { DECODED_RATE, decodeAudio } from '../../engines/media/decode-audio.js';
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
  summary: 'Times the words of an English transcript in a recording and writes karaoke subtitles.',
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
  notes: [
    'English only, up to 60 seconds of audio. Singing and overlapping voices may align poorly.',
    'The lines of the transcript are the subtitle lines; longer ones are broken at 42 characters, between phrases where possible.',
    'Marks such as [Chorus] and speaker names such as "SAM:" are shown but not timed.',
    'Numbers, money, dates, times, ordinals, abbreviations and symbols are aligned as they are read and shown as they are written.',
    'A word that is not heard has confidence 0 and no length: it stands where the words around it meet. A line of such words has times of null and no subtitle.',
    'The content decides the format, not the ending of the file name.',
    'A better acoustic model in the folder MODEL_DIR (CMU Sphinx, 16 kHz, phonetically tied) is used.',
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
  verified: [],
  examples: [],
  async run({ files: [upload], options, settings, signal }) {
    const lines = readTranscript(options.transcript);
    const words = lines.flatMap((line) => line.words);
    if (words.length === 0) throw invalid('Option "transcript" must have English words to align, got none');
    const samples = await decodeAudio(upload, { maxSeconds: MAX_SECONDS, ffmpegPath: settings.ffmpegPath, signal });
    const aligned = alignSpeech(samples, words, settings.modelDir);
    if ('fault' in aligned) throw invalid(`Cannot align ${quote(upload.name)}: ${FAULTS[aligned.fault]}`);
    const placed = placeWords(words, aligned.words);
    const placedLines = placeLines(lines, placed);
    const cues = makeCues(placedLines, samples.length / DECODED_RATE);
    const answer = json({ words: placed.map(wordEntry), lines: placedLines.map(lineEntry) });
    return withFiles(answer, subtitles(stemOf(upload.name), cues));
  },
});
