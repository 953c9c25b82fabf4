/** What one exchange may take: a connection of a tool, or a fetch with all its redirects. */
export interface NetworkLimits {
  /** The whole exchange. */
  readonly totalMs: number;
  /** Finding the addresses of a name. */
  readonly nameMs: number;
  /** Opening a TCP connection, and after it TLS, each. */
  readonly connectMs: number;
  /** Nothing comes and nothing goes. */
  readonly idleMs: number;
  /** Addresses that a name may have. */
  readonly addresses: number;
  /** Everything that a connection receives, looked at ten times a second. */
  readonly receivedBytes: number;
  /** Headers of a response, trailers too. */
  readonly headerBytes: number;
  /** Body of a response as it is sent. */
  readonly bodyBytes: number;
  /** Body of a response, its content coding undone. */
  readonly decodedBytes: number;
  /** Redirects that are followed; with 0 the redirect itself is the result. */
  readonly redirects: number;
}

/**
 * Chosen: a run of a network tool has 60 s at most and returns 5 MiB, so one exchange has a good part of that. 10 redirects, where
 * browsers follow 20 and no honest site needs 5. 64 addresses are four times what the largest sites answer with.
 */
export const DEFAULT_LIMITS: NetworkLimits = {
  totalMs: 15_000,
  nameMs: 5_000,
  connectMs: 5_000,
  idleMs: 8_000,
  addresses: 64,
  receivedBytes: 16 * 2 ** 20,
  headerBytes: 32 * 2 ** 10,
  bodyBytes: 4 * 2 ** 20,
  decodedBytes: 8 * 2 ** 20,
  redirects: 10,
};
