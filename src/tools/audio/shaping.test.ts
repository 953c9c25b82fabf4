import { describe, expect, it } from 'vitest';

import { exhaustive, inRows } from '../../testing/exhaustive.js';
import { hasMediaPrograms, madeBy, makeMedia, probeMedia, runMedia, samplesOf } from '../../testing/media.js';
import { runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { readFixture } from '../../testing/run-tool.js';
import equalizer from './audio-equalizer.js';
import fade from './fade-audio.js';
import reverse from './reverse-audio.js';

const isMeasured = hasMediaPrograms('equalizer, fades and reversed sound beside FFmpeg');
const hasSox = hasProgram('sox', ['--version'], 'equalizer and fades beside SoX');

/** Quiet enough that no filter here brings it over full scale. */
const NOISE = '-f lavfi -i anoisesrc=r=44100:a=0.02:d=1.5:seed=11 -ac 2 -c:a pcm_f32le';
const noise = isMeasured ? makeMedia('a.wav', NOISE) : { name: 'a.wav', bytes: Buffer.alloc(0) };

const sox = (effects: string): Float32Array =>
  samplesOf(
    runOnFiles(
      'sox',
      ['-D', 'in.wav', '-b', '32', '-e', 'float', 'out.wav', ...effects.split(' ')],
      { 'in.wav': noise.bytes },
      'out.wav',
    ),
  );

function largest(one: Float32Array, other: Float32Array): number {
  expect(one.length).toBe(other.length);
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0);
}

const EQUALIZED: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ bands: '250:-3, 3000:4:1.5', highpass: 80 }, 'highpass -2 80 0.707107q equalizer 250 1o -3 equalizer 3000 1.5o 4'],
  [{ bass: 6 }, 'bass 6 100 0.707107q'],
  [{ treble: -9.5 }, 'treble -9.5 3000 0.707107q'],
  [{ lowpass: 5000 }, 'lowpass -2 5000 0.707107q'],
  [
    { highpass: 300, lowpass: 3400, bass: 3, treble: 4 },
    'highpass 300 lowpass 3400 bass 3 100 0.707107q treble 4 3000 0.707107q',
  ],
  [{ preset: 'telephone' }, 'highpass 300 highpass 300 lowpass 3400 lowpass 3400'],
  [
    { preset: 'loudness', treble: -4 },
    'bass 6 100 0.707107q equalizer 1000 2o -1.5 treble 4 3000 0.707107q treble -4 3000 0.707107q',
  ],
];

const FADES: readonly (readonly [curve: string, type: string])[] = [
  ['linear', 't'],
  ['quarter-sine', 'q'],
  ['half-sine', 'h'],
  ['parabola', 'p'],
  ['exponential', 'l'],
];

describe.skipIf(!isMeasured || !hasSox)('beside SoX, sample by sample', () => {
  inRows(2, EQUALIZED)('equalizer %#', async (options, effects) => {
    for (const isNative of process.env.TEST_DEEP === '1' ? [false, true] : [true]) {
      const made = samplesOf(await madeBy(equalizer, { options, files: [noise] }, isNative));
      expect(largest(made, sox(effects)), effects).toBeLessThan(2e-5);
    }
  });

  inRows(2, FADES)('fades, %s', async (curve, type) => {
    const options = { fadeIn: 0.5, fadeOut: 0.7, curve };
    const made = samplesOf(await madeBy(fade, { options, files: [noise] }));
    // SoX begins with gain 0, FFmpeg one step later: the gains of 22050 steps.
    expect(largest(made, sox(`fade ${type} 0.5 1.5 0.7`))).toBeLessThan(1e-4);
  });
});

