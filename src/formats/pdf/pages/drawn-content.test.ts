import { describe, expect, it } from 'vitest';

import { pdfOf, stream } from '../../../testing/pdf-samples.js';
import { openPdf } from '../document/open.js';
import { drawnBytes } from './drawn-content.js';

const MOST = 1_000_000;
/** Besides its content, a page and each form count this much. */
const EACH = 512;

const form = (content: string, more: string): string =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << ${more} >> >>`);

function sizeOf(forms: Readonly<Record<number, string>>, content = '/X Do', page = ''): number {
  const bytes = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 9 9] /Resources << /XObject << /X 20 0 R >> >> >>',
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`,
    4: stream(content),
    ...forms,
  });
  const pdf = openPdf({ name: 'a.pdf', bytes });
  return drawnBytes(pdf.document, pdf.pages[0]!, MOST);
}

describe('drawnBytes', () => {
  it('counts a form as often as it is drawn', () => {
    const forms = { 20: form('0 0 9 9 re f', '') };
    expect(sizeOf(forms)).toBe('/X Do\n'.length + EACH + '0 0 9 9 re f\n'.length + EACH);
    expect(sizeOf(forms, '/X Do /X Do')).toBe('/X Do /X Do\n'.length + EACH + 2 * ('0 0 9 9 re f\n'.length + EACH));
    expect(sizeOf(forms, '/Y Do /X Door')).toBe('/Y Do /X Door\n'.length + EACH);
  });

  it('finds a trillion drawings in twelve forms', () => {
    const forms = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [20 + i, form('/X Do '.repeat(10), `/X ${21 + i} 0 R`)]),
    );
    expect(sizeOf({ ...forms, 32: form('f', '') })).toBe(Number.POSITIVE_INFINITY);
  });

  it('ends for a form in itself and for forms a thousand deep', () => {
    expect(sizeOf({ 20: form('/X Do', '/X 20 0 R') })).toBe(Number.POSITIVE_INFINITY);
    const deep = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [20 + i, form('/X Do', `/X ${21 + i} 0 R`)]),
    );
    expect(sizeOf(deep)).toBeLessThan(MOST);
    const deeper = Object.fromEntries(
      Array.from({ length: 9000 }, (_, i) => [20 + i, form('/X Do', `/X ${21 + i} 0 R`)]),
    );
    expect(sizeOf(deeper)).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts the tiles of patterns where they are too small or lie on each other', () => {
    const painted = (entries: string): number => {
      const tiling = stream('0 0 1 1 re f', `/Type /Pattern /PatternType 1 /Resources << >> ${entries}`);
      const resources = '/Resources << /Pattern << /P 20 0 R >> >>';
      return sizeOf({ 20: tiling }, '/Pattern cs /P scn 0 0 9 9 re f', resources);
    };
    const once = painted('/BBox [0 0 3 3] /XStep 3 /YStep 3');
    expect(once).toBeLessThan(4 * EACH);
    expect(painted('/BBox [0 0 1 1] /XStep -1 /YStep 1')).toBe(once);
    expect(painted('/BBox [0 0 1 1] /XStep 0.001 /YStep 0.001')).toBe(Number.POSITIVE_INFINITY);
    expect(painted('/BBox [0 0 1 1] /XStep 1 /YStep 1 /Matrix [0.001 0 0 0.001 0 0]')).toBe(Number.POSITIVE_INFINITY);
    expect(painted('/BBox [0 0 900 900] /XStep 1 /YStep 1')).toBeGreaterThan(81 * EACH);
    expect(painted('/XStep 0 /YStep 0')).toBe(once);
  });

  it('counts what annotations look like', () => {
    const forms = { 20: form('/X Do '.repeat(9), '/X 21 0 R'), 21: form('f', '') };
    const without = sizeOf(forms, 'n');
    const shown = sizeOf(forms, 'n', '/Annots [<< /AP << /N 20 0 R >> >> << /AP << /N << /On 20 0 R >> >> >>]');
    expect(shown).toBeGreaterThan(without + 2 * 9 * EACH);
  });
});
