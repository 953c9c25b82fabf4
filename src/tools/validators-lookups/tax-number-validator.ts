import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { openOfficialNumbers } from '../../engines/national-ids.js';
import { NUMBER_KINDS, OFFICIAL_NUMBERS } from '../../lib/entities/official-numbers.data.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';
import { officialNumberJudge } from './_official-number.js';

const part = (description: string) => z.string().optional().describe(description);

export default defineTool({
  id: 'tax-number-validator',
  title: 'VAT, Tax and National ID Validator',
  summary: 'Checks VAT, tax, company and national identity numbers of 89 countries by their form and check digits.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    kind: z
      .enum(['any', ...NUMBER_KINDS])
      .default('any')
      .describe('Kind of the numbers; person covers identity and social security numbers.'),
    country: z
      .string()
      .max(2)
      .default('')
      .describe('Country of the numbers, such as DE or US; empty for any. VAT numbers name theirs by their prefix.'),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    country: part('Country code. Country, name and number are there where one kind fits, or the country is known.'),
    countryName: part('Its English name.'),
    scheme: part('Short name of the kind of number in its country, such as nino or siren.'),
    name: part('What the number is called.'),
    kinds: z.array(z.enum(NUMBER_KINDS)).optional().describe('What it is used as.'),
    number: part('The number as machines exchange it, without the prefix of a VAT number in most countries.'),
    formatted: part('As the country prints it.'),
    fits: z.array(z.string()).optional().describe('Every kind it fits, up to 40.'),
  }),
  notes: [
    VALUES_NOTE,
    'A number that fits is well formed, no more: whether it was given to somebody only the office knows. For VAT numbers of the EU that is VIES, a service on the internet, which is not asked.',
    'VAT numbers begin with two letters: EL is Greece, XI is Northern Ireland. With "country" chosen the prefix may be missing.',
    'Without a prefix and with no country chosen most numbers fit several kinds: "fits" names all. That is done for up to 500 values; choose "country" for up to 10,000.',
    `There are ${OFFICIAL_NUMBERS.length} kinds. Some have no check digit, as the Social Security number: then its form and its forbidden parts are checked. A date of birth that has not come yet is refused.`,
    'The letters and digits at the end of a Mexican RFC are checked strictly; some old ones do not follow the rule.',
  ],
  aliases: [
    'vat number validator',
    'vat id check',
    'vies format check',
    'eu vat number',
    'tax id validator',
    'tin validator',
    'ssn validator',
    'social security number check',
    'national id validator',
    'national insurance number check',
    'nhs number check',
    'codice fiscale check',
    'dni nie validator',
    'cpf cnpj validator',
    'siret siren check',
    'steuer-id prüfen',
    'company registration number check',
    'itin ein check',
    'aadhaar pan gstin validator',
    'personnummer check',
    'abn acn validator',
    'pesel nip regon',
  ],
  verified: [
    'python-stdnum 1.18, by hand: 94,212 numbers of 144 kinds, its own examples and mutations of them; the same verdict for 97.7 %, and for all numbers of 107 kinds. Where they differ, most are dates of birth in the future, the check digits of FR SPI, KR BRN and MX RFC, which it does not check, and IT codes of companies, which are VAT numbers here',
    'python-stdnum 1.18, in the tests: over 4,000 VAT numbers of the EU, Norway, Switzerland and the United Kingdom, half of them with changed digits: the same verdict for each',
    'The kinds that python-stdnum does not know are checked by the examples of their offices only, or by nothing from outside: AO, AZ, BA, BZ, EG, ES NSS, GB NINO, GN, GT CUI, HK, ME and RS JMBG, MX CLABE, MZ, UY and ZA VAT',
  ],
  examples: [
    {
      title: 'A VAT number with its prefix',
      input: 'DE 136 695 976',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'DE 136 695 976',
              isValid: true,
              country: 'DE',
              countryName: 'Germany',
              scheme: 'vat',
              name: 'VAT number (USt-IdNr.)',
              kinds: ['vat'],
              number: '136695976',
              formatted: '136695976',
              fits: ['Germany: VAT number (USt-IdNr.)'],
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A list of one country, as CSV',
      input: '732 829 320 00074\n73282932000079\n40483304',
      options: { country: 'FR', kind: 'company', format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,country,scheme,name,number,formatted,fits\n1,732 829 320 00074,true,,FR,siret,establishment number (SIRET),73282932000074,732 829 320 00074,France: establishment number (SIRET)\n2,73282932000079,false,As France: establishment number (SIRET): its check digits do not fit,,,,,,\n3,40483304,false,It fits none of these: France: company number (SIREN); France: establishment number (SIRET),,,,,,\n',
      },
    },
    {
      title: 'VAT numbers without a country',
      input: '136695976',
      options: { kind: 'vat' },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '136695976',
              isValid: false,
              reason:
                'A VAT number must begin with the two letters of a country whose numbers are known, unless "country" is chosen',
            },
          ],
          valid: 0,
          invalid: 1,
          warnings: [],
        },
      },
    },
    {
      title: 'A country whose numbers are not known',
      input: '123',
      options: { country: 'AQ' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "country" must be a country with numbers of this kind that are known, got "AQ"',
      },
    },
    {
      title: 'Nothing to check',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { kind, country: asked, format } }) {
    const all = await openOfficialNumbers();
    const code = asked.toUpperCase();
    const country = code === 'EL' ? 'GR' : code === 'UK' ? 'GB' : code;
    if (country !== '' && !all.some((one) => one.country === country && (kind === 'any' || one.kinds.includes(kind))))
      throw invalid(`Option "country" must be a country with numbers of this kind that are known, got ${quote(asked)}`);
    const columns = ['country', 'scheme', 'name', 'number', 'formatted', 'fits'];
    return eachValue({ input, files, signal }, { judge: officialNumberJudge(all, { country, kind }), format, columns });
  },
});
