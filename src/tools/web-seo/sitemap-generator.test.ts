import { describe, expect, it } from 'vitest';

import { parseXml } from '../../lib/xml/parse.js';
import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './sitemap-generator.js';

const hasXmllint = hasProgram('xmllint', ['--version'], 'sitemaps beside xmllint');

describe('sitemap-generator', () => {
  it.skipIf(!hasXmllint)('is read back by xmllint', async () => {
    const chance = chanceOf(1);
    const urls = Array.from(
      { length: 200 },
      (_, i) => `https://example.com/${i}?a=${'<>&"\'é日'.charAt(chance(7))}&b=${chance(99)}`,
    );
    const { files } = await runTool(tool, { input: urls.join('\n') });
    const found = runProgram(
      'xmllint',
      ['--xpath', '//*[local-name()="loc"]/text()', '-'],
      files[0]?.bytes ?? '',
    ).toString();
    const decoded = found
      .trim()
      .split('\n')
      .map((line) => line.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
    expect(decoded).toEqual(urls.map((url) => new URL(url).href));
  });

  it('reads several in a line, dates behind a space, and tells of white space inside', async () => {
    const input =
      'https://a.example/1, https://a.example/2\nhttps://a.example/3 2026-01-31\nhttps://a.example/4 b.html';
    const { files, data } = await runTool(tool, { input });
    const locations = [...String(files[0]?.bytes).matchAll(/<loc>(.*)<\/loc>(?:<lastmod>(.*)<\/lastmod>)?/g)];
    expect(locations.map(([, url, changed]) => [url, changed])).toEqual([
      ['https://a.example/1', undefined],
      ['https://a.example/2', undefined],
      ['https://a.example/3', '2026-01-31'],
      ['https://a.example/4%20b.html', undefined],
    ]);
    expect((data as { warnings: string[] }).warnings).toEqual([
      'White space inside a URL is escaped as %20, first on line 3',
    ]);
  });

  it('long white space takes time by its length', () =>
    expectLinear(10_000, (length) => runTool(tool, { input: `https://a.example/,${' '.repeat(length)}!` })));

  it('splits long lists', async () => {
    const input = Array.from({ length: 60_000 }, (_, i) => `https://example.com/${i}`).join('\n');
    const { files, data } = await runTool(tool, { files: [{ name: 'a.txt', bytes: Buffer.from(input) }] });
    expect(files.map(({ name }) => name)).toEqual(['sitemap-index.xml', 'sitemap-1.xml', 'sitemap-2.xml']);
    expect(data).toMatchObject({ urls: 60_000, files: 2 });
    const entries = files
      .slice(1)
      .map(({ bytes }) => parseXml(bytes.toString()).root.children.filter(({ kind }) => kind === 'element').length);
    expect(entries).toEqual([50_000, 10_000]);
  });
});
