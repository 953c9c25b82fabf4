import { describe, expect, it } from 'vitest';

import { chanceOf, fractionsOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { playSong, type Song } from '../../testing/songs.js';
import { findKey } from './key.js';
import { MUSIC_RATE } from './onsets.js';
import { findTempo } from './tempo.js';

const TONICS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

function songs(count: number): Song[] {
  const chance = chanceOf(2811);
  return Array.from({ length: count }, (_, seed) => ({
    beatsPerMinute: 60 + chance(120),
    tonic: (5 * seed) % 12,
    isMinor: seed % 2 === 1,
    seconds: 15,
    seed: 1000 + seed,
  }));
}

const made = (sample: (i: number) => number): Float32Array =>
  Float32Array.from({ length: 10 * MUSIC_RATE }, (_, i) => sample(i));

describe('songs that were made of a tempo and a key', () => {
  inRounds('have this tempo, or half or twice of it', [3, 40], (rounds) => {
    let same = 0;
    for (const song of songs(rounds)) {
      const found = findTempo(playSong(song))?.beatsPerMinute ?? 0;
      const times = [0.5, 1, 2].find((one) => Math.abs(found / song.beatsPerMinute / one - 1) < 0.01);
      expect(times, `${found} of ${JSON.stringify(song)}`).toBeDefined();
      if (times === 1) same += 1;
    }
    expect(same / rounds).toBeGreaterThanOrEqual(0.6);
  });

  inRounds('have this key', [3, 40], (rounds) => {
    const found = songs(rounds).map((song) => ({ song, key: findKey(playSong(song)) }));
    const wrong = found.filter(
      ({ song, key }) => key?.tonic !== TONICS[song.tonic] || key?.mode !== (song.isMinor ? 'minor' : 'major'),
    );
    // Where the melody is poor in thirds, another key fits as well: told with little confidence.
    expect(wrong.length / rounds, JSON.stringify(wrong)).toBeLessThanOrEqual(0.05);
  });
});

it('silence, noise and a held note have no tempo, silence and noise no key', () => {
  const random = fractionsOf(4);
  const noise = made(() => 0.6 * random() - 0.3);
  const note = made((i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / MUSIC_RATE));
  for (const samples of [made(() => 0), noise, note]) expect(findTempo(samples)).toBeUndefined();
  for (const samples of [made(() => 0), noise]) expect(findKey(samples)).toBeUndefined();
});

it('no sound at all, or less than a beat, has neither', () => {
  for (const length of [0, 1, 5000, MUSIC_RATE]) {
    expect(findTempo(new Float32Array(length).fill(0.5))).toBeUndefined();
    expect(findKey(new Float32Array(length))).toBeUndefined();
  }
});

exhaustive('clicks have the tempo of their times, within a fifth of a percent', () => {
  for (const tempo of [72, 96.5, 120, 143]) {
    const every = (60 * MUSIC_RATE) / tempo;
    const clicks = new Float32Array(20 * MUSIC_RATE);
    for (let beat = 0; beat * every < clicks.length - 60; beat++)
      for (let i = 0; i < 60; i++) clicks[Math.round(beat * every) + i] = i % 2 === 0 ? 0.8 : -0.8;
    const found = findTempo(clicks);
    expect(Math.abs((found?.beatsPerMinute ?? 0) / tempo - 1), `${tempo}: ${found?.beatsPerMinute}`).toBeLessThan(
      0.002,
    );
    expect(found?.confidence).toBeGreaterThan(0.7);
  }
});

type Drum = 'kick' | 'snare' | 'hat';

/** A drummer at a tempo: kick and snare in turn, eighths on the hat, a quarter of the kicks and snares missing where `gaps`. */
function drums(tempo: number, look: { readonly swing?: boolean; readonly noise?: boolean; readonly gaps?: boolean }) {
  const random = fractionsOf(Math.round(tempo));
  const samples = Float32Array.from({ length: 20 * MUSIC_RATE }, () => (look.noise ? 0.2 * (random() - 0.5) : 0));
  const strike = (seconds: number, drum: Drum): void => {
    const from = Math.round(seconds * MUSIC_RATE);
    const length = Math.min((drum === 'hat' ? 0.04 : 0.13) * MUSIC_RATE, samples.length - from);
    for (let i = 0; i < length; i++) {
      const tone = Math.sin((2 * Math.PI * (drum === 'kick' ? 60 : 190) * i) / MUSIC_RATE);
      const rush = 2 * random() - 1;
      const value = { kick: 0.6 * tone, snare: 0.2 * tone + 0.3 * rush, hat: 0.15 * rush }[drum];
      samples[from + i]! += value * Math.exp((-6 * i) / length);
    }
  };
  const beat = 60 / tempo;
  for (let index = 0; index * beat < 20; index++) {
    if (!look.gaps || random() > 0.25) strike(index * beat, index % 2 === 0 ? 'kick' : 'snare');
    strike(index * beat, 'hat');
    strike((index + (look.swing ? 2 / 3 : 1 / 2)) * beat, 'hat');
  }
  return samples;
}

inRounds('drums have their tempo, or half or twice of it, with swing, noise and gaps', [1, 15], (rounds) => {
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const tempo = 116.3 + ((round * 50) % 131) - (round === 0 ? 0 : 50);
    for (const look of [{}, { swing: true }, { noise: true }, { gaps: true }, { noise: true, gaps: true }]) {
      const found = findTempo(drums(tempo, look))?.beatsPerMinute ?? 0;
      const isNear = [0.5, 1, 2].some((one) => Math.abs(found / tempo / one - 1) < 0.02);
      if (!isNear) wrong.push(`${found} of ${tempo} ${JSON.stringify(look)}`);
    }
  }
  expect(wrong.filter((line) => !line.includes('swing'))).toEqual([]);
  // Of slow swing the notes are as far apart as those of one and a half times its tempo.
  expect(wrong.length, wrong.join()).toBeLessThanOrEqual(rounds / 5);
});

inRounds('a scale up and down has its key, in all 24', [2, 12], (rounds) => {
  const scales = { major: [0, 2, 4, 5, 7, 9, 11, 12], minor: [0, 2, 3, 5, 7, 8, 10, 12] };
  for (let tonic = 0; tonic < rounds; tonic++)
    for (const [mode, scale] of Object.entries(scales)) {
      const samples = made((i) => {
        const note = Math.floor((2 * i) / MUSIC_RATE) % 16;
        const hertz = 220 * 2 ** ((scale[note < 8 ? note : 15 - note]! + tonic - 9) / 12);
        const part = ((2 * i) / MUSIC_RATE) % 1;
        const wave = (overtone: number): number =>
          Math.sin((2 * Math.PI * overtone * hertz * i) / MUSIC_RATE) / overtone;
        return 0.2 * (wave(1) + wave(2) + wave(3)) * Math.exp(-2 * part) * Math.min(1, 50 * part);
      });
      expect(findKey(samples), `${TONICS[tonic]} ${mode}`).toMatchObject({ tonic: TONICS[tonic], mode });
    }
});
