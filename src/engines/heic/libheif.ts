import { ContentFault } from '../../lib/faults.js';
import type { Libheif } from './libheif-module.js';
import type { GridLayout, HeicInfo, Nclx, PixelFormat, TilePosition, TransformStep } from './protocol.js';
import { isAnyChanged, STRIPES, stripedCells, writeStripes } from './undecoded.js';

/** A refusal of the decoder: `heif_error_code` and `heif_suberror_code` of heif.h, and what it said. */
interface Refusal {
  readonly code: number;
  readonly detail: number;
  readonly message: string;
}

const CODE = { unsupportedFile: 3, unsupportedFeature: 4, memory: 6, missingDecoder: 11 } as const;
const DETAIL_END_OF_DATA = 100;

/** Told apart by its class from a fault of the worker. */
export const heicFault = (refusal: Refusal): ContentFault => new ContentFault(reasonOf(refusal), refusal.message);

function reasonOf({ code, detail }: Refusal): string {
  if (detail === DETAIL_END_OF_DATA) return 'it is cut short';
  if (code === CODE.memory) return 'it has more parts than a picture may have';
  if (code === CODE.unsupportedFile || code === CODE.unsupportedFeature || code === CODE.missingDecoder) {
    return 'it is coded in a way that is not supported';
  }
  return 'it is damaged';
}

/** `heif_colorspace`, `heif_chroma`, `heif_channel`, `heif_transform_mirror_direction` of heif.h. */
const SPACE = { rgb: 1, monochrome: 2 } as const;
const CHROMA = { subsampled420: 1, rgb: 10, rgba: 11, rgb16: 14, rgba16: 15 } as const;
const CHANNEL_INTERLEAVED = 10;
const MIRROR_VERTICAL = 0;
const MIRROR_HORIZONTAL = 1;

/** Byte offsets in `struct heif_decoding_options` (wasm32). */
const OPTION = { ignoreTransformations: 1, convertTo8Bit: 20, strictDecoding: 21 } as const;
/** `struct heif_security_limits`: version, then 64-bit `max_image_size_pixels`. */
const LIMIT_PIXELS_OFFSET = 8;
/** Ample for the structs below; `heif_image_tiling` is the largest with 72 bytes. */
const SCRATCH_BYTES = 256;
/** More than any camera writes; the list itself is bounded by the decoder's limit on properties. */
const MAX_TRANSFORMS = 16;
const MAX_PROFILE_BYTES = 4 * 2 ** 20;
const MAX_EXIF_BYTES = 2 ** 20;

/** Pixels as the decoder gives them; valid until `release`. */
export interface DecodedPlane {
  readonly width: number;
  readonly height: number;
  readonly strideBytes: number;
  readonly bytes: Uint8Array;
  readonly release: () => void;
}

export interface PixelRequest {
  readonly format: PixelFormat;
  readonly isTransformed: boolean;
  /** One tile of a grid; left out: the whole picture. */
  readonly tile: TilePosition | undefined;
}

/** An opened file; `close` frees everything. */
export interface HeicFile {
  readonly info: () => HeicInfo;
  /** Throws ContentFault when the picture is damaged: decoding is strict. */
  readonly decode: (request: PixelRequest) => DecodedPlane;
  readonly close: () => void;
}

