import { invalid, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { checkAudioLength } from '../../formats/media/media-file.js';
import { readSeconds } from '../../formats/media/times.js';
import { type PartStart, readPartStarts } from '../../lib/audio/track-list.js';
import { measureAudio, type OpenAudio, secondsOf } from './_audio-work.js';
import { readSilences, type Silence } from './_levels.js';

export const MAX_PARTS = 100;
/** A cut this near to an end is none. */
const LEAST_PART = 0.001;

/** Pauses are told to about so much: what is left at an end is none of a sound. */
const AT_END = 0.02;

/**
 * Length of the sound. Recordings of browsers and streams do not say it, and raw AAC only has an estimate: then the samples are counted.
 * Throws LIMIT_EXCEEDED where it is too long.
 */
export async function exactSeconds(audio: OpenAudio): Promise<number> {
  const told = secondsOf(audio);
  if (told > 0 && audio.media.kind !== 'aac') return told;
  const log = await measureAudio(audio, 'astats=measure_perchannel=none:measure_overall=Number_of_samples');
  const samples = Number(/Number of samples: (\d{1,15})/.exec(log)?.[1] ?? 0);
  if (samples === 0) throw invalid(`Cannot split ${quote(audio.media.upload.name)}: it has no sound`);
  const seconds = samples / audio.track.sampleRate;
  checkAudioLength(audio.session, seconds);
  return seconds;
}

/** A part of a recording, in seconds. */
export interface Part extends PartStart {
  readonly end: number;
}

export interface SplitOptions {
  readonly by: 'parts' | 'length' | 'silence' | 'times' | 'chapters';
  readonly parts: number;
  readonly seconds: number;
  readonly times: string;
  readonly levelDb: number;
  readonly minSilence: number;
  readonly minPart: number;
  readonly keepSilence: boolean;
}

/** Parts that follow each other without a gap; the first begins with the recording. */
function joined(starts: readonly PartStart[], total: number): Part[] {
  const [first] = starts;
  const all = first === undefined || first.start > LEAST_PART ? [{ start: 0 }, ...starts] : starts;
  return all.map((part, at) => ({ ...part, end: all[at + 1]?.start ?? total }));
}

const equalParts = (count: number, total: number): Part[] =>
  joined(
    Array.from({ length: count }, (_, at) => ({ start: (at * total) / count })),
    total,
  );

function byLength(seconds: number, total: number): Part[] {
  const count = Math.max(1, Math.ceil((total - LEAST_PART) / seconds));
  if (count > MAX_PARTS)
    throw overLimit(`Option "seconds" must make at most ${MAX_PARTS} parts, got ${count}; it may be longer`);
  return joined(
    Array.from({ length: count }, (_, at) => ({ start: at * seconds })),
    total,
  );
}

/** Option `times`. Throws INVALID_INPUT where a time is not within the recording. */
function atTimes(times: string, total: number): Part[] {
  if (times.trim() === '')
    throw invalid('Option "times" must hold times such as 1:30, 4:00, a list of tracks or a CUE sheet');
  const starts = refusing('Cannot read option "times"', () =>
    readPartStarts(times, (time) => readSeconds('times', time)),
  );
  const late = starts.find(({ start }) => start >= total - LEAST_PART);
  if (late !== undefined)
    throw invalid(`Option "times" must be before the end at ${total.toFixed(3)} s, got ${late.start} s`);
  return joined(starts, total);
}

/** What sounds between pauses, or all of it with cuts in the middle of each pause. */
function betweenPauses(silences: readonly Silence[], total: number, { minPart, keepSilence }: SplitOptions): Part[] {
  const sounds: Part[] = [];
  let at = 0;
  for (const { start, end } of [...silences, { start: total, end: total }]) {
    if (start - at > AT_END) sounds.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  // A part that is too short goes with the next one, the last with the one before.
  const parts: Part[] = [];
  for (const sound of sounds) {
    const last = parts.at(-1);
    if (last !== undefined && last.end - last.start < minPart) parts.splice(-1, 1, { ...last, end: sound.end });
    else parts.push(sound);
  }
  const [before, last] = parts.slice(-2);
  if (before !== undefined && last !== undefined && last.end - last.start < minPart)
    parts.splice(-2, 2, { ...before, end: last.end });
  if (!keepSilence || parts.length === 0) return parts;
  const middles = parts.slice(1).map(({ start }, index) => ({ start: ((parts[index]?.end ?? 0) + start) / 2 }));
  return joined([{ start: 0 }, ...middles], total);
}

async function atSilences(audio: OpenAudio, total: number, options: SplitOptions): Promise<Part[]> {
  const log = await measureAudio(audio, `silencedetect=n=${options.levelDb}dB:d=${options.minSilence}`);
  const parts = betweenPauses(readSilences(log, total), total, options);
  if (parts.length === 0)
    throw invalid(`Cannot split ${quote(audio.media.upload.name)} at silences: it holds nothing else`);
  if (parts.length > MAX_PARTS)
    throw overLimit(
      `The recording must have at most ${MAX_PARTS} parts between silences, got ${parts.length}; "minSilence" or "minPart" may be longer`,
    );
  return parts;
}

function atChapters({ media }: OpenAudio, total: number): Part[] {
  const starts = media.info.chapters
    .filter(({ start }) => start < total - LEAST_PART)
    .map(({ start, title }) => ({ start, ...(title === '' ? {} : { title }) }));
  if (starts.length === 0) throw invalid(`Cannot split ${quote(media.upload.name)} at chapters: it has none`);
  return joined(starts, total);
}

/** The parts that options ask for, in order. Throws INVALID_INPUT, and LIMIT_EXCEEDED beyond 100. */
export async function partsOf(audio: OpenAudio, total: number, options: SplitOptions): Promise<readonly Part[]> {
  const parts = await chosen(audio, total, options);
  if (parts.length > MAX_PARTS)
    throw overLimit(`The recording must have at most ${MAX_PARTS} parts, got ${parts.length}`);
  return parts;
}

function chosen(audio: OpenAudio, total: number, options: SplitOptions): Part[] | Promise<Part[]> {
  if (options.by === 'parts') return equalParts(options.parts, total);
  if (options.by === 'length') return byLength(options.seconds, total);
  if (options.by === 'times') return atTimes(options.times, total);
  return options.by === 'chapters' ? atChapters(audio, total) : atSilences(audio, total, options);
}
