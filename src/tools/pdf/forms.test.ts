/** fill-pdf-form and pdf-form-fields, read back by pdftk, poppler and pdfium. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPdf } from '../../formats/pdf/document/open.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { firstReport } from '../../testing/file-report.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import fill from './fill-pdf-form.js';
import list from './pdf-form-fields.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdf-forms-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const form = { name: 'application.pdf', bytes: readFixture('pdf/forms/application.pdf') };

const VALUES = {
  'person.name': 'Ada Żółć 漢字',
  remarks: 'First line\nSecond line',
  iban: 'DE12345678',
  agree: true,
  colour: 'green',
  country: 'France',
  languages: ['French', 'Polish'],
  title: 'Dipl.-Ing.',
  secret: 'hidden',
};

async function filled(values: object, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await runTool(fill, { input: JSON.stringify(values), options, files: [form] });
  expect(answer.status, answer.message).toBe(200);
  const path = join(folder, 'filled.pdf');
  writeFileSync(path, answer.files[0]!.bytes);
  return path;
}

interface Dumped {
  readonly type: string | undefined;
  readonly values: readonly string[];
  readonly options: readonly string[];
}

function dumpOf(path: string): Map<string, Dumped> {
  const dump = runProgram('pdftk', [path, 'dump_data_fields_utf8']).toString();
  const fields = new Map<string, Dumped>();
  for (const block of dump.split('---\n').slice(1)) {
    const all = (key: string): string[] =>
      [...block.matchAll(new RegExp(`^${key}: (.*(?:\\n(?!Field).+)*)$`, 'gm'))].map(([, value = '']) => value.trim());
    fields.set(all('FieldName')[0] ?? '', {
      type: all('FieldType')[0],
      values: all('FieldValue'),
      options: all('FieldStateOption').filter((option) => option !== 'Off'),
    });
  }
  return fields;
}

const pdftk = hasProgram('pdftk', ['--version'], 'forms as pdftk reads them');
const poppler = hasProgram('pdftotext', ['-v'], 'forms as poppler shows them');

describe.skipIf(!pdftk)('forms and pdftk', () => {
  it('fill-pdf-form stores every value as pdftk reads it', async () => {
    const fields = dumpOf(await filled(VALUES));
    const values = Object.fromEntries([...fields].map(([name, field]) => [name, field.values.join('|')]));
    expect(values).toMatchObject({
      'person.name': 'Ada Żółć 漢字',
      'person.city': 'Berlin',
      remarks: 'First line\nSecond line',
      iban: 'DE12345678',
      agree: 'Yes',
      colour: 'green',
      country: 'fr',
      languages: 'French|Polish',
      title: 'Dipl.-Ing.',
      secret: 'hidden',
    });
    const cleared = dumpOf(await filled({ 'person.city': null, agree: false, colour: null, languages: [] }));
    expect(cleared.get('person.city')?.values.join('')).toBe('');
    expect(cleared.get('agree')?.values).toEqual(['Off']);
    expect(cleared.get('colour')?.values).toEqual(['Off']);
  });

  it('fill-pdf-form leaves no field where it flattens', async () => {
    expect(dumpOf(await filled(VALUES, { flatten: true })).size).toBe(0);
  });

  it('pdf-form-fields lists what pdftk lists', async () => {
    const path = await filled(VALUES);
    const answer = await runTool(list, { files: [{ name: 'a.pdf', bytes: Buffer.from(runProgram('cat', [path])) }] });
    interface Listed {
      readonly name: string;
      readonly type: string;
      readonly value: string | readonly string[] | null;
      readonly options?: readonly { readonly value: string; readonly label: string }[];
    }
    const { fields } = firstReport(answer) as { readonly fields: readonly Listed[] };
    const kinds: Readonly<Record<string, string>> = {
      text: 'Text',
      checkbox: 'Button',
      radio: 'Button',
      button: 'Button',
      dropdown: 'Choice',
      list: 'Choice',
      signature: 'Signature',
    };
    const dump = dumpOf(path);
    expect(fields.map(({ name }) => name).sort()).toEqual([...dump.keys()].sort());
    for (const { name, type, value, options = [] } of fields) {
      const theirs = dump.get(name);
      expect(theirs?.type, name).toBe(kinds[type]);
      expect([value ?? ''].flat().join('|'), name).toBe(theirs?.values.join('|'));
      const stored = options.map((option) => option.value).sort();
      expect(stored, name).toEqual([...(theirs?.options ?? [])].sort());
    }
  });
});

const SHOWN = ['Ada Żółć 漢字', 'Berlin', 'First line', 'Second line', 'France', 'German', 'Dipl.-Ing.', '******'];

describe.skipIf(!poppler)('forms and their looks', () => {
  it('fill-pdf-form draws the values, with and without flattening alike', async () => {
    const drawn: Buffer[] = [];
    for (const flatten of [false, true]) {
      const path = await filled(VALUES, { flatten });
      const text = runProgram('pdftotext', ['-enc', 'UTF-8', path, '-']).toString();
      for (const shown of SHOWN) expect(text.replaceAll(' ', '')).toContain(shown.replaceAll(' ', ''));
      drawn.push(runProgram('pdftoppm', ['-r', '50', '-gray', path]));
    }
    const [fields, flat] = drawn as [Buffer, Buffer];
    expect(flat.length).toBe(fields.length);
    let sum = 0;
    for (let i = 0; i < flat.length; i += 1) sum += Math.abs(flat[i]! - fields[i]!);
    // The push button has no look of its own in the file: poppler draws one, and a page has none.
    expect(sum / flat.length).toBeLessThan(0.5);
  });

  it('pdfium draws the values', async () => {
    const dark = async (values: object): Promise<number> => {
      const bytes = runProgram('cat', [await filled(values)]);
      const { rgba, width } = await withRenderer(openPdf({ name: 'a.pdf', bytes }), bytes, async (renderer) =>
        renderer.render(0, { dpi: 72 }),
      );
      let count = 0;
      // The inside of the boxes of person.name and of remarks, from the top of a page of 300 points.
      for (let y = 52; y < 148; y += 1) {
        for (let x = 22; x < 178; x += 1) if (y < 68 || y > 82) count += rgba[4 * (y * width + x)]! < 128 ? 1 : 0;
      }
      return count;
    };
    expect(await dark({})).toBe(0);
    expect(await dark({ 'person.name': 'Ada Lovelace', remarks: 'First' })).toBeGreaterThan(150);
  });
});

it('CSV pasted as input fills in a form for each row', async () => {
  const { data, message } = await runTool(fill, { input: 'person.name,agree\nAda,yes\nGrace,\n', files: [form] });
  expect(message).toBeUndefined();
  expect((data as { forms: { filled: number }[] }).forms.map(({ filled }) => filled)).toEqual([2, 1]);
});
