import { type ErrorCode, ToolError } from '../core/errors.js';

/**
 * Why nothing, or not all, came from the other side. Tools that report on hosts catch the failure and say it in their result; where it
 * escapes, the caller reads the message.
 */
export type FailureReason =
  | 'not-public'
  | 'no-such-name'
  | 'no-address'
  | 'dns-failed'
  | 'refused'
  | 'unreachable'
  | 'reset'
  | 'timeout'
  | 'tls-failed'
  | 'bad-certificate'
  | 'not-http'
  | 'bad-content'
  | 'bad-redirect'
  | 'too-many-redirects'
  | 'too-large';

/**
 * The other side cannot be reached or does not answer as it must. 400 `INVALID_INPUT`, since another host has to be named, but for
 * `too-large`, which is 413 `LIMIT_EXCEEDED`. Never 500 or 504: neither this service nor the tool has failed.
 */
export class NetworkFailure extends ToolError {
  constructor(
    readonly reason: FailureReason,
    message: string,
    cause?: unknown,
  ) {
    const code: ErrorCode = reason === 'too-large' ? 'LIMIT_EXCEEDED' : 'INVALID_INPUT';
    super(code, message, cause === undefined ? undefined : { cause });
  }
}

/** `whole`: the time of all phases together is over, else that of one. */
export const timedOut = (what: string, ms: number, whole: 'whole' | 'phase'): NetworkFailure =>
  new NetworkFailure('timeout', `${what}: ${whole === 'whole' ? 'not done' : 'nothing'} after ${ms / 1000} seconds`);

const BY_CODE: Readonly<Record<string, readonly [FailureReason, string]>> = {
  ECONNREFUSED: ['refused', 'connection refused'],
  ECONNRESET: ['reset', 'the connection was broken'],
  ERR_STREAM_PREMATURE_CLOSE: ['reset', 'the connection was broken'],
  ERR_STREAM_DESTROYED: ['reset', 'the connection was broken'],
  ERR_SOCKET_CLOSED: ['reset', 'the connection was broken'],
  ENOTCONN: ['reset', 'the connection was broken'],
  EPIPE: ['reset', 'the connection was broken'],
  ECONNABORTED: ['reset', 'the connection was broken'],
  EHOSTUNREACH: ['unreachable', 'no way to the host'],
  ENETUNREACH: ['unreachable', 'no way to the network'],
  EHOSTDOWN: ['unreachable', 'no way to the host'],
  ENETDOWN: ['unreachable', 'no way to the network'],
  EADDRNOTAVAIL: ['unreachable', 'no way to the network'],
  EAFNOSUPPORT: ['unreachable', 'no way to the network'],
  EACCES: ['unreachable', 'no way to the host'],
  EPERM: ['unreachable', 'no way to the host'],
  ETIMEDOUT: ['timeout', 'no answer'],
};

/** A failure of the system or of Node's parsers in the words of `NetworkFailure`; what is one already stays. `what` is as in `Cannot reach "a.example"`. */
export function asFailure(what: string, error: unknown): unknown {
  if (error instanceof ToolError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const known = BY_CODE[code];
  if (known !== undefined) return new NetworkFailure(known[0], `${what}: ${known[1]}`, error);
  if (code.startsWith('HPE_')) return new NetworkFailure('not-http', `${what}: the answer is not HTTP`, error);
  if (/^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test(code)) {
    return new NetworkFailure('bad-content', `${what}: the content is not coded as its header says`, error);
  }
  // Alerts of the other side speak of certificates too: ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED wants one of ours.
  if (
    !/^ERR_O?SSL/.test(code) &&
    /CERT|SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH|^CRL_/.test(code)
  ) {
    return new NetworkFailure('bad-certificate', `${what}: the certificate is not trusted (${code})`, error);
  }
  if (/^ERR_(?:SSL|TLS|OSSL)|^EPROTO$/.test(code)) {
    return new NetworkFailure('tls-failed', `${what}: no TLS connection came about`, error);
  }
  return error;
}

/** The code of a system's or Node's error, `''` where there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
