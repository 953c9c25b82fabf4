import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './vat-calculator.js';

const hasPython = hasProgram('python3', ['--version'], 'vat-calculator against decimals of Python');

interface Sums {
  readonly net: string;
  readonly vat: string;
  readonly gross: string;
}
interface Bill extends Sums {
  readonly rates: readonly (Sums & { readonly ratePercent: string })[];
  readonly lines?: readonly (Sums & { readonly description: string; readonly quantity: string })[];
}

async function bill(input: string, options: Record<string, unknown> = {}): Promise<Bill> {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Bill;
}
const message = async (input: string): Promise<string | undefined> => (await runTool(tool, { input })).message;

const RATES = ['0', '5.5', '7', '8.1', '19', '20', '25'];
const randomLine = (chance: Chance) => {
  const price = ((chance(5) === 0 ? -1 : 1) * chance(100_000)) / 100;
  return { quantity: String(1 + chance(12)), unitPrice: price.toFixed(2), vatRate: pick(chance, RATES) };
};

/** Every sum again, with decimals of 60 digits; what is rounded per rate has its lines by the growth of the rounded sum. */
const SCRIPT = `
from decimal import Decimal as D, getcontext, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_UP, ROUND_DOWN
getcontext().prec = 60
MODES = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN, "up": ROUND_UP, "down": ROUND_DOWN}
out = []
for b in data:
    q = lambda v: v.quantize(D("0.01"), MODES[b["rounding"]])
    tax = (lambda v, r: q(v * r / 100)) if b["action"] == "add" else (lambda v, r: q(v * r / (100 + r)))
    groups = {}
    for line in b["lines"]:
        groups.setdefault(line["vatRate"], []).append(q(D(line["quantity"]) * D(line["unitPrice"])))
    rates = {}
    for rate, amounts in groups.items():
        vat = sum(tax(a, D(rate)) for a in amounts) if b["roundPer"] == "line" else tax(sum(amounts), D(rate))
        total = sum(amounts)
        net, gross = (total, total + vat) if b["action"] == "add" else (total - vat, total)
        rates[rate] = [str(v + D("0.00")) for v in (net, vat, gross)]
    lines = [str(tax(q(D(l["quantity"]) * D(l["unitPrice"])), D(l["vatRate"]))) for l in b["lines"]]
    out.append([rates, lines])
print(json.dumps(out))`;

