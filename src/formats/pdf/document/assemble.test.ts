import { describe, expect, it } from 'vitest';

import { latin1 } from '../../../lib/bytes/latin1.js';
import { expectLinear } from '../../../testing/growth.js';
import { pdfOf, plainPdf, richPdf, stream } from '../../../testing/pdf-samples.js';
import { readFixture } from '../../../testing/run-tool.js';
import { destinationOf, findDestination, namedDestinations } from '../navigation/destinations.js';
import { type OutlineEntry, outlineOf } from '../navigation/outlines.js';
import { pageAttribute } from '../pages/pages.js';
import {
  isName,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
  stringText,
  textString,
} from '../syntax/objects.js';
import { readNameTree, readNumberTree } from '../syntax/trees.js';
import { assemblePdf, type Selection } from './assemble.js';
import { type OpenPdf, openPdf } from './open.js';
import { rewritePdf } from './save.js';

const open = (bytes: Uint8Array, name = 'a.pdf'): OpenPdf => openPdf({ name, bytes });
const assembled = (...selections: readonly Selection[]): OpenPdf => {
  const pdf = open(assemblePdf(selections), 'result.pdf');
  expect(pdf.document.warnings).toEqual([]);
  return pdf;
};

/** Reads by path from the catalog: names of entries and places in arrays. */
function at(pdf: OpenPdf, ...path: readonly (string | number)[]): PdfValue {
  let value: PdfValue = pdf.document.catalog;
  for (const step of path) {
    const resolved = pdf.document.resolve(value);
    if (typeof step === 'number' && Array.isArray(resolved)) value = resolved[step] ?? null;
    else value = (typeof step === 'string' && pdf.document.dictOf(resolved)?.get(step)) || null;
  }
  return pdf.document.resolve(value);
}

const dictsOf = (pdf: OpenPdf, value: PdfValue): PdfDict[] =>
  (Array.isArray(value) ? value : []).map((entry) => pdf.document.dictOf(entry) ?? new PdfDict());

const textAt = (pdf: OpenPdf, dict: PdfDict, key: string): string => {
  const value = pdf.document.get(dict, key);
  return value instanceof PdfString ? stringText(value) : '';
};

const outline = (pdf: OpenPdf, entries: readonly OutlineEntry[] = outlineOf(pdf)): unknown[] =>
  entries.map((entry) => {
    const line = [textAt(pdf, entry.dict, 'Title'), entry.page];
    return entry.children.length > 0 ? [...line, outline(pdf, entry.children)] : line;
  });

const annotations = (pdf: OpenPdf, page: number): PdfDict[] =>
  dictsOf(pdf, pdf.document.get(pdf.pages[page]!.dict, 'Annots'));

const linkTargets = (pdf: OpenPdf, page: number): (number | undefined)[] =>
  annotations(pdf, page)
    .filter((dict) => isName(dict.get('Subtype'), 'Link'))
    .map((dict) => destinationOf(pdf, dict)?.page);

/** Full names and values of the fields, kids below their parents. */
function fields(pdf: OpenPdf, list: PdfValue = at(pdf, 'AcroForm', 'Fields'), above = ''): Record<string, string> {
  const all: Record<string, string> = {};
  for (const dict of dictsOf(pdf, list)) {
    const name = dict.has('T') ? `${above}${textAt(pdf, dict, 'T')}` : above.slice(0, -1);
    const value = pdf.document.get(dict, 'V');
    if (value instanceof PdfString) all[name] = stringText(value);
    else if (value instanceof PdfName) all[name] = `/${value.value}`;
    Object.assign(all, fields(pdf, pdf.document.get(dict, 'Kids'), `${name}.`));
  }
  return all;
}

const layers = (pdf: OpenPdf): Record<string, boolean> => {
  const hidden = new Set(dictsOf(pdf, at(pdf, 'OCProperties', 'D', 'OFF')));
  return Object.fromEntries(
    dictsOf(pdf, at(pdf, 'OCProperties', 'OCGs')).map((dict) => [textAt(pdf, dict, 'Name'), !hidden.has(dict)]),
  );
};

