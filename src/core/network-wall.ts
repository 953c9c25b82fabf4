/**
 * The start of a command line whose program has no network, not even loopback: user and network namespaces of its own, as nobody,
 * because Chromium does not raise its sandbox for root. Only Linux has them; elsewhere it is empty.
 */
export const withoutNetwork: readonly string[] =
  process.platform === 'linux' ? ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--net'] : [];

/** Whether a browser may be started without a sandbox of its own: only behind the network wall. */
export const canGoWithoutSandbox = withoutNetwork.length > 0;
