import { describe, expect, it } from 'vitest';

import { OfficePackage } from '../../lib/office/package.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { FORMULA_ATTACKS } from '../../testing/formula-attacks.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { pandocHtml, randomMarkdown } from '../../testing/word-documents.js';
import toMarkdown from './docx-to-markdown.js';
import docxToText from './docx-to-text.js';
import tool from './markdown-to-docx.js';

const pictures = [{ name: 'fields.png', bytes: readFixture('image/to-pdf/fields.png') }];

async function docxOf(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Buffer> {
  const { status, message, cause, files } = await runTool(tool, { input, options, files: pictures });
  expect(status, `${message} ${String(cause)}`).toBe(200);
  return files[0]?.bytes ?? Buffer.alloc(0);
}

const partOf = (docx: Uint8Array, name: string): string => new OfficePackage(docx).bytes(name)?.toString() ?? '';
const mainOf = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  partOf(await docxOf(input, options), 'word/document.xml');

const WORDS = ['harbour', 'salt', 'Zürich', '港', '<tag>', 'a&b', '“so”', 'река'];

/** Items of several blocks in lists of every kind, nested; quotes; tables with alignment; images; links in bold. */
function randomLists(seed: number): string {
  const chance = chanceOf(seed);
  const words = (): string =>
    Array.from({ length: 1 + chance(4) }, () => pick(chance, WORDS))
      .join(' ')
      .replace(/</g, '\\<');
  const list = (depth: number): string[] => {
    const kind = chance(3);
    const start = 1 + chance(9);
    return Array.from({ length: 1 + chance(3) }, (_, i) => {
      const mark = kind === 0 ? `${start + i}. ` : '- ';
      const pad = ' '.repeat(mark.length);
      const task = kind === 2 ? `[${pick(chance, ['x', ' '])}] ` : '';
      const rest: string[][] = [];
      if (chance(3) === 0) rest.push(['', `More ${words()}`]);
      if (depth < 3 && chance(3) === 0) rest.push(['', ...list(depth + 1)]);
      return [`${mark}${task}Item ${words()}`, ...rest.flat().map((line) => (line === '' ? '' : pad + line)), ''];
    }).flat();
  };
  const block = (): string => {
    switch (chance(6)) {
      case 0:
      case 1:
        return list(0).join('\n');
      case 2:
        return `> Quote ${words()}\n>\n> **${words()}** \`code\``;
      case 3:
        return `| ${words()} | *x* | ${words()} |\n|:--|--:|:-:|\n| 1 | [${words()} \`c\`](https://example.com/?a=1&b=2) | ~~3~~ |`;
      case 4:
        return `![${pick(chance, ['Fields', 'a "b" \\<c>'])}](fields.png) and [**${words()}**](mailto:a@example.com)`;
      default:
        return `## ${words()}`;
    }
  };
  // Text between lists keeps those of one kind apart.
  return Array.from({ length: 2 + chance(5) }, () => `${block()}\n\nText ${words()}\n\n`).join('');
}

/** What pandoc calls a picture's file and the boxes of tasks differs. */
const compared = (html: string): string =>
  html.replace(/<img src="[^"]*" (?:title="[^"]*" )?/g, '<img ').replace(/ disabled=""/g, '');

describe.skipIf(!hasProgram('pandoc', ['--version'], 'documents of markdown-to-docx read by pandoc'))('pandoc', () => {
  inRounds('reads from the documents what it reads from the Markdown', [2, 300], async (rounds) => {
    for (let seed = 1; seed <= rounds; seed++) {
      for (const markdown of [randomMarkdown(seed), randomLists(seed)])
        expect(
          compared(pandocHtml(await docxOf(markdown), 'docx+empty_paragraphs')),
          `seed ${seed}: ${markdown}`,
        ).toEqual(compared(pandocHtml(markdown, 'gfm+footnotes-autolink_bare_uris')));
    }
  });
});