const labels = (pdf: OpenPdf): unknown[] =>
  readNumberTree(pdf.document, pdf.document.catalog.get('PageLabels')).map(([start, value]) => {
    const dict = pdf.document.dictOf(value)!;
    return [start, pdf.document.getName(dict, 'S'), textAt(pdf, dict, 'P'), dict.get('St') ?? 1];
  });

/** The roles of the elements that a page's marked content 0 belongs to, from the inside out. */
function rolesOf(pdf: OpenPdf, page: number): string[] {
  const key = pdf.document.get(pdf.pages[page]!.dict, 'StructParents');
  const tree = new Map(readNumberTree(pdf.document, at(pdf, 'StructTreeRoot', 'ParentTree')));
  const parents = pdf.document.resolve(tree.get(Number(key)));
  let element = pdf.document.dictOf(Array.isArray(parents) ? parents[0] : parents);
  const roles: string[] = [];
  while (element !== undefined && roles.length < 10) {
    roles.push(pdf.document.getName(element, 'S') ?? pdf.document.getName(element, 'Type') ?? '');
    element = pdf.document.dictOf(element.get('P'));
  }
  return roles;
}

const a = open(richPdf('A'));
const b = open(richPdf('B'));

describe('assemblePdf of whole files', () => {
  const merged = assembled(
    { pdf: a, title: 'First' },
    { pdf: open(plainPdf('Plain', 2)), title: 'Plain' },
    { pdf: b, title: 'Zweite' },
  );

  it('has all pages in order, with what they inherited', () => {
    expect(merged.pages.length).toBe(10);
    expect(merged.pages.map(({ dict }) => dict.get('Rotate') ?? 0)).toEqual([0, 90, 90, 0, 0, 0, 0, 90, 90, 0]);
    for (const { dict } of merged.pages) {
      expect(dict.get('MediaBox')).toEqual([0, 0, 200, 200]);
      expect(merged.document.getDict(dict, 'Resources')?.has('Font')).toBe(true);
    }
  });

  it('keeps each outline below an entry with the name of its file', () => {
    const own = (tag: string, first: number) => [
      [`${tag} chapter 1`, first, [[`${tag} section 1.1`, first + 1]]],
      [`${tag} chapter 2`, first + 2],
    ];
    expect(outline(merged)).toEqual([
      ['First', 0, own('A', 0)],
      ['Plain', 4],
      ['Zweite', 6, own('B', 6)],
    ]);
    expect(at(merged, 'Outlines', 'Count')).toBe(9);
    const chapter = outlineOf(merged)[0]?.children[1]?.dict;
    expect([chapter?.get('C'), chapter?.get('F')]).toEqual([[1, 0, 0], 2]);
  });

  it('keeps links on the right page, by name or not', () => {
    expect(linkTargets(merged, 0)).toEqual([3, 1, 2, undefined]);
    expect(linkTargets(merged, 6)).toEqual([9, 7, 8, undefined]);
    expect(latin1(assemblePdf([{ pdf: a }])).match(/https:\/\/example.org/g)?.length).toBe(1);
  });

  it('keeps clashing names apart, each kind by itself', () => {
    const { names, strings } = namedDestinations(merged);
    const pages = (map: typeof names) => Object.fromEntries([...map].map(([name, { page }]) => [name, page]));
    expect(pages(names)).toEqual({ old: 2, 'old-2': 8 });
    expect(pages(strings)).toEqual({ intro: 1, other: 3, 'intro-2': 7, 'other-2': 9 });
  });

  it('renames clashing fields and keeps their values, widgets and appearances', () => {
    expect(fields(merged)).toEqual({
      'person.first': 'A one',
      'person.second': 'A two',
      agree: '/Yes',
      'person-2.first': 'B one',
      'person-2.second': 'B two',
      'agree-2': '/Yes',
    });
    const widget = annotations(merged, 7)[0]!;
    const appearance = merged.document.get(merged.document.getDict(widget, 'AP')!, 'N');
    expect(appearance instanceof PdfStream && latin1(appearance.bytes)).toContain('B one');
    expect(widget.get('P')).toEqual(new PdfRef(merged.pages[7]!.number));
    expect(dictsOf(merged, at(merged, 'AcroForm', 'CO')).map((dict) => textAt(merged, dict, 'V'))).toEqual([
      'A two',
      'B two',
    ]);
  });

  it('labels every page as before, and pages without labels by their place', () => {
    expect(labels(merged)).toEqual([
      [0, 'r', '', 1],
      [2, 'D', 'A-', 5],
      [4, 'D', '', 5],
      [6, 'r', '', 1],
      [8, 'D', 'B-', 5],
    ]);
  });

  it('keeps layers as shown or hidden as they were', () => {
    expect(layers(merged)).toEqual({ 'A even': true, 'A odd': false, 'B even': true, 'B odd': false });
    expect(JSON.stringify(at(merged, 'OCProperties', 'D', 'Order'))).toContain('number');
  });

  it('keeps the structure of both files below one document', () => {
    expect(rolesOf(merged, 0)).toEqual(['Absatz', 'Document', 'Document', 'StructTreeRoot']);
    expect([6, 7, 8, 9].map((page) => rolesOf(merged, page)[0])).toEqual(['Absatz', 'P', 'TH', 'TD']);
    expect(at(merged, 'MarkInfo', 'Marked')).toBe(true);
    expect(at(merged, 'MarkInfo', 'Suspects')).toBe(true);
    const ids = readNameTree(merged.document, at(merged, 'StructTreeRoot', 'IDTree'));
    expect(ids.map(([id]) => id)).toEqual(['cell', 'cell-2']);
    expect(latin1(assemblePdf([{ pdf: b }, { pdf: a }]))).toContain('/Headers[(cell-2)]');
  });

  it('finds the note of the second file through the parent tree', () => {
    const note = annotations(merged, 9).find((dict) => isName(dict.get('Subtype'), 'Text'))!;
    const tree = new Map(readNumberTree(merged.document, at(merged, 'StructTreeRoot', 'ParentTree')));
    const element = merged.document.dictOf(tree.get(Number(note.get('StructParent'))))!;
    expect(merged.document.getName(element, 'S')).toBe('TD');
  });

  it('keeps attachments apart, and the information of the first file', () => {
    const attachments = readNameTree(merged.document, at(merged, 'Names', 'EmbeddedFiles'));
    expect(attachments.map(([name]) => name)).toEqual(['data.txt', 'data.txt-2']);
    const info = merged.document.dictOf(merged.document.trailer.get('Info'))!;
    expect([textAt(merged, info, 'Title'), textAt(merged, info, 'Author')]).toEqual(['A title', 'A. Author']);
    expect(textAt(merged, merged.document.catalog, 'Lang')).toBe('en-GB');
    const metadata = at(merged, 'Metadata');
    expect(metadata instanceof PdfStream && latin1(metadata.bytes)).toContain('<x>A</x>');
    expect(findDestination(merged, at(merged, 'OpenAction'))?.page).toBe(1);
  });

  it('gives the same bytes for the same files', () => {
    const bytes = () => assemblePdf([{ pdf: open(richPdf('A')) }, { pdf: open(richPdf('B')) }]);
    expect(Buffer.compare(bytes(), bytes())).toBe(0);
  });

  it('gives a single file back with nothing lost or renamed, also when done twice', () => {
    const once = assembled({ pdf: a });
    const twice = assembled({ pdf: once });
    for (const read of [outline, fields, layers, labels, (pdf: OpenPdf) => linkTargets(pdf, 0)]) {
      expect(read(once)).toEqual(read(a));
      expect(read(twice)).toEqual(read(a));
    }
    expect([0, 1, 2, 3].map((page) => rolesOf(twice, page))).toEqual([0, 1, 2, 3].map((page) => rolesOf(a, page)));
  });

  it('gives an outline to no file where none has one', () => {
    const plain = open(plainPdf('A', 1));
    expect(at(assembled({ pdf: plain, title: 'x' }, { pdf: plain, title: 'y' }), 'Outlines')).toBeNull();
  });
});

