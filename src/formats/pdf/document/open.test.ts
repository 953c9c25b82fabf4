import { deflateSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../core/errors.js';
import { latin1 } from '../../../lib/bytes/latin1.js';
import { exhaustive } from '../../../testing/exhaustive.js';
import { expectLinear } from '../../../testing/growth.js';
import { pdfOf, plainPdf, richPdf, stream, withWrongTable } from '../../../testing/pdf-samples.js';
import { readFixture } from '../../../testing/run-tool.js';
import { PdfStream } from '../syntax/objects.js';
import { assemblePdf } from './assemble.js';
import { type OpenPdf, openPdf } from './open.js';

const open = (bytes: Uint8Array): OpenPdf => openPdf({ name: 'a.pdf', bytes });

function messageOf(bytes: Uint8Array): string {
  try {
    open(bytes);
    return 'opened';
  } catch (error) {
    if (error instanceof ToolError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** What the pages say: the strings of their content. */
function textsOf(pdf: OpenPdf): string[] {
  return pdf.pages.map(({ dict }) => {
    const content = pdf.document.get(dict, 'Contents');
    if (!(content instanceof PdfStream)) return '';
    return /\(([^)]*)\) Tj/.exec(latin1(pdf.document.decode(content).bytes))?.[1] ?? '';
  });
}

const three = ['A 1', 'A 2', 'A 3'];

describe('openPdf', () => {
  it('reads an undamaged file without a word of repair', () => {
    const pdf = open(plainPdf('A', 3));
    expect([textsOf(pdf), pdf.document.isRepaired, pdf.document.warnings]).toEqual([three, false, []]);
  });

  it.each([
    ['a wrong table', withWrongTable(plainPdf('A', 3))],
    ['no table', plainPdf('A', 3, { isTruncated: true })],
    [
      'a wrong startxref',
      Buffer.from(
        plainPdf('A', 3)
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n5'),
        'latin1',
      ),
    ],
    [
      'a table that ends early',
      Buffer.from(
        plainPdf('A', 3)
          .toString('latin1')
          .replace(/ n \n(?=\d{10})/, ' '),
        'latin1',
      ),
    ],
    [
      'wrong lengths',
      Buffer.from(
        plainPdf('A', 3)
          .toString('latin1')
          .replace(/\/Length \d+/g, '/Length 7'),
        'latin1',
      ),
    ],
    [
      'no lengths',
      Buffer.from(
        plainPdf('A', 3)
          .toString('latin1')
          .replace(/\/Length \d+/g, ''),
        'latin1',
      ),
    ],
    ['a wrong count', Buffer.from(plainPdf('A', 3).toString('latin1').replace('/Count 3', '/Count 9'), 'latin1')],
  ])('repairs %s and says so', (_, bytes) => {
    const pdf = open(bytes);
    expect(textsOf(pdf)).toEqual(three);
    expect(pdf.document.isRepaired).toBe(true);
    expect(pdf.document.warnings.length).toBeGreaterThan(0);
  });

  it('passes over bytes before the header', () => {
    const pdf = open(plainPdf('A', 3, { prefix: 'HTTP/1.1 200 OK\r\n\r\n' }));
    expect([textsOf(pdf), pdf.document.isRepaired]).toEqual([three, false]);
  });

  it('takes the newest of several versions of an object, also when it has to look for them', () => {
    const updated = (isLost: boolean): Buffer => {
      const old = plainPdf('A', 1).toString('latin1');
      const content = stream('BT /F1 24 Tf (B 1) Tj ET');
      const offset = old.length;
      const update = `5 0 obj\n${content}\nendobj\n`;
      const previous = /startxref\n(\d+)/.exec(old)?.[1];
      const table = `xref\n5 1\n${String(offset).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\n`;
      const start = isLost ? 1 : offset + update.length;
      return Buffer.from(`${old}${update}${table}startxref\n${start}\n%%EOF`, 'latin1');
    };
    expect(textsOf(open(updated(false)))).toEqual(['B 1']);
    expect(textsOf(open(updated(true)))).toEqual(['B 1']);
  });

  it('does not take objects inside a stream for objects of the file when it looks for them', () => {
    const inner = plainPdf('Inner', 1).toString('latin1');
    const objects = {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [4 0 R] /MediaBox [0 0 9 9] >>',
    };
    const file = pdfOf(
      { ...objects, 4: '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>', 5: stream('(Outer) Tj'), 6: stream(inner) },
      { isTruncated: true },
    );
    expect(textsOf(open(file))).toEqual(['Outer']);
  });

  it.each(['owner-only-40', 'owner-only-128', 'owner-only-256'])('opens %s without a password', (name) => {
    const pdf = open(readFixture(`pdf/${name}.pdf`));
    expect([textsOf(pdf), pdf.document.isRepaired]).toEqual([['Letter 1', 'Letter 2'], false]);
  });

  it.each(['locked-40', 'locked-128', 'locked-256'])('opens %s with the password of the user or the owner', (name) => {
    const bytes = readFixture(`pdf/${name}.pdf`);
    for (const password of ['secret', 'owner']) {
      expect(textsOf(openPdf({ name, bytes }, { password }))).toEqual(['Letter 1', 'Letter 2']);
    }
    expect(() => openPdf({ name, bytes }, { password: 'wrong' })).toThrow('the password in option "password" is wrong');
    expect(
      textsOf(openPdf({ name, bytes: readFixture('pdf/owner-only-128.pdf') }, { password: 'wrong' })),
    ).toHaveLength(2);
  });

  it('refuses what needs a password', () => {
    expect(messageOf(readFixture('pdf/locked-256.pdf'))).toBe(
      'INVALID_INPUT: Cannot read PDF "a.pdf": it is encrypted with a password and must be unlocked first',
    );
    expect(messageOf(plainPdf('A', 1, { trailer: '/Encrypt << /Filter /Other.Handler /V 1 /R 2 >>' }))).toContain(
      'no password opens it',
    );
    expect(messageOf(plainPdf('A', 1, { trailer: '/Encrypt 99 0 R' }))).toContain('its encryption is damaged');
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'it is empty'],
    ['text', Buffer.from('hello'), 'it is not a PDF file'],
    ['a header alone', Buffer.from('%PDF-1.7\n'), 'it has no pages'],
    ['no catalog', pdfOf({ 2: '<< /Type /Pages /Kids [] /Count 0 >>' }), 'the catalog is missing'],
    [
      'no pages',
      pdfOf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [] /Count 0 >>' }),
      'it has no pages',
    ],
    [
      'a page tree that contains itself',
      pdfOf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' }),
      'its page tree contains itself',
    ],
    [
      'pages that are nowhere in the file',
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>',
        3: '<< /Type /Page /Parent 2 0 R >>',
      }),
      '2 of its 3 pages are lost',
    ],
  ])('refuses %s by name', (_, bytes, reason) => {
    expect(messageOf(bytes)).toBe(`INVALID_INPUT: Cannot read PDF "a.pdf": ${reason}`);
  });

  it('counts a page that stands several times in the tree as often', () => {
    const many = (count: number): Buffer =>
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: `<< /Type /Pages /Count ${count} /Kids [${'3 0 R '.repeat(count)}] >>`,
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
      });
    const pdf = open(many(20_000));
    expect(pdf.pages.length).toBe(20_000);
    expect(open(assemblePdf([{ pdf }])).pages.length).toBe(20_000);
    expect(messageOf(many(50_001))).toBe('LIMIT_EXCEEDED: Cannot read PDF "a.pdf": it must have at most 50000 pages');
  });

  it('stops at a page tree that multiplies', () => {
    const objects: Record<number, string> = { 1: '<< /Type /Catalog /Pages 2 0 R >>', 40: '<< /Type /Page >>' };
    for (let i = 2; i < 40; i += 1) objects[i] = `<< /Type /Pages /Kids [${`${i + 1} 0 R `.repeat(4)}] >>`;
    expect(messageOf(pdfOf(objects))).toContain('LIMIT_EXCEEDED');
    objects[40] = '<< /Type /Pages /Kids [] >>';
    expect(messageOf(pdfOf(objects))).toContain('LIMIT_EXCEEDED');
  });

  it('reads packed objects, and finds them again without a table', () => {
    const packed = assemblePdf([{ pdf: open(withObjectStream()) }]);
    expect(latin1(packed)).toContain('/ObjStm');
    const again = open(packed);
    expect([textsOf(again), again.document.isRepaired]).toEqual([['Packed'], false]);
    const lost = Buffer.from(latin1(packed).replace(/startxref\n\d+/, 'startxref\n1'), 'latin1');
    const found = open(lost);
    expect([textsOf(found), found.document.isRepaired]).toEqual([['Packed'], true]);
  });

  it('does not follow a length that is its own stream, or references in a circle', () => {
    const file = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox 7 0 R /Contents 5 0 R >>',
      5: '<< /Length 5 0 R >>\nstream\n(Loop) Tj\nendstream',
      7: '8 0 R',
      8: '7 0 R',
    });
    expect(textsOf(open(file))).toEqual(['Loop']);
  });

  it('grows with the number of strings that never end', () =>
    expectLinear(2500, (length) => {
      const objects = Array.from({ length }, (_, i) => `${i + 1} 0 obj (`).join('\n');
      expect(messageOf(Buffer.from(`%PDF-1.7\n${objects}`))).toContain('INVALID_INPUT');
    }));
});

