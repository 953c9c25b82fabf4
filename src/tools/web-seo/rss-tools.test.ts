import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './rss-tools.js';

// That of Debian, which python3-feedparser belongs to.
const PYTHON = '/usr/bin/python3';
const hasFeedparser = hasProgram(PYTHON, ['-c', 'import feedparser'], 'feeds beside feedparser');

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly author: string;
  readonly date: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly enclosures: readonly { readonly url: string; readonly type: string; readonly bytes: number }[];
}

interface Report {
  readonly format: string;
  readonly title: string;
  readonly link: string;
  readonly entries: readonly Entry[];
  readonly findings: readonly { readonly entry: number; readonly message: string }[];
}

async function report(input: string, options: Record<string, unknown> = {}): Promise<Report> {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Report;
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const WORDS = ['Ships', 'Größe', 'a & b', '猫', 'two words', 'Σ', 'x > y', 'it’s'];
const ZONES = ['GMT', '+0200', '-0530', 'EST'];

/** Feeds as people's programs write them: RSS 0.91, 1.0, 2.0 and Atom, with modules, CDATA and both kinds of ids. */
function madeFeed(seed: number): string {
  const next = chanceOf(seed);
  const word = (): string => WORDS[next(WORDS.length)] ?? '';
  const kind = seed % 4;
  const entries = Array.from({ length: 1 + next(4) }, (_, index) => {
    const title = `${word()} ${index}`;
    const link = `https://example.com/${seed}/${index}?a=1&b=2`;
    const html = `<p>${escaped(word())} <b>bold</b></p>`;
    const day = String(1 + next(28)).padStart(2, '0');
    const content = next(2) === 0 ? `<![CDATA[${html}]]>` : escaped(html);
    if (kind === 3)
      return `<entry><id>tag:example.com,2024:${index}</id><title type="html">${escaped(escaped(title))}</title><link href="${escaped(link)}"/><link rel="enclosure" href="https://example.com/${index}.mp3" type="audio/mpeg" length="${next(9999) + 1}"/><author><name>${escaped(word())}</name></author><category term="${escaped(word())}"/><published>2024-03-${day}T10:20:30+02:00</published><updated>2024-04-${day}T10:20:30Z</updated><content type="html">${content}</content></entry>`;
    if (kind === 2)
      return `<item rdf:about="${escaped(link)}"><title>${escaped(title)}</title><link>${escaped(link)}</link><dc:creator>${escaped(word())}</dc:creator><dc:date>2024-05-${day}T01:02:03Z</dc:date><description>${content}</description></item>`;
    const date = `${day} Feb 2024 0${next(10)}:05:06 ${ZONES[next(4)]}`;
    const more =
      kind === 1
        ? `<guid isPermaLink="false">id-${index}</guid><dc:creator>${escaped(word())}</dc:creator><category>${escaped(word())}</category><category>${escaped(word())} 2</category><enclosure url="https://example.com/${index}.mp3" length="${next(9999) + 1}" type="audio/mpeg"/>`
        : '';
    return `<item><title>${escaped(escaped(title))}</title><link>${escaped(link)}</link><pubDate>${date}</pubDate>${more}<description>${content}</description></item>`;
  }).join('');
  const title = escaped(word());
  if (kind === 3)
    return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x</id><title>${title}</title><link href="https://example.com/"/><updated>2024-01-01T00:00:00Z</updated>${entries}</feed>`;
  if (kind === 2)
    return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://example.com/"><title>${title}</title><link>https://example.com/</link><description>d</description></channel>${entries}</rdf:RDF>`;
  return `<rss version="${kind === 1 ? '2.0' : '0.91'}" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${title}</title><link>https://example.com/</link><description>d</description>${entries}</channel></rss>`;
}

const SCRIPT = `
import feedparser, calendar, datetime
def moment(t):
    return datetime.datetime.fromtimestamp(calendar.timegm(t), datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z') if t else ''
out = []
for text in data:
    f = feedparser.parse(text.encode(), sanitize_html=False, resolve_relative_uris=False)
    assert not f.bozo, (f.bozo_exception, text)
    out.append({'title': f.feed.get('title', ''), 'link': f.feed.get('link', ''), 'entries': [{
        'id': e.get('id', ''), 'title': e.get('title', ''), 'link': e.get('link', ''), 'author': e.get('author', ''),
        'date': moment(e.get('published_parsed') or e.get('updated_parsed')),
        'content': e.content[0].value if 'content' in e else e.get('summary', ''),
        'categories': [t.term for t in e.get('tags', [])],
        'enclosures': [{'url': x.get('href', ''), 'type': x.get('type', ''), 'bytes': int(x.get('length', 0))} for x in e.get('enclosures', [])],
    } for e in f.entries]})
print(json.dumps(out))`;

/** Titles of feedparser are HTML, ours are text. */
const plain = (html: string): string => html.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

const compared = ({ title, link, entries }: Pick<Report, 'title' | 'link' | 'entries'>, withId = true) => ({
  title: plain(title),
  link,
  entries: entries.map((entry) => ({
    ...(withId ? { id: entry.id } : {}),
    title: plain(entry.title),
    link: entry.link,
    author: entry.author,
    date: entry.date,
    content: entry.content,
    categories: entry.categories,
    enclosures: entry.enclosures,
  })),
});

async function compareFeeds(count: number): Promise<void> {
  const feeds = Array.from({ length: count }, (_, seed) => madeFeed(seed + 1));
  const ours = await Promise.all(feeds.map((feed) => report(feed)));
  const theirs = runPython<Report[]>(SCRIPT, feeds, PYTHON);
  // feedparser takes no link as an id where RSS has none.
  for (const [index, feed] of ours.entries()) expect(compared(feed)).toEqual(compared(theirs[index] as Report));
  for (const to of ['rss', 'atom']) {
    const written = await Promise.all(
      feeds.map(async (input) => (await runTool(tool, { input, options: { to } })).text ?? ''),
    );
    const read = runPython<Report[]>(SCRIPT, written, PYTHON);
    for (const [index, feed] of ours.entries()) {
      const back = compared(read[index] as Report, false);
      const expected = compared(feed, false);
      // Atom must have an author; that of the feed stands in.
      if (to === 'atom') for (const entry of expected.entries) entry.author ||= expected.title;
      expect(back, to).toEqual(expected);
    }
  }
}

describe('rss-tools', () => {
  it.skipIf(!hasFeedparser)('reads and writes feeds as feedparser reads them', () => compareFeeds(12));
  exhaustive.skipIf(!hasFeedparser)('reads and writes many feeds as feedparser reads them', () => compareFeeds(60));

  it('JSON Feed is read back as it was written', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const feed = await report(madeFeed(seed));
      const { text } = await runTool(tool, { input: madeFeed(seed), options: { to: 'jsonfeed' } });
      const back = await report(text ?? '');
      expect(back.format).toBe('JSON Feed 1.1');
      expect(compared(back, false)).toEqual(compared(feed, false));
    }
  });

  it('names what readers trip over', async () => {
    const { findings } = await report(
      '<rss version="2.0"><channel><title/><item><guid>a</guid><title>x</title><pubDate>yesterday</pubDate></item><item><guid>a</guid><enclosure url="x"/></item></channel></rss>',
    );
    expect(findings.map(({ entry, message }) => `${entry} ${message}`)).toEqual([
      '0 the feed has no title',
      '0 the channel has no link',
      '0 the channel has no description',
      '0 the feed does not name its own address',
      '1 neither link nor content',
      '1 the date "yesterday" is not a moment',
      '2 neither title nor content',
      '2 neither link nor content',
      '2 no date',
      '2 a file without its address, type or length',
      '2 the same id as entry 1',
    ]);
  });

  it('every option has its effect, and references of HTML are read', async () => {
    const input = madeFeed(5);
    expect((await report(input, { limit: 1 })).entries).toHaveLength(1);
    expect((await report(input, { content: 'none' })).entries[0]?.content).toBe('');
    expect((await report(input, { content: 'text' })).entries[0]?.content).not.toContain('<');
    const relative =
      '<rss version="2.0"><channel><title>a&nbsp;&eacute;</title><item><title>t</title><link>x</link></item></channel></rss>';
    const { entries, title } = await report(relative, { baseUrl: 'https://example.com/feed/' });
    expect([title, entries[0]?.link]).toEqual(['a é', 'https://example.com/feed/x']);
    const { text } = await runTool(tool, { input, options: { to: 'markdown' } });
    expect(text).toMatch(/^# .*\n\n## .* 0\n/);
    const files = [1, 2].map((seed) => ({ name: `${seed}.xml`, bytes: Buffer.from(madeFeed(seed)) }));
    expect((await runTool(tool, { files })).data).toMatchObject({
      files: [{ format: 'RSS 2.0' }, { format: 'RSS 1.0' }],
    });
    const tables = await runTool(tool, { files, options: { to: 'csv' } });
    expect(tables.files.map(({ name }) => name)).toEqual(['1.csv', '2.csv']);
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="iso-8859-1"?><rss version="2.0"><channel><title>Größe</title></channel></rss>',
      'latin1',
    );
    expect((await runTool(tool, { files: [{ name: 'a.rss', bytes: latin }] })).data).toMatchObject({ title: 'Größe' });
  });

  exhaustive('is done with the longest feeds', async () => {
    const item = '<item><title>a</title><description>&lt;p&gt;x&lt;/p&gt;</description></item>';
    for (const part of [item, '<item/>', '<item><link>&amp;</link></item>', '<item><guid>a</guid></item>']) {
      const items = part.repeat(Math.floor(10_000_000 / part.length));
      const bytes = Buffer.from(`<rss version="2.0"><channel>${items}</channel></rss>`);
      for (const to of ['json', 'atom', 'markdown']) {
        const { status } = await runTool(tool, { files: [{ name: 'a.xml', bytes }], options: { to, content: 'text' } });
        expect([200, 413], `${to} ${part}`).toContain(status);
      }
    }
  });
});
