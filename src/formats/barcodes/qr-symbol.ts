import { invalid, overLimit } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { encodeMatrix, type SymbolOptions } from '../../engines/barcodes/encode.js';
import type { ModuleGrid } from '../../lib/barcodes/module-grid.js';

export type QrKind = 'qr' | 'micro';
export type QrLevel = 'L' | 'M' | 'Q' | 'H';

export interface QrRequest {
  readonly text: string;
  readonly kind: QrKind;
  /** The least level; the engine takes a higher one where the code does not grow by it. */
  readonly level: QrLevel;
  /** 1 to 40, for Micro QR codes 1 to 4; 0 for the smallest that holds the text. */
  readonly version: number;
  /** Takes exactly the level that is asked for. */
  readonly isLevelFixed?: boolean;
}

/** Digits, capitals (with space $ % * + - . / :) and bytes that the largest code of a level holds (ISO/IEC 18004, table 7). */
const CAPACITY: Readonly<Record<QrKind, Readonly<Partial<Record<QrLevel, readonly [number, number, number]>>>>> = {
  qr: { L: [7089, 4296, 2953], M: [5596, 3391, 2331], Q: [3993, 2420, 1663], H: [3057, 1852, 1273] },
  micro: { L: [35, 21, 15], M: [30, 18, 13], Q: [21, 13, 9] },
};
const MICRO_VERSIONS = 4;
const KIND_NAMES: Readonly<Record<QrKind, string>> = { qr: 'QR code', micro: 'Micro QR code' };

/**
 * Modules of a QR code; the text is written in UTF-8. Throws LIMIT_EXCEEDED naming what it holds where the text is too long,
 * INVALID_INPUT where the kind has no such level or version.
 */
export function encodeQr({ text, kind, level, version, isLevelFixed = false }: QrRequest): ModuleGrid {
  const capacity = CAPACITY[kind][level];
  if (capacity === undefined)
    throw invalid(`Option "errorCorrection" must be L, M or Q for a Micro QR code, got "${level}"`);
  if (kind === 'micro' && version > MICRO_VERSIONS) {
    throw invalid(`Option "version" must be at most ${MICRO_VERSIONS} for a Micro QR code, got ${version}`);
  }
  // Longer ones would only cost time.
  if (text.length > capacity[0]) throw tooLong(text, kind, level, 0, capacity);
  const options: SymbolOptions = {
    eclevel: level,
    // Bytes of UTF-8 can look like Shift JIS, and would come out as other characters.
    suppresskanjimode: true,
    fixedeclevel: isLevelFixed,
    ...(version === 0 ? {} : { version: kind === 'micro' ? `M${version}` : String(version) }),
  };
  return refusing(`Cannot make ${KIND_NAMES[kind]}`, () =>
    encodeMatrix(kind === 'micro' ? 'microqrcode' : 'qrcode', text, options, () =>
      tooLong(text, kind, level, version, capacity),
    ),
  );
}

function tooLong(
  text: string,
  kind: QrKind,
  level: QrLevel,
  version: number,
  [digits, capitals, bytes]: readonly [number, number, number],
) {
  const name = `A ${KIND_NAMES[kind]} with error correction ${level}`;
  const size = `${Buffer.byteLength(text)} bytes`;
  return overLimit(
    version === 0
      ? `${name} holds at most ${digits} digits, ${capitals} capitals and digits, or ${bytes} bytes, got ${size}`
      : `${name} and version ${version} does not hold ${size}`,
  );
}
