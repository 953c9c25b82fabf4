import { describe, expect, it } from 'vitest';
import { OfficePackage } from '../../lib/office/package.js';
import { takeSpeakerNotes } from '../../lib/slides/speaker-notes.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { randomDeck } from '../../testing/presentations.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './markdown-to-slides.js';
import pptxToText from './pptx-to-text.js';

const pictures = [{ name: 'fields.png', bytes: readFixture('image/to-pdf/fields.png') }];

async function deckOf(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Buffer> {
  const { status, message, cause, files } = await runTool(tool, { input, options, files: pictures });
  expect(status, `${message} ${String(cause)}`).toBe(200);
  return files[0]?.bytes ?? Buffer.alloc(0);
}

interface SlideData {
  readonly title: string;
  readonly text: string;
  readonly notes: string;
}

async function slidesOf(bytes: Uint8Array): Promise<readonly SlideData[]> {
  const answer = await runTool(pptxToText, { files: [{ name: 'a.pptx', bytes }], options: { format: 'json' } });
  expect(answer.message).toBeUndefined();
  return (answer.data as { files: [{ slides: SlideData[] }] }).files[0].slides;
}

const wordsOf = (text: string): string[] => text.replace(/\*|<\/?\w+>|\(https:[^)]*\)/g, '').match(/\p{L}+\d*/gu) ?? [];

/** Notes are comments here. */
const markdownOf = (seed: number): { readonly markdown: string; readonly words: readonly (readonly string[])[] } => {
  const { markdown, words } = randomDeck(seed);
  return { markdown: markdown.replace(/::: notes\n\n([\s\S]*?)\n\n:::/g, '<!-- $1 -->'), words };
};

inRounds('slides have the words of their Markdown, in their order', [12, 500], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const { markdown, words } = markdownOf(seed);
    const slides = await slidesOf(await deckOf(markdown));
    const read = slides.map(({ title, text, notes }) => wordsOf(`${title} ${text} ${notes}`));
    expect(read, `seed ${seed}: ${markdown}`).toEqual(words);
    const html = (await deckOf(markdown, { format: 'html' })).toString();
    const sections = html.split('<section ').slice(1);
    expect(
      sections.map((section) =>
        wordsOf(
          section
            .replace(/^[^>]*>/, '')
            .replace(/<script>[\s\S]*/, '')
            .replace(/<div class="number">\d+<\/div>/, '')
            .replace(/<[^>]*>/g, (tag) => (/^<\/?(?:strong|em|a)\b/.test(tag) ? '' : ' ')),
        ),
      ),
      `seed ${seed}: ${markdown}`,
    ).toEqual(words);
  }
});

const EVERYTHING = `---
title: The whole
author: Ada
lang: de
---

# Ships

- barges with **timber**
- boats[^1], see [counts](#counts)
  3. with salt

     more of salt
  4. with [sand](https://example.org)
- [x] done

<!-- Wait for questions.

A second paragraph. -->

---

## Counts

| Month | Ships |
|:------|------:|
| January | 41 |

Text below

***

## Picture

Seen from above.

![Fields](fields.png)

---

\`\`\`js
if (a < b) <!-- no note -->
\`\`\`

<!-- _class: lead -->

<!-- pagebreak -->

漢字 <b>html</b> and

[^1]: A *footnote*.
`;

const hasOffice = hasProgram('soffice', ['--version'], 'presentations of markdown-to-slides in LibreOffice');
const hasPoppler = hasProgram('pdftotext', ['-v'], 'presentations of markdown-to-slides in LibreOffice');

