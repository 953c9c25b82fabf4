/** Slices of a pie: shares of a whole. */

import { invalid, quote } from '../../core/errors.js';
import type { ChartOption } from '../../engines/charts.js';
import { ContentFault } from '../../lib/faults.js';
import { type ChartLook, chartFrame, colorAt, FONT, fitted, LABEL_SIZE } from './chart-look.js';
import { numberWords, tidy } from './chart-numbers.js';

export const MAX_SLICES = 50;
export const SLICE_LABELS = ['percent', 'value', 'both', 'none'] as const;

export interface Slice {
  readonly label: string;
  readonly value: number;
  /** 0 to 100. */
  readonly percent: number;
  /** Slices that it holds: more than 1 where the smallest are one. */
  readonly count: number;
}

export interface SliceRules {
  readonly order: 'keep' | 'descending';
  /** Most slices, with the one that holds the rest. */
  readonly limit: number;
}

/** Name of the slice of the rest; the second where a row has the first. */
const [OTHER, OTHERS] = ['Other', 'All others'];

/**
 * Rows of one label are added up; beyond `limit` the smallest are one slice. Throws INVALID_INPUT for a value below 0, `ContentFault`
 * where there is nothing to share.
 */
export function slicesOf(
  labels: readonly string[],
  values: readonly (number | null)[],
  { order, limit }: SliceRules,
): Slice[] {
  const sums = new Map<string, number>();
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    const label = labels[row] || '(empty)';
    if (value < 0) throw invalid(`The values must be at least 0, row ${row + 1} (${quote(label)}) is ${value}`);
    sums.set(label, (sums.get(label) ?? 0) + value);
  }
  let total = 0;
  for (const sum of sums.values()) total += sum;
  if (total === 0) throw new ContentFault('it has no values greater than 0');
  const descending = [...sums].sort(([, a], [, b]) => b - a);
  const kept = descending.length > limit ? descending.slice(0, limit - 1) : descending;
  const rest = descending.slice(kept.length);
  const names = new Set(kept.map(([label]) => label));
  const shown = order === 'descending' ? kept : [...sums].filter(([label]) => names.has(label));
  const slice = (label: string, value: number, count: number): Slice => ({
    label,
    value: tidy(value),
    percent: Number(((value / total) * 100).toFixed(4)),
    count,
  });
  const slices = shown.map(([label, value]) => slice(label, value, 1));
  const other = names.has(OTHER) ? OTHERS : OTHER;
  if (rest.length > 0)
    slices.push(
      slice(
        other,
        rest.reduce((sum, [, value]) => sum + value, 0),
        rest.length,
      ),
    );
  return slices;
}

export interface PieSettings {
  readonly holePercent: number;
  readonly rose: boolean;
  readonly sliceLabels: (typeof SLICE_LABELS)[number];
  readonly unit: string;
  readonly locale: string;
}

/** Height of a label of two lines, beside the half of a pie. */
const LINES = 34;

export function pieOption(slices: readonly Slice[], look: ChartLook, settings: PieSettings): ChartOption {
  const { holePercent, rose, sliceLabels, unit, locale } = settings;
  const frame = chartFrame(look, []);
  const words = numberWords(
    locale,
    slices.map(({ value }) => value),
    unit,
  );
  const percent = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  // Less than what is written as 0.1 is not nothing.
  const written = (share: number): string =>
    `${share > 0 && share < 0.05 ? '<' : ''}${percent.format(share > 0 ? Math.max(share, 0.1) : 0)} %`;
  const numbers = ({ value, percent: share }: Slice): string =>
    ({
      percent: written(share),
      value: words.exact(value),
      both: `${words.exact(value)} (${written(share)})`,
      none: '',
    })[sliceLabels];
  const [width, height] = [look.width, look.height - frame.top - 20];
  const radius = Math.min(height * 0.42, width * 0.27);
  const room = Math.max(40, (width - 2 * radius) / 2 - 50);
  // Many slices have their numbers in the line of their name.
  const isCrowded = slices.length * LINES > height;
  return {
    ...frame.option,
    series: [
      {
        type: 'pie',
        center: [width / 2, frame.top + height / 2],
        radius: [(radius * holePercent) / 100, radius],
        roseType: rose ? 'area' : false,
        startAngle: 90,
        clockwise: true,
        percentPrecision: 4,
        minAngle: 0,
        data: slices.map((slice, at) => ({
          value: slice.value,
          name: fitted(slice.label, isCrowded ? room - 60 : room, look.measure),
          itemStyle: { color: colorAt(look, at) },
        })),
        itemStyle: { borderColor: look.fill || 'transparent', borderWidth: slices.length > 1 ? 1.5 : 0 },
        label: {
          show: true,
          fontFamily: FONT,
          fontSize: LABEL_SIZE,
          lineHeight: 16,
          color: look.text,
          formatter: ({ dataIndex, name }: { dataIndex: number; name: string }) => {
            const slice = slices[dataIndex];
            const told = slice === undefined ? '' : numbers(slice);
            return told === '' ? name : `${name}${isCrowded ? ' · ' : '\n'}${told}`;
          },
        },
        labelLine: { length: 12, length2: 10, lineStyle: { color: look.faint } },
        avoidLabelOverlap: true,
      },
    ],
  };
}
