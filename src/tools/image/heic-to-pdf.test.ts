import { expect, it } from 'vitest';

import { readFixture, runTool } from '../../testing/run-tool.js';
import heicToJpg from './heic-to-jpg.js';
import heicToPdf from './heic-to-pdf.js';

it.each(['phone', 'mono', 'grid-turned'])('holds the very JPEG that heic-to-jpg makes: %s', async (name) => {
  const request = {
    options: { quality: 70 },
    files: [{ name: 'a.heic', bytes: readFixture(`image/heic/${name}.heic`) }],
  };
  const jpeg = (await runTool(heicToJpg, request)).files[0]!.bytes;
  const pdf = (await runTool(heicToPdf, request)).files[0]!.bytes;
  expect(pdf.indexOf(jpeg)).toBeGreaterThan(0);
  expect(pdf.length - jpeg.length).toBeLessThan(2000);
  expect(pdf.toString('latin1')).toContain(
    { phone: '/ICCBased', mono: '/DeviceGray', 'grid-turned': '/DeviceRGB' }[name],
  );
});
