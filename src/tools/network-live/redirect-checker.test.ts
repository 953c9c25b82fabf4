import { describe, expect } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { openHttpServer } from '../../testing/pretend-internet.js';
import { hasProgram, runBeside } from '../../testing/programs.js';
import { REACHING_LOOPBACK, runTool } from '../../testing/run-tool.js';
import tool from './redirect-checker.js';

interface Row {
  readonly finalUrl: string;
  readonly finalStatus: number | null;
  readonly hops: readonly { readonly status: number }[];
  readonly isLoop: boolean;
  readonly failure: { readonly reason: string } | null;
}

describe('redirect-checker', () => {
  inRounds.skipIf(!hasProgram('curl', ['--version'], 'redirect-checker beside curl'))(
    'goes where curl goes, over random chains',
    [10, 150],
    async (rounds) => {
      const chance = chanceOf(8);
      const statuses = [301, 302, 303, 307, 308];
      // A graph: most pages lead on, some answer, some loop.
      const pages = Array.from({ length: rounds }, (_, index) => {
        if (chance(4) === 0) return { status: [200, 404, 500][chance(3)] ?? 200, to: undefined };
        const next = (index + 1 + chance(6)) % rounds;
        const to =
          [`/${next}`, `./${next}`, `//127.0.0.1:PORT/${next}?a=b#c`, `http://127.0.0.1:PORT/${next}`][chance(4)] ?? '';
        return { status: statuses[chance(5)] ?? 302, to };
      });
      const site = await openHttpServer((request, response) => {
        const page = pages[Number(/\d+/.exec(request.url ?? '')?.[0])] ?? { status: 200, to: undefined };
        if (page.to !== undefined) response.setHeader('location', page.to.replace('PORT', String(site.port)));
        response.writeHead(page.status).end('x');
      });
      const urls = pages.map((_, index) => `http://127.0.0.1:${site.port}/${index}`);
      let failures = 0;
      for (let at = 0; at < urls.length; at += 20) {
        const batch = urls.slice(at, at + 20);
        const answer = await runTool(
          tool,
          { input: batch.join('\n'), options: { limit: 5 } },
          { settings: REACHING_LOOPBACK },
        );
        expect(answer.status, answer.message).toBe(200);
        const { results } = answer.data as { results: readonly Row[] };
        for (const [index, row] of results.entries()) {
          const out = await runBeside('sh', [
            '-c',
            `curl -s -o /dev/null -L --max-redirs 5 -w '%{http_code} %{num_redirects} %{url_effective} %{exitcode}' "$1" || true`,
            'sh',
            batch[index] ?? '',
          ]);
          const [code, redirects, url, exit] = out.split(' ');
          expect(row.failure?.reason ?? null).toBe(exit === '47' ? 'too-many-redirects' : null);
          if (exit === '47') failures += 1;
          // curl keeps the fragment, which is never sent.
          else
            expect([row.finalStatus, row.hops.length - 1, row.finalUrl]).toEqual([
              Number(code),
              Number(redirects),
              url?.replace(/#.*/, ''),
            ]);
        }
      }
      expect(failures).toBeGreaterThan(0);
      await site.close();
    },
  );
});
