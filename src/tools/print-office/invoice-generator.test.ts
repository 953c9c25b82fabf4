import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { readInvoice } from '../../formats/invoices/read.js';
import { exemptionReason, invoiceLocale } from '../../formats/invoices/view.js';
import { writeCii } from '../../lib/invoices/cii.js';
import { eInvoiceFaults } from '../../lib/invoices/en16931.js';
import { invoiceSums } from '../../lib/invoices/totals.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { brokenRules, pythonTotals, randomInvoice } from '../../testing/invoices.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { sumsReport } from './_invoice-data.js';
import tool from './invoice-generator.js';

const SCHEMA = join(projectRoot, 'fixtures/documents/factur-x/Factur-X_1.07.3_EN16931.xsd');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'invoices-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the tool makes of a document, without setting it: sums, and XML in the words of a language. */
function calculated(input: unknown, locale = 'de') {
  const { document, digits } = readInvoice(JSON.stringify(input), 'invoice', 'USD');
  const sums = invoiceSums(document, digits);
  expect(digits > 2 ? [] : eInvoiceFaults(document, sums, digits)).toEqual([]);
  const { labels } = invoiceLocale(locale);
  const reasonOf = (vat: Parameters<typeof exemptionReason>[0]): string => exemptionReason(vat, document, labels);
  return {
    report: sumsReport(document, { sums, isElectronic: true, warnings: [], bytes: new Uint8Array() }, digits),
    xml: writeCii(document, { sums, digits, isSepa: true, reasonOf }),
  };
}

/** A document whose lines may be negative has no amount due in some cases; what EN 16931 wants then is the same. */
const documentsOf = (rounds: number, seed: number) => {
  const chance = chanceOf(seed);
  return Array.from({ length: rounds }, () => randomInvoice(chance));
};

describe('sums', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'totals of invoices beside Python decimal'))(
    'are those of Python decimal',
    [25, 5000],
    (rounds) => {
      const chance = chanceOf(1);
      const documents = Array.from({ length: rounds }, () =>
        randomInvoice(chance, pick(chance, ['EUR', 'JPY', 'KWD'])),
      );
      const payable = documents.map((document) => ({ ...document, paid: String(chance(90)) }));
      const own = payable.map((document) => {
        const { lines, vat, totals } = calculated(document).report;
        return {
          lines: lines.map(({ gross, discount, net }) => [gross, discount, net]),
          vat: vat.map(({ category, base, tax }) => [category, base, tax]),
          totals: Object.values(totals),
        };
      });
      expect(own).toEqual(pythonTotals(payable));
    },
  );
});

describe('the XML', () => {
  inRounds.skipIf(!hasProgram('xmllint', ['--version'], 'XML of invoices by the schema of Factur-X'))(
    'is valid by the schema of Factur-X',
    [25, 3000],
    (rounds) => {
      const paths = documentsOf(rounds, 2).map((document, i) => {
        const path = join(folder, `invoice-${i}.xml`);
        writeFileSync(path, calculated(document, pick(chanceOf(i), ['de', 'fr', 'en'])).xml);
        return path;
      });
      for (let i = 0; i < paths.length; i += 500)
        runProgram('xmllint', ['--noout', '--nonet', '--schema', SCHEMA, ...paths.slice(i, i + 500)]);
    },
  );

  inRounds.skipIf(!hasProgram('python3', ['--version'], 'XML of invoices by the rules of EN 16931'))(
    'keeps the business rules of EN 16931',
    [25, 3000],
    (rounds) => {
      expect(brokenRules(documentsOf(rounds, 3).map((document) => calculated(document).xml))).toEqual([]);
    },
  );

  it('that breaks a rule is seen by the check', () => {
    const [document] = documentsOf(1, 4);
    const broken = calculated(document).xml.replace(/(<ram:GrandTotalAmount>)/, '$11');
    expect(brokenRules([broken])).toEqual(['BR-CO-15 in 0', 'BR-CO-16 in 0']);
  });
});

const hasReaders = [
  hasProgram('pdftotext', ['-v'], 'PDF files of invoices'),
  hasProgram('qpdf', ['--version'], 'PDF files of invoices'),
].every(Boolean);

