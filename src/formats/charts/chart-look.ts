/** Colours, letters, legend and axes that all charts have in common. */

import { invalid, overLimit } from '../../core/errors.js';
import type { ChartOption, TextMeasure } from '../../engines/charts.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { contrastRatio } from '../../lib/colors/contrast.js';

export interface LookRequest {
  readonly title: string;
  readonly colors: string;
  readonly theme: 'light' | 'dark';
  readonly background: string;
  readonly width: number;
  readonly height: number;
}

export interface ChartLook extends LookRequest {
  readonly measure: TextMeasure;
  readonly palette: readonly string[];
  /** As SVG writes it; empty for none. */
  readonly fill: string;
  readonly text: string;
  readonly faint: string;
  readonly line: string;
  /** What had no room, for the caller to know: filled while the chart is drawn. */
  readonly warnings: Set<string>;
}

/** Okabe and Ito (2008), without black and with the yellow last; then Tol's "muted" ones. */
const LIGHT = [
  ...['#0072b2', '#e69f00', '#009e73', '#d55e00', '#cc79a7', '#56b4e9', '#999933', '#882255'],
  ...['#332288', '#44aa99', '#117733', '#ddcc77', '#aa4499', '#88ccee', '#661100', '#6699cc'],
];
const DARK = [
  ...['#56b4e9', '#e69f00', '#2fc99b', '#f0e442', '#f28e5c', '#e39cc4', '#8fb8ff', '#d6d68a'],
  ...['#88ccee', '#44aa99', '#ddcc77', '#cc6677', '#c08ad8', '#9fdfbf', '#ffb0b0', '#b3b3b3'],
];
const THEMES = {
  light: { palette: LIGHT, background: '#ffffff', text: '#1f2328', faint: '#59636e', line: '#dfe3e8' },
  dark: { palette: DARK, background: '#16191f', text: '#eceff4', faint: '#aab2bf', line: '#363c46' },
} as const;

const MAX_COLORS = 100;

export const FONT = 'Noto Sans,Segoe UI,Helvetica,Arial,sans-serif';
const TITLE_SIZE = 18;
export const LABEL_SIZE = 12;
const LEGEND_ROW = 22;
const LEGEND_MARK = 14;
const LEGEND_GAP = 16;
const MARGIN = 20;

/** Throws INVALID_INPUT for what is not a colour, naming the option. */
export function chartLook(request: LookRequest, measure: TextMeasure): ChartLook {
  const { palette, background, ...theme } = THEMES[request.theme];
  const own = splitColors(request.colors).map((color) => hexColor(parseColor('colors', color)));
  if (own.length > MAX_COLORS)
    throw overLimit(`Option "colors" must have at most ${MAX_COLORS} colours, got ${own.length}`);
  const behind = parseColor('background', request.background || background);
  return {
    ...request,
    ...theme,
    measure,
    palette: own.length > 0 ? own : palette,
    warnings: new Set(),
    fill: behind.alpha === 0 ? '' : hexColor(behind),
  };
}

/** Commas inside brackets belong to a colour. */
function splitColors(list: string): string[] {
  const parts = list.split(/,(?![^(]*\))/).map((part) => part.trim());
  if (list.trim() !== '' && parts.includes('')) throw invalid('Option "colors" must not have empty places');
  return parts.filter((part) => part !== '');
}

export const colorAt = ({ palette }: ChartLook, index: number): string => palette[index % palette.length] ?? '';

/** Dark or light, whichever is easier to read on a colour. */
export function inkOn(color: string): string {
  const { r, g, b } = parseColor('colors', color);
  const isDark = contrastRatio([r, g, b], [255, 255, 255]) > contrastRatio([r, g, b], [31, 35, 40]);
  return isDark ? '#ffffff' : '#1f2328';
}

