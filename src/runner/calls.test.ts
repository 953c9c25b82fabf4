/** Tools that run other tools: in whose slots, within which limits, and what ends them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { callTool, codeOf, textOf } from '../testing/http.js';
import { openTestService, type TestService } from '../testing/service.js';

import { createSlots } from './slots.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('hostile');
});
afterAll(() => service.close());

const runOther = (options: object, leaveAfterMs?: number) =>
  callTool(service.origin, 'run-other', { options }, leaveAfterMs === undefined ? {} : { leaveAfterMs });

const busy = () => ({ ...service.runner.status.busy });
const IDLE = { all: 0, native: 0, model: 0 };

describe('a tool that runs others', () => {
  it('gets what they return, one after another', async () => {
    expect(textOf(await runOther({ ms: 0, times: 3 }))).toBe('waited waited waited');
    expect(textOf(await runOther({ tool: 'no-such-tool' }))).toBe('none');
    expect(busy()).toEqual(IDLE);
  });

  it('is one of the four, and the fifth is refused; their runs wait for a lane in turn', async () => {
    const replies = await Promise.all([
      runOther({ tool: 'wait-native', ms: 300, times: 2 }),
      runOther({ tool: 'wait-model', ms: 300, times: 2 }),
      runOther({ tool: 'wait-native', ms: 300, times: 2 }),
      runOther({ tool: 'wait-native', ms: 300, times: 2 }),
      runOther({ tool: 'wait-model', ms: 300, times: 2 }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429]);
    for (const reply of replies) if (reply.status === 200) expect(textOf(reply)).toBe('waited waited');
    expect(busy()).toEqual(IDLE);
  });

  it('is told the error of a run with its own code', async () => {
    const late = await runOther({ tool: 'spin' });
    expect([late.status, codeOf(late)]).toEqual([504, 'TIME_LIMIT_EXCEEDED']);
    const dead = await runOther({ tool: 'leave' });
    expect([dead.status, codeOf(dead)]).toEqual([500, 'EXECUTION_FAILED']);
    expect(textOf(await runOther({ ms: 0 }))).toBe('waited');
  });

  it('may not run one that runs others', async () => {
    const reply = await runOther({ tool: 'run-other' });
    expect([reply.status, codeOf(reply)]).toEqual([500, 'EXECUTION_FAILED']);
  });

  it('ends with the client, and so does the run it waits for', async () => {
    const aborted = () => service.lines.filter(({ event, fields }) => event === 'run' && fields.outcome === 'aborted');
    const before = aborted().length;
    await runOther({ tool: 'wait-native', ms: 60_000 }, 300).catch(() => undefined);
    while (aborted().length < before + 2 || busy().all > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(busy()).toEqual(IDLE);
  });
});

describe('slots', () => {
  it('gives a lane to who waits for it, before who comes later, and to nobody who has left', async () => {
    const slots = createSlots();
    const first = slots.take('model');
    const [left, waits] = [slots.queue('model'), slots.queue('model')];
    left.cancel();
    expect(await left.granted).toBeUndefined();
    first?.();
    expect(slots.isFree('model')).toBe(false);
    const giveBack = await waits.granted;
    expect(slots.busy).toEqual({ all: 0, native: 0, model: 1 });
    giveBack?.();
    expect(slots.busy).toEqual({ all: 0, native: 0, model: 0 });
  });
});
