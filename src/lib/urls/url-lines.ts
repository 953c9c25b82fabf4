/** Addresses as people paste them, one per line. */

/** With the scheme that a browser would add where there is none: `example.com/a`, `//example.com`. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('//')) return `https:${trimmed}`;
  const isBare = /^(?:localhost|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+)\.?(?::\d{1,5})?(?:[/?#]|$)/u.test(trimmed);
  return isBare ? `https://${trimmed}` : trimmed;
}

interface Line {
  readonly line: number;
  readonly text: string;
}

/** Lines that are not blank, with their numbers. */
export const filledLines = (text: string): readonly Line[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter(({ text: line }) => line !== '');

/** Several addresses in a line: what begins with a scheme behind a space is one of its own. */
function addressesOf(line: string): readonly string[] {
  const parts = line.split(/\s(?=[a-z][a-z\d+.-]{1,19}:\/\/)/i);
  const last = parts.pop() ?? '';
  return [...parts.map((part) => part.trim().replace(/[,;]$/, '').trim()), last.trim()].filter((part) => part !== '');
}

/** Addresses, one per line or several with white space between, also behind commas and semicolons; with the numbers of their lines. */
export const urlLines = (text: string): readonly Line[] =>
  filledLines(text).flatMap(({ line, text: whole }) => addressesOf(whole).map((address) => ({ line, text: address })));

/** `undefined` where it is not an address. */
export const parseUrl = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined;
