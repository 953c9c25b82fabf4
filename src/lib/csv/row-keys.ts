/** Several cells as one text that no other cells give. Short, for tables have a million of them. */
export const joinKey = (cells: readonly string[]): string =>
  cells.length === 1 ? (cells[0] ?? '') : cells.map(escapeZero).join('\0\u0001');

const escapeZero = (cell: string): string => (cell.includes('\0') ? cell.replaceAll('\0', '\0\0') : cell);
