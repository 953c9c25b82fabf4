import { parentPort, workerData } from 'node:worker_threads';
import { snapshotMemory } from '../../lib/bytes/memory-snapshot.js';
import { ContentFault } from '../../lib/faults.js';
import { type AlphaPlane, flattenOnWhite } from '../../lib/pictures/alpha.js';
import { hdrToSdr } from '../../lib/pictures/hdr-to-sdr.js';
import { placeTile } from '../../lib/pictures/picture-transform.js';
import { type DecodedPlane, type HeicFile, heicFault, openHeic } from './libheif.js';
import { loadLibheif } from './libheif-module.js';
import { MAX_HEIC_PIXELS } from './limits.js';
import type { DecodePlan, HeicFailure, HeicReply, HeicRequest, TilePosition } from './protocol.js';

/** Given by `workers.ts`: the module that the process has compiled once. */
const { module } = workerData as { readonly module: WebAssembly.Module };
const library = loadLibheif(module);
/** What the library frees it does not clear, and the next picture could be left with it. */
const forget = snapshotMemory(() => library.HEAPU8);

const reply = (message: HeicReply): void => parentPort?.postMessage(message);

function answer(request: Exclude<HeicRequest, { kind: 'forget' }>): HeicReply {
  const heic = openHeic(library, request.file, MAX_HEIC_PIXELS);
  try {
    if (request.kind === 'open') return { kind: 'opened', info: heic.info() };
    const { plan, pixels, taken } = request;
    for (;;) {
      const index = Atomics.add(taken, 0, 1);
      const tile = plan.tiles[index];
      if (tile === undefined) return { kind: 'decoded', heapBytes: library.HEAPU8.length };
      decodeTile(heic, plan, tile, pixels);
      reply({ kind: 'placed', tile: index });
    }
  } finally {
    heic.close();
  }
}

function decodeTile(heic: HeicFile, plan: DecodePlan, tile: TilePosition, pixels: Uint8Array): void {
  const { format, isTransformed, isGrid, tileWidth, tileHeight } = plan;
  const plane = heic.decode({ format, isTransformed, tile: isGrid ? tile : undefined });
  try {
    if (plane.width !== tileWidth || plane.height !== tileHeight) throw heicFault(WRONG_SIZE);
    const hasAlpha = format === 'rgba' || format === 'rgba16';
    const bytesPerPixel = hasAlpha ? 4 : 3;
    const rows = plan.hdr === undefined ? plane : standardRange(plane, plan.hdr, bytesPerPixel);
    if (hasAlpha) flattenOnWhite(rows, plan.isPremultiplied);
    const [left, top] = [tile.column * tileWidth, tile.row * tileHeight];
    placeTile(pixels, plan.channels, plan.transform, {
      bytes: rows.bytes,
      strideBytes: rows.strideBytes,
      bytesPerPixel,
      left,
      top,
      right: Math.min(left + tileWidth, plan.codedWidth),
      bottom: Math.min(top + tileHeight, plan.codedHeight),
    });
  } finally {
    plane.release();
  }
}

function standardRange(plane: DecodedPlane, hdr: NonNullable<DecodePlan['hdr']>, samplesPerPixel: 3 | 4): AlphaPlane {
  const bytes = hdrToSdr(hdr)({ ...plane, bits: hdr.bits, samplesPerPixel });
  return { width: plane.width, height: plane.height, strideBytes: plane.width * samplesPerPixel, bytes };
}

/** heif_error_Invalid_input, heif_suberror_Invalid_image_size. */
const WRONG_SIZE = { code: 2, detail: 129, message: 'Picture and file do not agree about the size' };

parentPort?.on('message', (request: HeicRequest) => {
  try {
    if (request.kind === 'forget') forget();
    else reply(answer(request));
  } catch (error) {
    // Nobody takes another tile of a damaged picture.
    if (request.kind === 'decode') Atomics.store(request.taken, 0, request.plan.tiles.length);
    reply({ kind: 'failed', ...failureOf(error), heapBytes: library.HEAPU8.length });
  }
});

/** A refusal, or a crash of the library on the file: then its memory is not to be trusted any more. Throws faults of our own. */
function failureOf(error: unknown): { failure: HeicFailure; isCrash: boolean } {
  if (error instanceof ContentFault) return { failure: { message: error.message, what: error.what }, isCrash: false };
  // A trap, an endless recursion, or a C++ exception, which is not an Error.
  const isCrash = error instanceof WebAssembly.RuntimeError || error instanceof RangeError || !(error instanceof Error);
  if (!isCrash) throw error;
  return { failure: { message: 'it is damaged', what: `The decoder has crashed: ${String(error)}` }, isCrash };
}
