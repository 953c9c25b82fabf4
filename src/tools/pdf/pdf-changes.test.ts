/** rotate-pdf, organize-pdf, edit-pdf-metadata, protect-pdf and unlock-pdf, as qpdf, poppler and exiftool see their results. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { complaints, contentsOf, renderPages, run } from '../../testing/pdf-readers.js';
import { pdfOf, plainPdf, richPdf, stream, withWrongTable } from '../../testing/pdf-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import editPdfMetadata from './edit-pdf-metadata.js';
import organizePdf from './organize-pdf.js';
import protectPdf from './protect-pdf.js';
import rotatePdf from './rotate-pdf.js';
import unlockPdf from './unlock-pdf.js';

const hasReaders =
  hasProgram('qpdf', ['--version'], 'what PDF tools write') && hasProgram('pdfinfo', ['-v'], 'what PDF tools write');
const hasExiftool = hasProgram('exiftool', ['-ver'], 'metadata of PDFs');

const scratch = mkdtempSync(join(tmpdir(), 'pdf-changes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const at = (name: string): string => join(scratch, name);

function written(bytes: Uint8Array, name = 'result.pdf'): string {
  writeFileSync(at(name), bytes);
  return at(name);
}

async function resultOf(tool: Tool, bytes: Uint8Array, options: Record<string, unknown>): Promise<Buffer> {
  const answer = await runTool(tool, { files: [{ name: 'in.pdf', bytes }], options });
  expect([answer.status, answer.message, answer.cause]).toEqual([200, undefined, undefined]);
  return answer.files[0]!.bytes;
}

const textOf = (path: string, ...args: readonly string[]): string =>
  runProgram('pdftotext', [...args, path, '-']).toString();

/** The number in the text of every page. */
const numbersOf = (path: string): (string | undefined)[] =>
  textOf(path)
    .split('\f')
    .slice(0, -1)
    .map((page) => /(\d+)\s*$/.exec(page)?.[1]);

describe.skipIf(!hasReaders)('rotate-pdf', () => {
  it('turns pages as qpdf --rotate does', async () => {
    const source = richPdf('R');
    for (const [angle, sign, pages] of [
      [90, '+90', '1,2'],
      [-90, '-90', '2-4'],
      [180, '+180', '1-4'],
    ] as const) {
      const path = written(await resultOf(rotatePdf, source, { angle, pages }));
      expect([...complaints(path)]).toEqual([]);
      const ours = renderPages(path, 1, 4);
      run('qpdf', [written(source, 'source.pdf'), at('qpdf.pdf'), `--rotate=${sign}:${pages}`]);
      expect(ours).toEqual(renderPages(at('qpdf.pdf'), 1, 4));
    }
  });

  it('turns one of two pages that are the same object', async () => {
    const source = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 /MediaBox [0 0 100 200] >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
      4: stream('0 0 50 50 re f'),
    });
    const path = written(await resultOf(rotatePdf, source, { pages: '2' }));
    expect(runProgram('pdfinfo', ['-l', '2', path]).toString()).toMatch(/1 rot: *0\n(.*\n)*.*2 rot: *90\n/);
  });

  it('keeps everything else', async () => {
    const source = richPdf('R');
    const path = written(await resultOf(rotatePdf, source, {}));
    expect(contentsOf(path)).toEqual(contentsOf(written(source, 'source.pdf')));
  });
});

