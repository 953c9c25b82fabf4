import { quote } from '../core/errors.js';

import { type Connection, readUntil } from './connect.js';
import { NetworkFailure } from './failures.js';
import { hostPort } from './targets.js';

/** How protocols agree on TLS over a connection that began without it, and their usual ports. */
export const UPGRADES = {
  /** RFC 3207. */
  smtp: {
    port: 25,
    steps: [
      [undefined, /^220[ -]/, /^\d{3} [^\n]*\n/m],
      ['EHLO localhost\r\n', /^250/, /^\d{3} [^\n]*\n/m],
      ['STARTTLS\r\n', /^220/, /^\d{3} [^\n]*\n/m],
    ],
  },
  /** RFC 3501 §6.2.1. */
  imap: {
    port: 143,
    steps: [
      [undefined, /^\* (?:OK|PREAUTH)/i, /\n/],
      ['a1 STARTTLS\r\n', /^a1 OK/im, /^a1 [^\n]*\n/m],
    ],
  },
  /** RFC 2595 §4. */
  pop3: {
    port: 110,
    steps: [
      [undefined, /^\+OK/, /\n/],
      ['STLS\r\n', /^\+OK/, /\n/],
    ],
  },
  /** RFC 4217. */
  ftp: {
    port: 21,
    steps: [
      [undefined, /^220/, /^\d{3} [^\n]*\n/m],
      ['AUTH TLS\r\n', /^234/, /^\d{3} [^\n]*\n/m],
    ],
  },
  /** PostgreSQL, "SSL Session Encryption": SSLRequest, answered by one letter. */
  postgres: { port: 5432, steps: [['\0\0\0\x08\x04\xd2\x16\x2f', /^S/, /./]] },
} as const satisfies Record<
  string,
  {
    readonly port: number;
    /** What is said, what the answer must be, and what shows that it is whole. */
    readonly steps: readonly (readonly [string | undefined, RegExp, RegExp])[];
  }
>;

export type Upgrade = keyof typeof UPGRADES;

/** Longest answer to one step. */
const ANSWER_BYTES = 8_192;

/** Asks for TLS in the words of a protocol; `startTls` follows. Throws `NetworkFailure` where the server does not want to. */
export async function askForTls(connection: Connection, upgrade: Upgrade): Promise<void> {
  for (const [words, wanted, whole] of UPGRADES[upgrade].steps) {
    if (words !== undefined) connection.socket.write(Buffer.from(words, 'latin1'));
    const answer = (
      await readUntil(connection, (bytes) => whole.test(bytes.toString('latin1')), ANSWER_BYTES)
    ).toString('latin1');
    if (!wanted.test(answer)) {
      throw new NetworkFailure(
        'tls-failed',
        `Cannot start TLS with ${quote(hostPort(connection))}: it answers ${quote(answer.trim())}`,
      );
    }
  }
}
