import { describe, expect, it } from 'vitest';

import { htmlOf as pageHtml } from '../../lib/page-text/html.js';
import { commonWords, textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './pdf-to-html.js';

const hasPandoc = hasProgram('pandoc', ['--version'], 'HTML of PDFs as pandoc reads it');
const hasPoppler = hasProgram('pdftotext', ['-v'], 'words of HTML beside those of the PDF');

async function htmlOf(bytes: Uint8Array, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { status, text, message } = await runTool(tool, { files: [{ name: 'a.pdf', bytes }], options });
  expect(status, message).toBe(200);
  return text ?? '';
}

const BODY = { wholeDocument: false };
const linesOf = (texts: readonly string[]): string => texts.map((text, i) => textAt(72, 700 - 16 * i, text)).join('\n');
const pandoc = (html: string, to: string): string =>
  runProgram('pandoc', ['-f', 'html', '-t', to, '--wrap=none'], html).toString();

describe('pdf-to-html', () => {
  it.skipIf(!hasPandoc)('gives the HTML back of which LibreOffice made the PDF', async () => {
    const source = readFixture('pdf/office.html').toString();
    // A cell of the page has two lines where that of the source has one.
    const found = (await htmlOf(readFixture('pdf/office.pdf'))).replaceAll('<br>', ' ');
    const texts = (html: string): string =>
      pandoc(html, 'plain')
        .replace(/[ -]{2,}/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    expect(texts(found)).toBe(texts(source));
    const kinds = (html: string): string[] =>
      [
        ...pandoc(html, 'native').matchAll(
          /\b(Header|BulletList|OrderedList|Table|CodeBlock|Strong|Emph|Link|Code)\b/g,
        ),
      ].map(([kind]) => kind);
    expect(kinds(found)).toEqual(kinds(source));
  });

  it.skipIf(!hasPandoc || !hasPoppler)('has the words of every page', async () => {
    for (const name of ['article', 'office', 'tables', 'report', 'registration', 'report-new', 'letter']) {
      const bytes = readFixture(`pdf/${name}.pdf`);
      const words = pandoc(await htmlOf(bytes, { dropRepeated: false }), 'plain').replace(/[-─]{3,}/g, ' ');
      const theirs = runProgram('pdftotext', ['-', '-'], bytes).toString();
      const { common, inB } = commonWords(words, theirs);
      expect(common / Math.max(1, inB), name).toBeGreaterThan(0.93);
    }
  });

  it('escapes everything that a page says', async () => {
    const tricky = [
      '<script>alert(1)</script>',
      '&lt;b&gt; "quoted" <img src=x onerror=alert(1)>',
      '--> ]]> </pre></code>',
    ];
    const link =
      '<< /Type /Annot /Subtype /Link /Rect [60 690 300 715] /A << /S /URI /URI (https://x.org/"onclick="a<b>) >> >>';
    const bad =
      '<< /Type /Annot /Subtype /Link /Rect [60 660 300 685] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>';
    const bytes = textPdf([{ content: linesOf(tricky), entries: `/Annots [${link} ${bad}]` }], '', {
      1: '<< /Type /Catalog /Pages 2 0 R /Lang (en"><script>) >>',
    });
    const html = await htmlOf(bytes, BODY);
    expect(html.replace(/<\/?(?:p|br|a(?: href="[^"<>]*")?)>/g, '')).not.toMatch(/[<>]/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('https://x.org/&quot;onclick=&quot;a');
    expect(html).not.toContain('javascript:');
    expect(await htmlOf(bytes)).toContain('<html>\n');
  });

  it('says the language, title and direction of a text', async () => {
    const html = await htmlOf(
      textPdf([{ content: textAt(72, 700, 'Text') }], '', { 1: '<< /Type /Catalog /Pages 2 0 R /Lang (he-IL) >>' }),
    );
    expect(html).toContain('<html lang="he-IL">');
    expect(html).toContain('<title>a</title>');
    const style = { font: '', family: '', isSerif: false, isBold: true, isItalic: false, isMono: false };
    const run = { size: 12, raised: 'super' as const, mark: undefined, link: undefined };
    const look = { ...style, stretch: 100, color: '#000000', isHidden: false };
    const items = ['שלום & <b>', 'Text\nmore'].map(
      (text) => ({ kind: 'paragraph', places: [], runs: [{ ...run, text, style: look }] }) as const,
    );
    expect(pageHtml(items, () => undefined)).toBe(
      '<p dir="rtl"><sup><strong>שלום &amp; &lt;b&gt;</strong></sup></p>\n<p><sup><strong>Text<br>more</strong></sup></p>',
    );
    expect(await htmlOf(readFixture('pdf/unsafe.pdf'))).toMatch(/<title>(?!a<)[^<]+<\/title>/);
  });

  it('puts images in, beside or nowhere', async () => {
    const scan = readFixture('pdf/scan.pdf');
    const embedded = await htmlOf(scan, { pages: '1', ...BODY });
    const png = /src="data:image\/png;base64,([^"]+)"/.exec(embedded)?.[1] ?? '';
    const beside = await runTool(tool, {
      files: [{ name: 'ä b.pdf', bytes: scan }],
      options: { pages: '1', images: 'files' },
    });
    expect(beside.text).toContain('src="%C3%A4%20b-page-1-1.png"');
    expect(beside.files.map(({ name }) => name)).toEqual(['ä b-page-1-1.png']);
    expect(Buffer.from(png, 'base64').equals(beside.files[0]!.bytes)).toBe(true);
    expect(await htmlOf(scan, { pages: '1', images: 'none', ...BODY })).not.toContain('<img');
  });

  it('keeps tables only where they are wanted, and marks pages', async () => {
    const tables = readFixture('pdf/tables.pdf');
    expect((await htmlOf(tables, BODY)).match(/<table>/g)).toHaveLength(3);
    expect(await htmlOf(tables, { tables: false, ...BODY })).not.toContain('<table>');
    const letter = await htmlOf(readFixture('pdf/letter.pdf'), { sections: true, ...BODY });
    expect(letter).toBe(
      '<section id="page-1">\n<p>Letter 1</p>\n</section>\n<section id="page-2">\n<p>Letter 2</p>\n</section>\n',
    );
    const pages = [1, 2, 3, 4].map((n) => ({
      content: `${textAt(72, 760, 'The Title', { size: 9 })} ${textAt(72, 600, `Text ${'abcd'[n - 1]} is here.`)}`,
    }));
    expect(await htmlOf(textPdf(pages), BODY)).not.toContain('The Title');
    expect(await htmlOf(textPdf(pages), { dropRepeated: false, ...BODY })).toContain('The Title');
  });

  it('nests lists, and numbers items as the page does', async () => {
    const item = (x: number, y: number, text: string): string => textAt(x, y, text);
    const content = [
      textAt(72, 740, 'What is to be done this week:'),
      item(90, 716, '1. First the gates are closed'),
      item(90, 700, '2. Then the road is built'),
      item(90, 684, '5. At last the town is open'),
    ].join('\n');
    expect(await htmlOf(textPdf([{ content }]), BODY)).toContain(
      '<ol>\n<li>First the gates are closed</li>\n<li>Then the road is built</li>\n<li value="5">At last the town is open</li></ol>',
    );
    const nested = [
      textAt(72, 740, 'The goods of the harbour are:'),
      item(90, 716, '- salt from the north'),
      item(110, 700, '- white salt'),
      item(110, 684, '- gray salt'),
      item(90, 668, '- timber'),
    ].join('\n');
    expect(await htmlOf(textPdf([{ content: nested }]), BODY)).toContain(
      '<ul>\n<li>salt from the north<ul>\n<li>white salt</li>\n<li>gray salt</li></ul></li>\n<li>timber</li></ul>',
    );
  });
});
