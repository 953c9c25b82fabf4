/** A compound file ([MS-CFB]) of streams by their paths: sectors of 512 bytes, siblings as a list to the right. */

interface Node {
  readonly name: string;
  readonly children: Map<string, Node>;
  bytes: Uint8Array | undefined;
}

const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;

export function compoundFile(streams: readonly (readonly [path: string, bytes: Uint8Array])[]): Buffer {
  const root: Node = { name: 'Root Entry', children: new Map(), bytes: undefined };
  for (const [path, bytes] of streams) {
    let node = root;
    for (const name of path.split('/')) {
      const next = node.children.get(name) ?? { name, children: new Map(), bytes: undefined };
      node.children.set(name, next);
      node = next;
    }
    node.bytes = bytes;
  }
  const sectors: Buffer[] = [];
  const fat: number[] = [];
  const store = (bytes: Uint8Array): number => {
    const count = Math.ceil(bytes.length / SECTOR);
    const start = sectors.length;
    for (let i = 0; i < count; i++) {
      const sector = Buffer.alloc(SECTOR);
      sector.set(bytes.subarray(i * SECTOR, (i + 1) * SECTOR));
      sectors.push(sector);
      fat.push(i + 1 < count ? start + i + 1 : END);
    }
    return count === 0 ? END : start;
  };
  const mini: Buffer[] = [];
  const miniFat: number[] = [];
  const storeMini = (bytes: Uint8Array): number => {
    const count = Math.ceil(bytes.length / 64);
    const start = miniFat.length;
    for (let i = 0; i < count; i++) {
      const sector = Buffer.alloc(64);
      sector.set(bytes.subarray(i * 64, (i + 1) * 64));
      mini.push(sector);
      miniFat.push(i + 1 < count ? start + i + 1 : END);
    }
    return count === 0 ? END : start;
  };
  const entries: Buffer[] = [];
  const place = (node: Node): number => {
    const index = entries.length;
    const entry = Buffer.alloc(128);
    entries.push(entry);
    entry.write(node.name, 0, 62, 'utf16le');
    entry.writeUInt16LE(2 * node.name.length + 2, 64);
    entry.writeUInt8(index === 0 ? 5 : node.bytes === undefined ? 1 : 2, 66);
    entry.writeUInt8(1, 67);
    entry.writeUInt32LE(FREE, 68);
    entry.writeUInt32LE(FREE, 72);
    const order = (a: Node, b: Node): number =>
      a.name.length - b.name.length || (a.name.toUpperCase() < b.name.toUpperCase() ? -1 : 1);
    const children = [...node.children.values()].sort(order).map(place);
    for (const [i, child] of children.entries()) entries[child]?.writeUInt32LE(children[i + 1] ?? FREE, 72);
    entry.writeUInt32LE(children[0] ?? FREE, 76);
    const { bytes } = node;
    if (bytes !== undefined) {
      entry.writeUInt32LE(bytes.length < 4096 ? storeMini(bytes) : store(bytes), 116);
      entry.writeUInt32LE(bytes.length, 120);
    }
    return index;
  };
  place(root);
  entries[0]?.writeUInt32LE(store(Buffer.concat(mini)), 116);
  entries[0]?.writeUInt32LE(64 * mini.length, 120);
  const words = (list: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(Math.ceil(list.length / 128) * SECTOR, 0xff);
    for (const [i, word] of list.entries()) bytes.writeUInt32LE(word, 4 * i);
    return bytes;
  };
  const miniFatBytes = words(miniFat);
  const miniFatStart = store(miniFatBytes);
  const directory = store(Buffer.concat(entries));
  const fatStart = sectors.length;
  const fatCount = Math.ceil((fatStart + Math.ceil((fatStart + 20) / 127)) / 128);
  for (let i = 0; i < fatCount; i++) fat.push(0xfffffffd);
  const fatBytes = words(fat);
  const header = Buffer.alloc(SECTOR);
  header.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(fatCount, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(miniFatStart, 60);
  header.writeUInt32LE(miniFatBytes.length / SECTOR, 64);
  header.writeUInt32LE(END, 68);
  for (let i = 0; i < 109; i++) header.writeUInt32LE(i < fatCount ? fatStart + i : FREE, 76 + 4 * i);
  return Buffer.concat([header, ...sectors, fatBytes, Buffer.alloc(fatCount * SECTOR - fatBytes.length, 0xff)]);
}