describe('assemblePdf of a part', () => {
  const part = assembled({ pdf: a, pages: [3, 0] });

  it('has the pages asked for, in the order asked for', () => {
    expect(part.pages.length).toBe(2);
    expect(rolesOf(part, 0)[0]).toBe('TD');
    expect(rolesOf(part, 1)[0]).toBe('Absatz');
  });

  it('keeps what belongs to its pages and drops what leads elsewhere', () => {
    expect(outline(part)).toEqual([['A chapter 1', 1]]);
    expect(linkTargets(part, 1)).toEqual([0, undefined, undefined, undefined]);
    expect([...namedDestinations(part).strings.keys()]).toEqual(['other']);
    expect(fields(part)).toEqual({ 'person.second': 'A two', agree: '/Yes' });
    expect(labels(part)).toEqual([
      [0, 'D', 'A-', 6],
      [1, 'r', '', 1],
    ]);
    expect(layers(part)).toEqual({ 'A even': true, 'A odd': false });
    expect(at(part, 'OpenAction')).toBeNull();
    expect(at(part, 'Names', 'EmbeddedFiles')).toBeNull();
  });

  it('keeps only the layers and elements of its pages', () => {
    const second = assembled({ pdf: a, pages: [1] });
    expect(layers(second)).toEqual({ 'A even': true });
    expect(rolesOf(second, 0)).toEqual(['P', 'Document', 'StructTreeRoot']);
    expect(latin1(assemblePdf([{ pdf: a, pages: [1] }]))).not.toContain('page 3');
    expect(latin1(assemblePdf([{ pdf: a, pages: [1] }]))).not.toContain('A two');
  });

  it('has one page only of resources that all pages share', () => {
    const objects: Record<number, string> = {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      3: `<< ${Array.from({ length: 50 }, (_, i) => `/Im#41${i} ${100 + i} 0 R`).join(' ')} >>`,
    };
    const kids: string[] = [];
    for (let i = 0; i < 50; i += 1) {
      kids.push(`${10 + i} 0 R`);
      objects[10 + i] = `<< /Type /Page /Parent 2 0 R /Contents ${200 + i} 0 R >>`;
      objects[100 + i] = stream('x'.repeat(10_000), '/Type /XObject /Subtype /Image /Width 100 /Height 100');
      objects[200 + i] = stream(`/ImA${i} Do`);
    }
    objects[2] = `<< /Type /Pages /Count 50 /Kids [${kids.join(' ')}] /Resources << /XObject 3 0 R >> /MediaBox [0 0 9 9] >>`;
    const size = assemblePdf([{ pdf: open(pdfOf(objects)), pages: [7] }]).length;
    expect(size).toBeGreaterThan(10_000);
    expect(size).toBeLessThan(12_000);
  });

  it('keeps all shared resources where a form on the page leans on them', () => {
    const pdf = open(
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] /MediaBox [0 0 9 9] /Resources << /XObject << /Fm 5 0 R >> /Font << /F1 6 0 R >> >> >>',
        3: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>',
        4: '<< /Type /Page /Parent 2 0 R >>',
        5: stream('BT /F1 9 Tf (x) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
        6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        7: stream('/Fm Do'),
      }),
    );
    const resources = assembled({ pdf, pages: [0] }).pages[0]?.dict.get('Resources');
    expect(resources instanceof PdfDict && resources.has('Font')).toBe(true);
  });

  it('keeps everything when all pages are asked for in another order', () => {
    const reversed = assembled({ pdf: a, pages: [3, 2, 1, 0] });
    expect(fields(reversed)).toEqual(fields(a));
    expect(outline(reversed)).toEqual([
      ['A chapter 1', 3, [['A section 1.1', 2]]],
      ['A chapter 2', 1],
    ]);
  });
});

