import { NATURAL_LANGUAGES, type NaturalTime, naturalDates } from '../../engines/natural-dates.js';
import type { Entity } from '../../lib/entities/entity.js';
import { LimitFault } from '../../lib/faults.js';

/** Languages that dates are read in. */
export const DATE_LOCALES = [...NATURAL_LANGUAGES, 'en-GB'] as const;

export type DateLocale = (typeof DATE_LOCALES)[number];

/** The package takes 13 µs per character (measured), so it reads only lines that may have a date, and not more than these characters. */
const MAX_CHARACTERS = 300_000;
/** Lines, in pieces that end between words. */
const PIECE = /[^\n\r]{1,600}(?!\S)|[^\n\r]{1,600}/g;
/** Digits, or words that dates without digits are made of. */
const HINT =
  /\d|\b(?:today|tonight|tomorrow|yesterday|next|last|this|ago|noon|midnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|heute|morgen|gestern|nächst|letzt|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|hier|demain|aujourd|prochain|dernier|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hoy|ayer|próximo|pasado|lunes|martes|jueves|viernes|domingo|oggi|ieri|domani|vandaag|gisteren|hoje|ontem)|mañana|miércoles|sábado|сегодня|завтра|вчера|сьогодні|今日|明日|昨日|今天|明天|昨天|idag|imorgon|igår|tänään|huomenna|eilen/i;
/** Words that are other things far more often. */
const OTHER =
  /^(?:now|may|march|mar|sun|sat|mon|wed|fri|tue|thu|dec|jan|sec|second|the second|a|an|am|pm|mo|mi|do|so|di|sa|fr|mar\.?|mai|set|out|\d{1,2}[./]\d{1,2}|\d{1,4}|\d+\.\d+\.\d{1,2})$/i;

/** Words that the package counts to a date. */
const LEAD = /^(?:on|at|by|in|am|um|an|le|à|el|a las|il|den|dem|den|op|em|klo|kl\.?|в)\s+(?=\S)/i;

/** Dates and times, relative ones too, as seen from `now` in UTC. `value` is ISO 8601, with a time where one is told; a span has both ends. */
export function datesIn(text: string, locale: DateLocale, now: Date): Entity[] {
  const reference = { date: now, offset: 0, forward: false };
  const found: Entity[] = [];
  let read = 0;
  for (const { 0: line, index } of text.matchAll(PIECE)) {
    if (!HINT.test(line)) continue;
    read += line.length;
    if (read > MAX_CHARACTERS)
      throw new LimitFault(
        `its lines with numbers or words of dates have more than ${MAX_CHARACTERS} characters, which is too much for kind date`,
        MAX_CHARACTERS,
      );
    for (const { index: from, text: whole, start, end } of naturalDates(line, locale, reference)) {
      const lead = LEAD.exec(whole)?.[0].length ?? 0;
      const [at, written] = [from + lead, whole.slice(lead)];
      const next = line[at + written.length] ?? '';
      const isPart =
        /[\p{L}\p{N}_.,/-]/u.test(line[at - 1] ?? ' ') ||
        /[\p{L}\p{N}_]/u.test(next) ||
        (/[.,:/-]/.test(next) && /\d/.test(line[at + written.length + 1] ?? ''));
      if (OTHER.test(written.trim()) || isPart) continue;
      const value = isoOf(start) + (end === undefined ? '' : `/${isoOf(end)}`);
      const isTime = start.hasTime && !start.certain.some((part) => ['day', 'weekday', 'month'].includes(part));
      found.push({
        kind: 'date',
        start: index + at,
        end: index + at + written.length,
        value,
        ...(isTime ? { type: 'time' } : {}),
      });
    }
  }
  return found;
}

function isoOf({ year, month, day, hour, minute, second, hasTime, offset, certain }: NaturalTime): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (!hasTime) return date;
  const time = `${date}T${two(hour)}:${two(minute)}${certain.includes('second') ? `:${two(second)}` : ''}`;
  if (offset === undefined) return time;
  const minutes = Math.abs(offset) / 60;
  return offset === 0
    ? `${time}Z`
    : `${time}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
