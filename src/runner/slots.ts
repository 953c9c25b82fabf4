import { laneOf, SLOTS, type ToolClass } from '../core/limits.js';

/** Counts the runs under way: 4 in all, of them at most 2 native and 1 of a model. */
export interface Slots {
  /** Whether a run of this class could start now. */
  isFree(toolClass: ToolClass): boolean;
  /** Takes a slot, if one is free; the slot is given back by calling what is returned, once. */
  take(toolClass: ToolClass): (() => void) | undefined;
  /** Runs under way. */
  readonly busy: Readonly<Record<keyof typeof SLOTS, number>>;
}

export function createSlots(): Slots {
  const busy = { all: 0, native: 0, model: 0 };

  function isFree(toolClass: ToolClass): boolean {
    const lane = laneOf(toolClass);
    return busy.all < SLOTS.all && (lane === undefined || busy[lane] < SLOTS[lane]);
  }

  function take(toolClass: ToolClass): (() => void) | undefined {
    if (!isFree(toolClass)) return undefined;
    const lane = laneOf(toolClass);
    busy.all += 1;
    if (lane !== undefined) busy[lane] += 1;
    return () => {
      busy.all -= 1;
      if (lane !== undefined) busy[lane] -= 1;
    };
  }

  return { isFree, take, busy };
}
