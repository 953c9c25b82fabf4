/** Whether 3/4/2026 is 3 April, by the dates of the text that can be read in one way only; `undefined` where they do not say. */
export function dayFirstOf(lines: readonly string[]): boolean | undefined {
  let [dayFirst, monthFirst] = [0, 0];
  for (const line of lines) {
    const [, first, , second] = /^\D*?(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/.exec(line) ?? [];
    if (Number(first) > 12 && Number(second) <= 12) dayFirst += 1;
    if (Number(second) > 12 && Number(first) <= 12) monthFirst += 1;
  }
  if (dayFirst > 0 === monthFirst > 0) return undefined;
  return dayFirst > 0;
}
