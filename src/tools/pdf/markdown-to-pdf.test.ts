import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { FORMULA_ATTACKS } from '../../testing/formula-attacks.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './markdown-to-pdf.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'markdown-to-pdf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVERYTHING = `---
title: The whole
lang: de
---

# First

Some **bold**, *slanted*, ~~struck~~ \`code\` and [a link](https://example.org)[^n].

1. one
2. two
   - inside

- [x] done
- [ ] open

> Quoted

| Left | Right |
|:-----|------:|
| a    | 12    |

\`\`\`python
print("hello")
\`\`\`

$$ x = \\frac{1}{2} $$

![Fields](fields.png)

## Zweitens

漢字 العربية Проект <u>html</u> $y$

[^n]: A note.
`;

const WORDS = [
  'The whole',
  'First',
  'Some bold, slanted, struck code and a link',
  '1. one',
  '2. two',
  'inside',
  'done',
  'open',
  'Quoted',
  'Left',
  '12',
  'print("hello")',
  'Zweitens',
  '漢字',
  'Проект <u>html</u>',
  'A note.',
] as const;

const pictures = [{ name: 'fields.png', bytes: readFixture('image/to-pdf/fields.png') }];

async function pdfOf(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await runTool(tool, { input, options, files: pictures });
  expect(answer.status, `${answer.message} ${String(answer.cause)}`).toBe(200);
  const path = join(folder, 'out.pdf');
  writeFileSync(path, answer.files[0]!.bytes);
  return path;
}

describe.skipIf(!hasProgram('pdftotext', ['-v'], 'documents of markdown-to-pdf as poppler reads them'))(
  'markdown-to-pdf and poppler',
  () => {
    for (const theme of ['github', 'article', 'report']) {
      it(`sets every kind of part, in order, in look ${theme}`, async () => {
        const path = await pdfOf(EVERYTHING, { theme });
        // Without table of contents the words come in the order of the source, but the note at the foot.
        const text = runProgram('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-']).toString().replace(/\s+/g, ' ');
        let at = 0;
        for (const word of WORDS) {
          const found = text.indexOf(word, at);
          expect(found, `${word} in ${text}`).toBeGreaterThanOrEqual(at);
          at = found;
        }
        expect(runProgram('pdfimages', ['-list', path]).toString().trim().split('\n')).toHaveLength(3);
      });
    }

    it('has title, bookmarks and the page asked for', async () => {
      const path = await pdfOf(EVERYTHING, { pageSize: 'letter', orientation: 'landscape', toc: true });
      const info = runProgram('pdfinfo', [path]).toString();
      expect(info).toMatch(/Title:\s+The whole/);
      expect(info).toMatch(/Page size:\s+792 x 612/);
      expect(info).not.toMatch(/CreationDate/);
      const text = runProgram('pdftotext', ['-enc', 'UTF-8', path, '-']).toString();
      expect(text).toContain('Inhalt');
      const outlines = runProgram('qpdf', ['--json', '--json-key=outlines', path]).toString();
      expect(outlines.match(/"title": "[^"]*"/g)).toEqual(['"title": "Zweitens"', '"title": "First"']);
    });

    it('starts pages where comments or LaTeX ask for them, not inside quotes, and draws SVG images', async () => {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><rect width="96" height="48" fill="red"/></svg>';
      const input =
        'One\n\n<!-- pagebreak -->\n\nTwo ![box](img/box.svg)\n\n\\newpage\n\nThree\n\n> \\newpage\n\nStill three';
      const answer = await runTool(tool, { input, files: [{ name: 'box.svg', bytes: Buffer.from(svg) }] });
      expect([answer.status, answer.message]).toEqual([200, undefined]);
      const path = join(folder, 'breaks.pdf');
      writeFileSync(path, answer.files[0]?.bytes ?? '');
      const pages = runProgram('pdftotext', [path, '-']).toString().split('\f');
      expect(pages.slice(0, 3).map((page) => page.trim().split(/\s/)[0])).toEqual(['One', 'Two', 'Three']);
      expect(pages[2]).toContain('Still three');
      // One picture, of 96 × 48 pixels at twice the size of a screen.
      expect(runProgram('pdfimages', ['-list', path]).toString()).toMatch(/2 +0 image +192 +96 +(?:icc|rgb) /);
    });

    exhaustive('runs no code of Typst in formulas', async () => {
      const formulas = FORMULA_ATTACKS.filter((tex) => !tex.includes('\n'));
      // What cannot be set is shown as it was written: the payloads have no 1337, no word of the data and no version in them.
      const path = await pdfOf(formulas.map((tex) => `$${tex}$`).join('\n\n'));
      const text = runProgram('pdftotext', ['-enc', 'UTF-8', path, '-']).toString();
      expect(text).toContain('eval');
      for (const sign of ['1337', '"look"', 'headingFont', 'version(']) expect(text).not.toContain(sign);
    });

    it('takes nothing in Markdown for Typst', async () => {
      const source = '#read("/etc/passwd") `#x` *#y* @label <label> \\#a $#sys.version$ = not a heading';
      const text = runProgram('pdftotext', ['-enc', 'UTF-8', await pdfOf(source), '-'])
        .toString()
        .replace(/\s+/g, ' ');
      expect(text).toContain('#read("/etc/passwd") #x #y @label <label> #a #sys.version = not a heading');
    });
  },
);

describe('markdown-to-pdf', () => {
  exhaustive('sets or refuses what is nested, long or broken', async () => {
    const hostile = [
      '*'.repeat(20_000),
      '['.repeat(10_000),
      '$'.repeat(10_001),
      '`'.repeat(9_999),
      'x'.repeat(20_000),
      `$${'{'.repeat(200)}x${'}'.repeat(200)}$`,
      `${'- '.repeat(15)}a`,
      '[^a]\n\n[^a]: [^a] [^b]\n\n[^b]: [^a]',
      '# a\n# a\n# a-1\n\n[x](#a-1)',
      'a\u0000b\u0007\u200b\ud83d\ude00 ಕನ್ನಡ',
      '|a|\n|-|\n|b|c|\n\n1. \n2. a\n\n999999999. x',
      '![](a.png "t") ![]() []() [](<>) <https://a.b> **a',
      '$\\begin{matrix}$ $\\sqrt[3]{x}$ $\\left(x$ $\\unknown{x}$ $a_b_c$ $^$ $\\frac$',
      '---\n---\n\n---\ntitle: x',
      // Marks of one script at letters of another, and signs of a font of their own: Typst 0.13 ended its process on each.
      'a\u06df\ufffd\ufffd',
      'a\u05b0\u25cc\u25cc',
      '\u3000\u3000\u0610a',
      'a\u06df€€ \u0902😀€ ﷽½',
    ];
    for (const input of hostile) {
      const { status, message, cause } = await runTool(tool, { input });
      expect([200, 400, 413], `${input.slice(0, 40)}: ${message} ${String(cause)}`).toContain(status);
    }
  });

  it('gives the same bytes for the same document', async () => {
    const run = () => runTool(tool, { input: EVERYTHING, files: pictures });
    const [once, again] = [await run(), await run()];
    expect(again.files[0]!.bytes.equals(once.files[0]!.bytes)).toBe(true);
  });
});
