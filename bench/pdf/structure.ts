/**
 * How many of the words that pdftotext finds in the PDFs of a folder are in what pdf-to-markdown and pdf-to-docx make of them:
 * `npx tsx bench/pdf/structure.ts <folder>`. Marks of Markdown are taken away; pandoc reads the documents.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { commonWords } from '../../src/testing/pdf-text-samples.js';
import { runTool } from '../../src/testing/run-tool.js';
import pdfToDocx from '../../src/tools/pdf/pdf-to-docx.js';
import pdfToMarkdown from '../../src/tools/pdf/pdf-to-markdown.js';

const [, , folder = '.'] = process.argv;
const run = (program: string, args: readonly string[], input: string | Uint8Array = ''): string =>
  spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout ?? '';
/** Lines are joined and broken words mended by the tools, so hyphens at line ends go on the other side too. */
const words = (text: string): string =>
  text.replace(/[-\u00ad]\s*\n\s*(?=\p{Ll})/gu, '').replace(/<br>|<!--[\s\S]*?-->|[^\p{L}\p{N}]+/gu, ' ');
const sum = { files: 0, theirs: 0, markdown: 0, docx: 0 };

for (const name of readdirSync(folder).filter((entry) => /\.pdf$/i.test(entry))) {
  const files = [{ name: name.toLowerCase(), bytes: readFileSync(join(folder, name)) }];
  const markdown = await runTool(pdfToMarkdown, { files, options: { dropRepeated: false } });
  const docx = await runTool(pdfToDocx, { files, options: { dropRepeated: false, images: false } });
  if (markdown.status !== 200 || docx.status !== 200) continue;
  const expected = words(run('pdftotext', ['-raw', join(folder, name), '-']));
  // Its plain text leaves out tables with narrow columns.
  const html = run('pandoc', ['-f', 'docx', '-t', 'html', '--wrap=none'], docx.files[0]?.bytes ?? '');
  const plain = words(
    html
      .replace(/<(?:p|td|th|br|li|h\d)\b[^>]*>/g, ' ')
      .replace(/<[^>]*>/g, '')
      .replace(/&(lt|gt|amp|quot|#39);/g, ' '),
  );
  const inMarkdown = commonWords(words(markdown.text ?? ''), expected);
  const inDocx = commonWords(plain, expected);
  sum.files += 1;
  sum.theirs += inMarkdown.inB;
  sum.markdown += inMarkdown.common;
  sum.docx += inDocx.common;
  if (Math.min(inMarkdown.common, inDocx.common) < 0.95 * inMarkdown.inB)
    console.log(`${name}\t${inMarkdown.common} and ${inDocx.common} of ${inMarkdown.inB}`);
}
console.log(sum);
