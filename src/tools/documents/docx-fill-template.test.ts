import { describe, expect, it } from 'vitest';

import { writeZip } from '../../lib/archives/zip-writer.js';
import { OfficePackage } from '../../lib/office/package.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { docxOf } from '../../testing/word-documents.js';
import fillTemplate from './docx-fill-template.js';
import docxToText from './docx-to-text.js';

const PYTHON = '/usr/bin/python3';
const hasJinja = hasProgram(PYTHON, ['-c', 'import jinja2'], 'filled templates beside Jinja2');
const hasOffice = hasProgram('soffice', ['--version'], 'filled templates beside LibreOffice');

const next = chanceOf(41);
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const runOf = (text: string): string =>
  `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

/** A paragraph whose text Word might have split anywhere. */
function paragraph(text: string, split = false): string {
  if (!split) return `<w:p>${runOf(text)}</w:p>`;
  let runs = '';
  for (let at = 0; at < text.length; ) {
    const length = 1 + next(6);
    runs += `${runOf(text.slice(at, at + length))}<w:proofErr w:type="spellStart"/>`;
    at += length;
  }
  return `<w:p>${runs}</w:p>`;
}

async function filled(body: string, data: unknown, files: { name: string; bytes: Buffer }[] = []) {
  return await runTool(fillTemplate, {
    input: JSON.stringify(data),
    files: [{ name: 'a.docx', bytes: docxOf(body) }, ...files],
  });
}

async function textOf(bytes: Uint8Array | undefined): Promise<string> {
  const { text } = await runTool(docxToText, { files: [{ name: 'a.docx', bytes: bytes ?? new Uint8Array() }] });
  return text ?? '';
}

const filledText = async (body: string, data: unknown): Promise<string> => {
  const { files, message } = await filled(body, data);
  expect(message).toBeUndefined();
  return await textOf(files[0]?.bytes);
};

const WORDS = ['Ada', 'salt & <sand>', 'река', '港', 'a_b', '7'];

/** Lines of a template in our notation and in Jinja's, about the same data. */
function randomLines(depth: number, scopes: readonly string[]): [ours: string, jinja: string][] {
  const scope = scopes.at(-1);
  const value = (): [string, string] => {
    const name = pick(next, ['name', 'city.name', 'size']);
    return scope === undefined || next(3) > 0
      ? [`{{${scope === undefined ? name : 'label'}}}`, `{{ ${scope === undefined ? name : `${scope}.label`} }}`]
      : [`{{ top }}`, `{{ top }}`];
  };
  return Array.from({ length: 1 + next(3) }, (): [string, string][] => {
    const [ours, jinja] = value();
    switch (depth > 2 ? 9 : next(6)) {
      case 0: {
        const list = scope === undefined ? 'items' : 'parts';
        const item = `i${depth}`;
        const inner = randomLines(depth + 1, [...scopes, item]);
        const source = scope === undefined ? list : `${scope}.parts`;
        return [[`{{#${list}}}`, `{% for ${item} in ${source} %}`], ...inner, [`{{/${list}}}`, '{% endfor %}']];
      }
      case 1: {
        const flag = pick(next, ['yes', 'no', 'none', 'blank', 'empty']);
        const sign = pick(next, ['#', '^']);
        return [
          [`{{${sign}${flag}}}`, `{% if ${sign === '^' ? 'not ' : ''}${flag} %}`],
          ...randomLines(depth + 1, scopes),
          [`{{/${flag}}}`, '{% endif %}'],
        ];
      }
      case 2:
        return [[`x {{#yes}}a ${ours}{{/yes}}{{^yes}}never{{/yes}} y`, `x a ${jinja} y`]];
      default:
        return [[`line ${ours}, ${ours}.`, `line ${jinja}, ${jinja}.`]];
    }
  }).flat();
}

