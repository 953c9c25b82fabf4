import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, chromium, type Page } from 'playwright-core';

import type { Faults } from './check.js';

export const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Nothing that looks for the network by itself. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

export interface Browser {
  readonly context: BrowserContext;
  readonly page: Page;
  close(): Promise<void>;
}

/**
 * A browser of its own with one page, in English where nothing else is asked for. Errors of scripts, breaches of the page's policy and requests to others are faults,
 * whichever step they happen in; answers of 4xx and 5xx are not, they are what some steps look for.
 */
export async function openBrowser(faults: Faults, locale = 'en-US'): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'pages-check-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: true,
    args: FLAGS,
    locale,
    viewport: { width: 1360, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(20_000);
  // A form outlives its page: each check begins with an empty one, but for those that name the window so.
  await page.addInitScript(() => {
    // An empty page has no storage.
    if (!location.protocol.startsWith('http')) return;
    if (window.name !== 'keeps forms') sessionStorage.clear();
    // A run is what a check asks for, but for those that look at this.
    if (window.name !== 'runs while typing') localStorage.setItem('run-while-typing', 'off');
  });
  page.on('pageerror', (error) => faults.list.push(`script error on ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
    faults.list.push(`console on ${page.url()}: ${text}`);
  });
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|blob:http:\/\/127\.0\.0\.1:)/.test(request.url())) {
      faults.list.push(`request to another: ${request.url()}`);
    }
  });
  return {
    context,
    page,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A browser that is driven over a port, as Lighthouse does it. */
export async function openBrowserPort(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'pages-speed-'));
  const args = [...FLAGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(EXECUTABLE, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await printedPort(child);
  return {
    port,
    async close() {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await closed;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function printedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('close', () => reject(new Error(`the browser ended: ${output}`)));
  });
}
