import { type Catalog, type CatalogEntry, connectedTools, entriesOf, isConnected } from '../core/catalog.js';
import type { OtherTools } from '../core/other-tools.js';
import type { RunPlace } from '../core/run-progress.js';
import type { Settings } from '../core/tool.js';
import { isToolId, loadTool } from '../generated/registry.js';

import { readPartsError, readPartsResult, writeRequest } from './parts.js';

/** What came of a run that was asked for: a result in the form of parts.ts, or an error. */
export interface Called {
  readonly isError: boolean;
  readonly body: Buffer;
}

const listed = new WeakMap<Settings, readonly CatalogEntry[]>();

/** The other tools as one tool sees them. `call` has a request of a tool run elsewhere, in the form of parts.ts. */
export function createOtherTools(
  settings: Settings,
  call: (id: string, body: readonly Buffer[], place: RunPlace | undefined) => Promise<Called>,
): OtherTools {
  return {
    async list() {
      const known = listed.get(settings);
      if (known !== undefined) return known;
      const { default: catalog } = await import('../generated/catalog.json', { with: { type: 'json' } });
      const entries = entriesOf(connectedTools(catalog as unknown as Catalog, settings));
      listed.set(settings, entries);
      return entries;
    },
    async find(id) {
      const tool = isToolId(id) ? await loadTool(id) : undefined;
      return tool !== undefined && isConnected(tool, settings) ? tool : undefined;
    },
    async run(tool, request, place) {
      const { isError, body } = await call(tool.id, writeRequest(tool, request), place);
      if (isError) throw readPartsError(body);
      return readPartsResult(body);
    },
  };
}
