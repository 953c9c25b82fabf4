import { expect, it } from 'vitest';

import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { docxOf, docxOfMarkdown, randomMarkdown } from '../../testing/word-documents.js';
import tool from './docx-to-text.js';

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

async function textOf(bytes: Buffer): Promise<string> {
  const { text, message } = await runTool(tool, { files: [{ name: 'a.docx', bytes }] });
  expect(message).toBeUndefined();
  return text ?? '';
}

const hasPandoc = hasProgram('pandoc', ['--version'], 'Word documents beside pandoc');

inRounds.skipIf(!hasPandoc)('gives the words that pandoc reads, in its order', [2, 60], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const bytes = docxOfMarkdown(randomMarkdown(seed));
    const plain = runProgram(
      'pandoc',
      ['-f', 'docx', '-t', 'plain', '--wrap=none', '--columns=1000'],
      bytes,
    ).toString();
    expect(wordsOf(await textOf(bytes)), `seed ${seed}`).toEqual(wordsOf(plain));
  }
});

exhaustive.skipIf(!hasPandoc || !hasProgram('soffice', ['--version'], 'Word documents beside LibreOffice'))(
  'gives the words of documents that LibreOffice saved, as its own text does',
  async () => {
    const made = Array.from({ length: 10 }, (_, i) =>
      docxOfMarkdown(randomMarkdown(100 + i).replace(/\[\^\d+\].*/g, '')),
    );
    const saved = convertByOffice(
      made.map((bytes, i) => [`a${i}.docx`, bytes]),
      'docx:MS Word 2007 XML',
    );
    const texts = convertByOffice(
      saved.map((bytes, i) => [`a${i}.docx`, bytes]),
      'txt:Text (encoded):UTF8',
    );
    for (const [i, bytes] of saved.entries())
      expect(wordsOf(await textOf(bytes)), `document ${i}`).toEqual(wordsOf(texts[i]?.toString() ?? ''));
  },
);

it('ends for styles based on each other', async () => {
  const bytes = docxOf(
    '<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>Round</w:t></w:r></w:p>',
    '<w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style>',
  );
  expect(await textOf(bytes)).toBe('Round\n');
});

it('joins a paragraph whose mark was deleted with the next', async () => {
  const bytes = docxOf(
    '<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:r><w:t>One </w:t></w:r></w:p><w:p><w:r><w:t>two</w:t></w:r></w:p>',
  );
  expect(await textOf(bytes)).toBe('One two\n');
});

it('reads the result of a field and not its instruction, and a text box once', async () => {
  const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const box = '<w:txbxContent><w:p><w:r><w:t>Boxed</w:t></w:r></w:p></w:txbxContent>';
  const bytes = docxOf(
    `<w:p>${field('begin')}<w:r><w:instrText>AUTHOR</w:instrText></w:r>${field('separate')}<w:r><w:t>Ada</w:t></w:r>${field('end')}` +
      `<w:r><AlternateContent><Choice>${box}</Choice><Fallback>${box}</Fallback></AlternateContent></w:r></w:p>`,
  );
  expect(await textOf(bytes)).toBe('Ada\n\nBoxed\n');
});

it('refuses links whose addresses add up to more than ten million characters', async () => {
  const link = '<w:hyperlink w:id="l"><w:r><w:t>x</w:t></w:r></w:hyperlink><w:r><w:t>y</w:t></w:r>';
  const bytes = docxOf(`<w:p>${link.repeat(6000)}</w:p>`, '', `https://example.com/${'a'.repeat(1900)}`);
  const { status, message } = await runTool(tool, { files: [{ name: 'a.docx', bytes }] });
  expect([status, message]).toEqual([
    413,
    'Cannot read file "a.docx" as a Word document: the addresses of its links must have at most 10000000 characters in all',
  ]);
});

it('refuses tables that claim millions of cells, and brackets without end', async () => {
  const row = `<w:tr>${'<w:tc><w:tcPr><w:gridSpan w:val="1000"/></w:tcPr><w:p/></w:tc>'.repeat(50)}</w:tr>`;
  const wide = await runTool(tool, { files: [{ name: 'a.docx', bytes: docxOf(`<w:tbl>${row.repeat(50)}</w:tbl>`) }] });
  expect([wide.status, wide.message]).toEqual([
    413,
    'Cannot read file "a.docx" as a Word document: its tables must have at most 200000 cells',
  ]);
  const deep = docxOf(`${'<w:tbl><w:tr><w:tc>'.repeat(2000)}${'</w:tc></w:tr></w:tbl>'.repeat(2000)}`);
  expect((await runTool(tool, { files: [{ name: 'a.docx', bytes: deep }] })).status).toBe(413);
});
