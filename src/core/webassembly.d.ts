// The part of the WebAssembly JavaScript interface that this project uses (W3C WebAssembly JavaScript Interface 2.0). TypeScript
// declares it in its library of browser types only, which would bring `window` and `document` with it.
// biome-ignore lint/style/noNamespace: it is how the interface is named
declare namespace WebAssembly {
  type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  class RuntimeError extends Error {}
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(
    source: Uint8Array | Module,
    imports?: Imports,
  ): Promise<Instance | { readonly instance: Instance }>;
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum?: number; readonly shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
