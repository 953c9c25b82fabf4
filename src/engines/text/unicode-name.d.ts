// The part of the package `unicode-name` that this project uses; it has no types of its own.
declare module 'unicode-name' {
  type AliasKind = 'correction' | 'control' | 'alternate' | 'figment' | 'abbreviation';
  export function unicodeBaseName(character: string): string | undefined;
  export function unicodeAliases(
    character: string,
  ): Readonly<Partial<Record<AliasKind, readonly string[]>>> | undefined;
}
