/** Cash flows: what they are worth at a rate, and the rates at which they are worth nothing. */

/** Money that comes in is positive, money that goes out negative. */
export interface CashFlow {
  readonly amount: number;
  /** In years from the first flow. */
  readonly years: number;
}

/** Rates between which a search goes on: nearly all is lost in a year, a thousandfold is won. */
const LEAST = Math.log(1e-4);
const MOST = Math.log(1001);
/** Into how many parts the search divides what is between them, where there may be several rates. */
const MAX_PARTS = 2000;
/** So often a part is halved: closer than a double can say. */
const HALVINGS = 100;

/** What flows are worth at the time of the first, at a rate per year such as 0.1. */
export const presentValue = (flows: readonly CashFlow[], rate: number): number => valueAt(flows, Math.log1p(rate));

/** The same at a continuous rate. */
const valueAt = (flows: readonly CashFlow[], growth: number): number =>
  flows.reduce((sum, { amount, years }) => sum + amount * Math.exp(-growth * years), 0);

/** How often the sign changes from one flow to the next that is not 0: there are no more rates than that (Descartes). */
function signChanges(flows: readonly CashFlow[]): number {
  const signs = flows.map(({ amount }) => Math.sign(amount)).filter((sign) => sign !== 0);
  return signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length;
}

/**
 * The internal rates of return per year, ascending, from -99.99 % to 100,000 %: where the present value is 0. None where all flows have
 * one sign; rates at which the value touches 0 without a change of its sign are not found.
 */
export function internalRates(flows: readonly CashFlow[]): number[] {
  const changes = signChanges(flows);
  if (changes === 0) return [];
  const parts = changes === 1 ? 1 : MAX_PARTS;
  const rates: number[] = [];
  let [from, before] = [LEAST, valueAt(flows, LEAST)];
  for (let part = 1; part <= parts; part++) {
    const to = LEAST + ((MOST - LEAST) * part) / parts;
    const after = valueAt(flows, to);
    if (before === 0) rates.push(Math.expm1(from));
    else if (before * after < 0) rates.push(Math.expm1(zeroBetween(flows, from, to, before)));
    [from, before] = [to, after];
  }
  return rates;
}

function zeroBetween(flows: readonly CashFlow[], from: number, to: number, before: number): number {
  let [low, high] = [from, to];
  for (let round = 0; round < HALVINGS; round++) {
    const middle = (low + high) / 2;
    const value = valueAt(flows, middle);
    if (value === 0 || middle === low || middle === high) return middle;
    if (value * before > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The rate per year at which what is paid, financed at one rate, grows to what comes in, reinvested at another. */
export function modifiedRate(flows: readonly CashFlow[], finance: number, reinvest: number): number | undefined {
  const years = flows.at(-1)?.years ?? 0;
  const paid = -presentValue(
    flows.filter(({ amount }) => amount < 0),
    finance,
  );
  const earned = flows
    .filter(({ amount }) => amount > 0)
    .reduce((sum, flow) => sum + flow.amount * (1 + reinvest) ** (years - flow.years), 0);
  return paid > 0 && earned > 0 && years > 0 ? (earned / paid) ** (1 / years) - 1 : undefined;
}

/** Years until the sum of the flows is 0 for good, the last flow taken to come in evenly; `undefined` where it never is. */
export function paybackYears(flows: readonly CashFlow[]): number | undefined {
  let [sum, before] = [0, 0];
  let at: number | undefined;
  for (const [index, { amount, years }] of flows.entries()) {
    const next = sum + amount;
    if (sum < 0 && next >= 0) at = before + (years - before) * (-sum / amount);
    else if (next < 0) at = undefined;
    else if (index === 0) at = 0;
    [sum, before] = [next, years];
  }
  return at;
}
