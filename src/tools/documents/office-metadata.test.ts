import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './office-metadata.js';

interface Told {
  readonly properties: Readonly<Record<string, string>>;
  readonly custom: readonly { readonly name: string; readonly value: string }[];
  readonly hidden: { readonly authors: readonly string[]; readonly comments: number; readonly hasThumbnail: boolean };
}

async function run(bytes: Uint8Array, name: string, options: Record<string, unknown> = {}) {
  const { data, files, message } = await runTool(tool, { files: [{ name, bytes }], options });
  expect(message).toBeUndefined();
  return { told: (data as { files: [Told] }).files[0], bytes: files[0]?.bytes ?? Buffer.alloc(0) };
}

/** What exiftool reads: a key per property, those of the file itself left out. */
function exifOf(bytes: Uint8Array, ending: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'metadata-test-'));
  const path = join(folder, `a.${ending}`);
  writeFileSync(path, bytes);
  const [read] = JSON.parse(runProgram('exiftool', ['-j', '-XML:all', '-XMP:all', path]).toString()) as Record<
    string,
    string
  >[];
  rmSync(folder, { recursive: true });
  return Object.fromEntries(Object.entries(read ?? {}).map(([name, value]) => [name, `${value}`]));
}

/** Names of exiftool for those of the tool: OOXML, then OpenDocument. */
const NAMES = {
  title: ['Title', 'Title'],
  author: ['Creator', 'Initial-creator'],
  subject: ['Subject', 'Subject'],
  keywords: ['Keywords', 'Keyword'],
  description: ['Description', 'Description'],
  application: ['Application', 'Generator'],
} as const;

const hasExif = hasProgram('exiftool', ['-ver'], 'metadata beside exiftool');
const hasPandoc = hasProgram('pandoc', ['--version'], 'metadata of documents that pandoc writes');
const WORDS = ['Harbour', 'Zürich & Co', 'река <1>', '港 "x"', "it's", 'a, b'];

function documentOf(seed: number): { readonly bytes: Buffer; readonly ending: string } {
  const chance = chanceOf(seed);
  const text = (): string => JSON.stringify(`${pick(chance, WORDS)} ${pick(chance, WORDS)}`);
  const ending = pick(chance, ['docx', 'pptx', 'odt']);
  const markdown = `---\ntitle: ${text()}\nauthor: ${text()}\nsubject: ${text()}\nkeywords: [${text()}, ${text()}]\ndescription: ${text()}\n---\n\n# Slide\n\nText ${seed}\n`;
  return { bytes: runProgram('pandoc', ['-f', 'markdown', '-t', ending, '-o', '-'], markdown), ending };
}

const flat = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ');

exhaustive.skipIf(!hasExif || !hasPandoc)('exiftool reads the same, before and after', async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const { bytes, ending } = documentOf(seed);
    const compare = (told: Told, made: Uint8Array): void => {
      const exif = exifOf(made, ending);
      for (const [name, [ooxml, odf]] of Object.entries(NAMES)) {
        // Of several keywords of OpenDocument it shows one.
        if (name === 'keywords' && ending === 'odt') continue;
        const theirs = exif[ending === 'odt' ? odf : ooxml];
        expect(flat(told.properties[name]).replace(/, /g, ','), `${seed} ${name}`).toBe(
          flat(theirs).replace(/, /g, ','),
        );
      }
    };
    const read = await run(bytes, `a.${ending}`);
    compare(read.told, bytes);
    const chance = chanceOf(seed + 1000);
    const values = Object.fromEntries(
      ['title', 'author', 'subject', 'keywords', 'description'].map((name) => [name, pick(chance, WORDS)]),
    );
    const edited = await run(bytes, `a.${ending}`, { action: 'edit', ...values });
    expect(edited.told.properties).toMatchObject(values);
    compare(edited.told, edited.bytes);
    const removed = await run(edited.bytes, `a.${ending}`, { action: 'remove' });
    expect(removed.told).toMatchObject({ properties: {}, custom: [], hidden: { hasThumbnail: false } });
    expect(Object.keys(exifOf(removed.bytes, ending)).filter((name) => name !== 'SourceFile')).toEqual([]);
  }
});

exhaustive.skipIf(!hasProgram('soffice', ['--version'], 'documents beside LibreOffice'))(
  'LibreOffice reads the same text after edits and removal',
  async () => {
    const saved = convertByOffice([['a.docx', readFixture('documents/report.docx')]], 'odt');
    const sources: readonly (readonly [string, Buffer])[] = [
      ['report.docx', readFixture('documents/report.docx')],
      ['contract.docx', readFixture('documents/contract.docx')],
      ['b.odt', saved[0] as Buffer],
    ];
    for (const [name, bytes] of sources) {
      const edited = await run(bytes, name, { action: 'edit', title: 'x', category: 'y' });
      const removed = await run(bytes, name, { action: 'remove' });
      const ending = name.slice(name.indexOf('.'));
      const texts = [bytes, edited.bytes, removed.bytes].map((one, i): readonly [string, Buffer] => [
        `t${i}${ending}`,
        one,
      ]);
      const [own, ...others] = convertByOffice(texts, 'txt:Text (encoded):UTF8').map(String);
      expect(others).toEqual([own, own]);
    }
  },
);

it('removes the names of people and leaves comments and changes', async () => {
  const { told, bytes } = await run(readFixture('documents/contract.docx'), 'a.docx', { action: 'remove' });
  expect(told.hidden).toMatchObject({ authors: ['Author'], comments: 1, trackedChanges: 2 });
  const archive = new ZipArchive(bytes, 1e7);
  const all = archive.names.map((name) => archive.read(name)?.toString()).join('');
  expect(all).not.toMatch(/Ada|rsid/);
});

it('keeps the type of an OpenDocument file first and not packed', async () => {
  const edited = await run(smallOdt(), 'a.odt', { action: 'edit', title: 'x' });
  expect(edited.bytes.subarray(30, 77).toString('latin1')).toBe('mimetypeapplication/vnd.oasis.opendocument.text');
});

/** A small file of OpenDocument. */
function smallOdt(): Buffer {
  const parts = [
    ['mimetype', 'application/vnd.oasis.opendocument.text'],
    ['content.xml', '<office:document-content xmlns:office="o"/>'],
  ] as const;
  return Buffer.from(
    writeZip(
      parts.map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
      { level: 6 },
    ),
  );
}

it('adds the part of core properties where there is none', async () => {
  const { bytes } = await run(readFixture('documents/contract.docx'), 'a.docx', {
    action: 'edit',
    title: 'Lease & more',
  });
  const again = await run(bytes, 'a.docx');
  expect(again.told.properties).toEqual({ title: 'Lease & more' });
  if (hasExif) expect(exifOf(bytes, 'docx')).toMatchObject({ Title: 'Lease & more' });
});
