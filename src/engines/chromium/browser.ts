import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import { DevTools, DevToolsEnded, DevToolsError } from './devtools.js';

export interface BrowserRequest {
  /** Path of an installed Chromium or Chrome. */
  readonly program: string;
  /** An empty folder: its profile and all it writes. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** Names of addresses resolve to nothing, and what has a number goes to a proxy that is not there. */
const WITHOUT_NETWORK = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
] as const;

const PLAIN = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,AudioServiceOutOfProcess',
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
const WITHIN_MEMORY = 'ulimit -d 1200000 2> /dev/null; exec "$0" "$@"';

const STDERR_CHARACTERS = 4000;
/** What a browser says that cannot raise walls of its own: no user namespaces here, or started as root. */
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

/** A browser that has answered. Tries again without Chromium's own sandbox where that is what it misses. */
async function open(request: BrowserRequest): Promise<Browser> {
  let words = '';
  for (const isSandboxed of hasSandbox ? [true, false] : [false]) {
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

function start({ program, scratch }: BrowserRequest, isSandboxed: boolean): ChildProcess {
  const flags = [...PLAIN, ...WITHOUT_NETWORK, `--user-data-dir=${scratch}/profile`];
  // In the group of this process: what kills the run kills the browser.
  // Temporary files by the working folder: the path of a socket among them may have 107 bytes, that of the folder has what it has.
  const args = isSandboxed ? flags : [...flags, '--no-sandbox'];
  return spawn('/bin/sh', ['-c', WITHIN_MEMORY, program, ...args], {
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
