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

const LOUDNORM = 'loudnorm=print_format=json';

/** From what FFmpeg's `loudnorm` prints. */
function readLoudness(log: string): Loudness {
  const value = (name: string): number =>
    decibels(new RegExp(`"${name}" : "([^"]{1,20})"`).exec(log.slice(log.lastIndexOf('{')))?.[1]);
  return { integrated: value('input_i'), range: value('input_lra'), truePeak: value('input_tp') };
}

export const measureLoudness = async (audio: OpenAudio): Promise<Loudness> =>
  readLoudness(await measureAudio(audio, LOUDNORM));

/** Highest sample in dB below full scale; `-Infinity` for silence. */
export async function measurePeak(audio: OpenAudio): Promise<number> {
  const log = await measureAudio(audio, 'astats=measure_perchannel=none:measure_overall=Peak_level');
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
    `astats=measure_perchannel=none,silencedetect=n=${level}dB:d=${minSeconds},${LOUDNORM}`,
  );
  const value = (name: string): number => decibels(new RegExp(`${name}: (\\S{1,30})`).exec(log)?.[1]);
  return {
    ...readLoudness(log),
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
