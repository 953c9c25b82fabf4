import type { Feed } from './feed.js';

/** What readers of feeds trip over. `entry` counts from 1; 0 is the feed itself. */
export interface FeedFinding {
  readonly entry: number;
  readonly message: string;
}

const isMoment = (date: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(date);
const isAbsolute = (address: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(address);

/** By RSS 2.0, RFC 4287 and JSON Feed 1.1; the first `most` findings. */
export function checkFeed(feed: Feed, most: number): FeedFinding[] {
  const findings: FeedFinding[] = [];
  const add = (entry: number, message: string): void => {
    if (findings.length < most) findings.push({ entry, message });
  };
  const isAtom = feed.format.startsWith('Atom');
  const isRss = feed.format.startsWith('RSS');
  if (feed.title === '') add(0, 'the feed has no title');
  if (feed.link === '' && isRss) add(0, 'the channel has no link');
  if (feed.description === '' && isRss) add(0, 'the channel has no description');
  if (feed.link !== '' && !isAbsolute(feed.link)) add(0, `the link "${feed.link.slice(0, 80)}" is relative`);
  if (isAtom && feed.date === '') add(0, 'the feed has no date of its last update');
  if (feed.date !== '' && !isMoment(feed.date)) add(0, `the date "${feed.date.slice(0, 80)}" is not a moment`);
  if (feed.feedUrl === '') add(0, 'the feed does not name its own address');
  const first = new Map<string, number>();
  for (const [index, entry] of feed.entries.entries()) {
    const place = index + 1;
    if (entry.title === '' && (isAtom || entry.content === ''))
      add(place, isAtom ? 'no title' : 'neither title nor content');
    if (entry.id === '') add(place, 'no id: readers show it again where its link or title changes');
    if (entry.link === '' && entry.content === '') add(place, 'neither link nor content');
    if (entry.link !== '' && !isAbsolute(entry.link)) add(place, `the link "${entry.link.slice(0, 80)}" is relative`);
    if (entry.date === '') add(place, 'no date');
    else if (!isMoment(entry.date)) add(place, `the date "${entry.date.slice(0, 80)}" is not a moment`);
    if (isAtom && entry.updated === '') add(place, 'no date of its last update');
    for (const { url, type, bytes } of entry.enclosures)
      if (url === '' || type === '' || (bytes === 0 && isRss)) add(place, 'a file without its address, type or length');
    const before = entry.id === '' ? undefined : first.get(entry.id);
    if (before !== undefined) add(place, `the same id as entry ${before}`);
    else first.set(entry.id, place);
  }
  return findings;
}
