/** pdf-attachments beside pdfdetach, pdfattach and qpdf. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { fitsPattern, invoiceMark } from '../../lib/documents/attached-files.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { complaints, run } from '../../testing/pdf-readers.js';
import { pdfOf, plainPdf, richPdf, stream, unsafePdf } from '../../testing/pdf-samples.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import pdfAttachments from './pdf-attachments.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'attachments as qpdf sees them') &&
  hasProgram('pdfinfo', ['-v'], 'attachments beside pdfdetach of poppler');

const scratch = mkdtempSync(join(tmpdir(), 'pdf-attachments-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const at = (name: string): string => join(scratch, name);

interface Told {
  readonly name: string;
  readonly bytes: number | null;
  readonly page: number | null;
  readonly [key: string]: unknown;
}

type Sent = readonly { readonly name: string; readonly bytes: Uint8Array }[];

async function attachments(files: Sent, options: Record<string, unknown> = {}) {
  const answer = await runTool(pdfAttachments, { files, options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  const [report] = (answer.data as { files: { attachments: Told[]; warnings: string[] }[] }).files;
  return { ...report!, files: answer.files };
}

const pdf = (bytes: Uint8Array) => ({ name: 'in.pdf', bytes });

/** What poppler's pdfdetach saves of a file, by name. */
function detached(path: string, password = ''): Map<string, Buffer> {
  const folder = mkdtempSync(join(scratch, 'saved-'));
  run('pdfdetach', ['-saveall', '-enc', 'UTF-8', '-upw', password, '-o', folder, path]);
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

const asMap = (files: Sent): Map<string, Buffer> => new Map(files.map(({ name, bytes }) => [name, Buffer.from(bytes)]));
const sorted = (map: ReadonlyMap<string, Buffer>) =>
  [...map].map(([name, bytes]) => [name, bytes.toString('base64')]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));

