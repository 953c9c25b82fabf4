/** How many of the words that pdftotext finds in the PDFs of a folder are found here: `npx tsx bench/pdf/text.ts <folder>`. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openPdf } from '../../src/formats/pdf/document/open.js';
import { withPageContents } from '../../src/formats/pdf/text/page-content.js';
import { wordsOf } from '../../src/lib/page-text/words.js';
import { commonWords } from '../../src/testing/pdf-text-samples.js';

const [, , folder = '.'] = process.argv;
const sum = { files: 0, refused: 0, common: 0, ours: 0, theirs: 0 };

for (const name of readdirSync(folder).filter((entry) => /\.pdf$/i.test(entry))) {
  const bytes = readFileSync(join(folder, name));
  const words: string[] = [];
  const start = performance.now();
  try {
    const pdf = openPdf({ name, bytes });
    await withPageContents(pdf, bytes, (read) => {
      for (const { index } of pdf.pages) {
        for (const { text } of wordsOf(read(index).glyphs)) words.push(text);
      }
    });
  } catch (error) {
    sum.refused += 1;
    console.log(`${name}\t${String(error)}`);
    continue;
  }
  const ms = Math.round(performance.now() - start);
  const expected =
    spawnSync('pdftotext', ['-raw', join(folder, name), '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout ?? '';
  const { common, inA, inB } = commonWords(words.join('\n'), expected);
  sum.files += 1;
  sum.common += common;
  sum.ours += inA;
  sum.theirs += inB;
  if (common < 0.97 * inB || ms > 2_000) console.log(`${name}\t${common} of ${inB} (${inA} here)\t${ms} ms`);
}
console.log(sum, `recall ${((100 * sum.common) / sum.theirs).toFixed(1)} %`);
