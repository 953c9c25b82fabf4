/** Whether one letter more, less, other, or swapped with its neighbour makes the second of the first. */
function isOneTypo(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/** A well-known domain that this one is a typo of. Short names have too many neighbours that are names of their own. */
export function nearestDomain(domain: string, known: readonly string[], exists: boolean): string | undefined {
  if (known.includes(domain)) return undefined;
  const least = exists ? 8 : 6;
  return known.find((one) => one.length >= least && isOneTypo(domain, one));
}
