import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import { AUDIO_FILES, AUDIO_LENGTH_NOTE, AUDIO_NOTE, secondsOf, withAudio } from './_audio-work.js';
import { measureLevels, shownDecibels } from './_levels.js';
import { drawSpectrogram, MUSIC_SECONDS, measureMusic } from './_music.js';

const decibels = (description: string) =>
  z.number().nullable().describe(`${description}; null where there is no sound.`);
const tenth = (value: number): number => Math.round(value * 10) / 10;
const hundredth = (value: number): number => Math.round(value * 100) / 100;
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export default defineTool({
  id: 'audio-analyzer',
  title: 'Audio Analyzer',
  summary:
    'Measures loudness (LUFS), loudness range, true peak, RMS, clipping, DC offset, silences, tempo and key of audio.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    levelDb: z
      .number()
      .min(-90)
      .max(-10)
      .default(-50)
      .describe('What is quieter than this is silence, in decibels below full scale.'),
    minSilence: z.number().min(0.05).max(60).default(0.5).describe('Shortest silence that is listed, in seconds.'),
    spectrogram: z.boolean().default(false).describe('Draws a spectrogram with its axes, as PNG.'),
  },
  result: 'mixed',
  data: fileReports({
    seconds: z.number().describe('Length in seconds.'),
    codec: z.string().describe('How the sound is coded.'),
    sampleRate: count('Samples per second.'),
    channels: count('Channels.'),
    loudness: decibels('Integrated loudness in LUFS (EBU R128)'),
    loudnessRange: decibels('Loudness range in LU (EBU Tech 3342)'),
    truePeak: decibels('Highest true peak in dBTP (ITU-R BS.1770)'),
    peak: decibels('Highest sample in dB below full scale'),
    rms: decibels('Root mean square of all samples in dB below full scale'),
    crestFactor: decibels('Peak less RMS in dB'),
    noiseFloor: decibels('Quietest stretch in dB below full scale'),
    dcOffset: z.number().describe('Mean of the samples, of 1 at full scale.'),
    clipped: z.boolean().describe('Whether samples at full scale come in runs, as cut-off peaks do.'),
    silences: z
      .array(z.object({ start: z.number().describe('Start in seconds.'), end: z.number().describe('End in seconds.') }))
      .describe('Stretches of silence.'),
    silentSeconds: z.number().describe('Seconds of silence in all.'),
    tempo: z
      .object({
        beatsPerMinute: z.number().describe('Beats per minute.'),
        confidence: z.number().describe('How regular the beats are, from 0 to 1.'),
      })
      .nullable()
      .describe('Tempo of music, from 40 to 240 beats per minute; null where nothing repeats, as in speech.'),
    key: z
      .object({
        tonic: z.string().describe('Note that the key is named after, such as C or F#.'),
        mode: z.enum(['major', 'minor']).describe('Mode of the key.'),
        confidence: z.number().describe('How much better it fits than the next key, from 0 to 1.'),
      })
      .nullable()
      .describe('Key of music; null where no notes stand out.'),
  }),
  notes: [
    'Podcasts aim at -16 LUFS, streaming services at -14, broadcast at -23; normalize-audio brings a recording there. A true peak above -1 dBTP may distort after coding.',
    `Tempo and key are those of the middle ${MUSIC_SECONDS} seconds. Half or twice the tempo may be felt as well, in slow swing one and a half times it, and a key has the notes of its relative major or minor; a voice without music may be told a key with a low confidence.`,
    AUDIO_NOTE,
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'loudness meter',
    'lufs meter',
    'true peak meter',
    'rms',
    'audio statistics',
    'clipping detector',
    'dynamic range',
    'silence detector',
    'ebu r128 meter',
    'bpm detector',
    'tempo detector',
    'key finder',
    'spectrogram',
    'what key is a song in',
    'how loud is a recording',
  ],
  verified: [
    'EBU Tech 3341 cases 1, 2 and the like, made with FFmpeg: sines of 1 kHz at -23 and -33 dBFS have these loudnesses within 0.1 LU',
    'FFmpeg 5.1 ebur128 and SoX 14.4 stat (Debian): loudness, true peak, RMS, peak and DC offset within 0.1 dB for sines, noise, speech and cut-off peaks, by both engines',
    '40 songs made of a known tempo and key, up to a fifth of a semitone out of tune: the tempo, its half or twice it within 1 %; the key of 95 %; clicks within 0.2 %',
    '225 clicks, drum patterns and songs of 60 to 205 beats per minute, with noise, swing and missing beats: within 2 % of the tempo, its half or twice it in 221; of every fifth of them in 43 of 45, where aubio 0.4.9 (Debian, at 44.1 kHz) is in 33',
  ],
  examples: [
    {
      title: 'Speech',
      files: [HELLO_MP3],
      output: {},
    },
    {
      title: 'Silence',
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      output: {},
    },
    {
      title: 'With a spectrogram',
      options: { spectrogram: true },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello-spectrogram.png', mime: 'image/png' }] },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { levelDb, minSilence, spectrogram } = run.options;
    return eachFile(run, (upload) =>
      withAudio(run, upload, async (audio) => {
        const { track } = audio;
        const seconds = secondsOf(audio);
        const levels = await measureLevels(audio, levelDb, minSilence, seconds);
        const { tempo, key } = await measureMusic(audio);
        const picture = { mime: 'image/png', name: renamed(upload.name, '-spectrogram.png') };
        const outputs = spectrogram ? [{ ...picture, bytes: await drawSpectrogram(audio) }] : [];
        const silences = levels.silences.map(({ start, end }) => ({ start: rounded(start), end: rounded(end) }));
        return {
          outputs,
          report: {
            seconds: rounded(seconds),
            codec: track.codec,
            sampleRate: track.sampleRate,
            channels: track.channels,
            loudness: levels.integrated < -69 ? null : shownDecibels(levels.integrated),
            loudnessRange: shownDecibels(levels.range),
            truePeak: shownDecibels(levels.truePeak),
            peak: shownDecibels(levels.peak),
            rms: shownDecibels(levels.rms),
            crestFactor: shownDecibels(levels.peak - levels.rms),
            noiseFloor: shownDecibels(levels.noiseFloor),
            dcOffset: Math.round((levels.dcOffset || 0) * 1e6) / 1e6,
            clipped: levels.peak > -0.1 && levels.peakCount >= 8,
            silences,
            silentSeconds: rounded(silences.reduce((sum, { start, end }) => sum + end - start, 0)),
            tempo:
              tempo === undefined
                ? null
                : { beatsPerMinute: tenth(tempo.beatsPerMinute), confidence: hundredth(tempo.confidence) },
            key: key === undefined ? null : { ...key, confidence: hundredth(key.confidence) },
          },
        };
      }),
    );
  },
});
