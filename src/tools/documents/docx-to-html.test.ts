import { expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { docxOf, docxOfMarkdown, pandocHtml, randomMarkdown } from '../../testing/word-documents.js';
import tool from './docx-to-html.js';

async function htmlOf(bytes: Buffer): Promise<string> {
  const { text, message } = await runTool(tool, { files: [{ name: 'a.docx', bytes }] });
  expect(message).toBeUndefined();
  return text ?? '';
}

/** Our notes are a list with links back; pandoc reads its own. */
const withoutNotes = (html: string): string =>
  html
    .replace(/<section[\s\S]*/, '')
    .replace(/<a href="#[^"]*"[^>]*>(?:<sup>)?\d+(?:<\/sup>)?<\/a>|<sup><a[^>]*>\d+<\/a><\/sup>/g, '');

const normal = (html: string): string => pandocHtml(withoutNotes(html), 'html');

inRounds.skipIf(!hasProgram('pandoc', ['--version'], 'Word documents beside pandoc'))(
  'gives HTML that pandoc reads as it reads the document',
  [2, 60],
  async (rounds) => {
    for (let seed = 301; seed <= 300 + rounds; seed++) {
      const bytes = docxOfMarkdown(randomMarkdown(seed));
      const html = await htmlOf(bytes);
      expect(normal(html), `seed ${seed}: ${html}`).toEqual(normal(pandocHtml(bytes, 'docx')));
    }
  },
);

it('writes merged cells with their spans', async () => {
  const cell = (text: string, properties = ''): string =>
    `<w:tc><w:tcPr>${properties}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const rows = [
    cell('a', '<w:vMerge w:val="restart"/>') + cell('b', '<w:gridSpan w:val="2"/>'),
    cell('', '<w:vMerge/>') + cell('c') + cell('d'),
  ];
  const table = `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;
  expect(await htmlOf(docxOf(table))).toBe(
    '<table>\n<tbody>\n<tr><td rowspan="2">a</td><td colspan="2">b</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</tbody>\n</table>\n',
  );
});

it('lets no markup and no script through', async () => {
  const link =
    '<w:fldSimple w:instr="HYPERLINK &quot;javascript:alert(1)&quot;"><w:r><w:t>go</w:t></w:r></w:fldSimple>';
  const text = '<w:r><w:t>&lt;script&gt;alert(1)&lt;/script&gt;</w:t></w:r>';
  expect(await htmlOf(docxOf(`<w:p>${text}${link}</w:p>`))).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;go</p>\n');
});
