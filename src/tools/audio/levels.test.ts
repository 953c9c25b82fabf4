import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, loudnessOf, madeBy, makeMedia, runMedia, samplesOf } from '../../testing/media.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture } from '../../testing/run-tool.js';
import adjustVolume from './adjust-volume.js';
import analyzer from './audio-analyzer.js';
import changeSpeed from './change-audio-speed.js';
import normalize from './normalize-audio.js';

const isMeasured = hasMediaPrograms('loudness, peaks and speed beside FFmpeg');
const hasSox = hasProgram('sox', ['--version'], 'levels beside SoX');

const SINE = '-f lavfi -i sine=frequency=440:sample_rate=44100:duration=2,volume=-12dB';
const hello = { name: 'hello.mp3', bytes: readFixture('audio/hello.mp3') };
const peakOf = (samples: Float32Array): number =>
  20 * Math.log10(samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0));

async function checkPeak(peak: number, isNative: boolean): Promise<void> {
  const wav = makeMedia('a.wav', `${SINE} -c:a pcm_s24le`);
  const made = await madeBy(adjustVolume, { options: { action: 'peak', peak }, files: [wav] }, isNative);
  expect(Math.abs(peakOf(samplesOf(made)) - peak), `${peak}`).toBeLessThan(0.01);
}

it('three seconds of a steady tone have no range, and no true peak below the highest sample', async () => {
  // EBU Tech 3342: the range is that of the loudness over time; ITU-R BS.1770: the true peak is at least that of the samples.
  const [rate, seconds] = [8000, 3.2];
  const samples = Int16Array.from(
    { length: rate * seconds },
    (_, i) => 8000 * Math.sin((i * 2 * Math.PI * 440) / rate),
  );
  samples[samples.length - 1] = 20_000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.byteLength, 40);
  const bytes = Buffer.concat([head, Buffer.from(samples.buffer)]);
  const { data } = await runMedia(analyzer, { files: [{ name: 'a.wav', bytes }] });
  const peak = Math.round(100 * 20 * Math.log10(20_000 / 32_768)) / 100;
  expect(data).toMatchObject({ files: [{ loudnessRange: 0, peak, truePeak: peak }] });
});

exhaustive.skipIf(!isMeasured)('peaks are where they must be, and gains multiply samples', async () => {
  await checkPeak(-1, false);
  const wav = makeMedia('a.wav', `${SINE} -c:a pcm_f32le`);
  const made = samplesOf(await madeBy(adjustVolume, { options: { gain: -6 }, files: [wav] }, true));
  const given = samplesOf(wav.bytes);
  expect(made.length).toBe(given.length);
  for (const [i, value] of made.entries())
    if (Math.abs(value - (given[i] ?? 0) * 10 ** (-6 / 20)) > 1e-6) expect(value).toBe(given[i]);
});

exhaustive.skipIf(!isMeasured)('peaks by both engines, the limiter', async () => {
  for (const peak of [-20, -10, -6.5, -3, -0.5, 0])
    for (const isNative of [false, true]) await checkPeak(peak, isNative);
  const { data, files } = await runMedia(adjustVolume, { options: { gain: 20, format: 'wav' }, files: [hello] });
  expect(data).toMatchObject({ files: [{ limited: true, warnings: [] }] });
  expect(peakOf(samplesOf(files[0]?.bytes ?? Buffer.alloc(0)))).toBeLessThanOrEqual(-0.2);
  const cut = await runMedia(adjustVolume, { options: { gain: 20, limiter: false, format: 'wav' }, files: [hello] });
  expect(cut.data).toMatchObject({ files: [{ limited: false, warnings: [expect.stringContaining('cut off')] }] });
});

async function checkLoudness(
  file: { name: string; bytes: Buffer },
  preset: string,
  target: number,
  peak: number,
  isNative: boolean,
) {
  const made = await madeBy(normalize, { options: { preset }, files: [file] }, isNative);
  const { integrated, truePeak } = loudnessOf(made);
  // What FFmpeg prints is rounded to tenths.
  expect(Math.abs(integrated - target), `${file.name} ${preset}`).toBeLessThanOrEqual(
    file.name === 'a.m4a' ? 0.35 : 0.11,
  );
  expect(truePeak, `${file.name} ${preset}`).toBeLessThanOrEqual(peak + 0.11);
}

exhaustive.skipIf(!isMeasured)('speech comes to the loudness of podcasts, below its true peak', async () => {
  await checkLoudness(hello, 'podcast', -16, -1.5, true);
});

exhaustive.skipIf(!isMeasured)('every preset, sines, noise and speech, both engines', async () => {
  const noise = '-f lavfi -i anoisesrc=r=48000:a=0.2:d=6:seed=7,tremolo=f=0.5:d=0.9';
  const files = [hello, makeMedia('a.wav', SINE), makeMedia('a.flac', `${noise} -ac 2`), makeMedia('a.m4a', noise)];
  for (const file of files)
    for (const [preset, target, peak] of [
      ['podcast', -16, -1.5],
      ['streaming', -14, -1],
      ['broadcast', -23, -1],
    ] as const)
      for (const isNative of [false, true]) await checkLoudness(file, preset, target, peak, isNative);
});

