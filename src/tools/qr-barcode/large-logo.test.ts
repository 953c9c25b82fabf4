import { expect } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { hostilePictures } from '../../testing/hostile/pictures.js';
import { callTool } from '../../testing/http.js';
import { openTestService } from '../../testing/service.js';

// In a process of its own, where memory counts: the decoder of animations takes that of the whole canvas to tell its size.
exhaustive('a logo whose header tells of 268 megapixels is refused by it', async () => {
  const file = hostilePictures().find(({ name }) => name === 'lossy.webp');
  const service = await openTestService('product');
  try {
    const files = [{ name: 'logo.webp', base64: Buffer.from(file?.bytes ?? []).toString('base64') }];
    const { status, json } = await callTool(service.origin, 'qr-code-generator', JSON.stringify({ input: 'x', files }));
    expect([status, json]).toEqual([
      413,
      {
        error: {
          code: 'LIMIT_EXCEEDED',
          message: 'Picture "logo.webp" has 16383 × 16383 = 268402689 pixels, the limit is 50000000',
        },
      },
    ]);
  } finally {
    await service.close();
  }
});
