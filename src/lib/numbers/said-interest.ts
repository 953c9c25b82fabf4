import { moneyParts } from './money-text.js';

/** What a sentence says of money that is lent or saved, each as a number with a point for decimals. */
export interface SaidInterest {
  readonly amount: string | undefined;
  /** Percent per year. */
  readonly rate: string | undefined;
  readonly months: number | undefined;
  /** What is paid in every period. */
  readonly payment: string | undefined;
  readonly period: 'monthly' | 'quarterly' | 'yearly' | undefined;
  /** How often interest is added, where it is said: `daily`, `yearly`. */
  readonly compounding: string | undefined;
}

const MAX_CHARACTERS = 300;
const NUMBER = "\\p{Sc}? ?\\d[\\d.,'’]{0,30}(?: ?(?:k|m|thousand|million)\\b)?(?: ?\\p{Sc})?";
const PAYMENT = new RegExp(
  `(${NUMBER}) ?(?:(?:a|an|per|every|each|/) ?(month|quarter|year)|(monthly|quarterly|yearly|annually))`,
  'iu',
);
const RATE = /(\d{1,3}(?:[.,]\d{1,10})?) ?(?:%|percent|per cent)/i;
const TERM = /(\d{1,4}(?:[.,]\d{1,4})?)[ -]?(years?|yrs?|y|months?|mos?)\b/gi;
const COMPOUNDING = /compound(?:ed|ing)? (daily|monthly|quarterly|semi-annually|yearly|annually|continuously)/i;
/** Words that say nothing more. */
const WORDS =
  /^(?:a|an|the|my|i|we|of|for|at|over|in|on|is|and|with|plus|to|from|what|what's|how|much|will|be|would|if|after|per|p\.?a\.?|apr|interest|annual|annually|yearly|rate|year|fixed|term|loan|mortgage|credit|car|home|house|student|personal|borrow|borrowed|borrowing|lend|repay|repaid|pay|paying|payment|payments|installments?|invest|invested|investing|save|saved|saving|savings|deposit|deposited|start|starting|grow|grows|growing|worth|add|adding|contribute|contributing|contribution|contributions|calculate|compute|compound|compounded|money|dollars?|euros?|pounds?|usd|eur|gbp)$/;

/**
 * Reads `200000 at 3.5% for 30 years`, `$15k car loan, 6% over 48 months`, `1000 at 5% for 10 years plus 50 a month`. `undefined` where a
 * word or number is left over that it does not know.
 */
export function readSaidInterest(written: string): SaidInterest | undefined {
  if (written.length > MAX_CHARACTERS) return undefined;
  let text = written
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '')
    .trim();
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = pattern.exec(text) ?? undefined;
    if (found !== undefined) text = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
    return found;
  };
  const compounding = take(COMPOUNDING)?.[1]?.toLowerCase();
  const rate = take(RATE)?.[1]?.replace(',', '.');
  const terms = [...text.matchAll(TERM)];
  text = text.replace(TERM, ' ');
  const paid = take(PAYMENT);
  const amount = take(new RegExp(NUMBER, 'iu'))?.[0];
  const rest = text.toLowerCase().split(/[\s,;:?!@/]+/);
  if (rest.some((word) => !WORDS.test(word.replace(/\.$/, '')) && word.replace(/\.$/, '') !== '')) return undefined;
  const months = terms.reduce((sum, [, count = '', unit = '']) => {
    const length = Number(count.replace(',', '.'));
    return sum + (/^y/i.test(unit) ? 12 * length : length);
  }, 0);
  const [payment, principal] = [paid?.[1], amount].map((part) => (part === undefined ? undefined : amountOf(part)));
  if ((paid !== undefined && payment === undefined) || (amount !== undefined && principal === undefined))
    return undefined;
  return {
    amount: principal,
    rate,
    months: terms.length === 0 ? undefined : months,
    payment,
    period: paid === undefined ? undefined : periodOf(paid[2] ?? paid[3] ?? ''),
    compounding: compounding === 'annually' ? 'yearly' : compounding,
  };
}

const periodOf = (word: string): SaidInterest['period'] =>
  /^month/i.test(word) ? 'monthly' : /^quarter/i.test(word) ? 'quarterly' : 'yearly';

function amountOf(written: string): string | undefined {
  const [, number = '', scale = ''] =
    /^(.*?) ?(k|m|thousand|million)?$/i.exec(written.replace(/\p{Sc}/gu, '').trim()) ?? [];
  const bare = number.replace(/[.,]$/, '').replaceAll('’', "'");
  // 200.000 is two hundred thousand where people write decimal commas, and no one borrows thousandths.
  const parts = moneyParts(/^\d{1,3}(?:\.\d{3})+$/.test(bare) ? bare.replaceAll('.', '') : bare);
  if (parts === undefined) return undefined;
  const factor = /^[kt]/i.test(scale) ? 1000 : scale === '' ? 1 : 1_000_000;
  return String(Number(`${parts.whole}.${parts.decimals || '0'}`) * factor);
}
