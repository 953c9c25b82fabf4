import { expect, it } from 'vitest';

import { elementsBelow, parseHtml } from '../../engines/xml/html-document.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './meta-tag-generator.js';

it('texts are read back from the tags as they were given', async () => {
  const chance = chanceOf(1);
  const letters = [...'ab <>&"\'=/é日😀`;', '</title>', '-->', '<script>', '&amp;', '">'];
  for (let round = 0; round < 300; round++) {
    const text = (): string => `x${Array.from({ length: chance(12) }, () => pick(chance, letters)).join('')}x`;
    const options = { title: text(), description: text(), siteName: text(), author: text() };
    const { files } = await runTool(tool, { options });
    const html = parseHtml(Buffer.from(files[0]?.bytes ?? []).toString());
    const metas = new Map(
      [...elementsBelow(html, 'meta')].map(({ attrs }) => {
        const value = (name: string): string | undefined => attrs.find((attribute) => attribute.name === name)?.value;
        return [value('name') ?? value('property'), value('content')];
      }),
    );
    const [title] = [...elementsBelow(html, 'title')];
    const [words] = title?.childNodes ?? [];
    expect(words !== undefined && 'value' in words ? words.value : '').toBe(options.title);
    expect([metas.get('og:title'), metas.get('description'), metas.get('og:site_name'), metas.get('author')]).toEqual([
      options.title,
      options.description,
      options.siteName,
      options.author,
    ]);
    expect([...elementsBelow(html, 'script')]).toEqual([]);
  }
});
