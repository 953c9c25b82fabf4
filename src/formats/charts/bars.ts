/** Bars: a place for each category, a value for each series in it. */

import { invalid, overLimit, quote } from '../../core/errors.js';
import type { ChartOption, DrawnLabel } from '../../engines/charts.js';
import { labelsBelow, labelsBeside, widestOf } from './category-axis.js';
import { axisStyle, type ChartLook, chartFrame, colorAt, FONT, gridOf, inkOn, LABEL_SIZE } from './chart-look.js';
import { type NumberWords, numberWords, tidy } from './chart-numbers.js';
import type { ChartData } from './chart-series.js';
import { beyondBars, gapFor, insideMarks, type Placed, placing, roomAbout } from './label-places.js';

export const BAR_LAYOUTS = ['grouped', 'stacked', 'percent'] as const;
export const BAR_ORDERS = ['keep', 'ascending', 'descending'] as const;
const MAX_BARS = 5_000;
const MAX_LABELS = 1_000;

export interface BarSettings {
  readonly layout: (typeof BAR_LAYOUTS)[number];
  readonly horizontal: boolean;
  readonly order: (typeof BAR_ORDERS)[number];
  readonly valueLabels: boolean;
  readonly unit: string;
  readonly locale: string;
  readonly xTitle: string;
  readonly yTitle: string;
}

