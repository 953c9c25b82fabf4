import type { Example } from '../../core/tool.js';
import type { LinkReport } from './_link-report.js';

const SITE = 'https://example.com';

type Told = Partial<LinkReport> & Pick<LinkReport, 'url'>;

/** A row, of a link with an answer of 200 from its own address where nothing else is said. */
const row = (told: Told): LinkReport => ({
  kind: 'link',
  text: '',
  count: 1,
  state: 'ok',
  status: 200,
  finalUrl: told.url,
  message: null,
  ...told,
});
const missing = (url: string, text: string): LinkReport => {
  const message = `Has no place named "${url}"`;
  return row({ url, text, state: 'broken', status: null, finalUrl: null, message });
};
const notFound = { state: 'broken', status: 404, message: 'Answers 404 Not Found' } as const;

/** Of the pretend internet that the tests have. */
export const LINK_EXAMPLES: readonly Example[] = [
  {
    title: 'The start page of a site',
    input: 'http://example.com/',
    output: {
      data: {
        links: 10,
        checked: 7,
        broken: 3,
        skipped: 1,
        results: [
          missing('#nowhere', 'nowhere'),
          row({ url: `${SITE}/missing`, text: 'this', ...notFound }),
          row({ url: `${SITE}/feed.xml`, kind: 'other', ...notFound }),
          row({ url: `${SITE}/about`, text: 'about us' }),
          row({ url: 'https://example.org/', text: 'a friend' }),
          row({ url: `${SITE}/old`, text: 'an old page', finalUrl: `${SITE}/about` }),
          row({ url: `${SITE}/image.png`, kind: 'image' }),
          row({ url: `${SITE}/favicon.ico`, kind: 'icon' }),
        ],
        warnings: [],
      },
    },
  },
  {
    title: 'A sitemap, its first address',
    input: `${SITE}/sitemap.xml`,
    options: { limit: 1 },
    output: {
      data: {
        links: 2,
        checked: 1,
        broken: 0,
        skipped: 0,
        results: [row({ url: `${SITE}/about` })],
        warnings: ['1 more addresses were not checked; option "limit" can be up to 200'],
      },
    },
  },
  {
    title: 'A Markdown file, with places in it and on another page',
    files: [
      {
        name: 'guide.md',
        text: '# Start\n\n[one](#start) [two](#end) [three](/about#who) [four](/about#us) [five](/older) [six](/inside) [seven](mailto:a@example.com)\n',
      },
    ],
    options: { baseUrl: `${SITE}/` },
    output: {
      data: {
        links: 7,
        checked: 2,
        broken: 2,
        skipped: 1,
        results: [
          missing('#end', 'two'),
          row({ url: `${SITE}/about`, text: 'three', count: 2, state: 'broken', message: 'Has no place named "#us"' }),
          row({
            url: `${SITE}/older`,
            text: 'five',
            state: 'redirected',
            finalUrl: `${SITE}/about`,
            message: `Has moved for good to ${SITE}/about`,
          }),
          row({
            url: `${SITE}/inside`,
            text: 'six',
            state: 'not-checked',
            status: null,
            finalUrl: null,
            message: 'Cannot reach "10.0.0.1": it is not a public address',
          }),
        ],
        warnings: [],
      },
    },
  },
  {
    title: 'An image',
    input: `${SITE}/image.png`,
    error: {
      code: 'INVALID_INPUT',
      message: `Cannot read "${SITE}/image.png": it is "image/png", not a web page`,
    },
  },
];
