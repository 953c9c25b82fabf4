import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { openGeodesics } from '../../engines/geodesics.js';
import { inPart } from '../../lib/faults.js';
import { type Place, readPlace } from '../../lib/geo/place-text.js';
import { splitLines } from '../../lib/text/lines.js';
import { distanceData } from './_distance-data.js';

const MAX_PLACES = 10_000;
/** Exact by definition. */
const METERS = { m: 1, km: 1000, mi: 1609.344, nmi: 1852, ft: 0.3048 } as const;
/** Mean radius of the Earth (IUGG). */
const RADIUS = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function haversine(from: Place, to: Place): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places));
/** A hundred-millionth of a degree is a millimetre. */
const told = ({ latitude, longitude }: Place) => ({ latitude: rounded(latitude, 8), longitude: rounded(longitude, 8) });
const millimetres = (meters: number): number => rounded(meters, 3);

function readPlaces(input: string): { readonly line: number; readonly at: Place }[] {
  const lines = splitLines(input.replace(/^\ufeff/, ''))
    .lines.map((text, i) => ({ line: i + 1, text }))
    .filter(({ text }) => text.trim() !== '');
  if (lines.length > MAX_PLACES)
    throw overLimit(`Property "input" must hold at most ${MAX_PLACES} places, got ${lines.length}`);
  return refusing('Cannot read property "input"', () =>
    lines.map(({ line, text }) => ({ line, at: inPart(`line ${line}`, () => readPlace(text)) })),
  );
}

