import { z } from 'zod';

import { count, place, warnings } from '../../core/shared-data.js';
import type { CleanedSubtitles } from '../../lib/subtitle-edits/clean.js';
import { type NumberedSubtitle, readingSpeed } from '../../lib/subtitle-edits/times.js';
import { SUBTITLE_FORMATS, type SubtitleFile, type SubtitleFormat } from '../../lib/subtitle-files/read.js';
import { textOfRuns } from '../../lib/subtitle-files/subtitles.js';

/** Most entries of a list in the report: more make it longer than the subtitles. */
const MAX_LISTED = 1000;
/** Longest text of an entry, in UTF-16 units. */
const MAX_TEXT = 500;

const shortened = (text: string): string =>
  text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')}…` : text;

const cue = place('Number of the subtitle in the upload, from 1 in order of time.');

export const CLEANER_REPORT = z.object({
  format: z.enum(SUBTITLE_FORMATS).describe('Format that was written.'),
  cuesBefore: count('Number of subtitles of the upload.'),
  cues: count('Number of subtitles of the result.'),
  counts: z
    .object({
      note: count('Notes of sounds that were removed.'),
      speaker: count('Names of speakers that were removed.'),
      music: count('Lines of song that were removed.'),
      advert: count('Adverts and credits that were removed.'),
      style: count('Subtitles that lost a look.'),
      overlap: count('Ends that were moved before the next subtitle.'),
      gap: count('Ends that were moved to keep the gap.'),
      speed: count('Subtitles that are shown for longer.'),
      joined: count('Subtitles that were joined with one that begins at the same time.'),
      rewrapped: count('Subtitles with new line breaks.'),
    })
    .describe('What was changed, including what is not listed.'),
  removed: z
    .array(
      z.object({
        cue,
        kind: z.enum(['note', 'speaker', 'music', 'advert', 'style']).describe('What it was.'),
        text: z.string().describe('The text that was removed, at most 500 characters of it; of a look its names.'),
      }),
    )
    .describe('What was removed, at most 1,000.'),
  retimed: z
    .array(
      z.object({
        cue,
        kind: z.enum(['overlap', 'gap', 'speed']).describe('Why.'),
        before: z.number().describe('End before, in seconds.'),
        after: z.number().describe('End now, in seconds.'),
      }),
    )
    .describe('Ends that were moved, at most 1,000.'),
  issues: z
    .array(
      z.object({
        cue,
        kind: z.enum(['long-line', 'too-fast']).describe('What is still wrong.'),
        charactersPerSecond: z.number().describe('Its reading speed.'),
        text: z.string().describe('Its text, at most 500 characters of it.'),
      }),
    )
    .describe('Subtitles that are still too long or too fast, at most 1,000.'),
  warnings: warnings(),
});

export function cleanerReport(format: SubtitleFormat, read: SubtitleFile, cleaned: CleanedSubtitles) {
  const { subtitles, removed, timings, joined, rewrapped, tooLong, tooFast } = cleaned;
  const removals = (kind: string): number => removed.filter((removal) => removal.kind === kind).length;
  const moves = (kind: string): number => timings.filter((timing) => timing.kind === kind).length;
  const issue = (kind: 'long-line' | 'too-fast') => (subtitle: NumberedSubtitle) => ({
    cue: subtitle.number,
    kind,
    charactersPerSecond: Math.round(10 * readingSpeed(subtitle)) / 10,
    text: shortened(textOfRuns(subtitle.runs)),
  });
  return {
    format,
    cuesBefore: read.subtitles.length,
    cues: subtitles.length,
    counts: {
      note: removals('note'),
      speaker: removals('speaker'),
      music: removals('music'),
      advert: removals('advert'),
      style: removals('style'),
      overlap: moves('overlap'),
      gap: moves('gap'),
      speed: moves('speed'),
      joined,
      rewrapped,
    },
    removed: removed
      .slice(0, MAX_LISTED)
      .map(({ number, kind, text }) => ({ cue: number, kind, text: shortened(text) })),
    retimed: timings.slice(0, MAX_LISTED).map(({ number, kind, beforeMs, afterMs }) => ({
      cue: number,
      kind,
      before: beforeMs / 1000,
      after: afterMs / 1000,
    })),
    issues: [...tooLong.map(issue('long-line')), ...tooFast.map(issue('too-fast'))]
      .sort((one, other) => one.cue - other.cue)
      .slice(0, MAX_LISTED),
    warnings: [...read.warnings],
  };
}
