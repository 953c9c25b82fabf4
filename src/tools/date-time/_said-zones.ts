import { invalid, quote } from '../../core/index.js';
import { type Disambiguation, type Moment, momentOf } from '../../formats/moments.js';
import { checkSentence, findSaidMoment } from '../../formats/said-dates.js';
import { findZone, refuseZone } from '../../formats/zone-names.js';
import type { Zone } from '../../lib/zones/zone.js';

/** A time, its zone and the zones it is converted to, as a sentence says them; `undefined` where it says none. */
export interface SaidTime {
  readonly moment: Moment;
  readonly from: Zone | undefined;
  readonly to: readonly Zone[] | undefined;
}

interface Reading {
  /** Zone of a time that names none. */
  readonly zone: Zone;
  readonly now: Date;
  readonly disambiguation: Disambiguation;
}

const QUESTION =
  /^(?:(?:what(?:['’]s)?|which|when|convert|time|is|it|the|if|please|show|local|current)\b[\s,]*){0,12}/i;
/** Between a time and the zones it is converted to; `in` is before the time's own zone, too. */
const INTO = /\s*(?:→|->|=>|=)\s*|\s+(?:is what time in|what time (?:is it )?in|converted to|into|to|in)\s+/gi;
const LISTED = /\s*(?:,|\/(?=\s)|;|&|\band\b)\s*/i;
/** A name of a zone has at most so many words. */
const MAX_WORDS = 5;

/** `15.30`, `15h30`, `9 Uhr`, `15`: no count of seconds since 1970, with a place behind it. */
const asClock = (time: string): string =>
  time
    .trim()
    .replace(/^([01]?\d|2[0-4])(?:[.h]([0-5]\d))?(?:\s?(?:uhr|h))?$/i, (_, hour, minute = '00') => `${hour}:${minute}`);

const zoneName = (text: string): string => text.replace(/\s+(?:local )?time$/i, '').trim();

/** Zones separated by commas; `undefined` where one is none. */
function zonesOf(text: string): readonly Zone[] | undefined {
  const whole = findNamed(text);
  if (whole !== undefined) return [whole];
  const zones = text.split(LISTED).map(findNamed);
  return zones.every((zone) => zone !== undefined) ? zones : undefined;
}

/** `Eastern Time` is a name; of `Berlin time`, Berlin is. */
function findNamed(text: string): Zone | undefined {
  const name = text.trim().replace(/^(?:the|in|at)\s+/i, '');
  return name === '' ? undefined : (findZone(name) ?? findZone(zoneName(name)));
}

interface Source {
  readonly time: string;
  readonly zone: Zone | undefined;
}

/** The ways in which a text is a time with a zone behind it, the longest name first. */
function* sources(text: string): Generator<Source> {
  const words = text.trim().split(/\s+/);
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    const zone = findNamed(words.slice(-count).join(' '));
    const time = words
      .slice(0, -count)
      .join(' ')
      .replace(/[\s,]*\b(?:in|at|from)?$/i, '');
    if (zone !== undefined) yield { time, zone };
  }
  yield { time: text, zone: undefined };
}

/**
 * Reads `3pm New York in Berlin`, `9:30 EST to Tokyo and London`, `tomorrow 18:00 Paris → Sydney`, `now in Tokyo`, `Tokyo`.
 * Throws INVALID_INPUT.
 */
export async function readSaidTime(written: string, reading: Reading): Promise<SaidTime> {
  checkSentence(written, 'property "input"');
  const asked = written
    .trim()
    .replace(/[\s.?!]+$/, '')
    .replace(QUESTION, '');
  const text = asked.replace(/^(?:in|at)\s+(.+?)\s+(?:when|if)\s+(?:it is|it['’]s)\s+(.+)$/i, '$2 to $1');
  const read = async ({ time, zone }: Source): Promise<SaidTime | undefined> => {
    const own = { ...reading, label: 'property "input"', zone: zone ?? reading.zone };
    const moment = /^(?:now)?$/i.test(time.trim()) ? momentOf('now', own) : await findSaidMoment(asClock(time), own);
    return moment && { moment, from: zone, to: undefined };
  };
  const target = zonesOf(text.replace(/^(?:now\s+)?(?:in|at)\s+/i, ''));
  if (target !== undefined) return { moment: momentOf('now', { ...reading, label: '' }), from: undefined, to: target };
  for (const into of [...text.matchAll(INTO)].toReversed()) {
    const [left, right] = [text.slice(0, into.index), text.slice(into.index + into[0].length)];
    const to = zonesOf(right);
    if (to === undefined) continue;
    for (const source of sources(left)) {
      const said = await read(source);
      // In "3pm in Berlin", Berlin is where the time is.
      const isOwn = source.zone === undefined && /^\s*in\s*$/i.test(into[0]) && to.length === 1;
      if (said !== undefined && !isOwn) return { ...said, to };
    }
  }
  for (const source of sources(text)) {
    const said = await read(source);
    if (said !== undefined) return said;
  }
  const [unknown] = [...text.matchAll(INTO)]
    .map((into) => text.slice(into.index + into[0].length))
    .filter((name) => zonesOf(name) === undefined);
  if (unknown !== undefined && unknown.length <= 60) return refuseZone('Property "input" names a place that', unknown);
  throw invalid(
    `Cannot read property "input": ${quote(written.trim())} is not a time with its zone such as 3pm New York in Berlin`,
  );
}
