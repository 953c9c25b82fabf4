/** What is used of jsdom, which comes without types. */
declare module 'jsdom' {
  export class VirtualConsole {}
  interface PageClass<Instance = unknown> {
    new (): Instance;
    readonly prototype: Instance & object;
  }
  interface PageParent {
    querySelector: (this: unknown, selector: string) => unknown;
  }
  export class JSDOM {
    constructor(
      html: string,
      options: { readonly includeNodeLocations: boolean; readonly virtualConsole: VirtualConsole },
    );
    readonly window: {
      readonly [name: string]: unknown;
      readonly document: {
        readonly documentElement: unknown;
        elementsFromPoint?: () => readonly unknown[];
        getElementById(id: string): unknown;
        querySelectorAll(selector: string): Iterable<{ readonly textContent: string | null }>;
      };
      readonly Document: { readonly prototype: PageParent };
      readonly Element: { readonly prototype: PageParent & { getBoundingClientRect: () => object } };
      readonly SVGElement: PageClass;
      readonly HTMLElement: PageClass;
      readonly HTMLCanvasElement: PageClass;
      getComputedStyle(element: unknown): object;
      close(): void;
    };
    nodeLocation(node: unknown): { readonly startOffset: number } | null | undefined;
  }
}
