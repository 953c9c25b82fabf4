import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { NO_SETTINGS } from '../../runner/execute.js';
import { callTool } from '../../testing/http.js';
import { FFMPEG, hasMediaPrograms } from '../../testing/media.js';
import { openTestService } from '../../testing/service.js';

const isMeasured = hasMediaPrograms("the operator's FFmpeg in a service");

it.skipIf(!isMeasured)("the operator's FFmpeg works within the walls of a tool process", async () => {
  const service = await openTestService('product', { settings: { ...NO_SETTINGS, ffmpegPath: FFMPEG } });
  try {
    const base64 = readFileSync(join(projectRoot, 'fixtures/audio/video-only.mp4')).toString('base64');
    const reply = await callTool(service.origin, 'resize-video', {
      files: [{ name: 'a.mp4', base64 }],
      options: { width: 32 },
    });
    expect(reply.status, JSON.stringify(service.lines.filter(({ level }) => level === 'error'))).toBe(200);
  } finally {
    await service.close();
  }
});
