import type { JsonValue } from '../json/values.js';
import { LineFault, type LineReader, logCell, numberCell } from './log-entry.js';
import { isIsoTime } from './times.js';

const NUMBERS = new Set([
  ...['sc-status', 'sc-substatus', 'sc-win32-status', 'sc-bytes', 'cs-bytes', 'time-taken', 'time-to-first-byte'],
  ...['s-port', 'c-port', 'sc-content-len', 'sc-range-start', 'sc-range-end'],
]);

/**
 * Lines of the W3C extended log format: `#Fields:` names what the lines below it hold. Date and time, which the format has in UTC,
 * become one `time`; fields that it counts with are numbers. CloudFront divides by tabs and writes user agents in percent escapes.
 */
export function w3cReader(isCloudFront: boolean): LineReader {
  let names: readonly string[] | undefined;
  return (line) => {
    if (line.startsWith('#')) {
      const [, fields] = /^#Fields:\s*(\S.*)$/i.exec(line) ?? [];
      if (fields !== undefined) names = fields.trim().split(/\s+/);
      return undefined;
    }
    if (names === undefined) return new LineFault('no "#Fields:" line stands before it');
    const trimmed = isCloudFront ? line : line.trimEnd();
    const cells = trimmed.split(isCloudFront || trimmed.includes('\t') ? '\t' : ' ');
    if (cells.length !== names.length)
      return new LineFault(`it has ${cells.length} fields, the "#Fields:" line before it names ${names.length}`);
    return entryOf(names, cells, isCloudFront);
  };
}

function entryOf(
  names: readonly string[],
  cells: readonly string[],
  isCloudFront: boolean,
): Map<string, JsonValue> | LineFault {
  const entry = new Map<string, JsonValue>();
  const date = cells[names.indexOf('date')];
  const clock = cells[names.indexOf('time')];
  const isMerged = date !== undefined && clock !== undefined;
  if (isMerged) {
    const time = `${date}T${clock}Z`;
    if (!isIsoTime(time)) return new LineFault('its date and time are not written as in 2024-01-31 and 12:00:00');
    entry.set('time', time);
  }
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? '';
    if (isMerged && (name === 'date' || name === 'time')) continue;
    if (NUMBERS.has(name)) entry.set(name, numberCell(cell));
    else entry.set(name, logCell(isCloudFront && name === 'cs(User-Agent)' ? decodePercent(cell) : cell));
  }
  return entry;
}

/** Once, or twice where the escapes were escaped, as CloudFront did before: `%2520` is a space. */
function decodePercent(text: string): string {
  try {
    const once = decodeURIComponent(text);
    return /%2520/.test(text) ? decodeURIComponent(once) : once;
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
