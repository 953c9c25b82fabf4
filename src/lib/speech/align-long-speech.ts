import { setImmediate } from 'node:timers/promises';

import {
  type ReadWord,
  SpeechAligner,
  type SpeechAlignment,
  type SpeechModel,
  type TimedWord,
} from './align-speech.js';
import { FEATURE_RATE, FRAME_RATE } from './features.js';

/**
 * Seconds that are searched at once: the search takes time and memory with their number times that of the words. The shorter ones where
 * the longer one has too much that is not of the text.
 */
const WINDOWS = [25, 12, 6];
/** Where nothing was heard before. */
const WINDOWS_OF_SILENCE = [12];
/** Up to here a recording is searched as a whole. */
const MAX_WHOLE = 60;
/** Words a second that are looked for. Where more are said, the next window begins earlier. */
const MAX_RATE = 3.5;
/** Seconds to go on where nothing of the text is heard. */
const STEP = 8;
/** What is heard in the last seconds of a window waits for the next one: a word may be cut there, or be another. */
const MAX_DOUBTFUL = 4;
/** A window ends at the longest pause of so many seconds before. */
const PAUSE_WITHIN = 7;
/** Of the words of a text that is said, more than this share is heard. */
const LEAST_HEARD = 0.5;

/**
 * Times the words of a text in mono samples at 16 kHz, however many: a window at a time, the next from the end of the last word that is
 * certain. A window in which nothing of the text is heard (music, another speaker) is passed over. Rejects between windows when `signal` is aborted.
 */
export async function alignLongSpeech(
  samples: Float32Array,
  words: readonly ReadWord[],
  model: SpeechModel,
  signal: AbortSignal,
): Promise<SpeechAlignment> {
  const seconds = samples.length / FEATURE_RATE;
  const aligner = new SpeechAligner(model);
  if (seconds <= MAX_WHOLE) return aligner.align(samples, words, 0);
  const times: (TimedWord | undefined)[] = Array.from({ length: words.length });
  let fault: SpeechAlignment = { fault: 'silence' };
  let [from, next] = [0, 0];
  let windows = WINDOWS;
  while (next < words.length && from < seconds) {
    let certain: readonly (TimedWord | undefined)[] = [];
    for (const window of windows) {
      const part = samples.subarray(Math.round(from * FEATURE_RATE), Math.round((from + window) * FEATURE_RATE));
      // Word of an abort comes only between two turns.
      await setImmediate();
      signal.throwIfAborted();
      const looked = words.slice(next, next + Math.ceil(window * MAX_RATE));
      const found = aligner.align(part, looked, Math.round(from * FRAME_RATE));
      if ('fault' in found) {
        if (fault.fault === 'silence') fault = found;
        continue;
      }
      certain = from + window >= seconds ? found.words : certainWords(found.words, window);
      if (certain.length > 0) break;
    }
    for (const [index, word] of certain.entries())
      times[next + index] = word && { ...word, start: word.start + from, end: word.end + from };
    next += certain.length;
    const end = certain.findLast((word) => word !== undefined)?.end;
    from += end ?? STEP;
    windows = end === undefined ? WINDOWS_OF_SILENCE : WINDOWS;
  }
  const heard = times.filter((word) => word !== undefined).length;
  if (heard > LEAST_HEARD * words.length) return { words: times };
  return heard > 0 ? { fault: 'mismatch' } : fault;
}

/** The words of a window up to the longest pause before its last seconds; the last of them has a time. */
function certainWords(words: readonly (TimedWord | undefined)[], window: number): (TimedWord | undefined)[] {
  const heard = words.flatMap((word, index) => (word === undefined ? [] : [{ ...word, index }]));
  const latest = window - Math.min(MAX_DOUBTFUL, window / 3);
  let cut = 0;
  let longest = -1;
  for (const [at, { end, index }] of heard.entries()) {
    if (end > latest) break;
    const pause = (heard[at + 1]?.start ?? window) - end;
    const isLate = end > latest - PAUSE_WITHIN;
    if (!isLate || pause >= longest) cut = index + 1;
    if (isLate) longest = Math.max(longest, pause);
  }
  let last = heard.findLastIndex(({ index }) => index < cut);
  while (last > 0 && isDoubtful(heard[last - 1], heard[last])) last--;
  return words.slice(0, (heard[last]?.index ?? -1) + 1);
}

/** A short word such as "a" is found in the end of the word before it, or in any noise after it. */
const isDoubtful = (before: TimedWord | undefined, word: TimedWord | undefined): boolean =>
  before !== undefined && word !== undefined && word.end - word.start < (word.start - before.end > 0.25 ? 0.35 : 0.1);
