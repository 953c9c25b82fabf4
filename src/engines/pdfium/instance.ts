import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

import { instantiating, keepInstance } from '../kept-instance.js';

let compiled: Promise<WebAssembly.Module> | undefined;

/** PDFium, as WebAssembly. */
export const pdfium = keepInstance(async () => {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  compiled ??= WebAssembly.compile(readFileSync(path));
  const module = await init({ instantiateWasm: instantiating(await compiled) });
  module.PDFiumExt_Init();
  return { engine: module, memory: () => memoryOf(module) };
});

/** The engine's memory; asked for anew after every call, because it moves when it grows. */
export function memoryOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  const memory: unknown = Reflect.get(pdfium, 'HEAPU8');
  if (!(memory instanceof Uint8Array)) throw new Error('the rendering engine has no memory');
  return memory;
}