/** Opens the primary picture of a HEIF file. Throws ContentFault. */
export function openHeic(library: Libheif, file: Uint8Array, maxPixels: number): HeicFile {
  const scratch = library._malloc(SCRATCH_BYTES);
  const data = library._malloc(file.length);
  const context = library._heif_context_alloc();
  let handle = 0;

  // The memory may grow, and its buffer change, in every call of the library.
  const view = (): DataView => new DataView(library.HEAPU8.buffer);
  const error = scratch;
  const out = scratch + 16;
  const struct = scratch + 64;

  const check = (): void => {
    const code = view().getInt32(error, true);
    if (code === 0) return;
    const detail = view().getInt32(error + 4, true);
    throw heicFault({ code, detail, message: readText(library.HEAPU8, view().getUint32(error + 8, true)) });
  };
  const close = (): void => {
    if (handle !== 0) library._heif_image_handle_release(handle);
    library._heif_context_free(context);
    library._free(data);
    library._free(scratch);
  };

  const readBytes = (size: number, maximum: number, read: (target: number) => void): Uint8Array | undefined => {
    if (size <= 0 || size > maximum) return undefined;
    const target = library._malloc(size);
    try {
      read(target);
      return view().getInt32(error, true) === 0 ? library.HEAPU8.slice(target, target + size) : undefined;
    } finally {
      library._free(target);
    }
  };

  const readNclx = (): Nclx | undefined => {
    library._heif_image_handle_get_nclx_color_profile(error, handle, out);
    if (view().getInt32(error, true) !== 0) return undefined;
    const profile = view().getUint32(out, true);
    const nclx = { primaries: view().getInt32(profile + 4, true), transfer: view().getInt32(profile + 8, true) };
    library._heif_nclx_color_profile_free(profile);
    return nclx;
  };

  const readExif = (): Uint8Array | undefined => {
    new Uint8Array(library.HEAPU8.buffer).set(EXIF_TYPE, struct);
    if (library._heif_image_handle_get_list_of_metadata_block_IDs(handle, struct, out, 1) === 0) return undefined;
    const id = view().getUint32(out, true);
    const block = readBytes(library._heif_image_handle_get_metadata_size(handle, id), MAX_EXIF_BYTES, (target) =>
      library._heif_image_handle_get_metadata(error, handle, id, target),
    );
    if (block === undefined || block.length < 8) return undefined;
    // ISO/IEC 23008-12 A.2.1: a 32-bit offset to the TIFF header comes first.
    const offset = new DataView(block.buffer, block.byteOffset).getUint32(0, false);
    return offset < block.length - 4 ? block.subarray(4 + offset) : undefined;
  };

  const readTransforms = (item: number, codedWidth: number, codedHeight: number): TransformStep[] => {
    const count = Math.min(
      library._heif_item_get_transformation_properties(context, item, struct, MAX_TRANSFORMS),
      MAX_TRANSFORMS,
    );
    const properties = Array.from({ length: count }, (_, i) => view().getUint32(struct + 4 * i, true));
    let [width, height] = [codedWidth, codedHeight];
    const steps: TransformStep[] = [];
    for (const property of properties) {
      const type = fourCharacters(library._heif_item_get_property_type(context, item, property));
      if (type === 'irot') {
        const degrees = library._heif_item_get_property_transform_rotation_ccw(context, item, property);
        steps.push({ kind: 'rotate', degreesCounterClockwise: degrees });
        if (degrees % 180 !== 0) [width, height] = [height, width];
      }
      if (type === 'imir') {
        const direction = library._heif_item_get_property_transform_mirror(context, item, property);
        if (direction === MIRROR_HORIZONTAL) steps.push({ kind: 'mirror', direction: 'horizontal' });
        if (direction === MIRROR_VERTICAL) steps.push({ kind: 'mirror', direction: 'vertical' });
      }
      if (type === 'clap') {
        library._heif_item_get_property_transform_crop_borders(
          context,
          item,
          property,
          width,
          height,
          out,
          out + 4,
          out + 8,
          out + 12,
        );
        // An aperture may reach over the edge; the picture does not.
        const border = (i: number): number => Math.max(0, view().getInt32(out + 4 * i, true));
        const crop = { left: border(0), top: border(1), right: border(2), bottom: border(3) };
        steps.push({ kind: 'crop', ...crop });
        width -= crop.left + crop.right;
        height -= crop.top + crop.bottom;
      }
    }
    return steps;
  };

  const tileItem = (column: number, row: number): number => {
    library._heif_image_handle_get_grid_image_tile_id(error, handle, 0, column, row, out);
    check();
    return view().getUint32(out, true);
  };

  const isHevc = (item: number): boolean => fourCharacters(library._heif_item_get_item_type(context, item)) === 'hvc1';

  /** The size of the coded data. A file of full length may still lack its data: many programs write zeros where a download has not got to. */
  const checkData = (item: number): number => {
    view().setUint32(out, 0, true);
    library._heif_item_get_item_data(error, context, item, 0, out, out + 4);
    check();
    const [start, size] = [view().getUint32(out, true), view().getUint32(out + 4, true)];
    const isMissing = Buffer.from(library.HEAPU8.buffer, start, size).includes(IMPOSSIBLE_ZEROS);
    library._heif_release_item_data(context, out);
    if (isMissing) throw heicFault(DATA_MISSING);
    return size;
  };

  const readGrid = (): GridLayout | undefined => {
    library._heif_image_handle_get_image_tiling(error, handle, 0, struct);
    check();
    const field = (i: number): number => view().getUint32(struct + 4 * i, true);
    const grid = { columns: field(1), rows: field(2), tileWidth: field(3), tileHeight: field(4) };
    for (let i = 0; i < grid.columns * grid.rows; i++) {
      const [column, row] = [i % grid.columns, Math.floor(i / grid.columns)];
      const tile = tileItem(column, row);
      if (!isHevc(tile) || library._heif_item_get_transformation_properties(context, tile, 0, 0) > 0) return undefined;
    }
    return grid;
  };

  const info = (): HeicInfo => {
    const item = library._heif_image_handle_get_item_id(handle);
    const itemType = fourCharacters(library._heif_item_get_item_type(context, item));
    const codedItem = itemType === 'grid' ? tileItem(0, 0) : item;
    const codedType = fourCharacters(library._heif_item_get_item_type(context, codedItem));
    const codedWidth = library._heif_image_handle_get_ispe_width(handle);
    const codedHeight = library._heif_image_handle_get_ispe_height(handle);
    const hasAlpha = library._heif_image_handle_has_alpha_channel(handle) !== 0;
    library._heif_image_handle_get_preferred_decoding_colorspace(error, handle, out, out + 4);
    const isKnown = view().getInt32(error, true) === 0;
    const [space, chroma] = [view().getInt32(out, true), view().getInt32(out + 4, true)];
    return {
      isAv1: codedType === 'av01',
      codedWidth,
      codedHeight,
      transforms: readTransforms(item, codedWidth, codedHeight),
      grid: itemType === 'grid' && !hasAlpha ? readGrid() : undefined,
      isDerived: DERIVED_TYPES.has(itemType),
      width: library._heif_image_handle_get_width(handle),
      height: library._heif_image_handle_get_height(handle),
      hasAlpha,
      isPremultiplied: library._heif_image_handle_is_premultiplied_alpha(handle) !== 0,
      isMonochrome: isKnown && space === SPACE.monochrome,
      isSubsampled: isKnown && chroma === CHROMA.subsampled420,
      bitsPerSample: library._heif_image_handle_get_luma_bits_per_pixel(handle),
      iccProfile: readBytes(
        library._heif_image_handle_get_raw_color_profile_size(handle),
        MAX_PROFILE_BYTES,
        (target) => library._heif_image_handle_get_raw_color_profile(error, handle, target),
      ),
      nclx: readNclx(),
      exif: readExif(),
    };
  };

  /** Memory that the decoder takes for the samples of a picture comes from here: the largest free piece is the one freed last. */
  const stripeFreeMemory = (stripes: Uint8Array, size: number): void => {
    const start = library._malloc(size);
    if (start === 0) throw heicFault(OUT_OF_MEMORY);
    writeStripes(library.HEAPU8.subarray(start, start + size), stripes);
    library._free(start);
  };

  const pixelsOf = (image: number, tile: TilePosition | undefined): number => {
    if (tile === undefined) {
      return library._heif_image_handle_get_ispe_width(image) * library._heif_image_handle_get_ispe_height(image);
    }
    library._heif_image_handle_get_image_tiling(error, image, 0, struct);
    check();
    return view().getUint32(struct + 12, true) * view().getUint32(struct + 16, true);
  };

  const decodeOnto = (
    stripes: Uint8Array,
    image: number,
    { format, isTransformed, tile }: PixelRequest,
  ): DecodedPlane => {
    const item = tile === undefined ? library._heif_image_handle_get_item_id(image) : tileItem(tile.column, tile.row);
    const codedBytes = isHevc(item) ? checkData(item) : file.length;
    const sampleBytes = library._heif_image_handle_get_luma_bits_per_pixel(image) > 8 ? 2 : 1;
    stripeFreeMemory(stripes, DECODER_BYTES + 2 * codedBytes + SAMPLES_PER_PIXEL * sampleBytes * pixelsOf(image, tile));
    const options = library._heif_decoding_options_alloc();
    library.HEAPU8[options + OPTION.ignoreTransformations] = isTransformed ? 0 : 1;
    library.HEAPU8[options + OPTION.convertTo8Bit] = format.endsWith('16') ? 0 : 1;
    library.HEAPU8[options + OPTION.strictDecoding] = 1;
    const chroma = CHROMA[format];
    if (tile === undefined) {
      library._heif_decode_image(error, image, out, SPACE.rgb, chroma, options);
    } else {
      const { column, row } = tile;
      library._heif_image_handle_decode_image_tile(error, image, out, SPACE.rgb, chroma, options, column, row);
    }
    library._heif_decoding_options_free(options);
    check();
    const decoded = view().getUint32(out, true);
    const width = library._heif_image_get_width(decoded, CHANNEL_INTERLEAVED);
    const height = library._heif_image_get_height(decoded, CHANNEL_INTERLEAVED);
    const start = library._heif_image_get_plane_readonly(decoded, CHANNEL_INTERLEAVED, out);
    const strideBytes = view().getUint32(out, true);
    const bytes = library.HEAPU8.subarray(start, start + strideBytes * height);
    return { width, height, strideBytes, bytes, release: () => library._heif_image_release(decoded) };
  };

  /** The decoder reports nothing for blocks that it has not decoded, and leaves there what its memory held before. */
  const decodeWhole = (image: number, request: PixelRequest): DecodedPlane => {
    const plane = decodeOnto(STRIPES.first, image, request);
    const suspects = stripedCells(plane, request.format);
    if (suspects === undefined) return plane;
    // A picture may have such stripes of its own: only what changes with the memory is not the picture.
    plane.release();
    const again = decodeOnto(STRIPES.second, image, request);
    if (!isAnyChanged(again.bytes, suspects)) return again;
    again.release();
    throw heicFault(BLOCKS_MISSING);
  };

  /** Of pictures that one call decodes together only the first finds striped memory: each is decoded alone before. */
  const checkParts = (): void => {
    const count = library._heif_context_get_number_of_items(context);
    const list = library._malloc(4 * count);
    const found = library._heif_context_get_list_of_item_IDs(context, list, count);
    const items = Array.from({ length: found }, (_, i) => view().getUint32(list + 4 * i, true));
    library._free(list);
    for (const item of items.filter(isHevc)) {
      library._heif_context_get_image_handle(error, context, item, out);
      check();
      const part = view().getUint32(out, true);
      try {
        decodeWhole(part, { format: 'rgb', isTransformed: false, tile: undefined }).release();
      } finally {
        library._heif_image_handle_release(part);
      }
    }
  };

  const decode = (request: PixelRequest): DecodedPlane => {
    const isJoined =
      library._heif_image_handle_has_alpha_channel(handle) !== 0 ||
      !isHevc(library._heif_image_handle_get_item_id(handle));
    if (request.tile === undefined && isJoined) checkParts();
    return decodeWhole(handle, request);
  };

  try {
    library.HEAPU8.set(file, data);
    const limits = library._heif_context_get_security_limits(context);
    view().setBigUint64(limits + LIMIT_PIXELS_OFFSET, BigInt(maxPixels), true);
    library._heif_context_read_from_memory_without_copy(error, context, data, file.length, 0);
    check();
    library._heif_context_get_primary_image_handle(error, context, out);
    check();
    handle = view().getUint32(out, true);
    return { info, decode, close };
  } catch (cause) {
    close();
    throw cause;
  }
}

