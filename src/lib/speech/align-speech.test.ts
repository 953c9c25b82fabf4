import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio } from '../../engines/media/decode-audio.js';
import { loadSpeechModel } from '../../engines/speech-model.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { readFixture } from '../../testing/run-tool.js';
import { alignSpeech, type SpeechAlignment } from './align-speech.js';
import { GraphSearch, sharedScores } from './align-words.js';
import { cepstra, FEATURE_RATE, features, meanCepstrum, melSpectra } from './features.js';
import { GaussianKernel } from './gaussian-kernel.js';
import { scoreDensities } from './senone-scores.js';
import { totalScores } from './total-scores.js';
import { buildGraph } from './word-graph.js';

const rules = { maxSeconds: 60, ffmpegPath: undefined, signal: new AbortController().signal };
const decode = (name: string): Promise<Float32Array> =>
  decodeAudio({ name, mime: undefined, bytes: readFixture(`audio/${name}`) }, rules);
const TEXT = 'hello world doctor smith paid five dollars and twenty cents on march third nineteen ninety nine';
const align = (samples: Float32Array, text: string): SpeechAlignment =>
  alignSpeech(
    samples,
    text.split(' ').map((word) => ({ readings: [[word]] })),
    loadSpeechModel(undefined),
  );

let speech: Float32Array;
beforeAll(async () => {
  speech = await decode('hello.mp3');
});

describe('the front end', () => {
  it('gives the mel spectra of soundswallower 0.6.3', async () => {
    const path = createRequire(import.meta.url).resolve('soundswallower');
    const { default: createModule } = await import('soundswallower');
    const module = await createModule({ modelBase: `${join(dirname(path), 'model')}/` } as object);
    const decoder = new module.Decoder({ samprate: FEATURE_RATE, loglevel: 'FATAL' });
    await decoder.initialize();
    const expected = decoder.spectrogram(speech);
    const { settings } = loadSpeechModel(undefined).acoustic;
    const spectra = melSpectra(speech, settings);
    expect([spectra.width, Math.abs(spectra.count - expected.nfr) <= 1]).toEqual([expected.nfeat, true]);
    const worst = Math.max(...spectra.data.map((value, i) => Math.abs(value - (expected.data[i] ?? 0))));
    expect(worst).toBeLessThan(1e-4);
    decoder.delete();
  });

  it('a sound shorter than a frame has no frames', () => {
    const { settings } = loadSpeechModel(undefined).acoustic;
    expect(cepstra(melSpectra(new Float32Array(400), settings), settings).count).toBe(0);
  });
});

it('the vector kernel gives what the formula gives', () => {
  const [groups, densities, width] = [3, 8, 13];
  const value = (i: number): number => Math.sin(i * 12.9898) * 3;
  const cells = groups * densities * width;
  const means = Float32Array.from({ length: cells }, (_, i) => value(i));
  const weights = Float32Array.from({ length: cells }, (_, i) => -Math.abs(value(i + 7)));
  const biases = Float32Array.from({ length: groups * densities }, (_, i) => value(i + 3));
  const kernel = new GaussianKernel({ groups, densities, width }, { means, weights, biases });
  const frame = Float32Array.from({ length: 20 }, (_, i) => value(i + 11));
  for (let group = 0; group < groups; group++) {
    const scores = kernel.score(group, frame, 5);
    for (const [d, score] of scores.entries()) {
      const gaussian = group * densities + d;
      let expected = biases[gaussian]!;
      for (let k = 0; k < width; k++)
        expected += weights[gaussian * width + k]! * (frame[5 + k]! - means[gaussian * width + k]!) ** 2;
      expect(score).toBeCloseTo(expected, 2);
    }
  }
});

it('the vector search finds the score and the frames in words of the search that keeps its course', () => {
  const { acoustic, pronunciations } = loadSpeechModel(undefined);
  const numbers = new Map(acoustic.phones.map((phone, i) => [phone, i]));
  const cepstrum = cepstra(melSpectra(speech, acoustic.settings), acoustic.settings);
  const densities = scoreDensities(
    acoustic,
    features(
      cepstrum,
      meanCepstrum(cepstrum, () => true),
    ),
  );
  const free = { beginSkip: -60, skip: -20, beginOther: -60, other: -5, beginSilence: -3.3 };
  const strict = { beginSkip: -9000, skip: -2000, beginOther: -600, other: -50, beginSilence: 0 };
  for (const text of [TEXT, `${TEXT} read either the or a tomato`, 'the other way around a', 'a']) {
    const words = text.split(' ').map((word) => ({
      pronunciations: pronunciations.of([word]).map((run) => run.flatMap((phone) => numbers.get(phone) ?? [])),
    }));
    const graph = buildGraph(acoustic, words);
    const shared = sharedScores(acoustic, densities, [graph]);
    shared.scores.remember();
    const expected = [free, strict].map((prices) => {
      const { score, words: found } = new GraphSearch(graph, shared, prices).run();
      return { score, heard: found.reduce((sum, word) => sum + (word ? word.end - word.start : 0), 0) };
    });
    expect(totalScores(graph, shared, [free, strict])).toEqual(expected);
  }
});

