import { isIP } from 'node:net';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';

import { quote } from '../core/errors.js';

import { type Connection, connectIn } from './connect.js';
import { asFailure } from './failures.js';
import { withoutFinalDot } from './host-names.js';
import { type NetworkAccess, openSession } from './session.js';
import { watchSocket } from './socket-watch.js';
import { type HostTarget, hostPort } from './targets.js';

export interface TlsOptions {
  /** The name that is asked for and that the certificate must hold; the host where left out. */
  readonly serverName?: string;
  /** Goes on with a certificate that is not trusted, for tools that look at it. Nothing secret may be sent then. */
  readonly acceptAnyCertificate?: boolean;
  /** Certificates trusted in place of those that Node brings, in PEM. */
  readonly ca?: string;
  /** Protocols offered by ALPN, the best first. */
  readonly alpn?: readonly string[];
  readonly minVersion?: SecureVersion;
  readonly maxVersion?: SecureVersion;
  /** Ciphers in OpenSSL's words. */
  readonly ciphers?: string;
}

export interface TlsConnection extends Connection {
  readonly socket: TLSSocket;
  /** Why the certificate is not trusted; `undefined` where it is. */
  readonly distrust: string | undefined;
}

/** Opens a TCP connection and TLS on it. Throws `NetworkFailure`, or the signal's reason. */
export async function openTls(target: HostTarget, options: TlsOptions, access: NetworkAccess): Promise<TlsConnection> {
  return startTls(await connectIn(openSession(access), target), options);
}

/** Turns an open connection into one with TLS, after STARTTLS for example. The old one must not be used again. Throws as `openTls`. */
export async function startTls(plain: Connection, options: TlsOptions = {}): Promise<TlsConnection> {
  const { session, socket: raw } = plain;
  const what = `Cannot reach ${quote(hostPort(plain))}`;
  const started = performance.now();
  const name = withoutFinalDot(options.serverName ?? plain.host);
  plain.watch.release();
  const socket = await session.deadline
    .run<TLSSocket>({ what: `${what} with TLS`, ms: session.limits.connectMs }, (resolve, reject) => {
      const secured = connect({
        socket: raw,
        host: name,
        // RFC 6066 §3: an address is not a server name.
        ...(isIP(name) === 0 ? { servername: name } : {}),
        rejectUnauthorized: options.acceptAnyCertificate !== true,
        ...given({ ...(session.roots === undefined ? {} : { ca: session.roots }), ...options }),
      });
      secured.once('secureConnect', () => resolve(secured));
      secured.on('error', reject);
      secured.once('close', () => reject(Object.assign(new Error('closed in the handshake'), { code: 'ECONNRESET' })));
      return () => {
        secured.destroy();
        raw.destroy();
      };
    })
    .catch((error: unknown) => {
      raw.destroy();
      throw asFailure(what, error);
    });
  // Destroying the one above leaves the one below to its own.
  socket.once('close', () => raw.destroy());
  const timings = { ...plain.timings, tlsMs: performance.now() - started };
  const distrust = socket.authorized ? undefined : String(socket.authorizationError);
  return { ...plain, socket, timings, distrust, watch: watchSocket(socket, what, session) };
}

const given = ({ ca, alpn, minVersion, maxVersion, ciphers }: TlsOptions) => ({
  ...(ca === undefined ? {} : { ca }),
  ...(alpn === undefined ? {} : { ALPNProtocols: [...alpn] }),
  ...(minVersion === undefined ? {} : { minVersion }),
  ...(maxVersion === undefined ? {} : { maxVersion }),
  ...(ciphers === undefined ? {} : { ciphers }),
});
