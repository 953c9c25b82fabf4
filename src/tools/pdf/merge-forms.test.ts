import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { pdfOf, plainPdf, stream } from '../../testing/pdf-samples.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import mergePdf from './merge-pdf.js';

const folder = mkdtempSync(join(tmpdir(), 'merge-forms-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 160 20] /Resources << /Font << /Helv 4 0 R >> >>';
const said = (text: string): string => stream(`/Tx BMC BT /Helv 10 Tf 2 6 Td (${text}) Tj ET EMC`, FORM);

/** A page with one field below the other, each 160 × 20 points; `fields` are their entries, `looks` objects from 40 on. */
function formPdf(fields: readonly string[], looks: Readonly<Record<number, string>>, form = ''): Buffer {
  const widgets = fields.map((entries, i): [number, string] => [
    10 + i,
    `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /T (field${i}) /Rect [20 ${260 - 30 * i} 180 ${280 - 30 * i}] ${entries} >>`,
  ]);
  const refs = widgets.map(([number]) => `${number} 0 R`).join(' ');
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Annots [${refs}] >>`,
    4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    5: `<< /Fields [${refs}] /DA (/Helv 10 Tf 0 g) /DR << /Font << /Helv 4 0 R /ZaDb 6 0 R >> >> ${form} >>`,
    6: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
    ...Object.fromEntries(widgets),
    ...looks,
  });
}

const box = stream('0 0 160 20 re S 4 4 12 12 re f', FORM);
const empty = stream('0 0 160 20 re S', FORM);

/** Values without appearances, or with outdated ones: only a viewer that draws them itself shows them. */
const asking = formPdf(
  [
    '/FT /Tx /V (Drawn by viewers)',
    '/FT /Tx /V (New value) /AP << /N 40 0 R >>',
    '/FT /Ch /Ff 131072 /Opt [(Red) (Green)] /V (Green)',
    '/FT /Ch /Opt [(Red) (Green)] /V (Red)',
    '/FT /Btn /MK << /CA (4) >> /V /On /AS /On /AP << /N << /On 41 0 R /Off 42 0 R >> >>',
    '/FT /Tx /MK << /BC [1 0 0] /BG [0.9 0.9 1] >> /V (Framed)',
    '/FT /Btn /MK << /CA (4) >> /V /On /AS /On',
    '/FT /Sig /V 50 0 R /AP << /N 43 0 R >>',
  ],
  {
    40: said('Old value'),
    41: box,
    42: empty,
    43: said('Signed'),
    50: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 0 0 0] >>',
  },
  '/NeedAppearances true',
);

/** Appearances that say something else than the values: who draws them anew is seen at once. */
const drawn = formPdf(
  [
    '/FT /Tx /V (value) /AP << /N 40 0 R >>',
    '/FT /Sig /V 50 0 R /AP << /N 43 0 R >>',
    '/FT /Ch /Ff 131072 /Opt [(Red) (Green)] /V (Green) /AP << /N 44 0 R >>',
    '/FT /Btn /V /On /AS /On /AP << /N << /On 41 0 R /Off 42 0 R >> >>',
    '/FT /Btn /V /Off /AS /Off /AP << /N << /On 41 0 R /Off 42 0 R >> >>',
    '/FT /Tx /AP << /N 45 0 R >>',
  ],
  {
    40: said('As it was drawn'),
    41: box,
    42: empty,
    43: said('Signed by hand'),
    44: said('A choice as drawn'),
    45: said('No value at all'),
    50: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 0 0 0] >>',
  },
);

async function merged(...files: readonly Uint8Array[]): Promise<Buffer> {
  const answer = await runTool(mergePdf, { files: files.map((bytes, i) => ({ name: `${i}.pdf`, bytes })) });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.files[0]?.bytes ?? Buffer.alloc(0);
}

/** A page, from 1, as poppler draws it, 2 pixels a point. */
async function look(bytes: Uint8Array, page = 1): Promise<Buffer> {
  const path = join(folder, 'drawn.pdf');
  writeFileSync(path, bytes);
  const picture = runProgram('pdftoppm', ['-r', '144', '-gray', '-f', `${page}`, '-l', `${page}`, '-png', path]);
  return sharp(picture).greyscale().raw().toBuffer();
}

/** The words of a page as poppler reads them. */
function wordsOn(bytes: Uint8Array, page: number): string[] {
  const path = join(folder, 'read.pdf');
  writeFileSync(path, bytes);
  const text = runProgram('pdftotext', ['-f', `${page}`, '-l', `${page}`, path, '-']).toString();
  return (text.match(/\w+/g) ?? []).filter((word) => word !== 'Signed').sort();
}

/** The part of a page that shows one of its fields. */
const row = (page: Buffer, i: number): Buffer => page.subarray(400 * 2 * (15 + 30 * i), 400 * 2 * (45 + 30 * i));

/** How dark the row of a field is: 0 for white, 255 for black. */
const ink = (page: Buffer, i: number): number => meanDifference(row(page, i), new Uint8Array(400 * 60).fill(255));

const hasPoppler = hasProgram('pdftoppm', ['-v'], 'merged forms against poppler');

describe.skipIf(!hasPoppler)('a form that asks viewers to draw its fields', () => {
  it('leaves the form that it is merged with as it was, before and behind it', async () => {
    const before = await look(drawn);
    expect(meanDifference(before, await look(await merged(asking, drawn), 2))).toBe(0);
    expect(meanDifference(before, await look(await merged(drawn, asking), 1))).toBe(0);
    expect(meanDifference(before, await look(await merged(drawn, asking, drawn), 3))).toBe(0);
  });

  it('shows its values as viewers showed them', async () => {
    const before = await look(asking);
    for (const [files, page] of [
      [[asking, drawn], 1],
      [[drawn, asking], 2],
    ] as const) {
      const bytes = await merged(...files);
      expect(bytes.includes('/NeedAppearances true')).toBe(false);
      expect(wordsOn(bytes, page)).toEqual(wordsOn(asking, 1));
      const after = await look(bytes, page);
      // Two texts, a dropdown and a text with a frame, in the font of the form where poppler puts them.
      for (const i of [0, 1, 2, 5]) expect(meanDifference(row(after, i), row(before, i)), `field ${i}`).toBe(0);
      // A list, which the rendering engine draws.
      expect(Math.abs(ink(after, 3) - ink(before, 3))).toBeLessThan(0.4 * ink(before, 3));
    }
  });

  exhaustive('draws fields of every alignment, size and kind of text where poppler draws them', async () => {
    const kinds = ['', '/Ff 4096', '/Ff 8192', '/Ff 131072 /Opt [(One line) (Two)]'];
    for (const [q, kind] of [0, 1, 2].flatMap((q) => kinds.map((kind) => [q, kind] as const))) {
      const fields = [12, 9, 0].flatMap((size) =>
        ['(One line)', '(Fields \\(with\\) signs)'].map(
          (value) => `/FT /Tx /Q ${q} /DA (/Helv ${size} Tf 0.2 0 0.6 rg) ${kind} /V ${value}`,
        ),
      );
      const form = formPdf(fields, {}, '/NeedAppearances true');
      const after = await look(await merged(drawn, form), 2);
      const before = await look(form);
      // Coordinates are rounded otherwise, and letters with them, by a pixel of their edges.
      for (let i = 0; i < 6; i += 1)
        expect(meanDifference(row(after, i), row(before, i)), `alignment ${q}, ${kind}, ${i}`).toBeLessThan(0.7);
    }
  });

  it('keeps an appearance whose font only it has', async () => {
    const form = formPdf(['/FT /Tx /DA (/F9 10 Tf 0 g) /V (Kept as it is) /AP << /N 40 0 R >>'], {
      40: said('Kept as it is'),
    });
    const asked = Buffer.from(form.toString('latin1').replace('/Fields', '/NeedAppearances true /Fields'), 'latin1');
    expect(meanDifference(await look(await merged(drawn, asked), 2), await look(form))).toBe(0);
  });

  it('keeps its own check marks and signatures, which no viewer can draw anew', async () => {
    const quiet = await look(
      Buffer.from(asking.toString('latin1').replace('/NeedAppearances true', ' '.repeat(21)), 'latin1'),
    );
    const after = await look(await merged(drawn, asking), 2);
    for (const i of [4, 6, 7]) expect(meanDifference(row(quiet, i), row(after, i)), `field ${i}`).toBe(0);
    for (const i of [4, 7]) expect(ink(after, i), `field ${i}`).toBeGreaterThan(1);
  });

  it('goes on asking where all forms ask', async () => {
    const before = await look(asking);
    const bytes = await merged(asking, asking);
    expect(bytes.includes('/NeedAppearances true')).toBe(true);
    for (const page of [1, 2]) expect(meanDifference(before, await look(bytes, page))).toBe(0);
  });

  it('goes on asking beside files without a form, and alone', async () => {
    const before = await look(asking);
    for (const bytes of [await merged(asking), await merged(asking, plainPdf('Letter', 1))])
      expect(meanDifference(before, await look(bytes))).toBe(0);
  });
});
