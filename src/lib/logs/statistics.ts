import { compareCodePoints } from '../json/write.js';
import { cellText } from '../table/table.js';
import type { LogEntry } from './log-entry.js';
import { hourOf, instantOf } from './times.js';

/** The keys that say one thing in the formats; of several that an entry has, the first counts. */
const KEYS = {
  hosts: ['c-ip', 'client', 'remote_addr', 'remote_ip', 'remoteAddr', 'client_ip', 'clientIp', 'ip', 'host'],
  statuses: ['status', 'sc-status', 'status_code', 'statusCode'],
  methods: ['method', 'cs-method', 'request_method', 'http_method'],
  paths: ['path', 'cs-uri-stem', 'request_uri', 'uri', 'url'],
  referrers: ['referrer', 'cs(Referer)', 'http_referer', 'referer'],
  userAgents: ['userAgent', 'cs(User-Agent)', 'http_user_agent', 'user_agent', 'useragent'],
  levels: ['level', 'severity', 'lvl', 'log_level', 'loglevel', 'levelname'],
  apps: ['app', 'logger', 'service', 'program'],
  messages: ['message', 'msg'],
} as const;
const BYTES = ['bytes', 'sc-bytes', 'body_bytes_sent', 'bytes_sent', 'size'];
const TIMES = ['time', 'timestamp', 'ts', '@timestamp', 'datetime'];

type Topic = keyof typeof KEYS;

const TOPICS = Object.keys(KEYS) as Topic[];

interface Count {
  readonly value: string;
  readonly count: number;
}

/** Counts of the entries of a log. What no entry has is left out. */
export class LogStatistics {
  readonly #counts = new Map<Topic, Map<string, number>>();
  readonly #hours = new Map<string, number>();
  #bytes: bigint | undefined;
  #first: { readonly time: string; readonly instant: number } | undefined;
  #last: { readonly time: string; readonly instant: number } | undefined;

  add(entry: LogEntry): void {
    for (const topic of TOPICS) {
      const value = textOf(entry, KEYS[topic]);
      if (value === undefined) continue;
      const counts = this.#counts.get(topic) ?? new Map<string, number>();
      this.#counts.set(topic, counts);
      increment(counts, topic === 'paths' ? withQuery(value, entry) : value);
    }
    const bytes = textOf(entry, BYTES);
    if (bytes !== undefined && /^\d{1,30}$/.test(bytes)) this.#bytes = (this.#bytes ?? 0n) + BigInt(bytes);
    const time = textOf(entry, TIMES);
    if (time !== undefined) this.#addTime(time);
  }

  #addTime(time: string): void {
    const hour = hourOf(time);
    if (hour !== undefined) increment(this.#hours, hour);
    const instant = instantOf(time);
    if (instant === undefined) return;
    if (this.#first === undefined || instant < this.#first.instant) this.#first = { time, instant };
    if (this.#last === undefined || instant > this.#last.instant) this.#last = { time, instant };
  }

  /** The counts as an answer shows them: the `top` most frequent values of each, ties by code point; hours in order of appearance. */
  summary(top: number): Record<string, unknown> {
    const lists = TOPICS.map((topic) => [topic, this.#counts.get(topic)] as const).filter(([, counts]) => counts);
    return {
      ...(this.#first === undefined ? {} : { firstTime: this.#first.time, lastTime: this.#last?.time }),
      ...(this.#bytes === undefined ? {} : { bytes: this.#bytes }),
      ...Object.fromEntries(
        lists.map(([topic, counts = new Map()]) => [topic, { distinct: counts.size, top: topOf(counts, top) }]),
      ),
      ...(this.#hours.size === 0 ? {} : { hours: [...this.#hours].map(([hour, count]) => ({ hour, count })) }),
    };
  }
}

function textOf(entry: LogEntry, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = entry.get(key);
    if (value !== undefined && value !== null) return cellText(value);
  }
  return undefined;
}

/** IIS and CloudFront write the query by itself. */
function withQuery(path: string, entry: LogEntry): string {
  const query = entry.get('cs-uri-query');
  return typeof query === 'string' && query !== '' ? `${path}?${query}` : path;
}

const increment = (counts: Map<string, number>, value: string): unknown =>
  counts.set(value, (counts.get(value) ?? 0) + 1);

const topOf = (counts: ReadonlyMap<string, number>, top: number): Count[] =>
  [...counts]
    .sort(([a, first], [b, second]) => second - first || compareCodePoints(a, b))
    .slice(0, top)
    .map(([value, count]) => ({ value, count }));
