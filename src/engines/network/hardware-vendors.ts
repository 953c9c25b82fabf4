import { createRequire } from 'node:module';

/** Who an address block of the IEEE belongs to. */
export interface HardwareVendor {
  /** Hexadecimal digits of the block: 6, 7 or 9 (MA-L, MA-M, MA-S). */
  readonly prefix: string;
  readonly name: string;
  readonly address: string;
}

export type VendorFinder = (hex: string) => HardwareVendor | undefined;

let entries: Readonly<Record<string, string>> | undefined;

/** The registry of the IEEE as the package has it, loaded on first use: the narrowest block that the digits begin with. */
export function openVendors(): VendorFinder {
  // Required, not imported: its 50,000 keys would be a type.
  entries ??= createRequire(import.meta.url)('oui-data') as Readonly<Record<string, string>>;
  const registry = entries;
  return (hex) => {
    for (const digits of [9, 7, 6]) {
      const prefix = hex.slice(0, digits).toUpperCase();
      const entry = prefix.length === digits && Object.hasOwn(registry, prefix) ? registry[prefix] : undefined;
      if (entry === undefined) continue;
      const [name = '', ...address] = entry.split('\n');
      return { prefix, name, address: address.join(', ') };
    }
    return undefined;
  };
}
