/** Longest block that is taken for one. */
const MAX_LINES = 50;

/**
 * Splits off a block of `key: value` lines between two lines of `---` at the very beginning, as Pandoc, Jekyll and Hugo write them.
 * A block with anything else in it is left in the text. Keys come in lower case.
 */
export function frontMatter(text: string): { readonly body: string; readonly entries: ReadonlyMap<string, string> } {
  const entries = new Map<string, string>();
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/, MAX_LINES + 2);
  const none = { body: text, entries };
  if (lines[0]?.trimEnd() !== '---') return none;
  const end = lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line));
  if (end < 2) return none;
  for (const line of lines.slice(1, end)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const match = /^([A-Za-z][\w-]*):(.*)$/.exec(line);
    if (match === null) return none;
    const [, key = '', value = ''] = match;
    entries.set(
      key.toLowerCase(),
      value
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .slice(0, 300),
    );
  }
  const body = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .slice(end + 1)
    .join('\n');
  return { body, entries };
}
