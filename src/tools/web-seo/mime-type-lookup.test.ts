import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { typesOfExtension } from '../../engines/media-types.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import mimeTypeLookup from './mime-type-lookup.js';

const hasPython = hasProgram('python3', ['--version'], 'mime-type-lookup: mimetypes of Python');
const DEBIAN = '/etc/mime.types';

interface Row {
  readonly extension?: string;
  readonly found?: number;
  readonly types?: readonly {
    readonly type: string;
    readonly source: string;
    readonly extensions: readonly string[];
  }[];
  readonly error?: string;
}

async function look(input: string, options: Record<string, unknown> = {}): Promise<readonly Row[]> {
  const answer = await runTool(mimeTypeLookup, { input, options });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { readonly results: readonly Row[] }).results;
}

describe('extensions', () => {
  it.skipIf(!existsSync(DEBIAN))('have the types of /etc/mime.types among theirs', () => {
    const lines = readFileSync(DEBIAN, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    const pairs = lines.flatMap((line) => {
      const [type = '', ...extensions] = line.split(/\s+/).filter((word) => word !== '');
      return extensions.map((extension) => [extension.toLowerCase(), type.toLowerCase()] as const);
    });
    const shared = pairs.filter(([extension]) => typesOfExtension(extension).length > 0);
    expect(shared.length).toBeGreaterThan(900);
    const alike = shared.filter(([extension, type]) =>
      typesOfExtension(extension).some((known) => known.type === type),
    );
    expect(alike.length / shared.length).toBeGreaterThan(0.89);
  });

  it.skipIf(!hasPython)('have the type of mimetypes of Python first', () => {
    const script =
      'import json, mimetypes; m = mimetypes.MimeTypes(filenames=()); print(json.dumps(m.types_map[True]))';
    const map = JSON.parse(runProgram('python3', ['-c', script]).toString()) as Record<string, string>;
    const pairs = Object.entries(map).filter(([extension]) => typesOfExtension(extension.slice(1)).length > 0);
    expect(pairs.length).toBeGreaterThan(100);
    const first = pairs.filter(([extension, type]) => typesOfExtension(extension.slice(1))[0]!.type === type);
    expect(first.length / pairs.length).toBeGreaterThan(0.78);
  });

  it.each([
    ['jpg', 'image/jpeg'],
    ['.JPEG', 'image/jpeg'],
    ['C:\\Photos\\a b.PNG', 'image/png'],
    ['archive.tar.gz', 'application/gzip'],
    ['/var/www/index.html', 'text/html'],
    ['app.mjs', 'text/javascript'],
    ['film.mp4', 'video/mp4'],
    ['song.mp3', 'audio/mpeg'],
    ['data.csv', 'text/csv'],
    ['page.xhtml', 'application/xhtml+xml'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['x.wasm', 'application/wasm'],
    ['icon.svg', 'image/svg+xml'],
    ['font.woff2', 'font/woff2'],
    ['text/notes.txt', 'text/plain'],
  ])('%s is sent as %s', async (line, type) => {
    expect((await look(line))[0]!.types![0]!.type).toBe(type);
  });
});

describe('types', () => {
  it('have their extensions, whatever parameters stand behind them', async () => {
    for (const line of ['image/jpeg', 'IMAGE/JPEG; q=0.8', 'content-type: image/jpeg'])
      expect((await look(line))[0]).toMatchObject({ found: 1, types: [{ extensions: ['jpg', 'jpeg', 'jpe'] }] });
  });

  it('are listed by a pattern, at most 200', async () => {
    const [fonts, all, png] = await look('font/*\napplication/*\nimage/*png');
    expect(fonts!.types!.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['font/woff', 'font/woff2', 'font/otf', 'font/ttf']),
    );
    expect(all!.found).toBeGreaterThan(1_000);
    expect(all!.types).toHaveLength(200);
    expect(png!.types!.map(({ type }) => type)).toContain('image/png');
  });

  it('are registered ones alone where asked, and none where nothing is known', async () => {
    expect((await look('image/x-icon', { source: 'iana' }))[0]).toMatchObject({ found: 0, types: [] });
    expect(await look('foo/bar\nnosuchextension')).toMatchObject([
      { types: [] },
      { extension: 'nosuchextension', types: [] },
    ]);
    expect((await look('jpg\n???'))[1]!.error).toContain('neither a media type');
  });
});

it('a line may list types and extensions with commas, and names of files keep theirs', async () => {
  const rows = await look('.png, jpg\ntext/html, image/webp;q=0.8\nparis, rome.pdf\na.pdf, b.png');
  expect(rows.map(({ types }) => types?.[0]?.type)).toEqual([
    'image/png',
    'image/jpeg',
    'text/html',
    'image/webp',
    'application/pdf',
    'application/pdf',
    'image/png',
  ]);
});
