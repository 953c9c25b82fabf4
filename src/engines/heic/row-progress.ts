/** Who waits for the first rows of a picture that fills tile by tile. */
export interface RowProgress {
  readonly placed: (tile: number) => void;
  /** Everybody who waits, now or later, for rows that are not there gets this error. */
  readonly failed: (error: unknown) => void;
  readonly rowsReady: (rows: number) => Promise<void>;
}

/** `tops`: the first row that each tile touches, in ascending order. */
export function trackRows(tops: readonly number[], height: number): RowProgress {
  const isPlaced = tops.map(() => false);
  let firstMissing = 0;
  let failure: { readonly error: unknown } | undefined;
  let waiting: { readonly rows: number; readonly resolve: () => void; readonly reject: (error: unknown) => void }[] =
    [];
  const ready = (): number => tops[firstMissing] ?? height;

  return {
    placed(tile) {
      isPlaced[tile] = true;
      while (isPlaced[firstMissing] === true) firstMissing++;
      for (const { rows, resolve } of waiting) if (rows <= ready()) resolve();
      waiting = waiting.filter(({ rows }) => rows > ready());
    },
    failed(error) {
      failure = { error };
      for (const { reject } of waiting) reject(error);
      waiting = [];
    },
    rowsReady: (rows) =>
      new Promise((resolve, reject) => {
        if (rows <= ready()) resolve();
        else if (failure !== undefined) reject(failure.error);
        else waiting.push({ rows, resolve, reject });
      }),
  };
}
