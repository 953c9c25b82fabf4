import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, type InputFile, json, withFiles } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { plainText } from '../../engines/markdown/tree.js';
import { canSetFormula } from '../../engines/typst/formulas.js';
import { type DocumentPicture, typesetMarkdown } from '../../engines/typst/markdown-document.js';
import { unwritableIn } from '../../engines/typst/typeset.js';
import { documentPictures } from '../../formats/document-pictures.js';
import { prepareMarkdown, withoutLanguages } from '../../formats/markdown/prepare.js';
import { MARKDOWN_ENDINGS, MARKDOWN_REFUSALS, readMarkdownSource } from '../../formats/markdown/source.js';
import { fileNameOf } from '../../lib/files/linked-file-name.js';
import { layoutOf } from './_markdown-layout.js';
import { PDF_MIME } from './_results.js';

const letterWarning = (letter: string | undefined): string[] =>
  letter === undefined ? [] : [`letters that no font has are shown as boxes: ${letter} and perhaps others`];

/** The pictures sent, by their name, as the typesetter takes them. */
async function picturesOf(
  files: readonly InputFile[],
  room: number,
  signal: AbortSignal,
): Promise<Map<string, DocumentPicture>> {
  const pictures = await documentPictures(files, signal);
  return new Map(
    [...pictures].map(([name, { bytes, ending, width }], i) => [
      name,
      { name: `picture-${i + 1}.${ending}`, bytes, width: Math.min(width, room) },
    ]),
  );
}

