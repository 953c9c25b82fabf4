import { z } from 'zod';

import { json } from '../../../core/index.js';
import { fetchPublic } from '../../../network/fetch-public.js';
import { resolverAt } from '../../../network/resolve.js';
import { parseUrl } from '../../../network/targets.js';

import { defineHostile } from './_define.js';

/** A tool of class network as they will be: reads a URL, fetches it through the guard. */
export default defineHostile({
  id: 'reach-network',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 5,
  options: { dns: z.string().max(50).default('').describe('DNS server; the system has its own.') },
  async run({ input, options, signal, settings }) {
    const dns = String(options.dns);
    const resolver = dns === '' ? {} : { resolver: resolverAt([dns]) };
    const fetched = await fetchPublic(parseUrl(input), {}, { signal, settings, ...resolver });
    return json({ status: fetched.status, address: fetched.address, text: Buffer.from(fetched.bytes).toString() });
  },
});