describe.skipIf(!isMeasured)('audio-equalizer', () => {
  it('keeps peaks below full scale, and says by how much', async () => {
    const loud = makeMedia(
      'a.wav',
      '-f lavfi -i sine=frequency=60:sample_rate=44100:duration=1,volume=10dB -c:a pcm_s16le',
    );
    const request = { options: { bass: 12 }, files: [loud] };
    const { data, files } = await runMedia(equalizer, request);
    const peak = samplesOf(files[0]!.bytes).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const [{ gain, peakAfter, warnings }] = (
      data as { files: [{ gain: number; peakAfter: number; warnings: string[] }] }
    ).files;
    expect(20 * Math.log10(peak)).toBeCloseTo(-0.3, 1);
    expect(peakAfter).toBeCloseTo(-0.3, 2);
    expect(gain).toBeLessThan(0);
    expect(warnings).toEqual([]);
    const cut = await runMedia(equalizer, { ...request, options: { bass: 12, preventClipping: false } });
    expect(cut.data).toMatchObject({
      files: [{ gain: 0, peakAfter: 0, warnings: [expect.stringContaining('cut off')] }],
    });
  });

  it('leaves out, and says, what of a preset a recording of 4 kHz cannot hold', async () => {
    const low = makeMedia('a.wav', '-f lavfi -i anoisesrc=r=4000:a=0.1:d=1:seed=2');
    const { data } = await runMedia(equalizer, { options: { preset: 'telephone' }, files: [low] });
    const warning = '"lowpass 3400 Hz" was left out: the sample rate is 4000 Hz';
    expect(data).toMatchObject({
      files: [{ steps: ['highpass 300 Hz', 'highpass 300 Hz'], warnings: [warning, warning] }],
    });
  });
});

describe.skipIf(!isMeasured)('fade-audio', () => {
  it('ends in silence at the last sample of what is decoded', async () => {
    const m4a = makeMedia('a.m4a', '-f lavfi -i sine=frequency=900:sample_rate=44100:duration=2.345');
    const made = samplesOf(await madeBy(fade, { options: { fadeIn: 0, fadeOut: 1, format: 'wav' }, files: [m4a] }));
    expect(made.length).toBe(samplesOf(m4a.bytes).length);
    expect(Math.abs(made.at(-1)!)).toBeLessThan(2e-4);
    const near = made.subarray(-4410, -2205).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(near).toBeGreaterThan(0.003);
  });

  it('shortens fades that do not fit, alike', async () => {
    const short = makeMedia('a.wav', '-f lavfi -i sine=duration=1');
    const { data } = await runMedia(fade, { options: { fadeIn: 3, fadeOut: 1 }, files: [short] });
    const warnings = ['The fades were shortened to fit into 1 s of sound'];
    expect(data).toMatchObject({ files: [{ seconds: 1, fadeIn: 0.75, fadeOut: 0.25, warnings }] });
  });
});

describe.skipIf(!isMeasured)('reverse-audio', () => {
  it.each(['pcm_s16le', 'pcm_s24le', 'pcm_f32le'])('%s backwards: the samples in the other order', async (codec) => {
    const wav = makeMedia('a.wav', `-f lavfi -i anoisesrc=r=44100:a=0.5:d=0.7:seed=3 -ac 2 -c:a ${codec}`);
    const made = samplesOf(await madeBy(reverse, { files: [wav] }));
    const given = samplesOf(wav.bytes);
    // Pairs of a left and a right sample.
    const expected = given.map((_, i) => given[given.length - 2 - (i & ~1) + (i & 1)]!);
    expect(largest(made, expected)).toBe(0);
  });

  it('keeps tags and the cover', async () => {
    const cover = makeMedia('c.png', '-f lavfi -i color=red:s=32x32 -frames:v 1');
    const song = runOnFiles(
      'ffmpeg',
      [
        '-v',
        'error',
        '-i',
        'a.mp3',
        '-i',
        'c.png',
        '-map',
        '0',
        '-map',
        '1',
        '-c',
        'copy',
        '-metadata',
        'title=Song',
        '-disposition:v',
        'attached_pic',
        'out.mp3',
      ],
      { 'a.mp3': readFixture('audio/hello.mp3'), 'c.png': cover.bytes },
      'out.mp3',
    );
    for (const tool of [reverse, fade, equalizer]) {
      const { format, streams } = probeMedia(await madeBy(tool, { files: [{ name: 's.mp3', bytes: song }] }));
      expect(format.tags?.title, tool.id).toBe('Song');
      expect(
        streams.map(({ codec_type }) => codec_type),
        tool.id,
      ).toEqual(['audio', 'video']);
    }
  });
});

exhaustive.skipIf(!isMeasured)('reversed by the FFmpeg of the package: the longest recording', async () => {
  const long = makeMedia('a.flac', '-f lavfi -i sine=frequency=300:sample_rate=48000:duration=449 -ac 2');
  const { message, data } = await runMedia(reverse, { files: [long], options: { format: 'mp3' } }, false);
  expect(message).toBeUndefined();
  expect(data).toMatchObject({ files: [{ seconds: 449 }] });
});
