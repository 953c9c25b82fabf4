import { ContentFault, LimitFault } from '../faults.js';

/** Reading iCalendar (RFC 5545 §3.1) as it is found: any line ends, empty lines, lower case, a byte order mark. */

export interface IcalProperty {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
  /** The unfolded line. */
  readonly line: string;
}

export interface IcalComponent {
  readonly name: string;
  readonly properties: readonly IcalProperty[];
  readonly components: readonly IcalComponent[];
}

const MAX_DEPTH = 10;
const MAX_LINES = 1_000_000;

interface OpenComponent {
  readonly name: string;
  readonly properties: IcalProperty[];
  readonly components: IcalComponent[];
  readonly line: number;
}

const LINE = /^([A-Za-z0-9-]+)((?:;[^:;="]+=(?:"[^"]*"|[^:;"]*)(?:,(?:"[^"]*"|[^:;",]*))*)*):(.*)$/s;

/** The calendars of a text. Throws `ContentFault` naming the line, `LimitFault` where it is nested too deep or too long. */
export function readCalendars(text: string): IcalComponent[] {
  const calendars: IcalComponent[] = [];
  const open: OpenComponent[] = [];
  for (const { line, number } of unfolded(text)) {
    const match = LINE.exec(line);
    if (match === null) throw new ContentFault(`line ${number} is not a property such as SUMMARY:Meeting`);
    const [, written = '', parameters = '', value = ''] = match;
    const name = written.toUpperCase();
    const current = open.at(-1);
    if (name === 'BEGIN') {
      if (open.length >= MAX_DEPTH)
        throw new LimitFault(`line ${number}: nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
      open.push({ name: value.trim().toUpperCase(), properties: [], components: [], line: number });
    } else if (current === undefined) throw new ContentFault(`line ${number} is outside of BEGIN:VCALENDAR`);
    else if (name === 'END') {
      if (value.trim().toUpperCase() !== current.name)
        throw new ContentFault(
          `line ${number} ends ${value.trim().slice(0, 40)}, but ${current.name} is open since line ${current.line}`,
        );
      open.pop();
      (open.at(-1)?.components ?? calendars).push(current);
    } else current.properties.push({ name, parameters: readParameters(parameters), value, line });
  }
  const [last] = open;
  if (last !== undefined) throw new ContentFault(`${last.name}, which begins in line ${last.line}, does not end`);
  if (calendars.length === 0) throw new ContentFault('it does not hold BEGIN:VCALENDAR');
  return calendars;
}

function* unfolded(text: string): Generator<{ readonly line: string; readonly number: number }> {
  let [parts, number]: [string[], number] = [[], 0];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  if (lines.length > MAX_LINES) throw new LimitFault(`it has more than ${MAX_LINES} lines`, MAX_LINES);
  for (const [index, line] of lines.entries()) {
    if (/^[ \t]/.test(line) && parts.length > 0) parts.push(line.slice(1));
    else if (line.trim() !== '') {
      if (parts.length > 0) yield { line: parts.join(''), number };
      [parts, number] = [[line], index + 1];
    }
  }
  if (parts.length > 0) yield { line: parts.join(''), number };
}

function readParameters(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/;([^:;="]+)=((?:"[^"]*"|[^:;"])*)/g))
    found.set(name.toUpperCase(), value.replace(/"/g, ''));
  return found;
}

export const propertyOf = ({ properties }: IcalComponent, name: string): IcalProperty | undefined =>
  properties.find((property) => property.name === name);

/** A text value without its escapes (§3.3.11). */
export const unescapeText = (value: string): string =>
  value.replace(/\\([\\;,nN:"])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));

/** The lines of a component, as they were, unfolded. */
export const linesOf = ({ name, properties, components }: IcalComponent): string[] => [
  `BEGIN:${name}`,
  ...properties.map(({ line }) => line),
  ...components.flatMap(linesOf),
  `END:${name}`,
];