describe.skipIf(!hasReaders)('pdf-attachments', () => {
  inRounds('attaches what pdfdetach and qpdf take out again', [3, 25], async (rounds) => {
    const chance = chanceOf(44);
    const names = ['data.xml', 'Übersicht – 2.csv', '资料.txt', 'a (b) \\ c.bin'.replace('\\', '-'), 'x.pdf', '😀.png'];
    for (let round = 0; round < rounds; round += 1) {
      const count = 1 + chance(names.length);
      const sent = names.slice(0, count).map((name) => ({
        name,
        bytes: Buffer.from(Array.from({ length: chance(3000) }, () => chance(chance(2) === 0 ? 256 : 4))),
      }));
      const source = [plainPdf('Page', 2), richPdf('R')][round % 2]!;
      const { files, attachments: told } = await attachments([pdf(source), ...sent], {
        action: 'add',
        relationship: 'source',
        description: 'Für alle',
      });
      writeFileSync(at('added.pdf'), files[0]!.bytes);
      expect([...complaints(at('added.pdf'))]).toEqual([]);
      const expected = new Map([
        ...(round % 2 === 1 ? [['data.txt', Buffer.from('attached to R')] as const] : []),
        ...asMap(sent),
      ]);
      expect(sorted(detached(at('added.pdf')))).toEqual(sorted(expected));
      const listed = Buffer.from(
        run('qpdf', ['--list-attachments', '--verbose', at('added.pdf')]).out,
        'latin1',
      ).toString();
      expect(listed.match(/description: Für alle/g)?.length).toBe(count);
      const taken = await attachments([pdf(files[0]!.bytes)]);
      expect(sorted(asMap(taken.files))).toEqual(sorted(expected));
      expect(told.map(({ name, bytes }) => [name, bytes]).sort()).toEqual(
        [...expected].map(([name, bytes]) => [name, bytes.length]).sort(),
      );
    }
  });

  it('takes out what pdfattach and qpdf have attached', async () => {
    const data = Buffer.from('a,b\n1,2\n');
    writeFileSync(at('table.csv'), data);
    writeFileSync(at('plain.pdf'), plainPdf('Page', 1));
    run('pdfattach', [at('plain.pdf'), at('table.csv'), at('attached.pdf')]);
    const one = await attachments([pdf(readFileSync(at('attached.pdf')))]);
    expect(one.files).toMatchObject([{ name: 'table.csv', mime: 'text/csv' }]);
    expect(one.files[0]!.bytes.equals(data)).toBe(true);
    const more = ['--add-attachment', at('table.csv'), '--key=k', '--filename=b/ü.csv', '--mimetype=text/csv'];
    const dates = ['--creationdate=D:20240229120000Z', "--moddate=D:20240301120000+01'00'", '--description=D'];
    run('qpdf', [at('attached.pdf'), ...more, ...dates, '--', at('both.pdf')]);
    const both = await attachments([pdf(readFileSync(at('both.pdf')))], { names: '*ü.csv' });
    expect(both.attachments).toEqual([
      {
        name: 'b/ü.csv',
        description: 'D',
        relationship: null,
        mime: 'text/csv',
        bytes: 8,
        created: '2024-02-29T12:00:00Z',
        modified: '2024-03-01T12:00:00+01:00',
        page: null,
        invoice: null,
      },
    ]);
    expect(both.files.map(({ name }) => name)).toEqual(['ü.csv']);
    run('qpdf', ['--encrypt', 'open', 'owner', '256', '--', at('both.pdf'), at('locked.pdf')]);
    const locked = await attachments([pdf(readFileSync(at('locked.pdf')))], { password: 'open' });
    expect(locked.files.map(({ name }) => name).sort()).toEqual(['table.csv', 'ü.csv']);
    expect(locked.files.every(({ bytes }) => bytes.equals(data))).toBe(true);
  });

  it('finds and removes those on pages, with what refers to them', async () => {
    const all = await attachments([pdf(unsafePdf())]);
    expect(all.attachments.map(({ name, page }) => [name, page])).toEqual([
      ['data.txt', null],
      ['note.txt', 1],
    ]);
    expect(all.files.map(({ bytes }) => bytes.toString())).toEqual(['attached data', 'attached to a page']);
    const fewer = await attachments([pdf(unsafePdf())], { action: 'remove', names: 'NOTE.*' });
    const left = await attachments([pdf(fewer.files[0]!.bytes)], { action: 'list' });
    expect(left.attachments.map(({ name }) => name)).toEqual(['data.txt']);
    const none = await attachments([pdf(unsafePdf())], { action: 'remove' });
    writeFileSync(at('none.pdf'), none.files[0]!.bytes);
    expect([...complaints(at('none.pdf'))]).toEqual([]);
    expect(detached(at('none.pdf')).size).toBe(0);
    expect(none.files[0]!.bytes.toString('latin1')).not.toMatch(/EmbeddedFile|FileAttachment|attached|\/AF\b/);
  });

  it('replaces what has the same name, and says so', async () => {
    const { files, warnings } = await attachments(
      [pdf(richPdf('R')), { name: 'data.txt', bytes: Buffer.from('new') }],
      {
        action: 'add',
        showPanel: true,
      },
    );
    expect(warnings).toEqual(['attachment "data.txt" was replaced']);
    writeFileSync(at('new.pdf'), files[0]!.bytes);
    expect(sorted(detached(at('new.pdf')))).toEqual(sorted(new Map([['data.txt', Buffer.from('new')]])));
    expect(files[0]!.bytes.toString('latin1')).toContain('/PageMode/UseAttachments');
  });
});

/** A PDF whose attachments are these names and contents. */
function holding(list: readonly (readonly [name: string, content: string])[]): Buffer {
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 4 0 R >> >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 9 9] >>',
    3: '<< /Type /Page /Parent 2 0 R >>',
    4: `<< /Names [${list.map((_, i) => `(k${i}) ${10 + 2 * i} 0 R`).join(' ')}] >>`,
    ...Object.fromEntries(
      list.flatMap(([name, content], i) => [
        [10 + 2 * i, `<< /Type /Filespec /F (${name}) /EF << /F ${11 + 2 * i} 0 R >> >>`],
        [11 + 2 * i, stream(content, '/Type /EmbeddedFile')],
      ]),
    ),
  });
}

