import { invalid } from '../../core/index.js';
import { type Moment, wallAt } from '../../formats/moments.js';
import { readSaidSpan, withoutQuestion } from '../../formats/said-dates.js';
import { isSaid } from '../../formats/said-options.js';
import { daysOf, isoDay } from '../../lib/time/civil.js';
import { fixedZone } from '../../lib/zones/zone.js';
import { periodOf } from './_said-period.js';
import { findSaidSum } from './_said-sum.js';

const UTC = fixedZone('UTC', 0);
/** Working days that can be added. */
export const MAX_ADD = 20_000;

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly add: number;
}

/** What is counted, by the options or by a sentence. */
export async function askedOf(input: string, { from, to, add }: Asked, now: Date): Promise<Asked> {
  if (!isSaid(input, { from: from !== '', to: to !== '', add: add !== 0 })) return { from, to: to.trim(), add };
  const reading = { label: 'property "input"', zone: UTC, now };
  const dayOf = ({ ns }: Moment): string => isoDay(daysOf(wallAt(ns, UTC)));
  const period = periodOf(withoutQuestion(input), now);
  if (period !== undefined) return { from: isoDay(period.first), to: isoDay(period.last), add: 0 };
  const sum = await findSaidSum(input, reading);
  if (sum !== undefined && sum.parts.length > 0) {
    const [part, ...more] = sum.parts;
    const isDays = part?.unit === 'days' && part.scale === 0 && more.length === 0;
    if (!isDays) throw invalid('Cannot read property "input": only working days can be added');
    return { from: dayOf(sum.start), to: '', add: boundedAdd(Number(part.digits)) };
  }
  const [first, last] = await readSaidSpan(input, reading);
  return { from: dayOf(first), to: dayOf(last), add: 0 };
}

function boundedAdd(days: number): number {
  if (Math.abs(days) > MAX_ADD) throw invalid(`Input must add at most ${MAX_ADD} working days, got ${days}`);
  return days;
}