const FORMULAS = [
  String.raw`\frac{1}{2} + \sum_{i=1}^n p_i`,
  String.raw`f(x) = \lim_{h \to 0} \frac{f(x+h)-f(x)}{h}`,
  String.raw`\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}`,
  String.raw`\begin{pmatrix} a \\ b \end{pmatrix}`,
  String.raw`\begin{cases} x & x > 0 \\ -x & x \le 0 \end{cases}`,
  String.raw`\begin{aligned} a &= b + c \\ d &= e \end{aligned}`,
  String.raw`\left\{ x \mid x > 0 \right\}`,
  String.raw`\operatorname{argmax}_x \hat{x} \overbrace{a+b}^{n} \text{if } x`,
  String.raw`\sqrt[3]{x} \sqrt{y} \binom{n}{k}`,
  String.raw`\int_0^\infty e^{-x^2} dx = \frac{\sqrt{\pi}}{2}`,
  String.raw`\mathbf{v} \mathcal{L} \vec{a} \bar{x}`,
  String.raw`x_i^2 \alpha\beta\le\infty \sin(x)`,
  'a<b',
  String.raw`\sum_{i}\sum_j a_{ij}`,
  String.raw`\left(\frac{a}{b}\right)^2 |x|`,
  String.raw`\prod_{k=1}^{n} k = n!`,
  String.raw`\forall x \in A \exists y : x \neq y`,
  String.raw`A \cup B \subseteq C \cap D`,
  String.raw`\frac{\partial f}{\partial x} \cdot \nabla g`,
  String.raw`e^{i\pi} + 1 = 0`,
  String.raw`\max_{x} f(x) \ge \min_y g(y)`,
  String.raw`\log_2 n \approx \ln n`,
  String.raw`\lfloor x \rfloor + \lceil y \rceil`,
];

it.skipIf(!hasProgram('pandoc', ['--version'], 'formulas of markdown-to-docx read by pandoc'))(
  'pandoc reads formulas as it reads its own',
  async () => {
    const markdown = FORMULAS.map((tex) => `$${tex}$`).join('\n\n');
    const read = (docx: Buffer): string[] =>
      runProgram('pandoc', ['-f', 'docx', '-t', 'markdown', '--wrap=none'], docx)
        .toString()
        .replace(/\\(?:left|right)\b| /g, '')
        .trim()
        .split('\n\n');
    expect(read(await docxOf(markdown))).toEqual(
      read(runProgram('pandoc', ['-f', 'markdown', '-t', 'docx', '-o', '-'], markdown)),
    );
  },
);

it('formulas are never more than data, however they are written', async () => {
  const formulas = FORMULA_ATTACKS.filter((tex) => !tex.includes('\n'));
  const archive = new OfficePackage(await docxOf(formulas.map((tex) => `$${tex}$`).join('\n\n')));
  expect(archive.xml('word/document.xml')).toBeDefined();
});

const EVERYTHING = `---
title: The whole
author: Ada
lang: de
---

# First

Some **bold** text[^n] to [the second](#second), [a link](https://example.org) and again[^n].

7. seven

   more of seven
8. eight
   - inside
     3. third

- [x] done
- [ ] open

> Quoted

| Left | Right |
|:-----|------:|
| a    | **12** |

\`\`\`python
print("hello")
\`\`\`

![Fields](fields.png)

<!-- pagebreak -->

## Second

漢字 العربية Проект <b>html</b>

[^n]: A note.
`;

const hasOffice = hasProgram('soffice', ['--version'], 'documents of markdown-to-docx in LibreOffice');
const hasPoppler = hasProgram('pdftotext', ['-v'], 'documents of markdown-to-docx in LibreOffice');

