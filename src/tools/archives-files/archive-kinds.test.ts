import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTar } from '../../lib/archives/tar.js';

import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import extractArchive from './extract-archive.js';
import listArchive from './list-archive.js';

interface Report {
  readonly name: string;
  readonly error?: string;
  readonly entries: readonly { readonly path: string; readonly kind?: string; readonly bytes?: number }[];
}
const reports = ({ data }: ClientAnswer): readonly Report[] => (data as { files: Report[] }).files;

const extract = (name: string, bytes: Uint8Array, options = {}): Promise<ClientAnswer> =>
  runTool(extractArchive, { files: [{ name, bytes }], options: { format: 'files', ...options } });

const has = (program: string, args: readonly string[] = ['--version']): boolean =>
  hasProgram(program, args, `archives of ${program}`);

let folder = '';
const shell = (command: string): Buffer => runProgram('bash', ['-c', `cd "$0" && ${command}`, folder]);
const content = new Map<string, Buffer>();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-kinds-'));
  mkdirSync(join(folder, 'd'));
  writeFileSync(join(folder, 'd/text.txt'), 'some text that repeats itself\n'.repeat(3000));
  // Holes, more pieces than a header has room for, and a hole at the end.
  for (const [name, pieces] of [
    ['few.bin', 2],
    ['many.bin', 60],
  ] as const) {
    const bytes = Buffer.alloc(pieces * 65_536);
    for (let i = 0; i < pieces; i += 1) bytes.write(`piece ${i}`, i * 65_536 + 8192);
    const path = join(folder, 'd', name);
    writeFileSync(path, '');
    truncateSync(path, bytes.length);
    for (let i = 0; i < pieces; i += 1) {
      runProgram(
        'dd',
        ['status=none', 'conv=notrunc', 'bs=1', `seek=${i * 65_536 + 8192}`, `of=${path}`],
        `piece ${i}`,
      );
    }
  }
  for (const name of ['text.txt', 'few.bin', 'many.bin']) content.set(name, readFileSync(join(folder, 'd', name)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file of the folder comes out as it was. */
async function expectFolder(name: string, bytes: Uint8Array): Promise<void> {
  const { message, files } = await extract(name, bytes);
  expect([name, message]).toEqual([name, undefined]);
  const found = files.map((file) => [file.name, file.bytes.equals(content.get(file.name) ?? Buffer.alloc(0))]).sort();
  expect([name, found]).toEqual([name, [...content.keys()].sort().map((key) => [key, true])]);
}

describe('sparse files in TAR archives', () => {
  it.skipIf(!has('tar'))('come out whole from every form of GNU tar', async () => {
    for (const form of [
      'gnu',
      'oldgnu',
      'pax --sparse-version=0.0',
      'pax --sparse-version=0.1',
      'pax --sparse-version=1.0',
    ]) {
      await expectFolder(`${form}.tar`, shell(`tar -c --sparse --format=${form} d`));
    }
  });

  it.skipIf(!has('bsdtar'))('come out whole from bsdtar', async () => {
    await expectFolder('pax.tar', shell('bsdtar -c --format=pax d'));
  });

  it('are refused where they would be larger than the limit', async () => {
    const tar = shell('tar -c --sparse --format=pax --sparse-version=0.1 d/few.bin');
    const size = Buffer.from('GNU.sparse.size=131072');
    const forged = Buffer.from(tar);
    forged.write('GNU.sparse.size=999999', tar.indexOf(size));
    expect((await extract('a.tar', forged)).files[0]?.bytes.length).toBe(999_999);
    const map = Buffer.from(tar);
    map.write('GNU.sparse.size=000001', tar.indexOf(size));
    expect((await extract('a.tar', map)).message).toMatch(/the map of a sparse file does not fit its data$/);
  });
});

describe('what is no TAR archive', () => {
  it('is not taken for one where its bytes, taken for signed, add up to what its sum would be', () => {
    const block = Buffer.alloc(512, 0x41);
    // 512 bytes with 8 spaces in the place of the sum: half of them 65, half of them -65, and -256 for the spaces.
    block.fill(0xbf, 260);
    block.fill(0x58, 148, 156);
    let sum = 256;
    for (const [i, byte] of block.entries()) if (i < 148 || i >= 156) sum += byte > 127 ? byte - 256 : byte;
    for (let i = 0; sum !== 0; i++) {
      const step = Math.max(-20, Math.min(20, -sum));
      block[i] = (block[i] ?? 0) + step;
      sum += step;
    }
    expect(isTar(block)).toBe(false);
  });
});

describe('compressed in other ways', () => {
  exhaustive.skipIf(!has('lzip'))('lzip, of one member and of several', async () => {
    shell('tar -cf a.tar d');
    await expectFolder('a.tar.lz', shell('lzip -c a.tar'));
    await expectFolder('a.tlz', shell('lzip -9 -c a.tar'));
    const several = shell('(head -c 9000 a.tar | lzip -c; tail -c +9001 a.tar | lzip -c)');
    await expectFolder('a.tar.lz', several);
    const followed = await extract('a.tar.lz', Buffer.concat([several, Buffer.from('more')]));
    expect((followed.data as { files: { warnings: string[] }[] }).files[0]?.warnings).toHaveLength(1);
    const broken = Buffer.from(several);
    // The checksum of the content: the last 20 bytes are it, the size of the content and that of the member.
    broken[broken.length - 20] = (broken.at(-20) ?? 0) ^ 1;
    expect((await extract('a.tar.lz', broken)).status).toBe(400);
  });

  it.skipIf(!has('lz4'))('LZ4 of several frames, with frames to be skipped, and in the old format', async () => {
    shell('tar -cf b.tar d');
    const skip = String.raw`printf '\x50\x2a\x4d\x18\x05\0\0\0hello'`;
    for (const command of [
      'head -c 9000 b.tar | lz4 -q && tail -c +9001 b.tar | lz4 -q -B4 -BD',
      `${skip} && ${skip} && lz4 -q -c b.tar && ${skip}`,
      `lz4 -q -l -c b.tar && ${skip}`,
      'lz4 -q -c b.tar && printf more',
    ]) {
      await expectFolder('noname', shell(`{ ${command}; }`));
    }
  });

  it.skipIf(!(has('genisoimage') && has('compress', ['-V'])))(
    'a disc image in .Z is opened, not one file',
    async () => {
      shell('genisoimage -quiet -J -R -o a.iso d');
      await expectFolder('a.iso.Z', shell('compress -c a.iso'));
    },
  );
});

/** A cabinet without compression, [MS-CAB]: names as bytes. */
function cabinet(files: readonly (readonly [name: Buffer, text: string])[]): Buffer {
  let offset = 0;
  const entries = files.map(([name, text]) => {
    const head = Buffer.alloc(16);
    head.writeUInt32LE(text.length, 0);
    head.writeUInt32LE(offset, 4);
    head.writeUInt16LE(0x5821, 10);
    head.writeUInt16LE(0x20, 14);
    offset += text.length;
    return Buffer.concat([head, name, Buffer.of(0)]);
  });
  const list = Buffer.concat(entries);
  const block = Buffer.from(files.map(([, text]) => text).join(''));
  const head = Buffer.alloc(44);
  head.write('MSCF', 'latin1');
  head.writeUInt32LE(head.length + list.length + 8 + block.length, 8);
  head.writeUInt32LE(head.length, 16);
  head.set([3, 1], 24);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(files.length, 28);
  head.writeUInt32LE(head.length + list.length, 36);
  head.writeUInt16LE(1, 40);
  // A checksum of zero is not checked.
  const data = Buffer.alloc(8);
  data.writeUInt16LE(block.length, 4);
  data.writeUInt16LE(block.length, 6);
  return Buffer.concat([head, list, data, block]);
}

describe('names and kinds of entries', () => {
  it('names in a cabinet are read in the encoding of Windows in Japan, and in another', async () => {
    // `表だよ` ends with the byte of a backslash in its first character.
    const japanese = [
      Buffer.from('955c82be82e65c88ea97975c2e747874', 'hex'),
      Buffer.from('9640968c8ae28ef996702e747874', 'hex'),
    ];
    const bytes = cabinet([
      [japanese[0]!, 'one'],
      [japanese[1]!, 'two!'],
      [Buffer.from('plain.txt'), 'three'],
    ]);
    const answer = await runTool(listArchive, { files: [{ name: 'a.cab', bytes }] });
    const decode = new TextDecoder('shift_jis');
    const expected = [...japanese.map((name) => decode.decode(name).replaceAll('\\', '/')), 'plain.txt'];
    expect(reports(answer)[0]?.entries.map(({ path }) => path)).toEqual(expected);
    const western = cabinet([[Buffer.from('grüße-ÄÖÜäöü.txt', 'latin1'), 'x']]);
    const listed = await runTool(listArchive, { files: [{ name: 'b.cab', bytes: western }] });
    expect(reports(listed)[0]?.entries.map(({ path }) => path)).toEqual(['grüße-ÄÖÜäöü.txt']);
  });

  it.skipIf(!has('bsdtar'))('two names of one file in newc have one content', async () => {
    shell('mkdir -p links && echo same > links/a && ln -f links/a links/b');
    const { files } = await extract('a.cpio', shell('bsdtar -c --format=newc links'));
    expect(files.map((file) => [file.name, file.bytes.toString()]).sort()).toEqual([
      ['a', 'same\n'],
      ['b', 'same\n'],
    ]);
  });

  it.skipIf(!has('7z', ['i']))('folders of 7z with other attributes of Windows are folders', async () => {
    // kAttributes of a header that is not compressed: read-only, hidden and system beside the folder.
    shell('mkdir -p w/x && echo 1 > w/x/f && rm -f w.7z && 7z a -bd -mhc=off -mtm=off w.7z w');
    const bytes = readFileSync(join(folder, 'w.7z'));
    const header = Buffer.from(bytes.subarray(32 + Number(bytes.readBigUInt64LE(12))));
    let changed = 0;
    for (let at = 0; at + 4 <= header.length; at += 1) {
      // FILE_ATTRIBUTE_DIRECTORY with the mode of Unix above it.
      if ((header.readUInt32LE(at) & 0xf000ffff) >>> 0 !== 0x40008010) continue;
      header.writeUInt32LE(0x10 | [0x1, 0x2, 0x27][changed % 3]!, at);
      changed += 1;
    }
    expect(changed).toBe(2);
    const forged = Buffer.concat([bytes.subarray(0, bytes.length - header.length), header]);
    forged.writeUInt32LE(crc32(header), 28);
    forged.writeUInt32LE(crc32(forged.subarray(12, 32)), 8);
    const answer = await runTool(listArchive, { files: [{ name: 'w.7z', bytes: forged }] });
    expect(answer.message).toBeUndefined();
    const kinds = reports(answer)[0]?.entries.map(({ path, kind }) => `${kind} ${path}`);
    expect(kinds?.sort()).toEqual(['file w/x/f', 'folder w', 'folder w/x']);
  });

  it.skipIf(!has('tar'))('folders and hard links of TAR have no data, whatever size they state', async () => {
    shell('mkdir -p sizes/e && echo same > sizes/e/a && ln -f sizes/e/a sizes/e/b && echo more > sizes/e/c');
    const tar = shell('tar -c --format=ustar --sort=name sizes');
    for (let at = 0; at < tar.length && tar[at] !== 0; at += 512) {
      const type = tar.toString('latin1', at + 156, at + 157);
      if (type === '0') at += 512;
      else tar.write('00000007777\0', at + 124, 'latin1');
      const header = at - (type === '0' ? 512 : 0);
      tar.fill(0x20, header + 148, header + 156);
      const sum = tar.subarray(header, header + 512).reduce((all, byte) => all + byte, 0);
      tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, header + 148, 'latin1');
    }
    writeFileSync(join(folder, 'sizes.tar'), tar);
    expect(shell('tar -tf sizes.tar').toString().trim().split('\n')).toHaveLength(5);
    const last = tar.indexOf('sizes/e/c');
    // The hard link is the last entry, too.
    const short = await extract('short.tar', Buffer.concat([tar.subarray(0, last), Buffer.alloc(1024)]));
    expect([short.message, short.files.map(({ name }) => name)]).toEqual([undefined, ['a', 'b']]);
    const { message, files } = await extract('sizes.tar', tar);
    expect([message, files.map((file) => [file.name, file.bytes.toString()])]).toEqual([
      undefined,
      [
        ['a', 'same\n'],
        ['b', 'same\n'],
        ['c', 'more\n'],
      ],
    ]);
  });

  it.skipIf(!has('7z', ['i']))('a 7z archive whose names are encrypted asks for its password', async () => {
    shell('rm -f n.7z && 7z a -bd -mhe=on -psecret n.7z d/text.txt');
    const bytes = readFileSync(join(folder, 'n.7z'));
    expect((await extract('n.7z', bytes)).message).toBe('Option "password" must be given: file "n.7z" is encrypted');
    expect((await extract('n.7z', bytes, { password: 'wrong' })).message).toBe(
      'Option "password" must be the password of file "n.7z", got another',
    );
    expect((await extract('n.7z', bytes, { password: 'secret' })).files[0]?.bytes).toEqual(content.get('text.txt'));
  });

  it('a stored LHA archive gives its file', async () => {
    const [name, text] = [Buffer.from('hello.txt'), Buffer.from('Hello, archive!\n')];
    const head = Buffer.alloc(22);
    head.write('-lh0-', 2, 'latin1');
    head.writeUInt32LE(text.length, 7);
    head.writeUInt32LE(text.length, 11);
    head.writeUInt32LE(0x58210000, 15);
    head[19] = 0x20;
    head[21] = name.length;
    // CRC-16 of ARC: polynomial 0xA001, from 0.
    let crc = 0;
    for (const byte of text) {
      crc ^= byte;
      for (let i = 0; i < 8; i += 1) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0xa001;
    }
    const bytes = Buffer.concat([head, name, Buffer.of(crc & 255, crc >> 8), text, Buffer.of(0)]);
    bytes[0] = 20 + name.length + 2;
    bytes[1] = bytes.subarray(2, 2 + (bytes[0] ?? 0)).reduce((sum, byte) => (sum + byte) & 255, 0);
    const { message, files } = await extract('a.lzh', bytes);
    expect([message, files[0]?.name, files[0]?.bytes.toString()]).toEqual([
      undefined,
      'hello.txt',
      'Hello, archive!\n',
    ]);
  });
});

/** A block of RAR 5.0 (RAR 5.0 archive format, "General archive block format"); every number here is below 128, one byte each. */
function rarBlock(type: number, fields: readonly number[], extra: Uint8Array, data: Uint8Array): Buffer {
  const flags = (extra.length > 0 ? 1 : 0) | (data.length > 0 ? 2 : 0);
  const sizes = [...(extra.length > 0 ? [extra.length] : []), ...(data.length > 0 ? [data.length] : [])];
  const body = Buffer.from([type, flags, ...sizes, ...fields, ...extra]);
  const head = Buffer.concat([Buffer.of(body.length), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(head));
  return Buffer.concat([sum, head, data]);
}

it('a hard link does not spoil a RAR archive', async () => {
  const text = Buffer.from('same\n');
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(text));
  const name = (of: string): number[] => [of.length, ...Buffer.from(of)];
  // Flags: the checksum is there; size, mode, checksum, stored, Unix.
  const file = [4, text.length, 0, ...sum, 0, 1, ...name('a.txt')];
  const link = [0, 0, 0, 0, 1, ...name('b.txt')];
  const redirection = [5, 4, 0, ...name('a.txt')];
  const bytes = Buffer.concat([
    Buffer.from('526172211a070100', 'hex'),
    rarBlock(1, [0], Buffer.alloc(0), Buffer.alloc(0)),
    rarBlock(2, file, Buffer.alloc(0), text),
    rarBlock(2, link, Buffer.of(redirection.length, ...redirection), Buffer.alloc(0)),
    rarBlock(5, [0], Buffer.alloc(0), Buffer.alloc(0)),
  ]);
  const { message, files } = await extract('a.rar', bytes);
  expect([message, files.map((one) => [one.name, one.bytes.toString()])]).toEqual([undefined, [['a.txt', 'same\n']]]);
});

describe('several uploads', () => {
  it.skipIf(!has('7z', ['i']))('parts of an archive are put together, in whatever order they are sent', async () => {
    shell('head -c 120000 /dev/urandom > d/noise.bin && rm -f v.7z* && 7z a -bd -v50k v.7z d');
    const files = ['v.7z.002', 'v.7z.003', 'v.7z.001'].map((name) => ({
      name,
      bytes: readFileSync(join(folder, name)),
    }));
    const answer = await runTool(extractArchive, { files, options: { format: 'files', only: '*noise.bin' } });
    expect(answer.message).toBeUndefined();
    expect(answer.files[0]?.bytes.equals(readFileSync(join(folder, 'd/noise.bin')))).toBe(true);
    rmSync(join(folder, 'd/noise.bin'));
  });

  it('each archive gives a ZIP archive, and one that fails does not spoil the others', async () => {
    const files = ['small.zip', 'small.7z'].map((name) => ({ name, bytes: readFixture(`archives/${name}`) }));
    const answer = await runTool(extractArchive, { files: [...files, { name: 'x.zip', bytes: Buffer.from('no') }] });
    expect(answer.files.map(({ name }) => name)).toEqual(['small-extracted.zip', 'small-extracted (2).zip']);
    expect(reports(answer).map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      'Cannot read file "x.zip": it is not an archive of a known format',
    ]);
  });
});
