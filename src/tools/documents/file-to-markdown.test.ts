import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { loadTool } from '../../generated/registry.js';
import { bookOf } from '../../testing/books.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import { docxOfMarkdown, pandocHtml, randomMarkdown } from '../../testing/word-documents.js';
import tool from './file-to-markdown.js';

const hasPandoc = hasProgram('pandoc', ['--version'], 'documents as Markdown beside pandoc');
const hasOffice = hasProgram('soffice', ['--version'], 'documents that LibreOffice saves');
/** Where Debian's packages of Python are. */
const PYTHON = '/usr/bin/python3';
const hasOpenpyxl = hasProgram(PYTHON, ['-c', 'import openpyxl'], 'workbooks as Markdown beside openpyxl');

const convert = (name: string, bytes: Uint8Array | string, options: Readonly<Record<string, unknown>> = {}) =>
  runTool(tool, { files: [{ name, bytes: Buffer.from(bytes) }], options });

async function markdownOf(name: string, bytes: Uint8Array | string): Promise<string> {
  const { text, message, cause } = await convert(name, bytes, { metadata: false });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

const ofPandoc = (markdown: string, to: string): Buffer =>
  runProgram('pandoc', ['-f', 'markdown', '-t', to, '-s', '-M', 'title=Book', '-o', '-'], markdown);

/** What pandoc reads, as HTML without the sections that Markdown does not have. */
const comparable = (input: string | Buffer, from: string): string =>
  pandocHtml(input, from)
    .replace(/<\/?(?:section|div|header|figure)>/g, '\n')
    .replace(/<\/?pre>/g, '\n$&\n')
    .replace(/\s*\n\s*/g, '\n')
    // Quotes and code one after another are one, as office documents have them.
    .replace(/<\/blockquote>\n<blockquote>|<\/code>\n<\/pre>\n<pre>\n<code>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/> /g, '>\n')
    .trim();

/** Seeds of documents without notes, which neither HTML nor EPUB has. */
const seedsWithoutNotes = (rounds: number): number[] => {
  const found: number[] = [];
  for (let seed = 1; found.length < rounds; seed++) if (!randomMarkdown(seed).includes('[^1]')) found.push(seed);
  return found;
};

inRounds.skipIf(!hasPandoc)('gives Markdown that pandoc reads as it reads the DOCX', [1, 60], async (rounds) => {
  for (let seed = 601; seed <= 600 + rounds; seed++) {
    const bytes = docxOfMarkdown(randomMarkdown(seed));
    const markdown = await markdownOf('a.docx', bytes);
    expect(comparable(markdown, 'gfm+footnotes'), `seed ${seed}: ${markdown}`).toEqual(comparable(bytes, 'docx'));
  }
});

/** Without bold words in headings: in RTF, headings are bold as a whole. */
const lightHeadings = (html: string): string =>
  html.replace(/<h\d>[\s\S]*?<\/h\d>/g, (heading) => heading.replace(/\s*<\/?strong>\s*/g, ' ')).replace(/\s+/g, ' ');

inRounds.skipIf(!hasPandoc)('gives the Markdown of which pandoc made the ODT', [2, 60], async (rounds) => {
  for (let seed = 701; seed <= 700 + rounds; seed++) {
    const source = randomMarkdown(seed);
    const markdown = await markdownOf('a.odt', ofPandoc(source, 'odt'));
    expect(comparable(markdown, 'gfm+footnotes'), `seed ${seed}: ${markdown}`).toEqual(
      comparable(`# Book\n\n${source}`, 'markdown'),
    );
  }
});

inRounds.skipIf(!hasPandoc)('gives the Markdown of which pandoc made the RTF', [2, 60], async (rounds) => {
  // There, a quote is an indented paragraph, and headings are bold.
  const unquoted = (html: string): string =>
    lightHeadings(html.replace(/<\/?blockquote>\n?/g, ''))
      .replace(/\s+/g, ' ')
      .trim();
  for (let seed = 801; seed <= 800 + rounds; seed++) {
    const source = randomMarkdown(seed);
    const bytes = runProgram('pandoc', ['-f', 'markdown', '-t', 'rtf', '-s', '-o', '-'], source);
    const markdown = await markdownOf('a.rtf', bytes);
    expect(unquoted(comparable(markdown, 'gfm+footnotes')), `seed ${seed}: ${markdown}`).toEqual(
      unquoted(comparable(source, 'markdown')),
    );
  }
});

exhaustive.skipIf(!hasPandoc || !hasOffice)('reads what LibreOffice makes of a DOCX as the DOCX', async () => {
  const documents = Array.from({ length: 30 }, (_, i): readonly [string, Buffer] => [
    `d${i}.docx`,
    docxOfMarkdown(randomMarkdown(900 + i)),
  ]);
  for (const to of ['odt', 'rtf']) {
    for (const [i, bytes] of convertByOffice(documents, to).entries()) {
      const own = await markdownOf('a.docx', documents[i]?.[1] ?? '');
      const theirs = await markdownOf(`a.${to}`, bytes);
      const read = (markdown: string): string => lightHeadings(comparable(markdown, 'gfm+footnotes'));
      expect(read(theirs), `${to} ${i}`).toEqual(read(own));
    }
  }
});

inRounds.skipIf(!hasPandoc)('gives Markdown that pandoc reads as it reads the EPUB', [2, 60], async (rounds) => {
  for (const seed of seedsWithoutNotes(rounds)) {
    const bytes = ofPandoc(randomMarkdown(seed), 'epub3');
    // The title page is not what pandoc reads as text.
    const markdown = (await markdownOf('a.epub', bytes)).replace('# Book\n\n', '');
    expect(comparable(markdown, 'gfm'), `seed ${seed}: ${markdown}`).toEqual(comparable(bytes, 'epub'));
  }
});

inRounds.skipIf(!hasPandoc)('gives Markdown that pandoc reads as it reads the page', [2, 60], async (rounds) => {
  for (const seed of seedsWithoutNotes(rounds)) {
    const bytes = ofPandoc(randomMarkdown(seed), 'html');
    const markdown = await markdownOf('a.html', bytes);
    expect(comparable(markdown, 'gfm'), `seed ${seed}: ${markdown}`).toEqual(comparable(bytes, 'html'));
  }
});

/** Letters that Markdown would read, and line breaks. */
const CELLS =
  "['harbour', 'a|b', '*x*', 'a_b_c', '`c`', '[l](u)', '<b>', '1. x', '# y', 'two\\nlines', 'Zürich 港', '~~z~~', '&amp;', 'back\\\\slash', '-', '']";

/** The cells of the tables that pandoc reads in Markdown, by their headings. */
function tablesOf(markdown: string): Record<string, string[][]> {
  const html = runProgram('pandoc', ['-f', 'gfm', '-t', 'html', '--wrap=none'], markdown).toString();
  const plain = (cell: string): string =>
    cell
      .replace(/<br ?\/?>\s*/g, '\n')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&');
  const sections = html.split(/(?=<h2)/).filter((part) => part.startsWith('<h2'));
  return Object.fromEntries(
    sections.map((section) => [
      /<h2[^>]*>(.*)<\/h2>/.exec(section)?.[1] ?? '',
      [...section.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
        [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => plain(cell)),
      ),
    ]),
  );
}

inRounds.skipIf(!hasPandoc || !hasOpenpyxl)('has the cells that openpyxl wrote', [3, 60], async (rounds) => {
  const books = runPython<{ base64: string; sheets: Record<string, string[][]> }[]>(
    `
import random, io, base64, datetime, openpyxl
CELLS = ${CELLS}
def shown(v):
    if v is None: return ''
    if isinstance(v, bool): return str(v).upper()
    if isinstance(v, datetime.datetime): return v.strftime('%Y-%m-%d' if v.hour == 0 else '%Y-%m-%d %H:%M:%S')
    return str(v)
def make(seed):
    r = random.Random(seed)
    book = openpyxl.Workbook()
    book.remove(book.active)
    sheets = {}
    for number in range(r.randint(1, 3)):
        name = f'Sheet {seed} {number}'
        sheet = book.create_sheet(name)
        grid = {}
        for _ in range(r.randint(1, 40)):
            kind = r.randint(0, 5)
            value = [r.choice(CELLS), r.randint(-10**6, 10**6), r.randint(1, 10**6) / 1000, r.random() < .5,
                     datetime.datetime(2000 + r.randint(0, 40), r.randint(1, 12), r.randint(1, 28)),
                     datetime.datetime(2024, 2, 29, 13, r.randint(0, 59), r.randint(0, 59))][kind]
            place = (r.randint(1, 12) ** 2, r.randint(1, 9) ** 2)
            if place in grid: continue
            grid[place] = value
            sheet.cell(*place, value)
        grid = {p: v for p, v in grid.items() if v != ''}
        rows = sorted({p[0] for p in grid}); columns = sorted({p[1] for p in grid})
        if rows: sheets[name] = [[shown(grid.get((a, b))) for b in columns] for a in rows]
        else: sheets[name] = []
    out = io.BytesIO(); book.save(out)
    return {'base64': base64.b64encode(out.getvalue()).decode(), 'sheets': sheets}
print(json.dumps([make(seed) for seed in range(data)]))`,
    rounds,
    PYTHON,
  );
  const parts: string[] = [];
  for (const { base64 } of books) parts.push(await markdownOf('a.xlsx', Buffer.from(base64, 'base64')));
  expect(tablesOf(parts.join('\n'))).toEqual(Object.assign({}, ...books.map(({ sheets }) => sheets)));
});

inRounds.skipIf(!hasPandoc)('has the cells that Python wrote as CSV', [10, 200], async (rounds) => {
  const tables = runPython<{ text: string; rows: string[][] }[]>(
    `
import random, io, csv
CELLS = ${CELLS} + ['1.50', 'a,b', 'say "x"']
def make(seed):
    r = random.Random(seed)
    width = r.randint(2, 6)
    rows = [['name' + str(i) for i in range(width)]] + [[r.choice(CELLS) for _ in range(width)] for _ in range(r.randint(1, 20))]
    out = io.StringIO()
    csv.writer(out, delimiter=r.choice(',;\\t')).writerows(rows)
    return {'text': out.getvalue(), 'rows': rows}
print(json.dumps([make(seed) for seed in range(data)]))`,
    rounds,
  );
  const parts: string[] = [];
  for (const [number, { text }] of tables.entries())
    parts.push(`## Table ${number}\n\n${await markdownOf('a.csv', text)}`);
  expect(tablesOf(parts.join('\n'))).toEqual(
    Object.fromEntries(tables.map(({ rows }, number) => [`Table ${number}`, rows])),
  );
});

inRounds.skipIf(!hasPandoc)('has the fields and text that Python wrote as mail', [3, 100], async (rounds) => {
  const bodies = seedsWithoutNotes(Math.min(8, rounds / 3)).map((seed) =>
    ofPandoc(randomMarkdown(seed), 'html').toString(),
  );
  const messages = runPython<
    {
      raw: string;
      subject: string;
      metadata: { name: string; value: string }[];
      text: string | null;
      html: number | null;
    }[]
  >(
    `
import random, base64, email.policy
from email.message import EmailMessage
from email.headerregistry import Address
WORDS = 'harbour ships Zürich naïve 港 река night salt'.split(' ')
def make(seed):
    r = random.Random(seed)
    words = lambda n: ' '.join(r.choice(WORDS) for _ in range(n))
    m = EmailMessage(policy=email.policy.SMTP)
    subject, name, to = words(r.randint(1, 9)), words(2), [f'b{i}@example.org' for i in range(r.randint(1, 4))]
    m['Subject'] = subject
    m['From'] = Address(name, 'ada', 'example.com')
    m['To'] = ', '.join(to)
    m['Date'] = f'Mon, 05 Jan 2026 1{r.randint(1, 9)}:00:00 +0000'
    text = '\\n'.join(words(r.randint(1, 12)) for _ in range(r.randint(1, 6)))
    html = r.randrange(len(data['bodies'])) if r.random() < .6 else None
    m.set_content(text + '\\n', charset=r.choice(['utf-8', 'utf-8', 'gb18030']))
    if html is not None: m.add_alternative(data['bodies'][html], subtype='html')
    files = [(f'f{i}.bin', r.randint(0, 300)) for i in range(r.randint(0, 2))]
    for file, size in files: m.add_attachment(bytes(size), maintype='application', subtype='pdf', filename=file)
    metadata = [('From', f'{name} <ada@example.com>'), ('To', ', '.join(to)), ('Date', m['Date'].datetime.strftime('%Y-%m-%dT%H:%M:%S.000Z'))]
    if files: metadata.append(('Attachments', ', '.join(f'{n} ({s} bytes)' for n, s in files)))
    return {'raw': base64.b64encode(m.as_bytes()).decode(), 'subject': subject, 'text': text, 'html': html,
            'metadata': [{'name': n, 'value': v} for n, v in metadata]}
print(json.dumps([make(seed) for seed in range(data['rounds'])]))`,
    { rounds, bodies },
  );
  const read = new Map<number, string>();
  for (const [seed, { raw, subject, metadata, text, html }] of messages.entries()) {
    const { data } = await convert('a.eml', Buffer.from(raw, 'base64'), { format: 'json' });
    const [file] = (data as { files: { title: string; metadata: unknown; markdown: string }[] }).files;
    expect([file?.title, file?.metadata], `seed ${seed}`).toEqual([subject, metadata]);
    const [head = '', body = ''] = (file?.markdown ?? '').split(`# ${subject}\n\n`);
    expect(head.split('\n').filter((line) => line.startsWith('- ')).length).toBe(metadata.length);
    if (html === null) expect(body.trimEnd(), `seed ${seed}`).toBe(text);
    else {
      const known = read.get(html);
      if (known === undefined) expect(comparable(body, 'gfm')).toBe(comparable(bodies[html] ?? '', 'html'));
      else expect(body).toBe(known);
      read.set(html, body);
    }
  }
});

inRounds.skipIf(!hasPandoc)('has the cells of notebooks that pandoc wrote', [3, 40], async (rounds) => {
  // What is struck pandoc reads in notebooks by rules of its own.
  for (const seed of seedsWithoutNotes(rounds)) {
    const code = `::: {.cell .code}\n\`\`\` python\nprint(${seed})\n\`\`\`\n\n::: {.output .stream .stdout}\n    ${seed}\n    more\n:::\n:::`;
    const bytes = ofPandoc(
      `::: {.cell .markdown}\n${randomMarkdown(seed).replaceAll('~~', '')}\n:::\n\n${code}\n\n::: {.cell .markdown}\nEnd\n:::\n`,
      'ipynb',
    );
    const markdown = await markdownOf('a.ipynb', bytes);
    expect(comparable(markdown, 'gfm'), `seed ${seed}: ${markdown}`).toEqual(comparable(bytes, 'ipynb'));
  }
});

it('reads chapters in their order, tags of XML that end themselves, and no links within the book', async () => {
  const book = bookOf([
    [
      'zwei ü.xhtml',
      '<html><head><title/></head><body><h1>B</h1><p id="x"><a id="y"/>one<a href="c1.xhtml#n" epub:type="noteref">1</a></p></body></html>',
    ],
    ['text/c1.xhtml', '<html><body><script/><p>two <a href="../zwei%20ü.xhtml">back</a></p></body></html>'],
  ]);
  expect(await markdownOf('a.epub', book)).toBe('# B\n\none<sup>1</sup>\n\ntwo back\n');
});

it('refuses a book whose chapters are encrypted, and reads one whose fonts are', async () => {
  const locked = (algorithm: string, path: string): [string, string] => [
    'META-INF/encryption.xml',
    `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${path}"/></CipherData></EncryptedData></encryption>`,
  ];
  const chapters = [['c.xhtml', '<p>text</p>']] as const;
  const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc';
  const drm = await convert('a.epub', bookOf(chapters, [locked(aes, 'o/c.xhtml')]));
  expect([drm.status, drm.message]).toEqual([
    400,
    'Cannot read file "a.epub" as an EPUB book: its chapters are encrypted',
  ]);
  expect(await markdownOf('a.epub', bookOf(chapters, [locked(aes, 'o/font.ttf')]))).toBe('text\n');
});

it('takes the plain text of mail that is laid out by tables', async () => {
  const mail = (html: string): string =>
    `Subject: a\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: text/html\n\n${html}\n--b--\n`;
  expect(await markdownOf('a.eml', mail('<table><tr><td><table><tr><td>x</table></table>'))).toBe('# a\n\nplain\n');
  expect(await markdownOf('a.eml', mail('<p><b>rich</b>'))).toBe('# a\n\n**rich**\n');
});

it('shares the length among files, and cuts at the ends of lines', async () => {
  const line = `${'word '.repeat(19)}end\n`;
  const files = [
    { name: 'short.txt', bytes: Buffer.from('short\n') },
    { name: 'a.txt', bytes: Buffer.from(line.repeat(400)) },
    { name: 'b.json', bytes: Buffer.from(JSON.stringify({ a: 'x'.repeat(50_000), b: 1 }, null, 1)) },
    { name: 'none.txt', bytes: Buffer.from('') },
  ];
  const { data } = await runTool(tool, { files, options: { maxCharacters: 8_000, format: 'json' } });
  const told = (data as { files: { markdown: string; isCut: boolean }[] }).files;
  expect(told.map(({ isCut }) => isCut)).toEqual([false, true, true, false]);
  expect(told[1]?.markdown).toBe(
    `${line.repeat(40).trimEnd()}\n\n<!-- Cut here after ${40 * 99 - 1} characters -->\n`.replace(
      line.repeat(40).trimEnd(),
      line.repeat(40).slice(0, -1),
    ),
  );
  expect(told[2]?.markdown).toMatch(/^```json\n\{\n "a": "x+\n```\n\n<!-- Cut here after 3997 characters -->\n$/);
  const { text } = await runTool(tool, { files, options: { maxCharacters: 8_000 } });
  expect(text?.match(/^<!-- File: .* -->$/gm)).toEqual(files.map(({ name }) => `<!-- File: ${name} -->`));
});

it.each([
  ['documents/slides.pptx', 'pptx-to-text', { notes: false }],
  ['documents/report.docx', 'docx-to-markdown', {}],
  ['pdf/office.pdf', 'pdf-to-markdown', {}],
  ['pdf/article.pdf', 'pdf-to-markdown', { pageMarks: true, tables: false }],
  ['pdf/scan.pdf', 'pdf-to-markdown', {}],
] as const)('has the text of %s that %s has', async (fixture, id, options) => {
  const bytes = readFileSync(join(projectRoot, 'fixtures', fixture));
  const name = basename(fixture);
  const alone = await runTool(await loadTool(id), { files: [{ name, bytes }], options });
  const { text } = await convert(name, bytes, { ...options, metadata: false });
  expect(text).toBe(alone.text);
});

it('reads pictures, and says what a scanned PDF lacks', async () => {
  const files = ['image/ocr/meter.png', 'image/ocr/blank.png', 'pdf/scan.pdf'].map((fixture) => ({
    name: basename(fixture),
    bytes: readFileSync(join(projectRoot, 'fixtures', fixture)),
  }));
  const { data } = await runTool(tool, { files, options: { format: 'json' } });
  const told = (data as { files: { markdown: string; warnings: string[] }[] }).files;
  expect(told.map(({ markdown }) => markdown).slice(0, 2)).toEqual(['0472915\n', '']);
  expect(told.map(({ warnings }) => warnings)).toEqual([
    [],
    ['No text was found in the image'],
    [expect.stringMatching(/^\d+ of \d+ pages have no text: ocr-pdf reads scanned pages$/)],
  ]);
});

it('refuses an unknown language before it reads a file', async () => {
  const { message } = await convert('a.txt', 'a', { language: 'tlh' });
  expect(message).toBe(
    'Option "language" must be one to three of eng, deu, fra, spa, ita, por, nld, pol, joined by +, got "tlh"',
  );
});
