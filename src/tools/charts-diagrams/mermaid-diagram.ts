import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { renderSvg } from '../../engines/svg/render.js';
import { diagramTexts } from '../../formats/mermaid/diagram-texts.js';
import { DIAGRAM_TYPES } from '../../formats/mermaid/diagram-types.js';
import { diagramTime, drawDiagram, MERMAID_THEMES } from '../../formats/mermaid/draw-diagram.js';
import { readTextFile, readTextSource } from '../../formats/text-source.js';
import { LimitFault } from '../../lib/faults.js';
import { writeSvg } from '../../lib/svg/sanitize.js';

const MIMES = { svg: 'image/svg+xml', png: 'image/png' };
const INPUT = { name: 'input', mime: undefined, bytes: new Uint8Array() };
/** Diagrams of one document. */
const MAX_DIAGRAMS = 50;

export default defineTool({
  id: 'mermaid-diagram',
  title: 'Mermaid Diagram',
  summary:
    'Draws diagrams written in Mermaid as SVG or PNG: flowcharts, sequence, class, state, ER and Gantt diagrams, pies and eighteen more.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.mmd', '.mermaid', '.md', '.markdown', '.txt'] },
  options: {
    theme: z.enum(MERMAID_THEMES).default('default').describe('Colours; a theme that a diagram names itself wins.'),
    format: z.enum(['svg', 'png']).default('svg').describe('Format of the drawing.'),
    background: colorOption('', 'Background colour; empty for white, or dark grey with the theme dark.'),
    dpi: z.number().min(48).max(600).default(96).describe('Dots per inch of PNG.'),
  },
  result: 'mixed',
  data: fileReports({
    diagrams: z
      .array(
        z.object({
          type: z.string().describe('Kind of diagram, such as Flowchart.'),
          title: z.string().describe('Title for screen readers: that of "accTitle", or the kind.'),
          line: place('Line of the text on which the diagram begins.'),
          width: count('Width in pixels.'),
          height: count('Height in pixels.'),
        }),
      )
      .describe('Diagrams in their order.'),
  }),
  notes: [
    `Mermaid 11.17.2, without a browser. Drawn: ${[...new Set(DIAGRAM_TYPES.values())].join(', ')}. Other kinds are refused.`,
    'Of a Markdown text each fence ```mermaid is drawn, into a file of its own.',
    'Texts are measured in Noto Sans and stay text in SVG; PNG draws them in it. Fonts that a diagram names are not used, formulas are not set, icons of icon packs are not drawn.',
    'Front matter and %%{init}%% may choose theme, look, curves and distances, but nothing that runs scripts or fetches. The layout is dagre; elk is not there.',
    'The same text gives the same bytes: dates are read in UTC, and a Gantt chart has no mark for today.',
    'At most 50,000 characters, 1,000 lines of 2,000 characters, and 500 connections per diagram, groups nested 12 deep, and 45 seconds for all diagrams.',
  ],
  aliases: [
    'mmd to svg',
    'mmd to png',
    'mermaid to image',
    'flowchart maker',
    'sequence diagram',
    'gantt chart',
    'class diagram',
    'er diagram',
    'mind map',
    'draw a flowchart',
  ],
  verified: [
    'Chromium with Mermaid 11.17.2 and the same fonts: of 140 generated flowcharts, sequence, class, state, ER and Gantt diagrams and pies the same texts and shapes, and every shape, line and text where Chromium has it, to 2 pixels',
    'Angles of 40 random pies and bars of 40 random Gantt charts, read back from the SVG, are those of the numbers and dates',
  ],
  examples: [
    {
      title: 'A flowchart',
      input: 'flowchart LR\n  idea[Idea] --> test{Does it work?}\n  test -->|Yes| ship(Ship it)\n  test -->|No| idea',
      output: {
        data: {
          files: [
            {
              name: 'input',
              outputs: ['result.svg'],
              diagrams: [{ type: 'Flowchart', title: 'Flowchart', line: 1, width: 494, height: 169 }],
            },
          ],
        },
        files: [{ name: 'result.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Two diagrams of a Markdown text, dark',
      files: [
        {
          name: 'notes.md',
          text: '# Notes\n\n```mermaid\nsequenceDiagram\n  Ann->>Bob: Hello\n```\n\n```mermaid\npie title Pets\n  "Dogs" : 3\n  "Cats" : 1\n```\n',
        },
      ],
      options: { theme: 'dark', format: 'png' },
      output: {
        data: {
          files: [
            {
              name: 'notes.md',
              outputs: ['notes-1.png', 'notes-2.png'],
              diagrams: [
                { type: 'Sequence diagram', title: 'Sequence diagram', line: 4, width: 450, height: 225 },
                { type: 'Pie chart', title: 'Pie chart', line: 9, width: 553, height: 450 },
              ],
            },
          ],
        },
        files: [
          { name: 'notes-1.png', mime: 'image/png' },
          { name: 'notes-2.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'A Gantt chart with a title for screen readers',
      input:
        'gantt\n  accTitle: Plan of the spring\n  dateFormat YYYY-MM-DD\n  section Work\n  Design :a, 2026-03-02, 5d\n  Build :after a, 10d',
      output: {
        data: {
          files: [
            {
              name: 'input',
              outputs: ['result.svg'],
              diagrams: [{ type: 'Gantt chart', title: 'Plan of the spring', line: 1, width: 1200, height: 148 }],
            },
          ],
        },
        files: [{ name: 'result.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A mistake',
      input: 'flowchart TD\n  %% a comment\n  A --> B\n  B --> ]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as Mermaid: line 4: syntax error near "]"',
      },
    },
    {
      title: 'Not a diagram',
      input: 'Hello',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as Mermaid: it does not begin with a kind of diagram, such as flowchart or sequenceDiagram',
      },
    },
    {
      title: 'A kind that is not drawn',
      input: 'info',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as Mermaid: diagrams of the kind info are not drawn',
      },
    },
  ],
  run({ input, files, options, signal }) {
    const { theme, format, dpi } = options;
    const color = options.background === '' ? undefined : parseColor('background', options.background);
    const background = color === undefined || color.alpha > 0 ? color && hexColor(color) : '';
    const isText = files.length === 0 || input !== '';
    const time = diagramTime();
    return eachFile({ files: isText ? [INPUT] : files, signal }, async (file) => {
      const { text, label } = isText ? await readTextSource({ input, files }) : await readTextFile(file);
      const texts = diagramTexts(text);
      const stem = isText ? 'result' : stemOf(file.name);
      const diagrams = [];
      const outputs = [];
      for (const [index, each] of texts.entries()) {
        signal.throwIfAborted();
        const drawn = await refusing(`Cannot read ${label} as Mermaid`, async () => {
          if (texts.length > MAX_DIAGRAMS)
            throw new LimitFault(`it must have at most ${MAX_DIAGRAMS} diagrams, got ${texts.length}`, MAX_DIAGRAMS);
          return drawDiagram(each, { theme, background }, time);
        });
        const picture =
          format === 'svg'
            ? drawn
            : await renderSvg(drawn.svg, label, { width: 0, height: 0, dpi, background: undefined });
        const bytes = 'png' in picture ? picture.png() : Buffer.from(writeSvg(drawn.root));
        const name = `${stem}${texts.length === 1 ? '' : `-${index + 1}`}.${format}`;
        outputs.push({ name, mime: MIMES[format], bytes });
        const { width, height } = picture;
        diagrams.push({
          type: DIAGRAM_TYPES.get(drawn.type) ?? drawn.type,
          title: drawn.title,
          line: each.line,
          width,
          height,
        });
      }
      return { report: { diagrams }, outputs };
    });
  },
});
