/** A drawn chart as the file that a caller gets. */

import type { OutputFile } from '../../core/results.js';
import type { ChartOption } from '../../engines/charts.js';
import { drawChart, UNSEEN } from '../../engines/charts.js';
import { renderSvg } from '../../engines/svg/render.js';
import { type CleanSvg, type SvgElement, writeSvg } from '../../lib/svg/sanitize.js';
import { writableText } from '../../lib/svg/writable-text.js';
import { dateNames } from '../date-names.js';
import { openSvg } from '../svg-document.js';
import type { ChartLook } from './chart-look.js';

export interface ChartFile {
  readonly stem: string;
  readonly format: 'svg' | 'png';
  readonly dpi: number;
  readonly locale: string;
  /** What the chart shows, in one or two sentences: for who does not see it. */
  readonly description: string;
}

export interface DrawnChart {
  readonly file: OutputFile;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a chart and writes it as SVG or PNG. Marks of the SVG have `data-series` and `data-index`, from 0, so that they can be found
 * again. Throws LIMIT_EXCEEDED where it is larger than any picture.
 */
export async function chartFile(option: ChartOption, look: ChartLook, wanted: ChartFile): Promise<DrawnChart> {
  const { width, height, measure } = look;
  const drawn = await drawChart(option, measure, { width, height, names: dateNames(wanted.locale) });
  const svg = openSvg({ text: writableText(drawn), label: LABEL });
  return drawingFile({ ...svg, root: plain(svg.root) }, look, wanted);
}

/** A drawing of our own as the file that a caller gets: with its title and description. Throws as `chartFile`. */
export async function drawingFile(
  svg: CleanSvg,
  { width, height, title }: ChartLook,
  wanted: ChartFile,
): Promise<DrawnChart> {
  const root = described(svg.root, title, wanted.description);
  if (wanted.format === 'svg') {
    const bytes = Buffer.from(writeSvg(root));
    return { file: { name: `${wanted.stem}.svg`, mime: 'image/svg+xml', bytes }, width, height };
  }
  const picture = await renderSvg({ ...svg, root }, LABEL, {
    width: 0,
    height: 0,
    dpi: wanted.dpi,
    background: undefined,
  });
  const file = { name: `${wanted.stem}.png`, mime: 'image/png', bytes: picture.png() };
  return { file, width: picture.width, height: picture.height };
}

const LABEL = 'the chart';
const MAX_DESCRIBED = 1000;
const short = (text: string): string => (text.length > MAX_DESCRIBED ? `${text.slice(0, MAX_DESCRIBED)}…` : text);

function described(root: SvgElement, title: string, description: string): SvgElement {
  const say = (name: string, text: string): SvgElement => ({
    name,
    attributes: new Map([['id', `chart-${name}`]]),
    children: [writableText(text)],
  });
  const words =
    title === '' ? [say('desc', short(description))] : [say('title', title), say('desc', short(description))];
  const attributes = new Map([
    ...root.attributes,
    ['role', 'img'],
    ['aria-labelledby', words.map(({ name }) => `chart-${name}`).join(' ')],
  ]);
  return { ...root, attributes, children: [...words, ...root.children] };
}

/** Without what the engine adds for a page that reacts: rules for the pointer, and boxes nobody sees. */
function plain(element: SvgElement): SvgElement {
  const attributes = new Map<string, string>();
  const isMark = element.attributes.get('ecmeta_ssr_type') === 'chart';
  for (const [name, value] of element.attributes) {
    if (name === 'ecmeta_series_index') {
      if (isMark) attributes.set('data-series', value);
    } else if (name === 'ecmeta_data_index') {
      if (isMark) attributes.set('data-index', value);
    } else if (!name.startsWith('ecmeta_') && name !== 'class' && name !== 'pointer-events')
      attributes.set(name, NAMED.has(name) ? value.replace(/\bzr\d+-/, 'chart-') : value);
  }
  const children = element.children.flatMap((child): readonly (SvgElement | string)[] => {
    if (typeof child === 'string') return [child];
    return child.name === 'style' || isUnseen(child) ? [] : [plain(child)];
  });
  return { name: element.name, attributes, children };
}

/** Attributes with names that the engine counts up from chart to chart. */
const NAMED: ReadonlySet<string> = new Set(['id', 'clip-path', 'fill']);

const isUnseen = ({ name, attributes }: SvgElement): boolean => {
  if (name === 'text') return `${attributes.get('transform')} ${attributes.get('x')}`.includes(String(UNSEEN));
  if (name !== 'path' && name !== 'rect') return false;
  const isStroked = attributes.has('stroke') && attributes.get('stroke-width') !== '0';
  const fill = attributes.get('fill');
  return !isStroked && (fill === 'none' || attributes.get('fill-opacity') === '0');
};
