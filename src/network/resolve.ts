import { promises as dns, getServers } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

import { quote } from '../core/errors.js';
import type { NameResolver } from '../core/network-way.js';

import { type AddressVerdict, judgeAddress, type Reach } from './address-rules.js';
import { codeOf, NetworkFailure } from './failures.js';
import { isHostName, isLocalhost, judgeName } from './host-names.js';
import type { Session } from './session.js';
import { type HostTarget, parseHost } from './targets.js';

/** An address that has been judged and may be connected to. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** A server that is lost is asked twice, for 1 s and 2 s: c-ares doubles. */
const TRY_MS = 1000;
const TRIES = 2;

/**
 * Asks DNS servers, those of the operator's system where none are given. Not `dns.lookup`: that one holds a thread until the system gives
 * up, cannot be stopped, adds search domains, and reads numbers in spellings of its own.
 */
export const resolverAt =
  (servers?: readonly string[]): NameResolver =>
  async (name, signal) => {
    // A resolver for each question: it keeps no answers, and stopping it stops nobody else.
    const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.removeEventListener('abort', cancel);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const troubles = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    // A name without one kind of record and trouble with the other is in trouble, not empty. Aliases that lead nowhere are no trouble.
    if (addresses.length === 0 && troubles.length > 0)
      throw troubles.find((trouble) => !isEmpty(trouble)) ?? troubles[0];
    return addresses;
  };

const isEmpty = (error: unknown): boolean => ['ENODATA', 'ENOTFOUND'].includes(codeOf(error));

const SYSTEM_RESOLVER = resolverAt();

const TRUSTED = Symbol('named by the operator');

/**
 * The DNS servers of the operator's system, for tools that speak DNS themselves. The operator has named them, so they may be private.
 * `servers` is as Node gives them. One with a zone (`fe80::1%eth0`) is not a target; systems with such a server have others.
 */
export const operatorNameServers = (servers: readonly string[] = getServers()): readonly HostTarget[] =>
  servers
    .filter((server) => !server.includes('%'))
    .map((server) => {
      const target: HostTarget & { readonly [TRUSTED]: true } = {
        ...parseHost(server, { label: 'DNS server', defaultPort: 53 }),
        [TRUSTED]: true,
      };
      return target;
    });

/**
 * Finds every address of a host and judges them all: one that may not be reached refuses the host, since a name that mixes public and
 * private addresses is a trap or a mistake. Throws `NetworkFailure`; the message does not say which address it was.
 */
export async function resolveChecked(target: HostTarget, session: Session): Promise<readonly CheckedAddress[]> {
  const { host } = target;
  if (TRUSTED in target) return [{ address: host, family: isIP(host) === 6 ? 6 : 4 }];
  const may = (reach: Reach): boolean =>
    reach === 'public' || (reach === 'private' && session.settings.networkAllowPrivate);
  const refuse = (why: string, rule: string) =>
    new NetworkFailure('not-public', `Cannot reach ${quote(host)}: ${why}`, new Error(rule));

  const isAddress = isIP(host) !== 0;
  if (!isAddress) {
    const { reach, rule } = isHostName(host) ? judgeName(host) : { reach: 'closed' as const, rule: 'no name' };
    if (!may(reach)) throw refuse('it is not a public name', rule);
  }
  const found = isAddress ? [host] : await addressesOf(host, session);
  const own = ownAddresses();
  const checked: AddressVerdict[] = [];
  for (const address of found) {
    const verdict = judgeAddress(address, own);
    if (may(verdict.reach)) checked.push(verdict);
    else
      throw refuse(
        isAddress ? 'it is not a public address' : 'it leads to an address that is not public',
        `${address}: ${verdict.rule}`,
      );
  }
  return checked;
}

async function addressesOf(host: string, session: Session): Promise<readonly string[]> {
  if (isLocalhost(host)) return ['127.0.0.1', '::1'];
  const { resolver = SYSTEM_RESOLVER, limits } = session;
  const what = `Cannot reach ${quote(host)}`;
  const found = await session.deadline
    .run<readonly string[]>(
      { what: `Cannot find the addresses of ${quote(host)}`, ms: limits.nameMs },
      (resolve, reject) => {
        const stop = new AbortController();
        resolver(host, stop.signal).then(resolve, reject);
        return () => stop.abort();
      },
    )
    .catch((error: unknown) => {
      throw nameFailure(what, error);
    });
  if (found.length === 0) throw new NetworkFailure('no-address', `${what}: the name has no address`);
  if (found.length > limits.addresses) {
    throw new NetworkFailure(
      'too-large',
      `${what}: the name has ${found.length} addresses, over the limit of ${limits.addresses}`,
    );
  }
  return [...new Set(found)];
}

function nameFailure(what: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return new NetworkFailure('no-such-name', `${what}: the name does not exist`, error);
  if (code === 'ENODATA') return new NetworkFailure('no-address', `${what}: the name has no address`, error);
  if (code === 'ETIMEOUT') return new NetworkFailure('timeout', `${what}: no DNS server answers`, error);
  if (code.startsWith('E')) return new NetworkFailure('dns-failed', `${what}: DNS gives no usable answer`, error);
  return error;
}

function ownAddresses(): ReadonlySet<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? []));
}
