import { type CivilTime, daysOf, isoOffset, MONTHS, weekdayName } from './civil.js';

const two = (value: number): string => String(value).padStart(2, '0');

/** `Sun, 29 Mar 2026 14:30:00 +0200` (RFC 5322 §3.3). */
export function rfc2822(wall: CivilTime, offset: number): string {
  const zone = isoOffset(offset).slice(0, 6).replace(':', '');
  return `${dayPart(wall)} ${clock(wall)} ${zone}`;
}

/** `Sun, 29 Mar 2026 12:30:00 GMT`, of a wall time in UTC (RFC 9110 §5.6.7). */
export const httpDate = (utc: CivilTime): string => `${dayPart(utc)} ${clock(utc)} GMT`;

const dayPart = (wall: CivilTime): string => {
  const month = MONTHS[wall.month - 1] ?? '';
  const year = String(wall.year).padStart(4, '0');
  return `${weekdayName(daysOf(wall)).slice(0, 3)}, ${two(wall.day)} ${month.slice(0, 3)} ${year}`;
};

const clock = ({ hour, minute, second }: CivilTime): string => `${two(hour)}:${two(minute)}:${two(second)}`;
