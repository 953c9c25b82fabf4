import { SLOTS } from '../core/limits.js';

type Lane = 'native' | 'model' | undefined;
type GiveBack = () => void;

/** A run within the slot of another that waits for its lane. */
export interface Turn {
  /** Resolves with what gives the lane back, to be called once; with `undefined` after `cancel`. */
  readonly granted: Promise<GiveBack | undefined>;
  cancel(): void;
}

/** Counts the runs under way: 4 in all, of them at most 2 native and 1 of a model. */
export interface Slots {
  /** Whether a run in this lane could start now. */
  isFree(lane: Lane): boolean;
  /** Takes a slot, if one is free; the slot is given back by calling what is returned, once. */
  take(lane: Lane): GiveBack | undefined;
  /**
   * For a run that another one waits for, within that one's slot: takes only the lane, when one is free, before runs that come later. Whoever
   * waits here holds no lane, so nobody waits for ever.
   */
  queue(lane: Lane): Turn;
  /** Runs under way; `all` does not count those within the slots of others. */
  readonly busy: Readonly<Record<keyof typeof SLOTS, number>>;
}

export function createSlots(): Slots {
  const busy = { all: 0, native: 0, model: 0 };
  const waiting: Record<'native' | 'model', ((giveBack: GiveBack) => void)[]> = { native: [], model: [] };

  const hasRoom = (lane: Lane): boolean => lane === undefined || busy[lane] < SLOTS[lane];
  const isFree = (lane: Lane): boolean => busy.all < SLOTS.all && hasRoom(lane);

  function enter(lane: Lane): GiveBack {
    if (lane !== undefined) busy[lane] += 1;
    return () => {
      if (lane === undefined) return;
      busy[lane] -= 1;
      waiting[lane].shift()?.(enter(lane));
    };
  }

  function take(lane: Lane): GiveBack | undefined {
    if (!isFree(lane)) return undefined;
    busy.all += 1;
    const leave = enter(lane);
    return () => {
      busy.all -= 1;
      leave();
    };
  }

  function queue(lane: Lane): Turn {
    if (lane === undefined || hasRoom(lane)) return { granted: Promise.resolve(enter(lane)), cancel: () => undefined };
    let cancel = (): void => undefined;
    const granted = new Promise<GiveBack | undefined>((resolve) => {
      waiting[lane].push(resolve);
      cancel = () => {
        const place = waiting[lane].indexOf(resolve);
        if (place < 0) return;
        waiting[lane].splice(place, 1);
        resolve(undefined);
      };
    });
    return { granted, cancel: () => cancel() };
  }

  return { isFree, take, queue, busy };
}
