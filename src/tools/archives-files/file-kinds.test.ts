import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { typeOfMime } from '../../lib/files/file-types.data.js';
import { compoundFile } from '../../testing/compound-files.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import fileInfo from './file-info.js';
import fileTypeDetector from './file-type-detector.js';

type Entry = Readonly<Record<string, unknown>>;

const fixturesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join('fixtures', folder))
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

const upload = (path: string) => ({ name: path.split('/').at(-1) ?? '', bytes: readFixture(path) });

async function inspect(tool: typeof fileInfo, paths: readonly string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let i = 0; i < paths.length; i += 20) {
    const { data, message } = await runTool(tool, { files: paths.slice(i, i + 20).map(upload) });
    expect(message).toBeUndefined();
    entries.push(...(data as { files: Entry[] }).files);
  }
  return entries;
}

describe.skipIf(!hasProgram('file', ['--version'], 'types of files'))('file-type-detector', () => {
  it('says what file(1) says of archives, pictures, documents and sounds', async () => {
    // What file 5.44 does not know: Brotli and Parquet have no mark it looks for; RPM's payload and old names aside.
    const paths = [
      ...fixturesOf('archives', /\.(?:7z|zip|rar|tar|cpio|a|cab|deb|rpm|gz|bz2|xz|zst|lz4|Z)$/),
      ...fixturesOf('metadata', /\.(?:jpg|png|webp|gif|tif|heic|avif|psd)$/),
      ...fixturesOf('pdf', /^(?:letter|report)\.pdf$/),
      ...fixturesOf('audio', /\.(?:mp3|ogg|flac|mp4)$/),
    ];
    const ends = runPrograms(
      paths.map((path) => ({ program: 'file', args: ['-b', '--mime-type', join('fixtures', path)], input: '' })),
    );
    const entries = await inspect(fileTypeDetector, paths);
    const alias: Readonly<Record<string, string>> = {
      'application/x-rar': 'application/vnd.rar',
      'audio/x-m4a': 'audio/mp4',
    };
    for (const [i, entry] of entries.entries()) {
      const said = ends[i]?.stdout.trim() ?? '';
      const expected = typeOfMime(alias[said] ?? said)?.mime ?? said;
      expect([entry.name, entry.mime, entry.nameFits]).toEqual([entry.name, expected, true]);
    }
    expect(entries.length).toBeGreaterThan(30);
  });

  it('names with two endings, hidden endings and reversed text are named', async () => {
    const names = ['invoice.pdf.exe', 'photo\u202egpj.exe', 'report.pdf                .exe', 'plain.exe'];
    const files = names.map((name) => ({ name, bytes: Buffer.from('just text') }));
    const { data } = await runTool(fileTypeDetector, { files });
    const warnings = (data as { files: { warnings: string[] }[] }).files.map((entry) => entry.warnings[0]);
    expect(warnings).toEqual([
      'the name has two endings, and the last one starts a program',
      'the name has characters that reverse the direction of text: its ending is not what is shown',
      'the name has two endings, and the last one starts a program',
      'the content is of type text/plain, which the ending .exe does not say',
    ]);
  });
});

