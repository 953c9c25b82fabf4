/**
 * The first index below `count` that `isPast`, or `count` where none is, by halving: the answer for an index must be the answer for
 * all after it too, once it is yes.
 */
export function firstIndex(count: number, isPast: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