export default defineTool({
  id: 'geo-distance',
  title: 'Geo Distance',
  summary: 'Measures distances, bearings, midpoints, destinations, routes and areas on Earth, to the millimetre.',
  family: 'geo',
  class: 'standard',
  input: 'required',
  options: {
    action: z
      .enum(['distance', 'path', 'destination', 'area'])
      .default('distance')
      .describe(
        'Distance from the first place to each other one; length of the path through all; where one gets by bearing and distance; area inside all.',
      ),
    to: z.string().max(200).default('').describe('Place to measure to from each line, instead of from the first line.'),
    bearing: z
      .number()
      .min(-360)
      .max(360)
      .default(0)
      .describe('Direction of a destination in degrees clockwise from north.'),
    distance: z
      .number()
      .min(-100_000_000)
      .max(100_000_000)
      .default(0)
      .describe('Distance of a destination in the unit.'),
    unit: z
      .enum(['km', 'm', 'mi', 'nmi', 'ft'])
      .default('km')
      .describe('Kilometres, metres, miles, nautical miles or feet.'),
  },
  result: 'data',
  data: distanceData,
  notes: [
    'One place per line, up to 10,000, latitude first: 52.52, 13.405; 52°31\'12"N 13°24\'18"E; N 52 31.2 E 13 24.3; 52,52 13,40; geo: links, POINT(13.4 52.5), links to Google Maps or OpenStreetMap.',
    'Distances are geodesics on WGS 84 by Karney, exact to nanometres, near antipodes too, where the formula of Vincenty fails. Heights and roads are not in them.',
    'An area is bounded by geodesics and closed by itself. For more than half of the Earth the smaller side counts, and the orientation turns.',
  ],
  aliases: [
    'distance between coordinates',
    'haversine',
    'vincenty',
    'great circle distance',
    'bearing calculator',
    'gps distance',
    'polygon area',
    'midpoint coordinates',
    'as the crow flies',
    'geodesic',
    'how far apart are two cities',
    'distance between two places',
  ],
  verified: [
    'GeographicLib documentation: Wellington to Salamanca 19,959,679.267 m, destination of Perth, area and perimeter of Antarctica; Geoscience Australia, GDA manual: Flinders Peak to Buninyong 54,972.271 m, bearings to 0.01″',
    'GeodSolve 2.1.2 (Debian geographiclib-tools), by hand: 1,000 random pairs, a fifth of them nearly antipodal, within 1 mm and 0.00001°',
    'The destination by distance and bearing of 1,000 random pairs is the second place within 2 m: bearings have five decimals',
  ],
  examples: [
    {
      title: 'Berlin to Paris',
      input: '52.52, 13.405\n48°51\'24"N 2°21\'8"E',
      output: {
        data: {
          legs: [
            {
              from: { latitude: 52.52, longitude: 13.405 },
              to: { latitude: 48.85666667, longitude: 2.35222222 },
              line: 2,
              distance: 879.694,
              meters: 879_694.027,
              initialBearing: 246.80714,
              finalBearing: 238.24044,
              midpoint: { latitude: 50.81955958, longitude: 7.66268832 },
              sphereMeters: 877_459.248,
            },
          ],
          unit: 'km',
          warnings: [],
        },
      },
    },
    {
      title: 'A degree of a quarter turn',
      input: '0, 0',
      options: { action: 'destination', bearing: 90, distance: 111_319.491, unit: 'm' },
      output: {
        data: {
          legs: [
            {
              from: { latitude: 0, longitude: 0 },
              to: { latitude: 0, longitude: 1 },
              line: 1,
              distance: 111_319.491,
              meters: 111_319.491,
              initialBearing: 90,
              finalBearing: 90,
              midpoint: { latitude: 0, longitude: 0.5 },
              sphereMeters: 111_195.08,
            },
          ],
          unit: 'm',
          warnings: [],
        },
      },
    },
    {
      title: 'Not a place',
      input: '52.52, 13.405\nParis',
      error: {
        code: 'INVALID_INPUT',
        message: `Cannot read property "input": line 2: "P" is not part of a place such as 52.52, 13.405 or 52°31'N 13°24'E; names of places are not known`,
      },
    },
    {
      title: 'A single place',
      input: '1, 2',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": a distance needs two places, or option "to"',
      },
    },
    {
      title: 'An area of two places',
      input: '1, 2\n3, 4',
      options: { action: 'area' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": an area needs three places or more' },
    },
    {
      title: 'A longitude beyond the Earth',
      input: '1, 200',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: longitude 200 is not between -180 and 180',
      },
    },
  ],
  async run({ input, options: { action, to, bearing, distance, unit } }) {
    const earth = await openGeodesics();
    const places = readPlaces(input);
    const end = to.trim() === '' ? undefined : refusing('Cannot read option "to"', () => readPlace(to));
    const inUnit = (meters: number): number => rounded(meters / METERS[unit], unit === 'm' || unit === 'ft' ? 3 : 6);
    const short = (meters: number): number => rounded(inUnit(meters), 3);
    const needs = (least: number, what: string): void => {
      if (places.length < least) throw invalid(`Cannot read property "input": ${what}`);
    };
    const leg = (from: Place, target: Place, line: number, known?: { readonly meters: number }) => {
      const { meters, initialBearing, finalBearing } = earth.inverse(from, target);
      return {
        from: told(from),
        to: told(target),
        line,
        distance: short(known?.meters ?? meters),
        meters: millimetres(known?.meters ?? meters),
        initialBearing: rounded(initialBearing, 5),
        finalBearing: rounded(finalBearing, 5),
        midpoint: told(earth.direct(from, initialBearing, meters / 2).place),
        sphereMeters: millimetres(haversine(from, target)),
      };
    };
    needs(1, 'it has no place');
    if (action === 'destination') {
      const meters = distance * METERS[unit];
      const legs = places.map(({ at, line }) => {
        const { place: target, finalBearing } = earth.direct(at, bearing, meters);
        const half = earth.direct(at, bearing, meters / 2).place;
        // More than half around the Earth the way taken is not the shortest.
        return {
          ...leg(at, target, line, { meters }),
          initialBearing: rounded(((bearing % 360) + 360) % 360, 5),
          finalBearing: rounded(finalBearing, 5),
          midpoint: told(half),
        };
      });
      return json({ legs, unit, warnings: [] });
    }
    if (action === 'area') {
      needs(3, 'an area needs three places or more');
      const { area, perimeter } = earth.polygon(places.map(({ at }) => at));
      const size = Math.abs(area);
      return json({
        total: short(perimeter),
        totalMeters: millimetres(perimeter),
        area: rounded(size / METERS[unit] ** 2, 6),
        areaSquareMeters: rounded(size, 2),
        hectares: rounded(size / 10_000, 6),
        orientation: area < 0 ? 'clockwise' : 'counter-clockwise',
        legs: [],
        unit,
        warnings: [],
      });
    }
    const first = places[0] as (typeof places)[number];
    if (end === undefined) needs(2, `a ${action} needs two places, or option "to"`);
    const legs =
      action === 'distance'
        ? end === undefined
          ? places.slice(1).map(({ at, line }) => leg(first.at, at, line))
          : places.map(({ at, line }) => leg(at, end, line))
        : [...places, ...(end === undefined ? [] : [{ at: end, line: places.length }])]
            .slice(1)
            .map(({ at, line }, i) => leg((places[i] as (typeof places)[number]).at, at, line));
    if (action === 'distance') return json({ legs, unit, warnings: [] });
    const meters = legs.reduce((sum, one) => sum + one.meters, 0);
    return json({ total: short(meters), totalMeters: millimetres(meters), legs, unit, warnings: [] });
  },
});
