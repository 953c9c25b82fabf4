import { type Subtitle, textOfRuns } from '../subtitle-files/subtitles.js';

export interface TranscriptRules {
  /** A pause longer than this begins a paragraph. */
  readonly pauseMs: number;
  readonly timestamps: boolean;
  readonly keepSpeakers: boolean;
  /** Sounds and music: [door slams], (laughs), ♪. */
  readonly keepSounds: boolean;
}

const SOUND = /\[[^\][]{0,200}\]|\([^()]{0,200}\)|（[^（）]{0,200}）|[♪♫♬♩#]{1,10}/g;

/** Unwrapped lines: words broken at the end of a line stay as they are. */
const unwrapped = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Whether two texts are joined by a space: not those of scripts that have none. */
const needsSpace = (before: string, after: string): boolean =>
  !(UNSPACED_END.test(before.slice(-2)) && UNSPACED_START.test(after.slice(0, 2)));
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

interface Paragraph {
  readonly startMs: number;
  readonly speaker: string;
  text: string;
}

const MAX_SCROLLED = 10;
/** Subtitles that scroll have no gap between them. */
const SCROLLED_MS = 50;

/** Lines that scroll upwards are told again by the next subtitle: only what is new counts. */
function newLines(lines: readonly string[], before: readonly string[]): readonly string[] {
  for (let shared = Math.min(lines.length, before.length, MAX_SCROLLED); shared > 0; shared--)
    if (lines.slice(0, shared).every((line, index) => line === before[before.length - shared + index]))
      return lines.slice(shared);
  return lines;
}

/** A line that another person says. */
const TURN = /^(?:>>|[-–—]\s)/;

/** The lines of a subtitle, joined but where another person speaks. */
function turnsOf(lines: readonly string[]): string[] {
  const turns: string[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    if (last === undefined || TURN.test(line)) turns.push(line);
    else turns[turns.length - 1] = last + (needsSpace(last, line) ? ' ' : '') + line;
  }
  return turns;
}

/** The text of subtitles as prose: a paragraph for each speaker and after each pause. */
export function plainTranscript(subtitles: readonly Subtitle[], rules: TranscriptRules): string {
  const paragraphs: Paragraph[] = [];
  let before: readonly string[] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const subtitle of subtitles) {
    const raw = textOfRuns(subtitle.runs);
    const lines = (rules.keepSounds ? raw : raw.replace(SOUND, ' '))
      .split('\n')
      .map(unwrapped)
      .filter((line) => line !== '');
    // Scrolled lines follow at once; what comes again after a moment is said again.
    const fresh = subtitle.startMs - endMs < SCROLLED_MS ? newLines(lines, before) : lines;
    const pause = subtitle.startMs - endMs;
    endMs = Math.max(endMs, subtitle.endMs);
    if (lines.length > 0) before = lines;
    const speaker = rules.keepSpeakers ? unwrapped(subtitle.speaker) : '';
    for (const [index, text] of turnsOf(fresh).entries()) {
      const last = paragraphs.at(-1);
      const isLater = index === 0 && pause > rules.pauseMs;
      if (last === undefined || last.speaker !== speaker || isLater || TURN.test(text))
        paragraphs.push({ startMs: subtitle.startMs, speaker, text });
      else last.text += (needsSpace(last.text, text) ? ' ' : '') + text;
    }
  }
  return paragraphs
    .map(({ startMs, speaker, text }) => {
      const stamp = rules.timestamps ? `[${clockOf(startMs)}] ` : '';
      return `${stamp}${speaker === '' ? '' : `${speaker}: `}${text}\n`;
    })
    .join('\n');
}

function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
