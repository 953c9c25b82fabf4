/** Writing iCalendar (RFC 5545). */

/** Octets of a line without its break (§3.1). */
const MAX_OCTETS = 75;

const octets = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
};

/** A content line, folded before 75 octets and never inside a character. */
function foldLine(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const size = octets(character);
    if (length + size > MAX_OCTETS) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}

/** A text value (§3.3.11); control characters that it may not hold are dropped. */
export const escapeText = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/;/g, '\\;')
    .replace(/,/g, '\\,')
    .replace(/\r\n?|\n/g, '\\n')
    // §3.1 forbids control characters other than the tab.
    .replace(/(?!\t)\p{Cc}/gu, '');

/** Lines of a calendar as a file. */
export const writeLines = (lines: readonly string[]): string => `${lines.map(foldLine).join('\r\n')}\r\n`;
