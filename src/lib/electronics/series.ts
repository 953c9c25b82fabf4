/** Preferred values of IEC 60063. */

const E24 = [
  1, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2, 2.2, 2.4, 2.7, 3, 3.3, 3.6, 3.9, 4.3, 4.7, 5.1, 5.6, 6.2, 6.8, 7.5, 8.2, 9.1,
];

/** From E48 on they are powers of a root of ten with three digits; 9.19 is 9.20. */
const fine = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => {
    const value = Number((10 ** (i / count)).toFixed(2));
    return value === 9.19 ? 9.2 : value;
  });

export const SERIES = ['E3', 'E6', 'E12', 'E24', 'E48', 'E96', 'E192'] as const;
export type Series = (typeof SERIES)[number];

export function valuesOf(series: Series): readonly number[] {
  const count = Number(series.slice(1));
  return count > 24 ? fine(count) : E24.filter((_, i) => i % (24 / count) === 0);
}

/** The nearest value below, above and nearest by ratio. */
export function nearestValues(value: number, series: Series) {
  const decade = 10 ** Math.floor(Math.log10(value));
  const candidates = [0.1, 1, 10].flatMap((scale) =>
    valuesOf(series).map((step) => Number((step * scale * decade).toPrecision(6))),
  );
  const exact = 1e-9 * value;
  const below = Math.max(...candidates.filter((candidate) => candidate <= value + exact));
  const above = Math.min(...candidates.filter((candidate) => candidate >= value - exact));
  return { below, above, nearest: value / below <= above / value ? below : above };
}
