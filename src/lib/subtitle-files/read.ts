import { ContentFault, LimitFault } from '../faults.js';
import { readAss } from './read-ass.js';
import { isArrowLine, isCommaLine, readSbv, readSrt, readVtt } from './read-blocks.js';
import { isLrcLine, isMicroDvdLine, readLrc, readMicroDvd } from './read-lines.js';
import { isCsvHeader, readCsvSubtitles, readJsonSubtitles } from './read-tables.js';
import { readTtml } from './read-ttml.js';
import { type ReadSubtitles, type Subtitle, textOfRuns, tidyRuns } from './subtitles.js';

export const SUBTITLE_FORMATS = ['srt', 'vtt', 'ass', 'sbv', 'ttml', 'lrc', 'sub', 'json', 'csv'] as const;
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];

export interface SubtitleFile extends ReadSubtitles {
  readonly format: SubtitleFormat;
}

const MAX_SUBTITLES = 50_000;
/** How long a subtitle is shown whose end nothing tells. */
const UNTOLD_MS = 4000;
const SAMPLE_LINES = 2000;

/** The format of a text by what is in it; `undefined` where it has no subtitles. */
function subtitleFormatOf(text: string): SubtitleFormat | undefined {
  const start = text.trimStart();
  if (/^WEBVTT(?![^\s])/.test(start)) return 'vtt';
  if (/^\[(?:script info|v4\+? styles|events)\]/i.test(start)) return 'ass';
  if (/^<(?:\?xml|!--|(?:\w{1,20}:)?tt[\s>])/.test(start)) return 'ttml';
  if (/^[{[]\s{0,100}[{"[\]}]/.test(start) && !isMicroDvdLine(start.slice(0, 500).split('\n')[0] ?? '')) return 'json';
  const lines = start.split('\n', SAMPLE_LINES);
  if (isCsvHeader(lines[0] ?? '') && !lines.some(isArrowLine)) return 'csv';
  if (lines.some(isArrowLine)) return 'srt';
  if (lines.some(isCommaLine)) return 'sbv';
  if (lines.some((line) => /^Dialogue:/.test(line))) return 'ass';
  if (lines.some(isMicroDvdLine)) return 'sub';
  return lines.some(isLrcLine) ? 'lrc' : undefined;
}

/**
 * Reads subtitles of any format, in order, each with a text and an end behind its start. `fps` is for frames that do not say their
 * rate. Throws ContentFault where there are none, LimitFault beyond 50,000.
 */
export function readSubtitles(text: string, from: SubtitleFormat | 'auto', fps: number): SubtitleFile {
  const clean = text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const format = from === 'auto' ? subtitleFormatOf(clean) : from;
  if (format === undefined) throw new ContentFault('it has no subtitles of a known format');
  const { subtitles, warnings } = READERS[format](clean, fps);
  if (subtitles.length > MAX_SUBTITLES)
    throw new LimitFault(`it must have at most ${MAX_SUBTITLES} subtitles, got ${subtitles.length}`, MAX_SUBTITLES);
  const repaired = repair(subtitles);
  if (repaired.subtitles.length === 0) throw new ContentFault(`it has no ${NAMES[format]} subtitles`);
  return { format, subtitles: repaired.subtitles, warnings: [...warnings, ...repaired.warnings] };
}

const NAMES: Readonly<Record<SubtitleFormat, string>> = {
  srt: 'SRT',
  vtt: 'WebVTT',
  ass: 'ASS',
  sbv: 'SBV',
  ttml: 'TTML',
  lrc: 'LRC',
  sub: 'MicroDVD',
  json: 'JSON',
  csv: 'CSV',
};

const READERS: Readonly<Record<SubtitleFormat, (text: string, fps: number) => ReadSubtitles>> = {
  srt: readSrt,
  vtt: readVtt,
  ass: readAss,
  sbv: readSbv,
  ttml: readTtml,
  lrc: readLrc,
  sub: readMicroDvd,
  json: readJsonSubtitles,
  csv: readCsvSubtitles,
};

/** In the order of their starts, none empty, each with an end. */
function repair(given: readonly Subtitle[]): ReadSubtitles {
  const shown = given
    .map((subtitle) => ({ ...subtitle, runs: tidyRuns(subtitle.runs) }))
    .filter(({ runs }) => textOfRuns(runs).trim() !== '');
  const isOrdered = shown.every(({ startMs }, index) => startMs >= (shown[index - 1]?.startMs ?? 0));
  const ordered = isOrdered ? shown : [...shown].sort((one, other) => one.startMs - other.startMs);
  let wrongEnds = 0;
  const subtitles = ordered.map((subtitle, index): Subtitle => {
    if (subtitle.endMs > subtitle.startMs) return subtitle;
    if (!Number.isNaN(subtitle.endMs)) wrongEnds++;
    const next = ordered[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const room = next > subtitle.startMs ? next - subtitle.startMs : UNTOLD_MS;
    return { ...subtitle, endMs: subtitle.startMs + Math.min(room, UNTOLD_MS) };
  });
  const empty = given.length - shown.length;
  return {
    subtitles,
    warnings: [
      ...(empty === 0 ? [] : [`Subtitles without text were dropped: ${empty}`]),
      ...(isOrdered ? [] : ['Subtitles were sorted by their start']),
      ...(wrongEnds === 0 ? [] : [`Ends that were not after their start were replaced: ${wrongEnds}`]),
    ],
  };
}
