import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './discount-calculator.js';

const hasPython = hasProgram('python3', ['--version'], 'discount-calculator against decimals of Python');

type Answer = Readonly<Record<string, string>>;

async function worked(options: Record<string, unknown>, input = ''): Promise<Answer> {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Answer;
}
const message = async (options: Record<string, unknown>): Promise<string | undefined> =>
  (await runTool(tool, { options })).message;

/** Every action by exact fractions, rounded half up. */
const SCRIPT = `
from decimal import Decimal as D, ROUND_HALF_UP
from fractions import Fraction as F
import math
def cents(v):
    v = F(v)
    whole = math.floor(abs(v) * 100 + F(1, 2))
    return F(whole if v >= 0 else -whole, 100)
def text(v):
    c = cents(v)
    return ("-" if c < 0 else "") + "%d.%02d" % divmod(abs(int(c * 100)), 100)
def off(price, d):
    return cents(price * (1 - F(d[:-1]) / 100)) if d.endswith("%") else price - F(d)
out = []
for a in data:
    n = {k: F(str(v)) for k, v in a.items() if isinstance(v, (int, float))}
    k = a["action"]
    if k == "discount":
        before = left = sum(cents(F(q) * F(p)) for q, p, _ in a["lines"])
        left = sum(off(cents(F(q) * F(p)), d + "%") for q, p, d in a["lines"])
        for d in a["list"]:
            left = off(left, d)
        tax = cents(left * n["taxPercent"] / 100)
        out.append({"before": text(before), "after": text(left), "saved": text(before - left), "total": text(left + tax)})
    elif k == "original":
        v = n["price"]
        for d in reversed(a["list"]):
            v = v / (1 - F(d[:-1]) / 100) if d.endswith("%") else v + F(d)
        out.append({"before": text(v)})
    elif k == "multi-buy":
        # Piece by piece: the last of each group costs less.
        size, share, q = a["size"], F(str(a["left"])), a["quantity"]
        full = q // size * size
        total = sum(n["price"] * (share if i < full and (i + 1) % size == 0 else 1) for i in range(q))
        out.append({"after": text(total), "perPiece": text(cents(total) / q)})
    elif k == "margin":
        price = n["cost"] / (1 - n["marginPercent"] / 100)
        out.append({"price": text(price), "profit": text(price - n["cost"])})
    else:
        units = 0
        step = n["price"] - n["cost"]
        need = n["fixedCosts"] + n["profit"]
        units = math.ceil(need / step)
        out.append({"units": str(units), "profit": text(units * step - n["fixedCosts"]), "revenue": text(units * n["price"])})
print(json.dumps(out))`;

