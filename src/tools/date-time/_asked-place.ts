import { withoutQuestion } from '../../formats/said-dates.js';
import { isSaid } from '../../formats/said-options.js';
import { findZone, refuseZone } from '../../formats/zone-names.js';

/** The place by the options or by a text. */
export function placeOf(input: string, { timezone, coordinates }: { timezone: string; coordinates: string }) {
  if (!isSaid(input, { timezone: timezone !== 'UTC', coordinates: coordinates.trim() !== '' }))
    return { timezone, coordinates };
  const place = withoutQuestion(input)
    .replace(/\s+/g, ' ')
    .replace(
      /^(?:(?:what|which|current|local|time ?zones?|time|zone|clocks?|offset|is|it|now) ){0,6}(?:(?:in|of|for|at) )?/i,
      '',
    )
    .replace(/ (?:in|(?:current |local )?time(?: ?zone)?|now)$/i, '');
  if (/^[-+−]?\d+(?:\.\d+)?°?[\s,;]+[-+−]?\d+(?:\.\d+)?°?$/.test(place)) return { timezone, coordinates: place };
  return { timezone: (findZone(place) ?? refuseZone('Input', place)).name, coordinates: '' };
}
