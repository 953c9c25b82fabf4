import { ContentFault } from '../faults.js';
import { IANA_PORTS, USUAL_PORTS } from './ports.data.js';

/** A service that a port is for. */
export interface PortService {
  readonly port: number;
  readonly protocols: readonly string[];
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly source: 'iana' | 'usual';
}

const MAX_PORT = 65_535;

const read = (table: string, source: PortService['source']): PortService[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', description = ''] = line.split('|');
      const [port = '', protocols = '', name = '', ...aliases] = head.split(' ');
      return { port: Number(port), protocols: protocols.split(','), name, aliases, description, source };
    });

const SERVICES: readonly PortService[] = [...read(IANA_PORTS, 'iana'), ...read(USUAL_PORTS, 'usual')].toSorted(
  (left, right) => left.port - right.port,
);

/** RFC 6335 §6. */
export const rangeOfPort = (port: number): 'system' | 'user' | 'dynamic' =>
  port < 1024 ? 'system' : port < 49_152 ? 'user' : 'dynamic';

/** What is asked for: ports from `first` to `last`, or services by a word. */
type Question = { readonly first: number; readonly last: number } | { readonly word: string };

/** Reads `443`, `443/tcp`, `tcp/443`, `:443`, `6000-6010` or a word, with the protocol behind it. Throws ContentFault. */
export function readQuestion(written: string): Question & { readonly protocol: string | undefined } {
  const text = written.trim().toLowerCase();
  const turned = /^(tcp|udp|sctp)\s*[/:]\s*(\S.*)$/.exec(text.slice(0, 300));
  const [, after = text, named] = /^(.*?)\s*\/\s*(tcp|udp|sctp)$/.exec(text.slice(0, 300)) ?? [];
  const [body, protocol] = turned === null ? [after, named] : [turned[2] ?? '', turned[1]];
  const [, first, last = first] = /^:?(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?$/.exec(body) ?? [];
  if (first === undefined) return { word: body, protocol };
  const [low, high] = [Number(first), Number(last)];
  if (low > MAX_PORT || high > MAX_PORT)
    throw new ContentFault(`a port is from 0 to ${MAX_PORT}, got ${Math.max(low, high)}`);
  if (low > high) throw new ContentFault(`the range ends at ${high}, which is before its start ${low}`);
  return { first: low, last: high, protocol };
}

/** Services that answer a question: by port, by name, or where there is no such name, by a word of the description. */
export function servicesFor(question: Question, protocol: string | undefined): PortService[] {
  const known = SERVICES.filter(({ protocols }) => protocol === undefined || protocols.includes(protocol));
  if ('first' in question) return known.filter(({ port }) => port >= question.first && port <= question.last);
  const { word } = question;
  const named = known.filter(
    ({ name, aliases }) => name.toLowerCase() === word || aliases.some((alias) => alias.toLowerCase() === word),
  );
  if (named.length > 0 || word.length < 3) return named;
  return known.filter((one) => `${one.name} ${one.aliases.join(' ')} ${one.description}`.toLowerCase().includes(word));
}