exhaustive.skipIf(!hasOffice || !hasPoppler)(
  'LibreOffice prints the parts of a document in order, with the numbers of lists, on the pages asked for',
  async () => {
    const whole = await docxOf(EVERYTHING, { toc: true, pageSize: 'letter', orientation: 'landscape' });
    const plain = await docxOf(EVERYTHING, { pageNumbers: false });
    const [printed, bare] = convertByOffice(
      [
        ['whole.docx', whole],
        ['plain.docx', plain],
      ],
      'pdf',
    ).map((pdf) => runProgram('pdftotext', ['-layout', '-', '-'], pdf).toString());
    const pages = (printed ?? '').split('\f').slice(0, -1);
    expect(pages).toHaveLength(3);
    expect(pages.map((page) => page.trim().split(/\s+/).at(-1))).toEqual(['1', '2', '3']);
    expect(pages[0]?.replace(/[\s.]+/g, ' ').trim()).toBe('The whole Ada Inhalt First Second 1');
    const text = (pages[1] ?? '').replace(/\s+/g, ' ');
    let at = 0;
    for (const part of [
      'First Some bold text1 to the second, a link and again1.',
      '7. seven more of seven 8. eight – inside 3. third',
      '☒ done ☐ open Quoted Left Right a 12 print("hello")',
      'A note.',
    ]) {
      expect(text.slice(at)).toContain(part);
      at = text.indexOf(part, at);
    }
    expect(pages[2]?.replace(/\s+/g, ' ')).toContain('Проект <b>html</b>');
    expect(bare?.split('\f')).toHaveLength(3);
    expect(bare?.trim().split(/\s+/).at(-1)).toBe('<b>html</b>');
  },
);

