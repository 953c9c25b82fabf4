import { scanText } from '../secrets/scan/scan.js';
import type { Entity } from './entity.js';

/** Keys, tokens and passwords, as secret-scanner finds them. `type` is what it is: `GitHub token`. */
export const secretsIn = (text: string): Entity[] =>
  scanText(text, 'low').found.map(({ rule, secret, start }) => ({
    kind: 'secret',
    start,
    end: start + secret.length,
    value: secret,
    type: rule.title,
  }));
