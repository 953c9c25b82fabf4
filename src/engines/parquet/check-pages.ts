import type { Compressors, FileMetaData, SchemaTree } from 'hyparquet';

import { overLimit } from '../../core/errors.js';
import { announcedValues, parquetPages } from '../../lib/parquet/parquet-pages.js';
import { checkPageRuns, type PageLevels } from '../../lib/parquet/parquet-runs.js';

const MAX_UNPACKED_BYTES = 500_000_000;
const MAX_VALUES = 30_000_000;

export interface PagesToCheck {
  readonly file: ArrayBuffer;
  readonly metadata: FileMetaData;
  readonly tree: SchemaTree;
  readonly label: string;
  /** Of the columns that are read, those at the top. */
  readonly names: ReadonlySet<string>;
  readonly compressors: Compressors;
}

/**
 * The reader makes room for as many values as the pages announce, however short they are, and trusts the runs in them: both are
 * looked at before. Throws LIMIT_EXCEEDED, and ContentFault for runs that hold more than their page.
 */
export function checkPages({ file, metadata, tree, label, names, compressors }: PagesToCheck): void {
  const unpack = boundedCompressors(compressors, label);
  const bytes = new Uint8Array(file);
  const chunks = metadata.row_groups
    .flatMap(({ columns }) => columns)
    .flatMap(({ meta_data: column }) =>
      column !== undefined && names.has(column.path_in_schema[0] ?? '') ? [column] : [],
    )
    .map((column) => {
      const start = Number(column.dictionary_page_offset || column.data_page_offset);
      return { column, start, end: Math.min(bytes.length, start + Number(column.total_compressed_size)) };
    });
  let count = 0;
  for (const { start, end } of chunks) count += announcedValues(bytes, start, end);
  if (!(count <= MAX_VALUES)) {
    throw overLimit(
      `The pages of ${label} must hold at most ${MAX_VALUES} values, those of dictionaries and lists counted`,
    );
  }
  let shared = 0;
  for (const { column, start, end } of chunks) {
    const levels = levelsOf(tree, column.path_in_schema);
    for (const page of parquetPages(bytes, start, end)) {
      const split = page.start + page.repetitionBytes + page.definitionBytes;
      const stored = bytes.subarray(split, page.start + page.size);
      const size = page.unpackedSize - (split - page.start);
      const content = page.isCompressed ? (unpack[column.codec]?.(stored, size) ?? stored) : stored;
      shared += checkPageRuns(page, levels, bytes.subarray(page.start, split), content);
      if (shared > MAX_UNPACKED_BYTES) throw tooMuchUnpacked(label);
    }
  }
}

/** How often a stored column may be missing or repeated on the way to it. */
function levelsOf(tree: SchemaTree, path: readonly string[]): PageLevels {
  let [repetition, definition] = [0, 0];
  let node: SchemaTree | undefined = tree;
  for (const name of path) {
    node = node?.children.find(({ element }) => element.name === name);
    if (node !== undefined && node.element.repetition_type === 'REPEATED') repetition++;
    if (node !== undefined && node.element.repetition_type !== 'REQUIRED') definition++;
  }
  return { repetition, definition };
}

const tooMuchUnpacked = (label: string): Error =>
  overLimit(`The pages of ${label} must unpack to at most ${MAX_UNPACKED_BYTES} bytes`);

/** A page says in its header how long it is when unpacked: a short file may ask for terabytes. */
export function boundedCompressors(compressors: Compressors, label: string): Compressors {
  let left = MAX_UNPACKED_BYTES;
  const entries = Object.entries(compressors).map(([codec, unpack]) => {
    const checked = (input: Uint8Array, length: number): Uint8Array => {
      left -= length;
      if (!(left >= 0)) throw tooMuchUnpacked(label);
      return unpack(input, length);
    };
    return [codec, checked];
  });
  return Object.fromEntries(entries) as Compressors;
}
