/** k-anonymity (Sweeney 2002) and l-diversity (Machanavajjhala and others 2007) of a table. */
export interface PrivacyReport {
  /** Rows of the smallest group of rows that are equal in all of the columns; 0 for a table without rows. */
  readonly k: number;
  readonly groups: number;
  /** Rows alone in their group. */
  readonly uniqueRows: number;
  /** Fewest different values of the sensitive column in a group. */
  readonly l?: number;
}

const groupKey = (row: readonly string[], columns: readonly number[]): string =>
  columns.map((column) => `${(row[column] ?? '').length}:${row[column] ?? ''}`).join('');

/** Rows in groups of those that are equal in some columns. */
function groupsOf(rows: readonly (readonly string[])[], columns: readonly number[]): (readonly string[])[][] {
  const groups = new Map<string, (readonly string[])[]>();
  for (const row of rows) {
    const key = groupKey(row, columns);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

export function privacyOf(
  rows: readonly (readonly string[])[],
  columns: readonly number[],
  sensitive?: number,
): PrivacyReport {
  const groups = groupsOf(rows, columns);
  const least = (of: (group: readonly (readonly string[])[]) => number): number =>
    groups.reduce((lowest, group) => Math.min(lowest, of(group)), groups.length === 0 ? 0 : Number.POSITIVE_INFINITY);
  return {
    k: least((group) => group.length),
    groups: groups.length,
    uniqueRows: groups.filter((group) => group.length === 1).length,
    ...(sensitive === undefined ? {} : { l: least((group) => new Set(group.map((row) => row[sensitive] ?? '')).size) }),
  };
}

/** The rows whose group has at least `k`, in their order. */
export function suppressed<Row extends readonly string[]>(
  rows: readonly Row[],
  columns: readonly number[],
  k: number,
): Row[] {
  const kept = new Set(
    groupsOf(rows, columns)
      .filter((group) => group.length >= k)
      .flat(),
  );
  return rows.filter((row) => kept.has(row));
}
