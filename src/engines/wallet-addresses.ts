import { type Entity, matchesOf } from '../lib/entities/entity.js';
import { bitcoinNetwork } from '../lib/payments/bitcoin.js';
import { digest } from './digests.js';

const BITCOIN =
  /(?<![\p{L}\p{N}_])(?:[13mn2][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc|tb|bcrt)1[a-z\d]{6,87}|(?:BC|TB)1[A-Z\d]{6,87})(?![\p{L}\p{N}_])/gu;
const ETHEREUM = /(?<![\w])0x[\da-fA-F]{40}(?!\w)/g;

/** Bitcoin addresses with their checksum (Base58Check, Bech32, Bech32m) and Ethereum addresses, by EIP-55 where they have both cases. */
export async function walletsIn(text: string): Promise<Entity[]> {
  const found: Entity[] = [
    ...matchesOf(text, 'bitcoin', BITCOIN, ({ 0: address }) => {
      const network = bitcoinNetwork(address);
      return network === undefined ? undefined : { type: network };
    }),
  ];
  for (const entity of matchesOf(text, 'ethereum', ETHEREUM, ({ 0: address }) => ({ value: address }))) {
    const digits = entity.value.slice(2);
    const isMixed = /[a-f]/.test(digits) && /[A-F]/.test(digits);
    if (new Set(digits.toLowerCase()).size < 4) continue;
    if (!isMixed) found.push({ ...entity, value: entity.value.toLowerCase(), type: 'without checksum' });
    else if ((await checksummed(digits)) === digits) found.push({ ...entity, type: 'checksum fits' });
  }
  return found;
}

/** EIP-55: a letter is a capital where the digit of the hash in its place is 8 or more. */
async function checksummed(digits: string): Promise<string> {
  const lower = digits.toLowerCase();
  const hash = Buffer.from(await digest('keccak256', Buffer.from(lower))).toString('hex');
  return lower.replace(/[a-f]/g, (letter, index: number) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  );
}