const randomData = () => ({
  name: pick(next, WORDS),
  city: { name: pick(next, WORDS) },
  size: next(1000),
  top: 'top',
  yes: true,
  no: false,
  none: null,
  blank: '',
  empty: [],
  items: Array.from({ length: next(4) }, () => ({
    label: pick(next, WORDS),
    parts: Array.from({ length: next(3) }, () => ({ label: next(50), parts: [] })),
  })),
});

describe.skipIf(!hasJinja)('beside Jinja2', () => {
  inRounds('random templates have the same text', [10, 200], async (rounds) => {
    const cases = Array.from({ length: rounds }, () => ({ lines: randomLines(0, []), data: randomData() }));
    const expected = runPython<string[]>(
      'import jinja2\nenvironment = jinja2.Environment(trim_blocks=True)\nprint(json.dumps([environment.from_string("\\n".join(t)).render(**d) for t, d in data]))',
      cases.map(({ lines, data }) => [lines.map(([, jinja]) => jinja), data]),
      PYTHON,
    );
    for (const [i, { lines, data }] of cases.entries()) {
      const text = await filledText(lines.map(([ours]) => paragraph(ours, true)).join('') + paragraph('end'), data);
      const written = [...(expected[i] ?? '').split('\n').filter((line) => line !== ''), 'end'].join('\n\n');
      expect(text.trim()).toBe(written);
    }
  });
});

