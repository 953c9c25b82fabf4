import type { Need } from '../core/tool.js';

/**
 * What a tool process may do beyond computing. `plain`: nothing; `programs`: start programs; `network`: open connections.
 * A process has one profile for its whole life, because its walls are raised when it starts.
 */
export type Profile = 'plain' | 'programs' | 'network';

/** The profile that a tool's needs ask for. */
export function profileOf(needs: readonly Need[]): Profile {
  if (needs.includes('network')) return 'network';
  return needs.includes('programs') ? 'programs' : 'plain';
}
