import { ContentFault, inPart, LimitFault } from '../faults.js';
import type { JsonObject, JsonValue } from '../json/values.js';
import { cellText } from '../table/table.js';
import { BoundedText } from '../text/bounded-text.js';
import { attributeOf, elementsOf, localName, trimmedTextOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';

import { asLine } from './kml.js';
import {
  type Budget,
  build,
  checkDegrees,
  type Feature,
  forEachFeature,
  type Geometry,
  type GeoPosition,
  numberText,
  plainDecimal,
  propertiesWithId,
} from './model.js';
import { xmlAttribute, xmlText } from './xml-values.js';

/** Different things that a file may say of its points, each a list as long as the line. */
const MAX_POINT_KEYS = 32;

/** Where the properties stand that GPX has no element for. */
const EXTENSION = 'urn:tool-execution-api:properties';

/**
 * Waypoints, routes and tracks of GPX 1.0 and 1.1, told apart by the property `gpxType`. What the points of a line say beside
 * place and height stands in `coordinateProperties`, as lists. Throws ContentFault, LimitFault.
 */
export function readGpx(root: XmlElement, budget: Budget): Feature[] {
  if (localName(root.name) !== 'gpx')
    throw new ContentFault(`the root element must be <gpx>, got <${root.name.slice(0, 80)}>`);
  const features: Feature[] = [];
  for (const element of elementsOf(root)) {
    const type = localName(element.name);
    if (type !== 'wpt' && type !== 'rte' && type !== 'trk') continue;
    budget.addFeature();
    inPart(`feature ${features.length + 1} (${type})`, () => {
      const properties = new Map<string, JsonValue>([['gpxType', type]]);
      const geometry = readGeometry(type, element, properties, budget);
      features.push({ id: undefined, geometry, properties });
    });
  }
  return features;
}

function readGeometry(
  type: 'wpt' | 'rte' | 'trk',
  element: XmlElement,
  properties: Map<string, JsonValue>,
  budget: Budget,
): Geometry | null {
  const parts = type === 'trk' ? ['trkseg'] : ['rtept'];
  if (type === 'wpt') {
    readValues(element, properties, ['ele']);
    return build.point(readPosition(element, budget));
  }
  readValues(element, properties, parts);
  const segments = (type === 'rte' ? [element] : elementsOf(element).filter(({ name }) => localName(name) === 'trkseg'))
    .map((segment) =>
      elementsOf(segment).filter(({ name }) => localName(name) === (type === 'rte' ? 'rtept' : 'trkpt')),
    )
    .filter(({ length }) => length > 0)
    .map((points) => (points.length === 1 ? [...points, ...points] : points));
  const lines = segments.map((points) => asLine(points.map((point) => readPosition(point, budget))));
  const values = pointValues(segments);
  if (values.size > 0) properties.set('coordinateProperties', values);
  return lines.length === 1 ? build.line(lines[0] ?? []) : build.multiLine(lines);
}

/** What the points of the segments say: a list of each key, of lists where there are several segments. */
function pointValues(segments: readonly (readonly XmlElement[])[]): JsonObject {
  const said = segments.map((points) =>
    points.map((point) => {
      const values = new Map<string, JsonValue>();
      readValues(point, values, ['ele']);
      return values;
    }),
  );
  const keys = new Set<string>();
  for (const points of said)
    for (const values of points) {
      for (const key of values.keys()) keys.add(key);
      if (keys.size > MAX_POINT_KEYS)
        throw new LimitFault(`the points of a track or route must have at most ${MAX_POINT_KEYS} different elements`);
    }
  const result = new Map<string, JsonValue>();
  for (const key of keys) {
    const lists = said.map((points) => points.map((values) => values.get(key) ?? null));
    result.set(key, lists.length === 1 ? (lists[0] ?? []) : lists);
  }
  return result;
}

/** Simple elements by their local names; of several of one name, a list. Those of extensions are found at any depth. */
function readValues(element: XmlElement, values: Map<string, JsonValue>, skipped: readonly string[]): void {
  const open = elementsOf(element).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = localName(next.name);
    if (skipped.includes(name)) continue;
    const children = elementsOf(next);
    if (name === 'link') {
      const href = attributeOf(next, 'href') ?? trimmedTextOf(next);
      if (href !== '') addValue(values, 'link', href);
    } else if (children.length > 0) for (const child of children.reverse()) open.push(child);
    else if (!next.isEmptyTag) addValue(values, attributeOf(next, 'name') ?? name, trimmedTextOf(next));
  }
}

