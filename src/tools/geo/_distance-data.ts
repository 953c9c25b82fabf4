import { z } from 'zod';

import { place, warnings } from '../../core/shared-data.js';

const placeData = z.object({
  latitude: z.number().describe('Degrees north.'),
  longitude: z.number().describe('Degrees east.'),
});

/** What geo-distance tells. */
export const distanceData = z.object({
  total: z.number().optional().describe('Length of the path, or perimeter of the area, in the unit.'),
  totalMeters: z.number().optional().describe('The same in metres.'),
  area: z.number().optional().describe('Area in square units.'),
  areaSquareMeters: z.number().optional().describe('Area in square metres.'),
  hectares: z.number().optional().describe('Area in hectares.'),
  orientation: z
    .enum(['counter-clockwise', 'clockwise'])
    .optional()
    .describe('In which direction the places run round the area.'),
  legs: z
    .array(
      z.object({
        from: placeData.describe('Start.'),
        to: placeData.describe('End.'),
        line: place('Line of the input that decides it.'),
        distance: z.number().describe('Shortest distance in the unit.'),
        meters: z.number().describe('The same in metres, to the millimetre.'),
        initialBearing: z.number().describe('Direction at the start, degrees clockwise from north.'),
        finalBearing: z.number().describe('Direction at the end.'),
        midpoint: placeData.describe('Halfway on the shortest line.'),
        sphereMeters: z.number().describe('On a sphere by the haversine formula; up to 0.6 % off.'),
      }),
    )
    .describe('One per pair of places; for a destination its line; empty for an area.'),
  unit: z.string().describe('Unit of the distances.'),
  warnings: warnings(),
});
