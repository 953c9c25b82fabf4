import { z } from 'zod';

import { chainRow } from '../../formats/certificates/chain-report.js';
import { certificateData } from '../../formats/certificates/report.js';
import type { ParsedCertificate } from '../../lib/pki/x509.js';
import { closeConnection, connectIn } from '../../network/connect.js';
import type { NetworkFailure } from '../../network/failures.js';
import { type NetworkAccess, openSession } from '../../network/session.js';
import { askForTls, type Upgrade } from '../../network/start-tls.js';
import type { HostTarget } from '../../network/targets.js';
import { startTls, type TlsConnection } from '../../network/tls.js';
import { failureData, milliseconds, told } from './_peer.js';

/** A host, perhaps out of a URL. */
export const bareHost = (input: string): string =>
  input
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#][\s\S]*$/, '');

/**
 * The certificates that the server sent, as far as they make a chain. Node adds the root from those that it trusts: whether the server
 * sent it too cannot be told.
 */
export function sentBy({ socket }: TlsConnection, roots: readonly ParsedCertificate[]): Buffer[] {
  const raws: Buffer[] = [];
  let next: ReturnType<typeof socket.getPeerCertificate> | undefined = socket.getPeerCertificate(true);
  while (next?.raw !== undefined && !raws.some((raw) => raw.equals(next?.raw as Buffer))) {
    raws.push(next.raw);
    next = (next as { issuerCertificate?: typeof next }).issuerCertificate;
  }
  return raws.filter((raw, index) => index === 0 || !roots.some((root) => raw.equals(root.raw)));
}

/** Opens TLS, after the words of a protocol where it begins without. Throws `NetworkFailure`. */
export async function openChecked(
  target: HostTarget,
  upgrade: Upgrade | 'none',
  serverName: string,
  access: NetworkAccess,
): Promise<TlsConnection> {
  const plain = await connectIn(openSession(access), target);
  try {
    if (upgrade !== 'none') await askForTls(plain, upgrade);
    const name = serverName === '' ? {} : { serverName };
    return await startTls(plain, {
      ...name,
      acceptAnyCertificate: true,
      ...(upgrade === 'none' ? { alpn: ['h2', 'http/1.1'] } : {}),
    });
  } catch (error) {
    closeConnection(plain);
    throw error;
  }
}

/** What a client learns of a server by TLS. */
export const tlsReportData = z.object({
  host: z.string().describe('Host that was asked.'),
  port: z.int().describe('Port that was asked.'),
  serverName: z.string().describe('Name that was asked for and checked.'),
  address: z.string().nullable().describe('IP address that answered; null without an answer.'),
  isValid: z.boolean().describe('Whether a client would accept the certificate now.'),
  problems: z.array(z.string()).describe('Why it would not; empty if it would.'),
  daysLeft: z
    .int()
    .nullable()
    .describe('Whole days until the first certificate of the chain expires; null without one.'),
  protocol: z.string().nullable().describe('Version of TLS.'),
  cipher: z.string().nullable().describe('Cipher suite, in the words of OpenSSL.'),
  alpn: z.string().nullable().describe('Protocol that was agreed on, such as h2; null where none was.'),
  certificate: certificateData.nullable().describe('Certificate of the host; null without one.'),
  chain: z.array(chainRow).describe('Chain up to the root, as far as it goes.'),
  warnings: z
    .array(z.string())
    .describe('What is worth knowing although the certificate may hold; empty if there is nothing.'),
  tlsMs: milliseconds('Agreeing on TLS.'),
  failure: failureData('Why no certificate came; null if one did.'),
});

/** The report of a server that did not get as far as a certificate. */
export const noCertificate = (failure: NetworkFailure) => ({
  address: null,
  isValid: false,
  problems: [failure.message],
  daysLeft: null,
  protocol: null,
  cipher: null,
  alpn: null,
  certificate: null,
  chain: [],
  warnings: [],
  tlsMs: 0,
  failure: told(failure),
});
