import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool, overLimit } from '../../core/index.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { GRAPH_ENGINES, GRAPH_FORMATS } from '../../engines/graphviz.js';
import { renderSvg } from '../../engines/svg/render.js';
import { drawGraph } from '../../formats/graph-picture.js';
import { openSvg } from '../../formats/svg-document.js';
import { readTextFile, readTextSource } from '../../formats/text-source.js';
import { type SvgElement, writeSvg } from '../../lib/svg/sanitize.js';

const MIMES = {
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  plain: 'text/plain;charset=utf-8',
  dot: 'text/vnd.graphviz',
};
const ENDINGS = { svg: '.svg', png: '.png', json: '.json', plain: '.txt', dot: '.gv' };
const INPUT = { name: 'input', mime: undefined, bytes: new Uint8Array() };

const MAX_SIDE = 16_384;
/** How much wider the fonts that draw are than those that were measured. */
const WIDER = 1.08;

/** Texts a little smaller, so that they fit into boxes measured for Helvetica. */
const narrower = (element: SvgElement): SvgElement => {
  const size = element.name === 'text' ? Number(element.attributes.get('font-size')) : Number.NaN;
  const attributes = Number.isFinite(size)
    ? new Map([...element.attributes, ['font-size', String(size / WIDER)] as const])
    : element.attributes;
  const children = element.children.map((child) => (typeof child === 'string' ? child : narrower(child)));
  return { ...element, attributes, children };
};

export default defineTool({
  id: 'graphviz-diagram',
  title: 'Graphviz Diagram',
  summary:
    'Lays out graphs written in the DOT language and draws them as SVG or PNG, by any of the engines of Graphviz.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.dot', '.gv', '.txt'] },
  options: {
    engine: z
      .enum(GRAPH_ENGINES)
      .default('dot')
      .describe(
        'Layout: dot for hierarchies, neato, fdp and sfdp for networks, twopi and circo for circles, osage and patchwork for clusters.',
      ),
    format: z
      .enum(['svg', 'png', ...GRAPH_FORMATS.slice(1)] as const)
      .default('svg')
      .describe('SVG, PNG, or the positions: as JSON, as lines of plain text, or as DOT with attributes.'),
    background: colorOption('', 'Background colour; empty for that of the graph, or white.'),
    dpi: z.number().min(48).max(600).default(96).describe('Dots per inch of PNG.'),
  },
  result: 'mixed',
  data: fileReports({
    nodes: count('Nodes.'),
    edges: count('Edges.'),
    width: count('Width in pixels; for other formats than PNG at 96 dots per inch.'),
    height: count('Height in pixels.'),
    warnings: warnings(),
  }),
  notes: [
    'Graphviz 16. Nothing is read from files or the network: images in a graph are left out, and links other than http, https and mailto are removed.',
    'Texts have the width of Helvetica unless the graph names Times or Courier; PNG draws them in Noto Sans, Serif or Mono, made a little smaller so that they fit.',
    'The first graph of a text is drawn; edges alone, a -> b or a -- b, need no digraph or graph around them. At most 500,000 characters, and a layout of 30 seconds.',
    'Each file is drawn separately; one that fails does not spoil the others. The text of "input" is called "input" in the report.',
  ],
  aliases: [
    'dot to svg',
    'dot to png',
    'graph visualization',
    'gv',
    'directed graph',
    'flowchart from text',
    'neato',
    'draw a network of nodes',
  ],
  verified: [
    'Graphviz 2.43 of Debian: dot, neato, circo and twopi place the nodes of 39 of 40 random graphs of fixed sizes where it does, to 0.02 inches after moving and mirroring; dot 16 breaks a tie of the other in another way',
    'Hostile graphs (50,000 brackets, 9,000,000 edges, a label of 400,000 letters, sizes of 10^8): 400 or 413',
  ],
  examples: [
    {
      title: 'A small hierarchy',
      input: 'digraph { rankdir=LR; idea -> plan -> build; build -> plan [label="again"] }',
      output: {
        data: {
          files: [{ name: 'input', outputs: ['result.svg'], nodes: 3, edges: 3, width: 383, height: 52, warnings: [] }],
        },
        files: [{ name: 'result.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Positions as plain text',
      files: [{ name: 'pair.gv', text: 'graph { node [shape=box, width=1, height=0.5, fixedsize=true]; a -- b }' }],
      options: { format: 'plain' },
      output: {
        data: {
          files: [{ name: 'pair.gv', outputs: ['pair.txt'], nodes: 2, edges: 1, width: 96, height: 144, warnings: [] }],
        },
        files: [
          {
            name: 'pair.txt',
            mime: 'text/plain;charset=utf-8',
            text: 'graph 1 1 1.5\nnode a 0.5 1.25 1 0.5 a solid box black lightgrey\nnode b 0.5 0.25 1 0.5 b solid box black lightgrey\nedge a b 4 0.5 0.99579 0.5 0.84509 0.5 0.65162 0.5 0.50145 solid black\nstop\n',
          },
        ],
      },
    },
    {
      title: 'A colour and a link that are not safe or not known',
      input: 'digraph { a [URL="javascript:alert(1)", shape=unknown] }',
      options: { format: 'png', background: 'transparent' },
      output: {
        data: {
          files: [
            {
              name: 'input',
              outputs: ['result.png'],
              nodes: 1,
              edges: 0,
              width: 83,
              height: 59,
              warnings: ['using box for unknown shape unknown'],
            },
          ],
        },
        files: [{ name: 'result.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A mistake',
      input: 'graph {\n  a -> b\n}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as DOT: line 2: syntax error near "->"',
      },
    },
    {
      title: 'A picture that is too large',
      input: 'graph { a [width=1000] }',
      options: { format: 'png' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The picture of property "input" must have at most 16384 pixels a side, got 96000',
      },
    },
  ],
  run({ input, files, options, signal }) {
    const { engine, format, dpi } = options;
    const color = options.background === '' ? undefined : parseColor('background', options.background);
    const background = color === undefined ? '' : color.alpha === 0 ? 'transparent' : hexColor(color);
    const isText = files.length === 0 || input !== '';
    return eachFile({ files: isText ? [INPUT] : files, signal }, async (file) => {
      const source = isText ? await readTextSource({ input, files }) : await readTextFile(file);
      const drawn = await drawGraph(source, { engine, format: format === 'png' ? 'svg' : format, background });
      const { content, ...report } = drawn;
      const name = isText ? `result${ENDINGS[format]}` : renamed(file.name, ENDINGS[format]);
      const written = (bytes: Uint8Array) => [{ name, mime: MIMES[format], bytes }];
      if (format !== 'svg' && format !== 'png') return { report, outputs: written(Buffer.from(content)) };
      const side = Math.round((Math.max(drawn.width, drawn.height) * dpi) / 96);
      if (format === 'png' && side > MAX_SIDE)
        throw overLimit(`The picture of ${source.label} must have at most ${MAX_SIDE} pixels a side, got ${side}`);
      const svg = openSvg({ text: content, label: source.label });
      if (format === 'svg') return { report, outputs: written(Buffer.from(writeSvg(svg.root))) };
      const size = { width: 0, height: 0, dpi, background: undefined };
      const picture = await renderSvg({ ...svg, root: narrower(svg.root) }, source.label, size);
      return {
        report: { ...report, width: picture.width, height: picture.height },
        outputs: written(picture.png()),
      };
    });
  },
});