describe.skipIf(!hasOffice || !hasPoppler)('LibreOffice', () => {
  exhaustive('prints a page per slide, with its words', async () => {
    const decks = Array.from({ length: 40 }, (_, i) => markdownOf(1000 + i));
    const files: [string, Buffer][] = [];
    for (const [i, { markdown }] of decks.entries())
      files.push([
        `d${i}.pptx`,
        await deckOf(markdown, { slideNumbers: false, theme: i % 2 === 0 ? 'light' : 'dark' }),
      ]);
    files.push(['whole.pptx', await deckOf(EVERYTHING, { ratio: '4:3' })]);
    const printed = convertByOffice(files, 'pdf').map((pdf) =>
      runProgram('pdftotext', ['-', '-'], pdf).toString().split('\f').slice(0, -1),
    );
    for (const [i, { markdown, words }] of decks.entries()) {
      // The notes are not printed.
      const slides = await slidesOf(files[i]?.[1] ?? Buffer.alloc(0));
      const shown = words.map((list, n) => list.slice(0, list.length - wordsOf(slides[n]?.notes ?? '').length));
      expect(printed[i]).toHaveLength(words.length);
      for (const [n, list] of shown.entries()) {
        // Words of two scripts may be printed apart.
        const page = printed[i]?.[n]?.replace(/\s/g, '');
        for (const word of list) expect(page, `${markdown} slide ${n + 1}`).toContain(word);
      }
    }
    const pages = printed.at(-1)?.map((page) => page.replace(/\s+/g, ' ').trim()) ?? [];
    expect(pages).toHaveLength(6);
    for (const [i, parts] of [
      ['The whole', 'Ada'],
      ['Ships', 'barges with timber', '3. with salt', 'more of salt', '4. with sand', '☒ done', 'A footnote.', '2'],
      ['Counts', 'January', '41', 'Text below', '3'],
      ['Picture', 'Seen from above.', '4'],
      ['if (a < b) <!-- no note -->', '5'],
      ['<b>html</b>', '6'],
    ].entries())
      for (const part of parts) expect(pages[i]).toContain(part);
  });
});

