import { invalid, overLimit, quote } from '../../core/errors.js';
import type { InputFile, Settings } from '../../core/tool.js';
import { DECODED_RATE, decodeAudio } from '../../engines/media/decode-audio.js';
import { loadSpeechModel } from '../../engines/speech-model.js';
import { alignLongSpeech } from '../../lib/speech/align-long-speech.js';
import type { CutCue, Token } from '../../lib/subtitles/cut-cues.js';
import type { CueTime } from '../../lib/subtitles/time-cues.js';
import { partsOf } from '../../lib/subtitles/transcript-tokens.js';
import { readTranscript } from '../../lib/transcript/transcript.js';

/** Measured on two quiet cores: 585 s of speech take 45 s of the 90 s of a run. */
const MAX_SECONDS = 600;
const MAX_CHARACTERS = 15_000;

const FAULTS = {
  silence: 'it is silent',
  noise: 'no speech is heard in it, only noise',
  mismatch: 'the transcript does not match what is heard',
} as const;

interface HeardRequest {
  readonly text: string;
  readonly upload: InputFile;
  readonly lineWidth: number;
  readonly keepLines: boolean;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

export interface HeardTokens {
  readonly tokens: readonly Token[];
  /** Length of the recording. */
  readonly lengthMs: number;
}

/** The words of an English transcript with the times at which a recording has them. Seconds. */
export async function heardTokens({
  text,
  upload,
  lineWidth,
  keepLines,
  settings,
  signal,
}: HeardRequest): Promise<HeardTokens> {
  if (text.length > MAX_CHARACTERS)
    throw overLimit(`Text must have at most ${MAX_CHARACTERS} characters with audio, got ${text.length}`);
  const lines = readTranscript(text);
  const words = lines.flatMap((line) => line.words);
  if (words.length === 0) throw invalid('Text must have English words to align, got none');
  const samples = await decodeAudio(upload, { maxSeconds: MAX_SECONDS, ffmpegPath: settings.ffmpegPath, signal });
  const aligned = await alignLongSpeech(samples, words, loadSpeechModel(settings.modelDir), signal);
  if ('fault' in aligned) throw invalid(`Cannot align ${quote(upload.name)}: ${FAULTS[aligned.fault]}`);
  const tokens: Token[] = [];
  let next = 0;
  let at = aligned.words.find((time) => time !== undefined)?.start ?? 0;
  let marks = '';
  for (const line of lines) {
    // A line of marks alone stands before what is said next.
    if (line.words.length === 0) marks = `${marks}${line.label} `;
    for (const [index, word] of line.words.entries()) {
      const time = aligned.words[next++];
      const before = index === 0 ? `${marks}${line.label === '' ? '' : `${line.label} `}` : '';
      const start = time?.start ?? at;
      at = time?.end ?? at;
      const isFirst = index === 0 && (keepLines || before !== '' || tokens.length === 0);
      for (const [piece, spaced] of `${before}${word.text}`.split(' ').entries())
        for (const [part, own] of partsOf(spaced, 'en', lineWidth).entries())
          tokens.push({
            text: own,
            glue: part === 0 ? ' ' : '',
            isFirst: isFirst && piece + part === 0,
            start,
            end: at,
          });
      marks = '';
    }
  }
  return { tokens, lengthMs: Math.round((1000 * samples.length) / DECODED_RATE) };
}

/** From the first to the last word that is heard. */
export function heardTime(cue: CutCue): CueTime {
  const words = cue.flat();
  const heard = words.filter(({ start, end }) => end > start);
  const [first] = heard.length > 0 ? heard : words;
  const last = (heard.length > 0 ? heard : words).at(-1);
  return { startMs: Math.round(1000 * (first?.start ?? 0)), endMs: Math.round(1000 * (last?.end ?? 0)) };
}
