/** A run that says how far it is: the share grows, is told to screen readers in steps, can be cancelled, and ends with the result. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { accessibilityFaults } from './accessibility.js';
import type { Faults } from './check.js';
import { ToolPage } from './tool-page.js';

/** As much as the service's own FFmpeg works on for some seconds, and tells of twice a second. */
const FILM_SECONDS = 24;

/** What the page has shown and spoken, whenever either changed. */
interface Seen {
  readonly shares: readonly number[];
  readonly spoken: readonly string[];
  /** Where a run of others was. */
  readonly places: readonly string[];
}

export async function progress(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);
  const folder = mkdtempSync(join(tmpdir(), 'progress-check-'));
  const film = join(folder, 'film.mp4');
  const source = `testsrc2=size=480x270:rate=24:duration=${FILM_SECONDS}`;
  const made = spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', film]);
  if (made.status !== 0) throw new Error('the check needs ffmpeg to make a film');
  const bar = page.locator('.run-bar progress[aria-label="Written so far"]');
  const share = (): Promise<number> => bar.evaluate((drawn: HTMLProgressElement) => drawn.position);
  const begin = async (): Promise<void> => {
    await view.open('compress-video');
    await page.locator('#files').setInputFiles(film);
    await watch(page);
    await view.runButton.click();
    await bar.waitFor({ timeout: 60_000 });
  };
  const beginPipeline = async (): Promise<void> => {
    const steps = [{ tool: 'video-speed', options: { speed: 2 } }, { tool: 'compress-video' }];
    await page.goto(`${origin}/tools/run-pipeline#${new URLSearchParams({ steps: JSON.stringify(steps) })}`);
    await page.locator('.step').nth(1).waitFor();
    await page.locator('#files').setInputFiles(film);
    await watch(page);
    await view.runButton.click();
    await page.locator('.run-now .part', { hasText: 'written' }).waitFor({ timeout: 60_000 });
  };
  try {
    await faults.part('the share that is done grows, is spoken in steps, and the result follows', async () => {
      await begin();
      faults.list.push(...(await accessibilityFaults(page, 'a run that tells how far it is')));
      await view.ended();
      faults.equal(await view.phase(), 'done', 'the end');
      faults.equal(await page.locator('.run-bar progress').count(), 0, 'bars after the end');
      const { shares, spoken } = await seen(page);
      faults.holds(new Set(shares).size >= 4, `the share took ${shares.length} values: ${shares}`);
      faults.holds(
        shares.every((value, index) => value > 0 && value <= 1 && value >= (shares[index - 1] ?? 0)),
        `the share went back: ${shares}`,
      );
      const steps = spoken.filter((words) => /\d %/.test(words));
      faults.holds(steps.length > 0, `no share was spoken: ${spoken}`);
      faults.holds(
        steps.every((words) => /^Running, (?:25|50|75) % done$/.test(words)),
        `spoken: ${steps}`,
      );
      faults.equal(new Set(steps).size, steps.length, 'steps that were spoken once');
      faults.holds(/^Done in /.test(spoken.at(-1) ?? ''), `the last that was spoken is ${spoken.at(-1)}`);
    });

    await faults.part('Cancel ends it on the way, and it can be run again', async () => {
      await begin();
      faults.holds((await share()) < 1, 'the run was over before it was cancelled');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await view.ended();
      faults.equal(await view.phase(), 'cancelled', 'the page');
      faults.equal(await page.locator('.run-bar progress').count(), 0, 'bars after Cancel');
      await view.runButton.waitFor();
    });

    await faults.part('a pipeline says which step is under way, and how far that is', async () => {
      await beginPipeline();
      faults.list.push(...(await accessibilityFaults(page, 'a pipeline that tells how far it is')));
      await shoot(page, 'pipeline-1280');
      await view.ended();
      faults.equal(await view.phase(), 'done', 'the end');
      const { shares, places } = await seen(page);
      faults.holds(
        shares.every((value, index) => value >= 0 && value <= 1 && value >= (shares[index - 1] ?? 0)),
        `the share went back: ${shares}`,
      );
      const form = /^Step ([12]) of 2, (?:video-speed|compress-video)(?:: \d+\.\d of \d+\.\d s written)?$/;
      faults.holds(
        places.every((place) => form.test(place)),
        `places: ${places}`,
      );
      for (const step of ['Step 1 of 2, video-speed: ', 'Step 2 of 2, compress-video: '])
        faults.holds(
          places.some((place) => place.startsWith(step)),
          `nothing written was told of "${step}": ${places}`,
        );
      await page.setViewportSize({ width: 360, height: 780 });
      await beginPipeline();
      const drawn = await page.evaluate(() => document.documentElement.scrollWidth);
      faults.holds(drawn <= 360, `the page is ${drawn} px wide of 360`);
      await shoot(page, 'pipeline-360');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await view.ended();
      faults.equal(await page.locator('.run-now .part').count(), 0, 'places after Cancel');
    });

    for (const width of [1280, 360]) {
      await faults.part(`how far it is takes one line at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 780 });
        await begin();
        const { lines, drawn } = await page.evaluate(() => {
          const text = document.querySelector('.elapsed-text');
          const height = Number.parseFloat(getComputedStyle(text ?? document.body).lineHeight);
          return {
            lines: Math.round((text?.getBoundingClientRect().height ?? 0) / height),
            drawn: document.documentElement.scrollWidth,
          };
        });
        faults.equal([lines, drawn <= width], [1, true], 'lines of the text, and whether the page fits');
        await shoot(page, String(width));
        await page.getByRole('button', { name: 'Cancel' }).click();
        await view.ended();
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1360, height: 900 });
  }
}

/** Pictures to be looked at, where `SCREENS` names a folder for them. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS;
  if (folder === undefined) return;
  await page.locator('.run-bar').scrollIntoViewIfNeeded();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `progress-${name}-${colorScheme}.png`) });
  }
}

/** Notes what the page shows and speaks from here on. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const shares: number[] = [];
    const spoken: string[] = [];
    const places: string[] = [];
    const place = document.querySelector('.run-bar');
    if (place === null) return;
    new MutationObserver(() => {
      const bar = place.querySelector<HTMLProgressElement>(
        'progress:is([aria-label="Written so far"], [aria-label="Done so far"])',
      );
      if (bar !== null && bar.position !== shares.at(-1)) shares.push(bar.position);
      const words = place.querySelector('[role=status]')?.textContent ?? '';
      if (words !== '' && words !== spoken.at(-1)) spoken.push(words);
      const where = place.querySelector('.part')?.textContent ?? '';
      if (where !== '' && where !== places.at(-1)) places.push(where);
    }).observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { seenProgress: { shares, spoken, places } });
  });

const seen = (page: Page): Promise<Seen> =>
  page.evaluate(() => (window as unknown as { seenProgress: Seen }).seenProgress);
