/** The middle of some numbers by size; 0 of none. */
export const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** How far some numbers, at least one, are apart. */
export const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