export interface Bars {
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** Rows as bars: without a column of series each row has its own place, else rows of one text share it and add up. */
export function barsOf({ xTexts, series }: ChartData, isDivided: boolean, label: string): Bars {
  const places = new Map<string, number>();
  const placeOf = isDivided
    ? (row: number): number => {
        const text = xTexts[row] ?? '';
        const place = places.get(text) ?? places.size;
        places.set(text, place);
        return place;
      }
    : (row: number): number => row;
  const placed = series.map(({ rows }) => rows.map(placeOf));
  const categories = isDivided ? [...places.keys()] : [...xTexts];
  const bars = categories.length * series.length;
  if (bars > MAX_BARS) throw overLimit(`The table of ${label} must give at most ${MAX_BARS} bars, got ${bars}`);
  return {
    categories,
    series: series.map(({ name, values }, at) => {
      const sums = new Array<number | null>(categories.length).fill(null);
      for (const [i, value] of values.entries()) {
        const place = placed[at]?.[i] ?? 0;
        if (value !== null) sums[place] = (sums[place] ?? 0) + value;
      }
      return { name, values: sums.map((sum) => (sum === null ? null : tidy(sum))) };
    }),
  };
}

/** Throws LIMIT_EXCEEDED where more values are to be written than can be read. */
export function checkLabels({ categories, series }: Bars, valueLabels: boolean): void {
  const count = categories.length * series.length;
  if (valueLabels && count > MAX_LABELS)
    throw overLimit(`Option "valueLabels" can be true for at most ${MAX_LABELS} bars, got ${count}`);
}

/** By the sums of all series. */
export function ordered(bars: Bars, order: BarSettings['order']): Bars {
  if (order === 'keep') return bars;
  const sums = bars.categories.map((_, at) => bars.series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const sign = order === 'ascending' ? 1 : -1;
  const places = bars.categories.map((_, at) => at).sort((a, b) => sign * ((sums[a] ?? 0) - (sums[b] ?? 0)) || a - b);
  return {
    categories: places.map((at) => bars.categories[at] ?? ''),
    series: bars.series.map(({ name, values }) => ({ name, values: places.map((at) => values[at] ?? null) })),
  };
}

/** Each value as a share of its category, 0 to 100. Throws INVALID_INPUT for one below 0. */
export function percentages(bars: Bars): Bars {
  for (const { name, values } of bars.series) {
    const at = values.findIndex((value) => value !== null && value < 0);
    if (at >= 0)
      throw invalid(
        `Option "layout" can be "percent" for values of at least 0 only, ${quote(bars.categories[at] ?? '')} of ${quote(name)} is ${values[at]}`,
      );
  }
  const sums = bars.categories.map((_, at) => bars.series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  return {
    categories: bars.categories,
    series: bars.series.map(({ name, values }) => ({
      name,
      values: values.map((value, at) => (value === null || sums[at] === 0 ? null : (value / (sums[at] ?? 1)) * 100)),
    })),
  };
}

export function barOption(bars: Bars, look: ChartLook, settings: BarSettings): ChartOption {
  const { layout, horizontal, valueLabels, xTitle, yTitle, locale } = settings;
  const unit = layout === 'percent' ? '%' : settings.unit;
  const digits = layout === 'percent' ? 3 : 15;
  const words = numberWords(
    locale,
    bars.series.flatMap(({ values }) => values),
    unit,
    digits,
  );
  const all = bars.series.flatMap(({ values }) => values.map((item) => item ?? 0));
  const [isBelow, isAbove] = [all.some((item) => item < 0), all.some((item) => item > 0)];
  const frame = chartFrame(
    look,
    bars.series.map(({ name }) => name),
  );
  const length = horizontal ? look.width - 300 : look.height - frame.top - frame.bottom - 60;
  const ends = valueLabels ? labelEnds(bars, look, settings, words) : 0;
  const gap = gapFor(ends, length);
  const places = bars.categories.map((text) => (text === '' ? '(empty)' : text));
  const labels = horizontal ? labelsBeside(places, look, frame) : labelsBelow(places, look);
  const style = axisStyle(look, xTitle, false);
  const category = {
    ...style,
    type: 'category',
    data: [...labels.texts],
    inverse: horizontal,
    axisLabel: { ...style.axisLabel, ...labels.label },
  };
  const value = {
    ...axisStyle(look, yTitle, true),
    type: 'value',
    ...(layout === 'percent' ? { max: 100 } : {}),
    // Room for the values beyond the longest bars.
    ...(valueLabels && layout === 'grouped' ? { boundaryGap: [isBelow ? gap : 0, isAbove ? gap : 0] } : {}),
  };
  const scale = { ...value, axisLabel: { ...value.axisLabel, formatter: words.short } };
  const rule = (drawn: readonly DrawnLabel[]): Placed[] => {
    if (layout !== 'grouped') return insideMarks(drawn, true);
    const signed = drawn.map((label) => ({
      ...label,
      isNegative: (bars.series[label.series]?.values[label.index] ?? 0) < 0,
    }));
    return beyondBars(
      signed,
      roomAbout(drawn, look, { above: ends, below: ends, left: ends, right: ends }),
      horizontal,
    );
  };
  return {
    ...frame.option,
    grid: gridOf(frame),
    xAxis: horizontal ? scale : category,
    yAxis: horizontal ? category : scale,
    series: bars.series.map(({ name, values }, at) => ({
      type: 'bar',
      name,
      data: values.map((item) => item ?? '-'),
      itemStyle: { color: colorAt(look, at) },
      barMaxWidth: 90,
      barCategoryGap: '25%',
      ...(layout === 'grouped' ? { barGap: '8%' } : { stack: 'all' }),
      label: valueLabel(settings, look, words, colorAt(look, at)),
    })),
    ...(valueLabels ? placing(look, rule) : {}),
  };
}

/** Pixels that the values beyond the ends of bars take. */
function labelEnds(
  { series, categories }: Bars,
  look: ChartLook,
  { horizontal }: BarSettings,
  words: NumberWords,
): number {
  const texts = series.flatMap(({ values }) => values.map((value) => (value === null ? '' : words.exact(value))));
  const widest = widestOf(texts, look);
  const pitch = ((look.width - 110) * 0.7) / Math.max(1, categories.length * series.length);
  return horizontal || widest > pitch ? widest + 6 : LABEL_SIZE + 8;
}

const valueLabel = ({ layout, valueLabels }: BarSettings, look: ChartLook, words: NumberWords, color: string) => ({
  show: valueLabels,
  position: layout === 'grouped' ? 'top' : 'inside',
  formatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? words.exact(value) : ''),
  fontFamily: FONT,
  fontSize: LABEL_SIZE - 1,
  color: layout === 'grouped' ? look.text : inkOn(color),
});
