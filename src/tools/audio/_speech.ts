import { invalid, overLimit, quote } from '../../core/errors.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { espeakPath, speakWithEspeak } from '../../engines/speech/espeak-ng.js';
import { speakWithFlite } from '../../engines/speech/flite.js';
import { toAscii } from '../../engines/text/transliteration.js';
import { ESPEAK_ALIASES, ESPEAK_SILENT, ESPEAK_VARIANT, ESPEAK_VOICES } from '../../lib/speech/espeak-voices.js';
import {
  FLITE_VOICES,
  type FliteVoice,
  hasLongWords,
  isSpoken,
  joinSpeech,
  type SpeechPart,
  type SpokenSound,
  speakable,
  speechChunks,
  speechWav,
} from '../../lib/speech/spoken.js';

const FLITE_LANGUAGE = 'English (United States)';
const FLITE_LANGUAGES: Readonly<Partial<Record<FliteVoice, string>>> = { awb: 'English (Scotland)' };

/** A voice that was asked for. */
export type Voice =
  | { readonly engine: 'flite'; readonly name: FliteVoice; readonly language: string }
  | { readonly engine: 'espeak'; readonly name: string; readonly language: string };

/** Finds a voice by its name. Throws INVALID_INPUT where there is none. */
export function findVoice(asked: string): Voice {
  const name = asked.trim().toLowerCase().replaceAll('_', '-');
  const flite = FLITE_VOICES.find((voice) => voice === name);
  if (flite !== undefined) return { engine: 'flite', name: flite, language: FLITE_LANGUAGES[flite] ?? FLITE_LANGUAGE };
  const [code = '', variant, ...more] = name.split('+');
  const known = Object.hasOwn(ESPEAK_ALIASES, code) ? (ESPEAK_ALIASES[code] ?? code) : code;
  const language = Object.hasOwn(ESPEAK_VOICES, known) ? ESPEAK_VOICES[known] : undefined;
  const isVariant = variant === undefined || (more.length === 0 && ESPEAK_VARIANT.test(variant));
  if (language !== undefined && isVariant)
    return { engine: 'espeak', name: variant === undefined ? known : `${known}+${variant}`, language };
  const near = language === undefined ? nearVoices(code) : [];
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
  throw invalid(
    `Option "voice" must be ${FLITE_VOICES.join(', ')} or a language such as en-us, de or fr+f2, got ${quote(asked)}${hint}`,
  );
}

/** Codes whose language is called so, or that begin alike. */
function nearVoices(text: string): string[] {
  if (text.length < 2) return [];
  const entries = Object.entries(ESPEAK_VOICES);
  const called = entries.filter(([, language]) => language.toLowerCase().startsWith(text));
  const alike = entries.filter(([code]) => code.startsWith(text.slice(0, 2)));
  return [...new Set([...called, ...alike].map(([code]) => code))].slice(0, 5);
}

/** Longest speech; a text of 20,000 letters at usual speed takes about 22 minutes. */
const MAX_SECONDS = 1800;
/** So that there is time to write it within the 90 seconds of the class. */
const WORK_SECONDS = 60;

const tooLong = (): Error =>
  overLimit(`Speech must be at most ${MAX_SECONDS} s long; a shorter text or a higher speed helps`);
const tooSlow = (): Error => overLimit(`Speech must be made within ${WORK_SECONDS} seconds; a shorter text is faster`);

/** A WAV file of speech. Throws LIMIT_EXCEEDED where it is larger than a result may be. */
export function wavOutput(speech: SpokenSound): Uint8Array {
  const bytes = speechWav(speech);
  const most = CLASS_LIMITS.native.outputFileBytes;
  if (bytes.length > most)
    throw overLimit(`A WAV file must have at most ${most} bytes, got ${bytes.length}; format mp3 is smaller`);
  return bytes;
}

export interface Speech extends SpokenSound {
  /** Empty where none are asked for. */
  readonly phonemes: string;
  readonly warnings: readonly string[];
}

interface SpeechRequest {
  readonly voice: Voice;
  readonly parts: readonly SpeechPart[];
  readonly phonemes: boolean;
  readonly signal: AbortSignal;
}

