import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe-core finds on a page as it stands. */
export async function accessibilityFaults(page: Page, name: string): Promise<string[]> {
  // Colours are measured as they stand, not on their way; nothing that is measured lies below the bar at the top.
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    // Below the window nothing is laid out until it is scrolled to, and would be measured where it does not stand.
    for (const part of document.querySelectorAll<HTMLElement>('.family')) part.style.contentVisibility = 'visible';
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
      else animation.finish();
    }
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (tags) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const results = await run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
  }, RULES);
  return violations.map(
    ({ id, nodes }) =>
      `${name}: axe ${id} in ${nodes.length} places, ${(nodes[0] ?? '').replace(/\s+/g, ' ').slice(0, 300)}`,
  );
}
