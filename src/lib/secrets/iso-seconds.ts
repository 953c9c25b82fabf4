/** Seconds since 1970 in ISO 8601, as short as it is exact: `2026-01-31T12:00:00Z`. Empty beyond what a date can be. */
export function isoOfSeconds(seconds: number): string {
  const date = new Date(Math.round(1000 * seconds));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}
