import { invalid, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { WorkTime } from '../../engines/work-time.js';
import { markdownPage } from '../../formats/html/markdown-page.js';
import { readTextFile } from '../../formats/text-source.js';
import type { NetworkAccess } from '../../network/session.js';
import { parseUrl } from '../../network/targets.js';
import { type LinkSource, readPage, readSitemap } from './_links.js';
import { fetchPage } from './_page.js';

const WORK_SECONDS = 6;

const inTime = <Result>(label: string, work: () => Result): Result =>
  refusing(`Cannot read ${label}`, () =>
    new WorkTime(WORK_SECONDS, () =>
      overLimit(`Finding the links of ${label} takes longer than ${WORK_SECONDS} seconds`),
    ).run(work),
  );

/** The links of a page or a sitemap that is fetched. Throws as `fetchPage`. */
export async function fetchSource(input: string, userAgent: string, access: NetworkAccess): Promise<LinkSource> {
  const target = parseUrl(input.trim());
  const { text, address } = await fetchPage(target, userAgent, access);
  const label = quote(address.href);
  const sitemap = /<(?:\w{1,20}:)?(?:urlset|sitemapindex)\b/.test(text)
    ? inTime(label, () => readSitemap(text, label, address))
    : undefined;
  return sitemap ?? inTime(label, () => readPage(text, address));
}

/** The links of an uploaded page, sitemap or Markdown document. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export async function fileSource(upload: InputFile, baseUrl: string): Promise<LinkSource> {
  const { text, label } = await readTextFile(upload);
  const address = baseUrl === '' ? undefined : new URL(parseUrl(baseUrl, { label: 'Option "baseUrl"' }).href);
  if (/\.xml$/i.test(upload.name)) {
    const sitemap = inTime(label, () => readSitemap(text, label, address));
    if (sitemap === undefined) throw invalid(`Cannot read ${label} as a sitemap: it has no urlset or sitemapindex`);
    return sitemap;
  }
  const isMarkdown = /\.(?:md|markdown)$/i.test(upload.name);
  return inTime(label, () => {
    const html = isMarkdown
      ? markdownPage(text, { gfm: true, headingIds: true, mathml: undefined, isSafe: false, isPage: true })
      : text;
    return readPage(html, address);
  });
}