it('writes what was encrypted in plain', () => {
  const bytes = assemblePdf([{ pdf: open(readFixture('pdf/owner-only-256.pdf')) }]);
  expect(latin1(bytes)).not.toContain('/Encrypt');
  const plain = open(bytes);
  const content = plain.document.get(plain.pages[0]!.dict, 'Contents');
  expect(content instanceof PdfStream && latin1(plain.document.decode(content).bytes)).toContain('(Letter 1) Tj');
});

it('renames default fonts that clash, in the appearance strings too', () => {
  const form = (font: string): OpenPdf =>
    open(
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /DA (/Helv 8 Tf) /Q 1 /DR << /Font << /Helv 5 0 R >> >> >> >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 9 9] >>',
        3: '<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>',
        4: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (t) /DA (0 g /Helv 9 Tf) /Rect [0 0 9 9] >>',
        5: `<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`,
      }),
    );
  const [first, second] = [
    assemblePdf([{ pdf: form('Helvetica') }, { pdf: form('Courier') }]),
    assemblePdf([{ pdf: form('Helvetica') }, { pdf: form('Helvetica') }]),
  ];
  expect(latin1(first)).toContain('(0 g /Helv-2 9 Tf)');
  expect(latin1(second)).not.toContain('Helv-2');
});

it('writes a document back that was changed in place', () => {
  const pdf = open(richPdf('R'));
  const { document } = pdf;
  pdf.pages[1]!.dict.set('Rotate', 180);
  document.trailer.set('Info', document.add(new PdfDict().set('Title', textString('Größe'))));
  const written = open(rewritePdf(document));
  expect([written.document.version, written.document.isRepaired]).toEqual(['1.7', false]);
  expect(written.pages.map((page) => pageAttribute(page, 'Rotate') ?? 0)).toEqual([0, 180, 90, 0]);
  expect(textAt(written, written.document.dictOf(written.document.trailer.get('Info'))!, 'Title')).toBe('Größe');
  for (const read of [outline, fields, layers, labels]) expect(read(written)).toEqual(read(pdf));
});

