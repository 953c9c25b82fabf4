import { seasonsOf } from '../../engines/astronomy.js';
import { isoInZone, nsOfDate } from '../../formats/moments.js';
import type { Zone } from '../../lib/zones/zone.js';

const NORTH = ['Winter', 'Spring', 'Summer', 'Autumn'] as const;

/** Astronomical season in the north at an instant, with when it began and ends. Seasons are known for the years 1000 to 3000. */
export function seasonAt(date: Date, year: number, zone: Zone) {
  if (year < 1000 || year > 3000) return undefined;
  const turns = [year - 1, year, year + 1].flatMap((one) => seasonsOf(one).map((at, index) => ({ at, index })));
  const next = turns.findIndex(({ at }) => at > date);
  const [current, end] = [turns[next - 1], turns[next]];
  if (current === undefined || end === undefined) return undefined;
  const iso = (at: Date) => isoInZone(nsOfDate(new Date(Math.round(at.getTime() / 60_000) * 60_000)), zone);
  return {
    northern: NORTH[(current.index + 1) % 4] ?? '',
    southern: NORTH[(current.index + 3) % 4] ?? '',
    began: iso(current.at),
    ends: iso(end.at),
  };
}