describe('vat-calculator', () => {
  inRounds.skipIf(!hasPython)('sums up bills as decimals of Python do', [100, 400], async (rounds) => {
    const chance = chanceOf(5);
    const bills = Array.from({ length: rounds }, () => ({
      lines: Array.from({ length: 1 + chance(12) }, () => randomLine(chance)),
      action: pick(chance, ['add', 'remove']),
      roundPer: pick(chance, ['line', 'rate']),
      rounding: pick(chance, ['half-up', 'half-even', 'up', 'down']),
    }));
    const theirs = runPython<[Record<string, string[]>, string[]][]>(SCRIPT, bills);
    const plain = (text: string): string => text.replace(/^-(?=0\.00$)/, '');
    for (const [i, { lines, ...options }] of bills.entries()) {
      const own = await bill(JSON.stringify(lines), options);
      const [rates, alone] = theirs[i] ?? [{}, []];
      for (const { ratePercent, net, vat, gross } of own.rates)
        expect([net, vat, gross], JSON.stringify(bills[i])).toEqual(rates[ratePercent]?.map(plain));
      expect(own.rates).toHaveLength(Object.keys(rates).length);
      const cents = (text: string): number => Math.round(100 * Number(text));
      for (const key of ['net', 'vat', 'gross'] as const) {
        expect(own.lines?.reduce((sum, line) => sum + cents(line[key]), 0)).toBe(cents(own[key]));
        expect(own.rates.reduce((sum, rate) => sum + cents(rate[key]), 0)).toBe(cents(own[key]));
      }
      for (const [j, line] of (own.lines ?? []).entries()) {
        const apart = Math.abs(cents(line.vat) - cents(alone[j] ?? ''));
        expect(apart).toBeLessThanOrEqual(options.roundPer === 'line' ? 0 : 1);
      }
    }
  });

  it('rounds per line or per rate', async () => {
    // Three at 0.05 net with 10 %: half a cent each.
    const lines = 'a 0.05\nb 0.05\nc 0.05';
    expect((await bill(lines, { rate: 10, roundPer: 'line' })).vat).toBe('0.03');
    const perRate = await bill(lines, { rate: 10 });
    expect(perRate.vat).toBe('0.02');
    expect(perRate.lines?.map(({ vat }) => vat)).toEqual(['0.01', '0.00', '0.01']);
    expect((await bill(lines, { rate: 10, roundPer: 'line', rounding: 'half-even' })).vat).toBe('0.00');
  });

  it('finds net and gross where only the VAT is known, in any number of decimals', async () => {
    expect(await bill('', { action: 'from-vat', amount: 19, rate: 19 })).toMatchObject({
      net: '100.00',
      gross: '119.00',
    });
    expect(await bill('', { amount: 1000, rate: 10, decimals: 0 })).toMatchObject({ vat: '100', gross: '1100' });
    expect(await bill('', { amount: 0.125, rate: 5, decimals: 3 })).toMatchObject({ vat: '0.006', gross: '0.131' });
  });

  it('reads lines as people write them', async () => {
    const { lines = [] } = await bill(
      '\ufeff# order 7\r\nMilk 3.5% fat 2 × 1,09 € 7 %\r\nUSB cable 4 @ $12.00 USD\r\n3x Mug 5\r\n2x3.50 7%\nReturn: -5.00\n1.234,50\nBags 12x 0.30',
      { rate: 19 },
    );
    expect(lines.map((row) => [row.description, row.quantity, row.net])).toEqual([
      ['Milk 3.5% fat', '2', '2.18'],
      ['USB cable', '4', '48.00'],
      ['3x Mug', '1', '5.00'],
      ['', '2', '7.00'],
      ['Return', '1', '-5.00'],
      ['', '1', '1234.50'],
      ['Bags', '12', '3.60'],
    ]);
    const table = await bill('item;qty;price;vat\nTea, green;3;2.50;7\nBook;12.00\nPen\t1.20\t20 %', { rate: 19 });
    expect(table.lines?.map((row) => [row.description, row.quantity, row.vat])).toEqual([
      ['Tea, green', '3', '0.53'],
      ['Book', '1', '2.28'],
      ['Pen', '1', '0.24'],
    ]);
    expect((await bill('{"lines":[{"unitPrice":0.1,"quantity":3}]}')).gross).toBe('0.36');
  });

  /** By hand, as a person reads them. */
  it.each([
    ['119 incl 19%', '100.00', '119.00'],
    ['119 incl. 19 %', '100.00', '119.00'],
    ['€119,00 (including 19% VAT)', '100.00', '119.00'],
    ['119 inkl. 19% MwSt.', '100.00', '119.00'],
    ['120 TTC', '100.00', '120.00'],
    ['120 gross', '100.00', '120.00'],
    ['Wine, gross: 120', '100.00', '120.00'],
    ['100 + 19%', '100.00', '119.00'],
    ['100 plus 20% VAT', '100.00', '120.00'],
    ['1.234,56 € netto 19%', '1234.56', '1469.13'],
    ['100 GBP ex VAT', '100.00', '120.00'],
    ['100 @ 20%', '100.00', '120.00'],
    ['119 incl. 19%\nMug 100 19%', '200.00', '238.00'],
    ['Item\tGross\tRate\nApples\t10.70\t7%\nBook\t119.00\t19%', '110.00', '129.70'],
    ['Item;Net price;Rate\nBook;100;19', '100.00', '119.00'],
  ])('reads %j as a person does', async (input, net, gross) => {
    const { rates, ...sums } = await bill(input);
    expect([sums.net, sums.gross]).toEqual([net, gross]);
    expect(new Set(rates.map(({ ratePercent }) => ratePercent)).size).toBe(rates.length);
  });

  it('refuses gross prices where the VAT is asked for', async () => {
    const { message: said } = await runTool(tool, { input: '119 gross', options: { action: 'from-vat' } });
    expect(said).toBe('Cannot read property "input": line 1: the price is gross, but option "action" is from-vat');
  });

  it.each([
    ['Mug 5 120%', 'line 1: behind the price only percentages from 0 to 100 are expected, got "120%"'],
    [
      'Tea;x;2',
      'line 1: fields must be a description, the quantity if wanted, a price and a percentage, got "Tea;x;2"',
    ],
    ['Tea;2;101', 'line 1: a percentage must be from 0 to 100, got "101"'],
    ['# nothing', 'it has no lines with prices'],
  ])('refuses %j', async (input, fault) => {
    expect(await message(input)).toBe(`Cannot read property "input": ${fault}`);
  });

  it.each([
    ['[{"unitPrice":"x"}]', 'in "[0].unitPrice", got "x"'],
    [
      '[{"unitPrice":1,"qty":2}]',
      'Input must not have "[0].qty"; allowed there: description, quantity, unitPrice, vatRate',
    ],
    ['[]', 'Input must be a list of 1 to 2000'],
    ['{"lines":[{"quantity":2}]}', 'Input must have "lines[0].unitPrice"'],
  ])('refuses %j', async (input, fault) => {
    expect(await message(input)).toContain(fault);
  });

  it('ends soon on hostile text, and says how many lines it takes', async () => {
    expect(await message('a 1\n'.repeat(2_001))).toContain('at most 2000 lines');
    for (const part of ['1 ', '1x', '% ', '1,', 'x ', '; ', '1;', '-', '[', '{"a":'])
      expect([400, 413]).toContain((await runTool(tool, { input: part.repeat(1_000_000 / part.length) })).status);
  });
});

it('cells of a spreadsheet have their currency behind a space', async () => {
  const { data } = await runTool(tool, { input: 'Laptop\t1.299,00 €\t19%\nBook\t€ 20,00\t7%' });
  expect(data).toMatchObject({ net: '1319.00', gross: '1567.21' });
});
