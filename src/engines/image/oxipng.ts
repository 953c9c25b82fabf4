import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What the module has, as wasm-bindgen numbers its arguments. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __wbindgen_add_to_stack_pointer: (by: number) => number;
  readonly __wbindgen_malloc: (bytes: number, alignment: number) => number;
  readonly optimise: (
    result: number,
    data: number,
    length: number,
    level: number,
    isInterlaced: boolean,
    changesClear: boolean,
  ) => void;
}

let compiled: Promise<WebAssembly.Module> | undefined;

const load = (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(
    readFileSync(createRequire(import.meta.url).resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm')),
  );

/**
 * The same picture in fewer bytes: filters, depth and palette chosen by trial (OxiPNG). Level 0 to 6. What the engine refuses comes back
 * as it is. Each call has an instance of its own, so nothing of a caller stays.
 */
export async function optimisePng(png: Uint8Array, level: number): Promise<Uint8Array> {
  compiled ??= load();
  const instance = new WebAssembly.Instance(await compiled, {
    wbg: {
      __wbindgen_throw: () => {
        throw new Error('the PNG optimiser has failed');
      },
    },
  });
  const engine = instance.exports as unknown as Exports;
  const result = engine.__wbindgen_add_to_stack_pointer(-16);
  const at = engine.__wbindgen_malloc(png.length, 1) >>> 0;
  new Uint8Array(engine.memory.buffer).set(png, at);
  engine.optimise(result, at, png.length, level, false, false);
  const [start = 0, length = 0] = new Uint32Array(engine.memory.buffer, result, 2);
  const optimised = new Uint8Array(engine.memory.buffer).slice(start, start + length);
  return optimised.length > 0 && optimised.length < png.length ? optimised : png;
}