const BIG = {
  number: 'F-2026/118',
  issueDate: '2026-02-01',
  dueDate: '2026-03-03',
  currency: 'EUR',
  seller: { name: 'Outillage SARL', city: 'Paris', country: 'FR', vatId: 'FR40303265045' },
  buyer: { name: 'Dupont', city: 'Lyon', country: 'FR' },
  lines: Array.from({ length: 60 }, (_, i) => ({
    description: `Article ${i + 1}`,
    quantity: i + 1,
    unitPrice: '19.99',
    vatRate: '20',
  })),
  payment: { iban: 'FR7630006000011234567890189', reference: 'F-2026/118' },
};

/** As `Intl` writes it, and as text is taken out of a PDF: blanks alike. */
const printed = (locale: string, amount: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(Number(amount)).replace(/\s/g, ' ');

const textOf = (path: string): string =>
  runProgram('pdftotext', ['-layout', path, '-'])
    .toString()
    .replace(/[^\S\n\f]/g, ' ');

describe.skipIf(!hasReaders)('the PDF', () => {
  inRows(2, ['de', 'en-GB', 'fr', 'es', 'it', 'nl', 'pt', 'de-CH'])(
    'in %s has every line, sum and page, and the XML inside',
    async (locale) => {
      const answer = await runTool(tool, {
        input: JSON.stringify(BIG),
        options: { locale, electronicInvoice: 'required' },
      });
      expect(answer.message).toBeUndefined();
      const path = join(folder, 'invoice.pdf');
      writeFileSync(path, answer.files[0]?.bytes ?? '');
      expect(runProgram('qpdf', ['--check', path]).toString()).toContain('No syntax or stream encoding errors');
      const text = textOf(path);
      for (const { description } of BIG.lines) expect(text).toContain(description);
      const { totals } = answer.data as { totals: Record<string, string> };
      // 1830 × 19.99
      expect(totals).toMatchObject({ netTotal: '36581.70', vatTotal: '7316.34', grandTotal: '43898.04' });
      for (const amount of ['36581.70', '7316.34', '43898.04']) expect(text).toContain(printed(locale, amount));
      // The head of the table and of each page.
      const pages = text.split('\f').filter((page) => page.trim() !== '');
      expect(pages.length).toBeGreaterThan(1);
      const { labels } = invoiceLocale(locale);
      const [before = '', between = ''] = labels.page.split('{}');
      for (const [i, page] of pages.entries()) {
        if (page.includes('Article')) expect(page).toContain(labels.description);
        expect(page).toContain(`${before}${i + 1}${between}${pages.length}`);
      }
      const fonts = runProgram('pdffonts', [path]).toString().trim().split('\n').slice(2);
      for (const font of fonts) expect(font).toMatch(/ yes yes yes +\d+ +0$/);
      const to = join(folder, 'factur-x.xml');
      runProgram('pdfdetach', ['-savefile', 'factur-x.xml', '-o', to, path]);
      expect(readFileSync(to, 'utf8')).toBe(calculated(BIG, locale).xml);
    },
  );

  // The exporter of PDF/A refuses what came out as an empty box.
  it('has keys, flags and people where a line has them', async () => {
    const lines = ['1️⃣ key', '🇩🇪 flag', '👩🏽‍💻 person', '❤️', 'العربية 🎉', '日本 #️⃣'].map((description) => ({
      description,
      quantity: 1,
      unitPrice: '1.00',
      vatRate: '20',
    }));
    const answer = await runTool(tool, {
      input: JSON.stringify({ ...BIG, lines }),
      options: { electronicInvoice: 'required' },
    });
    expect(answer.message).toBeUndefined();
    expect(answer.status).toBe(200);
  });

  it('says what PDF/A-3b and Factur-X want it to say', async () => {
    const { files } = await runTool(tool, { input: JSON.stringify(BIG), options: { electronicInvoice: 'required' } });
    const path = join(folder, 'plain.pdf');
    writeFileSync(path, files[0]?.bytes ?? '');
    const plain = runProgram('qpdf', ['--qdf', '--object-streams=disable', path, '-']).toString('latin1');
    for (const said of [
      '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:Version>1.0</fx:Version>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
      '/AFRelationship /Alternative',
      '/S /GTS_PDFA1',
      '/DestOutputProfile',
      '/Subtype /text#2fxml',
      '/ID [',
    ])
      expect(plain).toContain(said);
    expect(plain).not.toMatch(/\/(?:JavaScript|Launch|Encrypt)\b/);
    const [packet = ''] = /<\?xpacket begin[\s\S]*<\?xpacket end="[rw]"\?>/.exec(plain) ?? [];
    runProgram('xmllint', ['--noout', '-'], packet);
  });

  exhaustive.skipIf(!hasProgram('zbarimg', ['--version'], 'payment codes of invoices'))(
    'has a code that pays what is due',
    async () => {
      const { files } = await runTool(tool, { input: JSON.stringify({ ...BIG, paid: 1000 }), options: { qr: true } });
      const path = join(folder, 'code.pdf');
      writeFileSync(path, files[0]?.bytes ?? '');
      runProgram('pdftoppm', ['-r', '150', '-png', path, join(folder, 'code')]);
      const pictures = readdirSync(folder).filter((name) => name.startsWith('code-'));
      const last = join(folder, pictures.toSorted().at(-1) ?? '');
      expect(runProgram('zbarimg', ['-q', '--raw', last]).toString().trim()).toBe(
        'BCD\n002\n1\nSCT\n\nOutillage SARL\nFR7630006000011234567890189\nEUR42898.04\n\n\nF-2026/118',
      );
    },
  );
});

const HOSTILE: readonly (readonly [name: string, document: object, code: string | undefined])[] = [
  ['Typst source', { notes: ['#eval("1") $x$ *b* _i_ \\ @ref <lab> [c] {d} #import "a" // /* `raw`'] }, undefined],
  ['braces of labels', { number: '{} {}', intro: '{}\n{}' }, undefined],
  ['words without an end', { lines: [{ description: 'W'.repeat(1000), quantity: 1, unitPrice: 1 }] }, undefined],
  [
    'the widest numbers',
    {
      lines: [
        {
          description: 'a',
          quantity: '9999999999.999999',
          unitPrice: '9999999999.999999',
          discount: '1.11',
          vatRate: 19,
        },
      ],
    },
    undefined,
  ],
  ['many scripts', { notes: ['日本語 한국어 ไทย עברית العربية हिन्दी Ελληνικά Русский 😀 €₹'] }, undefined],
  ['stray marks before symbols', { notes: ['a\u06df€€'] }, undefined],
  ['stray vowels', { notes: ['\u05b0\ufffd\ufffd'] }, undefined],
  ['heaps of marks', { notes: [`a${'\u0301'.repeat(5000)}`] }, 'INVALID_INPUT'],
  ['control characters', { notes: ['a\u0000b'] }, 'INVALID_INPUT'],
  ['a private character', { notes: ['\ue000'] }, 'INVALID_INPUT'],
  ['a prototype', Object.defineProperty({}, '__proto__', { value: {}, enumerable: true }), 'INVALID_INPUT'],
  ['lines that are no list', { lines: 7 }, 'INVALID_INPUT'],
  ['no lines', { lines: [] }, 'INVALID_INPUT'],
  [
    'too many lines',
    { lines: Array.from({ length: 1001 }, () => ({ description: 'a', quantity: 1, unitPrice: 1 })) },
    'INVALID_INPUT',
  ],
  ['a number for a party', { seller: 5 }, 'INVALID_INPUT'],
  ['an exponent', { paid: '1e9' }, 'INVALID_INPUT'],
  ['a day that is not', { issueDate: '2026-02-30' }, 'INVALID_INPUT'],
  ['a wrong account', { payment: { iban: 'DE89370400440532013001' } }, 'INVALID_INPUT'],
  ['line breaks without end', { notes: Array.from({ length: 20 }, () => 'a\n'.repeat(2400)) }, 'LIMIT_EXCEEDED'],
];

describe('hostile input', () => {
  inRows(HOSTILE.length, HOSTILE)('%s', async (_name, document, code) => {
    const plain = {
      number: '7',
      issueDate: '2026-03-05',
      seller: { name: 'A' },
      lines: [{ description: 'a', quantity: 1, unitPrice: 1 }],
    };
    const answer = await runTool(tool, { input: JSON.stringify({ ...plain, ...document }) });
    expect(answer.code, answer.message).toBe(code);
  });
});
