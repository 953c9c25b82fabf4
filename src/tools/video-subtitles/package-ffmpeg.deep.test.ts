import { describe } from 'vitest';

import { checkDeclarations } from '../../testing/declaration-checks.js';
import { EXHAUSTIVE } from '../../testing/exhaustive.js';

describe(`with the FFmpeg of the package alone ${EXHAUSTIVE}`, () =>
  checkDeclarations('video-subtitles', { ffmpegPath: undefined }));
