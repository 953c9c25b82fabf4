import { DIV0, NUM, VALUE } from '../values.js';
import { type Arguments, MANY, mixed, single } from './define.js';
import type { FunctionTable } from './registry.js';
import { sumOf } from './sums.js';

/** Payments at the end of each period, or at its start where `due` is 1. Money that is paid is negative. */
function payment(rate: number, periods: number, present: number, future: number, due: number): number {
  if (periods === 0) throw NUM;
  if (rate === 0) return -(present + future) / periods;
  const growth = (1 + rate) ** periods;
  return (-rate * (future + present * growth)) / ((1 + rate * due) * (growth - 1));
}

function futureValue(rate: number, periods: number, paid: number, present: number, due: number): number {
  if (rate === 0) return -(present + paid * periods);
  const growth = (1 + rate) ** periods;
  return -(present * growth + (paid * (1 + rate * due) * (growth - 1)) / rate);
}

function presentValue(rate: number, periods: number, paid: number, future: number, due: number): number {
  if (rate === 0) return -(future + paid * periods);
  const growth = (1 + rate) ** periods;
  return -(future + (paid * (1 + rate * due) * (growth - 1)) / rate) / growth;
}

function interest(rate: number, period: number, periods: number, present: number, future: number, due: number): number {
  const paid = payment(rate, periods, present, future, due);
  if (period === 1) return due === 1 ? 0 : -present * rate;
  const balance = futureValue(rate, period - 1, paid, present, due);
  return due === 1 ? (futureValue(rate, period - 2, paid, present, 1) - paid) * rate : balance * rate;
}

const due = (a: Arguments, index: number): number => Number(a.number(index) !== 0);

function periodOf(a: Arguments): number {
  const period = a.number(1);
  if (period < 1 || period >= a.number(2) + 1) throw NUM;
  return period;
}

function periods(a: Arguments): number {
  const [rate, paid, present, future, start] = [a.number(0), a.number(1), a.number(2), a.number(3), due(a, 4)];
  if (rate === 0) {
    if (paid === 0) throw DIV0;
    return -(present + future) / paid;
  }
  const part = (paid * (1 + rate * start)) / rate;
  const quotient = (part - future) / (part + present);
  if (quotient <= 0 || rate <= -1) throw NUM;
  return Math.log(quotient) / Math.log1p(rate);
}

/** Rounds of Newton's method. */
const MAX_ROUNDS = 200;

/** Where else a search begins, if the guess does not lead anywhere. */
const GUESSES = [0.1, 0.01, 0.5, 1, -0.3, -0.7, 5];
/** Closer to -1 everything is lost, and every value is near 0. */
const LEAST_RATE = -0.9999;

/** Where a function of a rate is 0. Throws NUM where it is not found. */
function root(value: (rate: number) => number, guess: number): number {
  for (const start of [guess, ...GUESSES]) {
    const found = newton(value, start);
    if (found !== undefined && found > LEAST_RATE) return found;
  }
  throw NUM;
}

function newton(value: (rate: number) => number, guess: number): number | undefined {
  let rate = guess;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const here = value(rate);
    const step = Math.max(1e-7, Math.abs(rate) * 1e-7);
    const slope = (value(rate + step) - value(rate - step)) / (2 * step);
    const next = rate - here / slope;
    if (!Number.isFinite(next)) return undefined;
    const bounded = next <= -1 ? (rate - 1) / 2 : next;
    if (Math.abs(bounded - rate) < 1e-13 * Math.max(1, Math.abs(bounded))) return bounded;
    rate = bounded;
  }
  return Math.abs(value(rate)) < 1e-7 ? rate : undefined;
}

function rateOf(a: Arguments): number {
  const [count, paid, present, future, start] = [a.number(0), a.number(1), a.number(2), a.number(3), due(a, 4)];
  if (count <= 0) throw NUM;
  return root((rate) => futureValue(rate, count, paid, present, start) + future, a.number(5, 0.1));
}

const netPresent = (rate: number, flows: readonly number[]): number =>
  sumOf(flows.map((flow, i) => flow / (1 + rate) ** (i + 1)));

