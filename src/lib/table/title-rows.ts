/** Rows that are looked at from the top. */
const MAX_TITLE_ROWS = 20;

const YEAR = /^(?:19|20)\d\d$/;

/**
 * How many rows stand above the names of the columns, as banks and reports write them: a title, a date, empty rows. Each has a text in its
 * first cell and nothing beside it; the row of names has two texts or more, years among them, and rows follow that have two cells or more.
 */
export function titleRows(rows: readonly (readonly string[])[], isNumber: (cell: string) => boolean): number {
  const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;
  const names = rows.findIndex((row) => filled(row) > 1);
  if (names < 1 || names > MAX_TITLE_ROWS) return 0;
  const above = rows.slice(0, names).filter((row) => filled(row) > 0);
  if (above.length === 0 || above.some(([first = '']) => first.trim() === '')) return 0;
  if (rows[names]?.some((cell) => isNumber(cell.trim()) && !YEAR.test(cell.trim())) === true) return 0;
  const below = rows.slice(names + 1, names + 4).filter((row) => filled(row) > 0);
  return below.length > 0 && below.every((row) => filled(row) > 1) ? names : 0;
}

/** A comma last: it is in numbers and sentences, too. */
const DELIMITERS = [';', '\t', '|', ','] as const;

/** The same for the lines of a CSV text whose delimiter is not known: the first delimiter that all lines below the title have. */
export function titleLines(text: string, delimiter: string | undefined, isNumber: (cell: string) => boolean): number {
  const lines = text.slice(0, 20_000).split(/\r\n|\r|\n/);
  if (text.length > 20_000) lines.pop();
  const few = lines.slice(0, 2 * MAX_TITLE_ROWS);
  for (const one of delimiter === undefined ? DELIMITERS : [delimiter]) {
    const cells = few.map((line) => {
      // A delimiter in quotes is text.
      const bare = line.replace(/"[^"]*"/g, (quoted) => quoted.slice(1, -1).replaceAll(one, ' '));
      return bare.split(one);
    });
    const count = titleRows(cells, isNumber);
    if (count > 0 && few.slice(count).every((line) => line.trim() === '' || line.includes(one))) return count;
  }
  return 0;
}
