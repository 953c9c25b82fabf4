import { setMaxListeners } from 'node:events';

import type { NetworkWay } from '../core/network-way.js';
import type { Settings } from '../core/tool.js';

import { Deadline } from './deadline.js';
import { DEFAULT_LIMITS, type NetworkLimits } from './limits.js';

/** What every exchange needs. A run has `signal`, `settings` and `network`, the way; the rest has defaults. */
export interface NetworkAccess extends NetworkWay {
  readonly signal: AbortSignal;
  readonly settings: Pick<Settings, 'networkAllowPrivate'>;
  readonly limits?: Partial<NetworkLimits>;
}

/** What a run gives its exchanges. */
export const accessOf = (
  { signal, settings, network }: Pick<NetworkAccess, 'signal' | 'settings'> & { readonly network: NetworkWay },
  limits: Partial<NetworkLimits> = {},
): NetworkAccess => ({ ...network, signal, settings, limits });

/** One exchange: its time has begun to run. */
export interface Session extends Omit<NetworkAccess, 'signal' | 'limits'> {
  readonly deadline: Deadline;
  readonly limits: NetworkLimits;
}

export function openSession({ signal, limits: own, ...rest }: NetworkAccess): Session {
  // Many exchanges of one run listen to its signal.
  setMaxListeners(0, signal);
  const limits = { ...DEFAULT_LIMITS, ...own };
  return { ...rest, limits, deadline: new Deadline(signal, limits.totalMs) };
}
