import { expect, it } from 'vitest';
import type { RenderedPage } from '../../../engines/pdfium/renderer.js';
import { pdfOf, plainPdf, stream, withWrongTable } from '../../../testing/pdf-samples.js';
import { openPdf } from '../document/open.js';
import { withRenderer } from './render.js';

/** A page with a red square of 20 points in its lower left corner, a ticked field above it, and the page turned by `rotate`. */
const square = (rotate: number, size = 100): Buffer =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size} ${size / 2}] /Rotate ${rotate} /Contents 4 0 R /Annots [5 0 R] >>`,
    4: stream('1 0 0 rg 0 0 20 20 re f'),
    5: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (t) /V /On /AS /On /Rect [0 30 20 50] /AP << /N << /On 6 0 R >> >> >>',
    6: stream('0 0 1 rg 0 0 20 20 re f', '/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources << >>'),
  });

const draw = (bytes: Uint8Array, dpi: number, hasAnnotations = true): Promise<RenderedPage> =>
  withRenderer(openPdf({ name: 'a.pdf', bytes }), bytes, (renderer) => renderer.render(0, { dpi, hasAnnotations }));

const colour = ({ rgba, width }: RenderedPage, x: number, y: number): number[] => [
  ...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];
const white = [255, 255, 255, 255];

it('draws a page with its fields, in the resolution asked for', async () => {
  const page = await draw(square(0), 144);
  expect([page.width, page.height, page.rgba.length]).toEqual([200, 100, 80_000]);
  expect([colour(page, 10, 90), colour(page, 10, 20), colour(page, 150, 50)]).toEqual([red, blue, white]);
});

it('turns the page as it says', async () => {
  const page = await draw(square(90), 72);
  expect([page.width, page.height]).toEqual([50, 100]);
  expect(colour(page, 10, 10)).toEqual(red);
});

it('leaves fields out when asked to', async () => {
  expect(colour(await draw(square(0), 72, false), 10, 10)).toEqual(white);
});

it('draws damaged files, and one file after another', async () => {
  const bytes = withWrongTable(plainPdf('A', 3));
  const pdf = openPdf({ name: 'a.pdf', bytes });
  const dark = await withRenderer(pdf, bytes, (renderer) =>
    [0, 1, 2].map((index) => renderer.render(index, { dpi: 72 }).rgba.filter((value) => value < 100).length),
  );
  for (const count of dark) expect(count).toBeGreaterThan(100);
});

it('refuses pages that are too large, by name', async () => {
  await expect(draw(square(0, 14_000), 144)).rejects.toThrow(
    'Page 1 of PDF "a.pdf" must have at most 50000000 pixels, got 28000 × 14000',
  );
});
