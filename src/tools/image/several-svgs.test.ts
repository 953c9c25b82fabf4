import { describe, expect, it } from 'vitest';

import { readFixture, runTool } from '../../testing/run-tool.js';
import svgOptimizer from './svg-optimizer.js';
import svgToPng from './svg-to-png.js';

const drawing = { name: 'drawing.svg', bytes: readFixture('image/svg/drawing.svg') };
const page = { name: 'page.svg', bytes: Buffer.from('<html/>') };
const packed = { name: 'packed.svg', bytes: Buffer.from([0x1f, 0x8b, 8, 0]) };
const PAGE_FAULT = 'Cannot read file "page.svg" as SVG: the root element is not svg';

describe.each([svgToPng, svgOptimizer])('$id', (tool) => {
  it('makes a file of each good one of several, of which bad ones do not spoil the others', async () => {
    const answer = await runTool(tool, { files: [page, drawing, packed, drawing] });
    expect([answer.status, answer.message]).toEqual([200, undefined]);
    const { files } = answer.data as { files: { name: string; outputs?: string[]; error?: string }[] };
    expect(files.map(({ name }) => name)).toEqual(['page.svg', 'drawing.svg', 'packed.svg', 'drawing.svg']);
    expect(files.map(({ error }) => error)).toEqual([
      PAGE_FAULT,
      undefined,
      'Cannot read file "packed.svg" as SVG: it is compressed and must be unpacked first',
      undefined,
    ]);
    expect(files.flatMap(({ outputs }) => outputs ?? [])).toEqual(answer.files.map(({ name }) => name));
    expect(new Set(answer.files.map(({ name }) => name)).size).toBe(2);
    expect(answer.files[0]?.bytes).toEqual(answer.files[1]?.bytes);
  });

  it('refuses files of which all are bad with the first fault, and input beside files', async () => {
    const bad = await runTool(tool, { files: [page, packed] });
    expect([bad.status, bad.message]).toEqual([400, PAGE_FAULT]);
    const both = await runTool(tool, { input: '<svg xmlns="http://www.w3.org/2000/svg"/>', files: [drawing, drawing] });
    expect(both.status).toBe(400);
  });
});
