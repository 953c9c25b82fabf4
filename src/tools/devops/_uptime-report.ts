import { z } from 'zod';

import { count } from '../../core/shared-data.js';
import { lineData } from '../../formats/lines/each-line.js';
import {
  type Calendar,
  type Component,
  PERIODS,
  type Period,
  type SaidUptime,
  secondsOfPeriod,
  spanWords,
} from '../../lib/uptime/uptime.js';

const span = (what: string) =>
  z
    .object({ seconds: z.number().min(0).describe('In seconds.'), text: z.string().describe('In words.') })
    .describe(what);

export const uptimeData = lineData({
  uptimePercent: z.number().min(0).max(100).describe('Share of time that is up, in percent.'),
  nines: z.number().optional().describe('Number of nines: 3 for 99.9%, 3.3 for 99.95%; missing for 0 and 100%.'),
  answer: z.string().describe('Downtime in the period that is asked for, in words.'),
  downtime: z
    .object({
      hour: span('In an hour.'),
      day: span('In a day.'),
      week: span('In a week.'),
      month: span('In a month.'),
      quarter: span('In a quarter.'),
      year: span('In a year.'),
    })
    .describe('Downtime that this uptime allows.'),
  budget: z
    .object({
      allowed: span('Downtime allowed in the period.'),
      spent: span('Downtime so far.'),
      left: span('What is left.'),
      spentPercent: z.number().nullable().describe('Share that is spent, in percent; null where none is allowed.'),
      isKept: z.boolean().describe('Whether the uptime is still kept.'),
    })
    .optional()
    .describe('The error budget, where "spent" is given.'),
  components: z
    .array(
      z.object({
        name: z.string().describe('Name of the component.'),
        uptimePercent: z.number().describe('Uptime of one copy, in percent.'),
        copies: count('Copies.'),
        togetherPercent: z.number().describe('Uptime of the copies together, in percent.'),
      }),
    )
    .optional()
    .describe('The components, where some are given.'),
});

const rounded = (value: number, places: number): number => Number(value.toFixed(places));
const told = (seconds: number) => ({ seconds: rounded(seconds, 6), text: spanWords(seconds) });

/** Twelve digits below the point show all nines there are names for. */
const percentOf = (down: number): number => rounded(100 - 100 * down, 12);

interface Wishes {
  readonly period: Period;
  readonly calendar: Calendar;
  /** Seconds that were down already; `undefined` where nothing is said. */
  readonly spent: number | undefined;
}

export function report(
  { down, span: named }: SaidUptime,
  { period, calendar, spent }: Wishes,
  components: readonly Component[] = [],
) {
  const within = named ?? { name: period, seconds: secondsOfPeriod(period, calendar) };
  const allowed = within.seconds * down;
  const uptimePercent = percentOf(down);
  return {
    uptimePercent,
    ...(down > 0 && down < 1 ? { nines: rounded(-Math.log10(down), 4) } : {}),
    answer: `${uptimePercent}% up is ${spanWords(allowed)} of downtime in ${/^\d/.test(within.name) ? within.name : `a${within.name === 'hour' ? 'n' : ''} ${within.name}`}`,
    downtime: Object.fromEntries(PERIODS.map((name) => [name, told(secondsOfPeriod(name, calendar) * down)])),
    ...(spent === undefined
      ? {}
      : {
          budget: {
            allowed: told(allowed),
            spent: told(spent),
            left: told(Math.max(0, allowed - spent)),
            spentPercent: allowed === 0 ? null : rounded((100 * spent) / allowed, 4),
            isKept: spent <= allowed,
          },
        }),
    ...(components.length === 0
      ? {}
      : {
          components: components.map((one) => ({
            name: one.name,
            uptimePercent: percentOf(one.down),
            copies: one.copies,
            togetherPercent: percentOf(one.down ** one.copies),
          })),
        }),
  };
}
