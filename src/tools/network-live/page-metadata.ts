import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { WorkTime } from '../../engines/work-time.js';
import { metadataData, reportMetadata } from '../../formats/html/metadata-report.js';
import { accessOf } from '../../network/session.js';
import { parseUrl } from '../../network/targets.js';
import { fetchPage, userAgentOption } from './_page.js';
import { LIVE_NOTE, timeoutOption } from './_peer.js';

const WORK_SECONDS = 8;

export default defineTool({
  id: 'page-metadata',
  title: 'Page Metadata',
  summary:
    'Fetches a web page and reads what it says of itself: title, description, Open Graph, icons, feeds, JSON-LD and microdata.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 40,
  input: 'required',
  options: {
    userAgent: userAgentOption(),
    timeoutMs: timeoutOption(15_000, 25_000, 'the page'),
  },
  result: 'data',
  data: metadataData.extend({
    url: z.string().describe('Address that answered, after redirects.'),
    status: z.int().describe('Status code.'),
  }),
  notes: [
    LIVE_NOTE,
    'The page is read as html-metadata-extractor reads it: scripts are not run and nothing else is loaded, so that only what is in the HTML is found.',
    'Up to 10 redirects are followed. A page of more than 4 MiB, or 8 MiB unpacked, is refused, and so is an answer other than success or a web page.',
  ],
  aliases: [
    'link preview',
    'open graph of a url',
    'unfurl link',
    'url metadata',
    'og tags',
    'page title of url',
    'favicon finder',
    'oembed',
  ],
  verified: [
    'html-metadata-extractor, which extruct 0.14 is beside: the same data for 60 random pages, served over HTTP in four character encodings',
  ],
  examples: [
    {
      title: 'The start page of a site',
      input: 'http://example.com/',
      output: {
        data: {
          title: 'Example Domain',
          description: 'A site of the pretend internet.',
          canonical: null,
          language: 'en',
          charset: 'utf-8',
          robots: null,
          author: null,
          preview: {
            title: 'Example',
            description: 'A site of the pretend internet.',
            image: 'https://example.com/image.png',
            url: null,
            siteName: null,
          },
          openGraph: [
            { name: 'og:title', content: 'Example' },
            { name: 'og:image', content: '/image.png' },
          ],
          twitter: [],
          meta: [{ name: 'description', content: 'A site of the pretend internet.' }],
          icons: [{ rel: 'icon', href: 'https://example.com/favicon.ico', sizes: null, type: null }],
          alternates: [],
          feeds: [{ href: 'https://example.com/feed.xml', type: 'application/rss+xml', title: 'News' }],
          manifest: null,
          amp: null,
          jsonLd: [],
          microdata: [],
          warnings: [],
          url: 'https://example.com/',
          status: 200,
        },
      },
    },
    {
      title: 'A page that does not exist',
      input: 'https://example.com/missing',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read "https://example.com/missing": the server answers 404 Not Found',
      },
    },
    {
      title: 'An image',
      input: 'https://example.com/image.png',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read "https://example.com/image.png": it is "image/png", not a web page',
      },
    },
    {
      title: 'A name that does not exist',
      input: 'https://nowhere.example.com/',
      error: { code: 'INVALID_INPUT', message: 'Cannot reach "nowhere.example.com": the name does not exist' },
    },
  ],
  async run({ input, options: { userAgent, timeoutMs }, signal, settings, network }) {
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs });
    const { fetched, text, address } = await fetchPage(parseUrl(input), userAgent, access);
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The page takes longer than ${WORK_SECONDS} seconds to read`),
    );
    return work.run(() => json({ ...reportMetadata(text, address), url: fetched.url, status: fetched.status }));
  },
});
