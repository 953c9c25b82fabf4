/** Examples of refusals that several tools of PDF share. */

import type { Example } from '../../core/tool.js';

/** For tools that take no password. */
export const LOCKED: Example = {
  title: 'A file that asks for a password',
  files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read PDF "locked.pdf": it is encrypted with a password and must be unlocked first',
  },
};

/** For tools with option `password`. */
export const NEEDS_PASSWORD: Example = {
  title: 'An encrypted file without its password',
  files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
  error: {
    code: 'INVALID_INPUT',
    message:
      'Cannot read PDF "locked.pdf": it is encrypted: give its password in option "password", or remove it with unlock-pdf',
  },
};

/** For option `pages`. */
export const MISSING_PAGE: Example = {
  title: 'A page that does not exist',
  options: { pages: '3' },
  files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
  error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "letter.pdf": page 3 of 2 asked for' },
};
