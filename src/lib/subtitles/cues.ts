/** A word of a cue. A word that was not heard starts and ends where its neighbours meet. Seconds. */
export interface CueWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One subtitle: what stands on the screen at once, words in order, times never going back. Seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** Shown before the words and never timed: a speaker's name, a section mark. May be empty. */
  readonly label: string;
  readonly words: readonly CueWord[];
}

/** The text of a cue. */
export const cueText = ({ label, words }: Cue): string =>
  [label, ...words.map(({ text }) => text)].filter((part) => part !== '').join(' ');

/** Hours, minutes, seconds and the rest, of a time rounded to `perSecond` parts of a second. */
export function clock(
  seconds: number,
  perSecond: number,
): { readonly hours: number; readonly minutes: number; readonly seconds: number; readonly parts: number } {
  const total = Math.max(0, Math.round(seconds * perSecond));
  const whole = Math.floor(total / perSecond);
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
    parts: total % perSecond,
  };
}

/** A number with zeros in front. */
export const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');