function addValue(values: Map<string, JsonValue>, key: string, text: string): void {
  const before = values.get(key);
  if (before === undefined) values.set(key, text);
  else if (Array.isArray(before)) before.push(text);
  else values.set(key, [before, text]);
}

function readPosition(element: XmlElement, budget: Budget): GeoPosition {
  budget.addVertices(1);
  const required = (name: string): string => {
    const text = attributeOf(element, name)?.trim();
    const number = text === undefined ? undefined : numberText(text);
    if (number !== undefined) return number;
    throw new ContentFault(
      `"${name}" of <${localName(element.name)}> must be a number, got ${text === undefined ? 'none' : JSON.stringify(text.slice(0, 40))}`,
    );
  };
  const position = [required('lon'), required('lat')];
  const height = elementsOf(element).find(({ name }) => localName(name) === 'ele');
  const text = height === undefined ? '' : trimmedTextOf(height);
  if (text === '') return position;
  const number = numberText(text);
  if (number === undefined) throw new ContentFault(`<ele> must be a number, got ${JSON.stringify(text.slice(0, 40))}`);
  return [...position, number];
}

/**
 * GPX 1.1: points as waypoints, lines as tracks, or routes where `gpxType` is `rte`. Throws ContentFault naming the feature whose
 * geometry GPX cannot hold. LimitFault where it gets too long.
 */
export function writeGpx(features: readonly Feature[]): string {
  // The schema wants waypoints first, then routes, then tracks.
  const parts = { wpt: new BoundedText(), rte: new BoundedText(), trk: new BoundedText() };
  forEachFeature(features, (feature) => {
    if (feature.geometry === null) throw new ContentFault('it has no geometry, which GPX cannot hold');
    checkDegrees(feature.geometry, 180);
    const properties = new Map(propertiesWithId(feature));
    const isRoute = properties.get('gpxType') === 'rte';
    properties.delete('gpxType');
    writeGeometry(feature.geometry, properties, isRoute, parts);
  });
  const out = new BoundedText();
  out.add('<?xml version="1.0" encoding="UTF-8"?>\n');
  out.add(
    `<gpx version="1.1" creator="tool-execution-api" xmlns="http://www.topografix.com/GPX/1/1" xmlns:p="${EXTENSION}">\n`,
  );
  for (const part of [parts.wpt, parts.rte, parts.trk]) out.add(part.toString());
  out.add('</gpx>\n');
  return out.toString();
}

type Parts = Readonly<Record<'wpt' | 'rte' | 'trk', BoundedText>>;

function writeGeometry(geometry: Geometry, properties: JsonObject, isRoute: boolean, parts: Parts): void {
  switch (geometry.type) {
    case 'Point':
      writePoint('wpt', geometry.coordinates, properties, parts.wpt);
      return;
    case 'MultiPoint':
      for (const position of geometry.coordinates) writePoint('wpt', position, properties, parts.wpt);
      return;
    case 'LineString':
      if (isRoute) writeRoute(geometry.coordinates, properties, parts.rte);
      else writeTrack([geometry.coordinates], properties, parts.trk);
      return;
    case 'MultiLineString':
      writeTrack(geometry.coordinates, properties, parts.trk);
      return;
    case 'GeometryCollection':
      for (const part of geometry.geometries) writeGeometry(part, properties, isRoute, parts);
      return;
    default:
      throw new ContentFault(`it has a ${geometry.type}, which GPX cannot hold: it has points and lines only`);
  }
}

const BEFORE_LINK = ['name', 'cmt', 'desc', 'src'];
/** In the order of the schema (wptType, GPX 1.1); numbers only where it wants numbers. */
const POINT_ELEMENTS = [
  'time',
  'magvar',
  'geoidheight',
  ...BEFORE_LINK,
  'link',
  'sym',
  'type',
  'fix',
  'sat',
  'hdop',
  'vdop',
  'pdop',
  'ageofdgpsdata',
  'dgpsid',
];
const LINE_ELEMENTS = [...BEFORE_LINK, 'link', 'number', 'type'];
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?$/],
  ['fix', /^(?:none|2d|3d|dgps|pps)$/],
  ['number', /^\d{1,9}$/],
  ['sat', /^\d{1,9}$/],
  ['dgpsid', /^(?:\d{1,3}|10[01]\d|102[0-3])$/],
  ...['magvar', 'geoidheight', 'hdop', 'vdop', 'pdop', 'ageofdgpsdata'].map((name): [string, RegExp] => [
    name,
    /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  ]),
]);