it('the parts of a presentation fit together', async () => {
  const bytes = await deckOf(EVERYTHING, { font: 'A & "B"' });
  const archive = new OfficePackage(bytes);
  const types = archive.bytes('[Content_Types].xml')?.toString() ?? '';
  for (const name of archive.names.filter((one) => one.endsWith('.xml'))) {
    expect(archive.xml(name), name).toBeDefined();
    if (name === '[Content_Types].xml') continue;
    expect(types).toContain(`PartName="/${name}"`);
    const relations = archive.relations(name);
    for (const { target, isExternal } of relations)
      expect(isExternal || archive.names.includes(target), `${name}: ${target}`).toBe(true);
    const xml = archive.bytes(name)?.toString() ?? '';
    for (const [, id] of xml.matchAll(/ r:(?:id|embed)="([^"]+)"/g))
      expect(
        relations.map((relation) => relation.id),
        `${name}: ${id}`,
      ).toContain(id);
    const ids = [...xml.matchAll(/<p:cNvPr id="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, name).toBe(ids.length);
  }
  const slides = await slidesOf(bytes);
  expect(slides.map(({ title }) => title)).toEqual(['The whole', 'Ships', 'Counts', 'Picture', '', '']);
  expect(slides[1]?.notes).toBe('Wait for questions.\n\nA second paragraph.');
  expect(slides[3]?.text).toContain('Fields');
});

it('HTML slides hold nothing of a caller outside text and attributes, and load nothing', async () => {
  const html = (
    await deckOf(
      '# <script>alert(1)</script>\n\n[a](javascript:alert(1)) ![x" onerror="alert(1)](fields.png) `</code><b>` [b](https://x.example/"><x>)\n\n<!-- </aside><script>alert(2)</script> -->\n\n```"><script>\n</pre><script>\n```',
      { format: 'html', font: '"}</style><script>alert(3)</script>' },
    )
  ).toString();
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/<(?:b|x)>/);
  expect(html.match(/ on\w+="/g)).toBeNull();
  expect([...html.matchAll(/(?:src|href)="([^"]{0,30})/g)].map(([, address]) => address)).toEqual([
    expect.stringMatching(/^data:image\/png;base64,/),
    'https://x.example/%22%3E%3Cx%3',
  ]);
  expect(html).toContain("default-src 'none'; img-src data:");
});

it.each([
  ['# A\n\n---\n\n## B\n\ntext\n\n## C', 'auto', ['A', 'B']],
  ['# A\n\n---\n\n## B\n\ntext\n\n## C', 'heading', ['A', 'B', 'C']],
  ['# A\n\n## B\n\ntext\n\n### C', 'auto', ['A', 'B']],
  ['# A\n\n## B\n\ntext\n\n### C', 'rule', ['A']],
  ['---\n\nfoo\n\n---\n\n---\n\nbar', 'auto', ['', '']],
])('%j with split %s has slides %j', async (input, split, titles) => {
  expect((await slidesOf(await deckOf(input, { split }))).map(({ title }) => title)).toEqual(titles);
});

it('comments in code, in lines and without end are no notes', () => {
  const cases: [string, string[]][] = [
    ['<!-- a -->', ['a']],
    ['<!-- a\n\nb\n-->\ntext', ['a\n\nb']],
    ['```\n<!-- a -->\n```\n<!-- b -->', ['b']],
    ['~~~~\n~~~\n<!-- a -->\n~~~~', []],
    ['x <!-- a --> y', []],
    ['<!-- a --> y', []],
    ['<!-- a', []],
    ['    <!-- a -->', []],
    ['<!-- pagebreak -->\n<!-- paginate: true -->\n<!---->', []],
  ];
  for (const [source, notes] of cases) expect(takeSpeakerNotes(source).notes, source).toEqual(notes);
});

exhaustive('writes or refuses what is nested, long or broken', async () => {
  const hostile = [
    '*'.repeat(20_000),
    '['.repeat(10_000),
    'x'.repeat(290_000),
    '港'.repeat(30_000),
    '<!--\n'.repeat(20_000),
    `${'<!--\n'.repeat(20_000)}x --> y`,
    '<!-- a -->\n'.repeat(4000),
    '\ue000note1\ue000\n\n<!-- a -->\n\n\ue000note2\ue000',
    `${'- '.repeat(15)}a`,
    `${'> '.repeat(17)}a`,
    '[^a]\n\n[^a]: [^a] [^b]\n\n[^b]: [^a]',
    '[^a]\n\n[^a]: | a |\n    |---|\n    | b |',
    '# a\n# a\n# a-1\n\n[x](#a-1)',
    'a\u0000b\u0007\u200b\ud83d\ude00 \ud800 ಕನ್ನಡ \uffff\n\n<!-- \u0000 -->',
    '|a|\n|-|\n|b|c|\n\n1. \n2. a\n\n999999999. x\n\n0. y',
    '![](a.png "t") ![]() []() [](<>) <https://a.b> **a',
    '# ![](fields.png)\n\n![](fields.png)\n\n- ![](fields.png)\n\n| ![](fields.png) |\n|---|',
    '![](fields.png) '.repeat(1000),
    '# h\n\n'.repeat(500),
    '---\n\na\n\n'.repeat(600),
    `${`|${'a|'.repeat(60)}\n`}${`|${'-|'.repeat(60)}\n`}${`|${'b|'.repeat(60)}\n`.repeat(100)}`,
    `---\ntitle: ${'<p:x>'.repeat(50)}\nlang: "><script>"\n---\n\nx`,
  ];
  for (const input of hostile) {
    for (const format of ['pptx', 'html']) {
      const { status, message, cause, files } = await runTool(tool, { input, options: { format }, files: pictures });
      expect([200, 400, 413], `${input.slice(0, 40)}: ${message} ${String(cause)}`).toContain(status);
      if (status !== 200 || format === 'html') continue;
      const archive = new OfficePackage(files[0]?.bytes ?? Buffer.alloc(0));
      for (const name of archive.names.filter((one) => one.includes('slides/slide')))
        if (name.endsWith('.xml')) expect(archive.xml(name), name).toBeDefined();
    }
  }
});

it('gives the same bytes for the same document', async () => {
  for (const format of ['pptx', 'html'])
    expect(await deckOf(EVERYTHING, { format })).toEqual(await deckOf(EVERYTHING, { format }));
});
