/** Charts as SVG, by ECharts: what is drawn is said in its options, and nothing is fetched or run. */

import type { EChartsCoreOption } from 'echarts/core';

import type { DateNames } from '../lib/time/date-patterns.js';
import { openMeasure } from './text/shaping.js';

export type ChartOption = EChartsCoreOption;

export interface ChartCanvas {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Names for an axis of dates. */
  readonly names: DateNames;
}

/** Width in pixels of a text in the sans font. */
export type TextMeasure = (text: string, fontSize: number, isBold?: boolean) => number;

/** Measures any part of `text`, by the fonts that draw it. */
export function chartMeasure(text: string): TextMeasure {
  const [regular, bold] = [openMeasure(text, false), openMeasure(text, true)];
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

/** Draws a chart. Texts are escaped by the package; its marks carry `ecmeta_series_index` and `ecmeta_data_index`. */
export async function drawChart(
  option: ChartOption,
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
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