/** A text of at most so many pixels, its end left out. */
export function fitted(text: string, width: number, measure: TextMeasure, size = LABEL_SIZE): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length < 200 && measure(line, size) <= width) return line;
  let [least, most] = [0, Math.min(line.length, 200)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(`${line.slice(0, middle)}…`, size) <= width) least = middle;
    else most = middle - 1;
  }
  return `${line
    .slice(0, least)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** Rows that the names of a legend fill. */
function legendRows(names: readonly string[], { measure, width }: ChartLook): number {
  let [rows, x] = [1, 0];
  for (const name of names) {
    const item = LEGEND_MARK + 6 + measure(name, LABEL_SIZE) + LEGEND_GAP;
    if (x > 0 && x + item > width - 2 * MARGIN) [rows, x] = [rows + 1, 0];
    x += item;
  }
  return rows;
}

export interface Frame {
  /** Pixels that title and legend take. */
  readonly top: number;
  readonly bottom: number;
  readonly option: ChartOption;
}

/** Title, legend and letters. `names` are those of the legend, empty for none. */
export function chartFrame(look: ChartLook, names: readonly string[]): Frame {
  const { title, width, height, text, measure } = look;
  const isShort = height < 160;
  const shown = names.map((name) => fitted(name, Math.min(240, width / 2), measure));
  const rows = names.length < 2 || isShort ? 0 : legendRows(shown, look);
  // A legend that would fill the chart is left out: the names are in its description.
  const isFit = rows > 0 && rows * LEGEND_ROW < height / 3;
  if (names.length > 1 && !isFit) look.warnings.add('The legend has no room in this height and is left out');
  const top = title === '' ? MARGIN : MARGIN + TITLE_SIZE + 18;
  return {
    top,
    bottom: isFit ? MARGIN + rows * LEGEND_ROW : MARGIN - 4,
    option: {
      color: [...look.palette],
      backgroundColor: look.fill === '' ? 'transparent' : look.fill,
      textStyle: { fontFamily: FONT, fontSize: LABEL_SIZE, color: text },
      title: {
        show: title !== '',
        text: fitted(title, width - 2 * MARGIN, (part, size) => measure(part, size, true), TITLE_SIZE),
        left: MARGIN,
        top: MARGIN - 4,
        padding: 0,
        textStyle: { fontFamily: FONT, fontSize: TITLE_SIZE, fontWeight: 'bold', color: text },
      },
      legend: {
        show: isFit,
        data: names.map((name) => ({ name })),
        formatter: (name: string) => shown[names.indexOf(name)] ?? name,
        bottom: 8,
        left: 'center',
        width: width - 2 * MARGIN,
        itemGap: LEGEND_GAP,
        itemWidth: LEGEND_MARK,
        itemHeight: 10,
        textStyle: { fontFamily: FONT, fontSize: LABEL_SIZE, color: text },
      },
    },
  };
}

/** Where the axes are. */
export const gridOf = ({ top, bottom }: Frame): ChartOption => ({
  left: MARGIN,
  right: MARGIN + 4,
  top: top + 8,
  bottom: bottom + 6,
  containLabel: false,
  outerBoundsMode: 'same',
  outerBoundsContain: 'all',
});

/** How an axis is drawn; where it is a scale, with lines across. */
export const axisStyle = (look: ChartLook, name: string, isScale: boolean) => ({
  name: fitted(name, Math.min(look.width, look.height) * 0.8, look.measure),
  nameLocation: 'middle',
  nameGap: 28,
  nameMoveOverlap: true,
  nameTextStyle: { fontFamily: FONT, fontSize: LABEL_SIZE, color: look.faint },
  axisLine: { show: !isScale, lineStyle: { color: look.faint } },
  axisTick: { show: false },
  splitLine: { show: isScale, lineStyle: { color: look.line } },
  axisLabel: { fontFamily: FONT, fontSize: LABEL_SIZE, color: look.faint, hideOverlap: true },
});

export type AxisStyle = ReturnType<typeof axisStyle>;
