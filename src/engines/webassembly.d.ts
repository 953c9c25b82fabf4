/** The part of the WebAssembly JavaScript interface that is used here; Node's types leave it out and the DOM's bring in a browser. */
// biome-ignore lint/style/noNamespace: the language's own global is one
declare namespace WebAssembly {
  type Module = object;
  type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  const Instance: new (module: Module, imports?: Imports) => Instance;
  const Module: new (bytes: Uint8Array) => Module;
  const RuntimeError: new (message?: string) => Error;
  function compile(bytes: Uint8Array): Promise<Module>;
}
