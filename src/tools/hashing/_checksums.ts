import { invalid, quote } from '../../core/errors.js';
import { type CrcModel, crcOf } from '../../lib/checksums/crc.js';
import { CRC_NAMES, type CrcName, crcDefinition, crcNamed } from '../../lib/checksums/crc-catalogue.data.js';
import { SUMS, type SumName } from '../../lib/checksums/sums.js';

// The literal has these keys.
export const SUM_NAMES = Object.keys(SUMS) as readonly SumName[];

/** A checksum that can be computed of any bytes. */
interface Checksum {
  readonly algorithm: string;
  readonly width: number;
  readonly definition: string;
  readonly of: (bytes: Uint8Array) => bigint;
}

interface CustomOptions {
  readonly width: number;
  readonly polynomial: string;
  readonly init: string;
  readonly xorOut: string;
  readonly reflectIn: boolean;
  readonly reflectOut: boolean;
}

const crc = (algorithm: string, model: CrcModel): Checksum => ({
  algorithm,
  width: model.width,
  definition: crcDefinition(model),
  of: (bytes) => crcOf(model, bytes),
});

const sum = (algorithm: SumName): Checksum => ({ algorithm, definition: '', ...SUMS[algorithm] });

function customModel(options: CustomOptions): CrcModel {
  const { width, reflectIn, reflectOut } = options;
  const value = (name: 'polynomial' | 'init' | 'xorOut'): bigint => {
    const digits = options[name].trim().replace(/^0x/i, '');
    const read = /^[0-9a-f]{0,17}$/i.test(digits) ? BigInt(`0x${digits || '0'}`) : undefined;
    if (read === undefined || read >> BigInt(width) > 0n)
      throw invalid(
        `Option "${name}" must be a hexadecimal number of at most ${width} bits, got ${quote(options[name])}`,
      );
    return read;
  };
  if (options.polynomial === '')
    throw invalid('Option "polynomial" must not be empty where "algorithm" is custom, such as 04c11db7');
  const numbers = { poly: value('polynomial'), init: value('init'), xorout: value('xorOut') };
  return { width, refin: reflectIn, refout: reflectOut, ...numbers };
}

export function chosenChecksums(
  algorithm: CrcName | SumName | 'all' | 'custom',
  options: CustomOptions,
): readonly Checksum[] {
  if (algorithm === 'custom') return [crc('custom', customModel(options))];
  if (algorithm === 'all') return [...CRC_NAMES.map((name) => crc(name, crcNamed(name))), ...SUM_NAMES.map(sum)];
  return [Object.hasOwn(SUMS, algorithm) ? sum(algorithm as SumName) : crc(algorithm, crcNamed(algorithm as CrcName))];
}

/** The digits of an expected checksum. Throws INVALID_INPUT. */
export function readExpected(expected: string): string {
  const digits = expected.replace(/^\s*0x|[\s:-]/gi, '').toLowerCase();
  if (!/^[0-9a-f]*$/.test(digits))
    throw invalid(`Option "expected" must be a checksum in hexadecimal or decimal digits, got ${quote(expected)}`);
  return digits;
}

/** A checksum of some bytes, as it is told. */
export interface ToldChecksum {
  readonly algorithm: string;
  readonly hex: string;
  readonly hexReversed: string;
  readonly decimal: string;
  readonly definition: string;
}

export function tellChecksum({ algorithm, width, definition, of }: Checksum, bytes: Uint8Array): ToldChecksum {
  const value = of(bytes);
  const hex = value.toString(16).padStart(Math.ceil(width / 8) * 2, '0');
  const hexReversed = (hex.match(/../g) ?? []).reverse().join('');
  return { algorithm, hex: hex.slice(-Math.ceil(width / 4)), hexReversed, decimal: String(value), definition };
}
