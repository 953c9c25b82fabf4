import type { Example } from '../../core/tool.js';

/** Worked examples of discount-calculator. */
export const DISCOUNT_EXAMPLES: readonly Example[] = [
  {
    title: '20 % off, then 10 % more',
    options: { price: 80, discounts: '20% + 10%' },
    output: {
      data: {
        before: '80.00',
        after: '57.60',
        saved: '22.40',
        savedPercent: '28',
        tax: '0.00',
        total: '57.60',
        steps: [
          { discount: '20%', off: '16.00', price: '64.00' },
          { discount: '10%', off: '6.40', price: '57.60' },
        ],
      },
    },
  },
  {
    title: 'Three for two, five bought',
    options: { action: 'multi-buy', price: 4, quantity: 5 },
    output: {
      data: {
        before: '20.00',
        after: '16.00',
        saved: '4.00',
        savedPercent: '20',
        tax: '0.00',
        total: '16.00',
        perPiece: '3.20',
      },
    },
  },
  {
    title: 'A basket with a discount on one line, and 5.00 off in all',
    input: 'Shirt 2 x 19.90 25%\nSocks 4.50\n',
    options: { discounts: '5.00', taxPercent: 10 },
    output: {
      data: {
        before: '44.30',
        after: '29.35',
        saved: '14.95',
        savedPercent: '33.7472',
        tax: '2.94',
        total: '32.29',
        steps: [{ discount: '5.00', off: '5.00', price: '29.35' }],
        lines: [
          { line: 1, description: 'Shirt', quantity: '2', unitPrice: '19.9', before: '39.80', after: '29.85' },
          { line: 2, description: 'Socks', quantity: '1', unitPrice: '4.5', before: '4.50', after: '4.50' },
        ],
      },
    },
  },
  {
    title: 'The price for a margin of 20 %',
    options: { action: 'margin', cost: 80, marginPercent: 20 },
    output: {
      data: { cost: '80.00', price: '100.00', profit: '20.00', marginPercent: '20', markupPercent: '25' },
    },
  },
  {
    title: 'The break-even point',
    options: { action: 'break-even', fixedCosts: 1000, cost: 12, price: 19 },
    output: {
      data: {
        units: '143',
        exactUnits: '142.8571',
        revenue: '2717.00',
        costs: '2716.00',
        profit: '1.00',
        contribution: '7.00',
        contributionPercent: '36.8421',
      },
    },
  },
  {
    title: 'No price',
    options: { discounts: '20%' },
    error: { code: 'INVALID_INPUT', message: 'Option "price" must be greater than 0 for discount' },
  },
  {
    title: 'Only one of two prices',
    options: { action: 'percent', price: 5 },
    error: { code: 'INVALID_INPUT', message: 'Option "salePrice" must be greater than 0 for percent' },
  },
  {
    title: 'Both a price and lines',
    input: 'Mug 12.90',
    options: { price: 5 },
    error: { code: 'INVALID_INPUT', message: 'Option "price" must be 0 where "input" has lines, got 5' },
  },
  {
    title: 'Lines where a margin is wanted',
    input: 'Mug 12.90',
    options: { action: 'margin' },
    error: {
      code: 'INVALID_INPUT',
      message: 'Property "input" must be empty where "action" is margin: only discount reads lines',
    },
  },
  {
    title: 'A discount that is not one',
    options: { price: 5, discounts: 'half' },
    error: {
      code: 'INVALID_INPUT',
      message:
        'Cannot read option "discounts": a discount must be a percentage from 0 to 100 or an amount, such as 20% or 5.00, got "half"',
    },
  },
  {
    title: 'A discount that can be read in two ways',
    options: { price: 50, discounts: '30' },
    error: {
      code: 'INVALID_INPUT',
      message:
        'Cannot read option "discounts": a discount must say what it is: 30% for a percentage, 30.00 or $30 for an amount',
    },
  },
  {
    title: 'More off than the price',
    options: { price: 5, discounts: '6.00' },
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot apply option "discounts": the discount "6.00" is more than what is left of the price',
    },
  },
  {
    title: 'An unknown offer',
    options: { action: 'multi-buy', price: 5, offer: 'cheap' },
    error: {
      code: 'INVALID_INPUT',
      message:
        'Cannot read option "offer": an offer must be such as 3 for 2, 3 for 9.99, buy 2 get 1 free or 2nd half price, got "cheap"',
    },
  },
  {
    title: 'Margin and markup at once',
    options: { action: 'margin', cost: 5, marginPercent: 20, markupPercent: 20 },
    error: {
      code: 'INVALID_INPUT',
      message: 'Exactly one of "price", "marginPercent" and "markupPercent" must be greater than 0 for margin, got 2',
    },
  },
  {
    title: 'A margin on nothing',
    options: { action: 'margin', marginPercent: 20 },
    error: { code: 'INVALID_INPUT', message: 'Option "cost" must be greater than 0 where the price is to be found' },
  },
  {
    title: 'A price below the cost',
    options: { action: 'break-even', fixedCosts: 100, cost: 5, price: 4 },
    error: { code: 'INVALID_INPUT', message: 'Option "price" must be greater than "cost" 5 to break even, got 4' },
  },
];
