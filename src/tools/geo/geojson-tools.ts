import { z } from 'zod';
import { overLimit } from '../../core/errors.js';
import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { JSON_MIME } from '../../core/results.js';
import { openGeodesics } from '../../engines/geodesics.js';
import { openPolygons } from '../../engines/polygons.js';
import { WorkTime } from '../../engines/work-time.js';
import {
  boxed,
  buffered,
  centred,
  clipped,
  dissolved,
  located,
  mended,
  simplified,
} from '../../formats/geojson-actions.js';
import { readJson } from '../../formats/json-document.js';
import { documentResult, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { writeGeoJson } from '../../lib/geo/geojson.js';
import { geoJsonFaults } from '../../lib/geo/geojson-faults.js';
import { Budget, type Feature } from '../../lib/geo/model.js';

import { geoJsonData } from './_geojson-data.js';
import { readBox, readFeatures } from './_geojson-input.js';
import { featureMeasures } from './_geojson-measures.js';

/** Longest work on polygons: below the time of the class, so that its end is an answer. */
const MAX_SECONDS = 30;
/** Whole numbers that a degree has in the engine of polygons, and a metre. */
const PER_DEGREE = 1e8;
const PER_METER = 1e3;
const KIND = { extension: '.geojson', mime: JSON_MIME };

export default defineTool({
  id: 'geojson-tools',
  title: 'GeoJSON Tools',
  summary:
    'Validates, fixes, simplifies, measures, buffers, clips, dissolves and merges GeoJSON, and finds points in polygons.',
  family: 'geo',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.geojson', '.json'] },
  options: {
    action: z
      .enum([
        'validate',
        'fix',
        'simplify',
        'measure',
        'bbox',
        'centroid',
        'buffer',
        'clip',
        'dissolve',
        'merge',
        'points-in-polygons',
      ])
      .default('validate')
      .describe('What to do with the features; all but validate and measure give GeoJSON.'),
    tolerance: z
      .number()
      .min(0)
      .max(1_000_000)
      .default(10)
      .describe('For simplify: how far a line may be off, in metres.'),
    distance: z
      .number()
      .min(-1_000_000)
      .max(1_000_000)
      .default(100)
      .describe('For buffer: distance in metres; a negative one shrinks polygons.'),
    box: z
      .string()
      .max(200)
      .default('')
      .describe('For clip: west, south, east and north in degrees, separated by commas.'),
    property: z
      .string()
      .max(200)
      .default('')
      .describe(
        'For dissolve: polygons with the same value become one. For points-in-polygons: the property that names a polygon.',
      ),
  },
  result: 'mixed',
  data: geoJsonData,
  notes: [
    'One FeatureCollection, Feature or geometry in WGS 84; several files are worked on together, so that merge and points-in-polygons can take points from one file and polygons from another.',
    '"validate" checks types, positions, closed rings, winding, crossing edges, holes, the antimeridian, bbox. Every other action reads leniently: open rings are closed and empty parts left out.',
    '"fix" winds rings (RFC 7946), removes repeated positions and "crs", and cuts polygons that cross themselves into ones that do not.',
    'Lengths, areas and buffers are those on the WGS 84 ellipsoid (GeographicLib). Around features of several hundred kilometres a buffer is off by up to a thousandth.',
    'Clip, dissolve, simplify, centroid and points-in-polygons take edges as straight lines in degrees, as RFC 7946 defines them. Edges over the antimeridian are not cut.',
    'Positions are written to a hundred-millionth of a degree (1 mm). Heights are kept by merge only.',
    '"points-in-polygons" gives the points with a property "polygon": the named property, else the number of the feature; null outside. On the edge is inside.',
  ],
  aliases: [
    'geojson validator',
    'geojsonlint',
    'fix geojson winding',
    'simplify geojson',
    'buffer polygon',
    'polygon area calculator',
    'dissolve polygons',
    'merge geojson',
    'point in polygon',
    'turf',
  ],
  verified: [
    'Shapely 1.8.5 (GEOS 3.11): validity of 400 random polygons; shapes of fix, dissolve, clip and centroids of 200 each; 500 points in polygons. What fix gives is valid there too, but for insides in two parts that meet in points (1 of 200)',
    'Buffers: 100 shapes beside Shapely in a plane, circles by their area on the ellipsoid; area and perimeter as in GeographicLib’s published example',
    'RFC 7946: nineteen faults in documents, each against one of its sentences',
  ],
  examples: [
    {
      title: 'A polygon that runs the wrong way and is not closed',
      input: '{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[1,0]]]}',
      output: {
        data: {
          valid: false,
          errorCount: 1,
          warningCount: 0,
          faults: [{ severity: 'error', instance: '/coordinates/0', message: 'a ring must end where it begins' }],
        },
      },
    },
    {
      title: 'The same, fixed',
      input: '{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[1,0]]]}',
      options: { action: 'fix' },
      output: {
        text: '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}\n]}\n',
      },
    },
    {
      title: 'Length of a line along the equator',
      input: '{"type":"LineString","coordinates":[[0,0],[1,0]]}',
      options: { action: 'measure' },
      output: {
        data: {
          featureCount: 1,
          positionCount: 2,
          bbox: [0, 0, 1, 0],
          lengthMeters: 111319.491,
          perimeterMeters: 0,
          areaSquareMeters: 0,
          features: [
            {
              feature: 1,
              type: 'LineString',
              positions: 2,
              bbox: [0, 0, 1, 0],
              lengthMeters: 111319.491,
              perimeterMeters: 0,
              areaSquareMeters: 0,
            },
          ],
        },
      },
    },
    {
      title: 'No box to clip to',
      input: '{"type":"Point","coordinates":[1,2]}',
      options: { action: 'clip' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "box" must be four numbers, west, south, east, north, such as 5.9,47.2,15.1,55.1, got ""',
      },
    },
    {
      title: 'Latitude first',
      input: '{"type":"Point","coordinates":[52.5,113.4]}',
      options: { action: 'centroid' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as GeoJSON: latitude must be between -90 and 90 degrees, got 113.4',
      },
    },
  ],
  async run({ input, options, files }) {
    const { action, tolerance, distance, property } = options;
    const sources =
      files.length > 1 && input === ''
        ? await Promise.all(files.map((upload) => readTextFile(upload)))
        : [await readTextSource({ input, files })];
    const [source] = sources as [TextSource, ...TextSource[]];
    const bounded = <Result>(work: () => Result): Result => {
      const tooLong = () => overLimit(`Cannot ${action} ${source.label}: it takes more than ${MAX_SECONDS} seconds`);
      return refusing(`Cannot ${action} ${source.label}`, () => new WorkTime(MAX_SECONDS, tooLong).run(work));
    };
    if (action === 'validate') {
      if (sources.length > 1) throw invalid('Only one file can be validated at a time: option "action" is validate');
      const document = readJson(source.text, source.label);
      const { errors, warnings, list } = bounded(() => geoJsonFaults(document));
      return json({ valid: errors === 0, errorCount: errors, warningCount: warnings, faults: list });
    }
    const budget = new Budget();
    const features = sources.flatMap((one) => readFeatures(one, budget));
    const geodesics = await openGeodesics();
    if (action === 'measure') return json(bounded(() => featureMeasures(features, geodesics)));
    const polygons = await openPolygons(action === 'buffer' ? PER_METER : PER_DEGREE);
    const work = (): readonly Feature[] => {
      switch (action) {
        case 'fix':
          return mended(features, polygons);
        case 'simplify':
          return simplified(features, tolerance);
        case 'bbox':
          return boxed(features);
        case 'centroid':
          return centred(features);
        case 'buffer':
          return buffered(features, distance, geodesics, polygons);
        case 'clip':
          return clipped(features, readBox(options.box), polygons);
        case 'dissolve':
          return dissolved(features, property, polygons);
        case 'points-in-polygons':
          return located(features, property);
        default:
          return features;
      }
    };
    return documentResult(source, writeGeoJson(bounded(work)), KIND, 'native');
  },
});
