import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

import { withDistinctNames } from '../../lib/files/portable-names.js';
import type { ReturnedFile } from '../run.js';

/** Types that deflate makes much smaller; pictures, PDF and archives are packed already. */
const LOOSE_TYPES = /^text\/|json|xml|javascript|sql|bmp|tiff|wav/;

/** The files in one ZIP archive, under names that stay apart. */
export async function zipOf(files: readonly ReturnedFile[]): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const named = withDistinctNames(files.map((file) => ({ name: file.name, file })));
  await new Promise<void>((resolve, reject) => {
    const zip = new Zip((error, chunk, isLast) => {
      if (error !== null) reject(error);
      else chunks.push(new Uint8Array(chunk));
      if (isLast) resolve();
    });
    const addNext = async (): Promise<void> => {
      for (const { name, file } of named) {
        const entry = LOOSE_TYPES.test(file.mime) ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
        zip.add(entry);
        entry.push(new Uint8Array(await file.blob().arrayBuffer()), true);
      }
      zip.end();
    };
    addNext().catch(reject);
  });
  return new Blob(chunks, { type: 'application/zip' });
}
