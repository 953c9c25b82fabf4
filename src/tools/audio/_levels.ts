import { measureAudio, type OpenAudio } from './_audio-work.js';

/** Loudness as EBU R128 has it: LUFS, LU and dBTP; `-Infinity` for silence. */
export interface Loudness {
  readonly integrated: number;
  readonly range: number;
  readonly truePeak: number;
}

const decibels = (text: string | undefined): number => {
  if (text === undefined || text.includes('nan')) return Number.NaN;
  return text.includes('inf') ? Number.NEGATIVE_INFINITY : Number(text);
};

/** Running values of the meter, each into a file of its own: the log would be long and rounded to tenths. */
const METER_KEYS = { integrated: 'I', range: 'LRA', truePeak: 'true_peak', samplePeak: 'sample_peak' } as const;
const METER = [
  'ebur128=peak=true+sample:metadata=1:framelog=verbose',
  ...Object.values(METER_KEYS).map((key) => `ametadata=print:key=lavfi.r128.${key}:file=${key}.txt`),
].join(',');

/** Frames of a tenth of a second: with fewer there are at most four stretches of three seconds to compare, and the meter says 20 LU. */
const LEAST_RANGE_FRAMES = 34;

/** The last value of each: what holds for the whole. */
async function readMeter({ session }: OpenAudio): Promise<Loudness> {
  const values = { integrated: Number.NaN, range: Number.NaN, truePeak: Number.NaN, samplePeak: Number.NaN };
  let frames = 0;
  for (const name of ['integrated', 'range', 'truePeak', 'samplePeak'] as const) {
    const file = `${METER_KEYS[name]}.txt`;
    const text = Buffer.from(await session.read(file)).toString('latin1');
    await session.remove(file);
    const end = text.slice(-200);
    values[name] = decibels(/=(\S{1,30})\s{0,5}$/.exec(end)?.[1]);
    if (name === 'range') frames = 1 + Number(/frame:(\d{1,9})[^\n]{0,100}\n[^\n]{0,100}\s{0,5}$/.exec(end)?.[1] ?? 0);
  }
  // It tells peaks as shares of full scale, and misses true peaks at the very end, which its filter comes to later.
  const peak = Math.max(values.truePeak, values.samplePeak);
  const range = frames < LEAST_RANGE_FRAMES ? 0 : values.range;
  return { integrated: values.integrated, range, truePeak: 20 * Math.log10(peak) };
}

export async function measureLoudness(audio: OpenAudio): Promise<Loudness> {
  await measureAudio(audio, METER);
  return readMeter(audio);
}

/** Highest sample in dB below full scale, after filters if there are any; `-Infinity` for silence. */
export async function measurePeak(audio: OpenAudio, filters: readonly string[] = []): Promise<number> {
  const meter = 'astats=measure_perchannel=none:measure_overall=Peak_level';
  const log = await measureAudio(audio, [...filters, meter].join(','));
  return decibels(/Peak level dB: (\S{1,20})/.exec(log)?.[1]);
}

export interface Silence {
  readonly start: number;
  readonly end: number;
}

/** What `silencedetect` found; one that lasts to the end ends there. */
export function readSilences(log: string, seconds: number): Silence[] {
  const silences: Silence[] = [];
  let open: number | undefined;
  for (const [, what, value] of log.matchAll(/silence_(start|end): (-?[\d.e+-]{1,30})/g)) {
    if (what === 'start') open = Math.max(0, Number(value));
    else if (open !== undefined) {
      silences.push({ start: open, end: Number(value) });
      open = undefined;
    }
  }
  if (open !== undefined && seconds > open) silences.push({ start: open, end: seconds });
  return silences;
}

export interface AudioLevels extends Loudness {
  readonly rms: number;
  readonly peak: number;
  readonly dcOffset: number;
  readonly peakCount: number;
  readonly samples: number;
  readonly noiseFloor: number;
  readonly silences: readonly Silence[];
}

/** Everything in one pass: levels of the samples, silences, loudness. */
export async function measureLevels(
  audio: OpenAudio,
  level: number,
  minSeconds: number,
  seconds: number,
): Promise<AudioLevels> {
  const log = await measureAudio(
    audio,
    `astats=measure_perchannel=none,silencedetect=n=${level}dB:d=${minSeconds},${METER}`,
  );
  const value = (name: string): number => decibels(new RegExp(`${name}: (\\S{1,30})`).exec(log)?.[1]);
  return {
    ...(await readMeter(audio)),
    rms: value('RMS level dB'),
    peak: value('Peak level dB'),
    dcOffset: value('DC offset'),
    peakCount: value('Peak count'),
    samples: value('Number of samples'),
    noiseFloor: value('Noise floor dB'),
    silences: readSilences(log, seconds),
  };
}

/** As JSON can hold it: `null` for silence, hundredths. */
export const shownDecibels = (value: number): number | null =>
  Number.isFinite(value) ? Math.round(value * 100) / 100 : null;

/** Samples of each channel, as many as are decoded: what files state is often rounded. */
export async function measureSamples(audio: OpenAudio): Promise<number> {
  const log = await measureAudio(audio, 'astats=measure_perchannel=none:measure_overall=Number_of_samples');
  return Number(/Number of samples: (\d{1,15})/.exec(log)?.[1] ?? 0);
}