describe('file-info', () => {
  const figures = async (paths: readonly string[], key: string): Promise<unknown[]> =>
    (await inspect(fileInfo, paths)).map((entry) => entry[key]);

  it.skipIf(!hasProgram('pdfinfo', ['-v'], 'pages of file-info'))('pages are those of pdfinfo', async () => {
    const paths = ['pdf/letter.pdf', 'pdf/report.pdf', 'pdf/damaged.pdf'];
    const ends = runPrograms(paths.map((path) => ({ program: 'pdfinfo', args: [join('fixtures', path)], input: '' })));
    const pages = (await figures(paths, 'pdf')).map((pdf) => (pdf as Entry).pages);
    expect(pages).toEqual(ends.map(({ stdout }) => Number(/Pages:\s+(\d+)/.exec(stdout)?.[1])));
  });

  exhaustive.skipIf(!hasProgram('ffprobe', ['-version'], 'seconds of file-info'))(
    'seconds are those of ffprobe',
    async () => {
      const paths = fixturesOf('audio', /\.(?:mp3|m4a|ogg|opus|webm|flac|mp4)$/);
      const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
      const ends = runPrograms(
        paths.map((path) => ({ program: 'ffprobe', args: [...args, join('fixtures', path)], input: '' })),
      );
      for (const [i, media] of (await figures(paths, 'media')).entries())
        expect(Math.abs(Number((media as Entry).seconds) - Number(ends[i]?.stdout)), paths[i]).toBeLessThan(0.03);
    },
  );

  exhaustive.skipIf(!hasProgram('exiftool', ['-ver'], 'sizes of file-info'))(
    'pixels are those of ExifTool',
    async () => {
      const paths = fixturesOf('metadata', /^(?:photo|pixel)\.(?:jpg|png|webp|gif|tif|avif|psd|heic)$/);
      const ends = runPrograms(
        paths.map((path) => ({
          program: 'exiftool',
          args: ['-s3', '-ImageWidth', '-ImageHeight', join('fixtures', path)],
          input: '',
        })),
      );
      for (const [i, image] of (await figures(paths, 'image')).entries()) {
        const { width, height } = image as Entry;
        // ExifTool gives the stored size; ours is turned upright where HEIC and AVIF say so, and these are not.
        expect(`${width}\n${height}`, paths[i]).toBe(ends[i]?.stdout.trim());
      }
    },
  );

  it('lines, words and characters are those of wc', async () => {
    const text = 'Grüße 🌍\n\nzwei  Wörter\nohne Ende';
    const { data } = await runTool(fileInfo, { files: [{ name: 'a.txt', bytes: Buffer.from(text) }] });
    const [end] = runPrograms([{ program: 'sh', args: ['-c', 'LC_ALL=C.UTF-8 wc -lwm'], input: text }]);
    const [lines, words, characters] = (end?.stdout.trim() ?? '').split(/\s+/).map(Number);
    // wc counts line breaks; the last line has none.
    expect((data as { files: Entry[] }).files[0]?.text).toMatchObject({
      lines: (lines ?? 0) + 1,
      words,
      characters,
    });
  });

  it.each([
    ['', 'it is encrypted: give its password in option "password"'],
    ['guess', 'the password in option "password" is wrong'],
  ])('a file that password "%s" does not open says so, and others are told', async (password, fault) => {
    const files = ['archives/hidden.7z', 'pdf/locked-256.pdf', 'archives/small.7z'].map(upload);
    const { data } = await runTool(fileInfo, { files, options: { password } });
    const entries = (data as { files: Entry[] }).files;
    expect(entries.map((entry) => entry.fault)).toEqual([fault, fault, undefined]);
    expect(entries[2]?.archive).toMatchObject({ entries: 3 });
  });

  it('the password opens archives whose names are encrypted, and PDF files', async () => {
    const files = ['archives/hidden.7z', 'pdf/locked-256.pdf', 'archives/small.7z', 'pdf/letter.pdf'].map(upload);
    const { data } = await runTool(fileInfo, { files, options: { password: 'secret' } });
    const entries = (data as { files: Entry[] }).files;
    expect(entries.map((entry) => entry.fault)).toEqual([undefined, undefined, undefined, undefined]);
    expect(entries[0]?.archive).toMatchObject({ format: '7z', entries: 3, encrypted: true });
    expect(entries[1]?.pdf).toMatchObject({ repaired: false });
  });

  it('random bytes, cut files and empty ones end in a result', async () => {
    const files = [
      ...fixturesOf('archives', /^small/),
      ...fixturesOf('metadata', /^photo/),
      'pdf/letter.pdf',
      'audio/hello.mp3',
    ];
    for (const path of files) {
      const { name, bytes } = upload(path);
      for (const part of [0, 0.3, 0.7, 0.95]) {
        const { status, cause } = await runTool(fileInfo, {
          files: [{ name, bytes: bytes.subarray(0, part * bytes.length) }],
        });
        expect([name, part, status, cause]).toEqual([name, part, 200, undefined]);
      }
    }
  });
});

// Streams as [MS-DOC], [MS-PPT] and [MS-OXMSG] name them; file 5.44 calls orders.xls a Composite Document File of Excel.
it('Office files of before 2007 are told apart by their streams', async () => {
  const of = (name: string, stream: string) => ({ name, bytes: compoundFile([[stream, Buffer.from('x')]]) });
  const files = [
    upload('spreadsheets/orders.xls'),
    of('a.doc', 'WordDocument'),
    of('a.ppt', 'PowerPoint Document'),
    of('a.msg', '__properties_version1.0'),
    of('a.xlsx', 'EncryptedPackage'),
    of('a.xls', 'WordDocument'),
  ];
  const { data } = await runTool(fileTypeDetector, { files });
  expect((data as { files: Entry[] }).files.map(({ mime, nameFits }) => [mime, nameFits])).toEqual([
    ['application/vnd.ms-excel', true],
    ['application/msword', true],
    ['application/vnd.ms-powerpoint', true],
    ['application/vnd.ms-outlook', true],
    ['application/x-cfb', true],
    ['application/msword', false],
  ]);
});
