import { describe, expect, it } from 'vitest';

import { writeZip } from '../../lib/archives/zip-writer.js';
import { OfficePackage } from '../../lib/office/package.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { deckOf, pptxOf, shapeOf } from '../../testing/presentations.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture } from '../../testing/run-tool.js';
import {
  box,
  cell,
  checkPackage,
  fillSlides as fill,
  paragraph,
  row,
  slidesOf,
  table,
  textBox,
} from '../../testing/slide-templates.js';

const hasOffice =
  hasProgram('soffice', ['--version'], 'filled slides beside LibreOffice') &&
  hasProgram('pdftotext', ['-v'], 'filled slides beside LibreOffice');

const next = chanceOf(47);

describe('slides', () => {
  const deck = [
    { shapes: box('{{name}}') },
    { shapes: textBox('{{#items}}') + box('{{a}} of {{name}}') + textBox('{{/items}}'), notes: box('note {{a}}') },
    { shapes: box('end') },
  ];

  it('are repeated with their notes, and the boxes of their tags are gone', async () => {
    const { files, data } = await fill(deckOf(deck), { name: 'N', items: [{ a: 1 }, { a: 2 }, { a: 3 }] });
    expect(data).toEqual({ documents: 1, filled: 10, missing: [], warnings: [] });
    const bytes = files[0]?.bytes ?? Buffer.alloc(0);
    checkPackage(bytes);
    expect((await slidesOf(bytes)).map(({ text, notes }) => `${text}/${notes}`)).toEqual([
      'N/',
      '1 of N/note 1',
      '2 of N/note 2',
      '3 of N/note 3',
      'end/',
    ]);
    const archive = new OfficePackage(bytes);
    expect(archive.bytes('ppt/slides/slide2.xml')?.toString()).not.toContain('txBox');
  });

  it('without an item are gone with their notes, and what leads to them stays', async () => {
    const { files } = await fill(deckOf(deck), { name: 'N', items: [] });
    const bytes = files[0]?.bytes ?? Buffer.alloc(0);
    checkPackage(bytes);
    expect((await slidesOf(bytes)).map(({ text }) => text)).toEqual(['N', 'end']);
    expect(new OfficePackage(bytes).names.filter((name) => /notesSlide\d|slide2\.xml/.test(name))).toEqual([]);
  });

  it('in a text box, paragraphs are repeated, and one without text keeps a paragraph', async () => {
    const shapes = box('{{#b}}', '{{.}}!', '{{/b}}', '{{b}} {{c.d}}') + box('{{none}}');
    const { files } = await fill(deckOf([{ shapes }]), { b: ['x', 'y'], c: { d: 'z' }, none: [] });
    const xml = new OfficePackage(files[0]?.bytes ?? Buffer.alloc(0)).bytes('ppt/slides/slide1.xml')?.toString() ?? '';
    expect((await slidesOf(files[0]?.bytes))[0]?.text.split(/\n+/)).toEqual(['x!', 'y!', 'x z', 'y z']);
    expect(xml).toContain('<a:bodyPr/><a:p/></p:txBody>');
    expect(xml).not.toContain('xml:space');
  });

  it('rows are repeated without their numbers, and a table without rows is gone', async () => {
    const data = { items: [{ a: 1 }, { a: 2 }], none: [] };
    const shapes = table(2, row(cell('Head'), cell('')), row(cell('{{items.a}}'), cell('{{#items}}{{a}},{{/}}')));
    const { files } = await fill(deckOf([{ shapes: shapes + table(1, row(cell('{{none.a}}'))) + box('.') }]), data);
    const xml = new OfficePackage(files[0]?.bytes ?? Buffer.alloc(0)).bytes('ppt/slides/slide1.xml')?.toString() ?? '';
    expect(xml.match(/<a:tr /g)?.length).toBe(3);
    expect(xml.match(/graphicFrame>/g)?.length).toBe(2);
    expect(xml).not.toContain('rowId');
  });

  it('line breaks stand beside runs, and tabs are letters', async () => {
    const { files } = await fill(
      deckOf([{ shapes: shapeOf('<a:p><a:r><a:rPr b="1"/><a:t>{{a}}!</a:t></a:r></a:p>') }]),
      {
        a: 'x\n\ty\u0000{{b}}',
      },
    );
    expect(new OfficePackage(files[0]?.bytes ?? Buffer.alloc(0)).bytes('ppt/slides/slide1.xml')?.toString()).toContain(
      '<a:p><a:r><a:rPr b="1"/><a:t>x</a:t></a:r><a:br><a:rPr b="1"/></a:br><a:r><a:rPr b="1"/><a:t>\ty{{b}}</a:t></a:r><a:r><a:rPr b="1"/><a:t>!</a:t></a:r></a:p>',
    );
  });

  it('charts are copied with their slide', async () => {
    const shapes = textBox('{{#items}}') + box('{{.}}', '{{/items}}');
    const bytes = pptxOf([shapes], '<c:chartSpace/>');
    // A package without content types has none to give to the copies.
    expect((await fill(bytes, { items: [1] })).status).toBe(200);
    expect((await fill(bytes, { items: [1, 2] })).message).toBe(
      'Cannot fill file "a.pptx": it has no part [Content_Types].xml',
    );
    const parts = new OfficePackage(bytes);
    const types = `<Types><Override PartName="/ppt/slides/s1.xml" ContentType="slide"/><Override PartName="/ppt/charts/chart.xml" ContentType="chart"/></Types>`;
    const entries = parts.names.map((name) => ({ name, bytes: parts.bytes(name) ?? Buffer.alloc(0) }));
    const whole = writeZip([{ name: '[Content_Types].xml', bytes: Buffer.from(types) }, ...entries], { level: 6 });
    const { files } = await fill(whole, { items: [1, 2, 3] });
    const made = files[0]?.bytes ?? Buffer.alloc(0);
    checkPackage(made);
    expect(new OfficePackage(made).names.filter((name) => /charts\/chart\d*\.xml$/.test(name)).length).toBe(3);
  });
});