interface Levels {
  readonly seconds: number;
  readonly loudness: number;
  readonly truePeak: number;
  readonly rms: number;
  readonly peak: number;
  readonly dcOffset: number;
  readonly clipped: boolean;
  readonly silences: readonly { start: number; end: number }[];
}

const analyze = async (file: { name: string; bytes: Buffer }, isNative = false): Promise<Levels> => {
  const { data, message } = await runMedia(analyzer, { files: [file] }, isNative);
  expect(message).toBeUndefined();
  return (data as { files: Levels[] }).files[0] as Levels;
};

// EBU Tech 3341, 2.8, table 1: stereo sines of 1 kHz. FFmpeg's sine has an amplitude of 1/8.
const tone = (dbfs: number): string =>
  `-f lavfi -i sine=frequency=1000:sample_rate=48000:duration=20,volume=${dbfs + 18.0618}dB,aformat=channel_layouts=mono,pan=stereo|c0=c0|c1=c0 -c:a pcm_s24le`;

exhaustive.skipIf(!isMeasured)('EBU Tech 3341: sines at -23 and -33 dBFS are -23 and -33 LUFS', async () => {
  for (const level of [-23, -33]) {
    const found = await analyze(makeMedia('a.wav', tone(level)), level === -23);
    expect(Math.abs(found.loudness - level)).toBeLessThanOrEqual(0.1);
    expect(Math.abs(found.truePeak - level)).toBeLessThanOrEqual(0.2);
  }
});

exhaustive.skipIf(!isMeasured || !hasSox)('levels beside FFmpeg and SoX', async () => {
  const files = [
    makeMedia('a.wav', SINE),
    makeMedia('b.wav', '-f lavfi -i anoisesrc=r=48000:a=0.3:d=4:seed=3'),
    makeMedia('c.wav', `${SINE.replace('-12dB', '-12dB,dcshift=0.1')}`),
    makeMedia('d.wav', '-f lavfi -i sine=frequency=200:duration=3,volume=30dB'),
    { name: 'e.wav', bytes: makeMedia('e.wav', '-f lavfi -i sine=duration=1,apad=pad_dur=2').bytes },
  ];
  for (const file of files)
    for (const isNative of [false, true]) {
      const found = await analyze(file, isNative);
      const { integrated, truePeak } = loudnessOf(file.bytes);
      expect(Math.abs(found.loudness - integrated), file.name).toBeLessThanOrEqual(0.1);
      expect(Math.abs(found.truePeak - truePeak), file.name).toBeLessThanOrEqual(0.1);
      const stat = runProgram('sh', ['-c', 'sox -t wav - -n stats 2>&1'], file.bytes).toString();
      const value = (name: string): number => Number(new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(stat)?.[1]);
      expect(Math.abs(found.rms - value('RMS lev dB')), file.name).toBeLessThanOrEqual(0.1);
      expect(Math.abs(found.peak - value('Pk lev dB')), file.name).toBeLessThanOrEqual(0.1);
      expect(Math.abs(found.dcOffset - value('DC offset')), file.name).toBeLessThanOrEqual(0.001);
      expect(found.clipped, file.name).toBe(file.name === 'd.wav');
      if (file.name === 'e.wav')
        expect(found.silences).toEqual([{ start: expect.closeTo(1, 1), end: expect.closeTo(3, 1) }]);
    }
});

/** Cycles per second, by crossings of zero in the middle of the sound. */
function frequencyOf(samples: Float32Array, rate: number): number {
  const middle = samples.subarray(samples.length * 0.25, samples.length * 0.75);
  let crossings = 0;
  for (let i = 1; i < middle.length; i++) if ((middle[i - 1] ?? 0) < 0 && (middle[i] ?? 0) >= 0) crossings++;
  return (crossings * rate) / middle.length;
}

async function checkSpeed(
  options: { speed: number; keepPitch?: boolean; semitones?: number },
  isNative: boolean,
): Promise<void> {
  const wav = makeMedia('a.wav', '-f lavfi -i sine=frequency=440:sample_rate=44100:duration=4');
  const samples = samplesOf(await madeBy(changeSpeed, { options, files: [wav] }, isNative));
  const pitch = (options.keepPitch === false ? options.speed : 1) * 2 ** ((options.semitones ?? 0) / 12);
  expect(Math.abs(samples.length / 44_100 - 4 / options.speed), JSON.stringify(options)).toBeLessThan(0.08);
  expect(Math.abs(frequencyOf(samples, 44_100) / (440 * pitch) - 1), JSON.stringify(options)).toBeLessThan(0.01);
}

exhaustive.skipIf(!isMeasured)('twice as fast with its pitch, and an octave lower', async () => {
  await checkSpeed({ speed: 2 }, false);
  await checkSpeed({ speed: 1, semitones: -12 }, true);
});

exhaustive.skipIf(!isMeasured)('speeds and pitches, both engines', async () => {
  for (const speed of [0.25, 0.4, 0.8, 1.5, 3, 4])
    for (const isNative of [false, true]) {
      await checkSpeed({ speed }, isNative);
      await checkSpeed({ speed, keepPitch: false }, isNative);
      await checkSpeed({ speed, semitones: 3.5 }, isNative);
    }
});
