import { ContentFault } from '../faults.js';
import { shown } from '../findings.js';
import { type CvssVersion, METRICS, type Metric } from './metrics.data.js';

/** A vector that is right: metric → letter, in the order of the specification, without those that are not defined. */
export interface CvssVector {
  readonly version: CvssVersion;
  readonly values: ReadonlyMap<string, string>;
}

const isVersion = (version: string): version is CvssVersion => Object.hasOwn(METRICS, version);

const isUndefined = (letter: string): boolean => letter === 'X' || letter === 'ND';

export const metricOf = (version: CvssVersion, id: string): Metric | undefined =>
  METRICS[version].find((metric) => metric.id.toLowerCase() === id.toLowerCase());

/** Letters and names of a metric's values, for messages. */
const choices = (metric: Metric): string =>
  Object.entries(metric.values)
    .map(([letter, name]) => (letter === name ? letter : `${letter} (${name.toLowerCase()})`))
    .join(', ');

/** The letter of a value in any case. Throws `ContentFault`. */
function letterOf(metric: Metric, written: string): string {
  const letter = Object.keys(metric.values).find((known) => known.toLowerCase() === written.toLowerCase());
  if (letter === undefined)
    throw new ContentFault(`${metric.id} (${metric.name}) must be ${choices(metric)}, got ${shown(written)}`);
  return letter;
}

/** The version that metrics without a prefix are of: names that only one version has tell it. */
function versionBy(ids: readonly string[]): CvssVersion {
  const has = (...some: readonly string[]): boolean => ids.some((id) => some.includes(id.toUpperCase()));
  if (has('AT', 'VC', 'VI', 'VA', 'SC', 'SI', 'SA')) return '4.0';
  return has('AU', 'CDP', 'TD') ? '2.0' : '3.1';
}

/** The parts of `E:P/CR:H`, each with its letter. Throws `ContentFault` for what is unknown, or there twice. */
export function readMetrics(version: CvssVersion, parts: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of parts) {
    const [id = '', written = '', ...more] = part.split(':');
    const metric = metricOf(version, id.trim());
    if (metric === undefined || more.length > 0)
      throw new ContentFault(
        `${shown(part)} is not a metric of CVSS ${version}, which has ${METRICS[version].map((known) => known.id).join(', ')}`,
      );
    if (values.has(metric.id)) throw new ContentFault(`${metric.id} (${metric.name}) is there twice`);
    values.set(metric.id, letterOf(metric, written.trim()));
  }
  return values;
}

/** Puts metrics in order, leaves out those that are not defined. Throws `ContentFault` naming base metrics that are missing. */
export function completeVector(version: CvssVersion, values: ReadonlyMap<string, string>): CvssVector {
  const missing = METRICS[version].filter(({ id, group }) => group === 'base' && !values.has(id));
  if (missing.length > 0)
    throw new ContentFault(
      `a vector of CVSS ${version} must have ${missing.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
    );
  const ordered = METRICS[version].flatMap(({ id }): [string, string][] => {
    const letter = values.get(id);
    return letter === undefined || isUndefined(letter) ? [] : [[id, letter]];
  });
  return { version, values: new Map(ordered) };
}

/** `CVSS:3.1/AV:N/…`, or `AV:N/…` without a prefix. Throws `ContentFault`. */
export function readVector(written: string, assumed: CvssVersion | undefined): CvssVector {
  const [, stated, rest = written] = /^CVSS:([^/]*)\/(.*)$/is.exec(written) ?? [];
  const parts = rest.split('/').filter((part) => part !== '');
  const version = stated ?? assumed ?? versionBy(parts.map((part) => part.split(':')[0] ?? ''));
  if (!isVersion(version))
    throw new ContentFault(`the version of CVSS must be 2.0, 3.0, 3.1 or 4.0, got ${shown(version)}`);
  return completeVector(version, readMetrics(version, parts));
}

/** As the specification writes it: with its prefix (2.0 has none), metrics in order. */
export const writeVector = ({ version, values }: CvssVector): string =>
  [...(version === '2.0' ? [] : [`CVSS:${version}`]), ...[...values].map(([id, letter]) => `${id}:${letter}`)].join(
    '/',
  );
