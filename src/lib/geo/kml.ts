import { ContentFault, inPart } from '../faults.js';
import type { JsonValue } from '../json/values.js';
import { typedCell } from '../table/cell-types.js';
import { cellText } from '../table/table.js';
import { BoundedText } from '../text/bounded-text.js';
import { attributeOf, childOf, elementsOf, localName, trimmedTextOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';

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
  wound,
} from './model.js';
import { xmlAttribute, xmlText } from './xml-values.js';

interface Context {
  readonly budget: Budget;
  /** Takes texts for the numbers they are. */
  readonly types: boolean;
  readonly features: Feature[];
}

/** Plain elements of a Placemark that become properties of the same name. */
const SIMPLE = new Set(['name', 'description', 'address', 'phoneNumber', 'visibility']);
const CONTAINERS = new Set(['kml', 'Document', 'Folder', 'Create', 'Change']);
const GEOMETRIES = new Set([
  'Point',
  'LineString',
  'LinearRing',
  'Polygon',
  'MultiGeometry',
  'Track',
  'MultiTrack',
  'Model',
]);

/** Placemarks of KML 2.3 (OGC 12-007r2), of 2.0 to 2.2 too. Throws ContentFault, LimitFault. */
export function readKml(root: XmlElement, budget: Budget, types: boolean): Feature[] {
  if (localName(root.name) !== 'kml' && !CONTAINERS.has(localName(root.name)) && localName(root.name) !== 'Placemark')
    throw new ContentFault(`the root element must be <kml>, got <${root.name.slice(0, 80)}>`);
  const context: Context = { budget, types, features: [] };
  let links = 0;
  const open: { readonly element: XmlElement; readonly folder: string }[] = [{ element: root, folder: '' }];
  // A stack of our own, children put on it in reverse, keeps the order of the document.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { element, folder } = next;
    const name = localName(element.name);
    if (name === 'Placemark') readPlacemark(element, folder, context);
    else if (name === 'NetworkLink') links++;
    else if (CONTAINERS.has(name)) {
      const inner = name === 'Folder' ? joinFolder(folder, element) : folder;
      for (const child of elementsOf(element).reverse()) open.push({ element: child, folder: inner });
    }
  }
  if (context.features.length === 0 && links > 0)
    throw new ContentFault('it has links to other files (NetworkLink) and no Placemark');
  return context.features;
}

const MAX_FOLDER = 1000;

function joinFolder(folder: string, element: XmlElement): string {
  const title = childOf(element, 'name');
  const name = title === undefined ? '' : trimmedTextOf(title);
  return (folder === '' || name === '' ? folder + name : `${folder}/${name}`).slice(0, MAX_FOLDER);
}

function readPlacemark(element: XmlElement, folder: string, context: Context): void {
  context.budget.addFeature();
  const properties = new Map<string, JsonValue>();
  const geometries: (Geometry | null)[] = [];
  const label = `placemark ${context.features.length + 1}`;
  inPart(label, () => {
    for (const child of elementsOf(element)) {
      const name = localName(child.name);
      if (SIMPLE.has(name)) properties.set(name, trimmedTextOf(child));
      else if (name === 'TimeStamp') setText(properties, 'timestamp', childOf(child, 'when'));
      else if (name === 'TimeSpan') {
        setText(properties, 'begin', childOf(child, 'begin'));
        setText(properties, 'end', childOf(child, 'end'));
      } else if (name === 'ExtendedData') readExtendedData(child, properties, context.types);
      else if (GEOMETRIES.has(name)) geometries.push(readGeometry(child, properties, context.budget, 1));
    }
    if (folder !== '' && !properties.has('folder')) properties.set('folder', folder);
    const geometry = geometries.length > 1 ? build.collection(geometries) : (geometries[0] ?? null);
    context.features.push({ id: attributeOf(element, 'id'), geometry, properties });
  });
}

function setText(properties: Map<string, JsonValue>, key: string, element: XmlElement | undefined): void {
  if (element !== undefined) properties.set(key, trimmedTextOf(element));
}

function readExtendedData(element: XmlElement, properties: Map<string, JsonValue>, types: boolean): void {
  const typed = (text: string): JsonValue => (types ? typedCell(text) : text);
  for (const child of elementsOf(element)) {
    const name = localName(child.name);
    if (name === 'Data') {
      const value = childOf(child, 'value');
      const key = attributeOf(child, 'name') ?? '';
      if (key !== '') properties.set(key, typed(value === undefined ? '' : trimmedTextOf(value)));
    } else if (name === 'SchemaData') {
      for (const item of elementsOf(child)) {
        const key = attributeOf(item, 'name') ?? '';
        if (key === '') continue;
        if (localName(item.name) === 'SimpleData') properties.set(key, typed(trimmedTextOf(item)));
        if (localName(item.name) === 'SimpleArrayData')
          properties.set(
            key,
            elementsOf(item).map((value) => typed(trimmedTextOf(value))),
          );
      }
    } else if (elementsOf(child).length === 0 && !properties.has(name))
      properties.set(name, typed(trimmedTextOf(child)));
  }
}

