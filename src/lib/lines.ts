/** Changes every line of a text by itself and keeps the line breaks (LF, CRLF, CR, U+2028, U+2029) as they are. */
export function mapLines(text: string, change: (line: string) => string): string {
  const parts = text.split(/(\r\n|[\n\r\u2028\u2029])/);
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('');
}