describe('right and wrong texts', () => {
  const times = (result: SpeechAlignment) => ('words' in result ? result.words : []);

  it('every word is found, in order, none overlapping another', () => {
    const words = times(align(speech, TEXT));
    expect(words).toHaveLength(16);
    let before = 0;
    for (const word of words) {
      expect(word!.start).toBeGreaterThanOrEqual(before);
      expect(word!.end).toBeGreaterThan(word!.start);
      before = word!.end;
    }
  });

  it('words that are not said are left out, and those around them keep their times', () => {
    const right = times(align(speech, TEXT));
    const extended = times(align(speech, TEXT.replace('paid', 'paid quickly without understanding')));
    expect(extended.map((word) => word !== undefined)).toEqual([
      ...TEXT.split(' ')
        .slice(0, 5)
        .map(() => true),
      false,
      false,
      false,
      ...TEXT.split(' ')
        .slice(5)
        .map(() => true),
    ]);
    const found = extended.filter((word) => word !== undefined);
    for (const [i, word] of found.entries()) expect(Math.abs(word.start - right[i]!.start)).toBeLessThan(0.03);
  });

  exhaustive('words that the text leaves out cost the others nothing', () => {
    const right = times(align(speech, TEXT));
    const cut = times(align(speech, TEXT.replace('five dollars and twenty cents ', '')));
    for (const [i, word] of cut.entries()) expect(word!.start).toBeCloseTo(right[i < 5 ? i : i + 5]!.start, 1);
  });

  exhaustive('silence before and after is not swallowed by words', () => {
    const quiet = new Float32Array(2 * FEATURE_RATE);
    const padded = Float32Array.from([...quiet, ...speech, ...quiet]);
    const right = times(align(speech, TEXT));
    const moved = times(align(padded, TEXT));
    for (const [i, word] of moved.entries()) expect(word!.start - 2).toBeCloseTo(right[i]!.start, 1);
    expect(moved.at(-1)!.end - 2).toBeLessThan(right.at(-1)!.end + 0.15);
  });

  it.each([
    'the temperature of the ocean surface rose slightly during the last decade',
    'we were standing on the corner when the music started playing',
    'please remember to bring the signed contract two copies of your passport and a recent photograph',
    'row row row your boat gently down the stream',
  ])('another text is refused: %s', (text) => {
    expect(align(speech, text)).toEqual({ fault: 'mismatch' });
  });

  it('silence and noise are told apart from speech', async () => {
    expect(align(await decode('silence.flac'), TEXT)).toEqual({ fault: 'silence' });
    expect(align(await decode('noise.mp3'), TEXT)).toEqual({ fault: 'noise' });
    expect(align(new Float32Array(0), TEXT)).toEqual({ fault: 'silence' });
  });

  it('a click shorter than a frame is no speech', () => {
    expect(align(new Float32Array(300).fill(0.5), TEXT)).toHaveProperty('fault');
    expect(
      align(
        Float32Array.from({ length: 2000 }, (_, i) => Math.sin(i)),
        TEXT,
      ),
    ).toHaveProperty('fault');
  });
});

describe('pronunciations', () => {
  const { pronunciations } = loadSpeechModel(undefined);

  it('what the dictionary has is said its way', () => {
    expect(pronunciations.of(['the'])).toEqual([
      ['DH', 'AH'],
      ['DH', 'IY'],
    ]);
  });

  it.each([
    ["lovin'", 'L AH V IH N'],
    ['sooooo', 'S OW'],
    ['spiderwebs', 'S P AY D ER W EH B Z'],
    ['f.', 'EH F'],
    ['blorfing', 'B L AO R F IH NG'],
    ['zake', 'Z EY K'],
  ])('%s, which it lacks, as %s', (word, phones) => {
    expect(pronunciations.of([word]).map((run) => run.join(' '))).toContain(phones);
  });

  it('anything has some sounds or none, in time', () => {
    for (const word of ['', "''", 'x'.repeat(5000), 'qwrtzp', 'e', "'e"])
      expect(Array.isArray(pronunciations.of([word]))).toBe(true);
  });
});

it('the bundled model takes the place of a folder that holds none', () => {
  expect(loadSpeechModel('/nonexistent').name).toBe('soundswallower en-us');
  expect(
    readFileSync(join(dirname(createRequire(import.meta.url).resolve('soundswallower')), 'model/en-us/dict.txt'))
      .length,
  ).toBeGreaterThan(0);
});
