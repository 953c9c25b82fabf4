/** A list of claims, each with what is wrong with it. */

import { isDeepStrictEqual } from 'node:util';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Collects what is not as it must be; a step fails when it has collected anything. */
export class Faults {
  readonly list: string[] = [];

  /** A part of a step; what it throws is a fault of it, and the next part goes on. */
  async part(name: string, work: () => Promise<void>): Promise<void> {
    const started = performance.now();
    const before = this.list.length;
    try {
      await work();
    } catch (error) {
      this.list.push(
        `${name}: ${error instanceof Error ? error.message.split('\n').slice(0, 6).join(' · ') : 'failed'}`,
      );
    }
    const result = this.list.length === before ? 'ok' : 'FAULT';
    say(`   ${result.padEnd(6)}${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  }

  equal(actual: unknown, expected: unknown, what: string): void {
    if (!isDeepStrictEqual(actual, expected)) {
      this.list.push(`${what}: ${short(actual)} where ${short(expected)} must be`);
    }
  }

  holds(isSo: boolean, what: string): void {
    if (!isSo) this.list.push(what);
  }
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
