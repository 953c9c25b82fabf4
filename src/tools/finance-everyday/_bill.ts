import type { Decimal, Decimals } from '../../engines/decimals.js';
import { ContentFault } from '../../lib/faults.js';
import type { Expense, Weighted } from '../../lib/shared-costs/expenses.js';
import { settle, splitCents } from '../../lib/shared-costs/split.js';
import { toMoney } from './_money.js';

export const ROUNDINGS = ['cent', 'whole-total', 'whole-share'] as const;

interface Bill {
  readonly total: number;
  readonly tax: number;
  readonly tipPercent: number;
  readonly rounding: (typeof ROUNDINGS)[number];
  readonly decimals: number;
}

const MAX_PEOPLE = 1_000;

/** Cents as text: 1234 is `12.34` with two decimals. */
function centsText(cents: bigint, decimals: number): string {
  const sign = cents < 0n ? '-' : '';
  const digits = String(cents < 0n ? -cents : cents).padStart(decimals + 1, '0');
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const centsOf = (value: Decimal, decimals: number): bigint => BigInt(value.times(`1e${decimals}`).toFixed(0));

/** Smallest multiple of `unit` that is not less. */
const upTo = (value: bigint, unit: bigint): bigint => ((value + unit - 1n) / unit) * unit;

/** A bill with its tip in parts by weight. The sum of the parts is the sum that is paid. */
export function splitBill(
  Money: Decimals,
  { total, tax, tipPercent, rounding, decimals }: Bill,
  people: readonly Weighted[],
) {
  const unit = 10n ** BigInt(decimals);
  const bill = centsOf(toMoney(new Money(total), decimals), decimals);
  const base = new Money(total).minus(tax);
  const tip = centsOf(toMoney(base.times(tipPercent).div(100), decimals), decimals);
  const plain = rounding === 'whole-total' ? upTo(bill + tip, unit) : bill + tip;
  const exact = splitCents(
    plain,
    people.map(({ weight }) => weight),
  );
  const parts = rounding === 'whole-share' ? exact.map((part) => upTo(part, unit)) : exact;
  const paid = parts.reduce((sum, part) => sum + part, 0n);
  const shown = (cents: bigint): string => centsText(cents, decimals);
  const baseCents = centsOf(toMoney(base, decimals), decimals);
  const given = paid - bill;
  const percent = baseCents === 0n ? new Money(0) : new Money(String(given)).times(100).div(String(baseCents));
  return {
    bill: shown(bill),
    tip: shown(given),
    tipPercent: percent.toDecimalPlaces(2).toNumber(),
    total: shown(paid),
    people: people.map(({ name }, i) => ({ name, amount: shown(parts[i] ?? 0n) })),
  };
}

/** Who owes whom after expenses. Throws ContentFault for more than MAX_PEOPLE people. */
export function settleExpenses(expenses: readonly Expense[], decimals: number) {
  const names = new Map<string, string>();
  const add = (name: string): void => {
    const key = name.toLowerCase();
    if (!names.has(key)) names.set(key, name);
  };
  for (const { payer, sharedBy } of expenses) {
    add(payer);
    for (const { name } of sharedBy) add(name);
  }
  if (names.size > MAX_PEOPLE)
    throw new ContentFault(`expenses may name at most ${MAX_PEOPLE} people, got ${names.size}`);
  const keys = [...names.keys()];
  const placeOf = new Map(keys.map((key, i) => [key, i]));
  const paid = keys.map(() => 0n);
  const share = keys.map(() => 0n);
  // What the same people share in the same way is split once: cents left over of each expense would add up.
  const sums = new Map<string, { readonly all: readonly Weighted[]; cents: bigint }>();
  for (const { payer, cents, sharedBy } of expenses) {
    const by = placeOf.get(payer.toLowerCase()) ?? 0;
    paid[by] = (paid[by] ?? 0n) + cents;
    const all = sharedBy.length === 0 ? keys.map((name) => ({ name, weight: 1n })) : sharedBy;
    const key = all.map(({ name, weight }) => `${name.toLowerCase()}*${weight}`).join(',');
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { all, cents });
    else sum.cents += cents;
  }
  for (const { all, cents } of sums.values()) {
    const parts = splitCents(
      cents,
      all.map(({ weight }) => weight),
    );
    for (const [i, { name }] of all.entries()) {
      const at = placeOf.get(name.toLowerCase()) ?? 0;
      share[at] = (share[at] ?? 0n) + (parts[i] ?? 0n);
    }
  }
  const balances = keys.map((_, i) => (paid[i] ?? 0n) - (share[i] ?? 0n));
  const { payments, isFewest } = settle(balances);
  const shown = (cents: bigint | undefined): string => centsText(cents ?? 0n, decimals);
  const named = (i: number): string => names.get(keys[i] ?? '') ?? '';
  return {
    total: shown(expenses.reduce((sum, { cents }) => sum + cents, 0n)),
    people: keys.map((_, i) => ({
      name: named(i),
      paid: shown(paid[i]),
      share: shown(share[i]),
      balance: shown(balances[i]),
    })),
    payments: payments.map(({ from, to, cents }) => ({ from: named(from), to: named(to), amount: shown(cents) })),
    isFewest,
  };
}
