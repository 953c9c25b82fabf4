/** A colour with the name it gets in a file. */
export interface NamedSwatch {
  readonly name: string;
  readonly rgb: readonly [number, number, number];
}

/** Adobe Swatch Exchange 1.0: blocks of UTF-16 names and RGB floats, big-endian. */
export function aseFile(swatches: readonly NamedSwatch[]): Uint8Array {
  const blocks = swatches.map(({ name, rgb }) => {
    const text = Buffer.from(`${name}\0`, 'utf16le').swap16();
    const block = Buffer.alloc(6 + 2 + text.length + 4 + 12 + 2);
    block.writeUInt16BE(1, 0);
    block.writeUInt32BE(block.length - 6, 2);
    block.writeUInt16BE(text.length / 2, 6);
    text.copy(block, 8);
    block.write('RGB ', 8 + text.length, 'latin1');
    for (const [i, level] of rgb.entries()) block.writeFloatBE(level / 255, 12 + text.length + 4 * i);
    // 2: a plain colour, neither global nor spot.
    block.writeUInt16BE(2, block.length - 2);
    return block;
  });
  const head = Buffer.alloc(12);
  head.write('ASEF', 'latin1');
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(blocks.length, 8);
  return Buffer.concat([head, ...blocks]);
}

/** A palette of GIMP, Inkscape and Krita. */
export const gplFile = (title: string, swatches: readonly NamedSwatch[]): string =>
  [
    'GIMP Palette',
    `Name: ${title.replace(/[\r\n]/g, ' ')}`,
    'Columns: 0',
    '#',
    ...swatches.map(({ name, rgb }) => `${rgb.map((level) => String(level).padStart(3)).join(' ')}\t${name}`),
    '',
  ].join('\n');
