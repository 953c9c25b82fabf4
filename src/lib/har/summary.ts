import { type Har, type HarEntry, PHASES } from './read.js';

/** A request in lists of what stands out. */
const told = ({ number, method, url, status, mimeType, timeMs, transferredBytes, contentBytes }: HarEntry) => ({
  number,
  method,
  url: url.length > 500 ? `${url.slice(0, 499)}…` : url,
  status,
  mimeType,
  timeMs: rounded(timeMs),
  transferredBytes,
  contentBytes,
});

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

/** Bodies that are worth packing. */
const PACKABLE = /^text\/|[/+](?:json|xml)$|javascript|^image\/svg/;
const MIN_PACKED_BYTES = 1400;

/** What stands out in an archive. Lists have at most `limit` members. */
export function summarizeHar({ version, creator, browser, pages, entries }: Har, limit: number) {
  const starts = entries.map(({ startedAt }) => startedAt).filter((at) => !Number.isNaN(at));
  const first = starts.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = entries.reduce(
    (most, { startedAt, timeMs }) => (Number.isNaN(startedAt) ? most : Math.max(most, startedAt + timeMs)),
    Number.NEGATIVE_INFINITY,
  );
  const failed = entries.filter(({ status, error }) => status === 0 || status >= 400 || error !== '');
  const top = (list: readonly HarEntry[], amount: (entry: HarEntry) => number) =>
    [...list]
      .sort((a, b) => amount(b) - amount(a))
      .slice(0, limit)
      .map(told);
  return {
    version,
    creator,
    browser,
    pages: pages.slice(0, limit),
    requests: entries.length,
    started: Number.isFinite(first) ? new Date(first).toISOString() : null,
    durationMs: Number.isFinite(first) ? rounded(last - first) : null,
    transferredBytes: sum(entries, (entry) => entry.transferredBytes),
    contentBytes: sum(entries, (entry) => entry.contentBytes),
    fromCache: entries.filter(({ isFromCache }) => isFromCache).length,
    failed: failed.length,
    phasesMs: Object.fromEntries(
      PHASES.map((phase) => [phase, rounded(sum(entries, ({ timings }) => timings[phase] ?? 0))]),
    ) as Record<(typeof PHASES)[number], number>,
    byStatus: groups(entries, ({ status }) => String(status), limit),
    byHost: groups(entries, ({ host }) => host, limit),
    byType: groups(entries, ({ mimeType }) => mimeType, limit),
    slowest: top(entries, ({ timeMs }) => timeMs),
    largest: top(entries, ({ transferredBytes, contentBytes }) => Math.max(transferredBytes, contentBytes)),
    failures: failed.slice(0, limit).map((entry) => ({ ...told(entry), error: entry.error })),
    redirects: entries
      .filter(({ status }) => status >= 300 && status < 400 && status !== 304)
      .slice(0, limit)
      .map((entry) => ({ ...told(entry), location: headerOf(entry, 'location') })),
    notPacked: entries
      .filter(
        (entry) =>
          entry.contentBytes >= MIN_PACKED_BYTES &&
          PACKABLE.test(entry.mimeType) &&
          headerOf(entry, 'content-encoding') === '',
      )
      .slice(0, limit)
      .map(told),
    notEncrypted: entries
      .filter(({ url }) => /^(?:http|ws):/i.test(url))
      .slice(0, limit)
      .map(told),
  };
}

const headerOf = ({ responseHeaders }: HarEntry, name: string): string =>
  responseHeaders.find((header) => header.name.toLowerCase() === name)?.value.slice(0, 500) ?? '';

const sum = (entries: readonly HarEntry[], amount: (entry: HarEntry) => number): number =>
  entries.reduce((total, entry) => total + amount(entry), 0);

/** Entries with the same key together, those with the most requests first. */
function groups(entries: readonly HarEntry[], keyOf: (entry: HarEntry) => string, limit: number) {
  const found = new Map<string, HarEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = found.get(key);
    if (group === undefined) found.set(key, [entry]);
    else group.push(entry);
  }
  return [...found]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, limit)
    .map(([name, group]) => ({
      name: name.slice(0, 500),
      requests: group.length,
      transferredBytes: sum(group, (entry) => entry.transferredBytes),
      contentBytes: sum(group, (entry) => entry.contentBytes),
      timeMs: rounded(sum(group, (entry) => entry.timeMs)),
    }));
}
