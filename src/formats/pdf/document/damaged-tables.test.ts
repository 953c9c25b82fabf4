import { describe, expect, it } from 'vitest';

import { pdfOf, stream } from '../../../testing/pdf-samples.js';
import { pageAttribute } from '../pages/pages.js';
import { PdfDict, PdfStream } from '../syntax/objects.js';
import { openPdf } from './open.js';

const image = (width: number, length?: string): string => {
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8`;
  const text = stream('x'.repeat(width), entries);
  return length === undefined ? text : text.replace(/\/Length \d+/, `/Length ${length}`);
};

/** A page with two images, as text with one character per byte. */
const sample = (objects: Readonly<Record<number, string>> = {}): string =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /A 5 0 R /B 6 0 R >> >> >>',
    4: stream('/A Do /B Do'),
    5: image(5, '7 0 R'),
    6: image(6),
    7: '5',
    ...objects,
  }).toString('latin1');

/** The table's lines, changed by `change`. */
const withTable = (file: string, change: (lines: string[]) => readonly string[]): string =>
  file.replace(/(?<=xref\n0 8\n)(?:\d{10} \d{5} [nf] \n)+/, (table) => {
    const lines = table.split(/(?<=\n)/);
    return change(lines).join('');
  });

const moved = (line: string, by: number): string =>
  line.replace(/^\d{10}/, (offset) => String(Number(offset) + by).padStart(10, '0'));

/** Widths of the images that the page names. */
function widths(file: string): number[] {
  const { document, pages } = openPdf({ name: 'damaged.pdf', bytes: Buffer.from(file, 'latin1') });
  const resources = document.resolve(pages[0] && pageAttribute(pages[0], 'Resources'));
  const objects = resources instanceof PdfDict ? document.getDict(resources, 'XObject') : undefined;
  return [...(objects?.values() ?? [])].flatMap((value) => {
    const stored = document.resolve(value);
    return stored instanceof PdfStream ? [document.decode(stored).bytes.length] : [];
  });
}

/** In all of these qpdf 11.3, mutool 1.21 or poppler 22.12 draw both images. */
const DAMAGES: Readonly<Record<string, string>> = {
  'offsets that lead to another object': withTable(sample(), (l) =>
    l.map((line, i) => (i === 5 ? (l[6] ?? '') : line)),
  ),
  'swapped offsets': withTable(sample(), (l) => [...l.slice(0, 5), l[6] ?? '', l[5] ?? '', ...l.slice(7)]),
  'offsets moved by three': withTable(sample(), (l) => l.map((line, i) => (i === 0 ? line : moved(line, 3)))),
  'a table that counts from 1': sample().replace('xref\n0 8\n', 'xref\n1 8\n'),
  'an entry too few at the end': withTable(sample(), (l) => l.slice(0, 6)),
  'an image marked as free beside a wrong offset': withTable(sample(), (l) =>
    l.map((line, i) => (i === 5 ? line.replace(' n ', ' f ') : i === 3 ? moved(line, 2) : line)),
  ),
  'an image marked as free in a table that was cut': withTable(sample(), (l) =>
    l.slice(0, 7).map((line, i) => (i === 5 ? line.replace(' n ', ' f ') : line)),
  ),
  'another generation in the table': withTable(sample(), (l) =>
    l.map((line, i) => (i === 6 ? line.replace(' 00000 ', ' 00001 ') : line)),
  ),
  'another generation in the object': sample().replace('6 0 obj', '6 1 obj'),
  'an offset to the end of a longer number': withTable(
    sample({ 16: image(9) }).replace('xref\n0 17\n', 'xref\n0 8\n'),
    (lines) => lines.map((line, i) => (i === 6 ? moved(lines[16] ?? '', 1) : line)).slice(0, 8),
  ),
  'a stream without an end and with a lost length': withTable(
    sample().replace('\nendstream\nendobj\n6 0', '\nendobj\n6 0'),
    (lines) => lines.map((line, i) => (i === 0 ? line : moved(line, 4))),
  ),
};

describe('a cross-reference table that is wrong', () => {
  it.each(Object.entries(DAMAGES))('%s', (_, file) => {
    expect(widths(file)).toEqual([5, 6]);
  });

  it('does not bring back an object that an intact table lists as free', () => {
    const file = withTable(sample(), (l) => l.map((line, i) => (i === 5 ? line.replace(' n ', ' f ') : line)));
    expect(widths(file)).toEqual([6]);
  });
});
