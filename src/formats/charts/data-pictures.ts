/** Pictures of the numbers that a statistics tool was given, in the usual look. */

import type { OutputFile } from '../../core/results.js';
import { type ChartOption, chartMeasure } from '../../engines/charts.js';
import { binsOf } from '../../lib/statistics/bins.js';
import { boxOf } from '../../lib/statistics/box.js';
import { chartFile } from './chart-file.js';
import { type ChartLook, chartLook } from './chart-look.js';
import { boxOption, histogramOption } from './distributions.js';
import { type PlacedPoint, pointOption } from './points.js';

/** Groups that are drawn side by side, and letters of a name. */
const MAX_GROUPS = 60;
const MAX_NAME = 80;

const SIZE = { width: 800, height: 450 };

interface Picture {
  readonly stem: string;
  readonly title: string;
  readonly texts: readonly string[];
  readonly description: string;
  readonly locale: string;
}

/** With what had no room in it. */
export interface DataPicture {
  readonly file: OutputFile;
  readonly warnings: readonly string[];
}

async function pictureOf(
  { stem, title, texts, description, locale }: Picture,
  optionOf: (look: ChartLook) => ChartOption,
): Promise<DataPicture> {
  const request = { title, colors: '', theme: 'light', background: '', ...SIZE } as const;
  const look = chartLook(request, chartMeasure([...new Set([title, ...texts].join(''))].join('')));
  const { file } = await chartFile(optionOf(look), look, { stem, format: 'svg', dpi: 96, locale, description });
  return { file, warnings: [...look.warnings] };
}

const short = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name);
const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

/** How often values come, in bins by NumPy's rule "auto". */
export function histogramPicture(name: string, values: readonly number[], locale: string): Promise<DataPicture> {
  const bins = binsOf(sorted(values), 'auto', 0);
  const xTitle = short(name);
  const description = `Histogram of ${values.length} values in ${bins.counts.length} bins from ${bins.edges[0]} to ${bins.edges.at(-1)}`;
  return pictureOf({ stem: 'histogram', title: '', texts: [xTitle], description, locale }, (look) =>
    histogramOption(bins, bins.counts, look, { xTitle, yTitle: '', locale, unit: '' }),
  );
}

/** Box plots of groups side by side; the first of them where there are many. */
export function boxPicture(
  groups: readonly { readonly name: string; readonly values: readonly number[] }[],
  locale: string,
): Promise<DataPicture> {
  const known = groups.filter(({ values }) => values.length > 0);
  const boxes = known
    .slice(0, MAX_GROUPS)
    .map(({ name, values }) => ({ name: short(name), ...boxOf(sorted(values), 'inclusive') }));
  const description = `Box plots: ${boxes.map(({ name, median }) => `${name}, median ${median}`).join('; ')}`;
  return pictureOf(
    { stem: 'box-plot', title: '', texts: boxes.map(({ name }) => name), description, locale },
    (look) => {
      if (known.length > MAX_GROUPS)
        look.warnings.add(`Groups without room, not drawn: ${known.length - MAX_GROUPS} of ${known.length}`);
      return boxOption(boxes, look, { xTitle: '', yTitle: '', locale, horizontal: groups.length === 1, unit: '' });
    },
  );
}

interface Fit {
  readonly points: readonly PlacedPoint[];
  /** Places of the curve from left to right. */
  readonly curve: readonly (readonly [x: number, y: number])[];
  readonly xTitle: string;
  readonly yTitle: string;
}

/** Points and the curve that fits them. */
export function fitPicture({ points, curve, ...titles }: Fit, locale: string): Promise<DataPicture> {
  const [xTitle, yTitle] = [short(titles.xTitle), short(titles.yTitle)];
  const description = `${points.length} points of ${yTitle} by ${xTitle}, with the curve that fits them`;
  const data = { xKind: 'number', xTexts: [], xValues: points.map(({ x }) => x) } as const;
  const settings = {
    pointSize: 7,
    opacity: 0.7,
    xScale: 'linear',
    yScale: 'linear',
    unit: '',
    locale,
    xTitle,
    yTitle,
  } as const;
  return pictureOf({ stem: 'fit', title: '', texts: [xTitle, yTitle], description, locale }, (look) => {
    const option = pointOption(data, [{ name: '', points, trend: undefined }], look, settings);
    const line = { type: 'line', data: curve, showSymbol: false, lineStyle: { color: look.palette[1], width: 2 } };
    return { ...option, series: [...(option.series as object[]), line] };
  });
}