describe('attachments', () => {
  it('get names that can be saved anywhere', async () => {
    const names = ['../../etc/passwd', 'C:\\\\x\\\\a.txt', 'a.txt', 'A.txt', 'CON', '', 'x\\000y.txt', '/', 'a:b?.txt'];
    const { files } = await attachments([pdf(holding(names.map((name) => [name, 'z'] as const)))]);
    expect(files.map(({ name }) => name)).toEqual([
      'passwd',
      'a.txt',
      'a (2).txt',
      'A (3).txt',
      '_CON',
      'k5',
      'xy.txt',
      'attachment',
      'a_b_.txt',
    ]);
  });

  it('that are electronic invoices are told by what they say', () => {
    const cii = (id: string) =>
      `<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"><rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${id}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext></rsm:CrossIndustryInvoice>`;
    const ubl = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cbc="x"><cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID></Invoice>`;
    const mark = (text: string) => invoiceMark(Buffer.from(text));
    // The identifiers of Factur-X 1.07, chapter 5, and of XRechnung 3.0.
    for (const id of [
      'urn:factur-x.eu:1p0:minimum',
      'urn:cen.eu:en16931:2017',
      'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
    ])
      expect(mark(cii(id))).toEqual({ syntax: 'CII', guideline: id });
    expect(mark(ubl)?.syntax).toBe('UBL');
    expect(mark(ubl)?.guideline).toMatch(/xrechnung_3\.0$/);
    expect(mark('<rsm:CrossIndustryDocument xmlns:rsm="u">')).toEqual({ syntax: 'ZUGFeRD 1', guideline: null });
    expect(mark('<Invoice><CustomizationID>x</CustomizationID></Invoice>')).toBeUndefined();
    expect(mark('just text')).toBeUndefined();
  });

  it('are chosen by names with stars', () => {
    const fits = (pattern: string) =>
      ['data.xml', 'Data 2.XML', 'notes.txt'].filter((name) => fitsPattern(name, pattern));
    expect(fits('*.xml')).toEqual(['data.xml', 'Data 2.XML']);
    expect(fits('d*t*2*')).toEqual(['Data 2.XML']);
    expect(fits('DATA.xml')).toEqual(['data.xml']);
    expect(fits('*')).toEqual(['data.xml', 'Data 2.XML', 'notes.txt']);
    expect(fits('data')).toEqual([]);
    expect(fitsPattern('ab', 'ab*b')).toBe(false);
    expect(fitsPattern('a'.repeat(10_000), `${'*a'.repeat(9_000)}b`)).toBe(false);
  });

  it('that are damaged are left out, and those that are too large are refused', async () => {
    const broken = holding([
      ['good.txt', 'fine'],
      ['bad.txt', 'not packed'],
    ]).toString('latin1');
    const bytes = Buffer.from(broken.replace('/Length 10 /Type', '/Length 10 /Filter /JPXDecode /Type'), 'latin1');
    const { files, warnings } = await attachments([pdf(bytes)]);
    expect(files.map(({ name }) => name)).toEqual(['good.txt']);
    expect(warnings.filter((warning) => warning.includes('bad.txt'))).toEqual([
      'attachment "bad.txt" is damaged, too large or not embedded, and is left out',
    ]);
    const notes = await runTool(pdfAttachments, { files: [pdf(Buffer.from('text'))] });
    expect([notes.status, notes.message]).toEqual([400, 'Cannot read PDF "in.pdf": it is not a PDF file']);
  });
});

const corpus = sharedPath('corpus/pdf', 'attachments of real files');

describe.skipIf(!existsSync(corpus) || !hasReaders)(
  'real files (skipped where no corpus stands beside the project)',
  () => {
    exhaustive('have the attachments that pdfdetach saves', async () => {
      let compared = 0;
      const differing: string[] = [];
      for (const name of readdirSync(corpus).filter((file) => file.endsWith('.pdf'))) {
        const expected = detached(join(corpus, name));
        if (expected.size === 0) continue;
        const sent = [{ name, bytes: readFileSync(join(corpus, name)) }];
        const { status, message, files } = await runTool(pdfAttachments, { files: sent });
        // Pdfdetach saves attachments that are encrypted by themselves as they are stored.
        if (message?.includes('it is encrypted')) continue;
        compared += expected.size;
        const own = files.map(({ bytes }) => bytes.toString('base64')).sort();
        const theirs = [...expected.values()].map((bytes) => bytes.toString('base64')).sort();
        if (status !== 200 || JSON.stringify(own) !== JSON.stringify(theirs))
          differing.push(`${name} ${own.length} ${theirs.length}`);
      }
      expect(differing).toEqual([]);
      expect(compared).toBeGreaterThan(2);
    });

    it('that encrypt nothing but their attachments open with the password', async () => {
      const name = 'qpdf__nontrivial-crypt-filter.pdf';
      const password = 'asdfqwer';
      const { files } = await attachments([{ name, bytes: readFileSync(join(corpus, name)) }], { password });
      expect(files.length).toBe(2);
      // The other one is on a page, where qpdf does not look: a PNG.
      const [text, picture] = files;
      const shown = run('qpdf', [`--password=${password}`, `--show-attachment=${text!.name}`, join(corpus, name)]).out;
      expect(shown.length).toBeGreaterThan(20);
      expect(text!.bytes.toString('latin1')).toBe(shown);
      expect(picture!.bytes.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));
    });
  },
);
