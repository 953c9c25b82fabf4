/** The page of a tool, as those who use it see it. */

import type { Locator, Page, Response } from 'playwright-core';

/** Longest that a run may take before the service ends it, in milliseconds. */
const LONGEST_RUN = 100_000;

export class ToolPage {
  constructor(
    readonly page: Page,
    readonly origin: string,
  ) {}

  async open(id: string): Promise<void> {
    await this.page.goto(`${this.origin}/tools/${id}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  get runButton(): Locator {
    return this.page.getByRole('button', { name: 'Run', exact: true });
  }

  get result(): Locator {
    return this.page.locator('.result');
  }

  /** Fills in a worked example and waits until the form has it. */
  async example(index = 0): Promise<void> {
    const loaded = this.page.waitForResponse((response) => response.url().includes('/pages/examples/'));
    if (index === 0) await this.page.getByRole('button', { name: 'Try an example' }).click();
    else await this.page.getByLabel('Other examples').selectOption(String(index));
    await (await loaded).finished();
    // One frame for the form to be drawn.
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  /** Runs, and resolves with the service's answer when it is shown. */
  async run(): Promise<Response> {
    const answer = this.page.waitForResponse((response) => response.request().method() === 'POST', {
      timeout: LONGEST_RUN,
    });
    await this.runButton.click();
    const response = await answer;
    await this.ended();
    return response;
  }

  /** Waits until the run has ended, however. */
  async ended(): Promise<void> {
    await this.page
      .locator('.result:is([data-phase=done], [data-phase=failed], [data-phase=cancelled])')
      .waitFor({ timeout: LONGEST_RUN });
  }

  /** The same, or until a field is marked as wrong before anything is sent. */
  async endedOrRefused(): Promise<void> {
    const refused = this.page.locator('.fault').first().waitFor({ timeout: LONGEST_RUN });
    await Promise.race([this.ended(), refused]);
  }

  phase(): Promise<string | null> {
    return this.result.getAttribute('data-phase');
  }

  /** What stands below a field that is wrong. */
  fault(field: string): Promise<string> {
    return this.page.locator(`[id="${field}-fault"]`).innerText();
  }
}
