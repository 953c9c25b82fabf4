import { be, type HostileFile, latin } from './hostile-file.js';

/** A box of ISO base media (ISO/IEC 14496-12, 4.2): HEIC, MP4. `said` replaces the length. */
export const box = (kind: string, body: Buffer, said?: number): Buffer =>
  Buffer.concat([be([4, said ?? body.length + 8]), latin(kind), body]);
/** A box with version and flags. */
const fullBox = (kind: string, body: Buffer, version = 0): Buffer =>
  box(kind, Buffer.concat([be([1, version], [3, 0]), body]));

/** HEIC files with items, boxes and grids that lie or lie in each other. */
export function boxedPictures(): HostileFile[] {
  const kind = box('ftyp', latin('heic\0\0\0\0mif1heic'));
  const item = (id: number, type: string): Buffer =>
    fullBox('infe', Buffer.concat([be([2, id], [2, 0]), latin(type), Buffer.alloc(1)]), 2);
  interface Parts {
    readonly items?: readonly Buffer[];
    readonly properties?: readonly Buffer[];
    readonly extents?: Buffer;
    readonly references?: Buffer;
    readonly primary?: number;
  }
  const heic = ({
    items = [item(1, 'hvc1')],
    properties = [],
    extents = be([2, 1], [2, 1], [2, 0], [2, 1], [4, 0], [4, 100]),
    references = Buffer.alloc(0),
    primary = 1,
  }: Parts): Buffer => {
    const associations = be([4, 1], [2, 1], [1, properties.length], ...properties.map((_, i) => [1, i + 1] as const));
    const meta = [
      fullBox('hdlr', Buffer.concat([be([4, 0]), latin('pict'), Buffer.alloc(13)])),
      fullBox('pitm', be([2, primary])),
      fullBox('iinf', Buffer.concat([be([2, items.length]), ...items])),
      fullBox('iloc', Buffer.concat([be([2, 0x4400]), extents])),
      references,
      box('iprp', Buffer.concat([box('ipco', Buffer.concat(properties)), fullBox('ipma', associations)])),
    ];
    return Buffer.concat([kind, fullBox('meta', Buffer.concat(meta)), box('mdat', Buffer.alloc(100))]);
  };
  const extent = (width: number, height: number): Buffer => fullBox('ispe', be([4, width], [4, height]));
  const derived = (from: number, to: number): Buffer => fullBox('iref', box('dimg', be([2, from], [2, 1], [2, to])));
  return [
    { name: 'only-type.heic', bytes: kind, attack: 'only a file type' },
    { name: 'huge.heic', bytes: heic({ properties: [extent(0xffffffff, 0xffffffff)] }), attack: '2^64 pixels' },
    { name: 'empty.heic', bytes: heic({ properties: [extent(0, 0)] }), attack: 'no size' },
    { name: 'primary.heic', bytes: heic({ primary: 99 }), attack: 'a primary picture that is not there' },
    {
      name: 'extent.heic',
      bytes: heic({ extents: be([2, 1], [2, 1], [2, 0], [2, 1], [4, 0xfffffff0], [4, 0xffffffff]) }),
      attack: 'data beyond the end',
    },
    {
      name: 'extents.heic',
      bytes: heic({ extents: be([2, 65_535], [2, 1], [2, 0], [2, 65_535]) }),
      attack: '65,535 pieces of data, none there',
    },
    {
      name: 'grid-loop.heic',
      bytes: heic({ items: [item(1, 'grid')], references: derived(1, 1), properties: [extent(64, 64)] }),
      attack: 'a grid made of itself',
    },
    {
      name: 'overlay-loop.heic',
      bytes: heic({
        items: [item(1, 'iovl'), item(2, 'iden')],
        references: derived(1, 2),
        properties: [extent(64, 64)],
      }),
      attack: 'derived pictures that need each other',
    },
    {
      name: 'turns.heic',
      bytes: heic({
        properties: [extent(64, 64), ...Array.from({ length: 100 }, () => box('irot', Buffer.from([1])))],
      }),
      attack: '100 turns',
    },
    {
      name: 'crop.heic',
      bytes: heic({
        properties: [extent(64, 64), box('clap', be([4, 1], [4, 0], [4, 1], [4, 0], [4, 0], [4, 0], [4, 0], [4, 0]))],
      }),
      attack: 'a crop divided by nought',
    },
    { name: 'box-zero.heic', bytes: Buffer.concat([kind, Buffer.alloc(400)]), attack: 'boxes of no length' },
    {
      name: 'box-huge.heic',
      bytes: Buffer.concat([kind, box('meta', be([8, 0x7fffffffffffffffn], [4, 0]), 1)]),
      attack: 'a box of 2^63 bytes',
    },
    { name: 'boxes.heic', bytes: Buffer.concat([kind, nested('meta', 3000)]), attack: '3,000 boxes in each other' },
    {
      name: 'sequence.heic',
      bytes: Buffer.concat([box('ftyp', latin('hevc\0\0\0\0msf1hevc')), box('moov', box('trak', Buffer.alloc(8)))]),
      attack: 'a sequence without a picture',
    },
  ];
}

/** Boxes of one kind in each other. */
export function nested(kind: string, depth: number): Buffer {
  const head = Buffer.alloc(8 * depth);
  for (let i = 0; i < depth; i++) be([4, 8 * (depth - i)]).copy(head, 8 * i) && latin(kind).copy(head, 8 * i + 4);
  return head;
}
