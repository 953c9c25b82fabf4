import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import {
  prepareZXingModule,
  purgeZXingModule,
  type ReaderOptions,
  type ReadResult,
  readBarcodes,
} from 'zxing-wasm/reader';

import type { Point } from '../../lib/pictures/perspective.js';
import { heapOf, instantiating, keepInstance } from '../kept-instance.js';

/** Pixels to look for codes in: RGBA, rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** A code found in a picture; corners in pixels, clockwise from the code's own upper left. */
export interface FoundCode {
  readonly format: string;
  readonly symbology: string;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly corners: readonly [Point, Point, Point, Point];
  /** `undefined` for codes without levels. */
  readonly errorCorrection: string | undefined;
  readonly version: string | undefined;
  /** `Text`, `Binary`, `Mixed`, `GS1`, `ISO15434` or `UnknownECI`. */
  readonly contentType: string;
  readonly isInverted: boolean;
  readonly isMirrored: boolean;
}

export type DecodeSettings = Pick<
  ReaderOptions,
  | 'formats'
  | 'tryHarder'
  | 'tryRotate'
  | 'tryInvert'
  | 'tryDownscale'
  | 'tryDenoise'
  | 'binarizer'
  | 'isPure'
  | 'maxNumberOfSymbols'
  | 'minLineCount'
  | 'eanAddOnSymbol'
>;

let compiled: Promise<WebAssembly.Module> | undefined;

const engine = keepInstance(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  compiled ??= WebAssembly.compile(readFileSync(path));
  purgeZXingModule();
  const overrides = { instantiateWasm: instantiating(await compiled) };
  const module: unknown = await prepareZXingModule({ overrides, fireImmediately: true });
  return { engine: undefined, memory: () => heapOf(module) };
});

/** Looks for codes with ZXing-C++. Texts are plain: what the bytes say, without brackets around GS1 identifiers. */
export async function decodeCodes({ width, height, rgba }: Pixels, settings: DecodeSettings): Promise<FoundCode[]> {
  await engine.open();
  const data = new Uint8ClampedArray(rgba.buffer as ArrayBuffer, rgba.byteOffset, rgba.byteLength);
  const picture: Parameters<typeof readBarcodes>[0] = { data, width, height, colorSpace: 'srgb' };
  const results = await readBarcodes(picture, { textMode: 'Plain', ...settings }).catch((error: unknown) => {
    engine.discard();
    throw error;
  });
  return results.filter(({ isValid }) => isValid).map(foundCode);
}

function foundCode(result: ReadResult): FoundCode {
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  return {
    format: result.format,
    symbology: result.symbology,
    text: result.text,
    bytes: result.bytes,
    corners: [topLeft, topRight, bottomRight, bottomLeft],
    errorCorrection: result.ecLevel === '' ? undefined : result.ecLevel,
    version: result.version === '' ? undefined : result.version,
    contentType: result.contentType,
    isInverted: result.isInverted,
    isMirrored: result.isMirrored,
  };
}
