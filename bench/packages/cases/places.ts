import { gpx, kml } from '@tmcw/togeojson';
import { runTool } from '../../../src/testing/run-tool.js';
import geoFormatConverter from '../../../src/tools/data-formats/geo-format-converter.js';
import type { Answer, Comparison } from '../comparison.js';

/** Named so that the compiler does not look for it: its types bring the DOM into the whole project. */
const PARSER: string = '@xmldom/xmldom';
const { DOMParser } = (await import(PARSER)) as {
  readonly DOMParser: new (settings: {
    readonly onError: (level: string) => void;
  }) => {
    parseFromString(text: string, type: string): unknown;
  };
};

const parse = (text: string) =>
  new DOMParser({ onError: (level: string) => refuse(level) }).parseFromString(text, 'text/xml') as never;
function refuse(level: string): void {
  if (level !== 'warning') throw new Error('not well-formed');
}

/** The text of coordinates as it stands in the GeoJSON: digits count. */
const coordinates = (json: string): string => /"coordinates":(.*?)\}/.exec(json.replace(/\s/g, ''))?.[1] ?? '';
async function own(text: string): Promise<string> {
  const { status, text: json } = await runTool(geoFormatConverter, { input: text, options: { to: 'geojson' } });
  if (status !== 200) throw new Error('refused');
  return coordinates(json ?? '');
}
const theirs = (text: string, read: typeof kml | typeof gpx) => (): string =>
  coordinates(JSON.stringify(read(parse(text))));

const kmlOf = (inner: string): string =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>a</name>${inner}</Placemark></Document></kml>`;
const gpxOf = (inner: string): string =>
  `<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">${inner}</gpx>`;
const kmlAnswer = (title: string, inner: string, right: string): Answer => {
  const text = kmlOf(inner);
  return { title, right, own: () => own(text), theirs: theirs(text, kml) };
};
const gpxAnswer = (title: string, inner: string, right: string): Answer => {
  const text = gpxOf(inner);
  return { title, right, own: () => own(text), theirs: theirs(text, gpx) };
};

const answers: readonly Answer[] = [
  kmlAnswer('a point', '<Point><coordinates>8.0053,46.5775,3967</coordinates></Point>', '[8.0053,46.5775,3967]'),
  kmlAnswer(
    'digits as written',
    '<Point><coordinates>8.00530,46.577500000000000001</coordinates></Point>',
    '[8.00530,46.577500000000000001]',
  ),
  kmlAnswer(
    'white space in tuples',
    '<LineString><coordinates>\n1,2\n\t3,4 </coordinates></LineString>',
    '[[1,2],[3,4]]',
  ),
  kmlAnswer(
    'a clockwise ring (RFC 7946, 3.1.6)',
    `<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 0,1 1,1 1,0 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>`,
    '[[[0,0],[1,0],[1,1],[0,1],[0,0]]]',
  ),
  kmlAnswer('coordinates that are no numbers', '<Point><coordinates>8,x</coordinates></Point>', 'refused' as never),
  gpxAnswer('a way point', '<wpt lat="46.5" lon="8"><ele>12.5</ele></wpt>', '[8,46.5,12.5]'),
  gpxAnswer('a track', '<trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="3" lon="4"/></trkseg></trk>', '[[2,1],[4,3]]'),
  gpxAnswer('a point without longitude', '<wpt lat="46.5"/>', 'refused' as never),
];

const track = gpxOf(
  `<trk><trkseg>${Array.from({ length: 10_000 }, (_, i) => `<trkpt lat="${(i % 90) / 2}" lon="${(i % 180) / 2}"><ele>${i}</ele></trkpt>`).join('')}</trkseg></trk>`,
);

const comparisons: readonly Comparison[] = [
  {
    subject: 'places',
    package: '@tmcw/togeojson',
    answers,
    works: [{ title: 'a track of 10,000 points', own: () => own(track), theirs: theirs(track, gpx) }],
  },
];
export default comparisons;