/** Known elements in order, then the rest as extensions. */
function writeValues(properties: JsonObject, known: readonly string[], out: BoundedText): void {
  const rest = new Map(properties);
  for (const key of known) {
    const value = rest.get(key);
    if (value === undefined || value === null) continue;
    const texts = key === 'link' && Array.isArray(value) ? value.map(cellText) : [cellText(value)];
    if (Array.isArray(value) && key !== 'link') continue;
    if (FORMS.get(key)?.test(texts[0] ?? '') === false) continue;
    for (const text of texts)
      out.add(key === 'link' ? `<link href="${xmlAttribute(text)}"></link>` : `<${key}>${xmlText(text)}</${key}>`);
    rest.delete(key);
  }
  const others = [...rest].filter(([, value]) => value !== null);
  if (others.length === 0) return;
  out.add('<extensions>');
  for (const [key, value] of others)
    out.add(`<p:property name="${xmlAttribute(key)}">${xmlText(cellText(value))}</p:property>`);
  out.add('</extensions>');
}

function writePoint(
  name: 'wpt' | 'rtept' | 'trkpt',
  position: GeoPosition,
  values: JsonObject,
  out: BoundedText,
): void {
  const [lon = '', lat = '', ele] = position.map(plainDecimal);
  out.add(`<${name} lat="${lat}" lon="${lon}">`);
  if (ele !== undefined) out.add(`<ele>${ele}</ele>`);
  writeValues(values, POINT_ELEMENTS, out);
  out.add(`</${name}>\n`);
}

/** Lists of `coordinateProperties` (and `times` of KML tracks) that are as long as the lines go back to their points. */
function takePointValues(
  properties: JsonObject,
  lines: readonly (readonly GeoPosition[])[],
): { readonly rest: JsonObject; readonly valuesAt: (line: number, point: number) => JsonObject } {
  const rest = new Map(properties);
  const listed = rest.get('coordinateProperties');
  const lists = new Map<string, readonly JsonValue[]>();
  const left = new Map<string, JsonValue>();
  const take = (key: string, value: JsonValue): boolean => {
    const perLine = lines.length === 1 ? [value] : value;
    if (!Array.isArray(perLine) || perLine.length !== lines.length) return false;
    const fits = perLine.every((list, i) => Array.isArray(list) && list.length === lines[i]?.length);
    if (fits) lists.set(key, perLine);
    return fits;
  };
  if (listed instanceof Map) {
    for (const [key, value] of listed as JsonObject) if (!take(key, value)) left.set(key, value);
    if (left.size === 0) rest.delete('coordinateProperties');
    else rest.set('coordinateProperties', left);
  }
  const times = rest.get('times');
  if (times !== undefined && !lists.has('time') && take('time', times)) rest.delete('times');
  const valuesAt = (line: number, point: number): JsonObject => {
    const values = new Map<string, JsonValue>();
    for (const [key, perLine] of lists) {
      const list = perLine[line];
      values.set(key, Array.isArray(list) ? (list[point] ?? null) : null);
    }
    return values;
  };
  return { rest, valuesAt };
}

function writeRoute(line: readonly GeoPosition[], properties: JsonObject, out: BoundedText): void {
  const { rest, valuesAt } = takePointValues(properties, [line]);
  out.add('<rte>');
  writeValues(rest, LINE_ELEMENTS, out);
  out.add('\n');
  line.forEach((position, index) => {
    writePoint('rtept', position, valuesAt(0, index), out);
  });
  out.add('</rte>\n');
}

function writeTrack(lines: readonly (readonly GeoPosition[])[], properties: JsonObject, out: BoundedText): void {
  const { rest, valuesAt } = takePointValues(properties, lines);
  out.add('<trk>');
  writeValues(rest, LINE_ELEMENTS, out);
  out.add('\n');
  lines.forEach((line, number) => {
    out.add('<trkseg>\n');
    line.forEach((position, index) => {
      writePoint('trkpt', position, valuesAt(number, index), out);
    });
    out.add('</trkseg>\n');
  });
  out.add('</trk>\n');
}
