import { listLines } from '../../lib/text/lines.js';
import { foldCase } from '../../lib/unicode/letter-case.js';

/** Items of a list, each once, the first of equal ones. */
export function distinctItems(items: readonly string[], caseSensitive = true): string[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size < seen.add(caseSensitive ? item : foldCase(item)).size);
}

/** One item a line, without blanks at its ends and without empty ones where asked. */
export function itemsOfLines(
  text: string,
  { trim, skipEmpty }: { readonly trim: boolean; readonly skipEmpty: boolean },
): string[] {
  const items = listLines(text).map((line) => (trim ? line.trim() : line));
  return skipEmpty ? items.filter((item) => item !== '') : items;
}