/** Pictures made of other pictures, ISO/IEC 23008-12 6.6.2. */
const DERIVED_TYPES: ReadonlySet<string> = new Set(['grid', 'iovl', 'iden', 'tili']);

const EXIF_TYPE = new TextEncoder().encode('Exif\0');

const fourCharacters = (code: number): string =>
  String.fromCharCode((code >>> 24) & 255, (code >>> 16) & 255, (code >>> 8) & 255, code & 255);

/** HEVC data never has three zero bytes in a row (ITU-T H.265, 7.4.2); some writers pad with a few more. */
const IMPOSSIBLE_ZEROS = Buffer.alloc(32);

/** heif_error_Invalid_input, heif_suberror_End_of_data. */
const DATA_MISSING: Refusal = { code: 2, detail: 100, message: 'Zeros in place of coded data' };

/** heif_error_Decoder_plugin_error. */
const BLOCKS_MISSING: Refusal = { code: 7, detail: 0, message: 'Blocks of the picture were not decoded' };

/** heif_error_Memory_allocation_error. */
const OUT_OF_MEMORY: Refusal = { code: 6, detail: 0, message: 'No memory for the samples' };

/**
 * What the decoder takes up to the planes of a picture, beside two copies of the coded data. Three planes are 3 samples per pixel;
 * measured on all samplings and depths: with 3 every undecoded block is found.
 */
const DECODER_BYTES = 65_536;
const SAMPLES_PER_PIXEL = 4;

const MAX_MESSAGE_BYTES = 300;

function readText(memory: Uint8Array, start: number): string {
  if (start === 0) return '';
  const end = memory.indexOf(0, start);
  return new TextDecoder().decode(memory.slice(start, Math.min(end, start + MAX_MESSAGE_BYTES)));
}
