import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { documentPictures, pictureFinder } from '../../formats/document-pictures.js';
import { prepareMarkdown } from '../../formats/markdown/prepare.js';
import { deckSlides } from '../../formats/markdown/slide-parts.js';
import { splitSlides } from '../../formats/markdown/slides.js';
import { deckHtml } from '../../formats/markdown/slides-html.js';
import { MARKDOWN_ENDINGS, MARKDOWN_REFUSALS, readMarkdownSource } from '../../formats/markdown/source.js';
import { checkFileSize, KINDS } from '../../formats/text-source.js';
import { layoutSlide } from '../../lib/slides/layout.js';
import { SLIDE_COLORS } from '../../lib/slides/model.js';
import { takeSpeakerNotes } from '../../lib/slides/speaker-notes.js';
import { writePptx } from '../../lib/slides/write-pptx.js';
import { frontPage, openingSlide } from './_front-page.js';

const PPTX_MIME = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
/** Points. */
const SIZES = { '16:9': { width: 960, height: 540 }, '4:3': { width: 720, height: 540 } } as const;
const MAX_NAMED = 20;

export default defineTool({
  id: 'markdown-to-slides',
  title: 'Markdown to Slides',
  summary: 'Converts Markdown to PowerPoint presentations or one-file HTML slides, with images and speaker notes.',
  family: 'documents',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: [...MARKDOWN_ENDINGS, ...PICTURE_ENDINGS, '.svg'] },
  options: {
    format: z
      .enum(['pptx', 'html'])
      .default('pptx')
      .describe('Result: pptx opens in PowerPoint and other office programs, html in any browser.'),
    theme: z.enum(['light', 'dark']).default('light').describe('Colours of text and background.'),
    split: z
      .enum(['auto', 'rule', 'heading'])
      .default('auto')
      .describe(
        'Where slides begin: rule at lines of ---, heading at headings of levels 1 and 2, auto at rules if there are any, else at headings.',
      ),
    ratio: z.enum(['16:9', '4:3']).default('16:9').describe('Width to height of the slides.'),
    font: z
      .string()
      .min(1)
      .max(60)
      .default('Calibri')
      .describe('Font of the text, which the computer that opens the document must have.'),
    slideNumbers: z.boolean().default(true).describe('Prints the number of each slide.'),
  },
  result: 'mixed',
  data: z.object({
    title: z.string().describe('Title of the presentation.'),
    slides: count('Number of slides.'),
    notes: count('Slides with speaker notes.'),
    warnings: warnings(),
  }),
  notes: [
    'The first heading of a slide is its title. A slide with a title alone, or a first one with a heading of level 1 and a line or two, is a title slide; front matter with a title (and subtitle, author, date) makes one of its own.',
    'A comment that begins a line, <!-- like this -->, is a speaker note of its slide; directives of Marp such as <!-- _class: lead --> are omitted, and <!-- pagebreak --> begins a slide. In HTML slides the key N shows the notes.',
    'Send images beside the text: ![](plan.png) shows the file plan.png; SVG works too. Nothing is loaded from elsewhere; missing images are listed in "warnings". Text and images of a slide stand beside each other; tables and code below each other.',
    'Text is made smaller where a slide has much of it; "warnings" lists slides that still have more than fits. In PowerPoint, titles and text are in the placeholders of the layout, so that a theme of yours can be applied.',
    'CommonMark with tables, strikethrough, task lists and footnotes; other HTML and TeX formulas are shown as text. Code is not highlighted.',
    'At most 500 slides, 75 columns in a table and 300,000 characters, nested at most 18 deep. The same document gives the same bytes.',
  ],
  aliases: [
    'md to pptx',
    'markdown to powerpoint',
    'markdown presentation',
    'marp',
    'html slides',
    'make slides',
    'slide deck from text',
  ],
  verified: [
    'pptx-to-text reads the words of 500 generated documents on each slide in their order, notes included; the HTML slides have the same words in each section.',
    'LibreOffice Impress 7.4 prints 40 generated presentations and one of every kind of part with a page per slide and the words of each, in both themes.',
    'By hand: both forms of a deck of every kind of part were looked at, in LibreOffice and Chromium. Not opened in PowerPoint.',
  ],
  examples: [
    {
      title: 'Three slides of PowerPoint, with notes',
      input:
        '# Harbour\n\nAda, 2026\n\n---\n\n# Ships\n\n- barges with **timber**\n- boats\n\n<!-- Wait for questions. -->\n\n---\n\n# Counts\n\n| Month | Ships |\n|:------|------:|\n| January | 41 |\n',
      output: {
        data: { title: '', slides: 3, notes: 1, warnings: [] },
        files: [{ name: 'slides.pptx', mime: PPTX_MIME }],
      },
    },
    {
      title: 'HTML slides from headings, dark, with an image and front matter',
      options: { format: 'html', theme: 'dark', ratio: '4:3' },
      files: [
        {
          name: 'talk.md',
          text: '---\ntitle: The plan\nauthor: Ada\n---\n\n## Fields\n\nSeen from above.\n\n![Fields](img/fields.png)\n\n## Code\n\n```js\nconsole.log(1);\n```\n',
        },
        { name: 'fields.png', fixture: 'image/to-pdf/fields.png' },
      ],
      output: {
        data: { title: 'The plan', slides: 3, notes: 0, warnings: [] },
        files: [{ name: 'talk.html', mime: KINDS.html.mime }],
      },
    },
    {
      title: 'A slide with more text than fits, and an image that was not sent',
      input: `# Long\n\n![](a.png)\n\n${'- A line of a list that goes on and on\n'.repeat(60)}`,
      output: {
        data: {
          title: '',
          slides: 1,
          notes: 0,
          warnings: ['the image a.png was not sent and is missing', 'slides have more content than fits: 1'],
        },
        files: [{ name: 'slides.pptx', mime: PPTX_MIME }],
      },
    },
    {
      title: 'Too many slides',
      input: '# x\n'.repeat(501),
      error: { code: 'LIMIT_EXCEEDED', message: 'A presentation must have at most 500 slides, got 501' },
    },
    {
      title: 'A table that is too wide',
      input: `${'|a'.repeat(76)}|\n${'|-'.repeat(76)}|\n`,
      error: { code: 'LIMIT_EXCEEDED', message: 'A table of a slide must have at most 75 columns, got 76' },
    },
    {
      title: 'Nothing to show',
      input: '---\n\n---\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it has no slides' },
    },
    ...MARKDOWN_REFUSALS,
  ],
  async run({ input, files, options, signal }) {
    let notes: readonly string[] = [];
    const change = (body: string): string => {
      const taken = takeSpeakerNotes(body);
      notes = taken.notes;
      return taken.text;
    };
    const { source, entries, nodes, warnings, images } = await readMarkdownSource({
      input,
      files,
      math: false,
      change,
    });
    const pictures = await documentPictures(images, signal);
    const prepared = prepareMarkdown(nodes, {
      pictureOf: pictureFinder(pictures),
      isFormulaGood: () => false,
      isTypeset: false,
    });
    const { title, author, language } = frontPage(entries, undefined);
    const deck = splitSlides(prepared.nodes, { split: options.split, notes, opening: openingSlide(entries) });
    if (deck.slides.length === 0) throw invalid(`Cannot read ${source.label}: it has no slides`);
    const slides = deckSlides(deck, pictures);
    const size = SIZES[options.ratio];
    const layouts = slides.map((slide) => layoutSlide(slide, size));
    const full = layouts.flatMap(({ isFitting }, i) => (isFitting ? [] : [i + 1]));
    const look = { colors: SLIDE_COLORS[options.theme], font: options.font, title, hasNumbers: options.slideNumbers };
    const bytes =
      options.format === 'pptx'
        ? writePptx(slides, { ...look, size, author })
        : Buffer.from(
            deckHtml(deck, pictures, { ...look, ...size, language, scales: layouts.map(({ scale }) => scale) }),
          );
    checkFileSize(bytes, 'native');
    const kind = options.format === 'pptx' ? { extension: '.pptx', mime: PPTX_MIME } : KINDS.html;
    const name = source.file === undefined ? `slides${kind.extension}` : renamed(source.file.name, kind.extension);
    const tooFull =
      full.length === 0
        ? []
        : [
            `slides have more content than fits: ${full.slice(0, MAX_NAMED).join(', ')}${full.length > MAX_NAMED ? '…' : ''}`,
          ];
    const data = {
      title,
      slides: slides.length,
      notes: slides.filter((slide) => slide.notes.length > 0).length,
      warnings: [...warnings, ...prepared.warnings, ...tooFull],
    };
    return withFiles(json(data), [{ name, mime: kind.mime, bytes }]);
  },
});
