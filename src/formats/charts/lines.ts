/** Lines and areas through the points of each series. */

import { overLimit } from '../../core/errors.js';
import type { ChartOption, DrawnLabel } from '../../engines/charts.js';
import { type ChartLook, chartFrame, colorAt, FONT, gridOf, LABEL_SIZE } from './chart-look.js';
import { numberWords, placeWords } from './chart-numbers.js';
import type { ChartData, Series } from './chart-series.js';
import { besidePoints, gapFor, placing, roomAbout } from './label-places.js';
import { axisBelow, isScale, numberAxis, type Scale, textPlaces } from './scales.js';

export interface LineSettings {
  readonly area: boolean;
  readonly stacked: boolean;
  readonly smooth: boolean;
  readonly markers: boolean;
  readonly valueLabels: boolean;
  readonly fromZero: boolean;
  readonly xScale: Scale;
  readonly yScale: Scale;
  readonly unit: string;
  readonly locale: string;
  readonly xTitle: string;
  readonly yTitle: string;
}

/** Beyond it, marks would cover the line. */
const MAX_MARKED = 60;
/** Marks and values that the eye can still tell apart, and many more. */
const MAX_MARKS = 2_000;

type Point = readonly [x: number, y: number | null];

/** The points of a series from left to right; rows without a place on the axis are left out. */
function linePoints({ rows, values }: Series, places: readonly (number | null)[]): Point[] {
  const points = rows.flatMap((row, i): Point[] => {
    const x = places[row] ?? null;
    return x === null ? [] : [[x, values[i] ?? null]];
  });
  return points.sort(([a], [b]) => a - b);
}

/** Throws LIMIT_EXCEEDED where more points are to be marked than can be seen. */
export function checkMarks(
  { series }: ChartData,
  { markers, valueLabels }: Pick<LineSettings, 'markers' | 'valueLabels'>,
) {
  const points = series.reduce((sum, { values }) => sum + values.length, 0);
  const option = valueLabels ? 'valueLabels' : 'markers';
  if ((markers || valueLabels) && points > MAX_MARKS)
    throw overLimit(`Option "${option}" can be true for at most ${MAX_MARKS} points, got ${points}`);
}

/** Pixels for a label above or below a point. */
const LABEL_GAP = 20;

/** Whether the axis can go on below the values without making those that are all above 0 look as if they were not. */
function hasRoomBelow(series: readonly Series[], isFromZero: boolean): boolean {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of allOf(series))
    if (value !== null) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return least < 0 || (!isFromZero && least - (most - least) / 4 > 0);
}

export function lineOption(data: ChartData, look: ChartLook, settings: LineSettings): ChartOption {
  const { xKind, xValues, xTexts, series } = data;
  const texts = textPlaces(xTexts);
  const places = isScale(xKind) ? xValues : texts.places;
  const frame = chartFrame(
    look,
    series.map(({ name }) => name),
  );
  const { area, stacked, smooth, markers, fromZero, valueLabels, locale, unit } = settings;
  const words = numberWords(locale, allOf(series), unit);
  const xWords = placeWords(locale, xValues);
  const isMarked = markers || (!area && Math.max(...series.map(({ rows }) => rows.length)) <= MAX_MARKED);
  const isFromZero = fromZero || area || stacked;
  const isLow = hasRoomBelow(series, isFromZero);
  const gap = gapFor(LABEL_GAP, look.height - frame.top - frame.bottom - 60);
  const boundaryGap = valueLabels && settings.yScale === 'linear' ? { boundaryGap: [isLow ? gap : 0, gap] } : {};
  const rule = (labels: readonly DrawnLabel[]) =>
    besidePoints(
      labels,
      roomAbout(labels, look, {
        above: LABEL_GAP,
        below: isLow && settings.yScale === 'linear' ? LABEL_GAP : 0,
        left: 0,
        right: 60,
      }),
    );
  return {
    ...frame.option,
    grid: gridOf(frame),
    xAxis: axisBelow(look, settings.xTitle, { xKind, xTexts: texts.texts }, settings.xScale, xWords),
    yAxis: { ...numberAxis(look, settings.yTitle, settings.yScale, words, isFromZero), ...boundaryGap },
    series: series.map((one, at) => ({
      type: 'line',
      name: one.name,
      data: linePoints(one, places).map(([x, y]) => [x, y ?? '-']),
      smooth: smooth ? 0.35 : false,
      smoothMonotone: 'x',
      showSymbol: isMarked || valueLabels,
      symbol: 'circle',
      symbolSize: 6,
      lineStyle: { width: 2, color: colorAt(look, at) },
      itemStyle: { color: colorAt(look, at) },
      ...(area || stacked ? { areaStyle: { color: colorAt(look, at), opacity: stacked ? 0.75 : 0.2 } } : {}),
      ...(stacked ? { stack: 'all', stackStrategy: 'all' } : {}),
      label: {
        show: valueLabels,
        position: 'top',
        fontFamily: FONT,
        fontSize: LABEL_SIZE - 1,
        color: look.text,
        // Where a label has to be on a line, the line is broken around it.
        ...(look.fill === '' ? {} : { textBorderColor: look.fill, textBorderWidth: 3 }),
        formatter: ({ value }: { value: unknown }) => {
          const y = Array.isArray(value) ? (value as unknown[])[1] : value;
          return typeof y === 'number' ? words.exact(y) : '';
        },
      },
    })),
    ...(valueLabels ? placing(look, rule) : {}),
  };
}

function* allOf(series: readonly Series[]): Generator<number | null> {
  for (const { values } of series) yield* values;
}
