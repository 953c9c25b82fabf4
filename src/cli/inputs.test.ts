/** Which runs a call of the command with many files is. */

import { describe, expect, it } from 'vitest';

import type { Catalog, CatalogEntry } from '../core/catalog.js';
import catalog from '../generated/catalog.json' with { type: 'json' };
import { readRunArguments } from './arguments.js';
import { planRuns } from './inputs.js';

function entryOf(id: string): CatalogEntry {
  const found = (catalog as unknown as Catalog).tools.find(({ entry }) => entry.id === id);
  if (found === undefined) throw new Error(`no tool ${id}`);
  return found.entry;
}

const runsOf = (id: string, ...args: string[]): (readonly string[])[] =>
  planRuns(entryOf(id), readRunArguments(entryOf(id), args)).map(({ paths }) => paths);

const numbered = (count: number, ending: string): string[] =>
  Array.from({ length: count }, (_, index) => `${index + 1}${ending}`);

describe('runs of a call', () => {
  it('each have what is for all files: a logo', () => {
    const photos = numbered(21, '.jpg');
    expect(runsOf('watermark-image', '--logo', ...photos, 'logo.png')).toEqual(
      photos.map((path) => [path, 'logo.png']),
    );
    const pictures = numbered(21, '.png');
    expect(runsOf('watermark-pdf', ...pictures)).toEqual(pictures.map((path) => [path]));
    expect(runsOf('watermark-image', '--text', 'x', ...photos)).toEqual(photos.map((path) => [path]));
  });

  it('are refused where a text is given to a tool that takes none', () => {
    expect(() => runsOf('sun-moon-calculator', '--input', 'Germany')).toThrow(
      'sun-moon-calculator takes no --input: it takes --latitude, --longitude, --height, --date and more',
    );
    expect(() => runsOf('merge-pdf', '--input', 'a')).toThrow('merge-pdf takes no --input: it takes files');
  });

  it('are refused where more files belong together than a run takes', () => {
    expect(() => runsOf('pdf-attachments', '--action', 'add', 'a.pdf', ...numbered(20, '.csv'))).toThrow(
      'pdf-attachments works on all files together and takes at most 20, got 21',
    );
    expect(runsOf('pdf-attachments', '--action', 'list', ...numbered(21, '.pdf'))).toHaveLength(21);
  });
});