function internalRate(a: Arguments): number {
  const flows = a.numbers(0, 1);
  if (!flows.some((flow) => flow > 0) || !flows.some((flow) => flow < 0)) throw NUM;
  if (flows.length > 100_000) throw NUM;
  a.call.engine.budget.spend(flows.length * MAX_ROUNDS * GUESSES.length);
  return root((rate) => netPresent(rate, flows), a.number(1, 0.1));
}

function datedFlows(a: Arguments, first: number): readonly (readonly [flow: number, years: number])[] {
  const [flows, days] = [a.numbers(first, first + 1), a.numbers(first + 1, first + 2)];
  if (flows.length !== days.length || flows.length === 0) throw NUM;
  const start = Math.floor(days[0] ?? 0);
  return flows.map((flow, i) => {
    const day = Math.floor(days[i] ?? 0);
    if (day < start) throw NUM;
    return [flow, (day - start) / 365];
  });
}

const datedValue = (rate: number, flows: ReturnType<typeof datedFlows>): number =>
  sumOf(flows.map(([flow, years]) => flow / (1 + rate) ** years));

function modifiedRate(a: Arguments): number {
  const flows = a.numbers(0, 1);
  const [paid, earned] = [a.number(1), a.number(2)];
  const n = flows.length;
  const positive = flows.map((flow) => Math.max(flow, 0));
  const negative = flows.map((flow) => Math.min(flow, 0));
  const lower = netPresent(paid, negative) * (1 + paid);
  if (lower === 0 || n < 2) throw DIV0;
  return ((-netPresent(earned, positive) * (1 + earned) ** n) / lower) ** (1 / (n - 1)) - 1;
}

function fixedDeclining(a: Arguments): number {
  const [cost, salvage, life, period, months] = [a.number(0), a.number(1), a.number(2), a.number(3), a.number(4, 12)];
  if (
    cost < 0 ||
    salvage < 0 ||
    life <= 0 ||
    period < 1 ||
    period > life + 1 ||
    months < 1 ||
    months > 12 ||
    life > 1e5
  )
    throw NUM;
  if (cost === 0) return 0;
  const rate = Math.round((1 - (salvage / cost) ** (1 / life)) * 1000) / 1000;
  let left = cost;
  let written = (cost * rate * months) / 12;
  for (let at = 2; at <= Math.floor(period); at++) {
    left -= written;
    written = at > life ? (left * rate * (12 - months)) / 12 : left * rate;
  }
  return written;
}

function doubleDeclining(a: Arguments): number {
  const [cost, salvage, life, period, factor] = [a.number(0), a.number(1), a.number(2), a.number(3), a.number(4, 2)];
  if (cost < 0 || salvage < 0 || life <= 0 || period < 1 || period > life || factor <= 0) throw NUM;
  const rate = factor / life;
  if (rate >= 1) return period === 1 ? Math.max(0, cost - salvage) : 0;
  const [before, after] = [cost * (1 - rate) ** (period - 1), cost * (1 - rate) ** period];
  return Math.max(0, before - Math.max(after, salvage));
}

/** CUMIPMT and CUMPRINC: what is paid from one period to another. */
function cumulated(
  a: Arguments,
  part: (rate: number, period: number, count: number, present: number, start: number) => number,
): number {
  const [rate, count, present, first, last, start] = [
    a.number(0),
    a.number(1),
    a.number(2),
    a.whole(3),
    a.whole(4),
    a.whole(5),
  ];
  if (
    rate <= 0 ||
    count <= 0 ||
    present <= 0 ||
    first < 1 ||
    last < first ||
    last > count ||
    (start !== 0 && start !== 1)
  )
    throw NUM;
  a.call.engine.budget.spend(last - first);
  const parts: number[] = [];
  for (let period = first; period <= last; period++) parts.push(part(rate, period, count, present, start));
  return sumOf(parts);
}

/** 1.02 means 1 and 2/16. */
function fraction(a: Arguments, toDecimal: boolean): number {
  const [price, parts] = [a.number(0), Math.trunc(a.number(1))];
  if (parts < 0) throw NUM;
  if (parts === 0) throw DIV0;
  const digits = 10 ** Math.ceil(Math.log10(parts));
  const before = Math.trunc(price);
  const behind = price - before;
  return before + (toDecimal ? (behind * digits) / parts : (behind * parts) / digits);
}

