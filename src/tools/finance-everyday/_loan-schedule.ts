import { overLimit } from '../../core/errors.js';
import type { Decimal, Decimals } from '../../engines/decimals.js';
import { ContentFault } from '../../lib/faults.js';
import { addMonths } from '../../lib/time/calendar-math.js';
import { type CivilDate, daysOf } from '../../lib/time/civil.js';
import { toMoney } from './_money.js';

export const MAX_MONTHS = 1200;

export const REPAYMENTS = ['annuity', 'linear', 'interest-only'] as const;
export const COMPOUNDINGS = ['monthly', 'semi-annual', 'yearly'] as const;
export const DAY_COUNTS = ['equal-months', 'actual-365', 'actual-360'] as const;
export const EXTRA_EFFECTS = ['shorten-term', 'lower-payment'] as const;

export interface LoanTerms {
  readonly principal: Decimal;
  /** Rate of a year as a share: 0.05. */
  readonly rate: Decimal;
  readonly months: number;
  readonly repayment: (typeof REPAYMENTS)[number];
  readonly compounding: (typeof COMPOUNDINGS)[number];
  readonly dayCount: (typeof DAY_COUNTS)[number];
  /** The day the money is paid out. */
  readonly start: CivilDate | undefined;
  readonly balloon: Decimal;
  /** A fixed payment per month, from which the term follows. */
  readonly payment: Decimal | undefined;
  readonly decimals: number;
}

export interface ExtraPayments {
  readonly monthly: Decimal;
  /** By month, from 1. */
  readonly once: ReadonlyMap<number, Decimal>;
  readonly effect: (typeof EXTRA_EFFECTS)[number];
}

export interface LoanRow {
  readonly month: number;
  readonly date: CivilDate | undefined;
  readonly payment: Decimal;
  readonly interest: Decimal;
  readonly principal: Decimal;
  readonly extra: Decimal;
  readonly balance: Decimal;
}

/** The interest of month k, from 1, as a share of the balance. */
function monthlyRate(Money: Decimals, { rate, compounding, dayCount, start }: LoanTerms): (month: number) => Decimal {
  if (dayCount !== 'equal-months' && start !== undefined) {
    const yearDays = dayCount === 'actual-365' ? 365 : 360;
    return (month) => {
      const days = daysOf(addMonths(start, month)) - daysOf(addMonths(start, month - 1));
      return rate.times(days).div(yearDays);
    };
  }
  const one = new Money(1);
  const perYear = { monthly: 12, 'semi-annual': 2, yearly: 1 }[compounding];
  const equal = perYear === 12 ? rate.div(12) : one.plus(rate.div(perYear)).pow(one.times(perYear).div(12)).minus(1);
  return () => equal;
}

/** Worth today of 1 paid in each month after month k (`annuity`), and of 1 paid in the last (`last`), by k. */
function presentWorth(Money: Decimals, rateOf: (month: number) => Decimal, months: number) {
  const annuity: Decimal[] = [new Money(0)];
  const last: Decimal[] = [new Money(1)];
  for (let month = months; month >= 1; month--) {
    const growth = rateOf(month).plus(1);
    annuity.push((annuity.at(-1) as Decimal).plus(1).div(growth));
    last.push((last.at(-1) as Decimal).div(growth));
  }
  return { annuity: annuity.reverse(), last: last.reverse() };
}

/**
 * Month by month until nothing is owed. Interest and payments are rounded to the money's decimals as on a statement; the last payment
 * takes up what that leaves. Throws `ContentFault` where a fixed payment never repays the loan, LIMIT_EXCEEDED beyond 1,200 months.
 */
export function loanSchedule(Money: Decimals, terms: LoanTerms, extras: ExtraPayments): LoanRow[] {
  const { principal, repayment, balloon, decimals, start } = terms;
  const round = (value: Decimal): Decimal => toMoney(value, decimals);
  const rateOf = monthlyRate(Money, terms);
  const months = terms.payment === undefined ? terms.months : MAX_MONTHS;
  const worth =
    repayment === 'annuity' && terms.payment === undefined ? presentWorth(Money, rateOf, months) : undefined;
  const level = (balance: Decimal, paid: number): Decimal =>
    worth === undefined
      ? new Money(0)
      : round(balance.minus(balloon.times(worth.last[paid] ?? 1)).div(worth.annuity[paid] ?? 1));
  const even = (balance: Decimal, paid: number): Decimal => round(balance.minus(balloon).div(months - paid));
  let step = terms.payment ?? (repayment === 'linear' ? even(principal, 0) : level(principal, 0));
  let balance = principal;
  const rows: LoanRow[] = [];
  for (let month = 1; balance.gt(0); month++) {
    if (month > months)
      throw overLimit(`The loan must be repaid within ${MAX_MONTHS} months: option "payment" is too low`);
    const interest = round(balance.times(rateOf(month)));
    if (terms.payment !== undefined && extras.monthly.plus(step).lte(interest) && month === 1)
      throw ContentFault.whole(
        `Option "payment" does not cover the interest: ${interest.toFixed(decimals)} falls due in month 1`,
      );
    const due = balance.plus(interest);
    const isLast = terms.payment === undefined && month === months;
    const regular = repayment === 'annuity' ? step : interest.plus(repayment === 'linear' ? step : 0);
    const payment = isLast ? due : Money.min(regular, due);
    const left = due.minus(payment);
    const extra = Money.min(left, extras.monthly.plus(extras.once.get(month) ?? 0));
    balance = left.minus(extra);
    const date = start === undefined ? undefined : addMonths(start, month);
    rows.push({ month, date, payment, interest, principal: payment.minus(interest), extra, balance });
    if (extra.gt(0) && extras.effect === 'lower-payment' && terms.payment === undefined && month < months) {
      const next = repayment === 'linear' ? even(balance, month) : level(balance, month);
      step = Money.max(next, 0);
    }
  }
  return rows;
}

/**
 * The rate of a month at which all payments together are worth the money paid out (Directive 2008/48/EC, annex I, with equal months;
 * Regulation Z, appendix J). `paidOut` must be positive.
 */
export function costRate(paidOut: number, payments: readonly number[]): number {
  const worth = (rate: number): number => {
    let sum = 0;
    for (let i = payments.length - 1; i >= 0; i--) sum = (sum + (payments[i] ?? 0)) / (1 + rate);
    return sum;
  };
  let [low, high] = [0, 1];
  while (worth(high) > paidOut && high < 1e15) high *= 2;
  // As many halvings as a double has bits, and some more for its exponent.
  for (let i = 0; i < 120; i++) {
    const middle = (low + high) / 2;
    if (worth(middle) > paidOut) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
