import { ContentFault } from '../faults.js';
import { type CvssVersion, METRICS, type Metric } from './metrics.data.js';
import { type CvssVector, completeVector, metricOf } from './vector.js';

/** Longer than any name or value, and than all of them together. */
const MAX_WORDS = 80;
const MAX_TEXT = 20_000;

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** The metric that words name: its letters in brackets, its name, or the name without "impact". `system` is that of the heading. */
function namedMetric(version: CvssVersion, words: string, system: string): Metric | undefined {
  const letters = /\(([A-Za-z]{1,3})\)/.exec(words)?.[1];
  const byLetters = metricOf(version, letters ?? words.trim());
  if (byLetters !== undefined) return byLetters;
  const name = plain(words);
  const of = (wanted: string): Metric | undefined =>
    METRICS[version].find((metric) => [wanted, `${wanted} impact`].includes(metric.name.toLowerCase()));
  const [, impact, ofSystem] =
    /^(confidentiality|integrity|availability)(?: impact)?(?: to the (vulnerable|subsequent) system)?$/.exec(name) ??
    [];
  if (version === '4.0' && impact !== undefined)
    return of(`${ofSystem ?? (system || 'vulnerable')} system ${impact} impact`);
  return of(name);
}

function namedLetter(metric: Metric, words: string): string | undefined {
  const name = plain(words);
  const short = words.trim().toUpperCase();
  return Object.entries(metric.values).find(
    ([letter, value]) =>
      plain(value) === name || letter.toUpperCase() === short || (value === 'Adjacent' && name === 'adjacent network'),
  )?.[0];
}

/** Names that only one version has tell it. */
function versionOf(text: string): CvssVersion {
  if (/attack requirements|subsequent system|vulnerable system/i.test(text)) return '4.0';
  return /access (?:vector|complexity)|authentication/i.test(text) ? '2.0' : '3.1';
}

/** `Attack Vector: Network`, `Attack Vector (AV) = N`, or the name and its value in two lines; pairs may stand in one line, divided by commas. */
function pairsOf(text: string): readonly string[][] {
  return text
    .split(/[\r\n,;|]/)
    .map((part) => part.replace(/^[\s*•·-]{1,20}/, '').trim())
    .filter((part) => part !== '' && part.length <= MAX_WORDS)
    .map((part) => part.split(/[:=\t]/).map((half) => half.trim()));
}

/**
 * A vector told in words, as advisories print it. `undefined` where no metric is named with a value. Throws `ContentFault` for values that
 * do not fit, and naming what is missing.
 */
export function readWordedVector(text: string, assumed: CvssVersion | undefined): CvssVector | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const version = assumed ?? versionOf(text);
  const values = new Map<string, string>();
  let system = '';
  let waiting: Metric | undefined;
  for (const [name = '', value = ''] of pairsOf(text)) {
    const heading = /^(vulnerable|subsequent) system(?: impact)?(?: metrics)?$/.exec(plain(name))?.[1];
    if (heading !== undefined && value === '') {
      system = heading;
      continue;
    }
    const letter = waiting === undefined || value !== '' ? undefined : namedLetter(waiting, name);
    if (waiting !== undefined && letter !== undefined) {
      values.set(waiting.id, letter);
      waiting = undefined;
      continue;
    }
    const metric = namedMetric(version, name, system);
    if (metric === undefined) continue;
    if (value === '') {
      waiting = metric;
      continue;
    }
    const told = namedLetter(metric, value);
    if (told === undefined)
      throw new ContentFault(
        `${metric.name} must be ${Object.values(metric.values).join(', ')}, got ${JSON.stringify(value)}`,
      );
    values.set(metric.id, told);
  }
  return values.size === 0 ? undefined : completeVector(version, values);
}
