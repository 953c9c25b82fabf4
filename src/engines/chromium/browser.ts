import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

import { networkWall } from '../../core/network-wall.js';
import { DevTools, DevToolsEnded, DevToolsError } from './devtools.js';

export interface BrowserRequest {
  /** Path of an installed Chromium or Chrome. */
  readonly program: string;
  /** An empty folder: its profile and all it writes. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/**
 * Behind the wall that leaves it no network: names resolve to nothing, addresses lead to a proxy that is not there, and WebRTC, which
 * asks no proxy by itself, may not use UDP without one.
 */
export const WITHOUT_NETWORK = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
] as const;

/**
 * No script runs in any document of the browser: the setting of every renderer, and the choice of the user in a new profile. Commands
 * to a page do not reach frames that have a process of their own. Each of the two was seen to hold without the other.
 */
export const WITHOUT_SCRIPTS = ['--blink-settings=scriptEnabled=false'] as const;
const BLOCKED = 2;
export const PREFERENCES = {
  profile: { default_content_setting_values: { javascript: BLOCKED } },
  webrtc: { ip_handling_policy: 'disable_non_proxied_udp' },
} as const;

const UNUSED = ['Translate', 'MediaRouter', 'OptimizationHints', 'DialMediaRouteProvider', 'AudioServiceOutOfProcess'];

const PLAIN = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-default-apps',
  // Frames in processes of their own load what they name before they can be attached to: all frames are in the process of the page,
  // where every request is answered by us. They hide nothing from each other, because one caller has sent them all.
  `--disable-features=${['IsolateSandboxedIframes', ...UNUSED].join()}`,
  '--disable-site-isolation-trials',
  // Shared memory may be tiny in a container: what is shared lies in the folder of the run instead.
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--lang=en-US',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
] as const;

/** Kibibytes that each of its processes may make writable: a page that wants more crashes, before the run is killed for its memory. */
const WITHIN_MEMORY = 'ulimit -d 1200000 2> /dev/null; exec "$@"';

const STDERR_CHARACTERS = 4000;
/** What a browser says that cannot raise walls of its own: no user namespaces inside the one it is in. */
const NO_SANDBOX_WORDS = /sandbox/i;

/** Whether Chromium's own sandbox works here is found out at the first start. */
let hasSandbox = true;

/** Starts a browser of one run, gives it to `use`, and ends it and what it has started, whatever happens. */
export async function withBrowser<Value>(
  request: BrowserRequest,
  use: (devtools: DevTools) => Promise<Value>,
): Promise<Value> {
  const browser = await open(request);
  const onAbort = (): void => browser.devtools.close(new DevToolsEnded('ended'));
  request.signal.addEventListener('abort', onAbort, { once: true });
  try {
    request.signal.throwIfAborted();
    return await use(browser.devtools);
  } finally {
    request.signal.removeEventListener('abort', onAbort);
    await end(browser);
  }
}

interface Browser {
  readonly process: ChildProcess;
  readonly devtools: DevTools;
}

/** A browser that has answered. Tries again without Chromium's own sandbox where that is what it misses and the network wall is there. */
async function open(request: BrowserRequest): Promise<Browser> {
  let words = '';
  writeProfile(request.scratch);
  for (const isSandboxed of sandboxChoices()) {
    const child = start(request, isSandboxed);
    words = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(0, STDERR_CHARACTERS);
    });
    const devtools = new DevTools(child.stdio[3] as Writable, child.stdio[4] as Readable);
    const browser = { process: child, devtools };
    child.once('error', (error) => devtools.close(error));
    child.once('exit', () => devtools.close(new DevToolsEnded('ended')));
    try {
      await devtools.send('Browser.getVersion');
      hasSandbox = isSandboxed;
      return browser;
    } catch (error) {
      await end(browser);
      if (!NO_SANDBOX_WORDS.test(words)) throw error;
    }
  }
  throw new DevToolsError(`the browser does not start: ${words}`);
}

function sandboxChoices(): readonly boolean[] {
  // Without a sandbox of its own only behind the network wall.
  if (networkWall().length === 0) return [true];
  return hasSandbox ? [true, false] : [false];
}

/** Chromium reads the preferences of a profile when it starts. */
function writeProfile(scratch: string): void {
  const folder = join(scratch, 'profile', 'Default');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'Preferences'), JSON.stringify(PREFERENCES));
}

function start({ program, scratch }: BrowserRequest, isSandboxed: boolean): ChildProcess {
  const flags = [...PLAIN, ...WITHOUT_NETWORK, ...WITHOUT_SCRIPTS, `--user-data-dir=${scratch}/profile`];
  // In the group of this process: what kills the run kills the browser.
  // Temporary files by the working folder: the path of a socket among them may have 107 bytes, that of the folder has what it has.
  const args = isSandboxed ? flags : [...flags, '--no-sandbox'];
  return spawn('/bin/sh', ['-c', WITHIN_MEMORY, 'sh', ...networkWall(), program, ...args], {
    cwd: scratch,
    env: {
      HOME: scratch,
      TMPDIR: '.',
      XDG_CONFIG_HOME: scratch,
      XDG_CACHE_HOME: scratch,
      TZ: 'UTC',
      LANG: 'C.UTF-8',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
}

/** Its own children end with it, because their connection to it does. */
async function end({ process: child, devtools }: Browser): Promise<void> {
  devtools.close(new DevToolsEnded('ended'));
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
