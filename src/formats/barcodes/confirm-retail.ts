import type { DecodeSettings, FoundCode } from '../../engines/barcodes/decode.js';

/** Codes of digits whose only guard is a check digit: one damaged line in ten passes it. */
const RETAIL = new Set(['EAN13', 'EAN8', 'UPCA', 'UPCE']);

/** Another look at the same picture; corners need not be in its pixels. */
export type Opinion = (settings: DecodeSettings) => Promise<readonly FoundCode[]>;

/** More lines than the reader asks for by itself. */
const MORE_LINES = 3;

/**
 * Keeps of retail codes those that a second look gives too: with more lines that agree, or in another picture of the same. Where two
 * texts were read at one place, the one that more looks give is kept, and none where they are even. Other codes stay as they are.
 */
export async function confirmedCodes(
  codes: readonly FoundCode[],
  looks: readonly Opinion[],
): Promise<readonly FoundCode[]> {
  const retail = codes.filter(({ format }) => RETAIL.has(format));
  if (retail.length === 0) return codes;
  const formats = [...new Set(retail.map(({ format }) => format))] as NonNullable<DecodeSettings['formats']>;
  const votes = new Map<string, number>();
  const isContested = retail.some((code, i) => retail.slice(0, i).some((other) => isAtSamePlace(code, other)));
  for (const look of looks) {
    const seen = await look({ formats, tryHarder: true, minLineCount: MORE_LINES });
    for (const key of new Set(seen.map(keyOf))) votes.set(key, (votes.get(key) ?? 0) + 1);
    if (!isContested && retail.every((code) => votes.has(keyOf(code)))) break;
  }
  const votesOf = (code: FoundCode): number => votes.get(keyOf(code)) ?? 0;
  return codes.filter((code) => {
    if (!RETAIL.has(code.format)) return true;
    const rivals = retail.filter((other) => keyOf(other) !== keyOf(code) && isAtSamePlace(code, other));
    return votesOf(code) > Math.max(0, ...rivals.map(votesOf));
  });
}

const keyOf = ({ format, text }: FoundCode): string => `${format} ${text}`;

/** Boxes around both codes that have a point in common. */
function isAtSamePlace({ corners: one }: FoundCode, { corners: other }: FoundCode): boolean {
  const overlaps = (axis: 'x' | 'y'): boolean => {
    const [a, b] = [one.map((corner) => corner[axis]), other.map((corner) => corner[axis])];
    return Math.max(...a) >= Math.min(...b) && Math.max(...b) >= Math.min(...a);
  };
  return overlaps('x') && overlaps('y');
}