const cell = (...texts: string[]): string => `<w:tc>${texts.map((text) => paragraph(text, true)).join('')}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
const table = (...rows: string[]): string => `<w:tbl>${rows.join('')}</w:tbl>${paragraph('.')}`;

it('rows are repeated, by their values or by sections in one or several rows', async () => {
  const data = {
    items: [
      { a: 1, b: ['x', 'y'] },
      { a: 2, b: [] },
    ],
    none: [],
  };
  const body = table(
    row(cell('Head'), cell('Head')),
    row(cell('{{items.a}}'), cell('{{items.b}}')),
    row(cell('{{#items}}{{a}}'), cell('-{{#b}}{{.}};{{/b}}{{/items}}')),
    row(cell('{{#items}}'), cell('')),
    row(cell('one {{a}}'), cell('')),
    row(cell('two {{items.a}}'), cell('')),
    row(cell(''), cell('{{/items}}')),
    row(cell('{{none.a}}'), cell('gone')),
    row(cell('{{#none}}', 'gone', '{{/none}}'), cell('kept')),
  );
  expect((await filledText(body, data)).split('\n')).toEqual([
    'Head\tHead',
    ...['1\tx y', '2', '1\t-x;y;', '2\t-', 'one 1', 'two 1', 'one 2', 'two 2', '\tkept', '', '.', ''],
  ]);
});

it('a table without rows is gone', async () => {
  expect(await filledText(table(row(cell('{{items.a}}'))), { items: [] })).toBe('.\n');
});

it('the format is that of the first letter, and breaks and tabs of the data are kept', async () => {
  const { files } = await filled('<w:p><w:r><w:rPr><w:i/></w:rPr><w:t>{{a</w:t></w:r><w:r><w:t>}}!</w:t></w:r></w:p>', {
    a: 'x\n\ty\u0000{{b}}',
  });
  const archive = await import('../../lib/office/package.js');
  const xml =
    new archive.OfficePackage(files[0]?.bytes ?? Buffer.alloc(0)).bytes('word/document.xml')?.toString() ?? '';
  expect(xml).toContain(
    '<w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve">x</w:t><w:br/><w:tab/><w:t xml:space="preserve">y{{b}}</w:t></w:r><w:r><w:t xml:space="preserve">!</w:t></w:r>',
  );
});

describe('headers', () => {
  const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  /** A template whose one header has this text. */
  const withHeader = (text: string): Buffer => {
    const archive = new OfficePackage(docxOf(paragraph('{{name}}')));
    const relation =
      '<Relationship Id="h" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/>';
    const parts = archive.names.map((name) => {
      const part = archive.bytes(name)?.toString() ?? '';
      const xml = name.endsWith('document.xml.rels') ? part.replace('</Relationships>', `${relation}$&`) : part;
      return { name, bytes: Buffer.from(xml) };
    });
    const header = Buffer.from(`<w:hdr ${WORD}>${paragraph(text, true)}</w:hdr>`);
    return Buffer.from(writeZip([...parts, { name: 'word/header1.xml', bytes: header }], { level: 6 }));
  };

  it('are filled, with images of their own', async () => {
    const { files, data } = await runTool(fillTemplate, {
      input: '[{"name": "Ada", "logo": "a.svg"}, {"name": "Grace", "logo": "a.svg"}]',
      files: [
        { name: 'a.docx', bytes: withHeader('{{%logo}} for {{name}}') },
        { name: 'a.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"/>') },
      ],
    });
    expect(data).toEqual({ documents: 2, filled: 6, missing: [], warnings: [] });
    const archive = new OfficePackage(files[1]?.bytes ?? Buffer.alloc(0));
    const header = archive.bytes('word/header1.xml')?.toString() ?? '';
    expect(header).toContain('>Grace<');
    // An inch has 914,400 units.
    expect(header).toContain('<wp:extent cx="914400" cy="457200"/>');
    const [image] = archive.relations('word/header1.xml');
    expect(header).toContain(`r:embed="${image?.id}"`);
    expect(
      archive
        .bytes(image?.target ?? '')
        ?.subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(archive.bytes('[Content_Types].xml')?.toString()).toContain('Extension="png" ContentType="image/png"');
  });

  it('with a mistake are named', async () => {
    const { message } = await runTool(fillTemplate, {
      input: '{}',
      files: [{ name: 'a.docx', bytes: withHeader('{{#a}}') }],
    });
    expect(message).toBe(
      'Cannot read file "a.docx" as a Word document: word/header1.xml: paragraph 1: {{#a}} needs a {{/a}}',
    );
  });
});

it.each([
  ['{{#a}}', 'paragraph 2: {{#a}} needs a {{/a}}'],
  ['{{/a}}', 'paragraph 2: {{/a}} ends a section that did not begin'],
  ['{{#a}}{{#b}}{{/a}}', 'paragraph 2: {{/a}} is there before the end of {{#b}} of paragraph 2'],
  ['{{name', 'paragraph 2: "{{name" is not a placeholder such as {{name}}'],
  ['{{ }}', 'paragraph 2: {{}} has no name'],
  ['{{@raw}}', 'paragraph 2: {{@raw}} asks for raw XML, which is never inserted'],
  ['{{a.x}}{{b.x}}', 'paragraph 2: {{b.x}} is of the list "b", and its paragraph is repeated for "a"'],
])('%s is refused with its place', async (text, fault) => {
  const { status, message } = await filled(paragraph('one') + paragraph(text, true), {
    a: [{}],
    b: [{}],
    raw: '<w:p/>',
  });
  expect([status, message]).toEqual([
    400,
    `Cannot ${/repeated|raw/.test(fault) ? 'fill file "a.docx"' : 'read file "a.docx" as a Word document'}: ${fault}`,
  ]);
});

it.each(['{ }', '[[ ]]', '<< >>'])('placeholders stand between %s, and {{a}} is text', async (delimiters) => {
  const [open = '', close = ''] = delimiters.split(' ');
  const tag = (inside: string): string => open + inside + close;
  const lines = [`${tag('#a')}${tag('b')},${tag('/')}${tag('^c')}none${tag('/c')}`, tag('gone'), tag('%logo 20 mm')];
  const body = [...lines, ...(open === '{' ? [] : ['{{a}}'])].map((line) => paragraph(line, true)).join('');
  const files = [{ name: 'a.docx', bytes: docxOf(body) }];
  const input = JSON.stringify({ a: [{ b: 1 }, { b: 2 }] });
  const kept = await runTool(fillTemplate, { input, files, options: { delimiters, missing: 'keep' } });
  expect(await textOf(kept.files[0]?.bytes)).toBe(
    ['1,2,none', tag('gone'), tag('%logo 20 mm'), ...(open === '{' ? [] : ['{{a}}'])].join('\n\n').concat('\n'),
  );
  expect(kept.data).toMatchObject({ missing: ['gone', 'logo'] });
  const { message } = await runTool(fillTemplate, { input, files, options: { delimiters, missing: 'refuse' } });
  expect(message).toBe('Data must have a value for each placeholder, got none for gone, logo');
});

it('text beside the tags of a section of paragraphs is refused', async () => {
  const { message } = await filled(paragraph('x {{#a}}') + paragraph('{{/a}}'), {});
  expect(message).toBe(
    'Cannot read file "a.docx" as a Word document: paragraph 1: {{#a}} must be alone in its paragraph, as its section has several paragraphs',
  );
});

it('results and sections without end are refused', async () => {
  const items = Array.from({ length: 1000 }, () => 0);
  const nested = '{{#items}}{{#more}}{{#most}}x{{/most}}{{/more}}{{/items}}';
  expect((await filled(paragraph(nested), { items, more: items, most: items })).status).toBe(413);
  const long = 'y'.repeat(100_000);
  expect((await filled(paragraph('{{#items}}{{long}}{{/items}}'), { items, long })).status).toBe(413);
  expect((await filled(paragraph('y'.repeat(1_000_000)), Array(50).fill({}))).status).toBe(413);
  expect((await filled(paragraph('{{#a}}'.repeat(5000)), {})).status).toBe(413);
  expect((await filled(paragraph('{{/a}}'.repeat(5000)), {})).status).toBe(413);
  expect((await filled(paragraph('{{'.repeat(100_000)), {})).status).toBe(400);
});

exhaustive.skipIf(!hasOffice)('LibreOffice opens a letter with an image, and shows what was filled', async () => {
  const body = `${paragraph('Dear {{name}}')}${paragraph('{{%logo 30 mm}}{{%gone}}')}${table(row(cell('{{items}}')))}`;
  const { files, data } = await filled(body, { name: 'Zoë', logo: 'fields.png', gone: 'x.png', items: ['q', 'r'] }, [
    { name: 'fields.png', bytes: readFixture('image/to-pdf/fields.png') },
  ]);
  expect(data).toMatchObject({ warnings: ['Images were not sent: x.png'] });
  const [html] = convertByOffice([['a.docx', files[0]?.bytes ?? Buffer.alloc(0)]], 'html');
  const shown = html?.toString() ?? '';
  expect(shown.replace(/<[^>]*>/g, ' ')).toMatch(/Dear Zoë[\s\S]*q[\s\S]*r/);
  // 30 mm at 96 dots per inch.
  expect(shown).toMatch(/<img [^>]*width="11[34]"/);
});

inRounds('a template that is cut or changed is filled or refused', [20, 500], async (rounds) => {
  const template = readFixture('documents/letter-template.docx');
  for (let round = 0; round < rounds; round++) {
    const changed = Buffer.from(template);
    for (let count = 0; count < 4; count++) changed[next(changed.length)] = next(256);
    for (const bytes of [changed, template.subarray(0, next(template.length))]) {
      const { status, cause } = await runTool(fillTemplate, {
        input: '{"items": [{}]}',
        files: [{ name: 'a.docx', bytes }],
      });
      expect([200, 400, 413], String(cause)).toContain(status);
    }
  }
});

it('CSV pasted as input is a document for each row', async () => {
  const { files, message } = await runTool(fillTemplate, {
    input: 'name;city\nAda;London\nGrace;New York\n',
    files: [{ name: 'a.docx', bytes: docxOf(paragraph('{{name}} in {{city}}')) }],
  });
  expect(message).toBeUndefined();
  expect(await textOf(files[1]?.bytes)).toContain('Grace in New York');
});