export const FINANCE_FUNCTIONS: FunctionTable = {
  PMT: single(3, 5, (a) => payment(a.number(0), a.number(1), a.number(2), a.number(3), due(a, 4))),
  IPMT: single(4, 6, (a) => interest(a.number(0), periodOf(a), a.number(2), a.number(3), a.number(4), due(a, 5))),
  PPMT: single(4, 6, (a) => {
    const [rate, count, present, future, start] = [a.number(0), a.number(2), a.number(3), a.number(4), due(a, 5)];
    return payment(rate, count, present, future, start) - interest(rate, periodOf(a), count, present, future, start);
  }),
  FV: single(3, 5, (a) => futureValue(a.number(0), a.number(1), a.number(2), a.number(3), due(a, 4))),
  PV: single(3, 5, (a) => presentValue(a.number(0), a.number(1), a.number(2), a.number(3), due(a, 4))),
  NPER: single(3, 5, periods),
  RATE: single(3, 6, rateOf),
  NPV: mixed('sw', 2, MANY, (a) => {
    if (a.number(0) === -1) throw DIV0;
    return netPresent(a.number(0), a.numbers(1));
  }),
  IRR: mixed('ws', 1, 2, internalRate),
  XNPV: mixed('sww', 3, 3, (a) => {
    if (a.number(0) <= -1) throw NUM;
    return datedValue(a.number(0), datedFlows(a, 1));
  }),
  XIRR: mixed('wws', 2, 3, (a) => {
    const flows = datedFlows(a, 0);
    if (!flows.some(([flow]) => flow > 0) || !flows.some(([flow]) => flow < 0)) throw NUM;
    a.call.engine.budget.spend(flows.length * MAX_ROUNDS * GUESSES.length);
    return root((rate) => datedValue(rate, flows), a.number(2, 0.1));
  }),
  MIRR: mixed('wss', 3, 3, modifiedRate),
  SLN: single(3, 3, (a) => {
    if (a.number(2) === 0) throw DIV0;
    return (a.number(0) - a.number(1)) / a.number(2);
  }),
  SYD: single(4, 4, (a) => {
    const [life, period] = [a.number(2), a.number(3)];
    if (life <= 0 || period < 1 || period > life) throw NUM;
    return ((a.number(0) - a.number(1)) * (life - period + 1) * 2) / (life * (life + 1));
  }),
  DB: single(4, 5, fixedDeclining),
  DDB: single(4, 5, doubleDeclining),
  EFFECT: single(2, 2, (a) => {
    const [rate, count] = [a.number(0), a.whole(1)];
    if (rate <= 0 || count < 1) throw NUM;
    return (1 + rate / count) ** count - 1;
  }),
  NOMINAL: single(2, 2, (a) => {
    const [rate, count] = [a.number(0), a.whole(1)];
    if (rate <= 0 || count < 1) throw NUM;
    return ((1 + rate) ** (1 / count) - 1) * count;
  }),
  CUMIPMT: single(6, 6, (a) =>
    cumulated(a, (rate, period, count, present, start) => interest(rate, period, count, present, 0, start)),
  ),
  CUMPRINC: single(6, 6, (a) =>
    cumulated(
      a,
      (rate, period, count, present, start) =>
        payment(rate, count, present, 0, start) - interest(rate, period, count, present, 0, start),
    ),
  ),
  RRI: single(3, 3, (a) => {
    if (a.number(0) <= 0 || a.number(1) === 0) throw NUM;
    return (a.number(2) / a.number(1)) ** (1 / a.number(0)) - 1;
  }),
  PDURATION: single(3, 3, (a) => {
    const [rate, present, future] = [a.number(0), a.number(1), a.number(2)];
    if (rate <= 0 || present <= 0 || future <= 0) throw NUM;
    return (Math.log(future) - Math.log(present)) / Math.log1p(rate);
  }),
  DOLLARDE: single(2, 2, (a) => fraction(a, true)),
  DOLLARFR: single(2, 2, (a) => fraction(a, false)),
  SERIESSUM: mixed('sssw', 4, 4, (a) => {
    const [x, start, step] = [a.number(0), a.number(1), a.number(2)];
    const factors = a.numbers(3, 4);
    if (factors.length === 0) throw VALUE;
    return sumOf(factors.map((factor, i) => factor * x ** (start + i * step)));
  }),
};
