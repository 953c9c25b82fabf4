/** Histograms and box plots. */

import type { ChartOption } from '../../engines/charts.js';
import type { Bins } from '../../lib/statistics/bins.js';
import type { Box } from '../../lib/statistics/box.js';
import { labelsBelow, labelsBeside } from './category-axis.js';
import { axisStyle, type ChartLook, chartFrame, colorAt, gridOf } from './chart-look.js';
import { numberWords } from './chart-numbers.js';
import { numberAxis } from './scales.js';

interface Words {
  readonly locale: string;
  readonly xTitle: string;
  readonly yTitle: string;
}

/** Bars from edge to edge; `heights` are counts, shares or densities. */
export function histogramOption(
  { edges }: Bins,
  heights: readonly number[],
  look: ChartLook,
  { locale, xTitle, yTitle, unit }: Words & { readonly unit: string },
): ChartOption {
  const frame = chartFrame(look, []);
  const [least, most] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const across = numberAxis(look, xTitle, 'linear', numberWords(locale, [least, most], ''), false);
  return {
    ...frame.option,
    grid: gridOf(frame),
    xAxis: {
      ...across,
      min: least,
      max: most,
      splitLine: { show: false },
      axisLine: { show: true, lineStyle: { color: look.faint } },
    },
    yAxis: numberAxis(look, yTitle, 'linear', numberWords(locale, heights, unit), true),
    series: [
      {
        type: 'custom',
        name: xTitle,
        data: heights.map((height, i) => [edges[i] ?? 0, edges[i + 1] ?? 0, height]),
        encode: { x: [0, 1], y: 2 },
        renderItem: (_: unknown, api: CustomApi) => {
          const [left = 0, top = 0] = api.coord([api.value(0), api.value(2)]);
          const [right = 0, bottom = 0] = api.coord([api.value(1), 0]);
          return {
            type: 'rect',
            shape: { x: left, y: top, width: right - left, height: bottom - top },
            style: { fill: colorAt(look, 0), stroke: look.fill || '#ffffff', lineWidth: right - left > 4 ? 1 : 0 },
          };
        },
      },
    ],
  };
}

interface CustomApi {
  readonly value: (dimension: number) => number;
  readonly coord: (place: readonly number[]) => readonly number[];
}

export interface NamedBox extends Box {
  readonly name: string;
}

export function boxOption(
  boxes: readonly NamedBox[],
  look: ChartLook,
  { locale, xTitle, yTitle, horizontal, unit }: Words & { readonly horizontal: boolean; readonly unit: string },
): ChartOption {
  const frame = chartFrame(look, []);
  const words = numberWords(
    locale,
    boxes.flatMap(({ lower, upper, outliers }) => [lower, upper, ...outliers]),
    unit,
  );
  const names = boxes.map(({ name }) => name || '(empty)');
  const labels = horizontal ? labelsBeside(names, look, frame) : labelsBelow(names, look);
  const style = axisStyle(look, xTitle, false);
  const groups = {
    ...style,
    type: 'category',
    data: [...labels.texts],
    inverse: horizontal,
    axisLabel: { ...style.axisLabel, ...labels.label },
  };
  const values = numberAxis(look, yTitle, 'linear', words, false);
  const place = (group: number, value: number) => (horizontal ? [value, group] : [group, value]);
  return {
    ...frame.option,
    grid: gridOf(frame),
    xAxis: horizontal ? values : groups,
    yAxis: horizontal ? groups : values,
    series: [
      {
        type: 'boxplot',
        layout: horizontal ? 'vertical' : 'horizontal',
        data: boxes.map(({ lower, first, median, third, upper }) => [lower, first, median, third, upper]),
        boxWidth: [8, 70],
        itemStyle: { color: `${colorAt(look, 0)}40`, borderColor: colorAt(look, 0), borderWidth: 1.5 },
      },
      {
        type: 'scatter',
        data: boxes.flatMap(({ outliers }, group) => outliers.map((value) => place(group, value))),
        symbolSize: 5,
        itemStyle: { color: 'transparent', borderColor: colorAt(look, 1), borderWidth: 1.2 },
      },
    ],
  };
}