describe.skipIf(!hasReaders)('organize-pdf', () => {
  it('orders pages as qpdf --pages does', async () => {
    const source = plainPdf('Page', 9);
    for (const [options, pages] of [
      [{ order: '3,1-2,9-7' }, '3,1-2,9-7'],
      [{ reverse: true }, '9-1'],
      [{ delete: 'even' }, '1,3,5,7,9'],
      [{ order: '1,1,5-', delete: '6' }, '1,1,5,7-9'],
    ] as const) {
      const path = written(await resultOf(organizePdf, source, options));
      run('qpdf', [written(source, 'source.pdf'), '--pages', '.', pages, '--', at('qpdf.pdf')]);
      expect(numbersOf(path)).toEqual(numbersOf(at('qpdf.pdf')));
      expect([...complaints(path)]).toEqual([]);
    }
  });

  it('splits every few pages as qpdf --split-pages does', async () => {
    const source = plainPdf('Page', 7);
    for (const splitEvery of [1, 2, 3, 7, 9]) {
      const answer = await runTool(organizePdf, {
        options: { splitEvery },
        files: [{ name: 'in.pdf', bytes: source }],
      });
      expect([answer.status, answer.message]).toEqual([200, undefined]);
      run('qpdf', [`--split-pages=${splitEvery}`, written(source, 'source.pdf'), at('part-%d.pdf')]);
      const theirs = Array.from({ length: Math.ceil(7 / splitEvery) }, (_part, i) => {
        const [first, last] = [i * splitEvery + 1, Math.min(7, (i + 1) * splitEvery)];
        // Numbered by the first and last page.
        return numbersOf(at(first === last ? `part-${first}.pdf` : `part-${first}-${last}.pdf`));
      });
      expect(answer.files.map(({ bytes }) => numbersOf(written(bytes)))).toEqual(theirs);
    }
  });

  exhaustive('splits by size: all pages, in parts that fit and could not be longer', async () => {
    const source = plainPdf('Page', 60);
    for (const splitKb of [1, 2, 4.5, 9, 500]) {
      const answer = await runTool(organizePdf, {
        options: { splitKb },
        files: [{ name: 'in.pdf', bytes: source }],
      });
      expect([answer.status, answer.message]).toEqual([200, undefined]);
      const paths = answer.files.map(({ name, bytes }) => written(bytes, name));
      expect(paths.flatMap((path) => numbersOf(path))).toEqual(numbersOf(written(source, 'source.pdf')));
      let at = 0;
      for (const { bytes, name } of answer.files) {
        const count = numbersOf(written(bytes)).length;
        expect(bytes.length <= splitKb * 1024 || count === 1, name).toBe(true);
        at += count;
        if (at >= 60) break;
        // One page more is too much.
        const longer = await resultOf(organizePdf, source, { order: `${at - count + 1}-${at + 1}` });
        expect(longer.length, name).toBeGreaterThan(splitKb * 1024);
      }
    }
    const small = await runTool(organizePdf, {
      options: { splitKb: 0.1 },
      files: [{ name: 'in.pdf', bytes: plainPdf('Page', 2) }],
    });
    const { files } = small.data as { files: { warnings: string[] }[] };
    expect(files[0]?.warnings[0]).toMatch(/^Part 1 is a single page of \d+ bytes, over "splitKb"$/);
  });

  it('keeps the outline, links, fields, labels, layers, tags and the attachment of a file whose page 3 is deleted', async () => {
    const path = written(await resultOf(organizePdf, richPdf('K'), { order: '4,1,2,3,blank', delete: '3' }));
    const contents = contentsOf(path)!;
    expect([...complaints(path)]).toEqual([]);
    expect(contents.outline.map(({ what, to }) => [what, to])).toEqual([
      ['u:K chapter 1', 2],
      ['u:K section 1.1', 3],
    ]);
    expect(contents.links.map(({ on, to }) => [on, to])).toEqual([
      [2, 1],
      [2, 3],
      [2, null],
    ]);
    expect(contents.fields.length).toBe(3);
    expect(contents.labels).toEqual(
      ['[ "K-", "/D", 6 ]', '[ null, "/r", 1 ]', '[ null, "/r", 2 ]', '[ null, null, 1 ]'].map((label) =>
        JSON.stringify(JSON.parse(label.replace('"K-"', '"u:K-"'))),
      ),
    );
    expect(contents.layers).toEqual(['u:K even shown', 'u:K odd hidden']);
    expect(contents.structure.sort()).toEqual(['"K page 1"', '"K page 2"', '"K page 4"']);
    expect(contents.attachments).toEqual(['data.txt']);
  });

  it('gives empty pages the size of their neighbours', async () => {
    const source = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 100 200] >>',
      3: '<< /Type /Page /Parent 2 0 R >>',
      4: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>',
    });
    const path = written(await resultOf(organizePdf, source, { order: 'blank,1,2', insertBlankAfter: '2' }));
    const sizes = runProgram('pdfinfo', ['-l', '9', path])
      .toString()
      .matchAll(/size: *(\d+ x \d+)/g);
    expect([...sizes].map(([, size]) => size)).toEqual(['100 x 200', '100 x 200', '300 x 300', '300 x 300']);
  });
});