/** Speaks parts one after another. Throws INVALID_INPUT where there is nothing to say, LIMIT_EXCEEDED where it takes too long. */
export async function speak({ voice, parts, phonemes, signal }: SpeechRequest): Promise<Speech> {
  const warnings: string[] = [];
  if (!parts.some(({ text }) => isSpoken(text))) throw invalid('Input must have words to speak, got none');
  if (parts.reduce((sum, { pause }) => sum + pause, 0) > MAX_SECONDS) throw tooLong();
  if (parts.some(({ text }) => hasLongWords(text))) warnings.push('Words of more than 60 characters are read in parts');
  const cleaned = parts.map((part) => ({ ...part, text: speakable(part.text) }));
  const made =
    voice.engine === 'flite'
      ? await speakEnglish(voice.name, cleaned, signal, warnings)
      : await speakAny(voice.name, cleaned, phonemes, signal, warnings);
  const samples = joinSpeech(made.rate, made.sounds);
  if (samples.length > MAX_SECONDS * made.rate) throw tooLong();
  return { rate: made.rate, samples, phonemes: made.phonemes, warnings };
}

interface Made {
  readonly rate: number;
  readonly sounds: readonly (SpeechPart & Pick<SpokenSound, 'samples'>)[];
  readonly phonemes: string;
}

async function speakEnglish(
  voice: FliteVoice,
  parts: readonly SpeechPart[],
  signal: AbortSignal,
  warnings: string[],
): Promise<Made> {
  if (parts.some(({ text }) => /[^\u0000-\u024f\u2000-\u206f]/.test(text)))
    warnings.push('Letters of other scripts are read as they are written in Latin letters; symbols are left out');
  if (voice === 'rms' && parts.some(({ semitones }) => semitones !== 0))
    warnings.push('The pitch of voice rms cannot be changed');
  const until = Date.now() + WORK_SECONDS * 1000;
  const sounds: (SpeechPart & Pick<SpokenSound, 'samples'>)[] = [];
  let rate = 0;
  let seconds = 0;
  for (const part of parts) {
    const chunks = speechChunks(speakable(toAscii(part.text, 'en')));
    for (const [i, text] of (chunks.length === 0 ? [''] : chunks).entries()) {
      signal.throwIfAborted();
      if (Date.now() > until) throw tooSlow();
      const spoken = isSpoken(text) ? await speakWithFlite({ ...part, voice, text }) : undefined;
      const { samples, rate: own } = spoken ?? { samples: new Int16Array(0), rate: 0 };
      if (own > 0) rate = own;
      seconds += own > 0 ? samples.length / own : 0;
      if (seconds > MAX_SECONDS) throw tooLong();
      sounds.push({ ...part, samples, pause: i >= chunks.length - 1 ? part.pause : 0 });
    }
  }
  if (rate === 0) throw invalid('Input must have words that an English voice can speak, got none');
  return { rate, sounds, phonemes: '' };
}

/** Samples a second of eSpeak NG. */
const ESPEAK_RATE = 22_050;

async function speakAny(
  voice: string,
  parts: readonly SpeechPart[],
  phonemes: boolean,
  signal: AbortSignal,
  warnings: string[],
): Promise<Made> {
  const path = espeakPath();
  if (path === undefined)
    throw invalid(`Option "voice" must be ${FLITE_VOICES.join(', ')} on this server, which has no other voices`);
  const late = AbortSignal.timeout(WORK_SECONDS * 1000);
  const maxSamples = MAX_SECONDS * ESPEAK_RATE;
  const work = { voice, parts, phonemes, maxSamples, signal: AbortSignal.any([signal, late]) };
  const answer = await speakWithEspeak(path, work).catch((error: unknown) => {
    throw late.aborted ? tooSlow() : error;
  });
  const total = answer.samples.reduce((sum, { length }) => sum + length, 0);
  if (total > maxSamples) throw tooLong();
  if (!answer.samples.some(isSound))
    throw invalid(`Input must have words that the voice ${quote(voice)} can speak, got none`);
  const silent = ESPEAK_SILENT[voice.replace(/\+.*/, '')];
  if (silent !== undefined && parts.some(({ text }) => silent.pattern.test(text)))
    warnings.push(`The voice ${voice} leaves out ${silent.words}`);
  const sounds = parts.map((part, i) => ({ ...part, samples: answer.samples[i] ?? new Int16Array(0) }));
  return { rate: answer.rate, sounds, phonemes: ipaText(answer.phonemes) };
}

const isSound = (samples: Int16Array): boolean => samples.some((sample) => sample !== 0);

/** The package divides phonemes by `_`; a line for each clause. */
const ipaText = (phonemes: readonly string[]): string =>
  phonemes
    .join('\n')
    .replaceAll('_', '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
