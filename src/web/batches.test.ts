/** What of a form goes in which request. */

import { describe, expect, it } from 'vitest';

import { type Catalog, declaredData } from '../core/catalog.js';
import { dataRows } from '../core/data-schema.js';
import type { PageTool } from '../core/pages.js';
import catalog from '../generated/catalog.json' with { type: 'json' };
import { mostFiles, partsOf } from './batches.js';
import { defaultValues, type OptionValues } from './options.js';

function toolOf(id: string): PageTool {
  const found = (catalog as unknown as Catalog).tools.find(({ entry }) => entry.id === id);
  if (found === undefined) throw new Error(`no tool ${id}`);
  return { ...found.entry, gives: ['files'], examples: [], data: dataRows(declaredData(found.entry) ?? {}) };
}

const fileOf = (name: string, index: number, bytes = 1) => ({
  key: index,
  name,
  mime: '',
  blob: new Blob([new Uint8Array(bytes)]),
});

const numbered = (count: number, ending: string): string[] =>
  Array.from({ length: count }, (_, index) => `${index + 1}${ending}`);

/** Names of the files of each request. */
function requestsOf(id: string, names: readonly string[], options: OptionValues = {}, bytes = 1): string[][] {
  const tool = toolOf(id);
  const form = {
    text: '',
    options: { ...defaultValues(tool.options), ...options },
    files: names.map((name, index) => fileOf(name, index, bytes)),
  };
  return partsOf(tool, form).map(({ files }) => files.map(({ name }) => name));
}

describe('requests of a form', () => {
  it('are as few as the limits on count and bytes allow', () => {
    const names = numbered(45, '.jpg');
    expect(requestsOf('compress-image', names.slice(0, 20))).toEqual([names.slice(0, 20)]);
    expect(requestsOf('compress-image', names)).toEqual([names.slice(0, 20), names.slice(20, 40), names.slice(40)]);
    expect(requestsOf('compress-image', names.slice(0, 5), {}, 9 * 2 ** 20)).toEqual([
      ['1.jpg', '2.jpg'],
      ['3.jpg', '4.jpg'],
      ['5.jpg'],
    ]);
  });

  it('each have what is for all files: a logo, a cover', () => {
    const photos = numbered(25, '.jpg');
    expect(requestsOf('watermark-image', [...photos, 'logo.png'], { logo: true })).toEqual([
      [...photos.slice(0, 19), 'logo.png'],
      [...photos.slice(19), 'logo.png'],
    ]);
    expect(requestsOf('watermark-image', photos, { text: 'x' })).toEqual([photos.slice(0, 20), photos.slice(20)]);
    const reports = numbered(25, '.pdf');
    expect(requestsOf('watermark-pdf', ['logo.png', ...reports])).toEqual([
      [...reports.slice(0, 19), 'logo.png'],
      [...reports.slice(19), 'logo.png'],
    ]);
    const songs = numbered(25, '.mp3');
    expect(requestsOf('edit-audio-tags', [...songs, 'front.jpg'], { cover: 'set' })).toEqual([
      [...songs.slice(0, 19), 'front.jpg'],
      [...songs.slice(19), 'front.jpg'],
    ]);
  });

  it('are one where the files belong together', () => {
    const names = ['report.pdf', ...numbered(24, '.csv')];
    expect(requestsOf('pdf-attachments', names, { action: 'add' })).toEqual([names]);
    expect(requestsOf('pdf-attachments', numbered(25, '.pdf'), { action: 'list' })).toHaveLength(2);
    const tool = toolOf('pdf-attachments');
    expect(mostFiles(tool, { action: 'add' })).toBe(20);
    expect(mostFiles(tool, { action: 'list' })).toBe(200);
  });
});
