import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, file, invalid } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { DELIMITER_CHARACTERS, shared } from '../../core/shared-options.js';
import {
  GEO_KINDS,
  GEO_SOURCES,
  GEO_TARGETS,
  PACKED_KINDS,
  PACKED_TARGETS,
  packGeo,
  readGeo,
  writeGeo,
} from '../../formats/geo.js';
import type { TextSource } from '../../formats/text-source.js';
import { checkFileSize, documentResult } from '../../formats/text-source.js';

const nameOf = ({ file: upload }: TextSource): string => (upload === undefined ? 'result' : stemOf(upload.name));

export default defineTool({
  id: 'geo-format-converter',
  title: 'Geo Format Converter',
  summary:
    'Converts places, lines and areas between GeoJSON, KML, KMZ, GPX, TopoJSON, WKT, CSV, shapefiles and GeoPackages, and reads WKB too, keeping the digits of the coordinates.',
  family: 'data-formats',
  class: 'native',
  input: 'optional',
  files: {
    min: 0,
    max: 5,
    formats: ['*'],
  },
  options: {
    from: z
      .enum(['auto', ...GEO_SOURCES])
      .default('auto')
      .describe('Format to read; wkb is hexadecimal, one geometry per line; auto detects it.'),
    to: z
      .enum([...GEO_TARGETS, ...PACKED_TARGETS])
      .default('geojson')
      .describe('Format to write; kmz is KML in a ZIP archive, a shapefile a ZIP archive with its files.'),
    latColumn: z.string().max(128).default('lat').describe('Name of the CSV column with the latitude, in degrees.'),
    lonColumn: z.string().max(128).default('lon').describe('Name of the CSV column with the longitude, in degrees.'),
    layerName: z
      .string()
      .max(128)
      .default('')
      .describe('Layer of a GeoPackage to read; empty for all, each feature with the name of its layer.'),
    types: z
      .boolean()
      .default(true)
      .describe('Reads numbers, true and false in CSV and KML extended data as values instead of text.'),
    delimiter: shared.delimiter(),
    outputDelimiter: shared.outputDelimiter(),
  },
  result: 'mixed',
  data: anyJson('GeoJSON; only where that format is asked for.'),
  notes: [
    'Coordinates are longitude and latitude of WGS 84 in every format. Shapefiles, GeoPackages, GeoJSON with a "crs", and WKT and WKB with an SRID in another system that is known are converted, with 9 decimals; others are refused. They keep their digits (as doubles in a shapefile or GeoPackage); heights are kept, measures (M of WKT and WKB) and numbers beyond the third of a GeoJSON position are omitted.',
    'Rings that are open are closed. Outer rings are written counter-clockwise to GeoJSON (RFC 7946) and KML; TopoJSON and WKT keep the direction. Empty parts are omitted, an empty geometry is a feature without one.',
    'KML: folders become the property folder, time stamps timestamp, begin and end, a gx:Track a line with the property times. Styles, views, overlays, links to other files, and altitude modes are omitted. Writing puts name, description, address, phoneNumber, visibility and timestamp into their elements, other properties into ExtendedData.',
    'GPX: waypoints become points, routes and tracks lines, told apart by the property gpxType; other data of the points of a line is stored as lists in coordinateProperties. File metadata is omitted. Writing turns lines into tracks unless gpxType is rte, points of a MultiPoint and parts of a collection into one waypoint or track each; polygons and features without geometry are refused.',
    'CSV: points are written with latColumn, lonColumn and, where there are heights, ele; anything else with a column wkt, which is read back, too. While the names are the default ones, latitude, longitude, lng, x, y and the like are found as well. A row without a place is a feature without geometry.',
    'TopoJSON is written as one object, features, with shared borders as shared arcs, without quantization. Of several objects that are read, each names its features in the property layer.',
    'WKT holds geometries only: one per line, properties are omitted, GEOMETRYCOLLECTION EMPTY represents none, and a position without a height beside others with one gets 0.',
    'A shapefile is read from a ZIP archive with one, or from its files (.shp with .dbf, .prj and .cpg; .shx is not needed), all types but MultiPatch. Systems within two metres of WGS 84, such as ETRS89 or NAD83, are treated as WGS 84. Without a .prj file the numbers must be able to be degrees. Texts are decoded by .cpg, else by the code page of the .dbf, else as UTF-8 or Windows-1252; memos are omitted.',
    'Projections that are converted: Transverse Mercator (UTM, Gauss-Krüger), Web Mercator, Lambert conformal and azimuthal, Albers, Mollweide, on datums near WGS 84; also the grids of Great Britain (to 5 m), Austria (to 2 m) and Switzerland (to 0.1 m), and others whose .prj file has TOWGS84. Of GeoJSON and SRIDs the codes of EPSG for UTM, Web Mercator, and 2154, 2180, 3006, 3035, 3067, 27700.',
    'A shapefile is written for each kind of geometry, as name-points, name-lines and so on if there are several; collections are refused. Column names are cut to 10 bytes of UTF-8 and told apart by _2; numbers that have no room together in 24 characters become texts; texts over 254 bytes are refused; blanks behind a text and empty texts do not come back.',
    'GeoPackage: the layers of features, each with its layer in the property layer unless there is one or layerName chooses; the integer key of one layer is the id of its features. Booleans are true and false, blobs hexadecimal text. Tiles and tables without geometries are omitted. One layer is written, named after the file, without a spatial index; the types of its columns follow from all values.',
    'Ids of features become the property id in formats without ids (feature_id where id is taken). Lists and objects are written as JSON into KML, GPX, CSV and GeoPackage; null is omitted of KML and GPX and is an empty cell of CSV. Foreign members of GeoJSON, such as bbox, are omitted.',
    'Limits: 500,000 features, 2,000,000 vertices, 1000 layers, 32 levels of geometry collections, 100,000,000 bytes unpacked from an archive, 10,000,000 cells of a table, 32 different elements in the points of a GPX line.',
  ],
  aliases: [
    'kml to geojson',
    'geojson to kml',
    'gpx to geojson',
    'kmz to geojson',
    'kml to kmz',
    'geojson to kmz',
    'gpx to kml',
    'kml to gpx',
    'topojson to geojson',
    'geojson to topojson',
    'wkt to geojson',
    'wkb to wkt',
    'csv to geojson',
    'csv to kml',
    'geojson to csv',
    'shapefile to geojson',
    'shp to geojson',
    'geojson to shapefile',
    'gpkg to geojson',
    'shapefile to geopackage',
    'shp to kml',
    'shp to csv',
    'gis file converter',
    'map file converter',
    'google earth file to a table',
    'gpx track to kml',
  ],
  verified: [
    'ogr2ogr (GDAL 3.6.2) reads the same geometries from the written GeoJSON, TopoJSON, KML, CSV and GPX: 72 random geometries per format, with and without heights (TopoJSON without, and without collections, which GDAL omits).',
    'The GeoJSON, KML, GPX, CSV with WKT (72 random geometries per format) and EWKB (40) that ogr2ogr writes are read with the same geometries.',
    'ogr2ogr (GDAL 3.6.2) reads the same geometries from the written shapefiles, and those that it writes are read with the same geometries: 320 random ones of all types, with heights and without (those of polygons level); tables both ways; texts in UTF-8, 1251, ISO-8859-1 and CP932; measures.',
    'ogr2ogr (GDAL 3.6.2) -t_srs EPSG:4326: shapefiles in 30 systems and GeoJSON in 11, 40 places each, come out at the same longitude and latitude: to a millimetre on datums near WGS 84, to 0.1 m in Great Britain and Switzerland, to 1 m in Austria (whose shifts are known to a few metres only).',
    'ogr2ogr (GDAL 3.6.2) reads the same geometries, ids, types and values from the written GeoPackages, and those that it writes are read with the same: 480 random geometries of all types, with heights and without, empty and missing ones.',
    '500 damaged shapefiles end in a result or a message.',
    'Round trips of 100 random geometries through each written format give the same coordinates, digit for digit.',
    '800 damaged texts of all formats end in a result or a message.',
  ],
  examples: [
    {
      title: 'KML to GeoJSON',
      input:
        '<kml xmlns="http://www.opengis.net/kml/2.2"><Folder><name>Alps</name><Placemark><name>Eiger</name><Point><coordinates>8.00530,46.57750,3967</coordinates></Point></Placemark></Folder></kml>',
      output: {
        text: '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{"name":"Eiger","folder":"Alps"},"geometry":{"type":"Point","coordinates":[8.00530,46.57750,3967]}}\n]}\n',
      },
    },
    {
      title: 'A table of places to KML',
      input: 'name,latitude,longitude\nBern,46.948,7.4474\n',
      options: { to: 'kml' },
      output: {
        text: '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n<Placemark>\n<name>Bern</name>\n<Point><coordinates>7.4474,46.948</coordinates></Point>\n</Placemark>\n</Document>\n</kml>\n',
      },
    },
    {
      title: 'A clockwise polygon of WKT gets the direction of RFC 7946',
      input: 'POLYGON ((0 0, 0 1, 1 1, 1 0, 0 0))',
      output: {
        text: '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}\n]}\n',
      },
    },
    {
      title: 'A place to KMZ',
      input: 'POINT (7.4474 46.948)',
      options: { to: 'kmz' },
      output: { files: [{ name: 'result.kmz', mime: 'application/vnd.google-earth.kmz' }] },
    },
    {
      title: 'A point of PostGIS in Web Mercator',
      input: '0101000020110F0000EAFB2C8DE14C29418A266D9E85A25641',
      options: { to: 'wkt' },
      output: { text: 'POINT (7.4474 46.948)\n' },
    },
    {
      title: 'A polygon for GPX',
      input: '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}',
      options: { to: 'gpx' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write GPX: feature 1: it has a Polygon, which GPX cannot hold: it has points and lines only',
      },
    },
    {
      title: 'A table without places',
      input: 'name,latitude\nBern,46.9\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as CSV: there is no column "lon" (option "lonColumn")',
      },
    },
    {
      title: 'Older GeoJSON in UTM coordinates',
      input:
        '{"type":"Point","coordinates":[381849.181902606,5200555.4816549],"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::32632"}}}',
      options: { to: 'wkt' },
      output: { text: 'POINT (7.4474 46.948)\n' },
    },
    {
      title: 'WKT with a fault',
      input: 'LINESTRING (1 2, 3)',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as WKT: line 1, column 18: expected a position of 2 to 4 numbers, got 1\nLINESTRING (1 2, 3)\n                 ^',
      },
    },
    {
      title: 'A coordinate system that is not converted',
      input: 'SRID=31467;POINT(1 2)',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as WKT: line 1, column 1: its coordinates must be in a system that can be converted to WGS 84, got SRID 31467: convert it with "ogr2ogr -s_srs EPSG:31467 -t_srs EPSG:4326" first\nSRID=31467;POINT(1 2\n^',
      },
    },
    {
      title: 'KMZ given as text',
      input: 'x',
      options: { from: 'kmz' },
      error: { code: 'INVALID_INPUT', message: 'Option "from" is kmz: a ZIP archive must be given as file' },
    },
    {
      title: 'A collection for a shapefile',
      input: 'GEOMETRYCOLLECTION (POINT (1 2))',
      options: { to: 'shapefile' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write Shapefile: feature 1: it has a GeometryCollection, which a shapefile cannot hold',
      },
    },
    {
      title: 'A shapefile without its shapes',
      files: [{ name: 'towns.prj', text: 'GEOGCS["GCS_WGS_1984"]' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "towns.prj" as Shapefile: it must have a .shp file' },
    },
    {
      title: 'Two files that do not belong together',
      files: [
        { name: 'a.kml', text: '<kml/>' },
        { name: 'b.kml', text: '<kml/>' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Only the files of one shapefile (.shp, .dbf, .shx, .prj, .cpg) may be given together',
      },
    },
    {
      title: 'An empty column name',
      input: 'x',
      options: { lonColumn: '' },
      error: { code: 'INVALID_INPUT', message: 'Option "lonColumn" must not be empty' },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    for (const name of ['latColumn', 'lonColumn'] as const)
      if (options[name].trim() === '') throw invalid(`Option "${name}" must not be empty`);
    const { source, features } = await readGeo({ input, files }, options);
    const { to } = options;
    const name = nameOf(source);
    if (to === 'kmz' || to === 'shapefile' || to === 'geopackage') {
      const bytes = await packGeo(features, to, name);
      checkFileSize(bytes, 'native');
      return file(`${name}${PACKED_KINDS[to].extension}`, PACKED_KINDS[to].mime, bytes);
    }
    const delimiter = DELIMITER_CHARACTERS[options.outputDelimiter];
    return documentResult(source, writeGeo(features, to, { ...options, delimiter }), GEO_KINDS[to], 'native');
  },
});