export default defineTool({
  id: 'markdown-to-pdf',
  title: 'Markdown to PDF',
  summary: 'Converts Markdown with tables, code, formulas, footnotes and images to a typeset PDF.',
  family: 'pdf',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: [...MARKDOWN_ENDINGS, ...PICTURE_ENDINGS, '.svg'] },
  options: {
    theme: z
      .enum(['github', 'article', 'report'])
      .default('github')
      .describe(
        'Style: github is sans serif with lines below headings, article serif and justified, report serif with coloured headings.',
      ),
    pageSize: z.enum(['a3', 'a4', 'a5', 'letter', 'legal']).default('a4').describe('Page size.'),
    orientation: z.enum(['portrait', 'landscape']).default('portrait').describe('Page orientation.'),
    margin: z.number().min(5).max(60).default(22).describe('Margin on all four sides in millimetres.'),
    fontSize: z.number().min(6).max(24).default(10.5).describe('Font size of the text in points.'),
    toc: z.boolean().default(false).describe('Starts with a table of contents of heading levels 1 to 3.'),
    pageNumbers: z.boolean().default(true).describe('Prints page numbers at the bottom.'),
    math: z.boolean().default(true).describe('Treats text between dollar signs as TeX formulas: $x^2$, $$…$$.'),
    highlight: z.boolean().default(true).describe('Highlights the syntax of code blocks.'),
  },
  result: 'mixed',
  data: z.object({ title: z.string().describe('Title of the document.'), warnings: warnings() }),
  notes: [
    'CommonMark with tables, strikethrough, task lists and footnotes. A first block between lines of --- may set title, subtitle, author, date and lang.',
    'Send images beside the text: ![](plan.png) shows the file plan.png; SVG works too. Nothing is loaded from elsewhere; missing images are listed in "warnings".',
    'A paragraph <!-- pagebreak -->, \\newpage or \\pagebreak starts a new page. The tags br, b, i, s, sub, sup and their kin work, comments are omitted, and other HTML is shown as text. Links to web and mail addresses and to headings of the document work; others become text.',
    'Formulas are TeX; one that cannot be read is shown as written, with a warning.',
    'The PDF has bookmarks and a title, but no tags for screen readers. Supported scripts: Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean; emoji are monochrome.',
    'At most 300,000 characters, 100 accents on a letter, 1,000 invisible characters in a row, 2,000 headings, 1,000 formulas, 1,000 footnotes and 10,000 lines of code, nested at most 18 deep.',
    'Code of more than 20,000 characters or with lines over 500 is not highlighted.',
  ],
  aliases: [
    'md to pdf',
    'markdown converter',
    'readme to pdf',
    'convert markdown',
    'print markdown',
    'latex formula pdf',
  ],
  verified: [
    'pdftotext and pdfinfo 22.12: headings, tables, lists, code, notes, formulas and title of a document of every kind come out in order, in three looks.',
    'The specification of CommonMark (205,785 characters, by hand): set in 6 s on a busy machine.',
    '26 hostile documents (by hand): endless nesting, quotes, brackets, code, formulas and tables are set or refused.',
  ],
  examples: [
    {
      title: 'A page with a table, a formula and code',
      input:
        '# Orders\n\n| Item | Price |\n|:-----|------:|\n| Apples | 3.50 € |\n\nThe sum is $\\sum_{i=1}^n p_i$.\n\n```js\nconsole.log(1);\n```\n',
      output: { data: { title: '', warnings: [] }, files: [{ name: 'document.pdf', mime: PDF_MIME }] },
    },
    {
      title: 'A file with an image, a title and a table of contents',
      options: { theme: 'report', toc: true, pageSize: 'letter' },
      files: [
        {
          name: 'plan.md',
          text: '---\ntitle: The plan\nauthor: Ada\n---\n\n# First\n\n![Fields](img/fields.png)\n\n## Second\n\nText.[^1]\n\n[^1]: A note.\n',
        },
        { name: 'fields.png', fixture: 'image/to-pdf/fields.png' },
      ],
      output: { data: { title: 'The plan', warnings: [] }, files: [{ name: 'plan.pdf', mime: PDF_MIME }] },
    },
    {
      title: 'Content that cannot be shown',
      input: '![](https://example.org/a.png) [run](javascript:alert(1)) [there](#nowhere) $\\frac{$',
      output: {
        data: {
          title: '',
          warnings: [
            'a formula could not be read and is shown as it was written: \\frac{',
            'the image https://example.org/a.png was not sent and is missing',
            'the link to #nowhere leads to no heading and becomes plain text',
          ],
        },
        files: [{ name: 'document.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'An SVG image and a page break',
      input: '# Logo\n\n![A disc](disc.svg)\n\n<!-- pagebreak -->\n\nThe next page.',
      files: [
        {
          name: 'disc.svg',
          text: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><circle cx="30" cy="30" r="28" fill="teal"/></svg>',
        },
      ],
      output: { data: { title: '', warnings: [] }, files: [{ name: 'document.pdf', mime: PDF_MIME }] },
    },
    ...MARKDOWN_REFUSALS,
  ],
  async run({ input, files, options, signal }) {
    const { source, entries, nodes, warnings, images } = await readMarkdownSource({ input, files, math: options.math });
    const layout = layoutOf(options, entries);
    const pictures = await picturesOf(images, layout.width - 2 * layout.margin, signal);
    const formulas = new Map<string, boolean>();
    const prepared = prepareMarkdown(nodes, {
      pictureOf: (name) => {
        const found = pictures.get(fileNameOf(name));
        return found === undefined ? undefined : { file: found.name, width: found.width };
      },
      isFormulaGood: (formula) => {
        const known = formulas.get(formula.tex) ?? canSetFormula(formula.v);
        formulas.set(formula.tex, known);
        return known;
      },
      isTypeset: true,
    });
    const text = `${layout.title}\n${layout.subtitle}\n${plainText(prepared.nodes)}`;
    const missing = unwritableIn(text);
    const shown = options.highlight ? prepared.nodes : withoutLanguages(prepared.nodes);
    const bytes = typesetMarkdown(shown, text, layout, [...pictures.values()]);
    const name = source.file === undefined ? 'document.pdf' : renamed(source.file.name, '.pdf');
    return withFiles(
      json({ title: layout.title, warnings: [...warnings, ...prepared.warnings, ...letterWarning(missing)] }),
      [{ name, mime: PDF_MIME, bytes }],
    );
  },
});
