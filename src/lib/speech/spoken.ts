/** Voices of Flite. */
export const FLITE_VOICES = ['slt', 'kal', 'kal16', 'awb', 'rms'] as const;
export type FliteVoice = (typeof FLITE_VOICES)[number];

/** Sound of one channel, 16 bits a sample; `rate` is 0 where there is none. */
export interface SpokenSound {
  readonly rate: number;
  readonly samples: Int16Array;
}

/** A part of what is spoken: a text in one manner, or a pause. */
export interface SpeechPart {
  readonly text: string;
  /** How many times as fast as usual. */
  readonly speed: number;
  readonly semitones: number;
  /** Louder or softer, in decibels. */
  readonly decibels: number;
  /** Silence after the text, in seconds. */
  readonly pause: number;
}

/** A text without markup. */
export const plainPart = (text: string): SpeechPart => ({ text, speed: 1, semitones: 0, decibels: 0, pause: 0 });

/** Longest run without a space that engines are given: Flite stops at words of thousands of letters. */
const WORD_CHARACTERS = 60;
const LONG_WORD = new RegExp(`[^\\s]{${WORD_CHARACTERS}}(?=[^\\s])`, 'gu');

/** A text as engines take it: no control characters, no phoneme brackets, no endless words. */
export const speakable = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replaceAll('[[', '[ [')
    .replace(LONG_WORD, '$& ');

export const hasLongWords = (text: string): boolean => new RegExp(LONG_WORD.source, 'u').test(text);

/** Whether a text has anything that is spoken. */
export const isSpoken = (text: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(text);

const CHUNK_CHARACTERS = 600;

/** Pieces of at most 600 characters or so, cut after a sentence, else after a word, so that work can be stopped between them. */
export function speechChunks(text: string): string[] {
  const chunks: string[] = [];
  let rest = text.trim();
  while (rest.length > CHUNK_CHARACTERS) {
    const head = rest.slice(0, CHUNK_CHARACTERS);
    const cut = Math.max(...['. ', '! ', '? ', '.\n', '\n'].map((end) => head.lastIndexOf(end)));
    const space = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
    const end = cut > CHUNK_CHARACTERS / 4 ? cut + 1 : space > 0 ? space : CHUNK_CHARACTERS;
    chunks.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') chunks.push(rest);
  return chunks;
}

/** Parts of sound and silence in one; volumes are applied and cut off at full scale. */
export function joinSpeech(
  rate: number,
  parts: readonly { readonly samples: Int16Array; readonly decibels: number; readonly pause: number }[],
): Int16Array {
  const silence = (seconds: number): number => Math.round(seconds * rate);
  const joined = new Int16Array(parts.reduce((sum, { samples, pause }) => sum + samples.length + silence(pause), 0));
  let at = 0;
  for (const { samples, decibels, pause } of parts) {
    if (decibels === 0) joined.set(samples, at);
    else {
      const gain = 10 ** (decibels / 20);
      for (let i = 0; i < samples.length; i++)
        joined[at + i] = Math.max(-32_768, Math.min(32_767, Math.round((samples[i] ?? 0) * gain)));
    }
    at += samples.length + silence(pause);
  }
  return joined;
}

/** A WAV file of one channel. */
export function speechWav({ rate, samples }: SpokenSound): Uint8Array {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [i, sample] of samples.entries()) bytes.writeInt16LE(sample, 44 + 2 * i);
  return bytes;
}
