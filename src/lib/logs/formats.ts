import { isFault } from '../faults.js';
import { parseJson } from '../json/parse.js';
import { isJsonObject } from '../json/values.js';
import { accessReader } from './access.js';
import { readApacheError } from './apache-error.js';
import { readContainerLog, readKlog } from './kubernetes.js';
import { LineFault, type LineReader } from './log-entry.js';
import { readLogfmt } from './logfmt.js';
import { readNginxError } from './nginx-error.js';
import { readSyslog } from './syslog.js';
import { w3cReader } from './w3c.js';

/** The formats of logs, the ones with more to recognise them by first. */
export const LOG_FORMATS = [
  'combined',
  'common',
  'nginx-error',
  'apache-error',
  'kubernetes',
  'klog',
  'syslog',
  'json',
  'logfmt',
  'cloudfront',
  'iis',
] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

const OPENERS: Readonly<Record<LogFormat, () => LineReader>> = {
  combined: () => accessReader(true),
  common: () => accessReader(false),
  'nginx-error': () => readNginxError,
  'apache-error': () => readApacheError,
  kubernetes: () => readContainerLog,
  klog: () => readKlog,
  syslog: () => readSyslog,
  json: () => readJsonLine,
  logfmt: () => readLogfmt,
  cloudfront: () => w3cReader(true),
  iis: () => w3cReader(false),
};

/** A reader for the lines of one log, from its first. */
export const openReader = (format: LogFormat): LineReader => OPENERS[format]();

const readJsonLine: LineReader = (line) => {
  // Told without an error: half a million of those take half a minute.
  if (!/^\s*\{/.test(line)) return new LineFault('it must be a JSON object, which begins with "{"');
  try {
    const value = parseJson(line);
    return isJsonObject(value) ? value : new LineFault('it must be a JSON object');
  } catch (error) {
    if (!isFault(error)) throw error;
    return new LineFault(`it is not JSON: column ${error.place?.column}: ${error.what}`);
  }
};

/** Lines that a format is told by. */
export const SAMPLE_LINES = 100;
/** A sample of more is cut: one line of a million letters must not be read eight times. */
const SAMPLE_CHARACTERS = 200_000;

/**
 * The format that reads the most of the first lines, `undefined` where none reads at least half of them. Where two read as many, the
 * first of `LOG_FORMATS` does; logs of the W3C format are told by their `#Fields:`.
 */
export function detectFormat(lines: readonly string[]): LogFormat | undefined {
  const sample: string[] = [];
  let characters = 0;
  for (const line of lines) {
    if (sample.length >= SAMPLE_LINES || characters > SAMPLE_CHARACTERS) break;
    if (line.trim() === '') continue;
    sample.push(line);
    characters += line.length;
  }
  const fields = sample.find((line) => /^#Fields:/i.test(line));
  if (fields !== undefined) return /\sx-edge-(?:location|result-type)(?:\s|$)/i.test(fields) ? 'cloudfront' : 'iis';
  let best: LogFormat | undefined;
  let most = Math.max(1, Math.ceil(sample.length / 2)) - 1;
  for (const format of LOG_FORMATS) {
    const reader = openReader(format);
    const read = sample.filter((line) => reader(line) instanceof Map).length;
    if (read > most) {
      best = format;
      most = read;
    }
  }
  return best;
}
