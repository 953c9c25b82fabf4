import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';
import { judgeVin, vinsOfLine } from './_vin-verdict.js';

const part = (description: string) => z.string().optional().describe(description);
const is = (description: string) => z.boolean().optional().describe(description);

export default defineTool({
  id: 'vin-decoder',
  title: 'VIN Decoder',
  summary: 'Decodes vehicle identification numbers: check digit, maker, country, model year, plant and serial number.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: { format: valueFormat() },
  result: 'mixed',
  data: valueData({
    vin: part('The VIN in capitals, without spaces and hyphens.'),
    maker: part('Maker that the first three characters are registered for; empty where they are not known here.'),
    makes: z.array(z.string()).optional().describe('Brands that the maker uses the characters for.'),
    vehicleType: part('Kind of vehicle; empty where it is not known.'),
    country: part('Country of the first two characters; empty where they are not assigned.'),
    countryCode: part('Its ISO 3166-1 code.'),
    region: part('Part of the world.'),
    modelYear: z.int().optional().describe('Model year, where the number says one year only.'),
    modelYears: z
      .array(z.int())
      .optional()
      .describe('Model years that the tenth character may stand for; empty where it stands for none.'),
    isCheckDigitRight: is('The ninth character is the check digit of the others.'),
    isCheckDigitRequired: is('Vehicles for North America and China must have a check digit.'),
    checkDigit: part('What the check digit would have to be.'),
    isSmallMaker: is('The maker builds fewer than 1,000 vehicles a year.'),
    wmi: part('Characters 1 to 3, the maker.'),
    vds: part('Characters 4 to 9, the description of the vehicle.'),
    vis: part('Characters 10 to 17, the vehicle itself.'),
    plant: part('Character 11, the code of the plant; each maker has its own.'),
    serial: part('Characters 12 to 17, the serial number.'),
    suggestion: part('A VIN that was probably meant: 1 and 0 for I, O and Q.'),
  }),
  notes: [
    VALUES_NOTE,
    'Every VIN in a text is found, also after "VIN:" or within a sentence; spaces and hyphens inside of one are ignored where it has the line to itself.',
    'Makers are those of the register of the US NHTSA (3,125 codes of three characters) and the largest of Europe beside it; makers of fewer than 1,000 vehicles a year, whose code has 9 in the third place, are not told by name. The country is where the code was assigned, which may differ from where the vehicle was built.',
    'The tenth character is the model year in North America and by most other makers, and means the same again after 30 years. The seventh tells which round it is for cars and multipurpose vehicles with a right check digit; otherwise "modelYears" has both.',
    'A valid VIN is well formed, no more: whether there is such a vehicle, its model, engine or history is not looked up.',
  ],
  aliases: [
    'vin check',
    'vin lookup',
    'vehicle identification number',
    'chassis number',
    'car vin decoder',
    'wmi lookup',
    'model year from vin',
    'fahrgestellnummer',
    'vin validator',
    'vin number check',
  ],
  verified: [
    '49 CFR 565.15: the check digit of its example 1M8GDM9AXKP042788, and the table of model years',
    'vPIC of the US NHTSA: the countries of 14 codes; published VINs of a Honda, a Saturn, a Tesla and a Volkswagen',
  ],
  examples: [
    {
      title: 'A car of Honda',
      input: 'VIN: 1HGCM82633A004352',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '1HGCM82633A004352',
              vin: '1HGCM82633A004352',
              isValid: true,
              maker: 'AMERICAN HONDA MOTOR CO., INC.',
              makes: ['Honda'],
              vehicleType: 'passenger car',
              country: 'United States',
              countryCode: 'US',
              region: 'North America',
              modelYear: 2003,
              modelYears: [2003],
              isCheckDigitRight: true,
              isCheckDigitRequired: true,
              checkDigit: '3',
              isSmallMaker: false,
              wmi: '1HG',
              vds: 'CM8263',
              vis: '3A004352',
              plant: 'A',
              serial: '004352',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A letter O for a zero, a wrong check digit, and too short',
      input: '1HGCM82633AO04352\n1HGCM82634A004352, WBA12345\n',
      options: { format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,vin,maker,makes,vehicleType,country,modelYear,modelYears,isCheckDigitRight,plant,serial,suggestion\n1,1HGCM82633AO04352,false,"A VIN has no I, O or Q: they look like 1 and 0",,,,,,,,,,,1HGCM82633A004352\n2,1HGCM82634A004352,false,"The check digit, the ninth character, must be 1, it is 3",1HGCM82634A004352,"AMERICAN HONDA MOTOR CO., INC.",Honda,passenger car,United States,2004,2004,false,A,004352,\n2,WBA12345,false,"A VIN has 17 characters since 1981, this has 8",,,,,,,,,,,\n',
      },
    },
    {
      title: 'The bus of the American rule: its year is 1989 or 2019',
      input: '1M8-GDM9A-XKP 042788',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '1M8-GDM9A-XKP 042788',
              vin: '1M8GDM9AXKP042788',
              isValid: true,
              maker: 'MOTOR COACH INDUSTRIES, INC.',
              makes: ['Motor Coach Industries'],
              vehicleType: 'bus',
              country: 'United States',
              countryCode: 'US',
              region: 'North America',
              modelYears: [1989, 2019],
              isCheckDigitRight: true,
              isCheckDigitRequired: true,
              checkDigit: 'X',
              isSmallMaker: false,
              wmi: '1M8',
              vds: 'GDM9AX',
              vis: 'KP042788',
              plant: 'P',
              serial: '042788',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'Nothing to decode',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, now, options: { format } }) {
    const year = now.getUTCFullYear();
    const columns = [
      'vin',
      'maker',
      'makes',
      'vehicleType',
      'country',
      'modelYear',
      'modelYears',
      'isCheckDigitRight',
      'plant',
      'serial',
      'suggestion',
    ];
    return eachValue(
      { input, files, signal },
      { judge: (value) => judgeVin(value, year), format, columns, split: vinsOfLine },
    );
  },
});
