import { describe, expect, it } from 'vitest';

import { parseXml } from '../../lib/xml/parse.js';
import { chanceOf } from '../../testing/chance.js';
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
