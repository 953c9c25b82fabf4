import { readingsOf } from './spoken-forms.js';
import type { Reading } from './spoken-words.js';

/** A word of a transcript: as it is written, with the punctuation around it, and the ways it may be said. */
export interface TranscriptWord {
  readonly text: string;
  readonly readings: readonly Reading[];
}

/** A line of a transcript. What is not spoken in front of a word (a speaker's name, a mark) is kept with it. */
export interface TranscriptLine {
  /** As it is written, white space made one blank. */
  readonly text: string;
  /** Not spoken: a name or mark at the start of the line. */
  readonly label: string;
  /** Empty for a line of marks only, such as [Chorus]. */
  readonly words: readonly TranscriptWord[];
}

const SECTIONS =
  'intro|outro|verse|chorus|pre-?chorus|post-?chorus|bridge|hook|refrain|interlude|instrumental|solo|breakdown|coda|tag|ending|spoken|repeat';
const SECTION_LINE = new RegExp(
  `^[([{]?\\s*(?:${SECTIONS})(?:\\s+(?:\\d{1,2}|[ivx]{1,4}|[a-d]))?\\s*(?:x\\s?\\d)?\\s*[)\\]}]?\\s*:?$`,
  'i',
);
/** `[Chorus]`, `{guitar}`, `[00:12.30]`, `♪`: bracketed marks and notes are never spoken. Parentheses are: backing vocals. */
const MARK = /\[[^\]\n]{0,200}\]|\{[^}\n]{0,200}\}|<[^>\n]{0,200}>|[♪♫♬♩*_#]{2,}|[♪♫♬♩]/g;
const SPEAKER = /^(?:>>\s*)?((?:[A-Z][\w.'’-]*|\d{1,2})(?:\s(?:[A-Z][\w.'’-]*|\d{1,2})){0,2}):(?=\s|$)/;
const SPEAKER_WORDS =
  /^(?:speaker|narrator|host|interviewer|interviewee|guest|man|woman|voice|announcer|reporter|all|both)(?:\s\d{1,2})?$/i;

/** Reads a transcript: lines, what of them is spoken, and how. */
export function readTranscript(transcript: string): TranscriptLine[] {
  const lines = transcript
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => line.replace(/[\s\u200b\ufeff]+/g, ' ').trim())
    .filter((line) => line !== '');
  const names = new Map<string, number>();
  for (const line of lines) {
    const [, name] = SPEAKER.exec(line) ?? [];
    if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
  }
  const isSpeaker = (name: string): boolean =>
    /^[^a-z]*[A-Z][^a-z]*[A-Z][^a-z]*$/.test(name) || SPEAKER_WORDS.test(name) || (names.get(name) ?? 0) > 1;
  return lines.map((line) => readLine(line, isSpeaker));
}

function readLine(line: string, isSpeaker: (name: string) => boolean): TranscriptLine {
  if (SECTION_LINE.test(line)) return { text: line, label: line, words: [] };
  const [whole = '', name = ''] = SPEAKER.exec(line) ?? [];
  const speaker = name !== '' && isSpeaker(name) ? whole : '';
  // What is not spoken becomes blanks of the same length, so that places in the line stay.
  const spoken = line
    .slice(speaker.length)
    .replace(MARK, (mark) => ' '.repeat(mark.length))
    .padStart(line.length);
  const tokens = [...spoken.matchAll(/\S+/g)].map((match) => ({ start: match.index, text: match[0] }));
  const words: TranscriptWord[] = [];
  let label = '';
  for (const [i, token] of tokens.entries()) {
    const readings = readingsOf(token.text, { before: tokens[i - 1]?.text ?? '', after: tokens[i + 1]?.text ?? '' });
    const end = tokens[i + 1]?.start ?? line.length;
    const start = words.length === 0 ? (tokens[0]?.start ?? 0) : token.start;
    const text = line.slice(start, end).trim();
    const last = words.at(-1);
    if (readings.length > 0) {
      if (words.length === 0) label = line.slice(0, start).trim();
      words.push({ text, readings });
    } else if (last !== undefined) words[words.length - 1] = { ...last, text: `${last.text} ${text}` };
  }
  return { text: line, label: words.length === 0 ? line : label, words };
}
