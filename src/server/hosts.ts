import type { IncomingMessage } from 'node:http';

import { invalid, ToolError } from '../core/errors.js';

/** Decides whose requests are served: the defence against DNS rebinding and pages of other origins. */
export interface HostRules {
  /** Throws HOST_REJECTED, ORIGIN_REJECTED, or INVALID_INPUT for more than one `Host`. */
  check(request: IncomingMessage): void;
}

export interface HostRulesConfig {
  readonly port: number;
  readonly allowedHosts: readonly string[];
  readonly publicOrigin: string | undefined;
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const HTTP_PORT = 80;
/**
 * What `Sec-Fetch-Site` says of requests of our own pages and of the user, who types an address or opens a bookmark. `same-site` is not
 * ours: it is another port of this machine, as ports make no difference between sites (Fetch Metadata, §2.3).
 */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

export function createHostRules({ port, allowedHosts, publicOrigin }: HostRulesConfig): HostRules {
  const hosts = new Set<string>();
  for (const name of [...LOOPBACK_NAMES, ...allowedHosts]) {
    const hasPort = /:\d+$/.test(name);
    hosts.add(hasPort ? name : `${name}:${port}`);
    // Without a port a name means the protocol's own, which a proxy in front listens on.
    if (!hasPort && (port === HTTP_PORT || !LOOPBACK_NAMES.includes(name))) hosts.add(name);
  }
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  if (publicOrigin !== undefined) {
    origins.add(publicOrigin);
    hosts.add(new URL(publicOrigin).host);
  }

  function check({ headers, rawHeaders }: IncomingMessage): void {
    if (countHeader(rawHeaders, 'host') > 1) throw invalid('Header "Host" must be given once');
    if (!hosts.has((headers.host ?? '').toLowerCase())) {
      throw new ToolError('HOST_REJECTED', 'Host is not one of this service');
    }
    const { origin, 'sec-fetch-site': site } = headers;
    const isForeign = origin !== undefined && !origins.has(origin);
    if (isForeign || (site !== undefined && !OWN_SITES.has(String(site)))) {
      throw new ToolError('ORIGIN_REJECTED', 'Cross-origin browser requests are not served');
    }
  }

  return { check };
}

/** `headers` keeps only the first of some; the raw list has them all, names and values in turn. */
function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name) count += 1;
  }
  return count;
}
