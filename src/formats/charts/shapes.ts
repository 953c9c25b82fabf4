/** Charts without an axis of values: heat maps, radars, funnels, nested areas and flows. */

import type { ChartOption } from '../../engines/charts.js';
import { labelsBelow, labelsBeside, widestOf } from './category-axis.js';
import { axisStyle, type ChartLook, chartFrame, colorAt, FONT, fitted, gridOf, LABEL_SIZE } from './chart-look.js';
import { numberWords } from './chart-numbers.js';
import { insideMarks, placing } from './label-places.js';
import type { Slice } from './slices.js';

interface Words {
  readonly locale: string;
  readonly unit: string;
}

/** Colours from low to high: matplotlib's viridis, ColorBrewer's Blues, Oranges and RdBu. */
export const HEAT_COLORS = {
  viridis: ['#440154', '#414487', '#2a788e', '#22a884', '#7ad151', '#fde725'],
  blues: ['#f7fbff', '#c6dbef', '#6baed6', '#2171b5', '#08306b'],
  oranges: ['#fff5eb', '#fdd0a2', '#fd8d3c', '#d94801', '#7f2704'],
  diverging: ['#2166ac', '#92c5de', '#f7f7f7', '#f4a582', '#b2182b'],
} as const;

export type HeatColors = keyof typeof HEAT_COLORS;

export interface HeatMap {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** By row and column; `null` where there is none. */
  readonly values: readonly (readonly (number | null)[])[];
}

export interface HeatSettings extends Words {
  readonly palette: HeatColors;
  readonly valueLabels: boolean;
  readonly xTitle: string;
  readonly yTitle: string;
}

/** Ends of the scale of colours: for a diverging one as far below 0 as above. */
function heatRange({ values }: HeatMap, palette: HeatColors): readonly [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values.flat())
    if (value !== null) [least, most] = [Math.min(least, value), Math.max(most, value)];
  if (palette !== 'diverging') return least === most ? [least - 1, most + 1] : [least, most];
  const reach = Math.max(Math.abs(least), Math.abs(most)) || 1;
  return [-reach, reach];
}

/** What the scale of colours takes at the right. */
const SCALE_WIDTH = 90;

export function heatOption(map: HeatMap, look: ChartLook, settings: HeatSettings): ChartOption {
  const { palette, valueLabels, xTitle, yTitle, locale, unit } = settings;
  const frame = chartFrame(look, []);
  const [min, max] = heatRange(map, palette);
  const words = numberWords(locale, [min, max], unit, 6);
  const [columns, rows] = [map.columns, map.rows].map((names) => names.map((name) => name || '(empty)'));
  const down = labelsBeside(rows ?? [], look, frame);
  const across = labelsBelow(columns ?? [], look, widestOf(down.texts, look) + SCALE_WIDTH + 60);
  const axis = (title: string, labels: typeof across) => {
    const style = axisStyle(look, title, false);
    return {
      ...style,
      type: 'category',
      data: [...labels.texts],
      axisLine: { show: false },
      axisLabel: { ...style.axisLabel, ...labels.label },
    };
  };
  return {
    ...frame.option,
    grid: { ...gridOf(frame), right: SCALE_WIDTH },
    xAxis: axis(xTitle, across),
    yAxis: { ...axis(yTitle, down), inverse: true },
    visualMap: {
      type: 'continuous',
      min,
      max,
      calculable: false,
      orient: 'vertical',
      right: 16,
      top: 'middle',
      itemHeight: Math.max(40, Math.min(220, look.height / 2)),
      text: [words.short(max), words.short(min)],
      textStyle: { fontFamily: FONT, fontSize: LABEL_SIZE, color: look.faint },
      inRange: { color: [...HEAT_COLORS[palette]] },
    },
    series: [
      {
        type: 'heatmap',
        data: map.values.flatMap((row, y) => row.flatMap((value, x) => (value === null ? [] : [[x, y, value]]))),
        itemStyle: {
          borderColor: look.fill || 'transparent',
          borderWidth: map.columns.length * map.rows.length > 2_000 ? 0 : 1,
        },
        label: {
          show: valueLabels,
          fontFamily: FONT,
          fontSize: LABEL_SIZE - 1,
          formatter: ({ value }: { value: unknown }) => words.exact(Number((value as readonly number[])[2])),
        },
      },
    ],
    ...(valueLabels ? placing(look, (labels) => insideMarks(labels, false)) : {}),
  };
}

