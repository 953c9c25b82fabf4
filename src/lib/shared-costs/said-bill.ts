/** A bill as people say it: `86.40`, `bill: 86,40 €`, `$120.50 for 4 people with 20% tip`. */

import { moneyParts } from '../numbers/money-text.js';

const MAX_CHARACTERS = 200;
const PEOPLE = /(?<![\d.,])(\d{1,4})(?:\s(?:people|persons?|friends|guests|adults|of us)|[\s-]ways?)\b/i;
const TIP = /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s?%/;
/** Words that say nothing that is not said by the numbers. */
const FILLERS =
  /\b(?:bill|total|check|is|of|for|split|shared?|divided?|among(?:st)?|between|by|with|plus|and|an?|the|tip|gratuity|each|dinner|lunch|meal)\b|[:+&,;](?=\s|$)/gi;

export interface SaidBill {
  readonly amount: { readonly whole: string; readonly decimals: string };
  readonly people: number | undefined;
  readonly tipPercent: number | undefined;
}

/** `undefined` where the text is not one bill, as a list of expenses is not. */
export function readSaidBill(text: string): SaidBill | undefined {
  const said = text.trim();
  if (said.length > MAX_CHARACTERS || /[\r\n]/.test(said)) return undefined;
  const people = PEOPLE.exec(said)?.[1];
  const tip = TIP.exec(said)?.[1];
  const rest = said.replace(PEOPLE, ' ').replace(TIP, ' ').replace(FILLERS, ' ').replace(/\s+/g, ' ').trim();
  const amount = moneyParts(rest);
  if (amount === undefined) return undefined;
  return {
    amount,
    people: people === undefined ? undefined : Number(people),
    tipPercent: tip === undefined ? undefined : Number(tip.replace(',', '.')),
  };
}
