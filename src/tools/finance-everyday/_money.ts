import { z } from 'zod';

import { type Decimal, type Decimals, openDecimals } from '../../engines/decimals.js';

/** Significant digits inside a calculation: amounts below 10^14, and 26 digits more. Money alone is rounded. */
const DIGITS = 40;

/** `growth`: powers of ten by which amounts may grow. */
export const openMoney = (growth = 0): Promise<Decimals> => openDecimals(DIGITS + Math.ceil(growth));

export const MAX_MONEY = 1e12;

/** An amount in the unit of the money. */
export const moneyOption = (value: number, least: number, description: string) =>
  z.number().min(least).max(MAX_MONEY).default(value).describe(description);

export const decimalsOption = () =>
  z
    .number()
    .multipleOf(1)
    .min(0)
    .max(4)
    .default(2)
    .describe('Decimals of the money: 2 for most currencies, 0 for yen, 3 for Kuwaiti dinars.');

/** Half a cent goes away from zero, as on statements: ROUND_HALF_UP. */
const HALF_UP = 4;

export const toMoney = (value: Decimal, decimals: number): Decimal => value.toDecimalPlaces(decimals, HALF_UP);

/** Rates are shown in percent with up to four decimals, without zeros at their end. */
export const percentText = (share: Decimal): string => share.times(100).toDecimalPlaces(4, HALF_UP).toFixed();