it('leaves the colours of a file alone that has no output intent', () => {
  const intent = (name: string): OpenPdf =>
    open(
      pdfOf({
        1: `<< /Type /Catalog /Pages 2 0 R /OutputIntents [<< /S /GTS_PDFA1 /OutputConditionIdentifier (${name}) >>] >>`,
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 9 9] >>',
        3: '<< /Type /Page /Parent 2 0 R >>',
      }),
    );
  const places = (...pdfs: readonly OpenPdf[]): boolean[] => {
    const merged = assembled(...pdfs.map((pdf) => ({ pdf })));
    return [merged.document.catalog, ...merged.pages.map(({ dict }) => dict)].map((dict) => dict.has('OutputIntents'));
  };
  const plain = open(plainPdf('x', 1));
  expect(places(intent('sRGB'))).toEqual([true, false]);
  expect(places(intent('sRGB'), intent('sRGB'))).toEqual([true, false, false]);
  expect(places(intent('sRGB'), plain)).toEqual([false, true, false]);
  expect(places(intent('sRGB'), intent('FOGRA39'))).toEqual([false, true, true]);
});

it('drops links into the structure of another file from untagged pages', () => {
  const untagged = open(
    pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 9 9] >>',
      3: '<< /Type /Page /Parent 2 0 R /StructParents 0 >>',
    }),
  );
  const merged = assembled({ pdf: untagged }, { pdf: a });
  expect(merged.pages[0]?.dict.has('StructParents')).toBe(false);
  expect(rolesOf(merged, 1)[0]).toBe('Absatz');
});

it('grows with the number of pages', () =>
  expectLinear(500, (count) => assemblePdf([{ pdf: open(plainPdf('Grow', count)) }])));
