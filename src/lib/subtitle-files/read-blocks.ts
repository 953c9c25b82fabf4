import { readMarkup } from './markup.js';
import type { ReadSubtitles, Subtitle } from './subtitles.js';
import { readTimecode } from './timecodes.js';

const TIME = String.raw`(?:\d{1,4}:)?\d{1,4}:\d{1,2}(?:[.,:]\d{1,9})?`;
/** Arrows of SubRip and WebVTT; people also write one dash or three, and spaces before the fraction. */
const ARROW_LINE = new RegExp(String.raw`^\s{0,20}(${TIME})\s{0,20}-{1,3}>\s{0,20}(${TIME})(.{0,500})$`);
/** SBV and SubViewer: two times with a comma between them. */
const COMMA_LINE = /^\s{0,20}((?:\d{1,4}:)?\d{1,4}:\d{1,2}\.\d{1,3}),((?:\d{1,4}:)?\d{1,4}:\d{1,2}\.\d{1,3})\s{0,20}$/;

export const isArrowLine = (line: string): boolean => ARROW_LINE.test(line);
export const isCommaLine = (line: string): boolean => COMMA_LINE.test(line);

interface Block {
  readonly startMs: number;
  readonly endMs: number;
  readonly settings: string;
  readonly lines: readonly string[];
}

/** The blocks below the lines with two times, whatever lies between them. */
function blocksOf(lines: readonly string[], pattern: RegExp): Block[] {
  const places: number[] = [];
  for (const [index, line] of lines.entries()) if (pattern.test(line)) places.push(index);
  return places.map((place, index) => {
    const [, start = '', end = '', settings = ''] = pattern.exec(lines[place] ?? '') ?? [];
    return {
      startMs: readTimecode(start) ?? 0,
      endMs: readTimecode(end) ?? 0,
      settings: settings.trim(),
      lines: lines.slice(place + 1, places[index + 1] ?? lines.length),
    };
  });
}

/**
 * SubRip, also where blank lines, numbers or the order of times are not as they should be: a text goes on to the next line with times,
 * without the number before that.
 */
export function readSrt(text: string): ReadSubtitles {
  const allLines = text.split('\n');
  const blocks = blocksOf(allLines, ARROW_LINE);
  const isNumbering = isNumber(
    allLines.slice(0, allLines.findIndex(isArrowLine)).findLast((line) => line.trim() !== ''),
  );
  const subtitles = blocks.map((block, index): Subtitle => {
    const lines = [...block.lines];
    const dropBlank = (): void => {
      while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
    };
    const isLast = index === blocks.length - 1;
    // A blank line between the number and the times, as some editors write it.
    const gap = lines.length;
    dropBlank();
    const isNumbered = isNumbering && !isLast && isNumber(lines.at(-1));
    if (isNumbered && (gap === lines.length || lines.at(-2)?.trim() === '' || lines.length === 1)) lines.pop();
    dropBlank();
    const { runs, place, speaker } = readMarkup(lines.join('\n'), false);
    return { startMs: block.startMs, endMs: block.endMs, runs, place, speaker };
  });
  return { subtitles, warnings: [] };
}

const isNumber = (line = ''): boolean => /^\s{0,20}\ufeff?\d{1,9}\s{0,20}$/.test(line);

/** WebVTT (W3C): comments, styles and regions are passed over. */
export function readVtt(text: string): ReadSubtitles {
  const subtitles: Subtitle[] = [];
  for (const block of blocksOf(text.split('\n'), ARROW_LINE)) {
    const blank = block.lines.findIndex((line) => line.trim() === '');
    const lines = blank < 0 ? block.lines : block.lines.slice(0, blank);
    const { runs, speaker } = readMarkup(lines.join('\n'), true);
    subtitles.push({ startMs: block.startMs, endMs: block.endMs, runs, place: placeOf(block.settings), speaker });
  }
  const hasStyles = /^STYLE\s{0,20}$/m.test(text);
  return { subtitles, warnings: hasStyles ? ['Style sheets of WebVTT were dropped'] : [] };
}

/** The settings `line`, `position` and `align` of WebVTT, roughly: which third of the screen. */
function placeOf(settings: string): number {
  const value = (name: string): string => new RegExp(`(?:^|\\s)${name}:(\\S{1,40})`).exec(settings)?.[1] ?? '';
  const line = value('line').split(',')[0] ?? '';
  const isPercent = line.endsWith('%');
  const height = Number.parseFloat(line);
  const row =
    line === '' || Number.isNaN(height) || height < 0
      ? 0
      : isPercent
        ? height < 34
          ? 2
          : height < 67
            ? 1
            : 0
        : height < 6
          ? 2
          : 0;
  const align = value('align');
  const column = align === 'start' || align === 'left' ? 0 : align === 'end' || align === 'right' ? 2 : 1;
  return 3 * row + column + 1;
}

/** SBV (YouTube) and SubViewer 2.0, whose lines are divided by `[br]`; its header and styles have brackets. */
export function readSbv(text: string): ReadSubtitles {
  const subtitles = blocksOf(text.split('\n'), COMMA_LINE).map((block): Subtitle => {
    const blank = block.lines.findIndex((line, index) => index > 0 && line.trim() === '');
    const lines = (blank < 0 ? block.lines : block.lines.slice(0, blank)).join('\n').replace(/\[br\]/gi, '\n');
    return { startMs: block.startMs, endMs: block.endMs, ...readMarkup(lines, false) };
  });
  return { subtitles, warnings: [] };
}