function readGeometry(
  element: XmlElement,
  properties: Map<string, JsonValue>,
  budget: Budget,
  depth: number,
): Geometry | null {
  switch (localName(element.name)) {
    case 'Point':
      return build.point(coordinatesOf(element, budget)[0]);
    case 'LineString':
    case 'LinearRing':
      return build.line(asLine(coordinatesOf(element, budget)));
    case 'Polygon': {
      const rings = (name: string): GeoPosition[][] =>
        elementsOf(element)
          .filter((child) => localName(child.name) === name)
          .flatMap((boundary) => elementsOf(boundary).filter((ring) => localName(ring.name) === 'LinearRing'))
          .map((ring) => coordinatesOf(ring, budget));
      return build.polygon([...rings('outerBoundaryIs'), ...rings('innerBoundaryIs')]);
    }
    case 'Track':
      return trackLine(readTrack(element, properties, budget));
    case 'MultiTrack': {
      const tracks = elementsOf(element).filter((child) => localName(child.name) === 'Track');
      const times: JsonValue[] = [];
      const lines = tracks.map((track) => {
        const own = new Map<string, JsonValue>();
        const line = asLine(readTrack(track, own, budget));
        times.push(own.get('times') ?? []);
        for (const [key, value] of own) if (key !== 'times') properties.set(key, value);
        return line;
      });
      if (times.some((list) => Array.isArray(list) && list.length > 0)) properties.set('times', times);
      return build.multiLine(lines);
    }
    case 'Model': {
      const location = childOf(element, 'Location');
      const part = (name: string): string => {
        const found = location === undefined ? undefined : childOf(location, name);
        return found === undefined ? '0' : coordinate(trimmedTextOf(found));
      };
      budget.addVertices(1);
      return location === undefined ? null : build.point([part('longitude'), part('latitude'), part('altitude')]);
    }
    default:
      budget.checkDepth(depth);
      return combine(
        elementsOf(element)
          .filter((child) => GEOMETRIES.has(localName(child.name)))
          .map((child) => readGeometry(child, properties, budget, depth + 1)),
      );
  }
}

/** What KML has no other element for: parts of one type are a MultiPoint, MultiLineString or MultiPolygon. */
function combine(parts: readonly (Geometry | null)[]): Geometry | null {
  const filled = parts.filter((part) => part !== null);
  const points = filled.flatMap((part) => (part.type === 'Point' ? [part.coordinates] : []));
  const lines = filled.flatMap((part) => (part.type === 'LineString' ? [part.coordinates] : []));
  const polygons = filled.flatMap((part) => (part.type === 'Polygon' ? [part.coordinates] : []));
  if (filled.length > 0 && points.length === filled.length) return build.multiPoint(points);
  if (filled.length > 0 && lines.length === filled.length) return build.multiLine(lines);
  if (filled.length > 0 && polygons.length === filled.length) return build.multiPolygon(polygons);
  return build.collection(filled);
}

/** A line of one position, which recorders write, is one of no length. */
export const asLine = (positions: readonly GeoPosition[]): readonly GeoPosition[] =>
  positions.length === 1 ? [...positions, ...positions] : positions;

const trackLine = (positions: readonly GeoPosition[]): Geometry | null =>
  positions.length === 1 ? build.point(positions[0]) : build.line(positions);

function readTrack(element: XmlElement, properties: Map<string, JsonValue>, budget: Budget): GeoPosition[] {
  const positions: GeoPosition[] = [];
  const times: string[] = [];
  for (const child of elementsOf(element)) {
    const name = localName(child.name);
    if (name === 'when') times.push(trimmedTextOf(child));
    else if (name === 'ExtendedData') readExtendedData(child, properties, true);
    else if (name === 'coord') {
      const parts = trimmedTextOf(child)
        .split(/[ \t\r\n]+/)
        .filter((part) => part !== '');
      // An empty one says that the place was not known at that time.
      if (parts.length > 0) positions.push(position(parts, budget));
    }
  }
  if (times.length > 0) properties.set('times', times);
  return positions;
}

