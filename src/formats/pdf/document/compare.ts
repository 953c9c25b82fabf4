import { latin1 } from '../../../lib/bytes/latin1.js';
import { PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';
import type { PdfDocument } from './document.js';

/** How many parts may still be compared: a hostile file has many large things of one name. */
export class CompareBudget {
  left = 1_000_000;
}

/** Whether two values, perhaps of two documents, say the same; no, when the budget is used up. */
export function isSame(a: PdfValue, inA: PdfDocument, b: PdfValue, inB: PdfDocument, budget: CompareBudget): boolean {
  return isSameWithin(a, inA, b, inB, budget, 0);
}

function isSameWithin(
  a: PdfValue,
  inA: PdfDocument,
  b: PdfValue,
  inB: PdfDocument,
  budget: CompareBudget,
  depth: number,
): boolean {
  budget.left -= 1;
  if (budget.left < 0 || depth > 20) return false;
  const left = inA.resolve(a);
  const right = inB.resolve(b);
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length &&
      left.every((value, i) => isSameWithin(value, inA, right[i] ?? null, inB, budget, depth + 1))
    );
  }
  if (left instanceof PdfDict && right instanceof PdfDict) {
    if (left.size !== right.size) return false;
    for (const [key, value] of left) {
      if (!isSameWithin(value, inA, right.get(key) ?? null, inB, budget, depth + 1)) return false;
    }
    return true;
  }
  if (left instanceof PdfStream) budget.left -= left.bytes.length >> 6;
  return isSameScalar(left, right);
}

function isSameScalar(left: PdfValue, right: PdfValue): boolean {
  if (left instanceof PdfName && right instanceof PdfName) return left.value === right.value;
  if (left instanceof PdfString && right instanceof PdfString) return latin1(left.bytes) === latin1(right.bytes);
  if (!(left instanceof PdfStream && right instanceof PdfStream)) return false;
  return left.bytes.length === right.bytes.length && Buffer.compare(left.bytes, right.bytes) === 0;
}
