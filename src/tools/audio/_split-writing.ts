import { invalid, overLimit } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import type { OutputFile } from '../../core/results.js';
import {
  type AudioOutput,
  audioMaps,
  audioMime,
  audioPlan,
  DEFAULT_AUDIO,
  keptFormat,
} from '../../formats/media/audio-output.js';
import { copiedFormat } from '../../formats/media/copied-audio.js';
import { damaged, QUIET } from '../../formats/media/media-file.js';
import { portableName, withDistinctNames } from '../../lib/files/portable-names.js';
import type { OpenAudio } from './_audio-work.js';
import type { Part } from './_split-parts.js';

const MAX_TITLE = 80;
/** Encoders at work at once. */
const MAX_OUTPUTS = 25;
/** Longer than packets of sound are, in seconds: a shorter part may have none. */
const LEAST_COPIED = 0.5;

/** `album-03.mp3`, `03 Title.mp3`. */
function namesOf(stem: string, parts: readonly Part[], extension: string): readonly string[] {
  const digits = Math.max(2, String(parts.length).length);
  const named = parts.map(({ title }, at) => {
    const number = String(at + 1).padStart(digits, '0');
    const name = title === undefined ? `${stem}-${number}` : `${number} ${title.slice(0, MAX_TITLE)}`;
    return { name: portableName(`${name.replaceAll('/', '_')}${extension}`) };
  });
  return withDistinctNames(named).map(({ name }) => name);
}

/**
 * Stretches of time, one after another, each up to its end in seconds: those of parts, and what lies between them. What is shorter than
 * packets may be goes with the part before.
 */
function stretchesOf(parts: readonly Part[], total: number) {
  const stretches: { readonly end: number; readonly part?: Part }[] = [];
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]?.start ?? total;
    if (at === 0 && part.start > 0) stretches.push({ end: part.start });
    const hasPause = next - part.end >= LEAST_COPIED;
    stretches.push({ end: hasPause ? part.end : next, part });
    if (hasPause) stretches.push({ end: next });
  }
  return stretches;
}

/** Titles and numbers of parts; chapters of the whole are none of a part's. */
const tagsOf = ({ title }: Part, at: number, count: number): string[] => [
  ...['-map_chapters', '-1', '-metadata', `track=${at + 1}/${count}`],
  ...(title === undefined ? [] : ['-metadata', `title=${title}`]),
];

async function run({ session, media }: OpenAudio, args: readonly string[], seconds: number): Promise<void> {
  const { status } = await session.ffmpeg([...QUIET, ...media.input, ...args], seconds);
  if (status !== 0) throw damaged('audio', media.upload);
}

/** Reads what was written, one after another. Throws LIMIT_EXCEEDED where it is too much together. */
async function collect(
  { session, media }: OpenAudio,
  places: readonly string[],
  names: readonly string[],
  mime: string,
) {
  const outputs: OutputFile[] = [];
  let sum = 0;
  for (const [at, place] of places.entries()) {
    const bytes = await session.read(place);
    if (bytes.length === 0) throw damaged('audio', media.upload);
    await session.remove(place);
    sum += bytes.length;
    if (sum > CLASS_LIMITS.native.outputFilesBytes)
      throw overLimit(
        `The results must have at most ${CLASS_LIMITS.native.outputFilesBytes} bytes in all; FLAC or a lossy format is smaller`,
      );
    outputs.push({ name: names[at] ?? place, mime, bytes });
  }
  return outputs;
}

interface Writing {
  readonly parts: readonly Part[];
  readonly total: number;
  readonly stem: string;
}

/** Decodes once for 25 parts and writes each: cuts are exact to the sample. */
export async function writeParts(
  audio: OpenAudio,
  { parts, total, stem }: Writing,
  { format: asked, bitrate }: { readonly format: AudioOutput | 'keep'; readonly bitrate: number },
): Promise<readonly OutputFile[]> {
  const { media, track } = audio;
  const format = asked === 'keep' ? keptFormat(media, track) : asked;
  const plan = audioPlan(track, { ...DEFAULT_AUDIO, bitrate, format });
  const at = (seconds: number): number => Math.round(seconds * track.sampleRate);
  const place = (number: number): string => `out${number}.${format}`;
  const numbered = parts.map((part, number) => ({ part, number }));
  for (let from = 0; from < parts.length; from += MAX_OUTPUTS) {
    const batch = numbered.slice(from, from + MAX_OUTPUTS);
    // Split and trimmed rather than `asegment`, which stands still where the part at hand is not the one that is asked for.
    const graph = [
      `[0:${track.index}]asplit=${batch.length}${batch.map(({ number }) => `[s${number}]`).join('')}`,
      ...batch.map(({ part: { start, end }, number }) => {
        const until = end >= total ? '' : `:end_sample=${at(end)}`;
        return `[s${number}]atrim=start_sample=${at(start)}${until},asetpts=N/SR/TB[p${number}]`;
      }),
    ];
    const outputs = batch.flatMap(({ part, number }) => [
      ...audioMaps(media, `[p${number}]`, format),
      ...plan.args,
      ...tagsOf(part, number, parts.length),
      place(number),
    ]);
    await run(audio, ['-filter_complex', graph.join(';'), ...outputs], total);
  }
  const places = numbered.map(({ number }) => place(number));
  return collect(audio, places, namesOf(stem, parts, `.${format}`), audioMime(format));
}

/**
 * Copies coded sound: each packet is in exactly one part, or between parts, and cuts are where packets begin. The last part has no file
 * where no packet is left for it. Throws INVALID_INPUT for other parts that are too short to have one.
 */
export async function copyParts(audio: OpenAudio, { parts, total, stem }: Writing): Promise<readonly OutputFile[]> {
  const { extension, mime, muxer } = copiedFormat(audio.track.codec);
  const short = parts.slice(0, -1).find(({ start, end }) => end - start < LEAST_COPIED);
  if (short !== undefined)
    throw invalid(
      `Option "exact" must be true for parts shorter than ${LEAST_COPIED} s, got one of ${(short.end - short.start).toFixed(3)} s at ${short.start.toFixed(3)} s`,
    );
  const stretches = stretchesOf(parts, total);
  const times = stretches.slice(0, -1).map(({ end }) => end.toFixed(6));
  const place = (at: number): string => `out${String(at).padStart(3, '0')}${extension}`;
  const cutting = times.length === 0 ? ['-segment_time', '1000000'] : ['-segment_times', times.join(',')];
  await run(
    audio,
    [
      ...['-map', `0:${audio.track.index}`, '-vn', '-c', 'copy', '-map_metadata', '0', '-map_chapters', '-1'],
      ...['-f', 'segment', '-segment_format', muxer, ...cutting, '-reset_timestamps', '1'],
      ...['-fflags', '+bitexact', `out%03d${extension}`],
    ],
    total,
  );
  const written = new Set(await audio.session.list());
  const kept = stretches.flatMap(({ part }, at) =>
    part !== undefined && written.has(place(at)) ? [{ part, at }] : [],
  );
  return collect(
    audio,
    kept.map(({ at }) => place(at)),
    namesOf(
      stem,
      kept.map(({ part }) => part),
      extension,
    ),
    mime,
  );
}
