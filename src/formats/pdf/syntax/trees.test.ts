import { expect, it } from 'vitest';

import { latin1 } from '../../../lib/bytes/latin1.js';
import { PdfDocument } from '../document/document.js';
import { PdfDict, PdfRef, PdfString, type PdfValue } from './objects.js';
import { makeNameTree, makeNumberTree, readNameTree, readNumberTree } from './trees.js';

/** Checks the limits of every node (ISO 32000-2, 7.9.6) and gives its height. */
function checkLimits(document: PdfDocument, node: PdfDict, isRoot = true): number {
  const kids = document.getArray(node, 'Kids');
  expect(node.has('Limits')).toBe(!isRoot);
  if (kids === undefined) return 1;
  let last = '';
  let height = 0;
  for (const kid of kids) {
    const dict = document.dictOf(kid)!;
    const [low, high] = (document.getArray(dict, 'Limits') ?? []).map((limit) =>
      limit instanceof PdfString ? latin1(limit.bytes) : String(limit).padStart(9, '0'),
    );
    expect(low! > last && high! >= low!).toBe(true);
    last = high!;
    height = checkLimits(document, dict, false);
  }
  return height + 1;
}

it('makes balanced trees with limits and reads them back in order', () => {
  const document = PdfDocument.empty();
  const names = Array.from({ length: 9_000 }, (_, i): [string, PdfValue] => [
    `n${String(i * 7_919).padStart(9, '0')}`,
    i,
  ]);
  const byName = makeNameTree(document, names.toReversed());
  expect(readNameTree(document, byName)).toEqual(names);
  expect(checkLimits(document, byName)).toBe(3);
  const numbers = Array.from({ length: 5_000 }, (_, i): [number, PdfValue] => [i * 3, null]);
  const byNumber = makeNumberTree(document, numbers.toReversed());
  expect(readNumberTree(document, byNumber)).toEqual(numbers);
  expect(checkLimits(document, byNumber)).toBe(3);
  expect(makeNumberTree(document, [[1, true]])).toEqual(new PdfDict().set('Nums', [1, true]));
});

it('does not follow a tree that contains itself', () => {
  const document = PdfDocument.empty();
  const ref = document.reserve();
  document.set(ref, new PdfDict().set('Kids', [ref, ref]).set('Nums', [1, 2, 3]));
  expect(readNumberTree(document, ref)).toEqual([[1, 2]]);
  expect(readNumberTree(document, new PdfRef(99))).toEqual([]);
});
