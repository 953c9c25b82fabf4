import { describe, expect, it } from 'vitest';

import { chanceOf, fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
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

it('clicks have the tempo of their times, within a fifth of a percent', () => {
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
