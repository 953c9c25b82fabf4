import { z } from 'zod';

import { anyJson, count } from '../../core/shared-data.js';

const box = () =>
  z.array(z.number()).describe('West, south, east and north in degrees; empty where there is no place.');

/** What geojson-tools tells: faults, measures, or the GeoJSON itself. */
export const geoJsonData = z.union([
  z
    .object({
      valid: z.boolean().describe('Whether RFC 7946 allows the document.'),
      errorCount: count('Errors, including those that are not listed.'),
      warningCount: count('Warnings, including those that are not listed.'),
      faults: z
        .array(
          z.object({
            severity: z
              .enum(['error', 'warning'])
              .describe('An error breaks RFC 7946; a warning is against its advice, or is read in several ways.'),
            instance: z.string().describe('JSON Pointer of the place.'),
            message: z.string().describe('What is wrong.'),
          }),
        )
        .describe('Up to 200 faults, errors first.'),
    })
    .describe('For validate.'),
  z
    .object({
      featureCount: count('Features.'),
      positionCount: count('Positions.'),
      bbox: box(),
      lengthMeters: z.number().describe('Length of all lines.'),
      perimeterMeters: z.number().describe('Length of all rings.'),
      areaSquareMeters: z.number().describe('Area of all polygons, holes taken off; what overlaps counts twice.'),
      features: z
        .array(
          z.object({
            feature: count('Number of the feature, from 1.'),
            type: z.string().describe('Type of its geometry; empty where there is none.'),
            positions: count('Positions.'),
            bbox: box(),
            lengthMeters: z.number().describe('Length of its lines.'),
            perimeterMeters: z.number().describe('Length of its rings.'),
            areaSquareMeters: z.number().describe('Its area.'),
          }),
        )
        .describe('The features in order.'),
    })
    .describe('For measure.'),
  z
    .object({
      type: z.literal('FeatureCollection').describe('The type of GeoJSON.'),
      features: z.array(anyJson('A feature.')).describe('The features.'),
    })
    .describe('For the other actions, with text input: the GeoJSON itself.'),
]);
