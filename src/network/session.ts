import type { Socket } from 'node:net';

import type { Settings } from '../core/tool.js';

import { Deadline } from './deadline.js';
import { DEFAULT_LIMITS, type NetworkLimits } from './limits.js';
import type { NameResolver } from './resolve.js';

/** Opens a TCP connection to an address, a number and never a name. */
export type Dial = (address: string, family: 4 | 6, port: number) => Socket;

/** What every exchange needs. A run has `signal` and `settings`; the rest has defaults. */
export interface NetworkAccess {
  readonly signal: AbortSignal;
  readonly settings: Pick<Settings, 'networkAllowPrivate'>;
  readonly limits?: Partial<NetworkLimits>;
  /** Finds the addresses of names; the DNS servers of the operator's system where left out. */
  readonly resolver?: NameResolver;
  /** Opens connections to judged addresses; `net.connect` where left out. */
  readonly dial?: Dial;
}

/** One exchange: its time has begun to run. */
export interface Session extends Omit<NetworkAccess, 'signal' | 'limits'> {
  readonly deadline: Deadline;
  readonly limits: NetworkLimits;
}

export function openSession({ signal, limits: own, ...rest }: NetworkAccess): Session {
  const limits = { ...DEFAULT_LIMITS, ...own };
  return { ...rest, limits, deadline: new Deadline(signal, limits.totalMs) };
}
