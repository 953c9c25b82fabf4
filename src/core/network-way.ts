import type { Socket } from 'node:net';

/** All addresses of a name, IPv4 and IPv6, without the hosts file and search domains. Stops when the signal says so. */
export type NameResolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Opens a TCP connection to an address, a number and never a name. */
export type Dial = (address: string, family: 4 | 6, port: number) => Socket;

/** Where datagrams to a judged address really go. */
export type DatagramRoute = (address: string, port: number) => { readonly address: string; readonly port: number };

/**
 * How a run reaches other machines. A service leaves it empty: names are asked of the operator's DNS servers, and judged addresses
 * connected to. Tests and worked examples put a pretend internet in its place.
 */
export interface NetworkWay {
  readonly resolver?: NameResolver;
  readonly dial?: Dial;
  readonly datagrams?: DatagramRoute;
  /** DNS servers of the operator's system, as Node gives them. */
  readonly nameServers?: readonly string[];
  /** Certificates trusted in place of those that Node brings, in PEM. */
  readonly roots?: string;
}