describe('discount-calculator', () => {
  inRounds.skipIf(!hasPython)('works out every action as fractions of Python do', [150, 600], async (rounds) => {
    const chance = chanceOf(2);
    const price = () => (100 + chance(99_900)) / 100;
    const percent = () => `${1 + chance(90)}%`;
    const runs = Array.from({ length: rounds }, () => {
      const action = pick(chance, ['discount', 'original', 'multi-buy', 'margin', 'break-even']);
      const list = Array.from({ length: 1 + chance(3) }, (_, i) => (i === 0 && chance(3) === 0 ? '0.50' : percent()));
      const discounts = list.join(pick(chance, [', ', '+', ';', ' + ']));
      if (action === 'discount') {
        const lines = Array.from({ length: 1 + chance(4) }, () => [
          `${1 + chance(9)}`,
          price().toFixed(2),
          `${chance(60)}`,
        ]);
        const input = lines.map(([quantity, one, off]) => `x ${quantity} x ${one} ${off}%`).join('\n');
        return { asked: { action, lines, list, taxPercent: chance(25) }, discounts, input };
      }
      if (action === 'original') return { asked: { action, list, price: price() }, discounts, input: '' };
      if (action === 'multi-buy') {
        const [offer, size, left] = pick(chance, [
          ['3 for 2', 3, 0],
          ['buy 2 get 1 half price', 3, 0.5],
          ['4th 30% off', 4, 0.7],
          ['BOGO', 2, 0],
          ['buy 1, get 1 free', 2, 0],
        ] as const);
        return { asked: { action, price: price(), quantity: 1 + chance(40), size, left }, offer, input: '' };
      }
      if (action === 'margin') return { asked: { action, cost: price(), marginPercent: 1 + chance(90) }, input: '' };
      const cost = price();
      const sums = { cost, price: Math.round(100 * (cost + price())) / 100, fixedCosts: price(), profit: price() };
      return { asked: { action, ...sums }, input: '' };
    });
    const theirs = runPython<Answer[]>(
      SCRIPT,
      runs.map(({ asked }) => asked),
    );
    for (const [i, { asked, input, ...texts }] of runs.entries()) {
      const { lines: _, list: __, size: ___, left: ____, ...options } = asked as Record<string, unknown>;
      expect(await worked({ ...options, ...texts }, input), JSON.stringify(runs[i])).toMatchObject(theirs[i] ?? {});
    }
  });

  it.each([
    ['3 for 9.99', 7, '23.98'],
    ['3 for $2', 3, '2.00'],
    ['3 for 2.00', 3, '2.00'],
    ['2 for 5', 2, '5.00'],
    ['second one half price', 2, '6.00'],
    ['2nd at 50%', 2, '6.00'],
    ['buy 10 get 2', 12, '40.00'],
  ])('%j', async (offer, quantity, after) => {
    expect((await worked({ action: 'multi-buy', price: 4, quantity, offer })).after).toBe(after);
  });

  it.each(['0 for 0', '1st free', 'buy 0 get 1', 'buy 1 get 0', '2nd', '3 for', 'buy 2 get 1 dog', '2nd 200% off'])(
    'refuses the offer %j',
    async (offer) => {
      expect(await message({ action: 'multi-buy', price: 4, offer })).toContain('an offer must be such as');
    },
  );

  it('says discounts between two prices, and how much the price went up', async () => {
    expect(await worked({ action: 'percent', price: 80, salePrice: 60 })).toMatchObject({
      saved: '20.00',
      savedPercent: '25',
    });
    expect(await worked({ action: 'percent', price: 60, salePrice: 80 })).toMatchObject({ savedPercent: '-33.3333' });
    expect(await worked({ action: 'margin', cost: 80, markupPercent: 25 })).toMatchObject({
      price: '100.00',
      marginPercent: '20',
    });
    expect(await worked({ action: 'margin', price: 10 })).toMatchObject({ marginPercent: '100', markupPercent: null });
  });

  it('reads discounts with marks of every kind, and refuses what nothing is left of', async () => {
    expect(await worked({ price: 100, discounts: '12,5 %' })).toMatchObject({ after: '87.50' });
    expect(await worked({ price: 100, discounts: '20% off, 10% off' })).toMatchObject({ after: '72.00' });
    expect(await worked({ price: 100, discounts: '20%,10%' })).toMatchObject({ after: '72.00' });
    expect(await worked({ price: 100, discounts: '-20%, $5' })).toMatchObject({ after: '75.00' });
    expect(await worked({ price: 100, discounts: '100%' })).toMatchObject({ after: '0.00', savedPercent: '100' });
    expect(await message({ action: 'original', price: 5, discounts: '100%' })).toBe(
      'Cannot apply option "discounts": 100%: after a discount of 100% nothing is left, so the price before it cannot be found',
    );
    expect(await message({ price: 5, discounts: '1%,'.repeat(21) })).toContain('at most 20 discounts, got 21');
  });
});

it.each([
  ['80 - 15%', '68.00'],
  ['80 less 15 % off', '68.00'],
  ['Mug 49.99 20% off', '39.99'],
])('reads %j as people write it', async (input, after) => {
  const { data, message } = await runTool(tool, { input });
  expect([message, (data as { after?: string } | undefined)?.after]).toEqual([undefined, after]);
});

// By hand.
it.each([
  ['25% off 80', '80.00', '60.00', '25'],
  ['20 % off $85.50', '85.50', '68.40', '20'],
  ['was 120, now 90', '120.00', '90.00', '25'],
  ['from €50 to €40', '50.00', '40.00', '20'],
  ['Chocolate 70% 2.50', '2.50', '2.50', '0'],
])('reads %s', async (input, before, after, savedPercent) => {
  const { data } = await runTool(tool, { input });
  expect(data).toMatchObject({ before, after, savedPercent });
});

// By hand: three for the price of two, and so on.
it.each([
  ['3 for 2 at 4.99', '14.97', '9.98'],
  ['3 for 2, 4.99 each', '14.97', '9.98'],
  ['buy 2 get 1 free 4.99', '14.97', '9.98'],
  ['buy one get one half price 20', '40.00', '30.00'],
  ['2 for 1 at $10', '20.00', '10.00'],
  ['4 x 4.99, 3 for 2', '19.96', '14.97'],
])('the offer %s', async (input, before, after) => {
  const { data, message } = await runTool(tool, { input });
  expect(data, message).toMatchObject({ before, after });
});

it('refuses an offer within a basket instead of selling at the full price', async () => {
  expect((await runTool(tool, { input: 'Shirt 20.00\nSocks 3 for 2 5.00' })).message).toMatch(
    /must be alone with the price of one/,
  );
});
