/** `3 days ago`, `in 2 hours`: the largest whole unit, a year taken as 365.2425 days. */
export function relativeTime(seconds: number): string {
  const size = Math.abs(seconds);
  for (const [unit, length] of UNITS) {
    const count = Math.floor(size / length);
    if (count < 1) continue;
    const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
    return seconds < 0 ? `${words} ago` : `in ${words}`;
  }
  return 'now';
}

const UNITS: readonly (readonly [string, number])[] = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];
