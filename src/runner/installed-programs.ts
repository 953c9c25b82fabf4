import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

/** Places that packages put the program itself, before the names under which it may be on the path. */
const CHROMIUM_PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const;
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'] as const;

/**
 * An installed Chromium or Chrome, or `undefined`. Scripts of that name are passed over: those of Snap and of some
 * distributions start something else than a program that could live behind the walls of a tool process.
 */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const named = folders.flatMap((folder) => CHROMIUM_NAMES.map((name) => join(folder, name)));
  return [...CHROMIUM_PLACES, ...named].find((path) => isExecutable(path) && !isScript(path));
}

/** Folders that packages put LibreOffice's program in. */
const OFFICE_FOLDERS = [
  '/usr/lib/libreoffice/program',
  '/usr/lib64/libreoffice/program',
  '/opt/libreoffice/program',
  '/Applications/LibreOffice.app/Contents/MacOS',
] as const;
const OFFICE_PROGRAMS = ['soffice.bin', 'soffice'] as const;

/** An installed LibreOffice, or `undefined`: the program itself, which the script `soffice` on the path is a link to the side of. */
export function findLibreOffice(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const linked = folders
    .map((folder) => join(folder, 'soffice'))
    .filter(isExecutable)
    .map((path) => dirname(realpathSync(path)));
  return [...OFFICE_FOLDERS, ...linked].map(officeProgramIn).find((path) => path !== undefined);
}

/** The program of a LibreOffice that an operator has named by any of its files. */
export const officeProgramAt = (path: string): string | undefined => officeProgramIn(dirname(realpathSync(path)));

const officeProgramIn = (folder: string): string | undefined =>
  OFFICE_PROGRAMS.map((name) => join(folder, name)).find((path) => isExecutable(path) && !isScript(path));

/** Whether a path is a file that this user may execute. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there, or not for us.
    return false;
  }
}

function isScript(path: string): boolean {
  const start = Buffer.alloc(2);
  try {
    const file = openSync(path, 'r');
    readSync(file, start);
    closeSync(file);
  } catch {
    // May be executed but not read: no script could be.
    return false;
  }
  return start.toString('latin1') === '#!';
}
