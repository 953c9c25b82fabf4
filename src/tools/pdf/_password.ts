import { z } from 'zod';

import { ofKind } from '../../core/options.js';

/** Longest password that the format knows: 127 bytes (ISO 32000-2, 7.6.4.3.3). */
const MAX_PASSWORD_CHARACTERS = 127;

/** A password; never shown in a message. */
export const passwordOption = (description: string) =>
  ofKind('secret', z.string().max(MAX_PASSWORD_CHARACTERS).default('').describe(description));
