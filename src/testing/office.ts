import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runProgram } from './programs.js';

/** Files that LibreOffice makes of others, all in one start. */
export function convertByOffice(files: readonly (readonly [name: string, bytes: Uint8Array])[], to: string): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'workbooks-test-'));
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const names = files.map(([name]) => join(folder, name));
  runProgram('soffice', [profile, '--headless', '--convert-to', to, '--outdir', join(folder, 'out'), ...names]);
  const extension = to.split(':')[0] ?? '';
  const made = files.map(([name]) => readFileSync(join(folder, 'out', name.replace(/\.\w+$/, `.${extension}`))));
  rmSync(folder, { recursive: true });
  return made;
}
