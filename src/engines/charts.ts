/** Charts as SVG, by ECharts: what is drawn is said in its options, and nothing is fetched or run. */

import type { EChartsCoreOption } from 'echarts/core';

import type { DateNames } from '../lib/time/date-patterns.js';
import { openBoxShaper } from './text/shaping.js';

export type ChartOption = EChartsCoreOption & { readonly placeLabels?: PlaceLabels };

export interface ChartCanvas {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Names for an axis of dates. */
  readonly names: DateNames;
}

export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The text of a mark, where the package would write it. */
export interface DrawnLabel {
  readonly series: number;
  /** Of the mark in its series. */
  readonly index: number;
  readonly text: string;
  readonly mark: LabelBox;
  readonly label: LabelBox;
}

/** Middle of a text, and how far it is turned, in degrees. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly rotate: number;
}

/** Says where each label of the marks goes, in their order. */
export type PlaceLabels = (labels: readonly DrawnLabel[]) => readonly (LabelPlace | 'keep' | 'hide')[];

/** Width in pixels of a text in the sans font. */
export type TextMeasure = (text: string, fontSize: number, isBold?: boolean) => number;

/** Measures any part of `text`, by the fonts that draw it. */
export function chartMeasure(text: string): TextMeasure {
  const [regular, bold] = ([false, true] as const).map(
    (isBold) => openBoxShaper({ text, style: 'sans', isBold }).measure,
  ) as [(part: string) => number, (part: string) => number];
  return (part, fontSize, isBold = false) => (isBold ? bold : regular)(part) * fontSize;
}

const LANGUAGE = 'CALLER';

/**
 * The package keeps widths of texts and colours in plain objects by their letters: the text `__proto__` would change what all objects
 * inherit, for every later run of the process, and `constructor` would have no width.
 */
const SAFE = Symbol('keys cannot be names that all objects have');

function guardCaches(cache: { prototype: object } & { [SAFE]?: true }): void {
  if (cache[SAFE] === true) return;
  cache[SAFE] = true;
  const methods = cache.prototype as Record<'get' | 'put', (key: string | number, ...rest: unknown[]) => unknown>;
  for (const name of ['get', 'put'] as const) {
    const own = methods[name];
    methods[name] = function (this: unknown, key, ...rest) {
      return own.call(this, `=${key}`, ...rest);
    };
  }
}

const fromSunday = (days: readonly string[]): string[] => [...days.slice(6), ...days.slice(0, 6)];

/** Far outside of any drawing: what is there is left out of the file. */
export const UNSEEN = -1e6;

const LINE_HEIGHT = 12;

interface LabelParams {
  readonly seriesIndex: number;
  readonly dataIndex?: number;
  readonly text: string;
  readonly rect: LabelBox;
  readonly labelRect: LabelBox;
}

/** Draws once to see where labels would be, then again with their places. */
function placeAll(draw: (labelLayout: (params: LabelParams) => object) => void, place: PlaceLabels): void {
  const found = new Map<string, DrawnLabel>();
  const key = ({ seriesIndex, dataIndex = 0 }: LabelParams): string => `${seriesIndex} ${dataIndex}`;
  // The package takes the width of one wide letter for the height of a line, which these fonts do not have.
  const lineBox = (rect: LabelBox): LabelBox => ({ ...box(rect), height: Math.max(rect.height, LINE_HEIGHT) });
  const box = ({ x, y, width, height }: LabelBox): LabelBox => ({ x, y, width, height });
  draw((params) => {
    const { seriesIndex: series, dataIndex: index = 0, text, rect, labelRect } = params;
    if (text !== '') found.set(key(params), { series, index, text, mark: box(rect), label: lineBox(labelRect) });
    return {};
  });
  const places = place([...found.values()]);
  const chosen = new Map([...found.keys()].map((name, at) => [name, places[at] ?? 'keep']));
  draw((params) => {
    const spot = chosen.get(key(params)) ?? 'keep';
    if (spot === 'keep') return {};
    return spot === 'hide' ? { x: UNSEEN, y: UNSEEN } : { ...spot, align: 'center', verticalAlign: 'middle' };
  });
}

/** Draws a chart. Texts are escaped by the package; its marks carry `ecmeta_series_index` and `ecmeta_data_index`. */
export async function drawChart(
  { placeLabels, ...option }: ChartOption,
  measure: TextMeasure,
  { width, height, names }: ChartCanvas,
): Promise<string> {
  const [core, charts, components, features, { SVGRenderer }, { default: cache }] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/features'),
    import('echarts/renderers'),
    import('zrender/lib/core/LRU.js'),
  ]);
  guardCaches(cache);
  core.use([
    ...[charts.BarChart, charts.LineChart, charts.PieChart, charts.ScatterChart, charts.CustomChart],
    ...[charts.BoxplotChart, charts.CandlestickChart, charts.HeatmapChart, charts.RadarChart, charts.FunnelChart],
    ...[charts.TreemapChart, charts.SunburstChart, charts.SankeyChart],
    ...[components.GridComponent, components.TitleComponent, components.LegendComponent],
    ...[components.RadarComponent, components.VisualMapContinuousComponent],
    features.LabelLayout,
    SVGRenderer,
  ]);
  core.setPlatformAPI({
    measureText: (text, font = '') => {
      const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 12);
      return { width: measure(text, size, /bold|[6-9]00/.test(font)) };
    },
  });
  core.registerLocale(LANGUAGE, {
    time: {
      month: [...names.months],
      monthAbbr: [...names.shortMonths],
      dayOfWeek: fromSunday(names.weekdays),
      dayOfWeekAbbr: fromSunday(names.shortWeekdays),
    },
    legend: { selector: { all: '', inverse: '' } },
    toolbox: {},
    timeline: {},
    series: { typeNames: {} },
    aria: {},
  } as never);
  const chart = core.init(null, null, { renderer: 'svg', ssr: true, width, height, locale: LANGUAGE });
  try {
    chart.setOption({ animation: false, useUTC: true, ...option });
    const series = option.series as readonly object[];
    if (placeLabels !== undefined)
      placeAll((labelLayout) => chart.setOption({ series: series.map(() => ({ labelLayout })) }), placeLabels);
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
