import type { IpAddress } from '../numbers/ip-address.js';
import { hostMask, networkRange, readNetwork } from './networks.js';

import { SPECIAL_ROWS } from './special-addresses.data.js';

/** A block of the special-purpose registries. `null` where the registry says that it does not apply. */
export interface SpecialBlock {
  readonly block: string;
  readonly name: string;
  readonly specification: string;
  readonly isGloballyReachable: boolean | null;
  readonly isSource: boolean | null;
  readonly isDestination: boolean | null;
  readonly isForwardable: boolean | null;
}

const answer = (word: string | undefined): boolean | null => (word === 'yes' ? true : word === 'no' ? false : null);

const BLOCKS = SPECIAL_ROWS.map(([block = '', name = '', specification = '', ...answers]) => {
  const network = readNetwork(block, () => 0);
  const [isGloballyReachable, isSource, isDestination, isForwardable] = [0, 1, 2, 3].map((at) => answer(answers[at]));
  const told: SpecialBlock = {
    block,
    name,
    specification,
    isGloballyReachable: isGloballyReachable ?? null,
    isSource: isSource ?? null,
    isDestination: isDestination ?? null,
    isForwardable: isForwardable ?? null,
  };
  return { ...networkRange(network), hosts: hostMask(network.family, network.length), told };
}).toSorted((left, right) => (left.hosts < right.hosts ? -1 : left.hosts > right.hosts ? 1 : 0));

/** The special blocks an address is in, the narrowest first. */
export const specialBlocksOf = ({ family, value }: IpAddress): SpecialBlock[] =>
  BLOCKS.filter((block) => block.family === family && value >= block.first && value <= block.last).map(
    ({ told }) => told,
  );

const CLASSES = [
  ['A', 0, 8],
  ['B', 0x8000_0000, 16],
  ['C', 0xc000_0000, 24],
  ['D', 0xe000_0000, 4],
  ['E', 0xf000_0000, 4],
] as const;

/** The class an IPv4 address had before CIDR. */
export const classOf = (value: bigint): 'A' | 'B' | 'C' | 'D' | 'E' =>
  CLASSES.findLast(([, start]) => value >= BigInt(start))?.[0] ?? 'A';

/** What an address is for, in a few words. */
export const kindOf = (ip: IpAddress): string => {
  const [special] = specialBlocksOf(ip);
  if (special !== undefined) return special.name;
  if (ip.family === 4) return 'Public';
  return ip.value >> 125n === 1n ? 'Global unicast' : 'Reserved by IETF';
};
