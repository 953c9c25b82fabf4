import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';

import { announcedValues } from './parquet-pages.js';

/** A page header in Thrift's compact protocol: type, sizes of 10 bytes, and a data page header that announces 2^31 - 1 values. */
const HEADER = [0x15, 0x00, 0x15, 0x14, 0x15, 0x14, 0x2c, 0x15, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0x15, 0x00, 0x00, 0x00];

describe('announcedValues', () => {
  it('counts what the pages of a written file hold', () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: Array.from({ length: 5000 }, (_, index) => index), type: 'INT32' },
        { name: 'name', data: Array.from({ length: 5000 }, (_, index) => `a ${index}`), type: 'STRING' },
      ],
    });
    for (const { meta_data: column } of parquetMetadata(bytes).row_groups.flatMap(({ columns }) => columns)) {
      const start = Number(column!.dictionary_page_offset ?? column!.data_page_offset);
      const end = start + Number(column!.total_compressed_size);
      expect(announcedValues(new Uint8Array(bytes), start, end)).toBe(Number(column!.num_values));
    }
  });

  it('finds what a short header asks for, and stops where there is none', () => {
    const page = [...HEADER, ...Array<number>(10).fill(7)];
    const bytes = Uint8Array.from([...page, ...page, 0xff, 0xff, 0xff]);
    expect(announcedValues(bytes, 0, bytes.length)).toBe(2 * (2 ** 31 - 1));
    for (let end = 0; end < bytes.length; end++) announcedValues(bytes.subarray(0, end), 0, bytes.length);
  });
});