describe.skipIf(!hasReaders)('protect-pdf', () => {
  const encryptionOf = (path: string, password: string): string =>
    run('qpdf', [`--password=${password}`, '--show-encryption', path]).out;

  it.each([
    [256, 'R = 6', 'AESv3'],
    [128, 'R = 4', 'AESv2'],
  ])(
    '%i bits are opened by qpdf and poppler with either password and no other',
    async (keyLength, revision, method) => {
      const source = richPdf('P');
      const options = { keyLength, userPassword: 'Grüße (1)', ownerPassword: 'Boss', allowCopy: true };
      const path = written(await resultOf(protectPdf, source, options));
      // qpdf takes passwords of 128 bits as bytes of PDFDocEncoding, made from UTF-8 by itself.
      for (const [password, who] of [
        ['Grüße (1)', 'user'],
        ['Boss', 'owner'],
      ] as const) {
        const shown = encryptionOf(path, password);
        expect(shown).toContain(revision);
        expect(shown).toContain(`Supplied password is ${who} password`);
        expect(shown).toContain(`stream encryption method: ${method}`);
        expect(run('qpdf', [`--password=${password}`, '--check', path]).status).toBe(0);
      }
      const shown = encryptionOf(path, 'Boss');
      const allowed = [...shown.matchAll(/^(.*): (allowed|not allowed)$/gm)].map(([, what, how]) => [what, how]);
      expect(Object.fromEntries(allowed)).toMatchObject({
        'extract for any purpose': 'allowed',
        'print low resolution': 'allowed',
        'print high resolution': 'allowed',
        'modify document assembly': 'not allowed',
        'modify forms': 'allowed',
        'modify annotations': 'not allowed',
        'modify other': 'not allowed',
      });
      expect(run('qpdf', ['--password=wrong', '--check', path]).status).toBe(2);
      expect(textOf(path, '-opw', 'Boss')).toBe(textOf(written(source, 'source.pdf')));
      expect(run('pdftotext', [path, '-']).errors).toContain('Incorrect password');
      const decrypted = at('decrypted.pdf');
      run('qpdf', ['--password=Boss', '--decrypt', path, decrypted]);
      expect(contentsOf(decrypted)).toEqual(contentsOf(at('source.pdf')));
    },
  );

  it('leaves nothing readable but what it is told to', async () => {
    const source = richPdf('Visible');
    const hidden = (await resultOf(protectPdf, source, { userPassword: 'a' })).toString('latin1');
    expect(hidden).not.toContain('Visible');
    const shown = (await resultOf(protectPdf, source, { userPassword: 'a', encryptMetadata: false })).toString(
      'latin1',
    );
    expect(shown.match(/Visible/g)).toEqual(['Visible']);
    const path = written(Buffer.from(shown, 'latin1'));
    expect(run('qpdf', ['--password=a', '--check', path]).status).toBe(0);
    expect(runProgram('pdfinfo', ['-meta', '-upw', 'a', path]).toString()).toContain('<x>Visible</x>');
  });

  it('is undone by unlock-pdf', async () => {
    for (const keyLength of [128, 256]) {
      const source = richPdf('U');
      const locked = await resultOf(protectPdf, source, { keyLength, userPassword: 'one', ownerPassword: 'two' });
      for (const password of ['one', 'two']) {
        const path = written(await resultOf(unlockPdf, locked, { password }));
        expect([...complaints(path)]).toEqual([]);
        expect(contentsOf(path)).toEqual(contentsOf(written(source, 'source.pdf')));
      }
    }
  });
});

describe.skipIf(!hasReaders)('unlock-pdf', () => {
  it.each(['locked-256', 'locked-128', 'locked-40', 'owner-only-256', 'owner-only-128', 'owner-only-40'])(
    'takes the encryption from %s.pdf',
    async (name) => {
      const path = written(await resultOf(unlockPdf, readFixture(`pdf/${name}.pdf`), { password: 'secret' }));
      expect(run('qpdf', ['--is-encrypted', path]).status).toBe(2);
      expect([...complaints(path)]).toEqual([]);
      expect(numbersOf(path)).toEqual(['1', '2']);
    },
  );
});

const XMP = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="Old &amp; tired" pdfaid:part="2" pdfaid:conformance="B"/>
<rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/"><d:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li></rdf:Alt></d:title><d:rights>Kept</d:rights></rdf:Description>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

