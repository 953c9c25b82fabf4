// The part of the WebAssembly JavaScript interface that this project uses (W3C WebAssembly JavaScript Interface 2.0). TypeScript
// declares it in its library of browser types only, which would bring `window` and `document` with it.
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
