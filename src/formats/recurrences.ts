import { refusing } from '../core/refusing.js';
import { expandRule, type StepBudget, stepBudget } from '../lib/recurrence/expand.js';
import type { RecurrenceRule } from '../lib/recurrence/rule.js';
import { type CivilTime, civilOf, wallSecondsOf } from '../lib/time/civil.js';
import type { Zone } from '../lib/zones/zone.js';
import { instantOfWall } from './moments.js';

interface Series {
  readonly rules: readonly RecurrenceRule[];
  readonly start: CivilTime;
  readonly zone: Zone;
  /** Instants (seconds) that are added, and left out. */
  readonly added: readonly number[];
  readonly excluded: ReadonlySet<number>;
  /** Last instant that counts, if there is one. */
  readonly until: number | undefined;
  readonly limit: number;
  /** Shared by several series; one of its own where it is left out. */
  readonly budget?: StepBudget;
}

interface Occurrences {
  /** Seconds since 1970, in order. */
  readonly instants: readonly number[];
  readonly hasMore: boolean;
  /** What clocks skip or repeat. */
  readonly warnings: readonly string[];
}

/** Notes on clocks that are told at most. */
const MAX_WARNINGS = 20;

/**
 * The occurrences of a series in their order, at most `limit`. Wall times that clocks skip are those an hour later, of repeated ones
 * the first counts (RFC 5545 §3.3.5). Throws LIMIT_EXCEEDED where the next one is too far to be found.
 */
export function expandSeries({
  rules,
  start,
  zone,
  added,
  excluded,
  until,
  limit,
  budget = stepBudget(),
}: Series): Occurrences {
  const told = new Set<string>();
  const found = new Set<number>(added.filter((instant) => until === undefined || instant <= until));
  let hasMore = false;
  refusing('Cannot expand the rule', () => {
    for (const rule of rules) {
      let count = 0;
      for (const wall of expandRule(rule, start, budget)) {
        const { instant, warnings } = instantOfWall(zone, civilOf(wall), 'compatible');
        if (isAfter(rule, wall, instant) || (until !== undefined && instant > until)) break;
        if (excluded.has(instant) || found.has(instant)) continue;
        count += 1;
        if (count > limit) {
          hasMore = true;
          break;
        }
        found.add(instant);
        if (told.size < MAX_WARNINGS) for (const warning of warnings) told.add(warning);
      }
    }
  });
  const instants = [...found].filter((instant) => !excluded.has(instant)).sort((one, other) => one - other);
  return { instants: instants.slice(0, limit), hasMore: hasMore || instants.length > limit, warnings: [...told] };
}

function isAfter({ until }: RecurrenceRule, wall: number, instant: number): boolean {
  if (until === undefined) return false;
  const end = wallSecondsOf(until.wall as CivilTime);
  if (until.offset !== undefined) return instant > end - until.offset;
  return wall > (until.hasClock ? end : end + 86_399);
}
