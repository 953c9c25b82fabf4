import { spawnSync } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

import { withoutNetwork } from '../core/network-wall.js';

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

/**
 * Whether a browser would be without a network here. Without that wall, what a document says could reach whatever the service can
 * reach. Tried as the engine does it: by a shell that looks for programs in the usual places.
 */
export function canHoldBrowser(env: Readonly<Record<string, string | undefined>>): boolean {
  if (withoutNetwork.length === 0) return true;
  const trial = ['-c', 'exec "$@"', 'sh', ...withoutNetwork, 'true'];
  return spawnSync('/bin/sh', trial, { stdio: 'ignore', timeout: 5000, env: { PATH: env.PATH } }).status === 0;
}

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
