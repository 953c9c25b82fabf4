/** Documents that try to run scripts in frames of every kind: all walls together, as a tool has them, and each of them alone. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { findNetworkWall, NETWORK_WALLS } from '../../core/network-wall.js';
import { findChromium } from '../../runner/installed-programs.js';
import { behindFilter } from '../../testing/call-filter.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { type LoopbackListeners, openListeners } from '../../testing/loopback-listeners.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { FRAMES, scriptDocument } from '../../testing/script-documents.js';
import { PREFERENCES, WITHOUT_NETWORK, WITHOUT_SCRIPTS, withBrowser } from './browser.js';
import { DevTools } from './devtools.js';
import { printPage, SCRIPT_POLICY } from './print-page.js';

const program = findChromium(process.env) ?? '';
const canRun =
  program !== '' &&
  findNetworkWall(process.env) !== undefined &&
  hasProgram('pdftotext', ['-v'], 'scripts in documents');

const layout = {
  width: 8,
  height: 11,
  margins: { top: 1, right: 0.3, bottom: 1, left: 0.3 },
  scale: 1,
  media: 'print',
  background: true,
  header: '<b style="font-size: 9px">over</b>',
  footer: undefined,
} as const;
let folder = '';
let listeners: LoopbackListeners;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripts-test-'));
});
// A browser that is being killed still writes there; `rmSync` of Node 20 does not try again.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
beforeEach(async () => {
  listeners = await openListeners();
  return () => listeners.close();
});

const textOf = (pdf: Uint8Array): string => runProgram('pdftotext', ['-layout', '-', '-'], pdf).toString();

interface Walls {
  readonly flags?: readonly string[];
  readonly preferences?: object;
  readonly policy?: string;
  readonly command?: readonly string[];
}

/** The text of the attacking document, printed by a browser with these walls only, some time after it was loaded. */
async function printedBy({ flags = [], preferences, policy, command = [] }: Walls): Promise<string> {
  const scratch = mkdtempSync(join(folder, 'run-'));
  if (preferences !== undefined) {
    mkdirSync(join(scratch, 'profile/Default'), { recursive: true });
    writeFileSync(join(scratch, 'profile/Default/Preferences'), JSON.stringify(preferences));
  }
  const plain = ['--headless', '--remote-debugging-pipe', '--disable-gpu', '--disable-dev-shm-usage', '--no-sandbox'];
  const [first = '', ...args] = [...command, program, ...plain, ...flags, `--user-data-dir=${scratch}/profile`];
  const child = spawn(first, args, {
    cwd: scratch,
    env: { HOME: scratch, TMPDIR: '.', PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const devtools = new DevTools(child.stdio[3] as Writable, child.stdio[4] as Readable);
  try {
    const { targetId } = await devtools.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    const target = { targetId, flatten: true };
    const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', target);
    devtools.on('Fetch.requestPaused', (params) => {
      const { requestId, resourceType } = params as { requestId: string; resourceType: string };
      const policies = policy === undefined ? [] : [{ name: 'Content-Security-Policy', value: policy }];
      const answer = {
        responseCode: 200,
        responseHeaders: [{ name: 'Content-Type', value: 'text/html' }, ...policies],
        body: Buffer.from(scriptDocument(listeners.tcp, listeners.udp)).toString('base64'),
      };
      const done =
        resourceType === 'Document'
          ? devtools.send('Fetch.fulfillRequest', { requestId, ...answer }, sessionId)
          : devtools.send('Fetch.continueRequest', { requestId }, sessionId);
      void done.catch(() => undefined);
    });
    const loaded = new Promise<void>((resolve) => devtools.on('Page.loadEventFired', () => resolve()));
    await devtools.send('Page.enable', {}, sessionId);
    const urlPattern = 'http://document.invalid/*';
    await devtools.send('Fetch.enable', { patterns: [{ urlPattern }] }, sessionId);
    await devtools.send('Page.navigate', { url: 'http://document.invalid/a.html' }, sessionId);
    await loaded;
    const { data } = await devtools.send<{ data: string }>('Page.printToPDF', {}, sessionId);
    return textOf(Buffer.from(data, 'base64'));
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

describe.skipIf(!canRun)('scripts in documents', () => {
  it('run in no frame, and nothing reaches the network', async () => {
    const scratch = mkdtempSync(join(folder, 'run-'));
    const document = { bytes: Buffer.from(scriptDocument(listeners.tcp, listeners.udp)), type: 'text/html' };
    const label = 'the document';
    const footer = `<i style="font-size: 9px">under</i><script>document.body.append('RAN')</script>
      <img src="http://127.0.0.1:${listeners.tcp}/footer" onerror="document.body.append('RAN')">
      <iframe srcdoc="<script>document.write('RAN')</script>"></iframe><iframe src="file:///etc/passwd"></iframe>`;
    const page = {
      label,
      name: 'a.html',
      document,
      find: () => undefined,
      layout: { ...layout, footer },
      patienceMs: 60_000,
    };
    const printed = await withBrowser({ program, scratch, signal: new AbortController().signal }, (devtools) =>
      printPage(devtools, page),
    );
    const text = textOf(printed.pdf);
    for (const frame of FRAMES) expect(text).toContain(`in ${frame}`);
    expect(text).toContain('over');
    expect(text).toContain('under');
    expect(text).not.toContain('root:');
    expect(text).not.toContain('RAN');
    expect(listeners.contacts).toEqual([]);
    // Requests of sandboxed frames are answered like those of the page.
    for (const path of ['picture', 'frame']) {
      expect(printed.missing).toContain(`http://127.0.0.1:${listeners.tcp}/${path}`);
    }
  });

  exhaustive('would run where no wall is, so that the attack is one', async () => {
    const text = await printedBy({});
    expect(text).toContain('RAN-top');
    expect(text).toContain('RAN-srcdoc');
    expect(listeners.contacts).toContain('tcp');
  });

  exhaustive.each([
    ['the setting of the renderers', { flags: WITHOUT_SCRIPTS }],
    ['the preference of the profile', { preferences: PREFERENCES }],
    ['the policy of what is served', { policy: SCRIPT_POLICY }],
  ] satisfies [string, Walls][])('do not run behind %s alone', async (_, walls) => {
    const text = await printedBy(walls);
    for (const frame of FRAMES) expect(text).toContain(`in ${frame}`);
    expect(text).not.toContain('RAN');
    expect(listeners.contacts.filter((contact) => contact === 'udp')).toEqual([]);
  });

  exhaustive.each([
    ['the namespace', () => ({ command: NETWORK_WALLS.unshare })],
    ['the filter of system calls', () => ({ command: behindFilter('programs', folder) })],
    ['the flags', () => ({ flags: WITHOUT_NETWORK })],
  ] satisfies [string, () => Walls][])('that run reach nothing behind %s alone', async (_, walls) => {
    expect(await printedBy(walls())).toContain('RAN-srcdoc');
    expect(listeners.contacts).toEqual([]);
  });
});
