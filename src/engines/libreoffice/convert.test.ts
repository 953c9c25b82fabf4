import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { findLibreOffice } from '../../runner/installed-programs.js';
import { hasProgram } from '../../testing/programs.js';
import { convertDocuments } from './convert.js';

const installed = findLibreOffice(process.env);
const canRun = hasProgram('soffice', ['--version'], 'starts of LibreOffice');

it.skipIf(!canRun || installed === undefined)('a conversion is one start, without its test of pictures', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'office-starts-'));
  try {
    const program = join(scratch, 'soffice.bin');
    // Notes each start, and what the profile has afterwards.
    writeFileSync(
      program,
      `#!/bin/sh\necho start >> ${scratch}/starts\n${installed} "$@"\ncode=$?\nls "$HOME/profile/user" >> ${scratch}/profile\nexit $code\n`,
    );
    chmodSync(program, 0o755);
    symlinkSync(join(dirname(installed ?? ''), 'versionrc'), join(scratch, 'versionrc'));
    const bytes = readFileSync(join(projectRoot, 'fixtures/documents/report.docx'));
    const [pdf] = await convertDocuments({
      program,
      scratch,
      signal: new AbortController().signal,
      to: 'pdf:writer_pdf_Export',
      documents: [{ stem: 'Report', ending: '.docx', bytes }],
    });
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(readFileSync(join(scratch, 'starts'), 'utf8')).toBe('start\n');
    const profile = readFileSync(join(scratch, 'profile'), 'utf8');
    expect(profile).toContain('registrymodifications.xcu');
    expect(profile).not.toContain('GraphicsRenderTests');
  } finally {
    rmSync(scratch, { recursive: true });
  }
});
