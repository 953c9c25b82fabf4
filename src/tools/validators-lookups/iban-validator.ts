import { z } from 'zod';

import { defineTool, invalid, quote, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { ibanLength } from '../../lib/payments/iban.js';
import { drawsFrom } from '../../lib/secrets/draw.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';
import { drawIban, judgeAccount } from './_iban-verdict.js';

const part = (description: string) => z.string().optional().describe(description);

export default defineTool({
  id: 'iban-validator',
  title: 'IBAN Validator',
  summary: 'Checks IBANs and BICs of 89 countries, shows bank, branch and account, and generates IBANs for tests.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    action: z
      .enum(['validate', 'generate'])
      .default('validate')
      .describe('Checks the input, or makes IBANs for tests.'),
    country: z
      .string()
      .max(2)
      .default('')
      .describe('Country of the generated IBANs, such as DE; empty for any. Ignored when validating.'),
    count: z.number().multipleOf(1).min(1).max(1000).default(1).describe('How many IBANs to generate.'),
    seed: shared.seed(),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    type: z.enum(['iban', 'bic']).describe('What it was taken for.'),
    formatted: part('In groups of four as ISO 13616 prints it; a BIC without spaces.'),
    compact: part('The IBAN without spaces, as machines exchange it.'),
    country: part('Country code of the first two letters, in a BIC of the fifth and sixth.'),
    countryName: z.string().nullable().optional().describe('Its English name; null if it is unknown.'),
    checkDigits: part('The two check digits behind the country.'),
    bban: part('The domestic account number (BBAN).'),
    bank: part('Bank code.'),
    branch: part('Branch code; empty where the country has none, or a BIC names the head office.'),
    account: part('Account number without the codes.'),
    location: part('Location code of a BIC.'),
    isTest: z.boolean().optional().describe('Only there for BICs of test systems.'),
    nationalCheck: z
      .enum(['fits', 'fails', 'unknown'])
      .optional()
      .describe('Whether the check digits of the domestic number fit; unknown where the rule is not known here.'),
    isSepa: z.boolean().optional().describe('Whether the country takes part in SEPA.'),
    suggestion: part('A valid IBAN that differs in letters taken for digits, or in one swap of neighbours.'),
  }),
  notes: [
    VALUES_NOTE,
    'Checked: country, length, kinds of characters of every part, and the check digits (ISO 7064, MOD 97-10). Whether the account exists only its bank knows.',
    'Domestic check digits are checked too for BA, BE, CZ, EE, ES, FI, FR, HR, HU, IT, MC, ME, MK, NO, PL, PT, RS, SI, SK, SM, TL, TN and XK. One that fails is a warning: some old accounts do not follow the rule.',
    'A line of 8 or 11 characters in the form of a BIC is read as one: form and country are checked, not the directory of SWIFT.',
    'Generated IBANs pass every check, with random bank codes: by accident one may belong to somebody. Never send money to them.',
    'Structures are those of the SWIFT IBAN Registry of 2025.',
  ],
  aliases: [
    'iban checker',
    'bic validator',
    'swift code',
    'bank account validator',
    'mod 97',
    'iban generator',
    'test iban',
    'iban to bank code',
    'is an account number valid',
  ],
  verified: [
    'SWIFT IBAN Registry: its own examples of 89 countries are valid; structures of 76 compared with python-stdnum 1.18, taken from the registry',
    'python-stdnum 1.18 (iban.is_valid), by hand: 2,000 generated IBANs, half with a character changed; same verdict but for the seven countries it does not know yet, and a Belgian bank code it does not list',
    'Every single changed digit and every swap of neighbouring digits in the 89 examples is found; domestic check digits fit in the examples of all 23 countries with a rule',
  ],
  examples: [
    {
      title: 'An IBAN as people write it',
      input: 'IBAN: de89 3704-0044 0532 0130 00',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'IBAN: de89 3704-0044 0532 0130 00',
              isValid: true,
              type: 'iban',
              formatted: 'DE89 3704 0044 0532 0130 00',
              compact: 'DE89370400440532013000',
              country: 'DE',
              countryName: 'Germany',
              checkDigits: '89',
              bban: '370400440532013000',
              bank: '37040044',
              branch: '',
              account: '0532013000',
              nationalCheck: 'unknown',
              isSepa: true,
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'What is wrong, as CSV',
      input:
        'FR1420041010050500013M02606\nGB29 NWBK 6016 1331 9268 9l\nUS64SVBKUS6S3300958879\nNL91 ABNA 0417 1643 0\nCOBADEFF',
      options: { format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,type,formatted,country,bank,branch,account,nationalCheck,suggestion\n1,FR1420041010050500013M02606,true,,iban,FR14 2004 1010 0505 0001 3M02 606,FR,20041,01005,0500013M026,fits,\n2,GB29 NWBK 6016 1331 9268 9l,false,The account number at characters 15 to 22 must be digits,iban,,GB,,,,,\n3,US64SVBKUS6S3300958879,false,No IBANs are registered for the country US,iban,,,,,,,\n4,NL91 ABNA 0417 1643 0,false,"IBANs of NL have 18 characters, not 17",iban,,NL,,,,,\n5,COBADEFF,true,,bic,COBADEFF,DE,COBA,,,,\n',
      },
    },
    {
      title: 'IBANs for tests',
      options: { action: 'generate', country: 'es', count: 2, format: 'csv' },
      output: { varies: true, text: 'ES…\nES…\n' },
    },
    {
      title: 'A country without IBANs',
      options: { action: 'generate', country: 'US' },
      error: { code: 'INVALID_INPUT', message: 'Option "country" is not a country that has IBANs, got "US"' },
    },
    {
      title: 'Nothing to check',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'Input for a generator',
      input: 'DE',
      options: { action: 'generate' },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where "action" is generate' },
    },
  ],
  run({ input, files, signal, options, random }) {
    const { action, count, seed, format } = options;
    const columns = ['type', 'formatted', 'country', 'bank', 'branch', 'account', 'nationalCheck', 'suggestion'];
    const warn = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      rows
        .filter(({ nationalCheck }) => nationalCheck === 'fails')
        .slice(0, 100)
        .map(({ line }) => `Line ${line}: the domestic check digits do not fit, though those of the IBAN do`);
    if (action === 'validate')
      return eachValue({ input, files, signal }, { judge: judgeAccount, format, columns, warn });
    if (input !== '' || files.length > 0) throw invalid('Property "input" must be empty where "action" is generate');
    const country = options.country.toUpperCase();
    if (country !== '' && ibanLength(country) === undefined)
      throw invalid(`Option "country" is not a country that has IBANs, got ${quote(options.country)}`);
    const draw = drawsFrom(seededRandom(seed, random));
    const made = Array.from({ length: count }, () => drawIban(draw, country));
    if (format === 'csv') return text(`${made.join('\n')}\n`);
    return eachValue({ input: made.join('\n'), files: [], signal }, { judge: judgeAccount, format, columns, warn });
  },
});
