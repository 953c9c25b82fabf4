import { expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { docxOf, docxOfMarkdown, randomMarkdown } from '../../testing/word-documents.js';
import tool from './docx-to-markdown.js';

async function markdownOf(bytes: Buffer): Promise<string> {
  const { text, message } = await runTool(tool, { files: [{ name: 'a.docx', bytes }] });
  expect(message).toBeUndefined();
  return text ?? '';
}

/** HTML as pandoc writes it, freed of what a Word document does not say: ids, classes, widths, paragraphs of tight items, alignment. */
const htmlOf = (input: string | Buffer, from: string): string =>
  runProgram('pandoc', ['-f', from, '-t', 'html', '--wrap=none', '--no-highlight'], input)
    .toString()
    .replace(/<!-- -->/g, '')
    .replace(/<colgroup>[\s\S]*?<\/colgroup>/g, '')
    .replace(/ (?:id|class|style|data-[a-z-]+|start|type|width|role)="[^"]*"/g, '')
    .replace(/<\/?(?:p|span)>/g, '\n')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:li|ol|ul|blockquote|table|thead|tbody|tr|td|th|section|hr|h\d)[^>]*>) ?/g, '\n$1\n')
    .replace(/\n+/g, '\n')
    .trim();

inRounds.skipIf(!hasProgram('pandoc', ['--version'], 'Word documents beside pandoc'))(
  'gives Markdown that pandoc reads as it reads the document',
  [2, 60],
  async (rounds) => {
    for (let seed = 201; seed <= 200 + rounds; seed++) {
      const bytes = docxOfMarkdown(randomMarkdown(seed));
      const markdown = await markdownOf(bytes);
      expect(htmlOf(markdown, 'gfm+footnotes'), `seed ${seed}: ${markdown}`).toEqual(htmlOf(bytes, 'docx'));
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
