import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { CompressionCodec, SchemaElement } from 'hyparquet';

import type { StoredType } from '../../lib/parquet/stored-types.js';
import type { StoredValue } from '../../lib/parquet/stored-values.js';
import { zstdCompressor } from '../compression.js';

export const PARQUET_COMPRESSIONS = ['snappy', 'zstd', 'gzip', 'brotli', 'none'] as const;

export interface StoredColumn {
  readonly name: string;
  readonly type: StoredType;
  readonly values: readonly StoredValue[];
}

export interface ParquetWriting {
  readonly compression: (typeof PARQUET_COMPRESSIONS)[number];
  /** Rows of a row group. */
  readonly rowGroupRows: number;
}

const CODECS: Readonly<Record<ParquetWriting['compression'], CompressionCodec>> = {
  snappy: 'SNAPPY',
  zstd: 'ZSTD',
  gzip: 'GZIP',
  brotli: 'BROTLI',
  none: 'UNCOMPRESSED',
};

/** The default of the program `zstd`, and of DuckDB. */
const ZSTD_LEVEL = 3;
/** Chosen: the higher ones take seconds for a megabyte. */
const BROTLI_LEVEL = 5;

/** Columns of one length as a Parquet file. */
export async function writeParquet(columns: readonly StoredColumn[], rules: ParquetWriting): Promise<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const zstd = rules.compression === 'zstd' ? await zstdCompressor(ZSTD_LEVEL) : undefined;
  const elements = columns.map(elementOf);
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: 'schema', num_children: columns.length }, ...elements],
    codec: CODECS[rules.compression],
    compressors: {
      GZIP: (bytes) => gzipSync(bytes),
      BROTLI: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
      ...(zstd === undefined ? {} : { ZSTD: zstd }),
    },
    createdBy: 'tool-execution-api',
  });
  await parquet.write({
    columnData: columns.map(({ name, values }) => ({ name, data: [...values] })),
    rowGroupSize: rules.rowGroupRows,
  });
  // Said at the end: before it, the writer takes values and loses their digits. DuckDB knows JSON by this type alone.
  for (const element of elements) if (element.logical_type?.type === 'JSON') element.converted_type = 'JSON';
  await parquet.finish();
  return writer.getBytes();
}

/** Digits that 64 bits hold for certain. */
const LONG_PRECISION = 18;

/** Apache Parquet, LogicalTypes.md; with the older converted types beside them, which some readers know alone. */
function elementOf({ name, type }: StoredColumn): SchemaElement {
  const column = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type.kind) {
    case 'text':
      return { ...column, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
    case 'json':
      return { ...column, type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } };
    case 'date':
      return { ...column, type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } };
    case 'timestamp': {
      const unit = type.nanoseconds ? 'NANOS' : 'MICROS';
      return { ...column, type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: type.utc, unit } };
    }
    case 'decimal': {
      const { precision, scale } = type;
      const logical = { type: 'DECIMAL', precision, scale } as const;
      const decimal = { converted_type: 'DECIMAL', precision, scale, logical_type: logical } as const;
      if (precision <= LONG_PRECISION) return { ...column, type: 'INT64', ...decimal };
      return { ...column, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, ...decimal };
    }
    default:
      return { ...column, type: PHYSICAL[type.kind] };
  }
}

const PHYSICAL = {
  integer: 'INT64',
  int32: 'INT32',
  double: 'DOUBLE',
  float32: 'FLOAT',
  boolean: 'BOOLEAN',
} as const;
