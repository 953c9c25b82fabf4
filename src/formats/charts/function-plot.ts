/** Curves on the plane, with the axes through 0. */

import type { ChartOption } from '../../engines/charts.js';
import { axisStyle, type ChartLook, chartFrame, colorAt, gridOf } from './chart-look.js';
import { numberWords } from './chart-numbers.js';
import { type Curve, type CurveKind, usualRange, withGaps } from './function-curves.js';

export interface PlotSettings {
  readonly kind: CurveKind;
  /** Of the parameter; of x where y depends on it. */
  readonly span: readonly [number, number];
  /** Of the vertical axis; `undefined` for what suits the curves. */
  readonly yRange: readonly [number, number] | undefined;
  readonly grid: boolean;
  readonly locale: string;
  readonly xTitle: string;
  readonly yTitle: string;
}

type Range = readonly [least: number, most: number];

const PADDING = 0.05;
/** Pixels around the plane. */
const MARGINS = 90;

const wider = ([least, most]: Range): Range => {
  const padding = (most - least) * PADDING || 1;
  return [least - padding, most + padding];
};

/** Ranges in which a unit is as long across as up. */
function square([left, right]: Range, [low, high]: Range, { width, height }: ChartLook): readonly [Range, Range] {
  const perPixel = Math.max(
    (right - left) / Math.max(50, width - MARGINS),
    (high - low) / Math.max(50, height - MARGINS),
  );
  const around = (least: number, most: number, pixels: number): Range => {
    const [middle, half] = [(least + most) / 2, (perPixel * Math.max(50, pixels - MARGINS)) / 2];
    return [middle - half, middle + half];
  };
  return [around(left, right, width), around(low, high, height)];
}

function ranges(
  curves: readonly Curve[],
  look: ChartLook,
  { kind, span, yRange }: PlotSettings,
): readonly [Range, Range] {
  const y = yRange ?? wider(usualRange(curves.flatMap(({ points }) => points.map(([, value]) => value))));
  if (kind === 'cartesian') return [span, y];
  const x = wider(usualRange(curves.flatMap(({ points }) => points.map(([value]) => value))));
  return yRange === undefined ? square(x, y, look) : [x, y];
}

export function plotOption(curves: readonly Curve[], look: ChartLook, settings: PlotSettings): ChartOption {
  const { grid, locale, xTitle, yTitle } = settings;
  const [x, y] = ranges(curves, look, settings);
  const frame = chartFrame(
    look,
    curves.map(({ text }) => text),
  );
  const axis = (title: string, [min, max]: Range): ChartOption => {
    const style = axisStyle(look, title, grid);
    return {
      ...style,
      type: 'value',
      min,
      max,
      axisLine: { show: true, onZero: true, lineStyle: { color: look.faint, width: 1.2 } },
      axisLabel: {
        ...style.axisLabel,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: numberWords(locale, [min, max], '').short,
      },
    };
  };
  return {
    ...frame.option,
    grid: gridOf(frame),
    xAxis: axis(xTitle, x),
    yAxis: axis(yTitle, y),
    series: curves.map(({ text, points }, at) => ({
      type: 'line',
      name: text,
      data: withGaps(points, y).map(([across, up]) => [across, up ?? '-']),
      showSymbol: false,
      clip: true,
      lineStyle: { width: 2, color: colorAt(look, at) },
      itemStyle: { color: colorAt(look, at) },
    })),
  };
}
