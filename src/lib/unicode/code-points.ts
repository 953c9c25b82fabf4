/** Number of Unicode code points; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i += 1) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) {
      count -= 1;
      i += 1;
    }
  }
  return count;
}

/** Whether `text` has more than `limit` code points; looks at the text only where its length leaves it open. */
export function exceedsCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  return countCodePoints(text) > limit;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Whether `text` holds a surrogate without its partner, which no UTF-8 can carry. */
export function hasLoneSurrogate(text: string): boolean {
  return !(text as WellFormedString).isWellFormed();
}

/** ES2024, in Node since 20. */
type WellFormedString = string & { isWellFormed(): boolean };
