import { type DecodedVin, decodeVin } from '../../lib/vehicles/vin.js';

export interface VinVerdict extends Partial<Omit<DecodedVin, 'country'>> {
  readonly isValid: boolean;
  readonly reason?: string;
  readonly vin?: string;
  readonly country?: string;
  readonly countryCode?: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

const LENGTH = 17;
const VIN = /^[A-HJ-NPR-Z\d]{17}$/;
/** In a text: 17 letters and digits, of which some are digits. */
const IN_TEXT = /(?<![A-Za-z\d])(?=[A-Za-z]*\d)[A-Za-z\d]{17}(?![A-Za-z\d])/g;

/** The VINs of a line: all that stand in it, or what it has instead of one. */
export function vinsOfLine(line: string): string[] {
  return line
    .split(/[,;\t]/)
    .flatMap((part) => part.match(IN_TEXT) ?? [part])
    .map((part) => part.trim().replace(/^(?:VIN|FIN|chassis|frame)\b(?: ?(?:no|number|code|nr))?\.?\s?[:#=]?\s?/i, ''))
    .filter((part) => part !== '');
}

const names = new Intl.DisplayNames('en', { type: 'region' });

export function judgeVin(value: string, year: number): VinVerdict {
  const vin = value.toUpperCase().replace(/[ .\-*_]/g, '');
  if (vin.length !== LENGTH)
    return {
      isValid: false,
      reason: `A VIN has 17 characters since 1981, this has ${vin.length}`,
    };
  if (!VIN.test(vin)) {
    if (/[^A-Z\d]/.test(vin)) return { isValid: false, reason: 'A VIN has letters A to Z and digits only' };
    const meant = vin.replaceAll('I', '1').replace(/[OQ]/g, '0');
    const { isCheckDigitRight } = decodeVin(meant, year);
    const reason = 'A VIN has no I, O or Q: they look like 1 and 0';
    return isCheckDigitRight ? { isValid: false, reason, suggestion: meant } : { isValid: false, reason };
  }
  const { country, modelYear, maker, makes, vehicleType, region, modelYears, ...decoded } = decodeVin(vin, year);
  const isWrong = decoded.isCheckDigitRequired && !decoded.isCheckDigitRight;
  return {
    vin,
    isValid: !isWrong,
    ...(isWrong
      ? { reason: `The check digit, the ninth character, must be ${decoded.checkDigit}, it is ${vin[8]}` }
      : {}),
    maker,
    makes,
    vehicleType,
    country: country === '' ? '' : (names.of(country) ?? ''),
    countryCode: country,
    region,
    ...(modelYear === undefined ? {} : { modelYear }),
    modelYears,
    ...decoded,
  };
}
