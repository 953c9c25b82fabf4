/** The 4 or 16 bytes of an IP address as people write it; `undefined` for anything else. */
export function addressBytes(text: string): Buffer | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) {
    const parts = text.split('.').map(Number);
    return parts.every((part) => part <= 255) ? Buffer.from(parts) : undefined;
  }
  if (!/^[\da-f:.]+$/i.test(text) || !text.includes(':') || !URL.canParse(`http://[${text}]/`)) return undefined;
  // The URL standard's form has groups of hexadecimal digits only, and `::` at most once.
  const [left = '', right] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(left), groups(right ?? '')];
  const middle = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.from([...first, ...middle, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
