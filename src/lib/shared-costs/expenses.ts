import { ContentFault, inLine, LimitFault } from '../faults.js';
import { moneyParts } from '../numbers/money-text.js';

/** Somebody and the weight of a share. */
export interface Weighted {
  readonly name: string;
  readonly weight: bigint;
}

export interface Expense {
  readonly payer: string;
  readonly cents: bigint;
  readonly description: string;
  /** Who shares it; empty for all. */
  readonly sharedBy: readonly Weighted[];
}

/** Weights have up to three decimals. */
const WEIGHT = 1_000;
const MAX_NAME = 60;
const MAX_CENTS = 10n ** 16n;
/** What people write between a name and an amount, and in place of all names. */
const PAID = /\s(?:has |have )?(?:paid|pays|spent)$/i;
const EVERYONE = /^(?:all(?: of us)?|everyone|everybody|us(?: all)?)$/i;

/** `12.5`, `1,234.50`, `1.234,50`, `12,50` with at most `decimals` decimals; `undefined` where it is not an amount. */
function readCents(text: string, decimals: number): bigint | undefined {
  const parts = moneyParts(text);
  if (parts === undefined) return undefined;
  const { whole, decimals: part } = parts;
  if (part.length > decimals)
    throw new ContentFault(`an amount has at most ${decimals} decimals, got ${JSON.stringify(text.slice(0, 40))}`);
  return BigInt(whole + part.padEnd(decimals, '0'));
}

/** `Ann, Ben*2, Cid*0.5`: names with the weights of their shares, 1 where none is given. Throws ContentFault. */
export function readShares(text: string): readonly Weighted[] {
  const shares = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const star = part.lastIndexOf('*');
      const name = (star < 0 ? part : part.slice(0, star)).trim();
      const weight = star < 0 ? '1' : part.slice(star + 1).trim();
      if (name === '' || name.length > MAX_NAME || !/^\d{1,6}(?:\.\d{1,3})?$/.test(weight))
        throw new ContentFault(
          `a share must be a name, or a name with a weight such as Ann*2, got ${JSON.stringify(part.slice(0, 80))}`,
        );
      return { name, weight: BigInt(Math.round(Number(weight) * WEIGHT)) };
    });
  if (shares.length > 0 && shares.every(({ weight }) => weight === 0n))
    throw new ContentFault('at least one share must have a weight greater than 0');
  return shares;
}

const NAMED = /^\p{L}[^\d]{0,80}\d[\d.,']{0,20}\s?\p{Sc}?$/u;

/** `Ann 20, Ben 30`: several of a line, where each piece is a name and an amount. */
function piecesOf(line: string): readonly string[] {
  const pieces = line.split(/[,;]\s/).map((piece) => piece.trim());
  return pieces.every((piece) => NAMED.test(piece)) ? pieces : [line];
}

/**
 * Expenses, one per line (or `Ann 20, Ben 30`): who paid, how much, then what for and, behind "for", who shares it.
 * `Ann: 30 dinner for Ann, Ben*2`. Empty lines and those that begin with # are skipped. Throws ContentFault naming the line, also for `Ann: 30 for dinner`, where nobody of those
 * behind "for" has a line: nothing tells a person from a dinner.
 */
export function readExpenses(text: string, decimals: number, most: number): readonly Expense[] {
  const read = text.split(/\r\n|\n|\r/).flatMap((line, i) => {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#')) return [];
    return piecesOf(bare).map((piece) => ({
      line: i + 1,
      expense: inLine(i + 1, () => readExpense(piece, decimals)),
    }));
  });
  const payers = new Set(read.map(({ expense }) => expense.payer.toLowerCase()));
  const expenses = read.map(({ line, expense }) => {
    const [first] = expense.sharedBy;
    if (first !== undefined && !expense.sharedBy.some(({ name }) => payers.has(name.toLowerCase()))) {
      const shown = JSON.stringify(first.name);
      inLine(line, () => {
        throw new ContentFault(
          `names must follow "for", but ${shown} has no line: write what it was for without "for", or add a line "${first.name}: 0"`,
        );
      });
    }
    return expense;
  });
  if (expenses.length === 0) throw new ContentFault('it has no expenses');
  if (expenses.length > most)
    throw new LimitFault(`it must have at most ${most} expenses, got ${expenses.length}`, most);
  return expenses;
}

function readExpense(line: string, decimals: number): Expense {
  const tokens = [...line.slice(0, 2_000).matchAll(/[^\s:;\t]+/g)];
  for (const { 0: token, index } of tokens) {
    const cents = index === 0 ? undefined : readCents(token.replace(/,$/, ''), decimals);
    if (cents === undefined) continue;
    const payer = line
      .slice(0, index)
      .replace(/[\s:;,]+$/, '')
      .replace(PAID, '')
      .trim();
    // "120.50 for 4" is not what somebody called "120.50 for" paid.
    if (payer === '' || payer.length > MAX_NAME || moneyParts(payer.split(/\s/)[0] ?? '') !== undefined) break;
    if (cents > MAX_CENTS) throw new ContentFault(`an amount must be below ${10 ** (16 - decimals)}`);
    const rest = line
      .slice(index + token.length)
      .replace(/^[\s:;,]+/, '')
      .trim();
    const at = /^for\s/i.test(rest) ? 0 : rest.toLowerCase().lastIndexOf(' for ') + 1;
    const isShared = /^for\s/i.test(rest) || at > 0;
    const sharers = rest.slice(at + 4).trim();
    return {
      payer,
      cents,
      description: isShared ? rest.slice(0, at).trim() : rest,
      sharedBy: isShared && !EVERYONE.test(sharers) ? readShares(sharers) : [],
    };
  }
  throw new ContentFault(
    `an expense must be a name and an amount, such as Ann: 12.50, got ${JSON.stringify(line.slice(0, 80))}`,
  );
}
