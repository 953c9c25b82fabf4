declare module 'ua-parser-js' {
  interface Named {
    readonly name?: string;
    readonly version?: string;
  }
  interface Result {
    readonly browser: Named;
    readonly engine: Named;
    readonly os: Named;
    readonly device: { readonly type?: string; readonly vendor?: string; readonly model?: string };
    readonly cpu: { readonly architecture?: string };
  }
  export class UAParser {
    constructor(text: string);
    getResult(): Result;
  }
}
