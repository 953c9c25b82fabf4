import { z } from 'zod';

import { defineTool, invalid, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { place, warnings } from '../../core/shared-data.js';
import { openMapGrids } from '../../engines/map-grids.js';
import { inPart } from '../../lib/faults.js';
import { splitLines } from '../../lib/text/lines.js';
import { READ_FORMS, readPlaces, WRITTEN_FORMS, writeForms } from './_coordinate-forms.js';

const MAX_PLACES = 5000;

const form = (description: string) => z.string().describe(description);
const gridForm = (description: string) =>
  z.string().nullable().describe(`${description}; null where it does not reach.`);

export default defineTool({
  id: 'coordinate-converter',
  title: 'Coordinate Converter',
  summary:
    'Converts coordinates between degrees, UTM, MGRS, geohash, Plus Codes, Maidenhead, British grid and Web Mercator.',
  family: 'geo',
  class: 'standard',
  input: 'required',
  options: {
    from: z
      .enum(READ_FORMS)
      .default('auto')
      .describe('Form of the input; auto tells all but Web Mercator, and geohashes from six characters on.'),
    to: z
      .enum(['all', ...WRITTEN_FORMS])
      .default('all')
      .describe('Form of the result: everything as JSON, or one form as text with a line per place.'),
  },
  result: 'mixed',
  data: z.object({
    places: z
      .array(
        z.object({
          line: place('Line of the place.'),
          readAs: z.string().describe('Form in which it was read.'),
          latitude: z.number().describe('Degrees north on WGS 84.'),
          longitude: z.number().describe('Degrees east.'),
          decimal: form('Decimal degrees, latitude first.'),
          dms: form('Degrees, minutes and seconds.'),
          ddm: form('Degrees and decimal minutes.'),
          utm: gridForm('UTM zone with the letter of its band, easting, northing in metres'),
          mgrs: gridForm('MGRS square of a metre'),
          geohash: form('Geohash of 11 characters, a cell of about 15 cm.'),
          'plus-code': form('Open Location Code of 11 digits, about 3 m.'),
          maidenhead: form('Locator of radio amateurs, eight characters.'),
          osgb: gridForm('Grid reference of Great Britain, right to about 5 m'),
          'web-mercator': gridForm('Metres of web maps (EPSG:3857), easting first'),
          tile: gridForm('Tile of web maps at zoom 15 as zoom/x/y'),
          'geo-uri': form('Link of RFC 5870.'),
        }),
      )
      .describe('One per place, in their order.'),
    warnings: warnings(),
  }),
  notes: [
    'One place per line, up to 5,000, or several in a line with semicolons between. Degrees as people type them: signs or N, S, E, W, with °, \' and ", spaces or colons, decimal points or commas, links to maps, geo: and POINT(longitude latitude).',
    'Codes that stand for an area are read as its middle.',
    'Everything is on WGS 84. OSGB36 is reached by seven parameters, which is right to about five metres; surveyors need the OSTN15 grid.',
    'A letter behind a UTM zone is read as the band; S alone means south, as hemispheres are written. UTM and MGRS reach from 80° south to 84° north.',
  ],
  aliases: [
    'dms to decimal',
    'decimal to dms',
    'lat long converter',
    'utm to lat long',
    'mgrs converter',
    'geohash decode',
    'plus code',
    'open location code',
    'maidenhead locator',
    'grid reference finder',
    'gps coordinates converter',
    'epsg 3857',
    'gps coordinates to degrees',
  ],
  verified: [
    'gdaltransform (PROJ): UTM and Web Mercator of 200 random places, to the centimetre',
    'GeoConvert 2.1.2 (Debian geographiclib-tools), by hand: MGRS squares of 1,000 random places, also with the zones of Norway and Svalbard',
    'Published values: Open Location Code encoding tests, geohash u4pruydqqvj, locators FN31pr and JN58td, Ordnance Survey guide (Caister water tower TG 51409 13177, within 5 m)',
    'Every form of 300 random places, read again, is the same place within its cell',
  ],
  examples: [
    {
      title: 'Degrees, minutes and seconds as decimals',
      input: '48°51\'29.6"N 2°17\'40.2"E\nN 40 26.767 W 79 58.933\n31UDQ4825111943',
      options: { to: 'decimal' },
      output: { text: '48.8582222, 2.2945\n40.4461167, -79.9822167\n48.8582973, 2.2944946\n' },
    },
    {
      title: 'A place in every form',
      input: '57.64911, 10.40744',
      output: {
        data: {
          places: [
            {
              line: 1,
              readAs: 'degrees',
              latitude: 57.64911,
              longitude: 10.40744,
              decimal: '57.64911, 10.40744',
              dms: '57°38\'56.80"N 10°24\'26.78"E',
              ddm: "57°38.9466'N 10°24.4464'E",
              utm: '32V 584001.28 6390517.23',
              mgrs: '32VNJ8400190517',
              geohash: 'u4pruydqqvj',
              'plus-code': '9F9GJCX4+JXW',
              maidenhead: 'JO57ep85',
              osgb: null,
              'web-mercator': '1158550.92, 7893964.92',
              tile: '15/17331/9929',
              'geo-uri': 'geo:57.64911,10.40744',
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A place north of UTM',
      input: '85, 0',
      options: { to: 'utm' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: utm does not reach this place' },
    },
    {
      title: 'Not a place',
      input: 'here',
      error: {
        code: 'INVALID_INPUT',
        message: `Cannot read property "input": line 1: "H" is not part of a place such as 52.52, 13.405 or 52°31'N 13°24'E; names of places are not known`,
      },
    },
    {
      title: 'A word',
      input: 'nonsense',
      error: {
        code: 'INVALID_INPUT',
        message: `Cannot read property "input": line 1: "O" is not part of a place such as 52.52, 13.405 or 52°31'N 13°24'E; names of places are not known`,
      },
    },
    {
      title: 'Not a place of that form',
      input: '52.5, 13.4',
      options: { from: 'mgrs' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "52.5, 13.4" is not a place in the form mgrs',
      },
    },
  ],
  async run({ input, options: { from, to } }) {
    const grids = await openMapGrids();
    const lines = splitLines(input.replace(/^\ufeff/, ''))
      .lines.map((written, i) => ({ line: i + 1, written }))
      .filter(({ written }) => written.trim() !== '');
    if (lines.length === 0) throw invalid('Cannot read property "input": it has no place');
    if (lines.length > MAX_PLACES)
      throw overLimit(`Property "input" must hold at most ${MAX_PLACES} places, got ${lines.length}`);
    const places = refusing('Cannot read property "input"', () =>
      lines.flatMap(({ line, written }) =>
        inPart(`line ${line}`, () => readPlaces(written, from, grids)).map((place) => ({ line, ...place })),
      ),
    );
    if (places.length > MAX_PLACES)
      throw overLimit(`Property "input" must hold at most ${MAX_PLACES} places, got ${places.length}`);
    if (to === 'all')
      return json({
        places: places.map(({ line, place: at, form: readAs }) => ({
          line,
          readAs,
          latitude: Number(at.latitude.toFixed(9)),
          longitude: Number(at.longitude.toFixed(9)),
          ...writeForms(at, grids),
        })),
        warnings: [],
      });
    const written = places.map(({ line, place: at }) => {
      const found = writeForms(at, grids)[to];
      if (found === null) throw invalid(`Cannot read property "input": line ${line}: ${to} does not reach this place`);
      return found;
    });
    return text(`${written.join('\n')}\n`);
  },
});
