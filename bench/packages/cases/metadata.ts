import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import exifr from 'exifr';
import { runTool } from '../../../src/testing/run-tool.js';
import imageMetadata from '../../../src/tools/image/image-metadata.js';
import type { Answer, Comparison } from '../comparison.js';

const folder = new URL('../../../fixtures/metadata/', import.meta.url);
const FIELDS = [
  'Make',
  'Model',
  'DateTimeOriginal',
  'FNumber',
  'ISO',
  'Artist',
  'Copyright',
  'GPSLatitude',
  'Title',
  'Creator',
  'Headline',
];
/** Every value of a report, whatever it is filed under, in comparable form. */
const flat = (value: unknown): string =>
  JSON.stringify(value)?.toLowerCase().replaceAll('-', ':').replaceAll('t', ' ') ?? '';

/** Which values that ExifTool prints are found anywhere in the report. */
function answersOf(name: string): Answer[] {
  const path = new URL(name, folder);
  const bytes = readFileSync(path);
  const [known = {}] = JSON.parse(
    execFileSync('exiftool', ['-j', ...FIELDS.map((field) => `-${field}`), path.pathname], { encoding: 'utf8' }),
  ) as Record<string, unknown>[];
  const has = (report: unknown, value: unknown): boolean => flat(report).includes(flat(String(value)).slice(1, -1));
  return Object.entries(known)
    .filter(([field]) => field !== 'SourceFile' && !field.startsWith('GPS'))
    .map(([field, value]) => ({
      title: `${name} ${field}`,
      right: true,
      own: async () => has((await runTool(imageMetadata, { files: [{ name, bytes }] })).data, value),
      theirs: async () => has(await exifr.parse(bytes, true), value),
    }));
}

const photo = readFileSync(new URL('photo.jpg', folder));
const comparisons: readonly Comparison[] = [
  {
    subject: 'metadata',
    package: 'exifr',
    answers: readdirSync(folder)
      .filter((name) => /\.(?:jpg|png|webp|gif|tif|heic|avif|psd)$/.test(name))
      .flatMap(answersOf),
    works: [
      {
        title: 'the metadata of one photo',
        own: () => runTool(imageMetadata, { files: [{ name: 'photo.jpg', bytes: photo }] }),
        theirs: () => exifr.parse(photo, true),
      },
    ],
  },
];
export default comparisons;
