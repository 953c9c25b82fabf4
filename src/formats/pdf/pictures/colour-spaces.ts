import type { PdfDocument } from '../document/document.js';
import { PdfName, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';

/** Colours of samples, as far as PNG and TIFF can hold them. */
export interface Space {
  readonly kind: 'gray' | 'rgb' | 'palette' | 'cmyk';
  readonly palette?: Uint8Array;
  readonly profile?: Uint8Array | undefined;
}

/** The colours of the colour space `value`; `undefined` where neither PNG nor TIFF can hold them. */
export function spaceOf(document: PdfDocument, value: PdfValue, depth = 0): Space | undefined {
  const list = Array.isArray(value) ? value : [value];
  const name = document.resolve(list[0]);
  if (!(name instanceof PdfName) || depth > 3) return undefined;
  switch (name.value) {
    case 'DeviceGray':
    case 'CalGray':
    case 'G':
      return { kind: 'gray' };
    case 'DeviceRGB':
    case 'CalRGB':
    case 'RGB':
      return { kind: 'rgb' };
    case 'DeviceCMYK':
    case 'CMYK':
      return { kind: 'cmyk' };
    case 'ICCBased':
      return profiled(document, document.resolve(list[1]));
    case 'Indexed':
    case 'I':
      return indexed(document, list, depth);
    default:
      return undefined;
  }
}

function profiled(document: PdfDocument, stream: PdfValue): Space | undefined {
  if (!(stream instanceof PdfStream)) return undefined;
  const channels = document.get(stream.dict, 'N');
  const kind = channels === 1 ? 'gray' : channels === 3 ? 'rgb' : channels === 4 ? 'cmyk' : undefined;
  if (kind === undefined) return undefined;
  const profile = document.tryDecode(stream, 4 * 2 ** 20);
  // ICC.1:2022, 7.2: the colour space of the data stands at 16, the signature at 36.
  const signature = { gray: 'GRAY', rgb: 'RGB ', cmyk: 'CMYK' }[kind];
  const header = Buffer.from(profile?.subarray(0, 40) ?? []).toString('latin1');
  const isSound = header.slice(16, 20) === signature && header.slice(36, 40) === 'acsp';
  return { kind, profile: isSound ? profile : undefined };
}

function indexed(document: PdfDocument, list: readonly PdfValue[], depth: number): Space | undefined {
  const base = spaceOf(document, document.resolve(list[1]), depth + 1);
  const table = document.resolve(list[3]);
  const colours =
    table instanceof PdfString ? table.bytes : table instanceof PdfStream ? document.tryDecode(table, 4096) : undefined;
  if (base === undefined || colours === undefined || (base.kind !== 'rgb' && base.kind !== 'gray')) return undefined;
  const count = Math.min(256, Math.floor(colours.length / (base.kind === 'rgb' ? 3 : 1)));
  if (count === 0) return undefined;
  const palette = new Uint8Array(3 * count);
  for (let i = 0; i < palette.length; i += 1) {
    palette[i] = colours[base.kind === 'rgb' ? i : Math.floor(i / 3)] ?? 0;
  }
  return { kind: 'palette', palette, profile: base.kind === 'rgb' ? base.profile : undefined };
}