it('the parts of a document fit together', async () => {
  const docx = await docxOf(EVERYTHING, { toc: true, font: 'A & "B"' });
  const archive = new OfficePackage(docx);
  const types = archive.bytes('[Content_Types].xml')?.toString() ?? '';
  for (const name of archive.names.filter((one) => one.endsWith('.xml'))) {
    expect(archive.xml(name), name).toBeDefined();
    if (name !== '[Content_Types].xml') expect(types).toContain(`PartName="/${name}"`);
  }
  for (const part of ['', 'word/document.xml', 'word/footnotes.xml'])
    for (const { target, isExternal } of archive.relations(part))
      expect(isExternal || archive.names.includes(target), target).toBe(true);
  const main = partOf(docx, 'word/document.xml');
  const ids = [...main.matchAll(/<w:bookmarkStart w:id="(\d+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const names = [...main.matchAll(/<w:bookmarkStart [^>]*w:name="([^"]+)"/g)].map(([, name]) => name);
  for (const [, anchor] of main.matchAll(/w:anchor="([^"]+)"/g)) expect(names).toContain(anchor);
  const styles = partOf(docx, 'word/styles.xml');
  for (const [, id] of main.matchAll(/<w:(?:p|r|tbl)Style w:val="([^"]+)"/g))
    expect(styles).toContain(`w:styleId="${id}"`);
  expect(styles).toContain('w:ascii="A &amp; &quot;B&quot;"');
  expect(styles).toContain('<w:lang w:val="de"/>');
  expect(partOf(docx, 'docProps/core.xml')).toContain('<dc:title>The whole</dc:title><dc:creator>Ada</dc:creator>');
});

it('columns are aligned, the header is repeated, and lists begin where they say', async () => {
  const main = await mainOf('| a | b | c |\n|:--|--:|:-:|\n| 1 | 2 | 3 |\n\n5. x\n6. y\n\ntext\n\n1. z');
  expect([...main.matchAll(/<w:jc w:val="(\w+)"/g)].map(([, side]) => side)).toEqual([
    'right',
    'center',
    'right',
    'center',
  ]);
  expect(main.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  const numbering = partOf(await docxOf('5. x\n6. y\n\ntext\n\n1. z'), 'word/numbering.xml');
  expect([...numbering.matchAll(/startOverride w:val="(\d+)"/g)].map(([, start]) => start)).toEqual(['5', '1']);
});

it('headings of one name, and long or strange ones, are told apart', async () => {
  const long = 'word '.repeat(20).trim();
  const main = await mainOf(`# A\n\n# A\n\n# ${long}\n\n# !\n\n[x](#a-1) [y](#${long.replace(/ /g, '-')})`, {
    toc: true,
  });
  const names = [...main.matchAll(/<w:bookmarkStart [^>]*w:name="([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name?.length).toBeLessThanOrEqual(40);
  expect(main).toContain(
    `<w:hyperlink w:anchor="a-1"><w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t xml:space="preserve">x<`,
  );
});

it('what a document links and loads is only what was sent and what is a web or mail address', async () => {
  const docx = await docxOf(
    '![](file:///etc/passwd) ![](../../etc/passwd) [a](file:///etc/passwd) [b](JaVaScRiPt:x) [c](\\\\\\\\host\\\\share) <w:p> &lt;/w:t&gt; [d](https://x.example/"><x>)',
  );
  const targets = [...partOf(docx, 'word/_rels/document.xml.rels').matchAll(/Target="([^"]*)" TargetMode/g)];
  expect(targets.map(([, target]) => target)).toEqual(['https://x.example/%22%3E%3Cx%3E']);
  const { text } = await runTool(docxToText, { files: [{ name: 'a.docx', bytes: docx }] });
  expect(text).toContain('<w:p> </w:t>');
});

exhaustive('writes or refuses what is nested, long or broken', async () => {
  const hostile = [
    '*'.repeat(20_000),
    '['.repeat(10_000),
    '`'.repeat(9_999),
    'x'.repeat(290_000),
    `${'- '.repeat(15)}a`,
    `${'> '.repeat(17)}a`,
    `${'1. '.repeat(16)}a`,
    '[^a]\n\n[^a]: [^a] [^b]\n\n[^b]: [^a]',
    '[^a]\n\n[^a]: | a |\n    |---|\n    | b |',
    '[^a]\n\n[^a]: ```\n    code',
    '# a\n# a\n# a-1\n\n[x](#a-1)',
    '#\n\n[^a]:\n\n-\n\n>\n\n```\n```',
    'a\u0000b\u0007\u200b\ud83d\ude00 \ud800 ಕನ್ನಡ \uffff',
    '|a|\n|-|\n|b|c|\n\n1. \n2. a\n\n999999999. x',
    '![](a.png "t") ![]() []() [](<>) <https://a.b> **a',
    '$\\begin{matrix}$ $\\sqrt[3]{x}$ $\\left(x$ $a_b_c$ $^$ $$x$$ y $$\\frac12$$\n\n$$\\sum$$\n\n# $x^2$',
    `$${'{'.repeat(39)}x${'}'.repeat(39)}$ $${'x^{'.repeat(39)}x${'}'.repeat(39)}$`,
    '- a\n\n* b\n\n- c\n\n1. d\n\n1) e',
    '\\newpage\n\n\\newpage\n\n| a |\n|---|\n\n\\newpage',
    '---\n---\n\n---\ntitle: x',
    `---\ntitle: ${'<w:p>'.repeat(50)}\nlang: ${'de-'.repeat(50)}x\n---\n\nx`,
    `${'# h\n'.repeat(2000)}`,
    `${'a\n\n1. b\n\n'.repeat(3000)}`,
    `${`|${'a|'.repeat(60)}\n`}${`|${'-|'.repeat(60)}\n`}${`|${'b|'.repeat(60)}\n`.repeat(100)}`,
  ];
  for (const input of hostile) {
    const { status, message, cause, files } = await runTool(tool, { input, options: { toc: true } });
    expect([200, 400, 413], `${input.slice(0, 40)}: ${message} ${String(cause)}`).toContain(status);
    if (status !== 200) continue;
    const archive = new OfficePackage(files[0]?.bytes ?? Buffer.alloc(0));
    for (const name of archive.names.filter((one) => one.endsWith('.xml')))
      expect(archive.xml(name), name).toBeDefined();
  }
});

it('gives the same bytes for the same document', async () => {
  expect(await docxOf(EVERYTHING)).toEqual(await docxOf(EVERYTHING));
});

/** GitHub Flavored Markdown 6.6: what GitHub shows as line breaks, marks and nothing; words as pandoc reads them. */
it('reads line breaks and marks that are written as tags, and shows no comments', async () => {
  const { files } = await runTool(tool, {
    input:
      'A <b>bold</b> <i>x</i><br>H<sub>2</sub>O `<b>code</b>` \\<b>letters\\</b> <b>open <!-- hidden --> <u>under</u>\n\n<!-- a\n\ncomment -->\n\n| a |\n| - |\n| one<br/>two |\n',
  });
  const { text } = await runTool(toMarkdown, {
    files: [{ name: 'a.docx', bytes: files[0]?.bytes ?? Buffer.alloc(0) }],
  });
  expect(text).toBe(
    'A **bold** *x*\\\nH<sub>2</sub>O `<b>code</b>` \\<b>letters\\</b> \\<b>open \\<u>under\\</u>\n\n| a |\n| --- |\n| one<br>two |\n',
  );
});
