import { expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { docxOf, docxOfMarkdown, pandocHtml, randomMarkdown } from '../../testing/word-documents.js';
import tool from './docx-to-markdown.js';

async function markdownOf(bytes: Buffer): Promise<string> {
  const { text, message } = await runTool(tool, { files: [{ name: 'a.docx', bytes }] });
  expect(message).toBeUndefined();
  return text ?? '';
}

inRounds.skipIf(!hasProgram('pandoc', ['--version'], 'Word documents beside pandoc'))(
  'gives Markdown that pandoc reads as it reads the document',
  [2, 60],
  async (rounds) => {
    for (let seed = 201; seed <= 200 + rounds; seed++) {
      const bytes = docxOfMarkdown(randomMarkdown(seed));
      const markdown = await markdownOf(bytes);
      expect(pandocHtml(markdown, 'gfm+footnotes'), `seed ${seed}: ${markdown}`).toEqual(pandocHtml(bytes, 'docx'));
    }
  },
);

it('keeps cells, marks and lines from being read as Markdown', async () => {
  const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
  const cell = `<w:tbl><w:tr><w:tc>${paragraph('a|b')}${paragraph('c')}</w:tc></w:tr></w:tbl>`;
  const text = await markdownOf(docxOf(`${paragraph('# a *b* [c](d)')}${paragraph('1. x')}${paragraph('- y')}${cell}`));
  expect(text).toBe('\\# a \\*b\\* \\[c\\](d)\n\n1\\. x\n\n\\- y\n\n| a\\|b<br>c |\n| --- |\n');
});

it('works on a megabyte of one character in time', async () => {
  for (const letter of [' ', '#', '*', '`', '\n', '|', '_', '\u00a0']) {
    const runs = `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">x${letter.repeat(300_000)}y</w:t></w:r>`;
    expect(
      (await markdownOf(docxOf(`<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${runs}</w:p>`))).length,
    ).toBeGreaterThan(2);
  }
});
