import { type Entity, matchesOf } from './entity.js';

const MAC =
  /(?<![\w:.-])(?:[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5})|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})(?![\w:-]|\.\w)/gi;

/** Hardware addresses of 48 bits, as IEEE 802 and Cisco write them. */
export function* macAddressesIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'mac', MAC, ({ 0: found }) => {
    const hex = found.replace(/[^\da-f]/gi, '').toLowerCase();
    // Zeros and ones only, and pairs of decimal digits that count up, are not a device.
    if (/^(?:0{12}|f{12})$/.test(hex)) return undefined;
    return { value: hex.replace(/..(?=.)/g, '$&:') };
  });
}
