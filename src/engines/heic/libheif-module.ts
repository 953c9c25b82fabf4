import { createRequire } from 'node:module';

/** The part of the C API that is used; pointers and booleans are numbers. See libheif's `heif.h`. */
export interface Libheif {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(pointer: number): void;
  _heif_context_alloc(): number;
  _heif_context_free(context: number): void;
  _heif_context_get_security_limits(context: number): number;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    data: number,
    size: number,
    options: number,
  ): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_context_get_image_handle(error: number, context: number, item: number, handle: number): void;
  _heif_context_get_number_of_items(context: number): number;
  _heif_context_get_list_of_item_IDs(context: number, items: number, capacity: number): number;
  _heif_image_handle_release(handle: number): void;
  _heif_image_handle_get_item_id(handle: number): number;
  _heif_item_get_item_type(context: number, item: number): number;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_get_ispe_width(handle: number): number;
  _heif_image_handle_get_ispe_height(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_is_premultiplied_alpha(handle: number): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
  _heif_image_handle_get_preferred_decoding_colorspace(
    error: number,
    handle: number,
    space: number,
    chroma: number,
  ): void;
  _heif_image_handle_get_image_tiling(error: number, handle: number, transformed: number, tiling: number): void;
  _heif_image_handle_get_grid_image_tile_id(
    error: number,
    handle: number,
    transformed: number,
    column: number,
    row: number,
    item: number,
  ): void;
  _heif_item_get_item_data(
    error: number,
    context: number,
    item: number,
    compression: number,
    data: number,
    size: number,
  ): void;
  _heif_release_item_data(context: number, data: number): void;
  _heif_item_get_transformation_properties(context: number, item: number, list: number, capacity: number): number;
  _heif_item_get_property_type(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_mirror(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_rotation_ccw(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_crop_borders(
    context: number,
    item: number,
    property: number,
    width: number,
    height: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ): void;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, data: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
  _heif_nclx_color_profile_free(profile: number): void;
  _heif_image_handle_get_list_of_metadata_block_IDs(
    handle: number,
    type: number,
    ids: number,
    capacity: number,
  ): number;
  _heif_image_handle_get_metadata_size(handle: number, id: number): number;
  _heif_image_handle_get_metadata(error: number, handle: number, id: number, data: number): void;
  _heif_decoding_options_alloc(): number;
  _heif_decoding_options_free(options: number): void;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    space: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_handle_decode_image_tile(
    error: number,
    handle: number,
    image: number,
    space: number,
    chroma: number,
    options: number,
    column: number,
    row: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
  _heif_image_release(image: number): void;
}

interface LoadOptions {
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => unknown,
  ) => unknown;
  readonly print: () => void;
  readonly printErr: () => void;
}

/** The path of the decoder's WebAssembly file. */
export const libheifWasmPath = (): string =>
  createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');

/** The library over an already compiled module: a process compiles it once, each worker has an instance. */
export function loadLibheif(module: WebAssembly.Module): Libheif {
  const load: unknown = createRequire(import.meta.url)('libheif-js/libheif-wasm/libheif.js');
  if (typeof load !== 'function') throw new Error('libheif-js does not export a function');
  const options: LoadOptions = {
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(module, imports)),
    print: () => undefined,
    printErr: () => undefined,
  };
  // The package's types have the C functions as `any`; the names above are checked by the tests that call them all.
  return load(options) as Libheif;
}