/** A page in an object stream, read through a cross-reference stream. */
function withObjectStream(): Buffer {
  const inner = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
  ];
  let index = '';
  let at = 0;
  for (const [i, text] of inner.entries()) {
    index += `${i + 1} ${at} `;
    at += text.length + 1;
  }
  const body = deflateSync(Buffer.from(`${index}${inner.join(' ')}`)).toString('latin1');
  let file = '%PDF-1.5\n';
  const contentAt = file.length;
  file += `4 0 obj\n${stream('(Packed) Tj')}\nendobj\n`;
  const packedAt = file.length;
  file += `5 0 obj\n${stream(body, `/Type /ObjStm /N 3 /First ${index.length} /Filter /FlateDecode`)}\nendobj\n`;
  const start = file.length;
  const rows = [
    [0, 0, 0],
    [2, 5, 0],
    [2, 5, 1],
    [2, 5, 2],
    [1, contentAt, 0],
    [1, packedAt, 0],
    [1, start, 0],
  ];
  const table = rows
    .map(([type = 0, second = 0, third = 0]) => String.fromCharCode(type, second >> 8, second & 255, third))
    .join('');
  file += `6 0 obj\n${stream(table, '/Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R')}\nendobj\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

exhaustive('ends in a document or a ToolError on damaged bytes, and what it writes is undamaged', () => {
  // A linear congruential generator (Numerical Recipes), so that a failure can be repeated.
  let state = 42;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const sources = [richPdf('Fuzz'), plainPdf('Fuzz', 3), withObjectStream(), readFixture('pdf/owner-only-128.pdf')];
  const pieces = [
    '/Kids',
    '/Parent',
    '/Count',
    '/Length',
    '/K',
    '/A',
    '0 R',
    'obj',
    'endobj',
    'stream',
    '<<',
    '>>',
    '[',
    '(',
    '99999999999',
    '-1',
  ];
  let opened = 0;
  for (let round = 0; round < 300; round += 1) {
    let bytes = Buffer.from(sources[round % sources.length]!);
    for (let change = random(5); change >= 0; change -= 1) {
      const at = random(bytes.length);
      const kind = random(4);
      if (kind === 0) bytes[at] = random(256);
      else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(200))]);
      else if (kind === 2)
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(pieces[random(pieces.length)]!), bytes.subarray(at)]);
      else
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          bytes.subarray(random(bytes.length)).subarray(0, 200),
          bytes.subarray(at),
        ]);
      if (bytes.length === 0) bytes = Buffer.from(' ');
    }
    try {
      const pdf = open(bytes);
      const twice = open(assemblePdf([{ pdf }, { pdf }]));
      expect([twice.pages.length, twice.document.warnings]).toEqual([2 * pdf.pages.length, []]);
      assemblePdf([{ pdf, pages: [pdf.pages.length - 1] }]);
      opened += 1;
    } catch (error) {
      if (!(error instanceof ToolError)) throw new Error(`round ${round}`, { cause: error });
    }
  }
  expect(opened).toBeGreaterThan(50);
});
