import { expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { mathmlOf, randomTex } from '../../testing/random-formulas.js';
import { runTool } from '../../testing/run-tool.js';
import { docxOf, docxOfMarkdown, pandocHtml, randomMarkdown } from '../../testing/word-documents.js';
import toHtml from './docx-to-html.js';
import tool from './docx-to-markdown.js';
import toDocx from './markdown-to-docx.js';

async function markdownOf(bytes: Buffer): Promise<string> {
  const { text, message } = await runTool(tool, { files: [{ name: 'a.docx', bytes }] });
  expect(message).toBeUndefined();
  return text ?? '';
}

inRounds.skipIf(!hasProgram('pandoc', ['--version'], 'Word documents beside pandoc'))(
  'gives Markdown that pandoc reads as it reads the document',
  [2, 60],
  async (rounds) => {
    for (let seed = 201; seed <= 200 + rounds; seed++) {
      const bytes = docxOfMarkdown(randomMarkdown(seed));
      const markdown = await markdownOf(bytes);
      expect(pandocHtml(markdown, 'gfm+footnotes'), `seed ${seed}: ${markdown}`).toEqual(pandocHtml(bytes, 'docx'));
    }
  },
);

inRounds.skipIf(!hasProgram('pandoc', ['--version'], 'formulas of Word beside pandoc'))(
  'gives formulas that pandoc reads as those it wrote into the document',
  [1, 12],
  async (rounds) => {
    for (let seed = 1; seed <= rounds; seed++) {
      const formulas = Array.from({ length: 25 }, (_, i) => randomTex(100 * seed + i));
      const source = formulas.map((tex) => `$$${tex}$$`).join('\n\n');
      const markdown = await markdownOf(docxOfMarkdown(source));
      const [ours, theirs] = [markdown, source].map((text) => mathmlOf(text));
      expect(ours?.length).toBe(formulas.length);
      for (const [i, tex] of formulas.entries())
        expect(ours?.[i], `${tex}: ${markdown.split('\n\n')[i]}`).toBe(theirs?.[i]);
    }
  },
);

/** Read by a person: GitHub Flavored Markdown as it is written by hand. */
const WRITTEN = `# Tasks

- [ ] open task
- [x] done task
  - [ ] nested

Before the line.

---

1. one
2. two
   - inner
   - last

     of the last

3. three

<!-- -->

7. seven

\`\`\`python
def f(x):
    return x
\`\`\`

\`\`\`
plain
\`\`\`

\`\`\`
apart
\`\`\`

Water is H<sub>2</sub>O, 2<sup>3</sup> is 8.

| a | b |
| --- | --- |
| one<br>two | **x**y |

- item

  \`\`\`c++
  int a = 1;
  \`\`\`
`;

it('gives back the Markdown that a document was made of', async () => {
  const { files } = await runTool(toDocx, { input: WRITTEN });
  const bytes = files[0]?.bytes ?? Buffer.alloc(0);
  expect(await markdownOf(bytes)).toBe(WRITTEN);
  const { text } = await runTool(toHtml, { files: [{ name: 'a.docx', bytes }] });
  expect(text).toContain('<hr>');
  expect(text).toContain('<pre><code class="language-python">def f(x):\n    return x</code></pre>');
  expect(text).toContain('<pre><code>plain</code></pre>\n<pre><code>apart</code></pre>');
  expect(text).toContain('<li>item\n<pre><code class="language-c++">int a = 1;</code></pre>\n</li>');
});

/** Word draws `---` as a border of an empty paragraph, and a line pasted from a page as a rectangle. */
it.each([
  '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr></w:pPr></w:p>',
  '<w:p><w:r><w:pict><v:rect style="width:0;height:1.5pt" o:hralign="center" o:hrstd="t" o:hr="t" fillcolor="#a0a0a0" stroked="f"/></w:pict></w:r></w:p>',
])('a line across the page is a thematic break: %s', async (line) => {
  const bytes = docxOf(`<w:p><w:r><w:t>above</w:t></w:r></w:p>${line}<w:p><w:r><w:t>below</w:t></w:r></w:p>`);
  expect(await markdownOf(bytes)).toBe('above\n\n---\n\nbelow\n');
});

const W = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const run = (text: string, properties = ''): string =>
  `<m:r>${properties === '' ? '' : `<m:rPr>${properties}</m:rPr>`}<m:t>${text}</m:t></m:r>`;
const x = `<m:e>${run('x')}</m:e>`;

/** ECMA-376 part 1, 22.1.2, by paragraph; LaTeX as Word's own converter and amsmath name it. */
it.each([
  [
    'sPre',
    `<m:sPre><m:sub>${run('1')}</m:sub><m:sup>${run('2')}</m:sup><m:e>${run('C')}</m:e></m:sPre>`,
    '{}_{1}^{2}C',
  ],
  ['a function in two runs', `<m:func><m:fName>${run('si')}${run('n')}</m:fName>${x}</m:func>`, '\\sin{x}'],
  ['a function of its own', `<m:func><m:fName>${run('rank')}</m:fName>${x}</m:func>`, '\\operatorname{rank}{x}'],
  [
    'a run without text',
    `<m:sSub><m:e>${run('l')}</m:e><m:sub><m:r><m:rPr/></m:r>${run('1')}</m:sub></m:sSub>`,
    'l_{1}',
  ],
  ['brackets of two parts', `<m:d><m:e>${run('a')}</m:e><m:e>${run('b')}</m:e></m:d>`, '\\left(a \\middle| b\\right)'],
  [
    'a case of two lines',
    `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e><m:eqArr><m:e>${run('x&amp;=1')}</m:e><m:e>${run('y&amp;=2')}</m:e></m:eqArr></m:e></m:d>`,
    '\\left\\{\\begin{aligned}x&=1 \\\\ y&=2\\end{aligned}\\right.',
  ],
  ['letters of mathematical alphabets', run('ℎ(𝑥)∈ℝ𝐀𝓛'), 'h(x)\\in\\mathbb{R}\\mathbf{A}\\boldsymbol{\\mathcal{L}}'],
  [
    'looks of runs',
    `${run('v', '<m:sty m:val="b"/>')}${run('kg', '<m:sty m:val="p"/>')}${run('N', '<m:scr m:val="double-struck"/>')}${run('if x_1', '<m:nor/>')}`,
    '\\mathbf{v}\\mathrm{kg}\\mathbb{N}\\text{if x\\_1}',
  ],
  [
    'a hidden degree',
    `<m:rad><m:radPr><m:degHide m:val="on"/></m:radPr><m:deg>${run('3')}</m:deg>${x}</m:rad>`,
    '\\sqrt{x}',
  ],
  [
    'a brace with its words',
    `<m:limLow><m:e><m:groupChr>${x}</m:groupChr></m:e><m:lim>${run('n')}</m:lim></m:limLow>`,
    '\\underbrace{x}_{n}',
  ],
  [
    'fractions of other kinds',
    `<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>${run('a')}</m:num><m:den>${run('b')}</m:den></m:f>`,
    '{a}/{b}',
  ],
  [
    'accents',
    ['\u030c', '\u20d7', '\u0302']
      .map((sign) => `<m:acc><m:accPr><m:chr m:val="${sign}"/></m:accPr>${x}</m:acc>`)
      .join(''),
    '\\check{x}\\vec{x}\\hat{x}',
  ],
])('writes %s as LaTeX', async (_, formula, latex) => {
  expect(await markdownOf(docxOf(`<w:p><m:oMath ${W}>${formula}</m:oMath></w:p>`))).toBe(`$${latex}$\n`);
});

it('nests a list that is indented more than the item above it', async () => {
  const level = (id: number, format: string, left: number): string =>
    `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="${left}" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>`;
  const lists = [1, 2, 3].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`).join('');
  const numbering = `${level(1, 'decimal', 720)}${level(2, 'bullet', 1080)}${level(3, 'decimal', 720)}${lists}`;
  const item = (text: string, id: number): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const plain = '<w:p><w:r><w:t>Text</w:t></w:r></w:p>';
  const body = [item('one', 1), item('two', 1), item('a', 2), item('b', 2), item('three', 1)].join('');
  expect(await markdownOf(docxOf(body, '', undefined, numbering))).toBe('1. one\n2. two\n   - a\n   - b\n3. three\n');
  // Neither lists of one indent, nor what does not follow an item.
  expect(await markdownOf(docxOf(item('one', 1) + item('other', 3), '', undefined, numbering))).not.toContain('  ');
  expect(await markdownOf(docxOf(item('one', 1) + plain + item('a', 2), '', undefined, numbering))).toBe(
    '1. one\n\nText\n\n- a\n',
  );
});

it('keeps cells, marks and lines from being read as Markdown', async () => {
  const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
  const cell = `<w:tbl><w:tr><w:tc>${paragraph('a|b')}${paragraph('c')}</w:tc></w:tr></w:tbl>`;
  const text = await markdownOf(docxOf(`${paragraph('# a *b* [c](d)')}${paragraph('1. x')}${paragraph('- y')}${cell}`));
  expect(text).toBe('\\# a \\*b\\* \\[c\\](d)\n\n1\\. x\n\n\\- y\n\n| a\\|b<br>c |\n| --- |\n');
});

it('works on a megabyte of one character in time', async () => {
  for (const letter of [' ', '#', '*', '`', '\n', '|', '_', '\u00a0']) {
    const runs = `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">x${letter.repeat(300_000)}y</w:t></w:r>`;
    expect(
      (await markdownOf(docxOf(`<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${runs}</w:p>`))).length,
    ).toBeGreaterThan(2);
  }
});

it('writes no backslash for a break at the end or the start of a paragraph', async () => {
  const text = (inside: string): string => `<w:p><w:r>${inside}</w:r></w:p>`;
  const pageBreak = '<w:br w:type="page"/>';
  const body = [text('<w:t>One</w:t><w:br/>'), text(pageBreak), text('<w:br/><w:t>Two\\</w:t><w:br/><w:br/>')].join('');
  expect(await markdownOf(docxOf(body))).toBe('One\n\nTwo\\\\\n');
});
