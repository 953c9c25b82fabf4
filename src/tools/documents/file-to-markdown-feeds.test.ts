import { expect, it } from 'vitest';

import { runTool } from '../../testing/run-tool.js';
import tool from './file-to-markdown.js';

const markdownOf = async (name: string, content: string, options = {}) => {
  const { text, message } = await runTool(tool, { files: [{ name, bytes: Buffer.from(content) }], options });
  return text ?? message;
};

// RFC 4287, 1.1, its second example, shortened.
const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <title type="text">dive into mark</title>
  <subtitle type="html">A &lt;em&gt;lot&lt;/em&gt; of effort went into making this effortless</subtitle>
  <updated>2005-07-31T12:29:29Z</updated>
  <link rel="self" type="application/atom+xml" href="http://example.org/feed.atom"/>
  <link rel="alternate" type="text/html" hreflang="en" href="http://example.org/"/>
  <entry>
    <title>Atom draft-07 snapshot</title>
    <link rel="enclosure" type="audio/mpeg" length="1337" href="http://example.org/audio/ph34r_my_podcast.mp3"/>
    <link rel="alternate" type="text/html" href="http://example.org/2005/04/02/atom"/>
    <updated>2005-07-31T12:29:29Z</updated>
    <published>2003-12-13T08:29:29-04:00</published>
    <author><name>Mark Pilgrim</name><uri>http://example.org/</uri></author>
    <content type="xhtml" xml:lang="en" xml:base="http://diveintomark.org/">
      <div xmlns="http://www.w3.org/1999/xhtml"><p><i>[Update: The Atom draft is finished.]</i></p></div>
    </content>
  </entry>
  <entry><title type="html">Tom &amp;amp; &lt;b&gt;Jerry&lt;/b&gt;</title><summary>1 &lt; 2 &amp; *3*</summary></entry>
</feed>`;

const RSS = `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>The Blog</title><atom:link href="https://example.org/feed" rel="self"/><link>https://example.org</link><description>News</description>
<item><title>Ignite</title><guid>https://example.org/1</guid><dc:creator>Ann</dc:creator><pubDate>Tue, 19 Nov 2024 13:30:00 +0100</pubDate><description>Short</description><content:encoded><![CDATA[<p>In the <b>case</b></p><ul><li>one</li></ul>]]></content:encoded></item>
<item><guid isPermaLink="false">https://example.org/2</guid><description>Only &lt;i&gt;this&lt;/i&gt;</description></item>
</channel></rss>`;

it('reads Atom as RFC 4287 says', async () => {
  expect(await markdownOf('feed.atom', ATOM)).toBe(
    [
      '- Title: dive into mark\n- Link: http://example.org/\n- Description: A lot of effort went into making this effortless\n- Language: en\n- Date: 2005-07-31T12:29:29.000Z\n- Entries: 2',
      '# dive into mark',
      '## Atom draft-07 snapshot',
      '- Link: http://example.org/2005/04/02/atom\n- Author: Mark Pilgrim\n- Date: 2003-12-13T12:29:29.000Z',
      '*\\[Update: The Atom draft is finished.\\]*',
      '## Tom & Jerry',
      '1 < 2 & \\*3\\*\n',
    ].join('\n\n'),
  );
});

it('reads RSS, in a file of any XML ending', async () => {
  const expected =
    '# The Blog\n\n## Ignite\n\n- Link: https://example.org/1\n- Author: Ann\n- Date: 2024-11-19T12:30:00.000Z\n\nIn the **case**\n\n- one\n\nOnly *this*\n';
  for (const name of ['a.rss', 'a.xml']) expect(await markdownOf(name, RSS, { metadata: false })).toBe(expected);
  // A time without an offset is no moment, and stays.
  const dated = RSS.replace('Tue, 19 Nov 2024 13:30:00 +0100', '19 Nov 2024 13:30').replace(
    'Ignite',
    'A &amp;amp; B&amp;#233;',
  );
  expect(await markdownOf('a.rss', dated, { metadata: false })).toBe(
    expected.replace('2024-11-19T12:30:00.000Z', '19 Nov 2024 13:30').replace('Ignite', 'A & Bé'),
  );
  // RSS 1.0 has its items beside the channel.
  const older =
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>Old</title></channel><item><title>New</title></item></rdf:RDF>';
  expect(await markdownOf('a.rss', older, { metadata: false })).toBe('# Old\n\n## New\n');
});

it('keeps other XML as it is, and refuses a feed that is none', async () => {
  for (const content of ['<a>1</a>', '<a>1', '<rss/>'])
    expect(await markdownOf('a.xml', content)).toBe(`\`\`\`xml\n${content}\n\`\`\`\n`);
  expect(await markdownOf('a.rss', '<a>1</a>')).toBe('Cannot read file "a.rss" as a feed: it is neither RSS nor Atom');
  expect(await markdownOf('a.rss', '<a>1')).toMatch(/^Cannot read file "a.rss" as XML: /);
});
