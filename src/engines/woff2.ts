import { spendProcess } from '../core/run-end.js';
import { ContentFault, LimitFault } from '../lib/faults.js';
import { viewOf } from '../lib/fonts/sfnt.js';
import { MAX_FONT_BYTES } from '../lib/fonts/woff.js';

export const WOFF2 = 0x774f_4632;

/** Unpacks WOFF 2.0 to a TrueType or OpenType file. Throws ContentFault, LimitFault. */
export async function readWoff2(bytes: Uint8Array): Promise<Uint8Array> {
  // Checked before: the decoder takes as much memory as the header asks for.
  const size = bytes.length < 48 ? 0 : viewOf(bytes).getUint32(16);
  if (size > MAX_FONT_BYTES) throw new LimitFault(`its tables have more than ${MAX_FONT_BYTES} bytes`, MAX_FONT_BYTES);
  const { decompress } = await open();
  try {
    const font = await decompress(bytes);
    if (font.length >= 12) return Uint8Array.from(font);
  } catch {
    // The decoder gives no reason.
  }
  throw new ContentFault('its WOFF2 data is damaged');
}

/** Packs a TrueType or OpenType file as WOFF 2.0. Throws ContentFault for tables that the packer cannot read. */
export async function writeWoff2(bytes: Uint8Array): Promise<Uint8Array> {
  const { compress } = await open();
  try {
    const font = await compress(bytes);
    if (font.length >= 48) return Uint8Array.from(font);
  } catch {
    // Nor does the packer.
  }
  throw new ContentFault('its outlines are damaged: WOFF2 cannot pack them');
}

/** The package has one instance for good, whose memory held a caller's font: this process is given no other run. */
async function open() {
  spendProcess();
  return import('woff2-encoder');
}
