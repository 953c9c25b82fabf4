/** What a long run tells on its way, where its caller wants to hear it. */

/** What a run that runs other tools counts. */
export const PLACE_UNITS = ['steps', 'files', 'items'] as const;

/** Seconds of the sound or film that a run writes. */
export interface SecondsWritten {
  readonly done: number;
  /** As far as is known beforehand; the result may be a little longer or shorter. */
  readonly total: number;
  readonly unit: 'seconds';
}

/** Where a run that runs other tools is: `done` of the steps, files or items are over, the next is under way. */
export interface RunPlace {
  readonly done: number;
  readonly total: number;
  readonly unit: (typeof PLACE_UNITS)[number];
  /** Where it is within the step, file or item under way, or how far that is; left out where there is nothing to tell. */
  readonly current?: RunPlace | SecondsWritten;
  /** The id of the tool under way; on the outermost only. */
  readonly tool?: string;
}

/** How far a run is. */
export type RunProgress = SecondsWritten | RunPlace;

export type TellSeconds = (progress: SecondsWritten) => void;
export type TellProgress = (progress: RunProgress) => void;

/** Tells seconds of `total` that only grow, as far as `total`: FFmpeg's first figures may go back. Nothing where `total` is 0. */
export function growingSeconds(tell: TellSeconds | undefined, total: number): (done: number) => void {
  let most = 0;
  return (done) => {
    if (total <= 0 || done < most) return;
    most = done;
    tell?.({ done: Math.min(done, total), total, unit: 'seconds' });
  };
}

/** The places from the outermost to the innermost, and the seconds that are written, where they are known. */
export function levelsOf(progress: RunProgress): {
  readonly places: readonly RunPlace[];
  readonly written: SecondsWritten | undefined;
} {
  const places: RunPlace[] = [];
  let level: RunProgress | undefined = progress;
  while (level !== undefined && level.unit !== 'seconds') {
    places.push(level);
    level = level.current;
  }
  return { places, written: level };
}

/** The part of the whole that is done, 0 to 1. */
export function doneShare({ done, total, ...more }: RunProgress): number {
  const current = 'current' in more && more.current !== undefined ? doneShare(more.current) : 0;
  return total > 0 ? (done + current) / total : 0;
}

/** `place`, told of a tool: how far that is stands within the innermost of its levels. */
export function atPlace(place: RunPlace, tool: string, written?: SecondsWritten): RunPlace {
  const within = (level: RunPlace): RunPlace => {
    const inner = level.current;
    const current = inner === undefined || inner.unit === 'seconds' ? written : within(inner);
    return current === undefined ? level : { ...level, current };
  };
  return within({ ...place, tool });
}

const ONE = { steps: 'step', files: 'file', items: 'item' } as const;

/** How far a run says that it is, where it does, and how long it has taken of its limit. */
export const timeText = (told: RunProgress | undefined, seconds: number, limitSeconds: number): string =>
  `${told === undefined ? '' : `${progressText(told)}, `}${seconds} s of at most ${limitSeconds} s`;

/** As people read it: `12.4 of 60.0 s written`, `step 2 of 3, compress-video: 12.4 of 60.0 s written`. */
export function progressText(progress: RunProgress): string {
  const { places, written } = levelsOf(progress);
  const seconds = written && `${written.done.toFixed(1)} of ${written.total.toFixed(1)} s written`;
  const where = places.map(({ done, total, unit }) => `${ONE[unit]} ${done + 1} of ${total}`);
  const tool = places[0]?.tool;
  const place = [...where, ...(tool === undefined ? [] : [tool])].join(', ');
  return [place, seconds].filter(Boolean).join(': ');
}
