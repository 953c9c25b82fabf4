/**
 * Whether a tool works on each of its files by itself, so that more of them than a run takes can be several runs: it takes one, or its
 * report has an error for each. `dataPaths`: the keys of its data.
 */
export const worksOnEachFile = ({ max }: { readonly max: number }, dataPaths: readonly string[]): boolean =>
  max === 1 || dataPaths.includes('files[].error');