describe.skipIf(!hasReaders)('edit-pdf-metadata', () => {
  const withXmp = (packet: string): Buffer =>
    pdfOf(
      {
        1: '<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R >>',
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 100 200] >>',
        3: '<< /Type /Page /Parent 2 0 R /Metadata 4 0 R /PieceInfo << /Program << /Private (secret) >> >> >>',
        4: stream(Buffer.from(packet).toString('latin1'), '/Type /Metadata /Subtype /XML'),
        5: '<< /Title (Old) /Producer (Old & tired) /Secret (own entry) >>',
      },
      { trailer: '/Info 5 0 R' },
    );

  exhaustive.skipIf(!hasExiftool)('writes what pdfinfo and exiftool read alike, and keeps other XMP', async () => {
    const options = {
      title: 'Ein Titel <& ✓>',
      author: 'Jean-Luc',
      keywords: 'one, two',
      creationDate: '2026-01-31T12:34:56+01:00',
      remove: 'producer',
    };
    for (const source of [withXmp(XMP), withXmp('no XML'), plainPdf('x', 1)]) {
      const path = written(await resultOf(editPdfMetadata, source, options));
      expect([...complaints(path)]).toEqual([]);
      const info = runProgram('pdfinfo', ['-isodates', path]).toString();
      expect(info).toMatch(/^Title: +Ein Titel <& ✓>$/m);
      expect(info).toMatch(/^Author: +Jean-Luc$/m);
      expect(info).toMatch(/^Keywords: +one, two$/m);
      expect(info).toMatch(/^CreationDate: +2026-01-31T12:34:56\+01$/m);
      expect(info).not.toContain('Producer');
      const xmp = JSON.parse(runProgram('exiftool', ['-j', '-G', '-api', 'charset=utf8', path]).toString())[0];
      expect(xmp).toMatchObject({
        'XMP:Title': 'Ein Titel <& ✓>',
        'XMP:Creator': 'Jean-Luc',
        'XMP:Keywords': 'one, two',
        'XMP:Subject': ['one', 'two'],
        'XMP:CreateDate': '2026:01:31 12:34:56+01:00',
        'PDF:Title': 'Ein Titel <& ✓>',
      });
      expect(xmp['XMP:Producer']).toBeUndefined();
    }
    const kept = await resultOf(editPdfMetadata, withXmp(XMP), options);
    const xmp = JSON.parse(runProgram('exiftool', ['-j', '-G', written(kept)]).toString())[0];
    expect(xmp).toMatchObject({ 'XMP:Part': 2, 'XMP:Conformance': 'B', 'XMP:Rights': 'Kept' });
    expect(kept.toString('latin1')).toContain('own entry');
  });

  it('clears everything, unknown entries and page metadata too', async () => {
    const cleared = (await resultOf(editPdfMetadata, withXmp(XMP), { clear: true })).toString('latin1');
    for (const word of ['Old', 'own entry', 'secret', 'xpacket', 'PieceInfo']) expect(cleared).not.toContain(word);
  });

  it('says how the file opens', async () => {
    const options = { pageMode: 'outlines', pageLayout: 'two-columns', language: 'de-CH', showTitle: 'yes' };
    const path = written(await resultOf(editPdfMetadata, plainPdf('x', 1), options));
    const catalog = run('qpdf', ['--json=2', '--json-key=qpdf', path]).out;
    for (const entry of [
      '"/PageMode": "/UseOutlines"',
      '"/PageLayout": "/TwoColumnLeft"',
      '"/Lang": "u:de-CH"',
      '"/DisplayDocTitle": true',
    ]) {
      expect(catalog).toContain(entry);
    }
  });
});

it('a damaged file comes back whole from each of them', async () => {
  const bytes = withWrongTable(plainPdf('Page', 3));
  for (const [tool, options] of [
    [rotatePdf, {}],
    [organizePdf, {}],
    [editPdfMetadata, { title: 'x' }],
    [protectPdf, { ownerPassword: 'x' }],
  ] as const) {
    const { status, data } = await runTool(tool, { files: [{ name: 'in.pdf', bytes }], options });
    expect(status).toBe(200);
    expect(JSON.stringify(data)).toContain('the cross-reference table was wrong and was rebuilt');
  }
});

it('signatures that a change makes invalid are told', async () => {
  const signed = richPdf('S').toString('latin1').replace('/FT /Btn /V /Yes', '/FT /Sig /V << /Type /Sig >>');
  for (const [tool, options] of [
    [rotatePdf, {}],
    [organizePdf, {}],
    [editPdfMetadata, { title: 'x' }],
    [protectPdf, { ownerPassword: 'x' }],
  ] as const) {
    const { data } = await runTool(tool, {
      files: [{ name: 'in.pdf', bytes: Buffer.from(signed, 'latin1') }],
      options,
    });
    expect(JSON.stringify(data)).toContain('its signatures are no longer valid');
  }
});
