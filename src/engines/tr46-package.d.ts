declare module 'tr46' {
  interface Options {
    readonly checkHyphens?: boolean;
    readonly checkBidi?: boolean;
    readonly checkJoiners?: boolean;
    readonly useSTD3ASCIIRules?: boolean;
    readonly verifyDNSLength?: boolean;
    readonly transitionalProcessing?: boolean;
    readonly ignoreInvalidPunycode?: boolean;
  }
  const tr46: {
    toASCII(domain: string, options?: Options): string | null;
    toUnicode(domain: string, options?: Options): { readonly domain: string; readonly error: boolean };
  };
  export default tr46;
}
