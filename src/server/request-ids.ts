import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header in which a request's id comes and goes. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** What a caller's own id may be: short, and nothing that a log or a header could trip over. */
const OWN_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Gives every request an id: the caller's own where it is well formed, else one that no other request of any start has. */
export function createRequestIds(): (request: IncomingMessage) => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const own = headers['x-request-id'];
    if (typeof own === 'string' && OWN_ID.test(own)) return own;
    count += 1;
    return `${start}-${count}`;
  };
}
