/** A converter of API descriptions that tests compare with; it brings no types. */

declare module 'swagger2openapi' {
  const converter: {
    convertObj(
      document: object,
      options: { readonly patch: boolean; readonly warnOnly: boolean },
    ): Promise<{ readonly openapi: Record<string, unknown> }>;
  };
  export default converter;
}
