import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import { firstReport } from '../../testing/file-report.js';
import { complaints, countPages } from '../../testing/pdf-readers.js';
import { richPdf } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import repairPdf from './repair-pdf.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'repaired PDFs') && hasProgram('pdftotext', ['-v'], 'repaired PDFs');
const scratch = mkdtempSync(join(tmpdir(), 'repair-pdf-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const path = join(scratch, 'result.pdf');

const repaired = async (bytes: Uint8Array) => {
  const answer = await runTool(repairPdf, { files: [{ name: 'in.pdf', bytes }] });
  if (answer.status === 200) writeFileSync(path, answer.files[0]!.bytes);
  return answer;
};

describe.skipIf(!hasReaders)('repair-pdf', () => {
  it('finds every whole page of a file that is cut off anywhere', async () => {
    const source = richPdf('Cut');
    const text = source.toString('latin1');
    const ends = [11, 12, 13, 14].map((number) => text.indexOf('endobj', text.indexOf(`\n${number} 0 obj`)));
    for (let i = 1; i <= 24; i += 1) {
      const length = Math.floor((source.length * i) / 25);
      const whole = ends.filter((end) => end <= length).length;
      const answer = await repaired(source.subarray(0, length));
      const { status } = answer;
      expect(status, `${length} bytes`).toBe(whole === 0 ? 400 : 200);
      if (whole === 0) continue;
      expect(firstReport(answer), `${length} bytes`).toMatchObject({
        pages: whole,
        damaged: true,
        lost: { pages: 4 - whole },
      });
      // Starting qpdf for each of them would be most of the time of the test.
      if (i % 6 === 0) {
        expect([...complaints(path)], `${length} bytes`).toEqual([]);
        expect(countPages(path)).toBe(whole);
      }
    }
  });

  it('keeps the text before the damage of a compressed content', async () => {
    expect(firstReport(await repaired(readFixture('pdf/cut-short.pdf')))).toMatchObject({ repaired: { streams: 1 } });
    expect(
      runProgram('pdftotext', [path, '-'])
        .toString()
        .match(/Page \d/g),
    ).toEqual(['Page 1', 'Page 2']);
    expect([...complaints(path)]).toEqual([]);
  });

  it('ends in a result or a refusal whatever byte is wrong', async () => {
    const source = richPdf('Noise');
    let seed = 7;
    const next = (): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed;
    };
    for (let n = 0; n < 60; n += 1) {
      const bytes = Buffer.from(source);
      for (let i = 0; i < 12; i += 1) bytes[next() % bytes.length] = next() % 256;
      const { status, cause } = await repaired(bytes);
      expect([200, 400], String(cause)).toContain(status);
    }
  });
});