describe('images', () => {
  const logo = {
    name: 'logo.svg',
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"/>'),
  };
  const placed = (text: string): string =>
    textBox(text).replace(
      '<p:spPr/>',
      '<p:spPr><a:xfrm rot="60000"><a:off x="1000" y="2000"/><a:ext cx="400000" cy="800000"/></a:xfrm></p:spPr>',
    );

  it('take the place of their shape, in the middle and as large as fits, or as wide as asked for', async () => {
    const shapes = placed('{{%logo}}') + placed('{{%logo 25.4 mm}}') + placed('{{%none}}') + box('.');
    const { files, data } = await fill(deckOf([{ shapes }]), { logo: 'logo.svg', none: '' }, [logo]);
    expect(data).toMatchObject({ filled: 3, warnings: [] });
    const bytes = files[0]?.bytes ?? Buffer.alloc(0);
    checkPackage(bytes);
    const archive = new OfficePackage(bytes);
    const xml = archive.bytes('ppt/slides/slide1.xml')?.toString() ?? '';
    expect([...xml.matchAll(/<a:xfrm rot.*?<\/a:xfrm>/g)].map(([one]) => one)).toEqual([
      '<a:xfrm rot="60000"><a:off x="1000" y="302000"/><a:ext cx="400000" cy="200000"/></a:xfrm>',
      '<a:xfrm rot="60000"><a:off x="-256200" y="173400"/><a:ext cx="914400" cy="457200"/></a:xfrm>',
    ]);
    const image = archive.relations('ppt/slides/slide1.xml').find(({ type }) => type === 'image');
    expect(
      archive
        .bytes(image?.target ?? '')
        ?.subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(xml.split(`r:embed="${image?.id}"`).length).toBe(3);
  });

  it('know the place of a placeholder from the layout or its master', async () => {
    const shapes =
      shapeOf(paragraph('{{%logo}}'), '<p:ph idx="1"/>') + shapeOf(paragraph('{{a}}'), '<p:ph type="title"/>');
    const { files, message } = await fill(deckOf([{ shapes }]), { logo: 'logo.svg', a: 'A' }, [logo]);
    expect(message).toBeUndefined();
    const xml = new OfficePackage(files[0]?.bytes ?? Buffer.alloc(0)).bytes('ppt/slides/slide1.xml')?.toString() ?? '';
    const [, x, width] = /<p:pic .*?<a:off x="(\d+)".*?cx="(\d+)"/.exec(xml) ?? [];
    // The body of the layout reaches over the slide, 9,144,000 wide.
    expect(2 * Number(x) + Number(width)).toBe(9_144_000);
  });

  it.each([
    [box('a {{%logo}}'), 'slide 2, paragraph 1: {{%logo}} must be alone in its shape, whose place the image takes'],
    [box('{{%logo}}'), 'slide 2, paragraph 1: {{%logo}} is in a shape without a size'],
    [table(1, row(cell('{{%logo}}'))), 'slide 2, paragraph 1: {{%logo}} must be in a text box, not in a table'],
  ])('elsewhere are refused: %#', async (shapes, fault) => {
    const { message } = await fill(deckOf([{ shapes: '' }, { shapes }]), {});
    expect(message).toBe(`Cannot read file "a.pptx" as a presentation: ${fault}`);
  });

  it('of an earlier run stay when the presentation is filled again', async () => {
    const shapes = placed('{{%logo}}') + placed('{{%late}}');
    const first = await fill(deckOf([{ shapes }]), { logo: 'logo.svg' }, [logo], { missing: 'keep' });
    const late = { name: 'fields.png', bytes: readFixture('image/to-pdf/fields.png') };
    const { files, message } = await fill(first.files[0]?.bytes ?? Buffer.alloc(0), { late: 'fields.png' }, [late]);
    expect(message).toBeUndefined();
    const bytes = files[0]?.bytes ?? Buffer.alloc(0);
    checkPackage(bytes);
    const images = new OfficePackage(bytes).relations('ppt/slides/slide1.xml').filter(({ type }) => type === 'image');
    expect(new Set(images.map(({ target }) => target)).size).toBe(2);
  });

  it('that are missing are left out, or keep their shape', async () => {
    const shapes = placed('{{%logo}}') + box('.');
    const kept = await fill(deckOf([{ shapes }]), {}, [], { missing: 'keep' });
    expect(kept.data).toMatchObject({ missing: ['logo'] });
    expect((await slidesOf(kept.files[0]?.bytes))[0]?.text).toContain('{{%logo}}');
    const gone = await fill(deckOf([{ shapes }]), { logo: 'x.png' });
    expect(gone.data).toMatchObject({ warnings: ['Images were not sent: x.png'] });
    expect((await slidesOf(gone.files[0]?.bytes))[0]?.text).toBe('.');
  });
});

it.each([
  ['{{#a}}', 'slide 2, paragraph 2: {{#a}} needs a {{/a}}'],
  ['{{/a}}', 'slide 2, paragraph 2: {{/a}} ends a section that did not begin'],
  ['{{#a}}{{#b}}{{/a}}', 'slide 2, paragraph 2: {{/a}} is there before the end of {{#b}} of slide 2, paragraph 2'],
  ['{{name', 'slide 2, paragraph 2: "{{name" is not a placeholder such as {{name}}'],
  ['{{@raw}}', 'slide 2, paragraph 2: {{@raw}} asks for raw XML, which is never inserted'],
])('%s is refused with its slide and paragraph', async (text, fault) => {
  const { status, message } = await fill(deckOf([{ shapes: '' }, { shapes: box('one', text) }]), { raw: '<a:p/>' });
  expect([status, message]).toEqual([
    400,
    `Cannot ${/raw/.test(fault) ? 'fill file "a.pptx"' : 'read file "a.pptx" as a presentation'}: ${fault}`,
  ]);
});

it('a mistake in notes is named, and sections do not leave them', async () => {
  const { message } = await fill(deckOf([{ shapes: '', notes: box('{{#a}}') }]), {});
  expect(message).toBe(
    'Cannot read file "a.pptx" as a presentation: notes of slide 1, paragraph 1: {{#a}} needs a {{/a}}',
  );
});

it('slides and results without end are refused', async () => {
  const items = Array.from({ length: 1000 }, () => 0);
  const both = textBox('{{#items}}{{#more}}') + box('{{/more}}{{/items}}');
  expect((await fill(deckOf([{ shapes: both }]), { items, more: items })).message).toBe(
    'Cannot fill file "a.pptx": a result must have at most 2000 slides',
  );
  expect((await fill(pptxOf(Array.from({ length: 2001 }, () => '')), {})).status).toBe(413);
  expect((await fill(pptxOf([`${'<p:grpSp>'.repeat(5000)}${'</p:grpSp>'.repeat(5000)}`]), {})).status).not.toBe(500);
  expect((await fill(deckOf([{ shapes: box('{{#a}}'.repeat(60)) }]), {})).status).toBe(413);
  const long = 'y'.repeat(100_000);
  expect((await fill(deckOf([{ shapes: box('{{#items}}{{long}}{{/items}}') }]), { items, long })).status).toBe(413);
});

inRounds('a presentation that is cut or changed is filled or refused', [10, 400], async (rounds) => {
  const template = readFixture('documents/talk-template.pptx');
  for (let round = 0; round < rounds; round++) {
    const changed = Buffer.from(template);
    for (let count = 0; count < 4; count++) changed[next(changed.length)] = next(256);
    for (const bytes of [changed, template.subarray(0, next(template.length))]) {
      const { status, cause } = await fill(bytes, { regions: [{}, {}], items: [{}] });
      expect([200, 400, 413], String(cause)).toContain(status);
    }
  }
});

exhaustive.skipIf(!hasOffice)('LibreOffice prints each slide as a page, with its image', async () => {
  const { files } = await fill(readFixture('documents/talk-template.pptx'), {
    title: 'T',
    regions: [
      { name: 'Nord', points: ['p1', 'p2'] },
      { name: 'Süd', points: [] },
    ],
    items: [{ name: 'q' }],
  });
  const [pdf] = convertByOffice([['a.pptx', files[0]?.bytes ?? Buffer.alloc(0)]], 'pdf');
  const pages = runProgram('pdftotext', ['-', '-'], pdf ?? Buffer.alloc(0))
    .toString()
    .split('\f');
  expect(pages.slice(0, -1).map((page) => page.split('\n')[0])).toEqual(['T', 'Nord', 'Süd', 'Prices', 'Thanks']);
});
