/** What a long run tells on its way, where its caller wants to hear it. */

export const PROGRESS_UNITS = ['seconds'] as const;

/** How far a run is: seconds of the sound or film that it writes. */
export interface RunProgress {
  readonly done: number;
  /** As far as is known beforehand; the result may be a little longer or shorter. */
  readonly total: number;
  readonly unit: (typeof PROGRESS_UNITS)[number];
}

export type TellProgress = (progress: RunProgress) => void;

/** As people read it: `12.4 of 60.0 s written`. */
export const progressText = ({ done, total }: RunProgress): string =>
  `${done.toFixed(1)} of ${total.toFixed(1)} s written`;
