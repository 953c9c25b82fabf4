import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { CHART_FILES, readChartTable } from '../../formats/charts/chart-table.js';
import { CASH_FLOW_DATA } from './_cash-flow-data.js';
import { listedAmounts, MAX_FLOWS, readCashFlows } from './_cash-flow-table.js';
import { internalRates, modifiedRate, paybackYears, presentValue } from './_cash-flows.js';
import { decimalsOption } from './_money.js';

const PER_YEAR = { yearly: 1, 'semi-annual': 2, quarterly: 4, monthly: 12, weekly: 52 } as const;

const percentOption = (value: number, description: string) =>
  z.number().min(-99).max(10_000).default(value).describe(description);

/** Rounding leaves -0.00 of nothing. */
const plainZero = (text: string): string => (/^-[0.]*$/.test(text) ? text.slice(1) : text);
const fourDigits = (value: number | undefined): string | null =>
  value === undefined || !Number.isFinite(value) ? null : plainZero(String(Number(value.toFixed(4))));
const percent = (share: number | undefined): string | null => fourDigits(share === undefined ? undefined : share * 100);

export default defineTool({
  id: 'npv-irr-calculator',
  title: 'NPV and IRR Calculator',
  summary: 'Works out NPV, IRR, MIRR and payback of cash flows, in even periods or on dates as XNPV and XIRR do.',
  family: 'finance-everyday',
  class: 'standard',
  input: 'optional',
  files: CHART_FILES,
  options: {
    rate: percentOption(10, 'Discount rate per year in percent.'),
    period: z
      .enum(['yearly', 'semi-annual', 'quarterly', 'monthly', 'weekly'])
      .default('yearly')
      .describe('How far flows without dates are apart.'),
    column: z
      .string()
      .max(200)
      .default('')
      .describe(
        'Column of the amounts, by its name or its number from 1; empty for the first that does not count periods.',
      ),
    dateColumn: z
      .string()
      .max(200)
      .default('')
      .describe('Column of the dates, by name or number; empty for the first with dates, if there is one.'),
    financeRate: percentOption(10, 'Rate per year in percent that money paid costs, for MIRR.'),
    reinvestRate: percentOption(10, 'Rate per year in percent that money received earns, for MIRR.'),
    decimals: decimalsOption(),
    locale: shared.locale().describe('Language whose marks the numbers and dates have: 1,234.5 in en, 1.234,5 in de.'),
  },
  result: 'data',
  data: CASH_FLOW_DATA,
  notes: [
    'The flows are a list, a column or a single row of a table (CSV, JSON, XLSX, ODS), the first at once: -1000 300 420 680. Money paid is negative.',
    'With a date beside each amount, years are days divided by 365, as in XNPV and XIRR. The earliest date is the first flow.',
    'Rates are per year and effective: for monthly flows, the monthly rate is (1 + rate)^(1/12) - 1, not a twelfth.',
    'Flows that change their sign several times may have several internal rates; NPV or MIRR decides then.',
    `Up to ${MAX_FLOWS.toLocaleString('en')} flows, in double precision.`,
  ],
  aliases: [
    'npv calculator',
    'irr calculator',
    'xirr',
    'xnpv',
    'mirr',
    'net present value',
    'internal rate of return',
    'payback period',
    'discounted cash flow',
    'dcf calculator',
    'profitability index',
    'return on investment with cash flows',
  ],
  verified: [
    'The worked examples of Microsoft for NPV, IRR, XNPV, XIRR and MIRR',
    'NumPy: all rates of 300 random flows, several where the signs change several times',
  ],
  examples: [
    {
      title: 'An investment that pays for three years',
      input: '-10000 3000 4200 6800',
      output: {
        data: {
          npv: '1307.29',
          npvOnePeriodEarlier: '1188.44',
          irrPercent: '16.3406',
          irrsPercent: ['16.3406'],
          irrPerPeriodPercent: '16.3406',
          mirrPercent: '14.5985',
          profitabilityIndex: '1.1307',
          paybackYears: '2.4118',
          discountedPaybackYears: '2.7441',
          total: '4000.00',
          flowCount: 4,
          table: [
            {
              period: 0,
              years: '0',
              amount: '-10000.00',
              presentValue: '-10000.00',
              cumulative: '-10000.00',
              cumulativePresentValue: '-10000.00',
            },
            {
              period: 1,
              years: '1',
              amount: '3000.00',
              presentValue: '2727.27',
              cumulative: '-7000.00',
              cumulativePresentValue: '-7272.73',
            },
            {
              period: 2,
              years: '2',
              amount: '4200.00',
              presentValue: '3471.07',
              cumulative: '-2800.00',
              cumulativePresentValue: '-3801.65',
            },
            {
              period: 3,
              years: '3',
              amount: '6800.00',
              presentValue: '5108.94',
              cumulative: '4000.00',
              cumulativePresentValue: '1307.29',
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'On dates, as CSV',
      input: 'date,amount\n2024-01-01,-1000\n2025-01-01,1100',
      options: { rate: 5 },
      output: {
        data: {
          npv: '47.48',
          npvOnePeriodEarlier: '47.48',
          irrPercent: '9.9714',
          irrsPercent: ['9.9714'],
          irrPerPeriodPercent: null,
          mirrPercent: '9.9714',
          profitabilityIndex: '1.0475',
          paybackYears: '0.9116',
          discountedPaybackYears: '0.9573',
          total: '100.00',
          flowCount: 2,
          table: [
            {
              period: 0,
              date: '2024-01-01',
              years: '0',
              amount: '-1000.00',
              presentValue: '-1000.00',
              cumulative: '-1000.00',
              cumulativePresentValue: '-1000.00',
            },
            {
              period: 1,
              date: '2025-01-01',
              years: '1.0027',
              amount: '1100.00',
              presentValue: '1047.48',
              cumulative: '100.00',
              cumulativePresentValue: '47.48',
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A period without an amount',
      input: 'year,amount\n1,-5\n2,\n3,8',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": row 2, column "amount": there is no amount; 0 stands for a period without one',
      },
    },
  ],
  async run({ input, files, options }) {
    const { decimals } = options;
    const list = files.length === 0 ? listedAmounts(input) : undefined;
    // A row copied from a spreadsheet has no names above it; JSON says what its names are.
    const isRow = files.length === 0 && /^[^[{\r\n][^\r\n]*$/.test(input.trim());
    const table = await readChartTable(
      { input: list?.join('\n') ?? input, files },
      { header: !isRow && list === undefined, delimiter: 'auto', sheet: '', password: '', locale: options.locale },
    );
    const perYear = PER_YEAR[options.period];
    const { flows, dates, notes } = refusing(`Cannot read ${table.label}`, () =>
      readCashFlows(table, { column: options.column, dateColumn: options.dateColumn, perYear }),
    );
    const yearly = options.rate / 100;
    const shown = (value: number): string => plainZero(value.toFixed(decimals));
    const discounted = flows.map((flow) => ({ ...flow, amount: presentValue([flow], yearly) }));
    const npv = presentValue(flows, yearly);
    const rates = internalRates(flows);
    const [only] = rates.length === 1 ? rates : [];
    const first = flows[0]?.amount ?? 0;
    let [sum, worth] = [0, 0];
    return json({
      npv: shown(npv),
      npvOnePeriodEarlier: shown(dates === undefined ? npv / (1 + yearly) ** (1 / perYear) : npv),
      irrPercent: percent(only),
      irrsPercent: rates.map((found) => percent(found) ?? ''),
      irrPerPeriodPercent: only === undefined || dates !== undefined ? null : percent((1 + only) ** (1 / perYear) - 1),
      mirrPercent: percent(modifiedRate(flows, options.financeRate / 100, options.reinvestRate / 100)),
      profitabilityIndex: first < 0 ? fourDigits((npv - first) / -first) : null,
      paybackYears: fourDigits(paybackYears(flows)),
      discountedPaybackYears: fourDigits(paybackYears(discounted)),
      total: shown(flows.reduce((total, flow) => total + flow.amount, 0)),
      flowCount: flows.length,
      table: flows.map((flow, period) => {
        const present = discounted[period]?.amount ?? 0;
        sum += flow.amount;
        worth += present;
        const date = dates?.[period];
        return {
          period,
          ...(date === undefined ? {} : { date }),
          years: fourDigits(flow.years) ?? '',
          amount: shown(flow.amount),
          presentValue: shown(present),
          cumulative: shown(sum),
          cumulativePresentValue: shown(worth),
        };
      }),
      warnings: [
        ...notes,
        ...(rates.length > 1
          ? [`There are ${rates.length} internal rates of return, as the flows change their sign more than once`]
          : []),
        ...(rates.length === 0 ? ['There is no internal rate of return between -99.99 % and 100,000 %'] : []),
      ],
    });
  },
});
