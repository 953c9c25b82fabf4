/** Axes of numbers and dates. */

import { invalid, quote } from '../../core/errors.js';
import type { ChartOption } from '../../engines/charts.js';
import { labelsBelow } from './category-axis.js';
import { type AxisStyle, axisStyle, type ChartLook } from './chart-look.js';
import type { NumberWords } from './chart-numbers.js';
import type { AxisKind, ChartData } from './chart-series.js';

export const SCALES = ['linear', 'log'] as const;

export type Scale = (typeof SCALES)[number];

/** Throws INVALID_INPUT for values that a logarithm does not have. */
export function checkLog(scale: Scale, option: string, name: string, values: Iterable<number | null>): void {
  if (scale !== 'log') return;
  let row = 0;
  for (const value of values) {
    row++;
    if (value !== null && value <= 0)
      throw invalid(
        `Option "${option}" can be "log" for values greater than 0 only, row ${row} of ${quote(name)} is ${value}`,
      );
  }
}

const labelled = <Axis extends Pick<AxisStyle, 'axisLabel'>>(axis: Axis, label: object): ChartOption => ({
  ...axis,
  axisLabel: { ...axis.axisLabel, ...label },
});

/** `fromZero`: the axis has 0 on it. */
export function numberAxis(
  look: ChartLook,
  title: string,
  scale: Scale,
  { short }: NumberWords,
  fromZero: boolean,
): ChartOption {
  const type = scale === 'log' ? 'log' : 'value';
  return labelled({ ...axisStyle(look, title, true), type, scale: !fromZero }, { formatter: short });
}

/** The axis below: texts side by side, dates, or numbers. */
export function axisBelow(
  look: ChartLook,
  title: string,
  { xKind, xTexts }: Pick<ChartData, 'xKind' | 'xTexts'>,
  scale: Scale,
  words: NumberWords,
): ChartOption {
  const style = { ...axisStyle(look, title, false) };
  if (xKind === 'date') return { ...style, type: 'time' };
  if (xKind === 'number')
    return labelled({ ...style, type: scale === 'log' ? 'log' : 'value', scale: true }, { formatter: words.short });
  const { texts, label } = labelsBelow(
    xTexts.map((text) => text || '(empty)'),
    look,
  );
  return labelled({ ...style, type: 'category', data: [...texts], boundaryGap: false }, label);
}

/** Places of texts on a category axis: each text once, in the order in which it first appears. */
export function textPlaces(texts: readonly string[]): { readonly texts: readonly string[]; readonly places: number[] } {
  const known = new Map<string, number>();
  const places = texts.map((text) => {
    const place = known.get(text) ?? known.size;
    known.set(text, place);
    return place;
  });
  return { texts: [...known.keys()], places };
}

export const isScale = (kind: AxisKind): boolean => kind !== 'text';