function coordinatesOf(element: XmlElement, budget: Budget): GeoPosition[] {
  const found = childOf(element, 'coordinates');
  if (found === undefined) return [];
  // Blanks around the commas are against the rules, and common.
  const text = trimmedTextOf(found)
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/ ?, ?/g, ',');
  return text
    .split(/[ \t\r\n]+/)
    .filter((tuple) => tuple !== '')
    .map((tuple) => position(tuple.split(','), budget));
}

function position(parts: readonly string[], budget: Budget): GeoPosition {
  budget.addVertices(1);
  const numbers = parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  if (numbers.length < 2 || numbers.length > 3) {
    throw new ContentFault(`a position must be longitude, latitude and perhaps height, got ${shown(parts.join(','))}`);
  }
  return numbers.map(coordinate);
}

function coordinate(text: string): string {
  const number = numberText(text);
  if (number === undefined) throw new ContentFault(`a coordinate must be a number, got ${shown(text)}`);
  return number;
}

const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** KML 2.2: a Placemark a feature, properties as ExtendedData. Throws ContentFault naming the feature. LimitFault where it gets too long. */
export function writeKml(features: readonly Feature[]): string {
  const out = new BoundedText();
  out.add('<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n');
  forEachFeature(features, (feature) => writePlacemark(feature, out));
  out.add('</Document>\n</kml>\n');
  return out.toString();
}

const NCNAME = /^[\p{L}_][\p{L}\p{N}._-]*$/u;
const ELEMENTS = ['name', 'visibility', 'address', 'phoneNumber', 'description'] as const;
const WHEN = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/;

function writePlacemark(feature: Feature, out: BoundedText): void {
  const { id, geometry } = feature;
  const isXmlId = typeof id === 'string' && NCNAME.test(id);
  const properties = new Map(isXmlId ? feature.properties : propertiesWithId(feature));
  out.add(isXmlId ? `<Placemark id="${xmlAttribute(id)}">\n` : '<Placemark>\n');
  for (const key of ELEMENTS) {
    const value = properties.get(key);
    const isFlag = key !== 'visibility' || value === '0' || value === '1';
    if (typeof value !== 'string' || !isFlag || value.trim() !== value) continue;
    out.add(`<${key}>${xmlText(value)}</${key}>\n`);
    properties.delete(key);
  }
  const time = properties.get('timestamp');
  if (typeof time === 'string' && WHEN.test(time)) {
    out.add(`<TimeStamp><when>${time}</when></TimeStamp>\n`);
    properties.delete('timestamp');
  }
  const data = [...properties].filter(([, value]) => value !== null);
  if (data.length > 0) {
    out.add('<ExtendedData>\n');
    for (const [key, value] of data)
      out.add(`<Data name="${xmlAttribute(key)}"><value>${xmlText(cellText(value))}</value></Data>\n`);
    out.add('</ExtendedData>\n');
  }
  if (geometry !== null) {
    checkDegrees(geometry, 360);
    writeGeometry(wound(geometry), out);
    out.add('\n');
  }
  out.add('</Placemark>\n');
}

function writeGeometry(geometry: Geometry, out: BoundedText): void {
  const multi = (parts: readonly Geometry[]): void => {
    out.add('<MultiGeometry>');
    for (const part of parts) writeGeometry(part, out);
    out.add('</MultiGeometry>');
  };
  switch (geometry.type) {
    case 'Point':
      out.add(`<Point>${coordinates([geometry.coordinates])}</Point>`);
      return;
    case 'LineString':
      out.add(`<LineString>${coordinates(geometry.coordinates)}</LineString>`);
      return;
    case 'Polygon':
      out.add('<Polygon>');
      geometry.coordinates.forEach((ring, index) => {
        const name = index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
        out.add(`<${name}><LinearRing>${coordinates(ring)}</LinearRing></${name}>`);
      });
      out.add('</Polygon>');
      return;
    case 'MultiPoint':
      multi(geometry.coordinates.map((one) => ({ type: 'Point', coordinates: one })));
      return;
    case 'MultiLineString':
      multi(geometry.coordinates.map((one) => ({ type: 'LineString', coordinates: one })));
      return;
    case 'MultiPolygon':
      multi(geometry.coordinates.map((one) => ({ type: 'Polygon', coordinates: one })));
      return;
    case 'GeometryCollection':
      multi(geometry.geometries);
      return;
  }
}

const coordinates = (positions: readonly GeoPosition[]): string =>
  `<coordinates>${positions.map((one) => one.map(plainDecimal).join(',')).join(' ')}</coordinates>`;
