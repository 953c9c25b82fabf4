import { expect, it } from 'vitest';

import { carryOverCases } from './cases.js';
import { tryCase } from './try-case.js';

/** Two of the damages that showed the caller before, one a format; `checks/carry-over` tries all ten on every format. */
const WAYS = ['coded data is 0xff', 'cut in the middle'];

it.each(
  (await carryOverCases(false)).map((carryOver, index) => [carryOver.name, carryOver, WAYS[index % 2] ?? ''] as const),
)('nothing of the caller before is in the answer to a damaged %s', async (_, carryOver, way) => {
  expect(await tryCase(carryOver, [way])).toEqual([]);
});
