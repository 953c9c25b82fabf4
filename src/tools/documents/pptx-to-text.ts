import { z } from 'zod';

import { eachFile, eachResult } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, type InputFile, text } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPptx, PRESENTATION_FILES } from '../../formats/presentation.js';
import { KINDS } from '../../formats/text-source.js';
import type { Slide } from '../../lib/pptx/read-pptx.js';
import { blocksMarkdown, slidesMarkdown, slidesText } from '../../lib/pptx/write-slides.js';
import { SEVERAL_DOCUMENTS } from './_docx-options.js';
import { DAMAGED_PPTX, PPTX_NEEDS_PASSWORD } from './_presentations.js';

export default defineTool({
  id: 'pptx-to-text',
  title: 'PPTX to Text',
  summary:
    'Extracts the text of PowerPoint presentations as Markdown, plain text or JSON: titles, lists, tables, notes.',
  family: 'documents',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...PRESENTATION_FILES] },
  options: {
    format: z
      .enum(['markdown', 'text', 'json'])
      .default('markdown')
      .describe('Result: markdown keeps lists, tables, emphasis and links; json has one entry per slide.'),
    notes: z.boolean().default(true).describe('Includes the speaker notes of each slide.'),
    hidden: z.boolean().default(true).describe('Includes hidden slides, marked as hidden.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    slideCount: count('Slides that were read.'),
    slides: z
      .array(
        z.object({
          number: place('Number of the slide; hidden slides are counted.'),
          title: z.string().describe('Title; empty if the slide has none.'),
          isHidden: z.boolean().describe('Whether the slide is skipped when presenting.'),
          text: z.string().describe('Content below the title, as Markdown.'),
          notes: z.string().describe('Speaker notes, as Markdown; empty if there are none.'),
        }),
      )
      .describe('Slides in their order, for format json.'),
  }).describe('For format json, and where several files were sent.'),
  notes: [
    'Shapes are read in the order of the file, groups included. Charts become tables of their values; SmartArt becomes a list; images become their descriptions.',
    'Page numbers, dates and footers of slides are omitted, and so is the text that only the slide master shows.',
    SEVERAL_DOCUMENTS,
    'At most 64 MB unpacked, 2,000 slides and 200,000 table cells per presentation. Presentations from before 2007 (.ppt) are not read.',
  ],
  aliases: [
    'powerpoint to text',
    'pptx to markdown',
    'extract text from powerpoint',
    'slides to text',
    'speaker notes',
    'pptx to json',
    'text of slides',
  ],
  verified: [
    'pandoc 2.17: 40 generated presentations that it wrote have the words of their source on each slide, in the same order.',
    'LibreOffice Impress 7.4: 10 presentations that it saved anew give the same words on each slide, and its PDF has as many pages.',
  ],
  examples: [
    {
      title: 'Lists, a table, notes and a hidden slide',
      files: [{ name: 'slides.pptx', fixture: 'documents/slides.pptx' }],
      output: {
        text: `<!-- Slide 1 -->

# Harbour

Ada

<!-- Slide 2 -->

# Ships

- barges with **timber**
- boats
  - with salt
- see [the list](https://example.com/)

**Notes:**

Wait for *questions*.

<!-- Slide 3 -->

# Counts

| Month | Ships |
| --- | --- |
| January | 41 |
| February | 38 |

<!-- Slide 4, hidden -->

# Steps

1. by day
2. by week
`,
      },
    },
    {
      title: 'Plain text without notes and hidden slides',
      options: { format: 'text', notes: false, hidden: false },
      files: [{ name: 'slides.pptx', fixture: 'documents/slides.pptx' }],
      output: {
        text: 'Slide 1: Harbour\n\nAda\n\nSlide 2: Ships\n\n- barges with timber\n- boats\n  - with salt\n- see the list\n\nSlide 3: Counts\n\nMonth\tShips\nJanuary\t41\nFebruary\t38\n',
      },
    },
    {
      title: 'JSON, one of two files damaged',
      options: { format: 'json', hidden: false },
      files: [
        { name: 'slides.pptx', fixture: 'documents/slides.pptx' },
        { name: 'notes.pptx', text: 'Shopping list' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'slides.pptx',
              slideCount: 3,
              slides: [
                { number: 1, title: 'Harbour', isHidden: false, text: 'Ada', notes: '' },
                {
                  number: 2,
                  title: 'Ships',
                  isHidden: false,
                  text: '- barges with **timber**\n- boats\n  - with salt\n- see [the list](https://example.com/)',
                  notes: 'Wait for *questions*.',
                },
                {
                  number: 3,
                  title: 'Counts',
                  isHidden: false,
                  text: '| Month | Ships |\n| --- | --- |\n| January | 41 |\n| February | 38 |',
                  notes: '',
                },
              ],
            },
            {
              name: 'notes.pptx',
              error: 'Cannot read file "notes.pptx" as a presentation: it is not a ZIP archive',
            },
          ],
        },
      },
    },
    DAMAGED_PPTX,
    PPTX_NEEDS_PASSWORD,
  ],
  async run({ files, signal, options: { format, notes, hidden, password } }) {
    const open = (file: InputFile): Slide[] =>
      openPptx(file, password)
        .filter(({ isHidden }) => hidden || !isHidden)
        .map((slide) => (notes ? slide : { ...slide, notes: [] }));
    if (format === 'json')
      return eachFile({ files, signal }, (file) => {
        const slides = open(file).map(({ blocks, notes: own, ...slide }) => ({
          ...slide,
          text: blocksMarkdown(blocks).trimEnd(),
          notes: blocksMarkdown(own).trimEnd(),
        }));
        return { report: { slideCount: slides.length, slides }, outputs: [] };
      });
    return eachResult({ files, signal }, async (file) => {
      const slides = open(file);
      const { extension, mime } = KINDS[format];
      const written = format === 'text' ? slidesText(slides) : slidesMarkdown(slides);
      const result = text(written, { name: `${stemOf(file.name)}${extension}`, mime });
      return { result, report: { slideCount: slides.length } };
    });
  },
});
