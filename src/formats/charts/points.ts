/** Points of a scatter plot: their sizes, and the straight line that fits them. */

import { invalid, quote } from '../../core/errors.js';
import type { ChartOption } from '../../engines/charts.js';
import { type ChartLook, chartFrame, colorAt, gridOf } from './chart-look.js';
import { numberWords, placeWords } from './chart-numbers.js';
import type { ChartData } from './chart-series.js';
import { axisBelow, isScale, numberAxis, type Scale, textPlaces } from './scales.js';

export interface PointSettings {
  readonly pointSize: number;
  readonly opacity: number;
  readonly xScale: Scale;
  readonly yScale: Scale;
  readonly unit: string;
  readonly locale: string;
  readonly xTitle: string;
  readonly yTitle: string;
}

export interface PlacedPoint {
  readonly x: number;
  readonly y: number;
  /** Of the bubble; `null` where points are all alike. */
  readonly size: number | null;
}

export interface PointSeries {
  readonly name: string;
  readonly points: readonly PlacedPoint[];
  readonly trend: Trend | undefined;
}

export interface Trend {
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance that the line explains, 0 to 1. */
  readonly rSquared: number;
}

/** Beyond it, points of a series are drawn as one shape. */
const MAX_SHAPES = 2_000;
const BUBBLE_DIAMETER = 60;

/** Points with a place on both axes. `sizes` by row; throws INVALID_INPUT for one below 0. */
export function pointsOf(
  { xKind, xValues, xTexts, series }: ChartData,
  sizes: readonly (number | null)[] | undefined,
  sizeName: string,
): readonly { readonly name: string; readonly points: PlacedPoint[] }[] {
  const below = sizes?.findIndex((size) => size !== null && size < 0) ?? -1;
  if (below >= 0)
    throw invalid(
      `Option "size" must name a column of values of at least 0, row ${below + 1} of ${quote(sizeName)} is ${sizes?.[below]}`,
    );
  const places = isScale(xKind) ? xValues : textPlaces(xTexts).places;
  return series.map(({ name, rows, values }) => ({
    name,
    points: rows.flatMap((row, i) => {
      const [x, y, size] = [places[row] ?? null, values[i] ?? null, sizes === undefined ? null : (sizes[row] ?? null)];
      return x === null || y === null || (sizes !== undefined && size === null) ? [] : [{ x, y, size }];
    }),
  }));
}

/** Least squares; `undefined` for fewer than two places from left to right. */
export function trendOf(points: readonly PlacedPoint[]): Trend | undefined {
  const count = points.length;
  const mean = (read: (point: PlacedPoint) => number): number =>
    points.reduce((sum, point) => sum + read(point) / count, 0);
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  let [sxx, sxy, syy] = [0, 0, 0];
  for (const { x, y } of points) {
    sxx += (x - meanX) ** 2;
    sxy += (x - meanX) * (y - meanY);
    syy += (y - meanY) ** 2;
  }
  if (count < 2 || sxx === 0) return undefined;
  const slope = sxy / sxx;
  return { slope, intercept: meanY - slope * meanX, rSquared: syy === 0 ? 1 : sxy ** 2 / (sxx * syy) };
}

export function pointOption(
  data: Pick<ChartData, 'xKind' | 'xTexts' | 'xValues'>,
  series: readonly PointSeries[],
  look: ChartLook,
  settings: PointSettings,
): ChartOption {
  const frame = chartFrame(
    look,
    series.map(({ name }) => name),
  );
  const { locale, unit, pointSize, opacity } = settings;
  const words = numberWords(
    locale,
    series.flatMap(({ points }) => points.map(({ y }) => y)),
    unit,
  );
  const largest = Math.max(
    0,
    ...series.map(({ points }) => points.reduce((most, { size }) => Math.max(most, size ?? 0), 0)),
  );
  const texts = textPlaces(data.xTexts).texts;
  const below = axisBelow(
    look,
    settings.xTitle,
    { ...data, xTexts: texts },
    settings.xScale,
    placeWords(locale, data.xValues),
  );
  return {
    ...frame.option,
    grid: gridOf(frame),
    xAxis: { ...below, boundaryGap: data.xKind === 'text' ? true : undefined },
    yAxis: numberAxis(look, settings.yTitle, settings.yScale, words, false),
    series: series.flatMap(({ name, points, trend }, at) => [
      {
        type: 'scatter',
        name,
        data: points.map(({ x, y, size }) => (size === null ? [x, y] : [x, y, size])),
        large: points.length > MAX_SHAPES,
        largeThreshold: MAX_SHAPES,
        symbolSize:
          largest === 0
            ? pointSize
            : (value: readonly number[]) => Math.max(2, Math.sqrt((value[2] ?? 0) / largest) * BUBBLE_DIAMETER),
        itemStyle: { color: colorAt(look, at), opacity },
      },
      ...(trend === undefined ? [] : [trendLine(points, trend, colorAt(look, at))]),
    ]),
  };
}

function trendLine(points: readonly PlacedPoint[], { slope, intercept }: Trend, color: string): ChartOption {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x } of points) [least, most] = [Math.min(least, x), Math.max(most, x)];
  return {
    type: 'line',
    data: [least, most].map((x) => [x, intercept + slope * x]),
    showSymbol: false,
    lineStyle: { color, width: 2, type: 'dashed' },
  };
}
