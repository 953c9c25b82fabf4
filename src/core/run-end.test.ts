import { expect, it } from 'vitest';

import { asRun, whenRunEnds } from './run-end.js';

it('forgets a run before the next begins, once, and not while another is at work', async () => {
  const seen: string[] = [];
  const forget = (): void => {
    seen.push('forgotten');
  };
  let end: () => void = () => undefined;
  const long = asRun(async () => {
    whenRunEnds(forget);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await asRun(async () => {
    whenRunEnds(forget);
    seen.push('second');
  });
  end();
  await long;
  expect(seen).toEqual(['second']);
  await asRun(async () => {
    seen.push('third');
  });
  expect(seen).toEqual(['second', 'forgotten', 'third']);
});