export interface RadarSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export function radarOption(
  axes: readonly string[],
  series: readonly RadarSeries[],
  largest: number,
  look: ChartLook,
  { locale, unit, area }: Words & { readonly area: boolean },
): ChartOption {
  const frame = chartFrame(
    look,
    series.map(({ name }) => name),
  );
  const height = look.height - frame.top - frame.bottom;
  const words = numberWords(locale, [largest], unit);
  return {
    ...frame.option,
    radar: {
      // As Excel and most others go round.
      clockwise: true,
      center: [look.width / 2, frame.top + height / 2],
      radius: Math.max(20, Math.min(height / 2 - 34, look.width / 2 - 110)),
      indicator: axes.map((name) => ({ name: fitted(name || '(empty)', 110, look.measure), min: 0, max: largest })),
      splitNumber: 4,
      axisName: { fontFamily: FONT, fontSize: LABEL_SIZE, color: look.text },
      splitLine: { lineStyle: { color: look.line } },
      splitArea: { show: false },
      axisLine: { lineStyle: { color: look.line } },
      axisLabel: { show: false, formatter: words.short },
    },
    series: series.map(({ name, values }, at) => ({
      type: 'radar',
      name,
      data: [{ name, value: values.map((value) => value ?? '-') }],
      symbolSize: 5,
      lineStyle: { width: 2, color: colorAt(look, at) },
      itemStyle: { color: colorAt(look, at) },
      ...(area ? { areaStyle: { color: colorAt(look, at), opacity: 0.2 } } : {}),
    })),
  };
}

/** Pixels from a stage to its label. */
const LABEL_LINE = 12;

export function funnelOption(
  stages: readonly Slice[],
  look: ChartLook,
  { locale, unit, isPyramid }: Words & { readonly isPyramid: boolean },
): ChartOption {
  const frame = chartFrame(look, []);
  const words = numberWords(
    locale,
    stages.map(({ value }) => value),
    unit,
  );
  const percent = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const most = Math.max(...stages.map(({ value }) => value));
  const room = look.width * 0.3;
  const [left, right] = [look.width * 0.08, look.width * 0.36];
  /** A label begins beside the wider edge of its stage, not over the stage below. */
  const lineOf = (at: number): number => {
    const [top = 0, bottom = 0] = [stages[at], stages[at + 1]].map(
      (stage) => ((stage?.value ?? 0) / most) * (look.width - left - right),
    );
    return LABEL_LINE + (Math.abs(top - bottom) / 2) * (isPyramid ? 1 : 0.5);
  };
  return {
    ...frame.option,
    series: [
      {
        type: 'funnel',
        sort: 'none',
        left,
        right,
        top: frame.top + 6,
        bottom: 20,
        min: 0,
        max: most,
        minSize: '0%',
        maxSize: '100%',
        gap: 3,
        funnelAlign: isPyramid ? 'left' : 'center',
        data: stages.map(({ label, value }, at) => ({
          name: fitted(label, room, look.measure),
          value,
          itemStyle: { color: colorAt(look, at), borderWidth: 0 },
          labelLine: { length: lineOf(at) },
        })),
        label: {
          position: 'right',
          fontFamily: FONT,
          fontSize: LABEL_SIZE,
          lineHeight: 16,
          color: look.text,
          formatter: ({ dataIndex, name }: { dataIndex: number; name: string }) => {
            const { value = 0 } = stages[dataIndex] ?? {};
            return `${name}\n${words.exact(value)} (${percent.format((value / most) * 100)} %)`;
          },
        },
        labelLine: { lineStyle: { color: look.faint } },
      },
    ],
  };
}
