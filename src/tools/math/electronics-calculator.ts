import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { CALCULATIONS, calculate } from '../../lib/electronics/calculate.js';
import { SERIES } from '../../lib/electronics/series.js';

export default defineTool({
  id: 'electronics-calculator',
  title: 'Electronics Calculator',
  summary:
    "Works out Ohm's law, resistor and capacitor codes, dividers, LED resistors, filters, E series and decibels.",
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    calculation: z.enum(CALCULATIONS).default('ohms-law').describe('What to work out.'),
    tolerancePercent: z
      .number()
      .min(0.01)
      .max(20)
      .default(5)
      .describe('Tolerance of the colour bands made for a resistance, in percent; 1 and less has five bands.'),
  },
  result: 'data',
  data: z.object({
    calculation: z.enum(CALCULATIONS).describe('What was worked out.'),
    results: z
      .array(
        z.object({
          symbol: z.string().describe('Symbol.'),
          name: z.string().describe('What it is.'),
          value: z.number().describe('Value in the unit without a prefix.'),
          unit: z.string().describe('Unit; empty for plain numbers.'),
          text: z.string().describe('Value to 4 digits with an SI prefix.'),
        }),
      )
      .describe('All values, the given ones too.'),
    colors: z.array(z.string()).describe('Colour bands of the resistance; empty where there are none.'),
    preferred: z
      .array(
        z.object({
          series: z.enum(SERIES).describe('Series of IEC 60063.'),
          below: z.number().describe('Next value at or below.'),
          above: z.number().describe('Next value at or above.'),
          nearest: z.number().describe('The nearer of both, by ratio.'),
          errorPercent: z.number().describe('How far the nearest is from the value, in percent.'),
        }),
      )
      .describe('Preferred values around a resistance or value that was worked out; empty otherwise.'),
    warnings: warnings(),
  }),
  notes: [
    'Values as on components: 4k7, 4.7k, 4R7, 0R22, 2M2, 10u, 100nF, 20 mA, 1e-6. m is milli, M is mega. Names with = or a colon, or units that tell: "12V 4k7Ω" or "V=12 R=4k7".',
    'Calculation needs: ohms-law two of V, I, R, P; divider three of Vin, Vout, R1, R2; led Vs, Vf, and I (20 mA) and n (1) if they differ; rc, rl and lc two of their values or f; reactance f with C or L; decibel P, dBm or V at R (50 Ω).',
    'Codes: resistor-code reads 3 to 6 colour bands (yellow violet red gold), SMD codes (472, 4702, 4R7) and EIA-96 (01C), or makes bands of a value such as 4k7; capacitor-code reads 104K.',
    'Series and parallel take any number of resistors or inductors (add in series) or capacitors with F (add in parallel). nearest-value gives the values of E3 to E192 around one.',
    'A colour code that is a code both ways round is read as written: start at the band nearest to an end. A three-digit code such as 100 in resistor-code is 10 Ω; write 100R for a hundred.',
  ],
  aliases: [
    'ohms law calculator',
    'resistor color code',
    'smd resistor code',
    'voltage divider',
    'led resistor calculator',
    'rc filter calculator',
    'resonant frequency',
    'parallel resistor calculator',
    'e12 e24 e96 series',
    'dbm to watt',
    'eia-96',
    'capacitor code',
    'resistor for a led',
    'ohms law',
  ],
  verified: [
    'IEC 60063: all values of E3 to E24, E48 and E96, and the exception 9.20 of E192',
    'IEC 60062: 30 colour codes, SMD and EIA-96 codes of published tables',
    'Inverse: 500 values of E24 and E96 written as bands and read back',
    'Invariants: 50 random circuits of each of six kinds solved from every pair or triple of their values give the same circuit',
  ],
  examples: [
    {
      title: "Ohm's law",
      input: '12V 4k7Ω',
      output: {
        data: {
          calculation: 'ohms-law',
          results: [
            { symbol: 'V', name: 'Voltage', value: 12, unit: 'V', text: '12 V' },
            { symbol: 'I', name: 'Current', value: 0.00255319148936, unit: 'A', text: '2.553 mA' },
            { symbol: 'R', name: 'Resistance', value: 4700, unit: 'Ω', text: '4.7 kΩ' },
            { symbol: 'P', name: 'Power', value: 0.0306382978723, unit: 'W', text: '30.64 mW' },
          ],
          colors: [],
          preferred: [],
          warnings: [],
        },
      },
    },
    {
      title: 'Color bands',
      input: 'yellow violet red gold',
      options: { calculation: 'resistor-code' },
      output: {
        data: {
          calculation: 'resistor-code',
          results: [
            { symbol: 'R', name: 'Resistance', value: 4700, unit: 'Ω', text: '4.7 kΩ' },
            { symbol: 'tolerance', name: 'Tolerance', value: 5, unit: '%', text: '5 %' },
            { symbol: 'least', name: 'Least', value: 4465, unit: 'Ω', text: '4.465 kΩ' },
            { symbol: 'most', name: 'Most', value: 4935, unit: 'Ω', text: '4.935 kΩ' },
          ],
          colors: ['yellow', 'violet', 'red', 'gold'],
          preferred: [],
          warnings: [],
        },
      },
    },
    {
      title: 'A band that cannot be a tolerance',
      input: 'red red red black',
      options: { calculation: 'resistor-code' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": band 4: "black" is not a colour of a tolerance',
      },
    },
    {
      title: 'Too little is known',
      input: 'V=5',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it needs two of V, I, R and P' },
    },
    {
      title: 'Values that contradict each other',
      input: 'V=5 I=1 R=10',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": the values contradict each other: V follows from I and R',
      },
    },
  ],
  run({ input, options: { calculation, tolerancePercent } }) {
    return refusing('Cannot read property "input"', () =>
      json({ calculation, ...calculate(calculation, input, tolerancePercent) }),
    );
  },
});
