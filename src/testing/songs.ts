import { MUSIC_RATE } from '../lib/music/onsets.js';

import { fractionsOf } from './chance.js';

/** Music whose tempo and key are known, because it was made of them. */
export interface Song {
  readonly beatsPerMinute: number;
  /** Semitones of the tonic above C. */
  readonly tonic: number;
  readonly isMinor: boolean;
  readonly seconds: number;
  readonly seed: number;
}

const OVERTONES = 5;
const BEATS_IN_BAR = 4;
/** Chords of the first, fourth and fifth degree, in semitones above the tonic. */
const CHORDS = {
  major: [
    [0, 4, 7],
    [5, 9, 12],
    [7, 11, 14],
    [0, 4, 7],
  ],
  minor: [
    [0, 3, 7],
    [5, 8, 12],
    [7, 11, 14],
    [0, 3, 7],
  ],
} as const;

/** Chords, a melody of their notes with passing ones, a drum and a cymbal, up to a fifth of a semitone out of tune. */
export function playSong({ beatsPerMinute, tonic, isMinor, seconds, seed }: Song): Float32Array {
  const random = fractionsOf(seed);
  const samples = new Float32Array(Math.floor(seconds * MUSIC_RATE));
  const beat = 60 / beatsPerMinute;
  const tuning = 0.4 * (random() - 0.5);
  const add = (start: number, length: number, sample: (i: number, part: number) => number): void => {
    const from = Math.floor(start * MUSIC_RATE);
    const count = Math.min(Math.floor(length * MUSIC_RATE), samples.length - from);
    for (let i = 0; i < count; i++) samples[from + i]! += sample(i, i / count);
  };
  const note = (start: number, length: number, semitones: number, loudness: number): void => {
    const step = (2 * Math.PI * 440 * 2 ** ((semitones + tonic - 9 + tuning) / 12)) / MUSIC_RATE;
    add(start, length, (i, part) => {
      let value = 0;
      for (let overtone = 1; overtone <= OVERTONES; overtone++) value += Math.sin(step * overtone * i) / overtone;
      return loudness * value * Math.exp(-3 * part) * Math.min(1, i / 100);
    });
  };
  const cymbal = (start: number, loudness: number): void =>
    add(start, 0.06, (_, part) => loudness * Math.exp(-8 * part) * (2 * random() - 1));
  const drum = (start: number): void =>
    add(start, 0.06, (i, part) => 0.3 * Math.exp(-8 * part) * Math.sin((2 * Math.PI * 60 * i) / MUSIC_RATE));
  for (let index = 0; index * beat < seconds; index++) {
    const start = index * beat;
    const chord = CHORDS[isMinor ? 'minor' : 'major'][Math.floor(index / BEATS_IN_BAR) % 4]!;
    const oneOf = (): number => chord[Math.floor(random() * 3)]!;
    if (index % BEATS_IN_BAR === 0) for (const tone of chord) note(start, BEATS_IN_BAR * beat, tone - 12, 0.06);
    note(start, beat, oneOf(), 0.08);
    if (random() < 0.5) note(start + beat / 2, beat / 2, oneOf() + (random() < 0.3 ? 2 : 0), 0.06);
    if (index % 2 === 0) drum(start);
    else cymbal(start, 0.1);
    if (random() < 0.7) cymbal(start + beat / 2, 0.04);
  }
  return samples;
}
